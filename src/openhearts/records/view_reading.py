"""Reading a deal as one seat saw it: ``??`` stands for what it did not know.

Full hands are found that fit it, the deal is played again with them, and then only what the
seat could see of it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from openhearts.records.deal_reading import (
    check_leader,
    ended,
    items_of,
    played,
    read_trick,
    started,
)
from openhearts.records.errors import RecordFault
from openhearts.records.fitting import fitting_hands
from openhearts.records.notation import after, parsed, seat_action, split_seat
from openhearts.records.record import UNKNOWN
from openhearts.records.value import Value
from openhearts.rules.actions import ClaimKind, PassCards, PlayCard
from openhearts.rules.cards import NO_CARDS, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import DeckFault, Reason
from openhearts.rules.game import Game
from openhearts.rules.ruleset import Opening, Ruleset
from openhearts.rules.seats import Direction
from openhearts.rules.view import SeatView


def is_view(deal: Value) -> bool:
    """Whether a deal of a document has hands that its writer did not know."""
    hands = deal.entries().get("hands")
    return hands is not None and any(item.content == UNKNOWN for item in hands.items())


def read_view(game: Game, number: int, value: Value) -> SeatView:
    """Deal ``number``, under way after the deals of ``game``, as a seat or a spectator saw it."""
    parts = value.table(("number", "hands"), ("passes", "tricks", "claim", "shown_hand"))
    reader = _Reader(game.ruleset, number, parts)
    deal = reader.replayed()
    if deal.phase is Phase.OVER:
        raise value.fault(RecordFault.NOT_A_VIEW)
    return SeatView.of(replace(game, earlier=game.finished, deal=deal), reader.seat)


class _Reader:
    """Reads the parts of one deal, as ``seat`` saw it (None: a spectator)."""

    def __init__(self, ruleset: Ruleset, number: int, parts: Mapping[str, Value]) -> None:
        self._ruleset = ruleset
        self._number = number
        self._direction = ruleset.direction(number)
        self._parts = parts
        self.seat, self._dealt = _own_hand(parts["hands"], ruleset)
        self._pass_items = items_of(parts, "passes")
        self._trick_items = [
            item.at(trick=place) for place, item in enumerate(items_of(parts, "tricks"), 1)
        ]
        self._tricks = [read_trick(item, ruleset) for item in self._trick_items]
        self._passes = self._read_passes()

    def replayed(self) -> Deal:
        """The deal, played again with some hands that fit."""
        known = self._known()
        self._check_plays(known)
        hands, passes = self._dealt_hands(fitting_hands(self._ruleset, self._tricks, known))
        deal = started(self._ruleset, self._number, hands, self._parts["hands"])
        for item in self._pass_items:
            seat, _ = _seat_pass(item, self._ruleset)
            deal = after(deal, seat, PassCards(tuple(passes[seat])), item)
        deal = ended(self._played(deal), self._parts)
        if deal.claim is not None and deal.claim.kind is ClaimKind.REST_ARE_MINE:
            self._require("shown_hand")
        return deal

    def _read_passes(self) -> dict[int, Cards | None]:
        """By seat what it passed, None where that is unknown.

        Known are the seat's own cards and, once all have passed, those that it was given.
        """
        seats = [_seat_pass(item, self._ruleset)[0] for item in self._pass_items]
        own = {self.seat}
        if self.seat is not None and len(set(seats)) == self._ruleset.seats:
            own.add(self._direction.giver(self.seat, self._ruleset.seats))
        passes: dict[int, Cards | None] = {}
        for item in self._pass_items:
            seat, cards = _seat_pass(item, self._ruleset)
            if (cards is not None) != (seat in own):
                raise item.fault(RecordFault.NOT_A_VIEW)
            if cards is not None:
                self._check_pass(item, seat, cards)
            passes[seat] = cards
        return passes

    def _check_pass(self, item: Value, seat: int, cards: Cards) -> None:
        """Here and not only when it is played again: the hand at the lead is made from it."""
        action = str(PassCards(tuple(cards)))
        if self._direction is Direction.HOLD:
            raise item.fault(Reason.NOTHING_TO_PASS, seat=seat, action=action)
        if len(cards) != (count := self._ruleset.pass_count):
            raise item.fault(Reason.WRONG_NUMBER_OF_CARDS, seat=seat, count=count, given=len(cards))
        if seat == self.seat and (foreign := cards - self._dealt):
            card = str(foreign.lowest())
            raise item.fault(Reason.NOT_IN_HAND, seat=seat, action=action, card=card)

    @property
    def _has_exchanged(self) -> bool:
        return len(self._passes) == self._ruleset.seats

    def _known(self) -> list[Cards]:
        """By seat the cards known to be in its hand when play begins; while passing, now."""
        seats = self._ruleset.seats
        known = [NO_CARDS] * seats
        if self.seat is not None:
            own = self._dealt
            if self._has_exchanged:
                given = self._passes[self.seat] or NO_CARDS
                received = self._passes[self._direction.giver(self.seat, seats)] or NO_CARDS
                known[self._direction.receiver(self.seat, seats)] |= given
                own = (own - given) | received
            known[self.seat] |= own
        if "shown_hand" in self._parts and "claim" in self._parts:
            claimant, _ = seat_action(self._parts["claim"], self._ruleset, "claim ")
            shown = self._parts["shown_hand"]
            known[claimant] |= parsed(shown, shown.text(), Cards.parse)
        for opening_trick in self._tricks[:1]:
            opener = opening_trick.leader
            if self._ruleset.opening is Opening.LOWEST_CLUB and opener != self.seat:
                known[opener] = known[opener].with_card(self._ruleset.lowest_club)
        return known

    def _check_plays(self, known: Sequence[Cards]) -> None:
        """Whether each card was played once, and by the seat that is known to have it."""
        played = NO_CARDS
        for item, trick in zip(self._trick_items, self._tricks, strict=True):
            for seat, card in trick.plays():
                if card not in self._ruleset.deck:
                    raise item.fault(DeckFault.NOT_IN_DECK, seat=seat, card=str(card))
                holders = {place for place, cards in enumerate(known) if card in cards}
                if card in played or holders - {seat}:
                    raise item.fault(DeckFault.CARD_TWICE, seat=seat, card=str(card))
                if seat == self.seat and card not in known[seat]:
                    action = str(PlayCard(card))
                    raise item.fault(Reason.NOT_IN_HAND, seat=seat, action=action, card=str(card))
                played = played.with_card(card)

    def _dealt_hands(self, hands: Sequence[Cards]) -> tuple[list[Cards], dict[int, Cards]]:
        """The hands before the exchange, and what each seat passed, for these ``hands``."""
        seats, direction = self._ruleset.seats, self._direction
        passes: dict[int, Cards] = {}
        for seat, cards in self._passes.items():
            holder = direction.receiver(seat, seats) if self._has_exchanged else seat
            passes[seat] = self._some(hands[holder]) if cards is None else cards
        if not self._has_exchanged:
            return list(hands), passes
        dealt = [
            (hand - passes[direction.giver(seat, seats)]) | passes[seat]
            for seat, hand in enumerate(hands)
        ]
        return dealt, passes

    def _some(self, hand: Cards) -> Cards:
        return Cards.of(islice(hand, self._ruleset.pass_count))

    def _played(self, deal: Deal) -> Deal:
        """The deal after the tricks, of which the last may still wait for its lead."""
        if not self._tricks:
            if deal.phase is Phase.PLAYING:
                self._require("tricks")  # all see who leads; one hand does not tell it
            return deal
        if self._tricks[-1].cards:
            return played(deal, self._trick_items)
        *items, waiting = self._trick_items
        deal = played(deal, items)
        if deal.phase is not Phase.PLAYING:
            raise waiting.fault(RecordFault.TRICK_NOT_COMPLETE)
        check_leader(waiting, deal, self._tricks[-1])
        return deal

    def _require(self, key: str) -> None:
        if key not in self._parts:
            raise self._parts["hands"].fault(RecordFault.MISSING_FIELD, field=key)


def _own_hand(hands: Value, ruleset: Ruleset) -> tuple[int | None, Cards]:
    """The only seat whose hand is known, and the hand; a spectator knows none."""
    known = [(seat, item) for seat, item in enumerate(hands.items()) if item.text() != UNKNOWN]
    if len(known) > 1:
        raise hands.fault(RecordFault.NOT_A_VIEW)
    if not known:
        return None, NO_CARDS
    seat, item = known[0]
    hand = parsed(item, item.text(), Cards.parse)
    if len(hand) != (expected := ruleset.hand_size):
        raise item.fault(DeckFault.WRONG_HAND_SIZE, seat=seat, expected=expected, given=len(hand))
    return seat, hand


def _seat_pass(value: Value, ruleset: Ruleset) -> tuple[int, Cards | None]:
    """A seat, and what it passed: cards, or ``??`` for each of them."""
    seat, cards = split_seat(value, ruleset)
    if cards == " ".join([UNKNOWN] * ruleset.pass_count):
        return seat, None
    _, action = seat_action(value, ruleset, "pass ")
    return seat, Cards.of(action.cards) if isinstance(action, PassCards) else NO_CARDS
