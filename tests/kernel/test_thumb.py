"""Rules of thumb on the kernel's own words: the same on every path, legal, and worth their weights.

What they play and pass is in tests/bots, seen through the rule bot.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from statistics import fmean, stdev

import pytest

from openhearts.bots.contract import random_positions
from openhearts.kernel import (
    PATHS,
    Weights,
    known,
    thumb_card,
    thumb_deals,
    thumb_pass,
)
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import STANDARD
from tests.kernel.random_rules import random_ruleset

WEIGHTS = Weights()


def test_every_card_is_legal_and_the_same_on_every_path() -> None:
    positions = (position for seed in range(60) for position in random_positions(seed))
    playing = (each for each in positions if each.view.phase is Phase.PLAYING)
    for position in islice(playing, 1_500):
        view = known(position.view)
        chosen = {thumb_card(view, WEIGHTS, position.seed, path=path) for path in PATHS}
        assert len(chosen) == 1
        assert chosen <= set(position.view.legal_cards())


def test_every_pass_is_of_the_hand_and_the_same_on_every_path() -> None:
    positions = (position for seed in range(120) for position in random_positions(seed))
    for position in (each for each in positions if each.view.phase is Phase.PASSING):
        view = known(position.view)
        chosen = {thumb_pass(view, WEIGHTS, position.seed, path=path) for path in PATHS}
        assert len(chosen) == 1
        passed = chosen.pop()
        assert len(passed) == position.view.ruleset.pass_count
        assert passed <= position.view.hand


@pytest.mark.parametrize("path", PATHS)
def test_deals_in_bulk_depend_on_their_number_alone(path: str) -> None:
    chance = Random(4)
    for _ in range(20):
        ruleset = random_ruleset(chance)
        players = [WEIGHTS] * ruleset.seats
        whole = thumb_deals(ruleset, players, 12, seed=5, path=path)
        later = thumb_deals(ruleset, players, 5, seed=5, first=8, path=path)
        assert later == whole[7:]
        assert whole == thumb_deals(ruleset, players, 12, seed=5, path=PATHS[0])


def test_one_who_forgets_and_guesses_loses_to_three_who_do_not() -> None:
    careless = replace(WEIGHTS, remembers=0, unsure=0.3)
    players = [careless, WEIGHTS, WEIGHTS, WEIGHTS]
    margins = [
        points[0] - fmean(points[1:]) for points in thumb_deals(STANDARD, players, 4_000, seed=2)
    ]
    assert fmean(margins) > 4 * stdev(margins) / len(margins) ** 0.5


class TestBadInput:
    def test_as_many_weights_as_seats_are_needed(self) -> None:
        with pytest.raises(ValueError, match="each seat"):
            thumb_deals(STANDARD, [WEIGHTS] * 3, 1, seed=1)

    def test_deals_count_from_one(self) -> None:
        with pytest.raises(ValueError, match="count from 1"):
            thumb_deals(STANDARD, [WEIGHTS] * 4, 1, seed=1, first=0)
