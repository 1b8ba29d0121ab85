"""Hands from a source of chance."""

from __future__ import annotations

from random import Random

import pytest

from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.shuffling import shuffled_hands


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_shuffled_hands_are_a_deal_and_the_same_for_the_same_seed(seats: int) -> None:
    ruleset = Ruleset(seats=seats)
    hands = shuffled_hands(ruleset, Random(1))
    assert Deal.start(ruleset, 1, hands).dealt == hands
    assert shuffled_hands(ruleset, Random(1)) == hands
    assert shuffled_hands(ruleset, Random(2)) != hands


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_any_card_comes_to_any_seat(seats: int) -> None:
    ruleset, random = Ruleset(seats=seats), Random(1)
    held = [hand for _ in range(200) for hand in enumerate(shuffled_hands(ruleset, random))]
    for seat in range(seats):
        assert {card for place, hand in held if place == seat for card in hand} == set(ruleset.deck)
