"""C36: bots know nothing that a seat may not know, and are not in league against any seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest

from openhearts.arena.match import Match
from openhearts.arena.playing import play_block
from openhearts.rules.cards import QUEEN_OF_SPADES
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.view import SeatView

BLOCKS = 750


def test_the_same_bot_in_every_seat_takes_the_queen_equally_often_c36() -> None:
    """Four hands a block: each of the four seatings, with chance of its own."""
    match = Match(("rule", "rule"), Ruleset(), 36, BLOCKS, own_seeds=True)
    takers = Counter[int]()
    for number in range(BLOCKS):
        for record in play_block(match, number, with_records=True).records:
            (recorded,) = record.deals
            taken = recorded.deal.taken
            takers.update(s for s, cards in enumerate(taken) if QUEEN_OF_SPADES in cards)
    assert sum(takers.values()) <= 4 * BLOCKS
    for seat in range(4):
        assert takers[seat] / sum(takers.values()) == pytest.approx(0.25, abs=0.03)


def test_a_bot_is_not_told_who_the_others_are_c36() -> None:
    """So it cannot treat a person differently."""
    assert {field.name for field in fields(SeatView)} == {
        "ruleset", "number", "seat", "scores", "phase", "to_act", "has_passed", "hand_sizes",
        "tricks", "trick", "played", "claim", "shown_hand", "hand", "given", "received",
        "opening_hands", "passes", "outcome",
    }  # fmt: skip
