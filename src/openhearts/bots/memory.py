"""What a careful player keeps in mind: which cards are out, where they may lie, what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from openhearts.rules.cards import PACK, Card, Cards, Suit
from openhearts.rules.ruleset import FirstTrick, Ruleset
from openhearts.rules.scoring import card_points, penalty_cards
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView


@lru_cache(maxsize=64)
def _prices(ruleset: Ruleset) -> tuple[int, ...]:
    return tuple(card_points(ruleset, card) for card in PACK)


_ABOVE = tuple(
    Cards.of(other for other in PACK if other.suit is card.suit and other.rank > card.rank).mask
    for card in PACK
)
_BELOW = tuple(
    Cards.of(other for other in PACK if other.suit is card.suit and other.rank < card.rank).mask
    for card in PACK
)


@dataclass(frozen=True)
class Memory:
    """One seat's knowledge of a deal, with what follows from it.

    ``unseen`` are the cards in the other hands. Of those, ``known`` are the ones that I
    passed, which ``receiver`` must still hold. ``voids`` are by seat: the suits that it has
    failed to follow. ``taken`` are the cards in each seat's tricks. ``later`` are the seats
    that play after me in this trick.

    Chances are between 0 and 1 and take the cards whose place is not known as well shuffled.
    """

    ruleset: Ruleset
    seat: int
    hand: Cards
    sizes: tuple[int, ...]
    unseen: Cards
    known: Cards
    receiver: int
    voids: tuple[frozenset[Suit], ...]
    taken: tuple[Cards, ...]
    trick: Trick
    later: tuple[int, ...]
    is_first_trick: bool

    @classmethod
    def of(cls, view: SeatView, seat: int) -> Memory:
        """What ``seat``, whose view it is, keeps in mind. Before play the trick is empty."""
        ruleset = view.ruleset
        trick = view.trick or Trick(seat, ruleset.seats)
        unseen = ruleset.deck - view.hand - view.played
        return cls(
            ruleset=ruleset,
            seat=seat,
            hand=view.hand,
            sizes=view.hand_sizes,
            unseen=unseen,
            known=view.given & unseen,
            receiver=view.direction.receiver(seat, ruleset.seats),
            voids=_voids(view),
            taken=view.taken,
            trick=trick,
            later=tuple(
                (trick.leader + place) % ruleset.seats
                for place in range(len(trick.cards) + 1, ruleset.seats)
            ),
            is_first_trick=not view.tricks,
        )

    @cached_property
    def others(self) -> tuple[int, ...]:
        """Every seat but mine."""
        return tuple(seat for seat in range(self.ruleset.seats) if seat != self.seat)

    # -- cards and what they cost

    @cached_property
    def prices(self) -> tuple[int, ...]:
        """What taking each card of the pack costs, by its index."""
        return _prices(self.ruleset)

    def price(self, card: Card) -> int:
        """What taking ``card`` costs, in points; negative for the bonus card."""
        return self.prices[card.index]

    def price_of(self, cards: Iterable[Card]) -> int:
        """What taking all these cards costs, in points."""
        return sum(self.prices[card.index] for card in cards)

    @property
    def dearest(self) -> int:
        """What the dearest card of the deck costs: 13, the queen, in standard Hearts."""
        return max(self.prices)

    def above(self, card: Card) -> Cards:
        """The unseen cards that beat ``card`` in its suit."""
        return Cards(self.unseen.mask & _ABOVE[card.index])

    def below(self, card: Card) -> Cards:
        """The unseen cards that ``card`` beats in its suit."""
        return Cards(self.unseen.mask & _BELOW[card.index])

    @cached_property
    def unseen_of(self) -> tuple[Cards, ...]:
        """The unseen cards by suit."""
        return tuple(self.unseen.of_suit(suit) for suit in Suit)

    @cached_property
    def costly_spades(self) -> tuple[Card, ...]:
        """The unseen spades that cost points, the dearest first."""
        spades = penalty_cards(self.ruleset) & self.unseen_of[Suit.SPADES]
        return tuple(sorted(spades, key=self.price, reverse=True))

    @cached_property
    def average_heart(self) -> float:
        """What an unseen heart costs, in points."""
        hearts = self.unseen_of[Suit.HEARTS]
        return self.price_of(hearts) / len(hearts) if hearts else 0.0

    # -- where they may lie

    @cached_property
    def shares(self) -> tuple[tuple[float, ...], ...]:
        """By suit and seat: the chance that the seat has a card whose place is not known."""
        return tuple(self._shares_of(suit) for suit in Suit)

    def chance_held(self, card: Card, seat: int) -> float:
        """The chance that ``seat`` holds the unseen ``card``."""
        if card in self.known:
            return float(seat == self.receiver)
        return self.shares[card.suit][seat]

    def chance_void(self, seat: int, suit: Suit) -> float:
        """The chance that ``seat`` holds no card of ``suit``."""
        if suit in self.voids[seat]:
            return 1.0
        known = len(self.known.of_suit(suit))
        if known and seat == self.receiver:
            return 0.0
        return (1 - self.shares[suit][seat]) ** (len(self.unseen_of[suit]) - known)

    @cached_property
    def discards(self) -> tuple[float, ...]:
        """By seat: the points that it may be expected to throw on a suit that it lacks."""
        return tuple(self._discard(seat) for seat in range(self.ruleset.seats))

    def _shares_of(self, suit: Suit) -> tuple[float, ...]:
        room = [
            0 if seat == self.seat or suit in self.voids[seat] else size
            for seat, size in enumerate(self.sizes)
        ]
        room[self.receiver] = max(0, room[self.receiver] - len(self.known))
        together = sum(room)
        return tuple(size / together if together else 0.0 for size in room)

    def _discard(self, seat: int) -> float:
        """The dearest spade that ``seat`` may have, else a heart."""
        if seat == self.seat:
            return 0.0
        points, none_dearer = 0.0, 1.0
        for card in self.costly_spades:
            chance = self.chance_held(card, seat)
            points += none_dearer * chance * self.price(card)
            none_dearer *= 1 - chance
        has_heart = 1 - self.chance_void(seat, Suit.HEARTS)
        return points + none_dearer * has_heart * self.average_heart

    # -- the trick on the table

    @property
    def best(self) -> Card | None:
        """The card that takes the trick so far."""
        return self.trick.card_of(self.trick.winner) if self.trick.cards else None

    @property
    def bars_penalties(self) -> bool:
        """Whether penalty cards may not be discarded on this trick."""
        return self.is_first_trick and self.ruleset.first_trick is FirstTrick.NO_PENALTY_CARDS


def _voids(view: SeatView) -> tuple[frozenset[Suit], ...]:
    """By seat: the suits that it has failed to follow."""
    voids: list[set[Suit]] = [set() for _ in range(view.ruleset.seats)]
    for trick in view.tricks if view.trick is None else (*view.tricks, view.trick):
        led = trick.led
        for seat, card in trick.plays():
            if led is not None and card.suit is not led:
                voids[seat].add(led)
    return tuple(frozenset(suits) for suits in voids)
