"""Section 2 of docs/rules.md, read from its own tables, in the words of the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Word = str | int | bool

TEXT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
SPELLINGS: dict[str, Word] = {"on": True, "off": False, "J♦": "Jd", "10♦": "Td"}


@dataclass(frozen=True)
class Field:
    """One row: its first value, its single values, and its range of whole numbers, if any."""

    default: Word
    values: tuple[Word, ...]
    numbers: range = range(0)

    def allowed(self) -> tuple[str, ...]:
        """As ``allowed_words`` says it: a range is one word, and the default is not apart."""
        single = tuple(
            str(value).lower() if isinstance(value, bool) else str(value)
            for value in self.values
            if value not in self.numbers
        )
        ends = (f"{self.numbers[0]} to {self.numbers[-1]}",) if self.numbers else ()
        return (*single, *ends)


@cache
def fields() -> dict[str, Field]:
    """The fields by name, in their order."""
    return {name: _field(cell) for name, cell, _ in _rows("| field | values | meaning |")}


def presets() -> dict[str, dict[str, Word]]:
    """By the name of each preset: the fields in which it differs from standard."""
    header = "| preset | en | it | fi | sv | differs from standard in |"
    return {name: dict(_differences(cell)) for name, *_, cell in _rows(header)}


def _rows(header: str) -> Iterator[list[str]]:
    _, found, below = TEXT.partition(header + "\n")
    if not found:
        raise LookupError(f"docs/rules.md has no table {header}")
    for line in below.splitlines()[1:]:
        if not line.startswith("|"):
            return
        yield [re.sub(r"\[.*?\]|\(.*?\)", "", cell).strip() for cell in line.split("|")[1:-1]]


def _field(cell: str) -> Field:
    values: list[Word] = []
    numbers = range(0)
    for text in cell.split(","):
        if ends := re.search(r"(\d+) to (\d+)", text):
            numbers = range(int(ends[1]), int(ends[2]) + 1)
        else:
            values.append(_word(text))
    return Field(values[0], tuple(values), numbers)


def _differences(cell: str) -> Iterator[tuple[str, Word]]:
    for text in cell.split(","):
        field, equals, value = text.partition("=")
        if equals:
            yield field.strip(), _word(value)


def _word(text: str) -> Word:
    text = text.strip()
    if text.isdecimal():
        return int(text)
    return SPELLINGS.get(text, text.replace(" ", "-"))
