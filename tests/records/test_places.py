"""The scanner of lines sees in a document what tomllib sees in it, and stops before it does."""

from __future__ import annotations

import tomllib
from random import Random

import pytest
from hypothesis import given

from openhearts.records import dumps
from openhearts.records.places import (
    DEEPEST,
    LONGEST_NUMBER,
    NumberTooLong,
    Path,
    TooDeep,
    lines_of,
)
from tests.records.random_records import records, spots
from tests.records.random_toml import Writer, paths
from tests.strategies import seeds

UNUSUAL: dict[str, tuple[str, dict[Path, int]]] = {
    "dotted keys": (
        "a.b . c = 1\n\na.d = 2\n",
        {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 1, ("a", "d"): 3},
    ),
    "quoted keys": (
        '"a.b" = 1\n\'c"\' = 2\n"d\'" = 3\n"\\u0065 \\"" = 4\n\'\' = 5\n',
        {("a.b",): 1, ('c"',): 2, ("d'",): 3, ('e "',): 4, ("",): 5},
    ),
    "dotted quoted keys of a table": (
        "[a]\n'b'.\"c\" = 1\n",
        {("a",): 1, ("a", "b"): 2, ("a", "b", "c"): 2},
    ),
    "multi-line strings": (
        'a = """\n[b]\nc = 1"""\nd = """"""\ne = \'\'\'\n"""\n\'\'\'\'\'\nf = 1\n',
        {("a",): 1, ("d",): 4, ("e",): 5, ("f",): 8},
    ),
    "quotes at the end of strings": (
        'a = """x"""""\nb = """\\""""\nc = """ ""x"" """\nd = "\\\\"\ne = \'\\\'\nf = 0',
        {(key,): line for line, key in enumerate("abcdef", 1)},
    ),
    "comments with brackets and quotes": (
        'a = [ # ] "\n  1, # [\n  2,\n] # }\n# """ [b]\nc = 1\n',
        {("a",): 1, ("a", 0): 2, ("a", 1): 3, ("c",): 6},
    ),
    "the ends of lines of Windows": (
        'a = [\r\n  1,\r\n]\r\nb = """\r\n"""\r\nc = 1\r\n',
        {("a",): 1, ("a", 0): 2, ("b",): 4, ("c",): 6},
    ),
    "nested arrays and inline tables": (
        "a = [[{b.c = [1], d = {}},\n {}], []]\ne = {f = [\n{g = 1}\n]}\n",
        {
            ("a",): 1,
            ("a", 0): 1,
            ("a", 0, 0): 1,
            ("a", 0, 0, "b"): 1,
            ("a", 0, 0, "b", "c"): 1,
            ("a", 0, 0, "b", "c", 0): 1,
            ("a", 0, 0, "d"): 1,
            ("a", 0, 1): 2,
            ("a", 1): 2,
            ("e",): 3,
            ("e", "f"): 3,
            ("e", "f", 0): 4,
            ("e", "f", 0, "g"): 4,
        },
    ),
    "arrays of tables in arrays of tables": (
        "[[a]]\n[[a.b]]\nc = 1\n[[a.b]]\n[a.d]\n[[a]]\n[[a.b]]\nc = 2\n",
        {
            ("a",): 1,
            ("a", 0): 1,
            ("a", 0, "b"): 2,
            ("a", 0, "b", 0): 2,
            ("a", 0, "b", 0, "c"): 3,
            ("a", 0, "b", 1): 4,
            ("a", 0, "d"): 5,
            ("a", 1): 6,
            ("a", 1, "b"): 7,
            ("a", 1, "b", 0): 7,
            ("a", 1, "b", 0, "c"): 8,
        },
    ),
    "dates, times and numbers of all kinds": (
        "a = 1979-05-27 07:32:00.5\nb = [0x1f, 1e-3,\n-inf, 1_0.0]\nc = 07:32:00 # no\nd = true",
        {
            ("a",): 1,
            ("b",): 2,
            ("b", 0): 2,
            ("b", 1): 2,
            ("b", 2): 3,
            ("b", 3): 3,
            ("c",): 4,
            ("d",): 5,
        },
    ),
    "nothing but a comment": ("# a = 1", {}),
    "no end of the last line": ("a = 1", {("a",): 1}),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_an_unusual_document_has_the_lines_that_it_has(name: str) -> None:
    text, lines = UNUSUAL[name]
    assert lines_of(text) == lines
    assert set(lines) == paths(tomllib.loads(text))


@given(seeds())
def test_any_document_has_the_lines_on_which_its_values_were_written(seed: int) -> None:
    written = Writer(Random(seed))
    assert lines_of(written.text) == written.lines
    assert set(written.lines) == paths(tomllib.loads(written.text))


@given(records())
def test_every_value_of_a_record_has_a_line(record: object) -> None:
    text = dumps(record)  # type: ignore[arg-type]  # it is a Record
    assert set(lines_of(text)) == {spot.path for spot in spots(tomllib.loads(text)) if spot.path}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = 1\nb = 'x\nc = 2", {("a",): 1, ("b",): 2}),
        ('a = 1\nb = """x\n', {("a",): 1, ("b",): 2}),
        ("a = [1}\nb = 1", {("a",): 1, ("a", 0): 1}),
        ("a = {b = 1]\nc = 1", {("a",): 1, ("a", "b"): 1}),
        ('"\\q" = 1\nb = 1', {}),
        ("a = 1\n\x0b\nb = 1", {("a",): 1}),
    ],
    ids=["string", "long string", "array", "inline table", "key", "character"],
)
def test_a_faulty_document_has_the_lines_before_its_fault(
    text: str, found: dict[Path, int]
) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    assert lines_of(text) == found


def test_inline_tables_may_go_over_lines_as_in_toml_1_1() -> None:
    assert lines_of("a = {\n b = 1,\n # no\n c.d = [],\n}\n") == {
        ("a",): 1,
        ("a", "b"): 2,
        ("a", "c"): 4,
        ("a", "c", "d"): 4,
    }


def _deep(ways: str, depth: int) -> str:
    return (
        "\n"
        + {
            "array": "a = " + "[" * (depth - 1) + "1" + "]" * (depth - 1),
            "inline table": "a = " + "{ a = " * (depth - 1) + "1" + "}" * (depth - 1),
            "dotted key": ".".join("a" * depth) + " = 1",
            "header": f"[{'.'.join('a' * depth)}]",
            "array of tables": f"[[{'.'.join('a' * (depth - 1))}]]",
            "key of a table": f"[{'.'.join('a' * (depth - 1))}]\na = 1",
        }[ways]
    )


WAYS = ("array", "inline table", "dotted key", "header", "array of tables", "key of a table")


@pytest.mark.parametrize("ways", WAYS)
def test_a_document_may_go_as_deep_as_stated_and_no_deeper(ways: str) -> None:
    assert max(map(len, lines_of(_deep(ways, DEEPEST)))) == DEEPEST
    with pytest.raises(TooDeep) as caught:
        lines_of(_deep(ways, DEEPEST + 1))
    assert caught.value.line == (3 if ways == "key of a table" else 2)


@pytest.mark.parametrize("ways", WAYS)
def test_depth_without_end_is_no_trap(ways: str) -> None:
    with pytest.raises(TooDeep):
        lines_of(_deep(ways, 100_000))


@pytest.mark.parametrize("number", ["0x{}", "0b{}", "{}", "-{}", "1.{}", "1e{}", "[1, {}]"])
def test_a_number_without_end_is_not_read(number: str) -> None:
    with pytest.raises(NumberTooLong) as caught:
        lines_of("\na.b = " + number.format("1" * 100_000))
    path = ("a", "b", 1) if "[" in number else ("a", "b")
    assert (caught.value.path, caught.value.line) == (path, 2)


def test_every_number_of_64_bits_is_read_however_it_is_written() -> None:
    longest = "0b" + "_".join("1" * 63)
    assert len(longest) < LONGEST_NUMBER
    assert tomllib.loads(f"a = {longest}") == {"a": 2**63 - 1}
    assert lines_of(f"a = {longest}") == {("a",): 1}


def test_texts_and_keys_may_be_long() -> None:
    long = "a" * (LONGEST_NUMBER + 1)
    assert lines_of(f"{long} = \"{long}\"\nb = '{long}'") == {(long,): 1, ("b",): 2}
