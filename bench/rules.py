"""Random whole deals a second of the rules, beside OpenSpiel's ordinary loop in the same run.

A deal is dealt, passed at random where its number passes, played out with random legal cards
and scored. Both sides take turns, so that a machine whose speed drifts is fair to both.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from openhearts import Deal, Phase, Ruleset, shuffled_hands

DEALS = 400
TURNS = 7


def rules_deals(count: int, chance: random.Random) -> None:
    """Play ``count`` random deals with the rules."""
    ruleset = Ruleset()
    for number in range(1, count + 1):
        deal = Deal.start(ruleset, number, shuffled_hands(ruleset, chance))
        for seat in deal.to_act if deal.phase is Phase.PASSING else ():
            deal = deal.pass_cards(seat, chance.sample(list(deal.hands[seat]), 3))
        for _ in range(52):
            deal = deal.play(chance.choice(list(deal.legal_cards())))
        deal.outcome((0, 0, 0, 0))


def openspiel_deals(count: int, chance: random.Random) -> None:
    """Play ``count`` random deals with OpenSpiel, as its examples do."""
    game = pyspiel.load_game("hearts")
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        state.returns()


def deals_a_second(play: Callable[[int, random.Random], None], seed: int) -> float:
    """How many deals a second of processor time ``play`` plays."""
    begun = time.process_time()
    play(DEALS, random.Random(seed))
    return DEALS / (time.process_time() - begun)


def main() -> None:
    """Measure and print."""
    pairs = [
        (deals_a_second(rules_deals, seed), deals_a_second(openspiel_deals, seed))
        for seed in range(TURNS)
    ]
    ours, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(own / other for own, other in pairs)
    print(f"{'rules':<12}{ours:>8.0f} deals/s")
    print(f"{'OpenSpiel':<12}{theirs:>8.0f} deals/s")
    print(json.dumps({"rules": round(ours), "openspiel": round(theirs), "ratio": round(ratio, 3)}))


if __name__ == "__main__":
    main()
