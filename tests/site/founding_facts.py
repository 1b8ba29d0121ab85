"""What the founding page states, as a checklist: each key is the id of a span in every language.

The keys are those of rules-pages/LANG/subtract-the-moon.md; the values say what is stated.
"""

FOUNDING_FACTS = {
    # The two rules
    "standard-shooter-nothing": "standard: who takes every heart and the queen scores nothing",
    "standard-others-add": "standard: each of the others receives the moon's 26",
    "subtract-shooter-down": "subtract: 26 come off the shooter's own score",
    "subtract-others-nothing": "subtract: the others score nothing for the hand",
    "table-picks": "the table picks the rule in the set-up",
    "nobody-chooses": "nobody chooses during play",
    "every-moon-alike": "every moon of the game is scored that way",
    # Late in a game
    "standard-lifts": "standard: a moon can lift the others to the target and end the game",
    "subtract-nobody-to-target": "subtract: nobody else's score moves, so nobody is carried there",
    "only-lowers-shooter": "subtract: it only lowers the shooter's total",
    "no-floor": "scores are not stopped at zero",
    "example-below-zero": "from 10 to minus 16",
    # What stays
    "rest-standard": "everything else is the standard game",
    "rest-passing": "cards are passed",
    "rest-two-of-clubs": "the two of clubs leads",
    "rest-follow": "suit must be followed",
    "rest-broken": "hearts wait until they are broken",
    "rest-first-trick": "no penalty cards on the first trick",
    # The table of rule changes
    "table-moon": "shooting the moon",
    "standard-only-rises": "standard: scores only go up, never below zero",
    "table-below-zero": "subtract: below zero, 10 to minus 16, no floor",
    "end-lowest-alone": "the end: somebody at the target and one player alone lowest, who wins",
    "standard-moon-can-end": "standard: a moon can end it by lifting the others",
    "subtract-same-end": "subtract: decided the same way",
    "table-nobody-lifted": "subtract: a moon carries nobody to the target",
    "standard-options": "Black Maria, Spot Hearts, Omnibus and the target can be chosen",
    "combines": "Spot Hearts and Omnibus work with it",
    "target-as-ever": "the target is chosen as usual",
    "spot-moon": "with Spot Hearts 129 come off",
    "omnibus-needs-jack": "with Omnibus the moon needs the jack of diamonds too",
    "omnibus-without-bonus": "and 26 come off, without the jack's 10 on top",
    "black-maria-no-moon": "Black Maria has no moon: the rule has no effect",
    # History
    "moon-is-later": "shooting the moon is a later addition",
    "black-lady-without": "Black Lady, with the queen as a penalty card, did not have it at first",
    "slam-1939": "the slam of that name first appeared in Britain in 1939, in Hitting the Moon",
    "modern-either": "modern rules: deduct from one's own total or add to everybody else's",
    "usual-pair": "common rules give the same pair, 26 off or 26 to the others, at choice",
    "fixed-off": "a fixed way: the shooter always has 26 deducted",
    "fixed-on": "a fixed way: the others always have 26 added",
    "fixed-adaptive": "a fixed way: added, unless that would make one of them win; then deducted",
    "here-the-first": "this page plays the first",
    "standard-the-second": "the standard game here plays the second",
    "shooter-never-chooses": "in neither does the shooter choose during play",
    "no-inventor-no-date": "no description names an inventor or a date, and none is claimed",
}
