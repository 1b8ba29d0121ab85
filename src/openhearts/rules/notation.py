"""Reading notation piece by piece, so that a fault is told by its place in the whole text.

That place is the first letter with which no good text goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from openhearts.rules.errors import Expected, Fact, NotationError

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Piece:
    """The piece ``text`` of a text, its ``source``, where it begins at ``start``."""

    source: str
    start: int
    text: str

    @property
    def end(self) -> int:
        """The place after its last letter."""
        return self.start + len(self.text)

    def pieces(self, parting: str = " ") -> Iterator[Piece]:
        """Its own pieces between one ``parting`` and the next; some may be empty."""
        start = 0
        while (end := self.text.find(parting, start)) >= 0:
            yield Piece(self.source, self.start + start, self.text[start:end])
            start = end + len(parting)
        yield Piece(self.source, self.start + start, self.text[start:])

    def parts(self, names: Sequence[Expected], parting: str = " ") -> Iterator[Piece]:
        """As many pieces as there are ``names``, the last of which holds all the rest.

        Raises NotationError, which expects the first one missing.
        """
        found = self.text.split(parting, len(names) - 1)
        start = self.start
        for text in found:
            yield Piece(self.source, start, text)
            start += len(text) + len(parting)
        if len(found) < len(names):
            raise self.fault(names[len(found)], len(self.text))

    def read(self, parse: Callable[[str], _Value]) -> _Value:
        """What ``parse`` makes of it; a NotationError becomes one of the whole text."""
        try:
            return parse(self.text)
        except NotationError as fault:
            raise self.fault(fault.expected, fault.position, **fault.facts) from None

    def fault(self, expected: Expected, position: int = 0, **facts: Fact) -> NotationError:
        """The error that this piece is not what was ``expected``, from its ``position`` on."""
        return NotationError(expected, self.source, self.start + position, **facts)


def whole(text: str) -> Piece:
    """All of ``text``."""
    return Piece(text, 0, text)


def read_choice(choices: Mapping[str, _Value], text: str) -> _Value:
    """The one of ``choices`` that ``text`` names. Raises NotationError for any other text."""
    if text in choices:
        return choices[text]
    longest = min(len(text), max(map(len, choices)))
    position = next(
        length
        for length in range(longest, -1, -1)
        if any(choice.startswith(text[:length]) for choice in choices)
    )
    raise NotationError(Expected.ONE_OF, text, position, choices=", ".join(choices))
