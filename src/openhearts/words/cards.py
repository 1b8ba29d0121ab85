"""What cards are called."""

from __future__ import annotations

from openhearts.rules.cards import Card
from openhearts.words.catalogue import Catalogue, Word


def card_word(card: Card) -> Word:
    """The card as a fact, in whichever form its sentence names."""
    return Word("cards.name", str(card))


def card_name(card: Card, catalogue: Catalogue) -> str:
    """The card's whole name, as "queen of spades": no language glues it from its parts."""
    return catalogue.say(f"cards.name.{card}")
