"""The fast twin of the rules: deals on machine integers, checked against ``openhearts.rules``.

A card is its place in the pack, 0 (two of clubs) to 51 (ace of spades), as ``Card.index``; a set
of cards is an int, as ``Cards.mask``. The kernel decides nothing of its own: what is legal and
what it costs is compiled from a ``Ruleset`` into data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from openhearts.kernel import _kernel
from openhearts.kernel._kernel import Position
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Cards
from openhearts.rules.ruleset import FirstTrick, MoonRule, Opening, Ruleset, Ties
from openhearts.rules.scoring import BONUS, card_points, moon_cards, moon_value, penalty_cards

__all__ = [
    "PATH",
    "PATHS",
    "Position",
    "RandomDeal",
    "points_of",
    "position",
    "random_deal",
    "random_deals",
    "random_position",
]

PATHS: tuple[str, ...] = tuple(_kernel.paths())
"""The paths that this processor has, the slowest first."""

PATH: str = PATHS[-1]
"""Which code runs in bulk: ``bmi2``, or ``portable`` where the processor lacks the instructions."""

_PLANES = 5
_MOONS = (MoonRule.ADD, MoonRule.SUBTRACT, MoonRule.CHOICE, MoonRule.ADAPTIVE)


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """One random deal, told: ``dealt`` hands and ``given`` cards by seat, the cards in the order
    of play, and what each seat's tricks cost."""

    dealt: tuple[Cards, ...]
    given: tuple[Cards, ...]
    plays: tuple[int, ...]
    points: tuple[int, ...]


def position(
    ruleset: Ruleset, hands: Iterable[Cards], leader: int, earlier: Cards | None = None
) -> Position:
    """The deal in which ``leader`` leads and the seats hold these hands; ``earlier`` has the
    cards of finished tricks. Raises ValueError where they do not fit together."""
    masks = [hand.mask for hand in hands]
    return _kernel.position(_compiled(ruleset), masks, leader, earlier.mask if earlier else 0)


def points_of(
    position: Position, scores: Sequence[int] | None = None, deals: int = 1, adds: bool = True
) -> tuple[int, ...]:
    """What the tricks of a finished deal cost, by seat (docs/rules.md 5).

    ``scores`` before the deal, which is number ``deals`` of its game, matter to an adaptive moon
    alone; ``adds`` is how a shooter who may choose has chosen.
    """
    seats = len(position.taken)
    return tuple(position.points(list(scores or (0,) * seats), deals, adds))


def random_deals(
    ruleset: Ruleset, count: int, seed: int, *, first: int = 1, path: str = PATH
) -> memoryview:
    """The points of ``count`` random deals, from number ``first`` on: shape (count, seats), int16.

    A deal is dealt, passed at random where its number passes, played with random legal cards and
    scored as if nobody had a point yet (a shooter who may choose adds). It depends on the ruleset,
    the seed and its number alone: the same on each path and thread. The lock of the interpreter
    is released. Raises ValueError for a path that this processor does not have.
    """
    points = _kernel.random_deals(path, _compiled(ruleset), _offsets(ruleset), seed, first, count)
    return memoryview(points).cast("h", (count, ruleset.seats)) if count else memoryview(points)


def random_position(ruleset: Ruleset, number: int, seed: int, *, path: str = PATH) -> Position:
    """The deal ``number`` of ``random_deals`` with this seed, dealt and passed, before its lead."""
    return _kernel.random_position(path, _compiled(ruleset), _offsets(ruleset), seed, number)


def random_deal(ruleset: Ruleset, number: int, seed: int, *, path: str = PATH) -> RandomDeal:
    """The deal ``number`` of ``random_deals`` with this seed, card by card."""
    dealt, given, plays, points = _kernel.random_deal(
        path, _compiled(ruleset), _offsets(ruleset), seed, number
    )
    return RandomDeal(
        tuple(map(Cards, dealt)), tuple(map(Cards, given)), tuple(plays), tuple(points)
    )


@lru_cache(maxsize=64)
def _offsets(ruleset: Ruleset) -> list[int]:
    """How many seats on the cards of each deal of a cycle are passed."""
    return [direction.receiver(0, ruleset.seats) for direction in ruleset.passing_cycle]


@lru_cache(maxsize=64)
def _compiled(ruleset: Ruleset) -> _kernel.Rules:
    """The ruleset as data."""
    bonus = Cards() if ruleset.bonus_card is None else Cards.of([ruleset.bonus_card])
    penalties = penalty_cards(ruleset)
    opens_low = ruleset.opening is Opening.LOWEST_CLUB
    bars_penalties = ruleset.first_trick is FirstTrick.NO_PENALTY_CARDS
    moon = ruleset.moon if ruleset.has_moon else MoonRule.ADD
    return _kernel.rules(
        seats=ruleset.seats,
        deck=ruleset.deck.mask,
        pass_count=ruleset.pass_count,
        opener=Cards.of([ruleset.lowest_club]).mask if opens_low else 0,
        barred_first=penalties.mask if bars_penalties else 0,
        barred_lead=HEARTS.mask if ruleset.must_break else 0,
        breakers=(HEARTS.with_card(QUEEN_OF_SPADES) if ruleset.queen_breaks else HEARTS).mask,
        planes=[
            sum(1 << card.index for card in penalties if card_points(ruleset, card) >> plane & 1)
            for plane in range(_PLANES)
        ],
        bonus_card=bonus.mask,
        bonus=BONUS,
        no_trick_bonus=ruleset.no_trick_bonus,
        moon_cards=moon_cards(ruleset).mask if ruleset.has_moon else 0,
        moon_value=moon_value(ruleset),
        moon=_MOONS.index(moon),
        moon_keeps_bonus=ruleset.moon_keeps_bonus,
        target=ruleset.target,
        deal_limit=ruleset.deal_limit or 0,
        ties_share=ruleset.ties is Ties.SHARE,
    )
