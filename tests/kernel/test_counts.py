"""The kernel counts the ways to play every ending that the golden file counts."""

from __future__ import annotations

from pathlib import Path

from openhearts.kernel import Position, position
from openhearts.rules.counts import CountedEnding
from openhearts.rules.ending import Ending

GOLDEN = Path(__file__).parents[1] / "golden" / "endings.count"


def test_every_golden_ending_has_as_many_plays() -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    counted = [CountedEnding.parse(line) for line in lines if line and not line.startswith("#")]
    wrong = [one.name for one in counted if kernel_position(one.ending).count() != one.plays]
    assert len(counted) > 500
    assert wrong == []


def kernel_position(ending: Ending) -> Position:
    """The ending before its trick was led, and then the cards that lie there."""
    trick = ending.trick
    hands = [
        hand if (card := trick.card_of(seat)) is None else hand.with_card(card)
        for seat, hand in enumerate(ending.hands)
    ]
    kernel = position(ending.ruleset, hands, trick.leader, ending.earlier)
    for card in trick.cards:
        kernel.push(card.index)
    return kernel
