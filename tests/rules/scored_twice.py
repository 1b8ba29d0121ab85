"""Random games over random rulesets, each of whose deals is scored twice.

By the rules and by law.py, and so are the running scores and the end of the game.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from openhearts.rules.actions import ChooseMoon, ClaimKind, MakeClaim
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import STANDARD, MoonRule, Ruleset
from tests.rules import law, section_two
from tests.rules.stacked import as_told
from tests.strategies import is_valid, random_hands

SEATS = (3, 4, 5, 6)
PARTS = 5
GAMES = 2_000
"""In each part, with each number of seats."""
DEALS = {3: 4_400, 4: 5_000, 5: 5_600, 6: 6_000}
"""At least, in each part; in all parts together over 100,000."""
CAP = 1_000
"""Deals after which a game of programs is stopped (docs/rules.md 6)."""

OFTEN_ENOUGH = {
    "add": 100,
    "subtract": 80,
    "chosen": 40,
    "no moon by the rules": 1000,
    "nothing-left": 80,
    "rest-are-mine": 500,
    "tie played on": 25,
    "shared win": 30,
    "ended by the limit": 250,
    "below zero": 800,
    "no trick": 700,
}
"""How often in each part these must occur, so that it proves something about them."""


def score_twice(seats: int, part: int) -> Counter[str]:
    """Play the games of a part; what occurred in them. AssertionError where the scorers differ,
    or where too little occurred."""
    random, seen = Random(f"{seats} {part}"), Counter[str]()
    for _ in range(GAMES):
        play_game(random_ruleset(seats, random), random, seen)
    assert seen["deals"] >= DEALS[seats]
    assert seen["ended"] + seen["stopped at the cap"] == GAMES
    assert {what: seen[what] for what, least in OFTEN_ENOUGH.items() if seen[what] < least} == {}
    return seen


def random_ruleset(seats: int, random: Random) -> Ruleset:
    words = {name: random.choice(field.values) for name, field in section_two.fields().items()}
    return STANDARD.with_words(
        words
        | {
            "seats": seats,
            "black_maria": random.randrange(3) == 0,
            "target": random.choice((1, 50, 60, 90)),
            "deal_limit": random.choice(("none", "none", 1, 3, 6)),
            "pass_count": random.randrange(1, 5),
        }
    )


def play_game(ruleset: Ruleset, random: Random, seen: Counter[str]) -> None:
    """A whole game, and after each of its deals what the law says of it."""
    words, finished = ruleset.to_words(), tuple[FinishedDeal, ...]()
    scores, winners = [0] * ruleset.seats, list[int]()
    while not winners and len(finished) < CAP:
        deal = finished_deal(ruleset, len(finished) + 1, random)
        told = as_told(deal)
        piles = law.piles_of(words, told)
        if random.randrange(20) == 0:
            law.check(words, told)
            assert deal.taken == tuple(Cards.of(map(Card.parse, pile)) for pile in piles)
        points = law.deal_points(words, piles, scores, deal.number, told.chosen)
        scores = [score + more for score, more in zip(scores, points, strict=True)]
        winners = law.winners(words, scores, deal.number)

        game = Game(ruleset, finished, deal)
        finished = game.finished
        assert finished[-1].outcome.shooter == law.shooter(words, piles)
        assert list(finished[-1].outcome.points) == points
        put_away = Game(ruleset, finished)  # needs not work out the outcome again
        for now in (put_away, game) if winners else (put_away,):
            assert list(now.scores) == scores
            assert list(now.winners) == winners
        note(finished[-1], scores, winners, seen)
    seen["ended" if winners else "stopped at the cap"] += 1


def finished_deal(ruleset: Ruleset, number: int, random: Random) -> Deal:
    deal = Deal.start(ruleset, number, any_hands(ruleset, random))
    for seat in deal.to_act if deal.phase is Phase.PASSING else ():
        given = random.sample(list(deal.hands[seat]), ruleset.pass_count)
        deal = deal.pass_cards(seat, given)
    claims = random.randrange(2) == 0
    while legal := deal.legal_cards():
        if claims and may_claim(deal, random) and (claim := valid_claim(deal)) is not None:
            deal = deal.act(*claim)
        else:
            deal = deal.play(any_of(legal, random))
    if deal.phase is Phase.CHOOSING:
        choice = ChooseMoon(random.choice((MoonRule.ADD, MoonRule.SUBTRACT)))
        deal = deal.act(deal.to_act[0], choice)
    return deal


def any_of(cards: Cards, random: Random) -> Card:
    """One of these cards, each equally likely: random.choice, without a list for each card."""
    mask = cards.mask
    for _ in range(int(random.random() * len(cards))):
        mask &= mask - 1  # all but the lowest
    return Cards(mask).lowest()


def may_claim(deal: Deal, random: Random) -> bool:
    """More often on a lead, where both kinds of claim are near."""
    return random.random() < (0.2 if len(deal.played) % deal.ruleset.seats else 0.3)


def valid_claim(deal: Deal) -> tuple[int, MakeClaim] | None:
    (seat,) = deal.to_act
    claims = [MakeClaim(kind) for kind in ClaimKind]
    return next(((seat, claim) for claim in claims if is_valid(deal, seat, claim)), None)


def any_hands(ruleset: Ruleset, random: Random) -> list[Cards]:
    """Even hands, or now and then uneven ones, where moons and claims are near."""
    if random.randrange(2):
        return random_hands(ruleset, random)
    pack = list(ruleset.deck)
    random.shuffle(pack)
    return [Cards.of(pack[seat :: ruleset.seats]) for seat in range(ruleset.seats)]


def note(finished: FinishedDeal, scores: list[int], winners: list[int], seen: Counter[str]) -> None:
    """Count what this deal was an example of."""
    deal, outcome, ruleset = finished.deal, finished.outcome, finished.deal.ruleset
    at_target = max(scores) >= ruleset.target
    seen["deals"] += 1
    seen["no trick"] += 0 in deal.tricks_taken
    seen["below zero"] += min(scores) < 0
    seen["tie played on"] += at_target and not winners
    seen["shared win"] += len(winners) > 1
    seen["ended by the limit"] += bool(winners) and not at_target
    seen["chosen"] += deal.moon_choice is not None
    seen["no moon by the rules"] += not ruleset.has_moon
    if deal.claim is not None:
        seen[str(deal.claim.kind)] += 1
    if outcome.moon is not None:
        seen[str(outcome.moon)] += 1
