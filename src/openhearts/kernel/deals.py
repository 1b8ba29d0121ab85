"""Positions stepped card by card, and random deals in bulk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openhearts.kernel import _kernel
from openhearts.kernel._kernel import Position
from openhearts.kernel.compiled import compiled, offsets
from openhearts.kernel.paths import PATH
from openhearts.rules.cards import Cards
from openhearts.rules.ruleset import Ruleset


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
    return _kernel.position(compiled(ruleset), masks, leader, earlier.mask if earlier else 0)


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
    points = _kernel.random_deals(path, compiled(ruleset), offsets(ruleset), seed, first, count)
    return memoryview(points).cast("h", (count, ruleset.seats)) if count else memoryview(points)


def random_position(ruleset: Ruleset, number: int, seed: int, *, path: str = PATH) -> Position:
    """The deal ``number`` of ``random_deals`` with this seed, dealt and passed, before its lead."""
    return _kernel.random_position(path, compiled(ruleset), offsets(ruleset), seed, number)


def random_deal(ruleset: Ruleset, number: int, seed: int, *, path: str = PATH) -> RandomDeal:
    """The deal ``number`` of ``random_deals`` with this seed, card by card."""
    dealt, given, plays, points = _kernel.random_deal(
        path, compiled(ruleset), offsets(ruleset), seed, number
    )
    return RandomDeal(
        tuple(map(Cards, dealt)), tuple(map(Cards, given)), tuple(plays), tuple(points)
    )
