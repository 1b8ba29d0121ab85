"""OpenSpiel's Hearts: its numbers for cards and directions, and states brought to a moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pyspiel

from openhearts.rules.cards import JACK_OF_DIAMONDS, Card, Cards, Suit
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import FirstTrick, Passing, Ruleset
from openhearts.rules.seats import Direction
from tests.strategies import random_hands

FLAGS = (
    "pass_cards",
    "no_pts_on_first_trick",
    "must_break_hearts",
    "qs_breaks_hearts",
    "jd_bonus",
    "avoid_all_tricks_bonus",
)
"""Those of its flags that our rulesets have too."""

COMBINATIONS = list(product((True, False), repeat=len(FLAGS)))

DIRECTIONS = {Direction.HOLD: 0, Direction.LEFT: 1, Direction.ACROSS: 2, Direction.RIGHT: 3}
"""Directions by its numbers."""


def ruleset_of(flags: Mapping[str, bool]) -> Ruleset:
    """The ruleset that these flags mean; where OpenSpiel has no flag, what it always does."""
    return Ruleset(
        passing=Passing.CYCLE if flags["pass_cards"] else Passing.NONE,
        first_trick=(
            FirstTrick.NO_PENALTY_CARDS if flags["no_pts_on_first_trick"] else FirstTrick.FREE
        ),
        must_break=flags["must_break_hearts"],
        queen_breaks=flags["qs_breaks_hearts"],
        bonus_card=JACK_OF_DIAMONDS if flags["jd_bonus"] else None,
        moon_needs_bonus=False,
        moon_keeps_bonus=True,
        no_trick_bonus=5 if flags["avoid_all_tricks_bonus"] else 0,
    )


def name_of(flags: Sequence[bool]) -> str:
    """The flags that are on in a combination."""
    on = [name for name, flag in zip(FLAGS, flags, strict=True) if flag]
    return " ".join(on) or "none"


def number_of(card: Card) -> int:
    """OpenSpiel's number of a card."""
    return (card.rank - 2) * 4 + card.suit


def card_of(number: int) -> Card:
    """The card of OpenSpiel's number."""
    return Card(number // 4 + 2, Suit(number % 4))


def numbers_of(cards: Cards) -> set[int]:
    """OpenSpiel's numbers of these cards."""
    return {number_of(card) for card in cards}


def state_of(game: Any, hands: Sequence[Cards], direction: Direction) -> Any:
    """A state of OpenSpiel's ``game`` in which the seats were dealt these hands."""
    state = game.new_initial_state()
    state.apply_action(DIRECTIONS[direction])
    for cards in zip(*hands, strict=True):
        for card in cards:
            state.apply_action(number_of(card))
    return state


def dealt(game: Any, ruleset: Ruleset, number: int, random: Random) -> tuple[Deal, Any]:
    """The same random hands and direction for both."""
    deal = Deal.start(ruleset, number, random_hands(ruleset, random))
    return deal, state_of(game, deal.dealt, deal.direction)


def passed(deal: Deal, state: Any, random: Random) -> Deal:
    """Both after everybody has passed at random; OpenSpiel takes the cards one by one."""
    if deal.phase is not Phase.PASSING:
        return deal
    for seat in range(4):
        hand = list(deal.hands[seat])
        cards = random.sample(hand, 3)
        for place, card in enumerate(cards):
            left = {number_of(other) for other in hand if other not in cards[:place]}
            assert state.current_player() == seat
            assert set(state.legal_actions()) == left
            state.apply_action(number_of(card))
        deal = deal.pass_cards(seat, cards)
    return deal


def load(**flags: bool) -> Any:
    """The game with these flags, the others at OpenSpiel's defaults."""
    return pyspiel.load_game("hearts", flags)
