"""Where the values of a TOML document stand: ``tomllib`` does not tell lines.

The scanner expects a well-formed document; at a fault it stops, and tomllib says what is wrong
there. It looks at each character once, and refuses what would hold up tomllib after it: deep
nesting and endless numbers.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Iterator

Path = tuple[str | int, ...]
"""The way to a value: keys of tables, places in arrays from 0."""

DEEPEST = 8
"""The longest path that is read on."""

LONGEST_NUMBER = 128
"""Characters of a number at most: one more than 63 bits take with a ``_`` between any two."""

_TOKEN = re.compile(
    r"""
    (?P<blank> [ \t\r]++ | \#[^\n]*+ )
  | (?P<newline> \n )
  | (?P<text> "{3} (?: [^"\\]++ | \\. | "{1,2}+(?!") )*+ "{3,5}
            | '{3} (?: [^']++ | '{1,2}+(?!') )*+ '{3,5}
            | "(?!"") (?: [^"\\\n]++ | \\[^\n] )*+ "
            | '(?!'') [^'\n]*+ ' )
  | (?P<mark> [\[\]{}=,.] )
  | (?P<bare> [^\s\[\]{}=,."'\#]++ )
    """,
    re.VERBOSE | re.DOTALL,
)


def name_of(path: Path) -> str:
    """A path as people write it: ``deals[2].hands[0]``, places from 0."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


class TooDeep(ValueError):
    """A document that goes deeper than DEEPEST on this ``line``."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} goes deeper than {DEEPEST}")
        self.line = line


class NumberTooLong(ValueError):
    """A number of more than LONGEST_NUMBER characters at ``path``, on this ``line``."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(f"{name_of(path)} on line {line} is longer than {LONGEST_NUMBER}")
        self.path = path
        self.line = line


def lines_of(text: str) -> dict[Path, int]:
    """The line, from 1, on which each value of a TOML document begins.

    Of a document that is not well formed, those before the fault. Raises TooDeep and
    NumberTooLong.
    """
    scanner = _Scanner(text)
    with contextlib.suppress(StopIteration):  # the end, or a fault
        scanner.document()
    return scanner.lines


class _Scanner:
    """Goes once through a document; StopIteration ends it wherever it stands."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._line = 1
        self._lengths: dict[Path, int] = {}
        """How many tables each array of tables has so far."""
        self._tokens = self._tokens_of(text)

    def document(self) -> None:
        table: Path = ()
        token = next(self._tokens)
        while True:
            if token == "\n":
                token = next(self._tokens)
            elif token == "[":
                table = self._header(next(self._tokens))
                token = next(self._tokens)
            else:
                token = self._pair(table, token)

    def _header(self, token: str) -> Path:
        """The table that a header names; reads on from what follows its first bracket."""
        if token != "[":
            return self._key((), token)
        path = self._key((), next(self._tokens))
        next(self._tokens)
        self._lengths[path] = self._lengths.get(path, 0) + 1
        return self._reach((*path, self._lengths[path] - 1))

    def _pair(self, table: Path, token: str) -> str:
        """Reads a key from its first token on, and its value; the token after it."""
        return self._value(self._key(table, token), next(self._tokens))

    def _key(self, table: Path, token: str) -> Path:
        """The path of a dotted key, from its first token on to the mark after it."""
        path = self._reach((*table, _name(token)))
        while next(self._tokens) == ".":
            if path in self._lengths:
                path = (*path, self._lengths[path] - 1)
            path = self._reach((*path, _name(next(self._tokens))))
        return path

    def _value(self, path: Path, token: str) -> str:
        """Reads a value from its first token on; the token after it."""
        if token == "[":
            return self._items(path)
        if token == "{":
            return self._pairs(path)
        while token not in (",", "]", "}", "\n"):
            if len(token) > LONGEST_NUMBER and token[0] not in "\"'":
                raise NumberTooLong(path, self._line)
            token = next(self._tokens)
        return token

    def _items(self, path: Path) -> str:
        place = 0
        token = next(self._tokens)
        while token != "]":
            if token in (",", "\n"):
                token = next(self._tokens)
            else:
                token = self._value(self._reach((*path, place)), token)
                place += 1
                if token == "}":
                    raise StopIteration
        return next(self._tokens)

    def _pairs(self, path: Path) -> str:
        token = next(self._tokens)
        while token != "}":
            if token in (",", "\n"):  # newlines too, for a tomllib that knows TOML 1.1
                token = next(self._tokens)
            else:
                token = self._pair(path, token)
                if token == "]":
                    raise StopIteration
        return next(self._tokens)

    def _reach(self, path: Path) -> Path:
        if len(path) > DEEPEST:
            raise TooDeep(self._line)
        self.lines.setdefault(path, self._line)
        return path

    def _tokens_of(self, text: str) -> Iterator[str]:
        """The tokens but blanks and comments; ``_line`` is that of the last one."""
        end = 0
        while (found := _TOKEN.match(text, end)) is not None:
            end = found.end()
            token = found[0]
            if found.lastgroup != "blank":
                yield token
            self._line += token.count("\n")


def _name(token: str) -> str:
    """The key that a token writes; StopIteration if it is faulty."""
    if token[0] == '"' and "\\" in token:
        try:
            return str(tomllib.loads(f"key = {token}")["key"])
        except tomllib.TOMLDecodeError:
            raise StopIteration from None
    return token[1:-1] if token[0] in "\"'" else token
