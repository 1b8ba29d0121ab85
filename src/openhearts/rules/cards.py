"""Cards and sets of cards.

A card is written rank first, then suit: ``Qs``, ``Td``, ``2c``. A set of cards is written
suit by suit in the order spades, hearts, diamonds, clubs, each from the ace down, parted by
dots: ``AQ2.KT.9.`` holds no club.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, total_ordering
from typing import Self

from openhearts.rules.errors import Expected, NotationError
from openhearts.rules.notation import read_choice

_RANK_LETTERS = "23456789TJQKA"
_SUIT_LETTERS = "cdhs"


class Suit(IntEnum):
    """The four suits, in the order in which cards are numbered."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit that ``text`` writes: ``"c"``, ``"d"``, ``"h"`` or ``"s"``.

        Raises NotationError for anything else.
        """
        return read_choice({str(suit): suit for suit in cls}, text)

    def __str__(self) -> str:
        return _SUIT_LETTERS[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


@total_ordering
@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card. ``rank`` is 2 to 14 (ace high), 11 to 13 the court.

    Cards order by suit (clubs, diamonds, hearts, spades), then by rank.
    """

    rank: int
    suit: Suit
    index: int = field(init=False, compare=False)
    """0 (two of clubs) to 51 (ace of spades), by suit and then by rank."""

    def __post_init__(self) -> None:
        if not 2 <= self.rank <= 14:
            raise ValueError(f"rank {self.rank} is not 2 to 14")
        if not isinstance(self.suit, Suit):
            raise TypeError(f"{self.suit!r} is not a Suit")
        object.__setattr__(self, "index", self.suit * 13 + self.rank - 2)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that ``text`` writes, such as ``"Qs"``.

        Raises NotationError for anything else.
        """
        card = _CARD_BY_TEXT.get(text)
        if card is None:
            has_rank = text[:1] in tuple(_RANK_LETTERS)
            has_suit = has_rank and text[1:2] in tuple(_SUIT_LETTERS)
            raise NotationError(Expected.CARD, text, has_rank + has_suit)
        return card

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return f"{_RANK_LETTERS[self.rank - 2]}{self.suit}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


_CARDS = tuple(Card(rank, suit) for suit in Suit for rank in range(2, 15))
_CARD_BY_TEXT = {str(card): card for card in _CARDS}


@dataclass(frozen=True, slots=True, repr=False)
class Cards:
    """An immutable set of cards, iterated by suit (clubs first) and rising rank.

    It has the operators of a set: ``|``, ``&``, ``-`` and ``<=`` with another one, ``in`` for
    a card, and ``len``.

    >>> hand = Cards.parse("AQ2.KT.9.")
    >>> Card.parse("Qs") in hand, len(hand)
    (True, 6)
    >>> print(hand - Cards.parse("Q..."))
    A2.KT.9.
    >>> print(*hand)
    9d Th Kh 2s Qs As

    ``mask`` has bit ``card.index`` set for each card: set algebra on hands is the rules'
    most frequent step, and the kernel speaks the same numbers.
    """

    mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """The set of these cards; one named twice counts once."""
        mask = 0
        for card in cards:
            mask |= 1 << card.index
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The set that ``text`` writes, such as ``"AQ2.KT.9."``.

        Raises NotationError, which says where, unless there are four suits, each with
        its ranks once and falling.
        """
        mask, suit, last = 0, Suit.SPADES.value, 15
        for position, letter in enumerate(text):
            if letter == "." and suit:
                suit, last = suit - 1, 15
                continue
            rank = _RANK_LETTERS.find(letter) + 2
            if not 2 <= rank < last:
                raise NotationError(Expected.FALLING_RANKS, text, position)
            mask |= 1 << (suit * 13 + rank - 2)
            last = rank
        if suit:
            raise NotationError(Expected.FOUR_SUITS, text, len(text))
        return cls(mask)

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.mask & other.mask)

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.mask | other.mask)

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.mask & ~other.mask)

    def __le__(self, other: Cards) -> bool:
        return not self.mask & ~other.mask

    def with_card(self, card: Card) -> Cards:
        """These cards and ``card``."""
        return Cards(self.mask | 1 << card.index)

    def without_card(self, card: Card) -> Cards:
        """These cards less ``card``."""
        return Cards(self.mask & ~(1 << card.index))

    def lowest(self) -> Card:
        """The first card in the order of iteration. Raises ValueError if there is none."""
        if not self.mask:
            raise ValueError("no cards")
        return _CARDS[(self.mask & -self.mask).bit_length() - 1]

    def highest(self) -> Card:
        """The last card in the order of iteration. Raises ValueError if there is none."""
        if not self.mask:
            raise ValueError("no cards")
        return _CARDS[self.mask.bit_length() - 1]

    def of_suit(self, suit: Suit) -> Cards:
        """Those of one suit."""
        return Cards(self.mask & _SUIT_MASKS[suit])

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            lowest = mask & -mask
            yield _CARDS[lowest.bit_length() - 1]
            mask ^= lowest

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __str__(self) -> str:
        return ".".join(
            "".join(
                _RANK_LETTERS[rank - 2]
                for rank in range(14, 1, -1)
                if self.mask >> (suit * 13 + rank - 2) & 1
            )
            for suit in reversed(Suit)
        )

    def __repr__(self) -> str:
        return f"Cards.parse({str(self)!r})"


_SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in Suit)

NO_CARDS = Cards()
PACK = Cards((1 << 52) - 1)
HEARTS = PACK.of_suit(Suit.HEARTS)
QUEEN_OF_SPADES = Card.parse("Qs")
JACK_OF_DIAMONDS = Card.parse("Jd")
TEN_OF_DIAMONDS = Card.parse("Td")
KING_OF_SPADES = Card.parse("Ks")
ACE_OF_SPADES = Card.parse("As")

_REMOVED = {3: ("2d",), 4: (), 5: ("2d", "2c"), 6: ("2d", "2c", "2s", "3c")}


@cache
def deck(seats: int) -> Cards:
    """The cards in play with 3 to 6 ``seats``: the pack less those of docs/rules.md 1."""
    return PACK - Cards.of(Card.parse(text) for text in _REMOVED[seats])
