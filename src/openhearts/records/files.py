"""Reading and writing ``.hearts`` files, in the manner of the standard library."""

from __future__ import annotations

import re
import tomllib
from typing import Protocol

from openhearts.records.errors import Place, RecordError, RecordFault
from openhearts.records.places import DEEPEST, NumberTooLong, TooDeep, lines_of, name_of
from openhearts.records.reading import read_record
from openhearts.records.record import Record
from openhearts.records.value import Value
from openhearts.records.writing import to_document, to_toml

LARGEST = 4 * 1024 * 1024
"""Bytes of a record at most. A game of 1,000 deals takes about a fifth of it."""

_LINE = re.compile(r"\(at line (\d+), column \d+\)$")


class Readable(Protocol):
    """A file open for reading, as text or as bytes."""

    def read(self, size: int, /) -> str | bytes:
        """At most ``size`` characters or bytes."""
        ...


class Writable(Protocol):
    """A file open for writing text."""

    def write(self, text: str, /) -> object:
        """Write ``text``."""
        ...


def load(file: Readable) -> Record:
    """The record in an open file, text or bytes. Raises RecordError at its first fault.

    A file that is too large is not read to its end.
    """
    return loads(file.read(LARGEST + 1))


def loads(text: str | bytes) -> Record:
    """The record that ``text`` holds, with every card played again.

    Raises RecordError at its first fault; in bytes also where they are not UTF-8.
    """
    return read_record(_document(_decoded(text)))


def dump(record: Record, file: Writable) -> None:
    """Write the record to an open text file (UTF-8)."""
    file.write(dumps(record))


def dumps(record: Record) -> str:
    """The record as the text of a ``.hearts`` file; ``loads(dumps(record)) == record``."""
    return to_toml(to_document(record))


def _decoded(text: str | bytes) -> str:
    """A text is measured and checked as the bytes that a file would hold."""
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if len(data) > LARGEST:
        raise _fault(RecordFault.TOO_LARGE, limit=LARGEST)
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _fault(RecordFault.NOT_TEXT, line, position=error.start) from error
    if not decoded.strip():
        raise _fault(RecordFault.EMPTY)
    return decoded


def _document(text: str) -> Value:
    """The document that a TOML text holds, with its lines."""
    try:
        lines = lines_of(text)
        return Value(tomllib.loads(text), lines=lines)
    except TooDeep as error:
        raise _fault(RecordFault.TOO_DEEP, error.line, limit=DEEPEST) from error
    except NumberTooLong as error:
        facts = {"field": name_of(error.path), "expected": "whole-number"}
        raise _fault(RecordFault.WRONG_TYPE, error.line, **facts) from error
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))  # its only place until Python 3.14
        line = int(found[1]) if found else text.rstrip().count("\n") + 1  # its end
        raise _fault(RecordFault.NOT_TOML, line, detail=str(error)) from error


def _fault(reason: RecordFault, line: int | None = None, **facts: str | int) -> RecordError:
    return RecordError(reason, Place(line), **facts)
