"""No text and no document crashes a reader of records or holds it up."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fuzz.nasty_records import NASTY, read
from openhearts.records import (
    Record,
    RecordError,
    RecordFault,
    dumps,
    from_document,
    loads,
    to_document,
)
from openhearts.records.errors import LONGEST_FACT
from openhearts.records.places import DEEPEST
from openhearts.rules.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
INPUTS = 1_500
BYTES = 6_000

EMPTY = "hearts = 1\n[ruleset]\n"


def test_thousands_of_damaged_records_and_of_nonsense_are_refused_in_order() -> None:
    """The short run of the fuzz target; ``make prove`` has the long one."""
    command = [sys.executable, "-m", "fuzz.records", "--inputs", str(INPUTS), "--seed", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    assert figures["inputs"] == INPUTS
    assert INPUTS / 20 < figures["accepted"] < INPUTS / 2


@pytest.mark.parametrize("name", NASTY)
def test_twice_as_much_of_anything_is_at_most_little_more_than_twice_the_work(name: str) -> None:
    """Counted in calls of functions, which are the same on any machine."""
    little, much = NASTY[name](BYTES), NASTY[name](2 * BYTES)
    assert calls(lambda: read(much)) < 2.2 * calls(lambda: read(little)) + 200


def test_a_megabyte_of_strings_that_never_end_is_looked_at_once() -> None:
    """Each of them anew up to the end of the text would take an hour."""
    text = NASTY["long strings that never end"](1_000_000)
    assert read(text) == "not-toml"


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, Python's own ones included."""
    count = 0

    def notice(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(notice)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("depth", [DEEPEST + 1, 100_000])
def test_a_deep_document_is_refused(depth: int) -> None:
    nested: object = 1
    for _ in range(depth):
        nested = [nested]
    document = {"hearts": 1, "ruleset": {}, "about": {"a": nested}}
    assert fault_of(document) is RecordFault.WRONG_TYPE
    text = f"{EMPTY}[about]\na = {'[' * depth}{']' * depth}"
    assert fault_of(text) is RecordFault.TOO_DEEP


class Table(dict[str, object]):
    """What another reader may use in the place of a dict."""


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (None, RecordFault.WRONG_TYPE),
        ([], RecordFault.WRONG_TYPE),
        ({1: 2}, RecordFault.WRONG_TYPE),
        ({"hearts": True, "ruleset": {}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1.0, "ruleset": {}}, RecordFault.WRONG_TYPE),
        ({"hearts": 10**4000, "ruleset": {}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {None: 1}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {"target": 10**4000}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {"target": float("nan")}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {}, "about": {("a",): "b"}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {}, "about": {"a": 2**63}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {}, "about": {"a": None}}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {}, "deals": ({},)}, RecordFault.WRONG_TYPE),
        ({"hearts": 1, "ruleset": {}, "about": {"\ud800": 1}}, RecordFault.NOT_TEXT),
        ({"hearts": 1, "ruleset": {}, "about": {"a": "é\ud800"}}, RecordFault.NOT_TEXT),
        ({"hearts": 1, "ruleset": {}, "players": [{"name": "\udfff"}]}, RecordFault.NOT_TEXT),
    ],
    ids=lambda part: repr(part)[:60],
)
def test_documents_that_no_toml_can_be_are_refused(document: object, reason: RecordFault) -> None:
    assert fault_of(document) is reason


def test_dicts_of_other_classes_are_tables() -> None:
    assert from_document(Table(hearts=1, ruleset=Table())) == Record(Ruleset())


def test_the_numbers_of_64_bits_can_all_be_noted_down() -> None:
    about = (("least", -(2**63)), ("most", 2**63 - 1))
    record = Record(Ruleset(), about=about)
    assert loads(dumps(record)) == record


@pytest.mark.parametrize(
    "text", [f"\ufeff{EMPTY}", f"\ufeff{EMPTY}".encode()], ids=["str", "bytes"]
)
def test_a_byte_order_mark_at_the_beginning_means_nothing(text: str | bytes) -> None:
    assert loads(text) == Record(Ruleset())


@pytest.mark.parametrize(
    "text",
    [
        f'{EMPTY}[about]\na = "\ud800"',
        f'{EMPTY}[about]\na = "'.encode() + b'\xed\xa0\x80"',
        f'{EMPTY}[about]\na = "'.encode() + b'\xff"',
        f'{EMPTY}[about]\na = "'.encode() + b"\xe2\x82",
    ],
    ids=["lone surrogate", "its bytes", "no byte of UTF-8", "cut off"],
)
def test_what_is_not_utf_8_is_refused_with_its_line_and_its_byte(text: str | bytes) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert caught.value.reason is RecordFault.NOT_TEXT
    assert caught.value.place.line == 4
    assert caught.value.facts == {"position": len(f'{EMPTY}[about]\na = "')}


def test_a_text_that_no_utf_8_can_write_is_named_with_its_byte_in_json_too() -> None:
    with pytest.raises(RecordError) as caught:
        from_document({"hearts": 1, "ruleset": {}, "about": {"a": "éé\ud800"}})
    assert caught.value.facts == {"position": 4}


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202egnp", "a\nb", "\x00", "\ufeff", "\x9b"])
def test_what_steers_a_terminal_is_shown_as_its_escape(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_document({"hearts": 1, "ruleset": {}, text: 1})
    assert str(caught.value.facts["field"]).isprintable()
    assert str(caught.value).isprintable()
    assert text.encode("unicode_escape").decode() in str(caught.value)


def test_of_a_long_text_only_the_beginning_is_shown() -> None:
    with pytest.raises(RecordError) as caught:
        from_document({"hearts": 1, "ruleset": {}, "x" * 10**6: 1})
    assert caught.value.facts["field"] == "x" * LONGEST_FACT + "…"


def test_a_key_cannot_pretend_to_be_a_line() -> None:
    text = '["a (at line 99, column 1)"]\n["a (at line 99, column 1)"]\n'
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert caught.value.reason is RecordFault.NOT_TOML
    assert caught.value.place.line == 2


@pytest.mark.parametrize(
    ("text", "line"),
    [('\na = """\n\n\n', 2), ("\na = [\n1,\n \n", 3), ("\n\n[a", 3), ("a", 1)],
    ids=["string", "array", "header", "key"],
)
def test_what_does_not_end_is_a_fault_on_the_last_line_that_is_not_blank(
    text: str, line: int
) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert caught.value.reason is RecordFault.NOT_TOML
    assert caught.value.place.line == line


def test_hexadecimal_digits_are_small_and_even_in_number_and_nothing_stands_between_them() -> None:
    deal = {"number": 4, "hands": HANDS}
    for seed in ("ab cd", "AB", "abc", "", "ab\n", "٣٤"):
        document = {"hearts": 1, "ruleset": {}, "deals": [deal | {"fair": fair(seed)}]}
        assert fault_of(document) is RecordFault.WRONG_NOTATION
    document = {"hearts": 1, "ruleset": {}, "deals": [deal | {"fair": fair("ab01")}]}
    assert to_document(from_document(document))["deals"][0]["fair"] == fair("ab01")


def test_the_first_fault_is_the_one_that_is_named() -> None:
    """Rules come before all that they decide, and then what stands before the deals."""
    players, about, deals = "players = [{ age = 7 }]", "about = { a = 0.5 }", "deals = [{}]"
    for wrong, reason in (
        (f"{players}\n{about}\n{deals}\n[ruleset]\nseats = 7", RecordFault.WRONG_RULE),
        (f"{players}\n{about}\n{deals}\n[ruleset]", RecordFault.UNKNOWN_FIELD),
        (f"{about}\n{deals}\n[ruleset]", RecordFault.WRONG_TYPE),
        (f"{deals}\n[ruleset]", RecordFault.MISSING_FIELD),
    ):
        assert fault_of(f"hearts = 1\n{wrong}\n") is reason


HANDS = ["...AKQJT98765432", "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432."]


def fair(seed: str) -> dict[str, str]:
    return {"seed": seed, "commitment": "00"}


def fault_of(thing: object) -> str:
    with pytest.raises(RecordError) as caught:
        loads(thing) if isinstance(thing, str) else from_document(thing)
    return caught.value.reason
