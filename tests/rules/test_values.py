"""Every value of the rules is frozen, hashable, and equal to its like."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from openhearts.rules.actions import (
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import PACK, QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Claim, Deal, Phase
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import MoonRule, Passing, Ruleset
from openhearts.rules.scoring import Outcome
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView
from tests.rules.stacked import moon_deal
from tests.strategies import games, random_action

PLAIN = Ruleset(passing=Passing.NONE)
DEAL = moon_deal(PLAIN)
GAME = Game(PLAIN, deal=DEAL)

VALUES = [
    QUEEN_OF_SPADES,
    PACK,
    PLAIN,
    Trick(1, 4, (QUEEN_OF_SPADES,)),
    DEAL,
    GAME,
    GAME.finished[0],
    Claim(0, ClaimKind.REST_ARE_MINE),
    Outcome((0, 26, 26, 26), 0, MoonRule.ADD),
    SeatView.of(GAME, 2),
    PassCards((QUEEN_OF_SPADES,)),
    PlayCard(QUEEN_OF_SPADES),
    MakeClaim(ClaimKind.NOTHING_LEFT),
    ChooseMoon(MoonRule.ADD),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_is_frozen_hashable_and_equal_to_its_copy(value: Any) -> None:
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, None)
    assert not hasattr(value, "__dict__")
    copy = replace(value)
    assert copy is not value
    assert copy == value
    assert hash(copy) == hash(value)
    assert value != object()


def test_values_that_differ_are_not_equal() -> None:
    assert len(set(VALUES)) == len(VALUES)
    assert Card(2, Suit.CLUBS) != Card(3, Suit.CLUBS)
    assert Cards() != PACK
    assert FinishedDeal(DEAL, Outcome((0, 0, 0, 0))) != GAME.finished[0]


@given(games())
def test_an_action_leaves_the_deal_and_the_game_as_they_were(game: Game) -> None:
    deal = game.deal
    assert deal is not None
    before, known = (replace(game), replace(deal)), (hash(game), hash(deal))
    if deal.phase is not Phase.OVER:
        after = game.act(*random_action(deal, Random(1)))
        assert after != game
        assert after.deal != deal
    assert (game, deal) == before
    assert (hash(game), hash(deal)) == known


def test_equal_steps_make_equal_deals() -> None:
    one, other = (Deal.start(PLAIN, 1, DEAL.dealt) for _ in range(2))
    for play in [card for trick in DEAL.tricks for card in trick.cards]:
        one, other = one.play(play), other.play(play)
        assert one == other
        assert hash(one) == hash(other)
