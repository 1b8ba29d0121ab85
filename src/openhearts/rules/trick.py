"""One trick, finished or on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openhearts.rules.cards import Card, Cards, Suit


@dataclass(frozen=True, slots=True)
class Trick:
    """``cards`` in the order of play, the first by ``leader``, at a table of ``seats``."""

    leader: int
    seats: int
    cards: tuple[Card, ...] = ()

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


def taken_by_seat(seats: int, tricks: Sequence[Trick]) -> list[Cards]:
    """The cards in each seat's tricks."""
    taken = [Cards()] * seats
    for trick in tricks:
        taken[trick.winner] |= Cards.of(trick.cards)
    return taken
