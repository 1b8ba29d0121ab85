"""When a deal may end early (docs/rules.md 4), judged by what the claimant itself may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from openhearts.rules.actions import ClaimKind
from openhearts.rules.cards import Cards, Suit
from openhearts.rules.errors import IllegalAction, Reason
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.scoring import counting_cards, moon_shooter
from openhearts.rules.trick import Trick, taken_by_seat


def claim_refusal(
    ruleset: Ruleset, kind: ClaimKind, seat: int, hand: Cards, trick: Trick, tricks: Sequence[Trick]
) -> IllegalAction | None:
    """Why ``seat``, holding ``hand``, may not claim now, or None if it may.

    ``tricks`` are the finished ones of the deal, ``trick`` the one on the table.
    """
    match kind:
        case ClaimKind.NOTHING_LEFT:
            return _something_left(ruleset, tricks)
        case ClaimKind.REST_ARE_MINE:
            if trick.cards or trick.leader != seat:
                return IllegalAction(Reason.NOT_ON_LEAD)
            return _something_to_lose(hand, ruleset.deck - hand - _cards_of(tricks))
        case _:
            assert_never(kind)


def _something_left(ruleset: Ruleset, tricks: Sequence[Trick]) -> IllegalAction | None:
    still_out = counting_cards(ruleset) - _cards_of(tricks)
    if still_out:
        return IllegalAction(Reason.PENALTIES_STILL_OUT, count=len(still_out))
    if not ruleset.no_trick_bonus:
        return None
    taken = taken_by_seat(ruleset.seats, tricks)
    if all(taken) or moon_shooter(ruleset, taken) is not None:
        return None
    return IllegalAction(Reason.TRICKS_STILL_COUNT)


def _something_to_lose(hand: Cards, elsewhere: Cards) -> IllegalAction | None:
    """Names a card of ``hand`` that some card ``elsewhere`` beats, if there is one."""
    for suit in Suit:
        own, others = hand.of_suit(suit), elsewhere.of_suit(suit)
        if own and others and own.lowest() < others.highest():
            return IllegalAction(Reason.CAN_LOSE_A_TRICK, card=str(own.lowest()))
    return None


def _cards_of(tricks: Sequence[Trick]) -> Cards:
    return Cards.of(card for trick in tricks for card in trick.cards)
