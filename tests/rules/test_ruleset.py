"""Section 2 of docs/rules.md: the fields, their words and presets, and what is refused."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.rules.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, TEN_OF_DIAMONDS
from openhearts.rules.errors import RulesetError
from openhearts.rules.ruleset import (
    PRESETS,
    STANDARD,
    FirstTrick,
    HeartValues,
    MoonRule,
    Opening,
    Passing,
    Ruleset,
    Ties,
    allowed_words,
)
from tests.rules import section_two
from tests.strategies import rulesets

ALLOWED = {name: field.allowed() for name, field in section_two.fields().items()}
DEFAULT_WORDS = {name: field.default for name, field in section_two.fields().items()}


def test_the_fields_are_those_of_the_law_in_its_order() -> None:
    assert [field.name for field in fields(Ruleset)] == list(ALLOWED)


@pytest.mark.parametrize("field", ALLOWED)
def test_a_field_allows_the_words_of_the_law(field: str) -> None:
    assert allowed_words(field) == ALLOWED[field]


def test_the_default_of_each_field() -> None:
    assert STANDARD.to_words() == DEFAULT_WORDS
    assert Ruleset() == STANDARD


def test_the_presets_are_those_of_the_law_in_its_order_and_change_what_it_says() -> None:
    assert list(PRESETS) == list(section_two.presets())
    for preset, different in section_two.presets().items():
        assert PRESETS[preset].to_words() == DEFAULT_WORDS | different


@given(rulesets(), rulesets())
def test_words_read_back_to_the_same_ruleset(ruleset: Ruleset, other: Ruleset) -> None:
    words = ruleset.to_words()
    assert list(words) == list(ALLOWED)
    assert {type(word) for word in words.values()} <= {str, int, bool}
    assert STANDARD.with_words(words) == ruleset
    assert other.with_words(words) == ruleset
    assert hash(other.with_words(words)) == hash(ruleset)
    assert ruleset.with_words({}) == ruleset


@pytest.mark.parametrize(
    ("words", "ruleset"),
    [
        ({"moon": "subtract"}, Ruleset(moon=MoonRule.SUBTRACT)),
        ({"bonus_card": "Td"}, Ruleset(bonus_card=TEN_OF_DIAMONDS)),
        ({"deal_limit": 100}, Ruleset(deal_limit=100)),
        ({"black_maria": True, "seats": 3}, Ruleset(black_maria=True, seats=3)),
        ({"seats": 6, "pass_count": 4}, Ruleset(seats=6, pass_count=4)),
        ({"hearts": "spot"}, Ruleset(hearts=HeartValues.SPOT)),
        ({"passing": "no-hold"}, Ruleset(passing=Passing.NO_HOLD)),
        ({"ties": "share"}, Ruleset(ties=Ties.SHARE)),
        ({"opening": "left-of-dealer"}, Ruleset(opening=Opening.LEFT_OF_DEALER)),
        ({"first_trick": "free"}, Ruleset(first_trick=FirstTrick.FREE)),
    ],
)
def test_a_field_set_by_its_word_changes_nothing_else(
    words: dict[str, object], ruleset: Ruleset
) -> None:
    assert STANDARD.with_words(words) == ruleset
    assert STANDARD.to_words() | words == ruleset.to_words()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("moon", "subtractt"),
        ("moon", "Subtract"),
        ("moon", ""),
        ("moon", True),
        ("moon", ["add"]),
        ("seats", 2),
        ("seats", 7),
        ("seats", "4"),
        ("seats", 4.0),
        ("target", 0),
        ("target", 1001),
        ("target", -5),
        ("target", True),
        ("target", 99.5),
        ("target", "100"),
        ("hearts", "two"),
        ("black_maria", 1),
        ("black_maria", "on"),
        ("bonus_card", "jd"),
        ("bonus_card", "Qs"),
        ("bonus_card", False),
        ("passing", "no hold"),
        ("passing", "left"),
        ("pass_count", 0),
        ("pass_count", 6),
        ("opening", "dealer"),
        ("first_trick", "no penalty cards"),
        ("must_break", 0),
        ("queen_breaks", "true"),
        ("ties", "play_on"),
        ("deal_limit", 0),
        ("deal_limit", 101),
        ("deal_limit", "1"),
        ("no_trick_bonus", 4),
        ("no_trick_bonus", False),
    ],
)
def test_c07_another_word_is_refused_with_the_field_and_what_it_allows(
    field: str, value: object
) -> None:
    with pytest.raises(RulesetError) as refused:
        STANDARD.with_words({field: value})
    assert refused.value.field == field
    assert refused.value.allowed == ALLOWED[field]
    message = str(refused.value)
    assert field in message
    assert "unknown" not in message
    assert all(word in message for word in ALLOWED[field])


@pytest.mark.parametrize("field", ALLOWED)
def test_c07_null_is_a_wrong_value_and_not_an_unknown_field(field: str) -> None:
    with pytest.raises(RulesetError) as refused:
        STANDARD.with_words({field: None})
    assert refused.value.field == field
    assert refused.value.allowed == ALLOWED[field]
    assert "unknown" not in str(refused.value)
    assert refused.value.value != "none"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("moon", "subtract"),
        ("moon", None),
        ("seats", None),
        ("seats", 4.0),
        ("black_maria", 1),
        ("bonus_card", QUEEN_OF_SPADES),
        ("bonus_card", "Jd"),
        ("target", True),
        ("deal_limit", False),
        ("no_trick_bonus", False),
    ],
)
def test_c07_a_ruleset_is_checked_however_it_is_made(field: str, value: Any) -> None:
    values: dict[str, Any] = {field: value}
    for make in (Ruleset, partial(replace, STANDARD)):
        with pytest.raises(RulesetError) as refused:
            make(**values)
        assert refused.value.field == field
        assert refused.value.allowed == ALLOWED[field]
        assert "unknown" not in str(refused.value)


@pytest.mark.parametrize("name", ["mooon", "scoring", "", "MOON", "moon "])
def test_c07_an_unknown_field_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(RulesetError, match="unknown field") as refused:
        STANDARD.with_words({"moon": "subtract", name: "add"})
    assert refused.value.field == name
    assert refused.value.allowed == tuple(ALLOWED)
    with pytest.raises(RulesetError, match="unknown field") as refused:
        allowed_words(name)
    assert refused.value.field == name
    assert refused.value.allowed == tuple(ALLOWED)


@pytest.mark.parametrize("passing", list(Passing))
def test_no_more_than_half_the_hand_is_passed_even_with_passing_none(passing: Passing) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset(seats=6, pass_count=5, passing=passing)
    assert refused.value.field == "pass_count"
    assert not any("5" in word for word in refused.value.allowed)
    with pytest.raises(RulesetError):
        STANDARD.with_words({"seats": 6, "pass_count": 5})
    with pytest.raises(RulesetError):
        Ruleset(pass_count=5, passing=passing).with_words({"seats": 6})


@pytest.mark.parametrize(("seats", "most"), [(3, 5), (4, 5), (5, 5), (6, 4)])
def test_the_most_cards_that_can_be_passed(seats: int, most: int) -> None:
    assert Ruleset(seats=seats, pass_count=most).pass_count == most


@pytest.mark.parametrize(
    ("words", "idle"),
    [
        ({}, {"moon_needs_bonus", "moon_keeps_bonus"}),
        ({"bonus_card": "Jd"}, set()),
        ({"bonus_card": "Td", "moon": "none"}, {"moon_needs_bonus", "moon_keeps_bonus"}),
        (
            {"bonus_card": "Jd", "black_maria": True},
            {"moon", "moon_needs_bonus", "moon_keeps_bonus"},
        ),
        (
            {"black_maria": True, "moon": "none"},
            {"moon", "moon_needs_bonus", "moon_keeps_bonus"},
        ),
        ({"bonus_card": "Jd", "passing": "none"}, {"pass_count"}),
        ({"bonus_card": "Jd", "passing": "no-hold"}, set()),
        ({"bonus_card": "Jd", "must_break": False}, {"queen_breaks"}),
    ],
)
def test_c07_fields_without_effect_are_named(words: dict[str, object], idle: set[str]) -> None:
    found = STANDARD.with_words(words).idle_fields()
    assert set(found) == idle
    assert list(found) == [field for field in ALLOWED if field in idle]


@given(rulesets())
def test_every_combination_that_only_lacks_effect_is_accepted(ruleset: Ruleset) -> None:
    for field in ruleset.idle_fields():
        for word in ALLOWED[field]:
            if word in ("true", "false"):
                ruleset.with_words({field: word == "true"})
            elif " to " not in word:
                ruleset.with_words({field: word})


@given(st.integers(1, 1000))
def test_any_whole_target_from_1_to_1000(target: int) -> None:
    assert Ruleset(target=target).with_words({"target": target}).target == target


def test_the_lowest_club_and_the_hand_of_each_number_of_seats() -> None:
    found = {seats: Ruleset(seats=seats) for seats in (3, 4, 5, 6)}
    clubs = {seats: str(ruleset.lowest_club) for seats, ruleset in found.items()}
    assert clubs == {3: "2c", 4: "2c", 5: "3c", 6: "4c"}
    sizes = {seats: ruleset.hand_size for seats, ruleset in found.items()}
    assert sizes == {3: 17, 4: 13, 5: 10, 6: 8}


def test_switching_a_field_never_changes_another() -> None:
    spot = PRESETS["spot-hearts"].with_words({"bonus_card": "Jd", "black_maria": True})
    assert (spot.target, spot.moon, spot.passing) == (100, MoonRule.ADD, Passing.CYCLE)
    assert spot.bonus_card == JACK_OF_DIAMONDS


def test_a_ruleset_names_the_fields_in_which_it_differs_from_another() -> None:
    changed = STANDARD.with_words({"moon": "subtract", "seats": 5})
    assert changed.differing_fields(STANDARD) == ("seats", "moon")
    assert STANDARD.differing_fields(changed) == ("seats", "moon")
    assert changed.differing_fields(changed) == ()
