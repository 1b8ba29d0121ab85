"""Eight thousand random games, over twenty thousand deals, scored twice.

All hundred thousand deals: prove/second_scorer.py. Run with ``-rP`` to see what occurred.
"""

from __future__ import annotations

import pytest

from tests.rules.scored_twice import SEATS, score_twice

pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("seats", SEATS)
def test_random_games_end_or_reach_the_cap_and_both_scorers_agree(seats: int) -> None:
    print(dict(score_twice(seats, 0)))
