"""Hints: what the expert would do, and what it found out about each card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from openhearts.bots.hints import ADVISER, Adviser, Hint
from openhearts.bots.levels import LEVELS, LIVE_LEVELS
from openhearts.bots.search import SearchBot
from openhearts.bots.worker import decode_hint, encode_hint
from openhearts.kernel import Effort
from openhearts.rules.actions import ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import MoonRule, Passing, Ruleset
from openhearts.rules.scoring import points_of
from openhearts.rules.view import SeatView
from tests.bots.positions import deal_from, view_of
from tests.strategies import random_hands

EXPERT = SearchBot(Effort(worlds=64))
NO_PASSING = Ruleset(passing=Passing.NONE)


def hint(deal: Deal) -> Hint:
    """What the seat on turn is told."""
    return EXPERT.hint(view_of(deal, deal.to_act[0]), 1)


def test_the_adviser_of_a_table_is_its_expert() -> None:
    assert isinstance(LIVE_LEVELS[ADVISER], Adviser)
    assert list(LIVE_LEVELS)[-1] == ADVISER


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_is_what_the_expert_itself_does_in_every_position(seed: int) -> None:
    random = Random(seed)
    ruleset = Ruleset(moon=MoonRule.CHOICE)
    deal = Deal.start(ruleset, 1, random_hands(ruleset, random))
    while deal.to_act:
        seat = deal.to_act[0]
        view = view_of(deal, seat)
        told = EXPERT.hint(view, seed)
        assert told.action == EXPERT.answer(view, seed)
        if told.values:
            assert Cards.of(value.card for value in told.values) == view.legal_cards()
            assert len({value.card for value in told.values}) == len(told.values)
        deal = deal.act(seat, told.action)


def test_the_points_are_those_of_the_whole_deal() -> None:
    """What was taken before counts, whatever is played now."""
    ruleset = Ruleset(passing=Passing.NONE, moon=MoonRule.NONE)
    compared = 0
    for seed in range(4):
        deal = Deal.start(ruleset, 1, random_hands(ruleset, Random(seed)))
        while deal.to_act:
            seat = deal.to_act[0]
            taken = points_of(ruleset, view_of(deal, seat).taken[seat])
            for value in hint(deal).values:
                assert value.points >= taken
                compared += taken > 0
            deal = deal.play(deal.legal_cards().highest())
    assert compared > 20


def test_the_chance_of_a_moon_is_one_s_own() -> None:
    """Of who can shoot it, and not of who can only watch somebody else do so."""
    shooter = "Ac Kc 2d Ad Kd Qd Ah Kh Qh Jh As Ks Qs"
    deal = deal_from([shooter, "2c", "3c 5c", "4c 3d"], plays="2c 3c 4c Ac", ruleset=NO_PASSING)
    assert max(value.moon for value in hint(deal).values) > 0.6
    deal = deal.play(Card.parse("Ad"))
    assert max((value.moon for value in hint(deal).values), default=0) < 0.2


def test_cards_that_differ_in_nothing_are_not_compared() -> None:
    """Nothing is played out then, and no number is made up."""
    hands = ["Ac Kc Qc Ad Kd Qd Ah Kh Qh Jh As Ks Qs", "2c", "3c", "4c"]
    deal = deal_from(hands, plays="2c 3c 4c", ruleset=NO_PASSING)
    assert len(deal.legal_cards()) == 3
    assert hint(deal).values == ()


def test_of_a_single_card_nothing_is_said_but_that_it_is_played() -> None:
    deal = deal_from(["2c 3c", "4c 5d", "Qs Kh", "6c 7d"], ruleset=NO_PASSING)
    while len(view_of(deal, deal.to_act[0]).legal_cards()) != 1:
        deal = deal.play(deal.legal_cards().lowest())
    only = deal.legal_cards().lowest()
    told = hint(deal)
    assert told in (Hint(PlayCard(only)), Hint(MakeClaim(ClaimKind.NOTHING_LEFT)))


def test_in_the_pass_it_names_the_cards() -> None:
    random = Random(1)
    deal = Deal.start(Ruleset(), 1, random_hands(Ruleset(), random))
    told = EXPERT.hint(view_of(deal, 0), 1)
    assert isinstance(told.action, PassCards)
    assert len(told.action.cards) == 3
    assert told.values == ()


def test_a_hint_comes_back_from_its_json() -> None:
    random = Random(3)
    deal = Deal.start(NO_PASSING, 1, random_hands(NO_PASSING, random))
    for told in (
        hint(deal),
        Hint(ChooseMoon(MoonRule.ADD)),
        Hint(MakeClaim(ClaimKind.REST_ARE_MINE)),
    ):
        assert decode_hint(encode_hint(told)) == told


@pytest.mark.parametrize("body", [b"{}", b"[]", b'{"action": {}, "values": []}', b"null"])
def test_what_is_no_hint_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="not a"):
        decode_hint(body)


def test_a_spectator_gets_no_hint() -> None:
    random = Random(3)
    deal = Deal.start(NO_PASSING, 1, random_hands(NO_PASSING, random))
    view: SeatView = replace(view_of(deal, deal.to_act[0]), seat=None)
    with pytest.raises(ValueError, match="nothing to decide"):
        EXPERT.hint(view, 1)


def test_the_levels_that_play_by_rules_of_thumb_give_no_hints() -> None:
    assert not isinstance(LEVELS["casual"], Adviser)
