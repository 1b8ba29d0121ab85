"""One trick, finished or on the table.

A trick is written as its leader and then, in the order of play, a place for each seat, ``-``
where nobody has played yet: ``2 Ah 5h -`` is led by seat 2 of three and waits for seat 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openhearts.rules.cards import Card, Cards, Suit
from openhearts.rules.errors import Expected, NotationError
from openhearts.rules.notation import read_choice, whole

_FEWEST_SEATS = 3
_SEATS = {str(seat): seat for seat in range(6)}
_NOBODY_YET = "-"


@dataclass(frozen=True, slots=True, repr=False)
class Trick:
    """``cards`` in the order of play, the first by ``leader``, at a table of ``seats``.

    >>> Trick.parse("2 2c Kc Qc As").winner
    3
    """

    leader: int
    seats: int
    cards: tuple[Card, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Trick:
        """The trick that ``text`` writes, such as ``"0 2c 5c - -"``.

        Raises NotationError, which says where, unless there is a place for each of 3 to 6
        seats, the leader is one of them, and nobody plays a card twice or out of turn.
        """
        pieces = whole(text).pieces()
        leader = next(pieces).read(lambda name: read_choice(_SEATS, name))
        fewest = max(_FEWEST_SEATS, leader + 1)
        seats = 0
        cards: list[Card] = []
        for place in pieces:
            if seats == len(_SEATS):
                raise place.fault(Expected.PLACES_AT_MOST, count=len(_SEATS))
            if len(cards) < seats and place.text != _NOBODY_YET:
                raise place.fault(Expected.NOBODY_YET)
            if place.text != _NOBODY_YET:
                card = place.read(Card.parse)
                if card in cards:
                    raise place.fault(Expected.CARD_NAMED_ONCE)
                cards.append(card)
            seats += 1
        if seats < fewest:
            raise NotationError(Expected.PLACES_AT_LEAST, text, len(text), count=fewest)
        return cls(leader, seats, tuple(cards))

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None before the lead."""
        return self.cards[0].suit if self.cards else None

    @property
    def is_complete(self) -> bool:
        """Whether every seat has played."""
        return len(self.cards) == self.seats

    @property
    def to_play(self) -> int:
        """The seat whose card comes next; in a complete trick, the leader's."""
        return (self.leader + len(self.cards)) % self.seats

    @property
    def winner(self) -> int:
        """The seat with the highest card of the led suit so far.

        Raises ValueError before the lead.
        """
        if not self.cards:
            raise ValueError("nobody has played yet")
        led = self.cards[0].suit
        best = 0
        for place, card in enumerate(self.cards):
            if card.suit is led and card.rank > self.cards[best].rank:
                best = place
        return (self.leader + best) % self.seats

    def play(self, card: Card) -> Trick:
        """This trick with ``card`` on top."""
        return Trick(self.leader, self.seats, (*self.cards, card))

    def card_of(self, seat: int) -> Card | None:
        """What ``seat`` has played, if anything."""
        place = (seat - self.leader) % self.seats
        return self.cards[place] if place < len(self.cards) else None

    def plays(self) -> Iterator[tuple[int, Card]]:
        """Each seat that has played, and its card, in order."""
        for place, card in enumerate(self.cards):
            yield (self.leader + place) % self.seats, card

    def __str__(self) -> str:
        waiting = [_NOBODY_YET] * (self.seats - len(self.cards))
        return " ".join([str(self.leader), *map(str, self.cards), *waiting])

    def __repr__(self) -> str:
        return f"Trick.parse({str(self)!r})"


def taken_by_seat(seats: int, tricks: Sequence[Trick]) -> list[Cards]:
    """The cards in each seat's tricks."""
    taken = [Cards()] * seats
    for trick in tricks:
        taken[trick.winner] |= Cards.of(trick.cards)
    return taken
