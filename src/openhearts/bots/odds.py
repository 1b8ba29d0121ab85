"""What the trick on the table may bring: who takes it, and with which points in it."""

from __future__ import annotations

from openhearts.bots.memory import Memory
from openhearts.rules.cards import Card, Suit

EAGERNESS = 0.15
"""How often a seat beats the trick though it could stay under it."""

READINESS = 0.8
"""How often a seat gets rid of a costly spade under a higher one, if it has it."""


def chance_to_take(memory: Memory, card: Card) -> float:
    """The chance that ``card``, played now, takes the trick."""
    best = memory.best
    if best is not None and (card.suit is not best.suit or card.rank < best.rank):
        return 0.0
    return chance_to_stand(memory, card)


def chance_to_stand(memory: Memory, card: Card) -> float:
    """The chance that no later seat beats ``card``, the best one of the trick.

    A seat with a higher card stays under if it can, most times.
    """
    above = memory.above(card)
    if not above or not memory.later:
        return 1.0
    shares = memory.shares[card.suit]
    rivals = sum(1 for share in shares if share) or 1
    has_no_lower = (1 - 1 / rivals) ** len(memory.below(card))
    overtakes = has_no_lower + EAGERNESS * (1 - has_no_lower)
    if not memory.known:
        return (1 - overtakes * sum(shares[seat] for seat in memory.later)) ** len(above)
    stands = 1.0
    for rival in above:
        stands *= 1 - overtakes * sum(memory.chance_held(rival, seat) for seat in memory.later)
    return stands


def points_if_taken(memory: Memory, card: Card) -> float:
    """The points in the trick, once complete, if ``card`` takes it."""
    points = float(memory.price_of(memory.trick.cards) + memory.price(card))
    for seat in memory.later:
        void = memory.chance_void(seat, card.suit)
        if void < 1:
            points += (1 - void) * _points_followed(memory, seat, card)
        if void and not memory.bars_penalties:
            points += void * memory.discards[seat]
    return points


def _points_followed(memory: Memory, seat: int, card: Card) -> float:
    """The points that ``seat`` adds in following suit under ``card``."""
    if card.suit is Suit.HEARTS:
        return memory.average_heart if memory.below(card) else 0.0
    if card.suit is not Suit.SPADES:
        return 0.0
    return sum(
        READINESS * memory.chance_held(costly, seat) * memory.price(costly)
        for costly in memory.costly_spades
        if costly.rank < card.rank
    )
