"""Random whole deals a second of the kernel, beside OpenSpiel's lean loop in the same run.

A deal is dealt, passed at random where its number passes, played out with random legal cards
and scored. The kernel plays in bulk on each path that the processor has, and once more stepped
from Python, card by card. All sides take turns, so that a machine whose speed drifts is fair to
all of them; what is measured is processor time.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from openhearts import Ruleset
from openhearts.kernel import PATHS, points_of, random_deals, random_position

TURNS = 9
IN_BULK, STEPPED, PEER = 200_000, 400, 400
RULES = Ruleset()

Side = Callable[[int], float]


def in_bulk(path: str) -> Side:
    """Deals a second of the kernel in bulk."""
    return lambda seed: _rate(IN_BULK, lambda: random_deals(RULES, IN_BULK, seed, path=path))


def stepped(seed: int) -> float:
    """Deals a second of positions stepped from Python, each card chosen there."""
    chance = random.Random(seed).random

    def play() -> None:
        for number in range(1, STEPPED + 1):
            deal = random_position(RULES, number, seed)
            legal, push = deal.legal_places, deal.push
            while places := legal():
                push(places[int(chance() * len(places))])
            points_of(deal)

    return _rate(STEPPED, play)


def openspiel(seed: int) -> float:
    """Deals a second of OpenSpiel's lean loop: legal actions, one of them, apply."""
    game = pyspiel.load_game("hearts")
    chance = random.Random(seed).random

    def play() -> None:
        for _ in range(PEER):
            state = game.new_initial_state()
            legal, apply, is_over = state.legal_actions, state.apply_action, state.is_terminal
            while not is_over():
                actions = legal()
                apply(actions[int(chance() * len(actions))])
            state.returns()

    return _rate(PEER, play)


def _rate(deals: int, play: Callable[[], object]) -> float:
    begun = time.process_time()
    play()
    return deals / (time.process_time() - begun)


def main() -> None:
    """Measure and print."""
    sides = {path: in_bulk(path) for path in PATHS} | {"stepped": stepped, "openspiel": openspiel}
    turns = [{name: side(seed) for name, side in sides.items()} for seed in range(TURNS)]
    ratios = {
        name: statistics.median(turn[name] / turn["openspiel"] for turn in turns) for name in sides
    }
    for name in sides:
        rate = statistics.median(turn[name] for turn in turns)
        print(f"{name:<12}{rate:>12,.0f} deals/s{ratios[name]:>8.1f} x")
    figures = {"ratio": ratios[PATHS[-1]], "ratio_portable": ratios["portable"]}
    figures["ratio_stepped"] = ratios["stepped"]
    print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))


if __name__ == "__main__":
    main()
