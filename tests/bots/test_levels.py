"""The levels: each better than the one below, legal everywhere, and the same again by its seed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from openhearts.arena.match import Match
from openhearts.arena.playing import play_block
from openhearts.arena.statistics import Summary
from openhearts.bots.contract import check_bot, random_positions
from openhearts.bots.levels import DEFAULT_LEVEL, LEVEL_NAMES, LEVELS, LIVE_LEVELS
from openhearts.bots.search import SearchBot
from openhearts.rules.ruleset import STANDARD

SEARCHING = ("strong", "expert")


def test_every_level_is_there_for_contests_and_for_people() -> None:
    assert tuple(LEVELS) == tuple(LIVE_LEVELS) == LEVEL_NAMES
    assert DEFAULT_LEVEL in LEVELS


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_every_level_keeps_the_contract_in_any_ruleset_c21(level: str) -> None:
    check_bot(LEVELS[level], deals=6)


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(LEVEL_NAMES[:3])))
def test_each_level_beats_the_one_below_it_c81(lower: str, higher: str) -> None:
    """A glance at the standard game; prove/strength.py has every preset and the expert."""
    match = Match((higher, lower), STANDARD, seed=1, blocks=60)
    blocks = [play_block(match, number).block for number in range(match.blocks)]
    assert Summary.of(match, blocks).difference.mean < 0


def test_a_seed_gives_the_same_answers_on_any_number_of_threads() -> None:
    positions = [position for seed in range(4) for position in random_positions(seed)]
    expert = LEVELS["expert"]
    alone = [expert.answer(position.view, position.seed) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda each: expert.answer(each.view, each.seed), positions))
    assert together == alone


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_every_search_that_people_wait_for_has_a_hard_end_c34(level: str) -> None:
    """And none that counts worlds, for contests; the other levels search nothing."""
    live, contest = LIVE_LEVELS[level], LEVELS[level]
    assert isinstance(live, SearchBot) is isinstance(contest, SearchBot) is (level in SEARCHING)
    if isinstance(live, SearchBot) and isinstance(contest, SearchBot):
        assert 0 < live.effort.milliseconds <= 50
        assert contest.effort.milliseconds == 0
