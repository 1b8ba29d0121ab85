"""docs/record.schema.json accepts what the reader accepts, and refuses what is ill formed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from openhearts.records import Record, RecordError, from_document, to_document
from openhearts.rules.ruleset import Ruleset, allowed_words
from tests.records.random_records import (
    records,
    spots,
    with_value,
)
from tests.records.test_broken_records import BROKEN, FAULTS
from tests.records.test_golden_records import GOLDEN, OUTCOMES
from tests.strategies import seeds

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "record.schema.json"

ILL_FORMED = {
    *("not-a-card", "not-a-suit", "hand-with-a-card-twice", "trick-of-five", "three-hands"),
    *("fifty-three-cards", "fifty-one-cards", "no-seat", "moon-neither-add-nor-subtract"),
    *("unknown-field", "unknown-rule", "unknown-field-of-a-deal", "unknown-field-of-a-player"),
    *("rule-out-of-range", "rule-of-another-type", "pass-of-over-half-the-hand"),
    *("wrong-version", "no-version", "no-ruleset", "no-hands", "comment-only"),
    *("text-for-a-number", "date-in-about", "deal-zero", "number-over-64-bits"),
    *("points-for-three", "automatic-actions-out-of-order"),
    *("take-back-of-nothing", "players-for-three", "stand-in-for-nobody"),
    *("not-hexadecimal", "hashes-for-three"),
    *("seen-by-two", "too-deep", "empty", "blank", "trick-after-the-last"),
}
"""Of the broken records, those that only need looking at; the others have to be played."""

VALUES: tuple[Any, ...] = (
    *(0, 1, 2, 3, 6, 13, 101, 2**63, -1, 0.5, True, False, None, "", "x", "??", "none", "Jd"),
    *("0", "0 2c", "6 add", "0 add", "0 moon add", "0 2c - - -", "3 rest-are-mine", [], {}, [1]),
    *([""], ["??"], ["??"] * 4, ["AKQJT98765432..."] * 4, ["...", "..."], [0, 0, 0, 26], "ab"),
    *([{}], [{}] * 4, {"name": "Ann"}, {"seat": 0, "after": 0}, {"seed": "00", "commitment": "0"}),
)


@cache
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return found


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def fits(document: object) -> bool:
    return validator().is_valid(document)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@given(records())
def test_every_record_fits_the_schema(record: Record) -> None:
    validator().validate(to_document(record))


@pytest.mark.parametrize("name", OUTCOMES)
def test_every_golden_record_fits_the_schema(name: str) -> None:
    validator().validate(tomllib.loads((GOLDEN / f"{name}.hearts").read_text("utf-8")))


def test_every_ill_formed_record_is_refused_by_the_schema() -> None:
    refused = {name for name, document in broken_documents() if not fits(document)}
    assert refused == ILL_FORMED


@given(records(), seeds())
def test_what_the_reader_accepts_the_schema_accepts(record: Record, seed: int) -> None:
    random = Random(seed)
    document = to_document(record)
    for spot in random.sample(found := list(spots(document)), min(12, len(found))):
        changed = with_value(document, spot.path, random.choice(VALUES))
        for changed_or_added in (changed, _with_another_field(changed, random)):
            try:
                from_document(changed_or_added)
            except RecordError:
                continue
            validator().validate(changed_or_added)


@given(records(), seeds())
def test_whatever_has_the_wrong_type_or_name_the_schema_refuses(record: Record, seed: int) -> None:
    random = Random(seed)
    document = to_document(record)
    for spot in random.sample(found := list(spots(document)), min(6, len(found))):
        assert not fits(with_value(document, spot.path, 0.5))
        if isinstance(spot.value, dict) and spot.key != "about":
            assert not fits(with_value(document, (*spot.path, "x"), 1))


def test_the_schema_has_the_fields_of_a_ruleset_with_their_values() -> None:
    fields = schema()["$defs"]["ruleset"]["properties"]
    assert list(fields) == list(Ruleset().to_words())
    assert {name: field["default"] for name, field in fields.items()} == Ruleset().to_words()
    for name, field in fields.items():
        assert _words(field) == allowed_words(name), name


def test_every_part_of_the_schema_is_described() -> None:
    parts = schema()["$defs"]
    for name, part in parts.items():
        fields = {} if name.startswith("table_of") else part.get("properties", {})
        for described in (part, *fields.values()):
            assert described.get("description", "").endswith(".") or "$ref" in described, name


def broken_documents() -> Iterator[tuple[str, object]]:
    """Those of the broken records that are TOML at all, with numbers that can be shown."""
    for name in FAULTS.keys() - {"number-of-ten-thousand-hex-digits"}:
        try:
            yield name, tomllib.loads((BROKEN / f"{name}.hearts").read_text("utf-8"))
        except ValueError:
            continue


def _with_another_field(document: Any, random: Random) -> Any:
    names = ("passes", "tricks", "claim", "moon", "points", "automatic", "shown_hand", "name")
    tables = [(), *(spot.path for spot in spots(document) if isinstance(spot.value, dict))]
    path = random.choice(tables)
    return with_value(document, (*path, random.choice(names)), random.choice(VALUES))


def _words(field: dict[str, Any]) -> tuple[str, ...]:
    """What a field of the schema allows, as ``allowed_words`` has it."""
    if field.get("type") == "boolean":
        return tuple(str(word).lower() for word in (field["default"], not field["default"]))
    if "anyOf" in field:
        return tuple(word for choice in field["anyOf"] for word in _words(choice))
    if "const" in field:
        return (str(field["const"]),)
    if "enum" in field:
        return tuple(map(str, field["enum"]))
    return (f"{field['minimum']} to {field['maximum']}",)
