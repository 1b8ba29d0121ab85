"""Deals of other programs: what cannot be one is refused with its line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from openhearts.records import RecordError, dumps, loads
from openhearts.records.imports import read_hearts_engine_csv, read_openspiel_histories


@pytest.fixture(scope="module")
def table(shared: Path) -> list[str]:
    """The names of the columns and the first two deals of a match."""
    text = (shared / "data" / "hearts-engine-1600-deals.csv").read_text("utf-8")
    return text.splitlines(keepends=True)[:3]


def changed(table: list[str], column: str, text: str | None) -> io.StringIO:
    """The table with another ``text`` in a column of its second deal; None: without the column."""
    rows = list(csv.DictReader(table))
    names = [name for name in rows[0] if text is not None or name != column]
    if text is not None:
        rows[1][column] = text
    target = io.StringIO()
    writer = csv.DictWriter(target, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return io.StringIO(target.getvalue())


def test_a_match_table_is_read(table: list[str]) -> None:
    records = list(read_hearts_engine_csv(table))
    assert [record.finished[0].outcome.points for record in records] == [
        (26, 26, 0, 26),
        (2, 4, 0, 20),
    ]
    assert all(loads(dumps(record)) == record for record in records)


@pytest.mark.parametrize(
    ("column", "text", "reason"),
    [
        ("direction", "sideways", "wrong-notation"),
        ("north", "many", "wrong-notation"),
        ("passes_nesw", "JCQC/ADTHAS", "wrong-notation"),
        ("plays_by_trick", "", "wrong-notation"),
        ("plays_by_trick", "W2CNTCSJCE5C", "wrong-notation"),
        ("plays_by_trick", "W2CNTCEJCS5C", "wrong-hand-size"),
        ("west", "21", "wrong-points"),
        ("cfr_seats", None, "missing-field"),
    ],
)
def test_a_fault_in_a_match_table_is_told_with_its_line(
    table: list[str], column: str, text: str | None, reason: str
) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_hearts_engine_csv(changed(table, column, text)))
    line = 2 if text is None else 3
    assert (caught.value.reason, caught.value.place.line) == (reason, line)


def test_a_table_that_is_none_is_refused(table: list[str]) -> None:
    with pytest.raises(RecordError, match="line 2: wrong-notation"):
        list(read_hearts_engine_csv([table[0], '"a"b\n']))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("1 2 52", {"expected": "numbers-of-cards"}),
        ("1 -2", {"expected": "numbers-of-cards"}),
        ("4 1 2", {"expected": "number-of-direction"}),
        ("0 1 2", {"expected": "as-many-numbers", "count": 105}),
        ("1 1 2", {"expected": "as-many-numbers", "count": 117}),
    ],
)
def test_a_history_that_is_none_is_refused_with_its_line(
    words: str, expected: dict[str, str | int]
) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_openspiel_histories(["\n", words]))
    assert caught.value.place.line == 2
    assert expected.items() <= caught.value.facts.items()


def test_a_history_with_a_card_twice_is_refused() -> None:
    cards = " ".join(["0", *["5"] * 52, *["5"] * 52])
    with pytest.raises(RecordError, match="line 1"):
        list(read_openspiel_histories([cards]))
