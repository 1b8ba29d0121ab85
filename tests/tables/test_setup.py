"""What a table is opened with is checked field by field; a wrong one is told what is allowed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.rules.ruleset import PRESETS, Ruleset, allowed_words
from openhearts.tables.options import CHOICES, TableOptions
from openhearts.tables.setup import DEFAULT_PRESET, Setup, SetupError, parse_setup
from tests.strategies import rulesets
from tests.tables.driver import LEVELS, Course, setup_of

FIELDS = tuple(field.name for field in fields(Ruleset))
OPTIONS = (
    "listed",
    "running_points",
    "older_tricks",
    "spectators",
    "take_back",
    "hints",
    "talk",
    "sheet_seconds",
    "clock_seconds",
    "reserve_seconds",
)
SWITCHES = OPTIONS[:5]


def error_of(body: dict[str, Any]) -> SetupError:
    with pytest.raises(SetupError) as caught:
        setup_of(body)
    return caught.value


def test_nothing_asked_for_is_subtract_the_moon_as_it_stands() -> None:
    setup = setup_of({})
    assert setup == Setup(DEFAULT_PRESET, PRESETS["subtract-the-moon"], TableOptions(), "casual")
    assert DEFAULT_PRESET == "subtract-the-moon"
    assert setup.changed_fields == ()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_only_fills_the_fields(preset: str) -> None:
    setup = setup_of({"preset": preset})
    assert setup.preset == preset
    assert setup.ruleset == PRESETS[preset]
    assert setup.changed_fields == ()


def test_the_presets_are_the_five_games() -> None:
    assert tuple(PRESETS) == (
        "standard",
        "subtract-the-moon",
        "spot-hearts",
        "omnibus",
        "black-maria",
    )


@given(preset=st.sampled_from(sorted(PRESETS)), ruleset=rulesets())
def test_every_field_is_taken_and_the_changed_ones_are_known(preset: str, ruleset: Ruleset) -> None:
    """C07: what is asked for is what is played; switching a field changes no other."""
    words = ruleset.to_words()
    setup = setup_of({"preset": preset, **words})
    assert setup.ruleset == ruleset
    of_preset = PRESETS[preset].to_words()
    assert setup.changed_fields == tuple(name for name in FIELDS if words[name] != of_preset[name])


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_every_field_can_be_set_alone(field: str) -> None:
    """C07."""
    numbers: dict[str, list[str | int | bool]] = {
        "seats": [3, 4, 5, 6],
        "target": [1, 50, 1000],
        "pass_count": [1, 2, 3, 4, 5],
        "deal_limit": ["none", 1, 100],
        "no_trick_bonus": [0, 5],
    }
    switch: dict[str, str | int | bool] = {"true": True, "false": False}
    values = numbers.get(field) or [switch.get(word, word) for word in allowed_words(field)]
    standard = Ruleset().to_words()
    for value in values:
        setup = setup_of({"preset": "standard", field: value})
        assert setup.ruleset.to_words() == {**standard, field: value}
        changed = value is not standard[field] and value != standard[field]
        assert setup.changed_fields == ((field,) if changed else ())


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "value", ["subtractt", "", None, -1, 1001, 2.0, [], {}, ["add"], "True", "4", "jd"], ids=repr
)
def test_a_wrong_value_is_refused_with_the_field_and_what_is_allowed(
    field: str, value: object
) -> None:
    """C07: {moon: "subtractt"} makes no table."""
    error = error_of({field: value})
    assert error.field == field
    assert error.allowed == allowed_words(field)
    assert all(isinstance(word, str) for word in error.allowed)
    assert field in str(error)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("black_maria", 1),
        ("black_maria", 0),
        ("must_break", "true"),
        ("seats", True),
        ("target", True),
        ("no_trick_bonus", False),
        ("no_trick_bonus", 1),
        ("deal_limit", 0),
        ("deal_limit", 101),
        ("target", 0),
        ("pass_count", 6),
        ("seats", 2),
        ("seats", 7),
        ("bonus_card", "Qs"),
        ("moon", "Add"),
        ("passing", "no hold"),
    ],
)
def test_a_value_of_the_wrong_type_or_just_outside_is_refused(field: str, value: object) -> None:
    error = error_of({field: value})
    assert (error.field, error.allowed) == (field, allowed_words(field))


def test_more_cards_than_half_the_hand_cannot_be_passed() -> None:
    error = error_of({"seats": 6, "pass_count": 5})
    assert (error.field, error.allowed) == ("pass_count", ("1 to 4",))
    assert error_of({"seats": 6, "pass_count": 5, "passing": "none"}).field == "pass_count"
    assert setup_of({"seats": 6, "pass_count": 4}).ruleset.pass_count == 4


@pytest.mark.parametrize(
    "name", ["moons", "Moon", "", "ruleset", "options.take_back", "running_points"]
)
def test_an_unknown_field_is_refused_by_its_name(name: str) -> None:
    """C07: an option that does nothing is never taken in silence."""
    error = error_of({name: "subtract"})
    assert error.field == name
    assert error.allowed == ("preset", *FIELDS, "level", "options")


def test_fields_without_effect_are_taken_and_said_to_have_none() -> None:
    """C07: black-maria with subtract; the answer is the same from the library and the table."""
    words = {"preset": "black-maria", "moon": "subtract"}
    setup = setup_of(words)
    assert setup.ruleset.moon.value == "subtract"
    assert "moon" in setup.ruleset.idle_fields()
    assert "moon" in Course(words, 1).view(0).rules.idle


def test_subtract_and_spot_are_both_carried_to_the_table() -> None:
    """C07."""
    rules = Course({"moon": "subtract", "hearts": "spot", "preset": "standard"}, 1).view(None).rules
    assert (rules.fields["moon"], rules.fields["hearts"]) == ("subtract", "spot")
    assert rules.changed == ("hearts", "moon")


# -- preset, level, options


@pytest.mark.parametrize("value", ["Standard", "", None, 3, True, ["standard"], {"a": 1}])
def test_a_preset_that_there_is_not_is_refused(value: object) -> None:
    error = error_of({"preset": value})
    assert (error.field, error.allowed) == ("preset", tuple(PRESETS))


@pytest.mark.parametrize("value", ["grandmaster", "expert", "", None, 1, ["casual"]])
def test_a_level_that_there_is_not_is_refused(value: object) -> None:
    error = error_of({"level": value})
    assert (error.field, error.allowed) == ("level", LEVELS)


def test_levels_are_those_that_exist() -> None:
    assert setup_of({"level": "beginner"}).level == "beginner"
    assert parse_setup({}, ("strong",), "strong").level == "strong"
    with pytest.raises(SetupError):
        parse_setup({"level": "casual"}, ("strong",), "strong")


def test_every_option_can_be_set() -> None:
    options = {
        "listed": True,
        "running_points": False,
        "older_tricks": True,
        "spectators": False,
        "take_back": False,
        "hints": "none",
        "talk": "phrases",
        "sheet_seconds": 120,
        "clock_seconds": 30,
        "reserve_seconds": 60,
    }
    assert setup_of({"options": options}).options == TableOptions(
        listed=True,
        running_points=False,
        older_tricks=True,
        spectators=False,
        take_back=False,
        hints="none",
        talk="phrases",
        sheet_seconds=120,
        clock_seconds=30,
        reserve_seconds=60,
    )
    assert setup_of({"options": {}}).options == TableOptions()
    assert tuple(options) == OPTIONS == TableOptions.__struct_fields__


def test_options_change_no_rule() -> None:
    one = setup_of({"options": {"take_back": False, "running_points": False}})
    assert one.ruleset == setup_of({}).ruleset
    assert one.changed_fields == ()


@pytest.mark.parametrize("option", SWITCHES)
@pytest.mark.parametrize("value", [1, 0, "true", None, []])
def test_an_option_is_on_or_off(option: str, value: object) -> None:
    error = error_of({"options": {option: value}})
    assert (error.field, error.allowed) == (f"options.{option}", ("true", "false"))


@pytest.mark.parametrize("option", CHOICES)
@pytest.mark.parametrize("value", [1, True, -15, 14.0, "everything", "15", None, []])
def test_an_option_with_a_choice_is_one_of_them(option: str, value: object) -> None:
    error = error_of({"options": {option: value}})
    allowed = tuple(str(choice) for choice in CHOICES[option])
    assert (error.field, error.allowed) == (f"options.{option}", allowed)
    for choice in CHOICES[option]:
        assert getattr(setup_of({"options": {option: choice}}).options, option) == choice


@pytest.mark.parametrize("value", [4, 601, 0, -5, True, 30.0, "30", None])
def test_the_time_of_the_sheet_has_bounds(value: object) -> None:
    error = error_of({"options": {"sheet_seconds": value}})
    assert (error.field, error.allowed) == ("options.sheet_seconds", ("5 to 600",))


@pytest.mark.parametrize("value", [5, 600])
def test_the_bounds_of_the_sheet_s_time_are_allowed(value: int) -> None:
    assert setup_of({"options": {"sheet_seconds": value}}).options.sheet_seconds == value


@pytest.mark.parametrize("name", ["clock", "sheetSeconds", ""])
def test_an_unknown_option_is_refused_by_its_name(name: str) -> None:
    error = error_of({"options": {name: True}})
    assert (error.field, error.allowed) == (f"options.{name}", OPTIONS)


@pytest.mark.parametrize("value", [None, [], "take_back", 3, True])
def test_options_are_named_values(value: object) -> None:
    error = error_of({"options": value})
    assert (error.field, error.allowed) == ("options", OPTIONS)
