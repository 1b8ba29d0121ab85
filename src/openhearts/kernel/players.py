"""The kernel's players: rules of thumb, worlds that fit a view, and the search over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter

from openhearts.kernel import _kernel
from openhearts.kernel._kernel import View
from openhearts.kernel.compiled import compiled, offsets
from openhearts.kernel.paths import PATH
from openhearts.rules.cards import PACK, Card, Cards
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.view import SeatView

_CARDS = tuple(PACK)
_WORD = 2**64


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers behind the rules of thumb; kernel/weights.hpp says what each is. The first
    seven weigh a hand before the pass, the next seven the same hand in play."""

    passing_freedom: float = 0.08
    passing_led_hearts: float = 0.6
    passing_dead: float = 0.2
    passing_caught: float = 0.45
    passing_covered: float = 0.6
    passing_stuck: float = 0.35
    passing_catching: float = 0.15
    freedom: float = 0.08
    led_hearts: float = 0.6
    dead: float = 0.2
    caught: float = 0.45
    covered: float = 0.6
    stuck: float = 0.35
    catching: float = 0.15
    eager: float = 0.15
    ready: float = 0.8
    pull: float = 0.12
    given: float = 1.0
    stopper: float = 0.3
    shoots: float = 1.0
    feared: float = 0.1
    remembers: float = 1.0
    unsure: float = 0.004


@dataclass(frozen=True, slots=True)
class Growth:
    """How scores grow: how far two seats drift apart in a deal (standard deviation, points), and
    by how many points the highest score grows."""

    spread: float
    highest: float


NEVER = 2.0
"""A share that no plan reaches."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is searched: ``worlds`` at most with thirteen cards in hand, with fewer cards as
    many as take the same time, and less where the choice is clear: a card is dropped that costs
    more than the best one by ``contested`` standard errors. What the rules of thumb would play
    stands unless it is beaten by ``doubt`` standard errors.

    A plan to shoot must succeed in a share of the worlds, ``moon_bar``, or ``moon_latch`` once a
    third of the moon's cards are in. ``for_place`` plays for the place at the end of the game
    instead of points. ``milliseconds`` is a hard end; with 0 there is none, and the answer is the
    same on any machine.
    """

    worlds: int
    contested: float = 2.0
    doubt: float = 1.0
    moon_bar: float = 0.6
    moon_latch: float = 0.4
    for_place: bool = True
    milliseconds: int = 0

    def without_plans(self) -> Effort:
        """The same, but that no plan to shoot is ever followed."""
        return replace(self, moon_bar=NEVER, moon_latch=NEVER)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``cards``, which differ in nothing, are worth: what they ``cost`` (places behind, or
    points above the others' mean), the ``points`` that the seat may expect of the deal, and the
    chance of its ``moon``; ``worlds`` were played."""

    cards: Cards
    worlds: int
    cost: float
    points: float
    moon: float


_numbers: Callable[[Weights], tuple[float, ...]] = attrgetter(
    *(field.name for field in fields(Weights))
)


def known(view: SeatView) -> View:
    """What a seat knows, as the kernel has it. Raises ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    ruleset = view.ruleset
    shown = [0] * ruleset.seats
    shown[view.direction.receiver(view.seat, ruleset.seats)] |= view.given.mask
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return _kernel.view(
        compiled(ruleset),
        view.seat,
        view.hand.mask,
        shown,
        tricks[0].leader if tricks else view.seat,
        [card.index for trick in tricks for card in trick.cards],
        view.scores,
        view.number,
    )


def thumb_card(view: View, weights: Weights, seed: int, *, path: str = PATH) -> Card:
    """The card that rules of thumb play; ``seed`` picks among nearly equal ones."""
    return _CARDS[_kernel.thumb_card(path, view, _numbers(weights), seed % _WORD)]


def thumb_pass(view: View, weights: Weights, seed: int, *, path: str = PATH) -> Cards:
    """The cards that rules of thumb pass; ``seed`` picks among nearly equal choices."""
    return Cards(_kernel.thumb_pass(path, view, _numbers(weights), seed % _WORD))


def thumb_deals(
    ruleset: Ruleset,
    weights: Sequence[Weights],
    count: int,
    seed: int,
    *,
    first: int = 1,
    path: str = PATH,
) -> list[tuple[int, ...]]:
    """The points by seat of each of ``count`` deals, from number ``first`` on, played by rules of
    thumb with ``weights`` by seat.

    The hands of a deal depend on the ruleset, the seed and its number alone.
    """
    numbers = [_numbers(each) for each in weights]
    points = _kernel.thumb_deals(
        path, compiled(ruleset), offsets(ruleset), numbers, seed, first, count
    )
    return _rows(memoryview(points).cast("h"), ruleset.seats)


def worlds(view: View, count: int, seed: int, *, path: str = PATH) -> list[tuple[int, ...]]:
    """``count`` full deals that fit the view, each as likely as any other: the hands by seat, as
    sets. Raises ValueError where none fits."""
    hands = _kernel.worlds(path, view, seed % _WORD, count)
    return _rows(memoryview(hands).cast("Q"), view.seats)


def _rows(numbers: memoryview, length: int) -> list[tuple[int, ...]]:
    in_turn = iter(numbers.tolist())
    return list(zip(*[in_turn] * length, strict=True))


def places_behind(
    ruleset: Ruleset, growth: Growth, scores: Sequence[int], deals: int, seat: int
) -> float:
    """The number of seats that ``seat`` may expect to be behind at the end of the game: 0 for
    the winner, half a place for a tie. ``scores`` are those after ``deals`` deals."""
    return _kernel.places_behind(
        compiled(ruleset), growth.spread, growth.highest, scores, deals, seat
    )


def search(
    view: View, weights: Weights, growth: Growth, effort: Effort, seed: int, *, path: str = PATH
) -> tuple[Verdict, ...]:
    """What each card is worth that the seat on turn may play; the one to play comes first.

    Raises ValueError where no world fits the view.
    """
    chosen, told = _kernel.search(
        path,
        view,
        _numbers(weights),
        growth.spread,
        growth.highest,
        effort.worlds,
        effort.contested,
        effort.doubt,
        effort.moon_bar,
        effort.moon_latch,
        effort.for_place,
        effort.milliseconds,
        seed % _WORD,
    )
    verdicts = [
        Verdict(Cards(mask), worlds, cost, points, moon)
        for _, mask, worlds, cost, points, moon in told
    ]
    return (verdicts[chosen], *verdicts[:chosen], *verdicts[chosen + 1 :])
