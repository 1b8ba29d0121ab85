"""How the others play in a lesson."""

from __future__ import annotations

import pytest

from openhearts.lessons.opponents import careful_card
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import STANDARD, Passing, Ruleset
from openhearts.rules.trick import Trick
from tests.rules.stacked import cards


def on_turn(hand: str, lying: str) -> Deal:
    """A deal in which seat 1 holds ``hand``, and seat 0 has led."""
    rules = Ruleset(passing=Passing.NONE)
    hands = (Cards(), cards(hand), Cards(), Cards())
    trick = Trick(0, 4, tuple(map(Card.parse, lying.split()))) if lying else Trick(1, 4)
    played = cards("2c 3c 4c 5c 2h")
    return Deal(rules, 1, hands, hands, (None,) * 4, played, (), trick)


@pytest.mark.parametrize(
    ("hand", "lying", "card"),
    [
        ("9s 7s 3s Ah", "8s", "7s"),  # just below the highest
        ("Ks 9s", "8s", "9s"),  # cannot stay below: as low as can be
        ("Ah Qs 2c", "8d", "Qs"),  # the queen first
        ("Ah 9h Ac", "8d", "Ah"),  # then high hearts
        ("Ac 3c", "8d", "Ac"),  # then what is high
        ("3h 4c Kd", "", "4c"),  # leads low, hearts last
    ],
)
def test_they_play_as_a_careful_player_would(hand: str, lying: str, card: str) -> None:
    assert str(careful_card(on_turn(hand, lying))) == card


def test_nobody_plays_before_the_cards_are_passed() -> None:
    with pytest.raises(ValueError, match="turn"):
        careful_card(Deal.start(STANDARD, 1, [Cards(0x1FFF << 13 * s) for s in range(4)]))
