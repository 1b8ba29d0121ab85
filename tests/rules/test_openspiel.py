"""OpenSpiel as an independent witness: the same legal cards at every step, the same points.

Shared are four seats and six of its flags. What it has and these rules do not offer stays at
its default: any club as the opening lead, hearts instead of the queen of spades. It does not
know claims, and scores moons only as ``add``; with the jack or the trick bonus its score after
a moon is not that of docs/rules.md, so points are compared for the plain game.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pyspiel
import pytest

from openhearts.rules.cards import JACK_OF_DIAMONDS, Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import FirstTrick, Passing, Ruleset
from openhearts.rules.seats import Direction

DEALS_A_COMBINATION = 320
"""With 64 combinations of flags: 20,480 deals."""

FLAGS = (
    "pass_cards",
    "no_pts_on_first_trick",
    "must_break_hearts",
    "qs_breaks_hearts",
    "jd_bonus",
    "avoid_all_tricks_bonus",
)

DIRECTIONS = {Direction.HOLD: 0, Direction.LEFT: 1, Direction.ACROSS: 2, Direction.RIGHT: 3}
"""Directions by OpenSpiel's numbers."""


def ruleset_of(flags: Mapping[str, bool]) -> Ruleset:
    """The ruleset that these flags mean."""
    return Ruleset(
        passing=Passing.CYCLE if flags["pass_cards"] else Passing.NONE,
        first_trick=(
            FirstTrick.NO_PENALTY_CARDS if flags["no_pts_on_first_trick"] else FirstTrick.FREE
        ),
        must_break=flags["must_break_hearts"],
        queen_breaks=flags["qs_breaks_hearts"],
        bonus_card=JACK_OF_DIAMONDS if flags["jd_bonus"] else None,
        no_trick_bonus=5 if flags["avoid_all_tricks_bonus"] else 0,
    )


def number_of(card: Card) -> int:
    """OpenSpiel's number of a card."""
    return (card.rank - 2) * 4 + card.suit


COMBINATIONS = list(itertools.product((True, False), repeat=len(FLAGS)))


def name_of(flags: tuple[bool, ...]) -> str:
    """The flags that are on, for the test's name."""
    return " ".join(name for name, on in zip(FLAGS, flags, strict=True) if on) or "none"


@pytest.mark.parametrize("flags", COMBINATIONS, ids=name_of)
def test_openspiel_finds_the_same_cards_legal(flags: tuple[bool, ...]) -> None:
    chosen = dict(zip(FLAGS, flags, strict=True))
    ruleset = ruleset_of(chosen)
    game = pyspiel.load_game("hearts", chosen)
    chance = random.Random(str(flags))
    plain = not chosen["jd_bonus"] and not chosen["avoid_all_tricks_bonus"]
    for number in range(1, DEALS_A_COMBINATION + 1):
        deal, state = dealt(game, ruleset, number, chance)
        deal = passed(deal, state, chance)
        while deal.phase is Phase.PLAYING:
            legal = deal.legal_cards()
            assert set(state.legal_actions()) == {number_of(card) for card in legal}
            assert (state.current_player(),) == deal.to_act
            card = chance.choice(list(legal))
            deal = deal.play(card)
            state.apply_action(number_of(card))
        assert state.is_terminal()
        if plain:
            points = deal.outcome((0, 0, 0, 0)).points
            assert tuple(26 - result for result in state.returns()) == points


def dealt(game: Any, ruleset: Ruleset, number: int, chance: random.Random) -> tuple[Deal, Any]:
    """The same random hands and direction for both."""
    pack = list(ruleset.deck)
    chance.shuffle(pack)
    deal = Deal.start(ruleset, number, (Cards.of(pack[seat::4]) for seat in range(4)))
    state = game.new_initial_state()
    state.apply_action(DIRECTIONS[deal.direction])
    for card in pack:
        state.apply_action(number_of(card))
    return deal, state


def passed(deal: Deal, state: Any, chance: random.Random) -> Deal:
    """Both after everybody has passed at random; OpenSpiel takes the cards one by one."""
    if deal.phase is not Phase.PASSING:
        return deal
    for seat in range(4):
        hand = list(deal.hands[seat])
        cards = chance.sample(hand, 3)
        for place, card in enumerate(cards):
            left = {number_of(other) for other in hand if other not in cards[:place]}
            assert state.current_player() == seat
            assert set(state.legal_actions()) == left
            state.apply_action(number_of(card))
        deal = deal.pass_cards(seat, cards)
    return deal
