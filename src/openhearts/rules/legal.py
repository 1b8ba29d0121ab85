"""The legal cards as one ladder (docs/rules.md 4), and why another card is not.

Only what the seat itself may know goes in: its hand and what has been played.
"""

from __future__ import annotations

from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Card, Cards
from openhearts.rules.errors import IllegalAction, Reason
from openhearts.rules.ruleset import FirstTrick, Opening, Ruleset
from openhearts.rules.scoring import penalty_cards
from openhearts.rules.trick import Trick


def hearts_broken(ruleset: Ruleset, played: Cards) -> bool:
    """Whether the cards ``played`` in this deal have broken hearts."""
    return bool(played & HEARTS) or (ruleset.queen_breaks and QUEEN_OF_SPADES in played)


def legal_cards(ruleset: Ruleset, hand: Cards, trick: Trick, played: Cards) -> Cards:
    """The cards of ``hand`` that the seat on turn may play to ``trick``.

    ``played`` holds every card played in this deal so far. Never empty for a hand that is
    not empty; see docs/rules.md 4 for the rungs.
    """
    led = trick.led
    if led is not None and (following := hand.of_suit(led)):
        return following
    if led is None and _opens_with_a_club(ruleset, played):
        return hand & Cards.of([ruleset.lowest_club])
    cards = _rung_of_the_first_trick(ruleset, hand, trick, played)
    if led is None and ruleset.must_break and not hearts_broken(ruleset, played):
        return (cards - HEARTS) or cards
    return cards


def refusal(
    ruleset: Ruleset, hand: Cards, trick: Trick, played: Cards, card: Card
) -> IllegalAction | None:
    """Why the seat on turn may not play ``card``: the rung that takes it away, or None."""
    if card in legal_cards(ruleset, hand, trick, played):
        return None
    if card not in hand:
        return IllegalAction(Reason.NOT_IN_HAND, card=str(card))
    if trick.led is not None and (following := hand.of_suit(trick.led)):
        return IllegalAction(Reason.MUST_FOLLOW, suit=str(trick.led), count=len(following))
    if trick.led is None and _opens_with_a_club(ruleset, played):
        return IllegalAction(Reason.MUST_OPEN, card=str(ruleset.lowest_club))
    if card not in _rung_of_the_first_trick(ruleset, hand, trick, played):
        return IllegalAction(Reason.NO_PENALTY_ON_FIRST_TRICK, card=str(card))
    return IllegalAction(Reason.HEARTS_NOT_BROKEN)


def _opens_with_a_club(ruleset: Ruleset, played: Cards) -> bool:
    return ruleset.opening is Opening.LOWEST_CLUB and not played


def _rung_of_the_first_trick(ruleset: Ruleset, hand: Cards, trick: Trick, played: Cards) -> Cards:
    """Rung 4: what the first trick leaves of a hand that need not follow."""
    if ruleset.first_trick is FirstTrick.FREE or len(played) > len(trick.cards):
        return hand
    return (hand - penalty_cards(ruleset)) or hand
