"""Which cards to pass: those without which the hand is least dangerous."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from openhearts.bots.danger import danger
from openhearts.bots.memory import Memory
from openhearts.rules.cards import Cards, Suit

MOON_GIFT = Cards.parse(".AKQ..")
"""Never passed together: whoever gets them may shoot the moon."""

NEAR = 0.015
"""How much worse a pass may be to be chosen now and then, as a share of the dearest card:
who passes always alike is easily read."""


def cards_to_pass(memory: Memory, seed: int) -> Cards:
    """``pass_count`` cards of the hand; ``seed`` picks among nearly equal choices.

    Suits are weighed one by one, and the best of each are put together, so a hand of any
    size is searched whole.
    """
    count = memory.ruleset.pass_count
    passes = [(0.0, Cards())]
    for suit in Suit:
        of_this_suit = list(_best_by_number(memory, suit, count))
        passes = [
            (cost + added, given | more)
            for cost, given in passes
            for added, more in of_this_suit
            if len(given) + len(more) <= count
        ]
    whole = [(cost, given) for cost, given in passes if len(given) == count]
    limit = min(cost for cost, _ in whole) + NEAR * memory.dearest
    near = [given for cost, given in whole if cost <= limit]
    return Random(seed).choice(near)


def _best_by_number(memory: Memory, suit: Suit, most: int) -> Iterator[tuple[float, Cards]]:
    """For 0, 1, 2 ... cards of ``suit``: those best passed, and the danger of what is left."""
    own = memory.hand.of_suit(suit)
    for number in range(min(most, len(own)) + 1):
        choices = [Cards.of(cards) for cards in combinations(own, number)]
        costs = [
            (danger(memory, suit, own - given), given) for given in choices if MOON_GIFT - given
        ]
        if costs:
            yield min(costs, key=lambda choice: choice[0])
