"""The last cards of a deal: all that decides what is legal from there on.

An ending is written in one line of four parts: the ruleset, the hands by seat, the trick on
the table, and the cards of the earlier tricks:

``standard seats=3 | .A2.. K...7 .5.4. | 0 - - - | ...AQT``
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openhearts.rules.cards import Card, Cards, Suit
from openhearts.rules.errors import Expected, Fact, with_facts
from openhearts.rules.legal import legal_cards, refusal
from openhearts.rules.notation import whole
from openhearts.rules.ruleset import Opening, Ruleset
from openhearts.rules.trick import Trick

MOST_CARDS = 4
"""The longest hand of an ending."""

ENDING_PARTS = (Expected.RULESET, Expected.HANDS, Expected.TRICK, Expected.EARLIER_CARDS)
PARTING = " | "
"""The parts of an ending's notation, and what stands between them."""


class NotAnEnding(ValueError):
    """Cards that are no ending.

    ``part`` is where the first fault is: "hand 0" and so on by seat, "trick" or "earlier";
    ``position`` is its place in the notation of that part, and ``expected``, with its
    ``facts``, what should have been there.
    """

    def __init__(self, expected: Expected, part: str, position: int = 0, **facts: Fact) -> None:
        super().__init__(f"expected {with_facts(expected, facts)}: {part} at position {position}")
        self.expected = expected
        self.part = part
        self.position = position
        self.facts: Mapping[str, Fact] = facts


@dataclass(frozen=True, slots=True, repr=False)
class Ending:
    """The last cards of a deal, as they stand. Every play returns the next ending.

    ``hands`` are by seat. ``trick`` is the one on the table, never complete: after the last
    card of a trick it is the next one. ``earlier`` are the cards of the finished tricks; who
    took them changes nothing. Cards in none of these are set aside, so that hands of a few
    cards can be a whole deal.

    No hand is longer than four cards, and before the trick all are equally long. An ending
    need not be one that play can reach; but where the lowest club opens and nothing was
    played, the leader holds it. Raises NotAnEnding for anything else.
    """

    ruleset: Ruleset
    hands: tuple[Cards, ...]
    trick: Trick
    earlier: Cards

    @classmethod
    def parse(cls, text: str) -> Ending:
        """The ending that ``text`` writes.

        Raises NotationError, which says where, for anything else, and RulesetError where
        ``Ruleset.parse`` does. What cannot be read comes before what does not fit together.
        """
        parts = whole(text).parts(ENDING_PARTS, PARTING)
        ruleset = next(parts).read(Ruleset.parse)
        seats = [_hand(seat) for seat in range(ruleset.seats)]
        by_seat = next(parts).parts([Expected.NEXT_HAND] * ruleset.seats)
        hands = {piece: piece.read(Cards.parse) for piece in by_seat}
        trick = (on_table := next(parts)).read(Trick.parse)
        earlier = (before := next(parts)).read(Cards.parse)
        try:
            return cls(ruleset, tuple(hands.values()), trick, earlier)
        except NotAnEnding as fault:
            where = dict(zip((*seats, "trick", "earlier"), (*hands, on_table, before), strict=True))
            raise where[fault.part].fault(fault.expected, fault.position, **fault.facts) from None

    def __post_init__(self) -> None:
        ruleset, trick = self.ruleset, self.trick
        if len(self.hands) != ruleset.seats:
            raise NotAnEnding(Expected.AS_MANY_HANDS, "hands", count=ruleset.seats)
        free = ruleset.deck
        for seat, hand in enumerate(self.hands):
            if elsewhere := hand - free:
                raise NotAnEnding(Expected.FREE_CARD, _hand(seat), _place_of(elsewhere, hand))
            if len(hand) > MOST_CARDS:
                raise NotAnEnding(Expected.CARDS_AT_MOST, _hand(seat), count=MOST_CARDS)
            free -= hand
        _check_trick(trick, self.hands, free)
        free -= Cards.of(trick.cards)
        if elsewhere := self.earlier - free:
            raise NotAnEnding(Expected.FREE_CARD, "earlier", _place_of(elsewhere, self.earlier))
        if len(self.earlier) % ruleset.seats:
            raise NotAnEnding(Expected.WHOLE_TRICKS, "earlier")
        if (
            ruleset.opening is Opening.LOWEST_CLUB
            and not self.played
            and ruleset.lowest_club not in self.hands[trick.leader]
        ):
            raise NotAnEnding(Expected.LEADER_WITH, "trick", card=str(ruleset.lowest_club))

    @property
    def played(self) -> Cards:
        """Every card played in the deal so far."""
        return self.earlier | Cards.of(self.trick.cards)

    def legal_cards(self) -> Cards:
        """What the seat on turn may play; nothing after the last card."""
        return legal_cards(self.ruleset, self.hands[self.trick.to_play], self.trick, self.played)

    def play(self, card: Card) -> Ending:
        """The ending after the seat on turn plays ``card``.

        Raises IllegalAction, with the reason and its facts, where the rules do not allow it.
        """
        seat, trick = self.trick.to_play, self.trick.play(card)
        hand = self.hands[seat]
        if (refused := refusal(self.ruleset, hand, self.trick, self.played, card)) is not None:
            raise refused
        hands = (*self.hands[:seat], hand.without_card(card), *self.hands[seat + 1 :])
        if not trick.is_complete:
            return Ending(self.ruleset, hands, trick, self.earlier)
        next_trick = Trick(trick.winner, trick.seats)
        return Ending(self.ruleset, hands, next_trick, self.earlier | Cards.of(trick.cards))

    def __str__(self) -> str:
        hands = " ".join(map(str, self.hands))
        return PARTING.join(map(str, (self.ruleset, hands, self.trick, self.earlier)))

    def __repr__(self) -> str:
        return f"Ending.parse({str(self)!r})"


def _check_trick(trick: Trick, hands: Sequence[Cards], free: Cards) -> None:
    """Raise NotAnEnding unless the trick fits the hands; ``free`` is what these do not hold."""
    seats = len(hands)
    if not 0 <= trick.leader < seats:
        raise NotAnEnding(Expected.SEAT, "trick", last=seats - 1)
    _, *places = whole(str(trick)).pieces()
    for card, place in zip(trick.cards, places, strict=False):
        if card not in free:
            raise NotAnEnding(Expected.FREE_CARD, "trick", place.start)
        free = free.without_card(card)
    if trick.seats != seats:
        fault = places[seats].start if trick.seats > seats else len(str(trick))
        raise NotAnEnding(Expected.PLACES, "trick", fault, count=seats)
    if len(trick.cards) >= seats:
        last = places[seats - 1].start
        raise NotAnEnding(Expected.FREE_PLACE, "trick", last)
    before = [len(hand) + (trick.card_of(seat) is not None) for seat, hand in enumerate(hands)]
    for seat, size in enumerate(before):
        if size != before[trick.to_play]:
            raise NotAnEnding(Expected.AS_MANY_CARDS, _hand(seat))


def _hand(seat: int) -> str:
    return f"hand {seat}"


def _place_of(some: Cards, among: Cards) -> int:
    """Where the notation of the set ``among`` names the first of ``some``."""
    first = some.highest()
    return sum(card > first for card in among) + Suit.SPADES - first.suit
