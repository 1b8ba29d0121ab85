"""A match on disk: JSON Lines, from which one that was interrupted goes on.

The first line says what is played, then comes a line a block in their order, and when all are
played a summary. A last line that was cut short is as if it had not been written.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from openhearts.arena.blocks import Block
from openhearts.arena.match import Match
from openhearts.arena.statistics import Summary


class OtherMatch(ValueError):
    """The file is of another match: ``field`` differs. Without one it is of none at all."""

    def __init__(self, field: str | None = None) -> None:
        super().__init__(f"another match: {field}" if field else "not a match")
        self.field = field


class MatchFile:
    """The file of ``match``, open for writing; ``blocks`` are those that it holds.

    Raises OSError where it cannot be read or written, and OtherMatch where something else
    is in it, which is then left as it is.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self.blocks: list[Block] = []
        self.is_new = False
        """Whether it was empty."""
        self._is_finished = False
        self._file = path.open("a+b", buffering=0)
        try:
            self._read(match)
        except BaseException:
            self._file.close()
            raise

    def add(self, block: Block) -> None:
        """Write the next block."""
        self.blocks.append(block)
        self._write(block.to_document())

    def finish(self, summary: Summary) -> None:
        """Write the last line, where it is not there yet."""
        if not self._is_finished:
            self._write(summary.to_document())
            self._is_finished = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _read(self, match: Match) -> None:
        """Take over what is there; of an empty file, write the first line."""
        self._file.seek(0)
        found = self._file.read()
        if not found:
            self.is_new = True
            self._write(match.to_document())
            return
        *lines, cut_short = found.split(b"\n")
        documents = list(map(_document, lines))
        _check_heading(documents[0] if documents else None, match)
        for place, document in enumerate(documents[1:]):
            if place == match.blocks and place == len(documents) - 2 and "block" not in document:
                self._is_finished = True
            else:
                self.blocks.append(_block(document, place, match))
        if cut_short:
            self._file.truncate(len(found) - len(cut_short))

    def _write(self, document: dict[str, Any]) -> None:
        self._file.write(json.dumps(document).encode() + b"\n")


def seed_in(path: Path) -> int | None:
    """The seed of the match in a file, where there is one."""
    try:
        with path.open("rb") as file:
            seed = _document(file.readline()).get("seed")
    except (OSError, OtherMatch):
        return None
    return seed if isinstance(seed, int) else None


def _document(line: bytes) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        raise OtherMatch from None
    if not isinstance(document, dict):
        raise OtherMatch
    return document


def _check_heading(found: dict[str, Any] | None, match: Match) -> None:
    if found is None or "arena" not in found:
        raise OtherMatch
    for field, value in match.to_document().items():
        if found.get(field) != value:
            raise OtherMatch(field)


def _block(document: dict[str, Any], place: int, match: Match) -> Block:
    try:
        block = Block.of_document(document)
    except (KeyError, TypeError, ValueError):
        raise OtherMatch from None
    if block.number != place or place >= match.blocks:
        raise OtherMatch
    if len(block.results) != len(match.seatings):
        raise OtherMatch
    return block
