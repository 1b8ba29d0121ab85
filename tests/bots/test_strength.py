"""The casual bot against players who act at random, in points a deal: lower is better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openhearts.arena.match import Match
from openhearts.arena.playing import play_block
from openhearts.arena.statistics import Estimate, Summary
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset


def margin(ruleset: Ruleset, deals: int) -> Estimate:
    """Own points a deal less the mean of the others'."""
    match = Match(("casual", "random"), ruleset, seed=1, blocks=deals)
    blocks = [play_block(match, number).block for number in range(deals)]
    return Summary.of(match, blocks).difference


def test_the_casual_bot_beats_three_random_players_by_more_than_five_points_a_deal() -> None:
    result = margin(STANDARD, deals=120)
    assert result.standard_error is not None
    assert result.mean + 5 * result.standard_error < -5


@pytest.mark.parametrize(
    ("ruleset", "at_least"),
    [
        pytest.param(PRESETS["subtract-the-moon"], 5, id="subtract-the-moon"),
        pytest.param(PRESETS["spot-hearts"], 20, id="spot-hearts"),
        pytest.param(PRESETS["omnibus"], 5, id="omnibus"),
        pytest.param(PRESETS["black-maria"], 8, id="black-maria"),
        pytest.param(replace(STANDARD, seats=3), 6, id="three seats"),
        pytest.param(replace(STANDARD, seats=5), 3.5, id="five seats"),
        pytest.param(replace(STANDARD, seats=6), 2.5, id="six seats"),
    ],
)
def test_it_beats_random_players_in_every_preset_and_at_every_size(
    ruleset: Ruleset, at_least: float
) -> None:
    assert margin(ruleset, deals=40).mean < -at_least


def test_it_values_the_bonus_card() -> None:
    """Against random players it comes out further ahead with the card than without."""
    omnibus, plain = margin(PRESETS["omnibus"], deals=400), margin(STANDARD, deals=400)
    assert omnibus.mean < plain.mean - 0.3
