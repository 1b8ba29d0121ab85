"""One deal: passing, tricks, claims, the shooter's choice. The truth, with every hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar, assert_never

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import NO_CARDS, Card, Cards
from openhearts.rules.claims import claim_refusal
from openhearts.rules.errors import DeckFault, IllegalAction, NotTheDeck, Reason
from openhearts.rules.legal import hearts_broken, legal_cards, refusal
from openhearts.rules.ruleset import MoonRule, Opening, Ruleset
from openhearts.rules.scoring import Outcome, moon_shooter, outcome_of
from openhearts.rules.seats import Direction, dealer
from openhearts.rules.trick import Trick, taken_by_seat

_Value = TypeVar("_Value")


class Phase(StrEnum):
    """Where a deal stands: what its seats are asked for."""

    PASSING = "passing"
    PLAYING = "playing"
    CHOOSING = "choosing"
    """The shooter settles the moon."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim that ended a deal, and who made it."""

    seat: int
    kind: ClaimKind


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, as it stands. Made by ``Deal.start``; every action returns the next one.

    ``dealt`` and ``hands`` (now) are by seat; ``passed`` holds what each seat chose to pass,
    None before it has. ``played`` are all cards played so far. ``trick`` is the one on the
    table, None while passing; after the last card it is an empty one. ``moon_choice`` is the
    shooter's, once made.
    """

    ruleset: Ruleset
    number: int
    dealt: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    passed: tuple[Cards | None, ...]
    played: Cards = NO_CARDS
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    claim: Claim | None = None
    moon_choice: MoonRule | None = None

    @classmethod
    def start(cls, ruleset: Ruleset, number: int, hands: Iterable[Cards]) -> Deal:
        """Deal ``number`` of a game, counted from 1, with these hands by seat.

        Raises NotTheDeck unless the hands are equal parts of the ruleset's deck, and
        ValueError for a number below 1.
        """
        dealt = tuple(hands)
        _check_deck(ruleset, dealt)
        if number < 1:
            raise ValueError(f"deals count from 1, not from {number}")
        deal = cls(ruleset, number, dealt, dealt, (None,) * ruleset.seats)
        return deal._open() if deal.direction is Direction.HOLD else deal

    # -- how it stands

    @property
    def direction(self) -> Direction:
        """Where this deal's cards are passed."""
        return self.ruleset.direction(self.number)

    @property
    def phase(self) -> Phase:
        """What the deal waits for."""
        if self.trick is None:
            return Phase.PASSING
        if self.claim is None and self.hands[self.trick.to_play]:
            return Phase.PLAYING
        if (
            self.ruleset.moon is MoonRule.CHOICE
            and self.moon_choice is None
            and self.shooter is not None
        ):
            return Phase.CHOOSING
        return Phase.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the deal waits for; all who have not chosen, while passing."""
        if self.trick is None:
            return tuple(seat for seat, cards in enumerate(self.passed) if cards is None)
        match self.phase:
            case Phase.PLAYING:
                return (self.trick.to_play,)
            case Phase.CHOOSING:
                return tuple(seat for seat in range(self.ruleset.seats) if seat == self.shooter)
            case _:
                return ()

    @property
    def hearts_broken(self) -> bool:
        """Whether a heart, or with ``queen_breaks`` the queen of spades, has been played."""
        return hearts_broken(self.ruleset, self.played)

    @property
    def opening_hands(self) -> tuple[Cards, ...]:
        """The hands with which play began, after passing; until then, as dealt."""
        if None in self.passed:
            return self.dealt
        return tuple(
            (hand - self.given(seat)) | self.received(seat) for seat, hand in enumerate(self.dealt)
        )

    def given(self, seat: int) -> Cards:
        """What ``seat`` passed; nothing before it has."""
        return self.passed[seat] or Cards()

    def received(self, seat: int) -> Cards:
        """What ``seat`` was passed; nothing until all have chosen."""
        if None in self.passed:
            return Cards()
        return self.given(self.direction.giver(seat, self.ruleset.seats))

    @property
    def taken(self) -> tuple[Cards, ...]:
        """The cards in each seat's tricks, with what a claim gave."""
        taken = taken_by_seat(self.ruleset.seats, self.tricks)
        if self.claim is not None and self.claim.kind is ClaimKind.REST_ARE_MINE:
            for hand in self.hands:
                taken[self.claim.seat] |= hand
        return tuple(taken)

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """The number of each seat's tricks, with those that a claim gave."""
        return self._tricks_in(self.taken)

    @property
    def shooter(self) -> int | None:
        """The seat that has every card which the moon needs, if one has."""
        return moon_shooter(self.ruleset, self.taken)

    def outcome(self, scores: Sequence[int]) -> Outcome:
        """The outcome, with ``scores`` by seat before this deal.

        Raises ValueError until the deal is over.
        """
        if self.phase is not Phase.OVER:
            raise ValueError(f"the deal is not over: {self.phase}")
        taken = self.taken
        return outcome_of(
            self.ruleset, taken, self._tricks_in(taken), scores, self.number, self.moon_choice
        )

    def legal_cards(self) -> Cards:
        """What the seat on turn may play; nothing unless cards are being played."""
        trick = self.trick
        if trick is None or self.phase is not Phase.PLAYING:
            return Cards()
        return legal_cards(self.ruleset, self.hands[trick.to_play], trick, self.played)

    # -- the actions

    def act(self, seat: int, action: Action) -> Deal:
        """The deal after ``seat`` does ``action``.

        Raises IllegalAction, with the reason and its facts, where the rules do not allow it,
        and ValueError for a seat that the table does not have.
        """
        if not 0 <= seat < self.ruleset.seats:
            raise ValueError(f"seat {seat} is not 0 to {self.ruleset.seats - 1}")
        match action:
            case PassCards(cards):
                return self._pass(seat, cards)
            case PlayCard(card):
                return self._play(seat, card)
            case MakeClaim(kind):
                return self._claim(seat, kind)
            case ChooseMoon(moon):
                return self._choose(seat, moon)
            case _:
                assert_never(action)

    def pass_cards(self, seat: int, cards: Iterable[Card]) -> Deal:
        """The deal after ``seat`` has chosen what to pass; the last one's choice exchanges all."""
        return self.act(seat, PassCards(tuple(cards)))

    def play(self, card: Card) -> Deal:
        """The deal after the seat on turn plays ``card``."""
        return self._add(self._trick_to_play(), card)

    def _pass(self, seat: int, cards: tuple[Card, ...]) -> Deal:
        if self.direction is Direction.HOLD:
            raise IllegalAction(Reason.NOTHING_TO_PASS)
        if self.passed[seat] is not None:
            raise IllegalAction(Reason.ALREADY_PASSED)
        for place, card in enumerate(cards):
            if card not in self.hands[seat]:
                raise IllegalAction(Reason.NOT_IN_HAND, card=str(card))
            if card in cards[:place]:
                raise IllegalAction(Reason.REPEATED_CARD, card=str(card))
        count = self.ruleset.pass_count
        if len(cards) != count:
            raise IllegalAction(Reason.WRONG_NUMBER_OF_CARDS, count=count, given=len(cards))
        chosen = replace(self, passed=_with(self.passed, seat, Cards.of(cards)))
        return chosen if None in chosen.passed else chosen._open()

    def _open(self) -> Deal:
        """Exchange what was passed, and wait for the opening lead."""
        hands = self.opening_hands
        if self.ruleset.opening is Opening.LEFT_OF_DEALER:
            leader = (dealer(self.number, self.ruleset.seats) + 1) % self.ruleset.seats
        else:
            opener = self.ruleset.lowest_club
            leader = next(seat for seat, hand in enumerate(hands) if opener in hand)
        return replace(self, hands=hands, trick=Trick(leader, self.ruleset.seats))

    def _play(self, seat: int, card: Card) -> Deal:
        trick = self._trick_to_play()
        if trick.to_play != seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN, seat=trick.to_play)
        return self._add(trick, card)

    def _add(self, trick: Trick, card: Card) -> Deal:
        seat = trick.to_play
        hand = self.hands[seat]
        if (refused := refusal(self.ruleset, hand, trick, self.played, card)) is not None:
            raise refused
        trick = trick.play(card)
        is_complete = trick.is_complete
        # The most frequent step of all: written out, it takes half the time of replace().
        return Deal(
            self.ruleset,
            self.number,
            self.dealt,
            _with(self.hands, seat, hand.without_card(card)),
            self.passed,
            self.played.with_card(card),
            (*self.tricks, trick) if is_complete else self.tricks,
            Trick(trick.winner, trick.seats) if is_complete else trick,
        )

    def _claim(self, seat: int, kind: ClaimKind) -> Deal:
        trick = self._trick_to_play()
        refused = claim_refusal(self.ruleset, kind, seat, self.hands[seat], trick, self.tricks)
        if refused is not None:
            raise refused
        return replace(self, claim=Claim(seat, kind))

    def _choose(self, seat: int, moon: MoonRule) -> Deal:
        if self.phase is not Phase.CHOOSING or moon not in (MoonRule.ADD, MoonRule.SUBTRACT):
            raise IllegalAction(Reason.NO_CHOICE_OF_MOON)
        if seat != self.shooter:
            raise IllegalAction(Reason.NOT_YOUR_TURN, seat=self.to_act[0])
        return replace(self, moon_choice=moon)

    def _tricks_in(self, taken: Iterable[Cards]) -> tuple[int, ...]:
        return tuple(len(cards) // self.ruleset.seats for cards in taken)

    def _trick_to_play(self) -> Trick:
        """The trick that waits for a card. Raises IllegalAction if none does."""
        phase = self.phase
        if phase is Phase.OVER:
            raise IllegalAction(Reason.DEAL_OVER)
        if self.trick is None or phase is not Phase.PLAYING:
            raise IllegalAction(Reason.WRONG_PHASE, phase=str(phase))
        return self.trick


def _check_deck(ruleset: Ruleset, hands: tuple[Cards, ...]) -> None:
    if len(hands) != ruleset.seats:
        raise NotTheDeck(DeckFault.WRONG_NUMBER_OF_HANDS, expected=ruleset.seats, given=len(hands))
    dealt = NO_CARDS
    for seat, hand in enumerate(hands):
        if foreign := hand - ruleset.deck:
            raise NotTheDeck(DeckFault.NOT_IN_DECK, seat=seat, card=str(foreign.lowest()))
        if again := hand & dealt:
            raise NotTheDeck(DeckFault.CARD_TWICE, seat=seat, card=str(again.lowest()))
        if len(hand) != ruleset.hand_size:
            raise NotTheDeck(
                DeckFault.WRONG_HAND_SIZE, seat=seat, expected=ruleset.hand_size, given=len(hand)
            )
        dealt |= hand


def _with(values: tuple[_Value, ...], place: int, value: _Value) -> tuple[_Value, ...]:
    """These values with another one at ``place``."""
    return (*values[:place], value, *values[place + 1 :])
