"""A value of a document that is being read: it knows its place, and says so when it is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from openhearts.records.errors import Place, RecordError, RecordFault
from openhearts.records.places import Path, name_of
from openhearts.rules.errors import DeckFault, Fact, Reason

_Content = TypeVar("_Content")

_TYPES: dict[type, str] = {dict: "table", list: "array", str: "string", int: "whole-number"}
"""What errors call them."""


@dataclass(frozen=True, slots=True)
class Value:
    """A part of a document: ``content`` at ``path``.

    ``lines`` are those of the whole text. ``deal`` and ``trick`` tell, from 1, where in the
    game it belongs.
    """

    content: object
    path: Path = ()
    lines: Mapping[Path, int] = field(default_factory=dict)
    deal: int | None = None
    trick: int | None = None

    @property
    def name(self) -> str:
        """Its path as people write it: ``deals[2].hands[0]``, places from 0."""
        return name_of(self.path)

    def fault(self, reason: RecordFault | Reason | DeckFault, **facts: Fact) -> RecordError:
        """The error that something is wrong here."""
        path = self.path
        while path and path not in self.lines:
            path = path[:-1]
        return RecordError(reason, Place(self.lines.get(path), self.deal, self.trick), **facts)

    def table(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Value]:
        """The values of a table by their keys: all that are required, and only known ones."""
        values = self.entries()
        for key, value in values.items():
            if key not in required and key not in optional:
                known = ", ".join((*required, *optional))
                raise value.fault(RecordFault.UNKNOWN_FIELD, field=value.name, known=known)
        for key in required:
            if key not in values:
                missing = self._part(key, None)
                raise missing.fault(RecordFault.MISSING_FIELD, field=missing.name)
        return values

    def entries(self) -> dict[str, Value]:
        """The values of a table, whatever its keys."""
        named = ((self._key(key), content) for key, content in self._of_type(dict).items())
        return {key: self._part(key, content) for key, content in named}

    def items(self) -> list[Value]:
        """The values of an array."""
        return [self._part(place, content) for place, content in enumerate(self._of_type(list))]

    def text(self) -> str:
        """A string, in which every character can be written as UTF-8."""
        text = self._of_type(str)
        try:
            text.encode()
        except UnicodeEncodeError as error:  # a lone surrogate, which JSON can note down
            position = len(text[: error.start].encode())
            raise self.fault(RecordFault.NOT_TEXT, position=position) from error
        return text

    def number(self) -> int:
        """A whole number of at most 64 bits, as TOML has it."""
        number = self._of_type(int)
        if not -(2**63) <= number < 2**63:
            raise self.fault(RecordFault.WRONG_TYPE, field=self.name, expected=_TYPES[int])
        return number

    def plain(self) -> str | int | bool:
        """A string, a whole number, true or false."""
        match self.content:
            case bool() as content:
                return content
            case int():
                return self.number()
            case str():
                return self.text()
            case _:
                raise self.fault(RecordFault.WRONG_TYPE, field=self.name, expected="plain")

    def at(self, *, deal: int | None = None, trick: int | None = None) -> Value:
        """The same value, which belongs to this deal or trick."""
        return replace(self, deal=deal or self.deal, trick=trick or self.trick)

    def _key(self, key: object) -> str:
        """A key, which is a string in TOML and JSON, though not in every dict."""
        return replace(self, content=key).text()

    def _part(self, step: str | int, content: object) -> Value:
        return Value(content, (*self.path, step), self.lines, self.deal, self.trick)

    def _of_type(self, kind: type[_Content]) -> _Content:
        content = self.content
        if not isinstance(content, kind) or isinstance(content, bool):
            raise self.fault(RecordFault.WRONG_TYPE, field=self.name, expected=_TYPES[kind])
        return content
