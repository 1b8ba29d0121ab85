"""Endings: the last cards of a deal, what may be played from them, and how they are written."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ending import Ending, NotAnEnding
from openhearts.rules.errors import (
    IllegalAction,
    NotationError,
    Reason,
    RulesetError,
    with_facts,
)
from openhearts.rules.ruleset import STANDARD, Opening, Ruleset
from openhearts.rules.trick import Trick
from tests.rules.endings import ending_of, endings
from tests.rules.stacked import cards, trick
from tests.strategies import random_action, random_hands, rulesets, seeds

FREE, SAME = "free-card", "as-many-cards"

ENDING = Ending(
    STANDARD,
    (cards("Ah"), cards("Ks 7c"), cards("5h 4d"), cards("9c")),
    trick(3, "Td 2h"),
    cards("2c 3c 4c 5c"),
)


def test_an_ending_is_written_in_four_parts() -> None:
    written = "standard | .A.. K...7 .5.4. ...9 | 3 Td 2h - - | ...5432"
    assert str(ENDING) == written
    assert repr(ENDING) == f"Ending.parse({written!r})"
    assert Ending.parse(written) == ENDING


def test_an_ending_is_frozen_hashable_and_equal_to_its_copy() -> None:
    for field in fields(ENDING):
        with pytest.raises(FrozenInstanceError):
            setattr(ENDING, field.name, None)
    copy = replace(ENDING)
    assert copy == ENDING
    assert hash(copy) == hash(ENDING)
    assert replace(ENDING, earlier=cards("2c 3c 4c 6c")) != ENDING


def test_played_are_the_earlier_cards_and_those_on_the_table() -> None:
    assert ENDING.played == cards("2c 3c 4c 5c Td 2h")


def test_a_play_returns_the_next_ending_and_leaves_this_one_as_it_was() -> None:
    after = ENDING.play(Card.parse("7c"))
    assert str(after) == "standard | .A.. K... .5.4. ...9 | 3 Td 2h 7c - | ...5432"
    assert len(ENDING.hands[1]) == 2


def test_after_a_trick_its_winner_leads_and_its_cards_are_earlier_ones() -> None:
    after = ENDING.play(Card.parse("7c")).play(Card.parse("4d"))
    assert str(after) == "standard | .A.. K... .5.. ...9 | 3 - - - - | .2.T4.75432"
    assert after.legal_cards() == cards("9c")


def test_after_the_last_card_nothing_is_legal() -> None:
    ending = ENDING
    while legal := ending.legal_cards():
        ending = ending.play(legal.lowest())
    assert not any(ending.hands)
    with pytest.raises(IllegalAction) as refused:
        ending.play(Card.parse("2c"))
    assert refused.value.reason is Reason.NOT_IN_HAND


@given(rulesets(), seeds())
def test_the_end_of_a_deal_is_played_as_the_deal_is(ruleset: Ruleset, seed: int) -> None:
    random = Random(seed)
    deal = Deal.start(ruleset, 1, random_hands(ruleset, random))
    while deal.phase is Phase.PASSING:
        deal = deal.act(*random_action(deal, random))
    while deal.phase is Phase.PLAYING:
        card = random.choice(list(deal.legal_cards()))
        after = deal.play(card)
        if max(map(len, deal.hands)) <= 4:
            ending = ending_of(deal)
            assert ending.legal_cards() == deal.legal_cards()
            assert ending.play(card) == ending_of(after)
            for other in ending.hands[ending.trick.to_play] - deal.legal_cards():
                assert reason_not_to_play(ending, other) is reason_not_to_play(deal, other)
        deal = after


def reason_not_to_play(where: Deal | Ending, card: Card) -> Reason:
    with pytest.raises(IllegalAction) as refused:
        where.play(card)
    return refused.value.reason


@given(endings())
def test_from_any_ending_play_goes_on_to_the_last_card(ending: Ending) -> None:
    left = sum(map(len, ending.hands))
    for _ in range(left):
        legal = ending.legal_cards()
        assert legal
        assert legal <= ending.hands[ending.trick.to_play]
        ending = ending.play(legal.highest())
    assert not ending.legal_cards()


FAULTS = {
    # text: where the fault is, what should be there
    "": (0, "one-of: choices standard, "),
    "standard": (8, "hands"),
    "standard | ": (11, "four-suits"),
    "standart | .A.. K... .5.. ...9 | 0 - - - - | ...5432": (7, "one-of: choices standard, "),
    "standard | .A.. K...": (20, "next-hand"),
    "standard | .A.. K..7 .5.. ...9 | 0 - - - - | ...5432": (20, "four-suits"),
    "standard | .A.. K... .5.. ...9 ...8 | 0 - - - - | ...5432": (30, "falling-ranks"),
    "standard |  .A.. K... .5.. ...9 | 0 - - - - | ...5432": (11, "four-suits"),
    "standard | .A.. K... .5.. ...9": (30, "trick"),
    "standard | .A.. K... .5.. ...9 | 0 -": (36, "places-at-least: count 3"),
    "standard | .A.. K... .5.. ...9 | 0 - - - -": (42, "earlier-cards"),
    "standard | .A.. K... .5.. ...9 | 0 - - - - | ...5432 ": (52, "falling-ranks"),
    "standard | .A.. K... .5.. ...9 | 0 - - - - | ...5432 | 1": (52, "falling-ranks"),
    "standard | .A.. K... .5.. ...9 | 0 - - - | ...5432": (40, "places: count 4"),
    "standard | .A.. K... .5.. ...9 | 0 - - - - - | ...5432": (43, "places: count 4"),
    "standard | .A.. K... .5.. ...9 | 4 - - - - - | ...5432": (33, "seat: last 3"),
    "standard | .A.. .A.. .5.. ...9 | 0 - - - - | ...5432": (17, FREE),
    "standard | QT.A.. KT.A.. .5.. ...9 | 0 - - - - | ...5432": (19, FREE),
    "standard seats=3 | .A.. K... ..32. | 0 - - - | ...432": (32, FREE),
    "standard | .AKQJT.. K... .5.. ...9 | 0 - - - - | ...5432": (11, "cards-at-most: count 4"),
    "standard | .A.. K.3.. .5.. ...9 | 0 - - - - | ...5432": (16, SAME),
    "standard | .A.. K... .5.. ...9 | 0 2h - - - | ...5432": (11, SAME),
    "standard | .A.. K... .5.. ...9 | 0 Ah - - - | ...5432": (35, FREE),
    "standard | ... K... .5.. ...9 | 0 2h Kh - 2h | ...5432": (42, "nobody-yet"),
    "standard | ... ... ... ... | 0 2h 3h 4h 5h | ...5432": (40, "free-place"),
    "standard | .A.. K... .5.. ...9 | 0 - - - - | ...9432": (48, FREE),
    "standard | ... K... .5.. ...9 | 0 4h - - - | .4..432": (46, FREE),
    "standard | .A.. K... .5.. ...9 | 0 - - - - | ...543": (45, "whole-tricks"),
    "standard | .A.. K... .5.. ...9 | 0 - - - - | ...": (33, "leader-with: card 2c"),
    "standard | .A.. K... .5.. ...2 | 2 - - - - | ...": (33, "leader-with: card 2c"),
    "standard seats=6 | .A.. K... .5.. ...3 ...5 .6.. | 3 - - - - - - | ...": (37, FREE),
    "standard seats=6 | .A.. K... .5.. ...5 ...6 .6.. | 3 - - - - - - | ...": (51, "leader-with"),
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=FAULTS)
def test_no_other_text_is_an_ending_and_the_first_fault_is_told(
    text: str, fault: tuple[int, str]
) -> None:
    with pytest.raises(NotationError) as refused:
        Ending.parse(text)
    assert refused.value.text == text
    assert refused.value.position == fault[0]
    assert with_facts(refused.value.expected, refused.value.facts).startswith(fault[1])


def test_a_ruleset_that_no_table_can_have_is_refused_as_by_the_ruleset() -> None:
    with pytest.raises(RulesetError) as refused:
        Ending.parse("standard seats=7 | .A.. K... .5.. ...9 | 0 - - - - | ...5432")
    assert refused.value.field == "seats"


@pytest.mark.parametrize(
    ("change", "part", "position"),
    [
        ({"hands": ()}, "hands", 0),
        ({"ruleset": Ruleset(seats=5)}, "hands", 0),
        ({"hands": (cards("Ah"), cards("Ks Ac"), cards("5h Ah"), cards("9c"))}, "hand 2", 1),
        ({"trick": Trick(-1, 4)}, "trick", 0),
        ({"trick": Trick(4, 4)}, "trick", 0),
        ({"trick": trick(3, "Td Td")}, "trick", 5),
        ({"trick": Trick(3, 3)}, "trick", 7),
        ({"trick": trick(3, "Td 2h 3h 4h 5c", seats=4)}, "trick", 11),
        ({"earlier": cards("2c 3c")}, "earlier", 0),
        ({"earlier": cards("2c 3c 4c Ah")}, "earlier", 1),
    ],
)
def test_cards_that_do_not_fit_together_are_refused_with_the_place(
    change: dict[str, Any], part: str, position: int
) -> None:
    with pytest.raises(NotAnEnding) as refused:
        replace(ENDING, **change)
    assert (refused.value.part, refused.value.position) == (part, position)
    what = with_facts(refused.value.expected, refused.value.facts)
    assert f"expected {what}: {part} at position {position}" == str(refused.value)


def test_the_leader_of_the_first_trick_holds_the_lowest_club_only_where_it_opens() -> None:
    hands = (cards("Ah"), cards("Ks"), cards("5h"), cards("9c"))
    free = Ruleset(opening=Opening.LEFT_OF_DEALER)
    assert Ending(free, hands, Trick(0, 4), Cards()).legal_cards() == cards("Ah")
    with pytest.raises(NotAnEnding, match="2c"):
        Ending(STANDARD, hands, Trick(0, 4), Cards())
