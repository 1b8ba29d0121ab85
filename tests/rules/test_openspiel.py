"""OpenSpiel as an independent witness: the same legal cards at every step, the same points.

Shared are four seats and six of its flags, of which all 64 combinations are compared. What it does
otherwise is listed and shown in test_openspiel_differences.py.
"""

from __future__ import annotations

from random import Random

import pytest

from openhearts.rules.deal import Phase
from tests.rules.openspiel import (
    COMBINATIONS,
    FLAGS,
    dealt,
    load,
    name_of,
    number_of,
    numbers_of,
    passed,
    ruleset_of,
)

pytestmark = pytest.mark.no_cover

DEALS_A_COMBINATION = 320
"""With 64 combinations of flags: 20,480 deals."""


@pytest.mark.parametrize("flags", COMBINATIONS, ids=name_of)
def test_openspiel_finds_the_same_cards_legal_and_the_same_points(flags: tuple[bool, ...]) -> None:
    chosen = dict(zip(FLAGS, flags, strict=True))
    ruleset, game, random, moons = ruleset_of(chosen), load(**chosen), Random(str(flags)), 0
    for number in range(1, DEALS_A_COMBINATION + 1):
        deal, state = dealt(game, ruleset, number, random)
        deal = passed(deal, state, random)
        while deal.phase is Phase.PLAYING:
            legal = deal.legal_cards()
            assert set(state.legal_actions()) == numbers_of(legal)
            assert (state.current_player(),) == deal.to_act
            card = random.choice(list(legal))
            deal = deal.play(card)
            state.apply_action(number_of(card))
        assert state.is_terminal()
        points = deal.outcome((0, 0, 0, 0)).points
        assert tuple(26 - result for result in state.returns()) == points
        moons += deal.shooter is not None
    assert moons > 40
