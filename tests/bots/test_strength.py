"""The casual bot against players who act at random, in points a deal: lower is better."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.bots import strength
from openhearts.bots.at_random import RandomBot
from openhearts.bots.rule import RuleBot
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset


def test_the_casual_bot_beats_three_random_players_by_more_than_five_points_a_deal() -> None:
    result = strength(RuleBot(), RandomBot(), STANDARD, deals=120)
    assert result.mean + 5 * result.standard_error < -5


@pytest.mark.parametrize(
    ("ruleset", "margin"),
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
    ruleset: Ruleset, margin: float
) -> None:
    assert strength(RuleBot(), RandomBot(), ruleset, deals=40).mean < -margin


def test_it_values_the_bonus_card() -> None:
    """Against random players it comes out further ahead with the card than without."""
    plain = strength(RuleBot(), RandomBot(), STANDARD, deals=60)
    omnibus = strength(RuleBot(), RandomBot(), PRESETS["omnibus"], deals=60)
    assert omnibus.mean < plain.mean - 0.5
