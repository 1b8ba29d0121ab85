"""How the others play in a lesson: as a careful player would, and the same each time."""

from __future__ import annotations

from openhearts.rules.cards import QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Deal


def careful_card(deal: Deal) -> Card:
    """What the seat on turn plays.

    It follows just below the highest card, else as low as it can; it discards the queen of
    spades first, then high hearts; it leads low, and hearts last.
    """
    trick, legal = deal.trick, deal.legal_cards()
    if trick is None or not legal:
        raise ValueError("nobody is on turn")
    if trick.led is None:
        return min(legal, key=lambda card: (card.suit is Suit.HEARTS, card.rank, card.suit))
    if not legal.of_suit(trick.led):
        return max(legal, key=_unwanted)
    highest = max(card.rank for card in trick.cards if card.suit is trick.led)
    below = Cards.of(card for card in legal if card.rank < highest)
    return below.highest() if below else legal.lowest()


def _unwanted(card: Card) -> tuple[bool, bool, int]:
    return card == QUEEN_OF_SPADES, card.suit is Suit.HEARTS, card.rank
