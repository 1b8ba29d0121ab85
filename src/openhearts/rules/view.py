"""What one seat may know of a deal, built by adding: nothing is ever blanked out of the truth.

With no seat it is a spectator's view. Bots, clients and logs see a deal only through this.
"""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.rules.actions import ClaimKind
from openhearts.rules.cards import Card, Cards
from openhearts.rules.claims import claim_refusal
from openhearts.rules.deal import Claim, Deal, Phase
from openhearts.rules.errors import IllegalAction
from openhearts.rules.game import Game
from openhearts.rules.legal import hearts_broken, legal_cards, refusal
from openhearts.rules.ruleset import MoonRule, Ruleset
from openhearts.rules.scoring import Outcome, adaptive_moon, moon_points, total
from openhearts.rules.seats import Direction
from openhearts.rules.trick import Trick, taken_by_seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's knowledge of the deal on the table.

    Public: the ruleset, scores before the deal, who has passed (not what), hand sizes, the
    tricks, the trick on the table, all cards ``played`` so far, a claim. The seat's own: its
    hand, what it gave and received. ``shown_hand`` is the hand that a claim of the rest lays
    open. Once the deal is over ``opening_hands`` and ``passes`` show everybody's, and
    ``outcome`` what it cost.
    """

    ruleset: Ruleset
    number: int
    seat: int | None
    scores: tuple[int, ...]
    phase: Phase
    to_act: tuple[int, ...]
    has_passed: tuple[bool, ...]
    hand_sizes: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick | None
    played: Cards
    claim: Claim | None
    shown_hand: Cards
    hand: Cards
    given: Cards
    received: Cards
    opening_hands: tuple[Cards, ...] = ()
    passes: tuple[Cards, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def of(cls, game: Game, seat: int | None) -> SeatView:
        """What ``seat``, or a spectator, may know of the deal on the table of ``game``.

        Raises ValueError before the first deal, and for a seat that the table does not have.
        """
        deal = game.deal
        if deal is None:
            raise ValueError("no deal is on the table")
        is_over = deal.phase is Phase.OVER
        seats = range(deal.ruleset.seats)
        if seat is not None and seat not in seats:
            raise ValueError(f"seat {seat} is not 0 to {deal.ruleset.seats - 1}")
        return cls(
            ruleset=deal.ruleset,
            number=deal.number,
            seat=seat,
            scores=game.scores_before,
            phase=deal.phase,
            to_act=deal.to_act,
            has_passed=tuple(cards is not None for cards in deal.passed),
            hand_sizes=tuple(len(hand) for hand in deal.hands),
            tricks=deal.tricks,
            trick=deal.trick,
            played=deal.played,
            claim=deal.claim,
            shown_hand=_shown_hand(deal),
            hand=Cards() if seat is None else deal.hands[seat],
            given=Cards() if seat is None else deal.given(seat),
            received=Cards() if seat is None else deal.received(seat),
            opening_hands=deal.opening_hands if is_over else (),
            passes=tuple(deal.given(seat) for seat in seats) if is_over else (),
            outcome=deal.outcome(game.scores_before) if is_over else None,
        )

    @property
    def direction(self) -> Direction:
        """Where this deal's cards are passed."""
        return self.ruleset.direction(self.number)

    @property
    def is_my_turn(self) -> bool:
        """Whether the deal waits for this seat."""
        return self.seat in self.to_act

    @property
    def hearts_broken(self) -> bool:
        """Whether a heart, or with ``queen_breaks`` the queen of spades, has been played."""
        return hearts_broken(self.ruleset, self.played)

    @property
    def taken(self) -> tuple[Cards, ...]:
        """The cards in each seat's finished tricks, with what a claim gave."""
        taken = taken_by_seat(self.ruleset.seats, self.tricks)
        if self.claim is not None and self.claim.kind is ClaimKind.REST_ARE_MINE:
            taken[self.claim.seat] |= self.ruleset.deck - self.played
        return tuple(taken)

    def legal_cards(self) -> Cards:
        """What this seat may play now; nothing unless it is its turn to play."""
        if self.phase is not Phase.PLAYING or not self.is_my_turn or self.trick is None:
            return Cards()
        return legal_cards(self.ruleset, self.hand, self.trick, self.played)

    def refusals(self) -> dict[Card, IllegalAction]:
        """On this seat's turn to play: why each other card of its hand is not legal."""
        if self.phase is not Phase.PLAYING or not self.is_my_turn or self.trick is None:
            return {}
        refused = {
            card: refusal(self.ruleset, self.hand, self.trick, self.played, card)
            for card in self.hand
        }
        return {card: why for card, why in refused.items() if why is not None}

    def claims(self) -> tuple[ClaimKind, ...]:
        """The claims that this seat could make now."""
        if self.phase is not Phase.PLAYING or self.seat is None or self.trick is None:
            return ()
        seat, trick = self.seat, self.trick
        return tuple(
            kind
            for kind in ClaimKind
            if claim_refusal(self.ruleset, kind, seat, self.hand, trick, self.tricks) is None
        )

    def moon_choices(self) -> dict[MoonRule, tuple[int, ...]]:
        """For the shooter who may choose: the scores by seat after each choice."""
        if self.phase is not Phase.CHOOSING or self.seat is None or not self.is_my_turn:
            return {}
        return {
            moon: total(self.scores, moon_points(self.ruleset, self.taken, self.seat, moon))
            for moon in (MoonRule.ADD, MoonRule.SUBTRACT)
        }

    def adaptive_choice(self) -> MoonRule:
        """For the shooter who may choose: what ``adaptive`` would (docs/rules.md 5).

        Raises ValueError for everybody else.
        """
        if self.seat is None or self.phase is not Phase.CHOOSING or not self.is_my_turn:
            raise ValueError("this seat has no moon to settle")
        return adaptive_moon(self.ruleset, self.taken, self.seat, self.scores, self.number)


def _shown_hand(deal: Deal) -> Cards:
    if deal.claim is not None and deal.claim.kind is ClaimKind.REST_ARE_MINE:
        return deal.hands[deal.claim.seat]
    return Cards()
