"""Random TOML, written in all the ways that there are, by a writer that knows each line."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from openhearts.records.places import Path

KEYS = ("a", "b", "c-1", "1", "-", "", "a.b", "x y", 'q"uote', "it's", "[x]", "=", "#", "é", "t\ta")
TEXTS = (
    "",
    "x",
    "two\nlines",
    "three\n\nlines\n",
    'say "hi"',
    "it's",
    "\\",
    "# no",
    "[",
    "}",
    "]]",
)
NUMBERS = ("0", "-17", "+1", "0xdead_beef", "0o17", "0b1", "1_000", "3.14", "-1e6", "inf", "-nan")
DATES = ("1979-05-27", "07:32:00.5", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00-07:00")
PLAIN = (*NUMBERS, *DATES, "true", "false")


class Writer:
    """Writes a random document; ``text`` it is, ``lines`` tell where its values begin."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._parts: list[str] = []
        self._line = 1
        self._used: dict[Path, set[str]] = {}
        self.lines: dict[Path, int] = {}
        self._document()

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def _document(self) -> None:
        self._pairs_of(())
        for key in self._some(KEYS):
            if not self._is_new((), key):
                continue
            self._junk()
            path: Path = (key,)
            if self._chance(2):
                inner = self._random.choice(KEYS) if self._chance(3) else None
                self._put(f"[{self._blank()}")
                path = self._header((), [key] if inner is None else [key, inner])
                self._put(f"{self._blank()}]")
                self._end()
                self._pairs_of(path)
            else:
                for place in range(self._random.randint(1, 3)):
                    self._put("[[")
                    self._header((), [key])
                    self._put("]]")
                    self.lines[(key, place)] = self._line
                    self._end()
                    self._pairs_of((key, place))

    def _header(self, path: Path, keys: list[str]) -> Path:
        for place, key in enumerate(keys):
            if place:
                self._put(f"{self._blank()}.{self._blank()}")
            path = (*path, key)
            self.lines.setdefault(path, self._line)
            self._put(self._key(key))
        return path

    def _pairs_of(self, table: Path) -> None:
        for key in self._some(KEYS):
            if not self._is_new(table, key):
                continue
            self._junk()
            self._pair(table, key)
            self._end()

    def _pair(self, table: Path, key: str) -> None:
        dotted = [key, *self._some(KEYS[:4])[:2]] if self._chance(4) else [key]
        path = self._header(table, dotted)
        self._put(f"{self._blank()}={self._blank()}")
        self._value(path)

    def _value(self, path: Path) -> None:
        self.lines[path] = self._line
        choice = self._random.randrange(8 if len(path) < 6 else 5)
        if choice < 2:
            self._put(self._random.choice(PLAIN))
        elif choice < 5:
            self._put(self._string(self._random.choice(TEXTS)))
        elif choice == 5:
            self._inline_table(path)
        else:
            self._array(path)

    def _array(self, path: Path) -> None:
        self._put("[")
        count = self._random.randrange(4)
        for place in range(count):
            self._junk(in_array=True)
            self._value((*path, place))
            self._junk(in_array=True)
            if place + 1 < count or self._chance(2):
                self._put(",")
        self._junk(in_array=True)
        self._put("]")

    def _inline_table(self, path: Path) -> None:
        self._put("{" + self._blank())
        for place, key in enumerate(self._some(KEYS)):
            if place:
                self._put(f"{self._blank()},{self._blank()}")
            self._pair(path, key)
        self._put(self._blank() + "}")

    def _string(self, text: str) -> str:
        ways = [json.dumps(text)]
        if "'" not in text and "\n" not in text:
            ways.append(f"'{text}'")
        if "'" not in text:
            ways.append(f"'''\n{text}'''")
        if "\\" not in text:
            ways += [f'"""{text}"""', f'"""\\\n   \n  {text}"""', f'"""{text}\\"""\\""""']
            ways += [f'"""{text}x"""""', f'""" ""{text}"""']
        return self._random.choice(ways)

    def _key(self, key: str) -> str:
        escaped = "".join(f"\\U{ord(letter):08x}" for letter in key)
        ways = [json.dumps(key), f'"{escaped}"']
        if "'" not in key and "\t" not in key:
            ways.append(f"'{key}'")
        if key and key.isascii() and key.replace("-", "a").isalnum():
            ways += [key, key]
        return self._random.choice(ways)

    def _junk(self, *, in_array: bool = False) -> None:
        """Blanks, comments and empty lines, as many as there may be."""
        while self._chance(3):
            self._put(self._random.choice((" ", "\t", "\n", "\r\n", "# ] } \" ''' [[a]]\n", "#\n")))
        if not in_array:
            self._put(self._blank())

    def _end(self) -> None:
        self._put(self._random.choice(("\n", "\r\n", " # = [ {\n", "\t\n")))

    def _blank(self) -> str:
        return self._random.choice(("", "", " ", "\t "))

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._line += text.count("\n")

    def _chance(self, among: int) -> bool:
        return self._random.randrange(among) == 0

    def _some(self, keys: tuple[str, ...]) -> list[str]:
        return self._random.sample(keys, self._random.randrange(4))

    def _is_new(self, table: Path, key: str) -> bool:
        used = self._used.setdefault(table, set())
        is_new = key not in used
        used.add(key)
        return is_new


def paths(document: Any, path: Path = ()) -> set[Path]:
    """The way to every value in a document but the document itself."""
    steps: Any = ()
    if isinstance(document, dict):
        steps = document.items()
    elif isinstance(document, list):
        steps = list(enumerate(document))
    return {(*path, step) for step, _ in steps}.union(
        *(paths(value, (*path, step)) for step, value in steps)
    )
