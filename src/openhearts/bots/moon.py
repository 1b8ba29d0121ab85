"""The moon as a bot sees it: who may be shooting, what that costs, when to finish one's own."""

from __future__ import annotations

from openhearts.bots.memory import Memory
from openhearts.bots.odds import chance_to_stand, chance_to_take
from openhearts.rules.cards import Card, Cards, Suit
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.scoring import game_winners, moon_cards, moon_value
from openhearts.rules.view import SeatView

# -- the moon of another


def collector(memory: Memory) -> int | None:
    """The other seat that has every moon card taken so far, if there is one."""
    if not memory.ruleset.has_moon:
        return None
    needed = moon_cards(memory.ruleset)
    having = [seat for seat, cards in enumerate(memory.taken) if cards & needed]
    return having[0] if len(having) == 1 and having[0] != memory.seat else None


def threat(memory: Memory, seat: int, more: int = 0) -> float:
    """What it may cost that ``seat``, alone with moon cards, takes ``more`` of them, in points.

    The chance of a moon M, times the price up to which stopping it pays. Against the mean
    of n - 1 others a moon costs M / (n - 1), added or subtracted, and stopping it at the
    price of x costs x - (M - x) / (n - 1): the same where x is 2 M / n.
    """
    needed = moon_cards(memory.ruleset)
    collected = len(memory.taken[seat] & needed) + more
    chance: float = (collected / len(needed)) ** 2
    return chance * 2 * moon_value(memory.ruleset) / memory.ruleset.seats


def chance_for(memory: Memory, seat: int, card: Card) -> float:
    """The chance that ``seat``, another one, takes the trick if I play ``card``."""
    take = chance_to_take(memory, card)
    if seat in memory.later:
        return (1 - take) / len(memory.later)
    best = memory.best
    if take or best is None or memory.trick.winner != seat:
        return 0.0
    return chance_to_stand(memory, best)


# -- my own


def card_that_shoots(memory: Memory, legal: Cards) -> Card | None:
    """The card that goes on with a moon that is nearly certain, if I have one.

    It takes this trick, and what is left of my hand takes the others.
    """
    if not _may_shoot(memory):
        return None
    best = memory.best
    winners = [
        card
        for card in legal
        if not memory.above(card)
        and (best is None or (card.suit is best.suit and card.rank > best.rank))
    ]
    if not winners:
        return None
    card = max(winners, key=lambda winner: len(memory.hand.of_suit(winner.suit)))
    return card if _runs(memory, memory.hand.without_card(card)) else None


def _may_shoot(memory: Memory) -> bool:
    """Whether no card that a moon needs is in another's tricks."""
    if not memory.ruleset.has_moon:
        return False
    needed = moon_cards(memory.ruleset)
    return not any(memory.taken[seat] & needed for seat in memory.others)


def _runs(memory: Memory, cards: Cards) -> bool:
    """Whether ``cards``, led from the top, are nearly certain to take every trick to come.

    A suit does so whose top cards draw all but one of those that are out.
    """
    for suit in Suit:
        own, out = cards.of_suit(suit), memory.unseen_of[suit]
        top = sum(1 for card in own if not memory.above(card))
        if top < len(own) and (top < 2 or top < len(out) - 1):
            return False
    return True


def settle_moon(view: SeatView) -> MoonRule:
    """Add or subtract, as a shooter chooses who wants to win the game.

    The choice that wins it now, never one by which another does. Else the two differ only in
    how near they bring the end: the leader hastens it, and nobody else does.
    """
    choices = view.moon_choices()

    def merit(moon: MoonRule) -> tuple[int, bool]:
        scores = choices[moon]
        winners = game_winners(view.ruleset, scores, view.number)
        outcome = 0
        if winners:
            outcome = -1 if view.seat not in winners else 2 if len(winners) == 1 else 1
        leads = view.seat is not None and scores[view.seat] == min(scores)
        return outcome, leads == (moon is MoonRule.ADD)

    return max(choices, key=merit)
