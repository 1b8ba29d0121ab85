"""Writes the endings whose plays every version of the rules must count alike.

``python -m tools.endings`` from the repository's root writes ``tests/golden/endings.count``
anew, the same each time: first the endings of NAMED, then random ones. No test runs it: a
count in the file that changes has to have a reason.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from openhearts.rules.counts import CountedEnding, count_plays
from openhearts.rules.ending import PARTING, Ending, NotAnEnding
from openhearts.rules.ruleset import FirstTrick, Ruleset
from tests.rules.endings import played_ending, small_ending

FILE = Path(__file__).resolve().parents[1] / "tests" / "golden" / "endings.count"

VALUES: dict[str, tuple[str | bool, ...]] = {
    "black_maria": (False, True),
    "opening": ("lowest-club", "left-of-dealer"),
    "first_trick": ("no-penalty-cards", "free"),
    "must_break": (True, False),
    "queen_breaks": (False, True),
}
"""The options, besides the number of seats, that change what is legal."""

MOST_PLAYS = 1000
MOST_PLAYS_OF_A_DEAL = 3000
MOST_PLAYS_OF_ALL = 6000
"""The longest count of a random small ending, of one from a whole deal, and of a long one."""

LONG = 16
"""How many endings have hands of four cards at tables of five and of six."""

HEAD = """\
# How many ways there are to play each ending to its last card: every order of legal cards is
# one. `openhearts count` recounts this file; docs/endings.md says more. One ending a line:
#
#     name | ruleset | hands | trick | earlier | plays
#
# ruleset  `standard`, then the fields in which it differs from that, as field=word
# hands    by seat from 0, parted by spaces. Each is a set of cards: spades, hearts, diamonds,
#          clubs, parted by dots, from the ace down
# trick    the one on the table: its leader, then a place for each seat in the order of play,
#          - where nobody has played yet
# earlier  the set of all cards of earlier tricks; with none of them, and no card on the table,
#          this is the opening lead
#
# Cards of the deck that are nowhere are set aside and play no part.
"""

NAMED = """
# The opening lead: the lowest club of the deck, or any card of the seat left of the dealer.
opening-two-of-clubs | standard | A..K.2 2.K..A 3..A.5 .5.4.9 | 0 - - - - | ...
opening-two-of-clubs-three-seats | standard seats=3 | A..K.2 2.K..A .5.4.9 | 0 - - - | ...
opening-three-of-clubs-five-seats | standard seats=5 | A..K.4 2.K..A .5.4.3 3..A.5 .6.5.9 | 2 - - - - - | ...
opening-four-of-clubs-six-seats | standard seats=6 | A...4 3...A ..4.5 .5..6 .6..7 .7.5. | 0 - - - - - - | ...
opening-two-of-clubs-though-all-is-free | standard first_trick=free must_break=false | A..K.2 2.K..A 3..A.5 .5.4.9 | 0 - - - - | ...
opening-left-of-dealer | standard opening=left-of-dealer | A..K.2 2.K..A 3..A.5 .5.4.9 | 2 - - - - | ...
opening-left-of-dealer-six-seats | standard seats=6 opening=left-of-dealer | A...4 3...A ..4.5 .5..6 .6..7 .7.5. | 5 - - - - - - | ...

# The first trick and its penalty cards.
first-trick-void-of-clubs | standard | 3..9.2 .K2.5. Q2.4.. 4...AK | 0 - - - - | ...
first-trick-free-void-of-clubs | standard first_trick=free | 3..9.2 .K2.5. Q2.4.. 4...AK | 0 - - - - | ...
first-trick-penalty-cards-only | standard | 3..9.2 Q.K2.. 4.5..7 A..6.8 | 0 - - - - | ...
first-trick-penalty-cards-only-all-void | standard | 3..9.2 Q.K2.. .AT9.. .QJ8.. | 0 - - - - | ...
first-trick-last-to-play-penalty-cards-only | standard | 3..9. 4.5.. A..6. Q.K2.. | 0 2c 9c Ac - | ...
first-trick-follows-with-the-queen | standard opening=left-of-dealer | K..3. Q...4 2.2.. ..7.8 | 0 - - - - | ...
first-trick-led-by-hearts-only | standard opening=left-of-dealer | .AK2.. Q..9.3 .54.8. 7.6..J | 0 - - - - | ...
first-trick-hearts-and-queen-lead-the-queen | standard opening=left-of-dealer | Q.A2.. 3..9.3 4.4.8. 7.6..J | 0 - - - - | ...
first-trick-free-but-unbroken | standard opening=left-of-dealer first_trick=free | 2.A2.. 3..9.3 4.4.8. 7.6..J | 0 - - - - | ...
first-trick-of-the-jack-that-is-no-penalty-card | standard bonus_card=Jd | 3..9.2 .K2.J. 4.5..7 A..6.8 | 0 - - - - | ...
first-trick-six-seats-penalty-cards-only | standard seats=6 | 3...4 Q.2.. ..4.5 .5..6 .76.. .8.5. | 0 - - - - - - | ...
second-trick-penalty-cards-may-fall | standard | ..A.A Q.2.. ..3.9 4.5.. | 0 - - - - | ...5432

# Black Maria's king and ace of spades.
black-maria-ace-and-king-are-penalty-cards | standard black_maria=true | 3..9.2 AK..4. 4.5..7 J..6.8 | 0 - - - - | ...
plain-ace-and-king-are-none | standard | 3..9.2 AK..4. 4.5..7 J..6.8 | 0 - - - - | ...
black-maria-penalty-cards-only | standard black_maria=true | 3..9.2 AK.2.. 4.5..7 J..6.8 | 0 - - - - | ...
black-maria-penalty-cards-lead-a-spade | standard black_maria=true opening=left-of-dealer | KQ.2.. 3..4.5 4..5.6 5..6.7 | 0 - - - - | ...
black-maria-preset-is-free | standard black_maria=true opening=left-of-dealer first_trick=free must_break=false | KQ.2.. A..4.5 4..5.6 5.6..7 | 0 - - - - | ...
black-maria-ace-and-king-break-nothing | standard black_maria=true queen_breaks=true | 2.A2.. 3..4.5 4.3.5. J.6..7 | 0 - - - - | AK...32

# Hearts, unbroken and broken.
unbroken-hearts-only-on-lead | standard | .AK2.. 3..4.5 4..5.6 5..6.7 | 0 - - - - | ...A432
unbroken-hearts-and-queen-lead-the-queen | standard | Q.A2.. 3..4.5 4.3.5. K.6..7 | 0 - - - - | ...A432
unbroken-the-queen-led-breaks | standard queen_breaks=true | Q.A2.. 3..4.5 4.3.5. K.6..7 | 0 - - - - | ...A432
broken-hearts-and-queen | standard | Q.A2.. 3..4.5 4.3.5. J.6..7 | 0 - - - - | .K..432
the-queen-played-breaks-nothing | standard | 2.A2.. 3..4.5 4.3.5. J.6..7 | 0 - - - - | Q...432
the-queen-played-breaks | standard queen_breaks=true | 2.A2.. 3..4.5 4.3.5. J.6..7 | 0 - - - - | Q...432
hearts-need-no-breaking | standard must_break=false | 2.A2.. 3..4.5 4.3.5. J.6..7 | 0 - - - - | ...A432
broken-by-a-discard-of-this-trick | standard | .K.3. .5.. 4.7.. ..9.J | 1 9c - - - | ...5432
broken-by-the-queen-on-the-table | standard queen_breaks=true | 2.K.. .5.. 4... .9..J | 1 9s Qs - - | ...5432
hearts-in-every-hand-unbroken | standard | .AK.. .QJ.. .T9.. .87.. | 3 - - - - | ...5432
unbroken-three-seats | standard seats=3 | 3.A2.. 4.K..6 5.3..7 | 2 - - - | ...432
unbroken-five-seats | standard seats=5 | 3.A.. 4.K.. 5.3.. .6..7 .7..8 | 3 - - - - - | ...A9543
unbroken-six-seats | standard seats=6 | 3.A.. 4.K.. 5.3.. .6..7 .7..8 ..A.9 | 3 - - - - - - | ...AKQ654

# Voids.
void-everywhere | standard must_break=false | AKQ... .AKQ.. ..AKQ. ...AKQ | 2 - - - - | ...5432
void-everywhere-unbroken | standard | AKQ... .AKQ.. ..AKQ. ...AKQ | 1 - - - - | ...5432
void-everywhere-on-the-first-trick | standard | AKQ... .AKQ.. ..AKQ. ...AK2 | 3 - - - - | ...
void-everywhere-three-seats | standard seats=3 | .AK3.. AK...2 ..AK6. | 1 - - - | ...
void-everywhere-six-seats | standard seats=6 | AK... .AK.. ..AK. ...AK .QJ.. .T9.. | 0 - - - - - - | ...987654
all-follow-to-the-end-six-seats | standard seats=6 must_break=false | A.A.A.A K.K.K.K Q.Q.Q.Q J.J.J.J T.T.T.T 9.9.9.9 | 4 - - - - - - | 8...87654
all-follow-and-hearts-come-last-six-seats | standard seats=6 | A.A.A.A K.K.K.K Q.Q.Q.Q J.J.J.J T.T.T.T 9.9.9.9 | 4 - - - - - - | 8...87654
one-suit-for-all | standard opening=left-of-dealer | AQ8... KT9... J75... 643... | 3 - - - - | ...

# The last cards.
last-to-play | standard | A.2.. 3..5. ..K.7 Q.4..6 | 0 2c 9c Tc - | .5..543
second-to-play | standard | A.2.. 3..5.J ..K.76 Q.4..8 | 0 2d - - - | .5..543
one-card-each | standard | A... ...6 .2.. ..K. | 2 - - - - | ...5432
last-card | standard | ... ... ... A... | 0 2s 3s 4s - | ...5432
after-the-last-card | standard | ... ... ... ... | 2 - - - - | ...5432

# What is only scored changes nothing.
scored-plain | standard | .AK2.. 3..4.5 4.3.5. K.6..7 | 1 - - - - | ...A432
scored-otherwise | standard target=50 hearts=spot bonus_card=Td moon=subtract moon_needs_bonus=false moon_keeps_bonus=true passing=none pass_count=2 ties=share deal_limit=3 no_trick_bonus=5 | .AK2.. 3..4.5 4.3.5. K.6..7 | 1 - - - - | ...A432
"""  # noqa: E501
"""The tricky ones, each with its name."""


def is_within(ending: Ending, most: int) -> bool:
    """Whether there is more than one complete play, and no more than ``most``."""
    return 1 < sum(1 for _ in itertools.islice(_ends(ending), most + 1)) <= most


def matters(option: str, ending: Ending) -> bool:
    """Whether the other value of ``option`` would change the count of ``ending``."""
    try:
        other = replace(ending, ruleset=with_other_value(option, ending.ruleset))
    except NotAnEnding:
        return False
    return count_plays(other) != count_plays(ending)


def with_other_value(option: str, ruleset: Ruleset) -> Ruleset:
    """``ruleset`` with the other one of an option's two values."""
    words = ruleset.to_words()
    (other,) = (word for word in VALUES[option] if word != words[option])
    return ruleset.with_words({option: other})


def can_matter(option: str, ruleset: Ruleset) -> bool:
    """Whether a table's other rules leave an option something to decide."""
    match option:
        case "black_maria":
            return ruleset.first_trick is FirstTrick.NO_PENALTY_CARDS
        case "queen_breaks":
            return ruleset.must_break
        case _:
            return True


def random_endings() -> Iterator[CountedEnding]:
    """Small endings in which one option matters, then endings of whole deals.

    For each option one of every ruleset in which it can matter, leaving out those that differ
    only in what has no effect; then one whole deal of every ruleset.
    """
    random = Random(2026)
    rulesets = list(rulesets_of((4, 3, 5, 6)))
    for option in VALUES:
        number = itertools.count(1)
        for ruleset in filter(all_can_matter, rulesets):
            while can_matter(option, ruleset):
                ending = small_ending(ruleset, random)
                if is_within(ending, MOST_PLAYS) and matters(option, ending):
                    yield counted(f"{option.replace('_', '-')}-{next(number)}", ending)
                    break
    for place, ruleset in enumerate(rulesets, start=1):
        while True:
            size, on_table = random.choice((2, 3, 4)), random.randrange(ruleset.seats)
            ending = played_ending(ruleset, size, on_table, random)
            if is_within(ending, MOST_PLAYS_OF_A_DEAL):
                yield counted(f"played-{place}", ending)
                break


def long_endings() -> Iterator[CountedEnding]:
    """Endings of whole deals with four cards a hand at large tables, of which few are short."""
    random = Random(2027)
    rulesets = list(rulesets_of((5, 6)))
    random.shuffle(rulesets)
    for place, ruleset in enumerate(rulesets[:LONG], start=1):
        while True:
            ending = played_ending(ruleset, 4, random.randrange(ruleset.seats), random)
            if is_within(ending, MOST_PLAYS_OF_ALL):
                yield counted(f"long-{place}", ending)
                break


def rulesets_of(seats: Sequence[int]) -> Iterator[Ruleset]:
    """Every combination of the options for these numbers of seats."""
    for words in itertools.product(seats, *VALUES.values()):
        yield Ruleset().with_words(dict(zip(("seats", *VALUES), words, strict=True)))


def all_can_matter(ruleset: Ruleset) -> bool:
    """Whether no option has another value than its first without any effect."""
    words = ruleset.to_words()
    return all(
        words[option] == values[0] or can_matter(option, ruleset)
        for option, values in VALUES.items()
    )


def counted(name: str, ending: Ending) -> CountedEnding:
    """The line of an ending."""
    return CountedEnding(name, ending, count_plays(ending))


def named_endings() -> Iterator[str | CountedEnding]:
    """The endings of NAMED, counted, and the lines between them."""
    for line in NAMED.splitlines():
        name, parting, ending = line.partition(PARTING)
        if parting:
            yield counted(name, Ending.parse(ending))
        else:
            yield line


def main() -> None:
    """Write the file."""
    lines = [
        HEAD,
        *named_endings(),
        "",
        "# Random endings.",
        *random_endings(),
        *long_endings(),
        "",
    ]
    FILE.write_text("\n".join(map(str, lines)), "utf-8")


def _ends(ending: Ending) -> Iterator[None]:
    """Something for each complete play."""
    legal = ending.legal_cards()
    if not legal:
        yield None
    for card in legal:
        yield from _ends(ending.play(card))


if __name__ == "__main__":
    main()
