"""Section 7 of docs/rules.md, each example by its number, through whole games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openhearts.rules.cards import JACK_OF_DIAMONDS, PACK, Cards
from openhearts.rules.game import Game
from openhearts.rules.ruleset import PRESETS, HeartValues, MoonRule, Passing, Ruleset
from openhearts.rules.scoring import SHOT_CARDS, game_winners, outcome_of
from tests.rules.stacked import cards, game_at, moon_deal

PLAIN = Ruleset(passing=Passing.NONE)
SUBTRACT = replace(PLAIN, moon=MoonRule.SUBTRACT)
SPOT_SUBTRACT = replace(SUBTRACT, hearts=HeartValues.SPOT)
ADAPTIVE = replace(PLAIN, moon=MoonRule.ADAPTIVE)


def after_a_moon(ruleset: Ruleset, before: tuple[int, ...], shooter: int = 0) -> Game:
    return game_at(ruleset, before, moon_deal(ruleset, shooter, number=2))


@pytest.mark.parametrize(
    ("ruleset", "before", "shooter", "after", "winners"),
    [
        pytest.param(PLAIN, (40, 40, 55, 70), 0, (40, 66, 81, 96), (), id="1-add"),
        pytest.param(SUBTRACT, (40, 40, 55, 70), 0, (14, 40, 55, 70), (), id="1-subtract"),
        pytest.param(SUBTRACT, (10, 40, 55, 70), 0, (-16, 40, 55, 70), (), id="2-below-zero"),
        pytest.param(SPOT_SUBTRACT, (10, 40, 55, 70), 0, (-119, 40, 55, 70), (), id="2-spot"),
        pytest.param(ADAPTIVE, (80, 50, 76, 20), 0, (54, 50, 76, 20), (), id="6-adaptive-subtract"),
        pytest.param(ADAPTIVE, (80, 50, 60, 60), 0, (80, 76, 86, 86), (), id="6-adaptive-add"),
        pytest.param(
            SUBTRACT, (105, 60, 60, 90), 1, (105, 34, 60, 90), (1,), id="7-a-moon-ends-the-game"
        ),
    ],
)
def test_a_moon_on_these_scores(
    ruleset: Ruleset,
    before: tuple[int, ...],
    shooter: int,
    after: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    game = after_a_moon(ruleset, before, shooter)
    assert game.finished[-1].outcome.shooter == shooter
    assert game.scores == after
    assert game.winners == winners


def test_6_what_adding_would_have_made_at_80_50_76_20() -> None:
    assert after_a_moon(PLAIN, (80, 50, 76, 20)).scores == (80, 76, 102, 46)
    assert after_a_moon(PLAIN, (80, 50, 76, 20)).winners == (3,)


def test_3_omnibus_subtract_without_the_jack_is_no_moon() -> None:
    ruleset = replace(SUBTRACT, bonus_card=JACK_OF_DIAMONDS)
    taken = [SHOT_CARDS | cards("2c 3c"), cards("Jd 4c 5c 6c"), Cards(), Cards()]
    score = outcome_of(ruleset, taken, (4, 1, 0, 0), (0, 0, 0, 0), 1)
    assert score.points == (26, -10, 0, 0)
    assert score.shooter is None


def test_3_omnibus_subtract_with_all_fifteen_cards_is_minus_26_and_not_minus_36() -> None:
    ruleset = replace(SUBTRACT, bonus_card=JACK_OF_DIAMONDS)
    taken = [SHOT_CARDS | cards("Jd 2c"), cards("4c 5c 6c 7c"), Cards(), Cards()]
    score = outcome_of(ruleset, taken, (4, 1, 0, 0), (0, 0, 0, 0), 1)
    assert score.points == (-26, 0, 0, 0)
    assert score.shooter == 0


@pytest.mark.parametrize("moon", list(MoonRule))
def test_4_under_black_maria_one_seat_that_takes_everything_gets_43(moon: MoonRule) -> None:
    ruleset = replace(PRESETS["black-maria"], moon=moon)
    taken = [Cards(), Cards(), PACK, Cards()]
    score = outcome_of(ruleset, taken, (0, 0, 13, 0), (0, 0, 0, 0), 1)
    assert score.points == (0, 0, 43, 0)
    assert score.shooter is None
    unpassed = replace(ruleset, passing=Passing.NONE)
    assert after_a_moon(unpassed, (1, 2, 3, 4), 2).scores == (1, 2, 46, 4)


def test_5_a_tie_for_lowest_brings_another_deal() -> None:
    assert game_winners(PLAIN, (100, 30, 30, 60), 9) == ()


def test_5_the_only_lowest_wins() -> None:
    assert game_winners(PLAIN, (100, 29, 30, 60), 9) == (1,)


def test_7_the_tie_before_the_moon_brought_another_deal() -> None:
    assert game_winners(SUBTRACT, (105, 60, 60, 90), 9) == ()
