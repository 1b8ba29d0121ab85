"""Whole deals a second of the kernel, beside OpenSpiel's lean loop in the same run; and worlds.

A deal is dealt, passed at random where its number passes, played out with random legal cards
and scored. The kernel plays in bulk on each path that the processor has, and once more stepped
from Python, card by card; by rules of thumb, dealt and passed, in bulk too. Worlds are drawn for
a seat in mid-deal. All sides take turns, so that a machine whose speed drifts is fair to
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
from openhearts.kernel import (
    PATHS,
    Weights,
    known,
    points_of,
    random_deal,
    random_deals,
    random_position,
    thumb_deals,
    worlds,
)
from openhearts.rules.cards import PACK
from openhearts.rules.deal import Deal
from openhearts.rules.game import Game
from openhearts.rules.view import SeatView

TURNS = 9
IN_BULK, STEPPED, PEER = 200_000, 400, 400
BY_THUMB, WORLDS = 20_000, 50_000
CARDS = tuple(PACK)
HOLD = 4  # the number of a deal without passing
RULES = Ruleset()

Side = Callable[[int], float]


def in_bulk(path: str) -> Side:
    """Deals a second of the kernel in bulk."""
    return lambda seed: _rate(IN_BULK, lambda: random_deals(RULES, IN_BULK, seed, path=path))


def by_thumb(seed: int) -> float:
    """Deals a second that rules of thumb pass and play."""
    players = [Weights()] * RULES.seats
    return _rate(BY_THUMB, lambda: thumb_deals(RULES, players, BY_THUMB, seed))


def worlds_a_second(seed: int) -> float:
    """Worlds a second of a seat in the seventh trick of a deal, when some have failed to follow."""
    told = random_deal(RULES, HOLD, seed)
    deal = Deal.start(RULES, HOLD, told.dealt)
    for place in told.plays[: 6 * RULES.seats + 1]:
        deal = deal.play(CARDS[place])
    view = known(SeatView.of(Game(RULES, deal=deal), deal.to_act[0]))
    return _rate(WORLDS, lambda: worlds(view, WORLDS, seed))


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
    sides = {path: in_bulk(path) for path in PATHS}
    sides |= {"by thumb": by_thumb, "stepped": stepped, "openspiel": openspiel}
    turns = [{name: side(seed) for name, side in sides.items()} for seed in range(TURNS)]
    ratios = {
        name: statistics.median(turn[name] / turn["openspiel"] for turn in turns) for name in sides
    }
    for name in sides:
        rate = statistics.median(turn[name] for turn in turns)
        print(f"{name:<12}{rate:>12,.0f} deals/s{ratios[name]:>8.1f} x")
    drawn = statistics.median(worlds_a_second(seed) for seed in range(TURNS))
    print(f"{'worlds':<12}{drawn:>12,.0f} a second")
    figures = {"ratio": ratios[PATHS[-1]], "ratio_portable": ratios["portable"]}
    figures |= {"ratio_stepped": ratios["stepped"], "worlds": drawn}
    print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))


if __name__ == "__main__":
    main()
