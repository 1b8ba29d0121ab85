"""Hands for a deal, from a source of chance that the caller brings."""

from __future__ import annotations

from random import Random

from openhearts.rules.cards import Cards
from openhearts.rules.ruleset import Ruleset


def shuffled_hands(ruleset: Ruleset, random: Random) -> tuple[Cards, ...]:
    """The deck, shuffled and dealt: a hand for each seat.

    With a seeded ``random`` the same hands each time; where nobody may foresee them, use
    ``random.SystemRandom``.
    """
    pack = random.sample(list(ruleset.deck), len(ruleset.deck))
    return tuple(Cards.of(pack[seat :: ruleset.seats]) for seat in range(ruleset.seats))
