"""A board as a page without scripts shows it: the same parts that the client draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from openhearts.lessons.replaying import LEARNER
from openhearts.tables.messages import Moon, Trick, View
from openhearts.words.catalogue import Catalogue

PLACES = ("s", "w", "n", "e")
"""Where the seats are, clockwise from the person of the story."""

_RANKS = "AKQJT98765432"
_RED, _BLACK = "hd", "sc"


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card, and who put it ``place`` on the table; ``takes`` the trick, or ``led`` it."""

    rank: str
    suit: str
    name: str
    place: str = ""
    takes: bool = False
    led: bool = False


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """Who sits at a place, and how they stand. ``lit`` outlines the moon, where there is one."""

    seat: int
    place: str
    name: str
    score: int
    points: int
    acts: bool
    moon: Moon | None
    lit: str


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Seats, trick and hand."""

    seats: tuple[SeatPicture, ...]
    trick: tuple[CardPicture, ...]
    hand: tuple[tuple[CardPicture, ...], ...]
    """In the rows of a narrow page."""
    finished: bool
    """Whether the trick has been taken."""


def board_picture(view: View, names: Sequence[str], catalogue: Catalogue) -> BoardPicture:
    """The picture of a view from the seat of the person of the story."""
    lying = view.trick or (view.tricks[-1] if view.tricks else None)
    return BoardPicture(
        seats=tuple(_seats(view, names)),
        trick=tuple(_trick(lying, catalogue)) if lying else (),
        hand=tuple(
            tuple(_card(card, catalogue) for card in row) for row in rows(displayed(view.hand))
        ),
        finished=view.trick is None,
    )


def displayed(hand: Iterable[str]) -> list[str]:
    """A hand in the order of the screen: colours alternate, ranks fall from ace to two."""
    cards = list(hand)
    held = {card[1] for card in cards}
    red, black = ([suit for suit in suits if suit in held] for suits in (_RED, _BLACK))
    first, second = (red, black) if len(red) > len(black) else (black, red)
    suits = [suit for at, one in enumerate(first) for suit in (one, *second[at : at + 1])]
    return sorted(cards, key=lambda card: (suits.index(card[1]), _RANKS.index(card[0])))


def rows(cards: Sequence[str], longest: int = 7) -> list[list[str]]:
    """A hand in as few even rows as hold it."""
    count = -(-len(cards) // longest) or 1
    breaks = [-(-row * len(cards) // count) for row in range(count + 1)]
    return [list(cards[a:b]) for a, b in pairwise(breaks)]


def lit(moon: Moon, radius: int = 40) -> str:
    """The outline of the moon's lit part; it waxes from the right."""
    bulge = 1 - 2 * moon.taken / moon.of
    sweep = 0 if bulge > 0 else 1
    rim = f"M0 -{radius}A{radius} {radius} 0 0 1 0 {radius}"
    return f"{rim}A{abs(bulge) * radius:.2f} {radius} 0 0 {sweep} 0 -{radius}Z"


def _seats(view: View, names: Sequence[str]) -> Iterator[SeatPicture]:
    for step, place in enumerate(PLACES):
        seat = (LEARNER + step) % len(PLACES)
        moon = view.moon if view.moon and view.moon.seat == seat else None
        yield SeatPicture(
            seat=seat,
            place=place,
            name=names[seat],
            score=view.scores[seat],
            points=view.points[seat] if view.points else 0,
            acts=seat in view.to_act,
            moon=moon,
            lit=lit(moon) if moon else "",
        )


def _trick(trick: Trick, catalogue: Catalogue) -> Iterator[CardPicture]:
    for at, card in enumerate(trick.cards):
        seat = (trick.leader + at) % len(PLACES)
        place = PLACES[(seat - LEARNER) % len(PLACES)]
        yield _card(card, catalogue, place, takes=seat == trick.winner, led=at == 0)


def _card(
    card: str, catalogue: Catalogue, place: str = "", *, takes: bool = False, led: bool = False
) -> CardPicture:
    name = catalogue.say(f"cards.name.{card}")
    return CardPicture(card[0], card[1], name, place, takes=takes, led=led)
