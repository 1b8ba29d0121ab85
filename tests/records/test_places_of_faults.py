"""Whatever is wrong in a record, the error names its line, its deal and its trick."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings

from openhearts.records import (
    Document,
    Place,
    Record,
    RecordError,
    RecordFault,
    from_document,
    loads,
    to_document,
)
from openhearts.records.places import lines_of
from openhearts.records.record import UNKNOWN
from openhearts.records.writing import to_toml
from tests.records.random_records import Spot, records, spots, with_value
from tests.strategies import seeds

_Thing = TypeVar("_Thing")

EXAMPLES = 40
"""Records, in each of which some values are damaged."""

NO_VALUE = 0.123456789
"""A number that no field can have."""
NO_TEXT = "?!"
"""A text that is no notation of anything."""

SECTIONS = ("deals", "about", "ruleset")
NOTATION = (
    *("hands", "passes", "tricks", "claim", "moon", "shown_hand"),
    *("undone", "seed", "commitment", "hashes", "revealed"),
)
REQUIRED = {
    (): ("hearts", "ruleset"),
    ("deals",): ("number", "hands"),
    ("deals", "take_backs"): ("seat", "after", "undone"),
    ("deals", "player_changes"): ("seat", "after"),
    ("deals", "fair"): ("seed", "commitment"),
}
"""Of the tables that stand in these fields."""


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_value_of_the_wrong_type(record: Record, seed: int) -> None:
    document = to_document(record)
    for spot in some(seed, (s for s in spots(document) if is_a_value(s))):
        damaged = with_value(document, spot.path, NO_VALUE)
        text = to_toml(damaged)
        place = place_of(spot, document, line_with(str(NO_VALUE), text))
        assert fault_of(text) == (RecordFault.WRONG_TYPE, place)
        assert fault_of(damaged) == (RecordFault.WRONG_TYPE, without_line(place))


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_text_that_is_no_notation(record: Record, seed: int) -> None:
    document = to_document(record)
    for spot in some(seed, (s for s in spots(document) if is_notation(s))):
        damaged = with_value(document, spot.path, NO_TEXT)
        text = to_toml(damaged)
        place = place_of(spot, document, line_with(NO_TEXT, text))
        reason, found = fault_of(text)
        assert reason in (RecordFault.WRONG_NOTATION, RecordFault.NOT_A_SEAT)
        assert found == place
        assert fault_of(damaged) == (reason, without_line(place))


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_word_that_a_rule_does_not_know(record: Record, seed: int) -> None:
    document = to_document(record)
    for field in some(seed, document["ruleset"]):
        text = to_toml(with_value(document, ("ruleset", field), NO_TEXT))
        assert fault_of(text) == (RecordFault.WRONG_RULE, Place(line_with(NO_TEXT, text)))


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_field_that_the_format_does_not_have(record: Record, seed: int) -> None:
    document = to_document(record)
    tables = [spot for spot in spots(document) if isinstance(spot.value, dict)]
    for spot in some(seed, (s for s in [*tables, Spot((), document)] if s.path != ("about",))):
        inner = Spot((*spot.path, NO_TEXT), 1)
        text = to_toml(with_value(document, inner.path, 1))
        place = place_of(inner, document, line_with(NO_TEXT, text))
        assert fault_of(text) == (RecordFault.UNKNOWN_FIELD, place)


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_field_that_is_missing(record: Record, seed: int) -> None:
    document = to_document(record)
    tables = [spot for spot in spots(document) if isinstance(spot.value, dict)]
    for spot in some(seed, [*tables, Spot((), document)]):
        for field in REQUIRED.get(tuple(s for s in spot.path if isinstance(s, str)), ()):
            left = {key: value for key, value in spot.of(document).items() if key != field}
            if "shown_hand" in left and field == "hands":
                continue  # without its hands a deal is no view, which alone has that field
            text = to_toml(with_value(document, spot.path, left) if spot.path else left)
            missing = Spot((*spot.path, field), None)
            place = place_of(missing, document, lines_of(text).get(spot.path))
            assert fault_of(text) == (RecordFault.MISSING_FIELD, place)


def some(seed: int, found: Iterable[_Thing]) -> list[_Thing]:
    """A few of the things that were found."""
    things = list(found)
    return Random(seed).sample(things, min(6, len(things)))


def is_a_value(spot: Spot) -> bool:
    """Not a section, which TOML could not write as a value."""
    return spot.path[0] not in SECTIONS or len(spot.path) > (2 if spot.path[0] == "deals" else 1)


def is_notation(spot: Spot) -> bool:
    """A hand that a seat did not know is none: with any text there it would be another view."""
    is_text = spot.deal is not None and isinstance(spot.value, str)
    return is_text and spot.key in NOTATION and spot.value != UNKNOWN


def place_of(spot: Spot, document: Document, line: int | None) -> Place:
    """Where an error should say that this spot is."""
    if spot.deal is None or spot.path[2:] == ("number",):
        return Place(line)
    return Place(line, document["deals"][spot.deal]["number"], spot.trick)


def without_line(place: Place) -> Place:
    return Place(None, place.deal, place.trick)


def line_with(mark: str, text: str) -> int:
    """The only line that this mark is on."""
    [line] = (line for line, found in enumerate(text.split("\n"), 1) if mark in found)
    return line


def fault_of(damaged: str | Document) -> tuple[str, Place]:
    with pytest.raises(RecordError) as caught:
        loads(damaged) if isinstance(damaged, str) else from_document(damaged)
    return caught.value.reason, caught.value.place
