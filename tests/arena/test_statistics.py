"""What blocks say, against values worked out by hand."""

from __future__ import annotations

import math
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.arena.blocks import Answers, Block, Result
from openhearts.arena.match import Match
from openhearts.arena.statistics import Estimate, RunningEstimate, Summary, difference
from openhearts.rules.ruleset import Ruleset

FOUR = Match(("a", "b"), Ruleset(), 1, 2)
PAIRS = Match(("a", "b"), Ruleset(), 1, 1, pairs=True)
GAMES = Match(("a", "b"), Ruleset(seats=3), 1, 1, whole_games=True)

NOBODY = (0, 0, 0, 0)
QUIET = (Answers(40, 20.0, {}), Answers(120, 30.0, {}))


def deal(*points: int, moons: tuple[int, ...] = NOBODY) -> Result:
    return Result(points, moons)


FIRST = Block(
    0,
    (
        deal(0, 13, 0, 13),  # A in seat 0: 0 − 26/3
        deal(6, 20, 0, 0),  # in seat 1: 20 − 2
        deal(26, 26, 0, 26, moons=(0, 0, 1, 0)),  # in seat 2: 0 − 26
        deal(8, 9, 5, 4),  # in seat 3: 4 − 22/3
    ),
    (Answers(10, 5.0, {"late": 1}), Answers(30, 3.0, {})),
)
SECOND = Block(
    1,
    (
        deal(26, 0, 0, 0),
        deal(26, 0, 26, 26, moons=(0, 1, 0, 0)),
        deal(0, 1, 1, 24),
        deal(5, 5, 8, 8),
    ),
    (Answers(30, 5.0, {"late": 2, "illegal": 1}), Answers(90, 6.0, {"raised": 1})),
)

FIRST_DIFFERENCE = (-26 / 3 + 18 - 26 + (4 - 22 / 3)) / 4
SECOND_DIFFERENCE = (26 - 26 + (1 - 25 / 3) + (8 - 6)) / 4


def test_the_difference_of_a_block_is_own_less_the_mean_of_the_others_over_its_seatings() -> None:
    assert difference(FOUR, FIRST) == pytest.approx(FIRST_DIFFERENCE)
    assert difference(FOUR, SECOND) == pytest.approx(SECOND_DIFFERENCE)


def test_the_standard_error_is_over_blocks() -> None:
    summary = Summary.of(FOUR, [FIRST, SECOND])
    mean = (FIRST_DIFFERENCE + SECOND_DIFFERENCE) / 2
    error = abs(FIRST_DIFFERENCE - SECOND_DIFFERENCE) / 2  # of two: half their distance
    assert summary.difference.mean == pytest.approx(mean)
    assert summary.difference.standard_error == pytest.approx(error)
    assert summary.difference.interval == pytest.approx(
        (mean - 2.5758293 * error, mean + 2.5758293 * error)
    )


def test_points_moons_times_and_faults_are_each_entrant_s_own() -> None:
    summary = Summary.of(FOUR, [FIRST, SECOND])
    assert (summary.blocks, summary.deals) == (2, 8)
    own = 0 + 20 + 0 + 4 + 26 + 0 + 1 + 8
    everybody = 26 + 26 + 78 + 26 + 26 + 78 + 26 + 26
    assert summary.points == pytest.approx((own / 8, (everybody - own) / 24))
    assert summary.moons == pytest.approx((1_000 * 2 / 8, 0.0))
    assert summary.milliseconds == pytest.approx((10 / 40, 9 / 120))
    assert summary.faults == ({"illegal": 1, "late": 3}, {"raised": 1})


def test_of_pairs_each_seat_s_partner_is_one_of_the_others() -> None:
    points = [(0, 0, 13, 13)] * 6
    block = Block(0, tuple(deal(*each) for each in points), QUIET)
    assert difference(PAIRS, block) == 0.0
    one_way = Block(0, (deal(0, 0, 13, 13), *[deal(0, 0, 0, 0)] * 5), QUIET)
    # A sits in 0 and 1: each has 0, and the others on average 26/3.
    assert difference(PAIRS, one_way) == pytest.approx(-26 / 3 / 6)


def test_of_whole_games_points_count_by_the_deal_and_places_and_wins_by_the_game() -> None:
    games = (
        Result((30, 100, 50), (1, 0, 0), 5, (0,)),
        Result((20, 20, 101), (0, 0, 0), 10, (0, 1)),
        Result((10, 90, 110), (0, 2, 0), 8, (0,)),
    )
    summary = Summary.of(GAMES, [Block(0, games, QUIET)])
    margins = [(30 - 75) / 5, (20 - 60.5) / 10, (110 - 50) / 8]
    assert summary.difference.mean == pytest.approx(fmean(margins))
    assert summary.deals == 23
    assert summary.points == pytest.approx((160 / 23, (531 - 160) / 46))
    assert summary.moons == pytest.approx((1_000 / 23, 2_000 / 46))
    assert summary.places is not None
    assert summary.win_shares is not None
    places, shares = summary.places, summary.win_shares
    assert places[0].mean == pytest.approx((1 + 1.5 + 3) / 3)
    assert places[1].mean == pytest.approx((3 + 2 + 1.5 + 3 + 1 + 2) / 6)
    assert shares[0].mean == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert shares[1].mean == pytest.approx((0 + 0 + 1 / 2 + 0 + 1 + 0) / 6)


def test_a_game_without_winners_is_told_and_wins_nothing() -> None:
    games = (Result((5, 5, 5), (0, 0, 0), 1_000, ()),) * 3
    summary = Summary.of(GAMES, [Block(0, games, QUIET)])
    assert summary.unfinished == 3
    assert summary.win_shares == (Estimate(0.0, None), Estimate(0.0, None))
    assert summary.places == (Estimate(2.0, None), Estimate(2.0, None))


def test_one_block_has_no_error() -> None:
    document = Summary.of(FOUR, [FIRST]).to_document()
    assert (document["standard_error"], document["interval"]) == (None, None)


def test_the_last_line_has_every_figure_by_its_name() -> None:
    document = Summary.of(FOUR, [FIRST, SECOND]).to_document()
    assert document == {
        "blocks": 2,
        "deals": 8,
        "difference": pytest.approx((FIRST_DIFFERENCE + SECOND_DIFFERENCE) / 2),
        "standard_error": pytest.approx(abs(FIRST_DIFFERENCE - SECOND_DIFFERENCE) / 2),
        "interval": list(Summary.of(FOUR, [FIRST, SECOND]).difference.interval or ()),
        "points": pytest.approx([59 / 8, 253 / 24]),
        "moons_for": 250.0,
        "moons_against": 0.0,
        "milliseconds": [0.25, 0.075],
        "faults": [{"illegal": 1, "late": 3}, {"raised": 1}],
    }


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=50))
def test_the_running_estimate_is_the_one_at_the_end(values: list[float]) -> None:
    running = RunningEstimate()
    for value in values:
        running.add(value)
    whole = Estimate.of(values)
    assert running.estimate.mean == pytest.approx(whole.mean, abs=1e-9)
    if whole.standard_error is None:
        assert running.estimate.standard_error is None
    else:
        assert running.estimate.standard_error == pytest.approx(whole.standard_error, abs=1e-6)


def test_the_interval_holds_the_truth_99_times_in_100() -> None:
    random = Random(5)
    samples = [[random.gauss(-2, 5) for _ in range(200)] for _ in range(1_000)]
    held = 0
    for sample in samples:
        interval = Estimate.of(sample).interval
        assert interval is not None
        held += interval[0] <= -2 <= interval[1]
    assert math.isclose(held / len(samples), 0.99, abs_tol=0.01)
