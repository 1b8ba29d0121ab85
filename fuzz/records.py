"""Throws damaged records and plain nonsense at the readers of records.

Only a RecordError may come out, one that can be shown and whose line exists; and what is
accepted must be written and read again as it is. Each input has SECONDS; a longer one counts
as a hang and ends the program with a trace of where it hung.

From the repository's root, ``python -m fuzz.records --inputs 100000 --seed 1`` throws so many,
and ``--first N --inputs 1`` repeats the one that failed. With the package atheris installed,
``python -m fuzz.records --atheris`` looks for new paths through the code instead; what follows
is given to libFuzzer.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from openhearts.records import (
    Record,
    RecordError,
    dumps,
    from_document,
    loads,
    to_document,
)
from openhearts.records.errors import LONGEST_FACT
from openhearts.words.catalogue import Catalogue
from openhearts.words.faults import fault
from openhearts.words.play_by_play import play_by_play
from openhearts.words.score_sheet import score_sheet
from tests.records.random_records import random_record, spots, with_value

SECONDS = 20
"""For an input of some kilobytes, which takes milliseconds; a loaded machine is no hang."""

ENGLISH = Catalogue.load("en")
GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden" / "records"

PIECES = (
    *("hearts", "ruleset", "deals", "hands", "passes", "tricks", "claim", "moon", "points", "fair"),
    *("automatic", "take_backs", "player_changes", "players", "about", "seat", "after", "undone"),
    *("shown_hand", "number", "name", "bot", "seats", "pass_count", "moon = ", "seats = 3\n"),
    *("=", " = ", ".", ",", "[", "]", "[[", "]]", "{", "}", "\n", "\r", "\r\n", "\t", " ", "#"),
    *('"', '""', '"""', "'", "'''", "\\", '\\"', "\\u0041", "\\U0010ffff", "\\ud800", "\\\n"),
    *("0", "1", "2", "13", "-1", "52", "1e9", "0x1f", "1_0", "inf", "nan", "true", "false", "-"),
    *("1979-05-27", "07:32:00", "9" * 30, "0." + "1" * 200, "[[deals]]\n", "[about]\n", "??"),
    *("2c", "Qs", "Th", "As Ks", "0 2c", "3 rest-are-mine", "1 nothing-left", "0 add", "0 play 2c"),
    *("\x00", "\x7f", "\x85", "\u2028", "\ufeff", "é", "😀", "\u202e"),
)
"""What is put into texts."""


class Table(dict[Any, Any]):
    """A dict of another class."""


def _deep(depth: int) -> object:
    nested: object = 1
    for _ in range(depth):
        nested = [nested] if depth % 2 else {"a": nested}
    return nested


VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, 6, 13, 52, 101, -1, 2**63 - 1, 2**63, -(2**63) - 1),
    *(10**5000, 0.5, 1.0, float("inf"), float("nan"), date(1979, 5, 27), b"2c", (), (1,), set()),
    *("", " ", "-", "??", "?? ?? ??", "x", "none", "add", "Jd", "2c", "0", "0 ", "0 2c", "6 2c"),
    *("0 2c - - -", "0 - - - -", "3 rest-are-mine", "1 nothing-left", "0 add", "0 moon add"),
    *("...", "AKQJT98765432...", "0 play 2c", "0 pass 2c 3c 4c", "\ud800", "\x00", "9" * 5000),
    *([], [[]], [None], [""], ["??"] * 4, ["..."] * 4, [1] * 4, [0, 0, 0, 26], list(range(60))),
    *({}, {"": ""}, {1: 1}, {None: None}, {"a": {}}, Table(), Table(name="Ann"), {"\ud800": 1}),
    *([{}] * 4, {"name": "Ann", "bot": "x"}, {"seat": 0, "after": 1, "undone": ["0 play 2c"]}),
    *({"seed": "00", "commitment": "ff"}, {"seed": "0 0", "commitment": "FF"}, _deep(101)),
    *(_deep(100_000), _deep(100_001)),
)
"""What is put into documents."""


class Unfaithful(Exception):
    """A record that is accepted, and then not written and read again as it is."""


class Disorderly(Exception):
    """An error that cannot be shown, or whose place does not exist."""


def check(thing: object) -> str:
    """Read it, as bytes, a text or a document: how it went in a word. Raises what may not be."""
    try:
        record = loads(thing) if isinstance(thing, str | bytes) else from_document(thing)
    except RecordError as error:
        _check_error(error, thing)
        return str(error.reason)
    _check_record(record)
    for _ in (*score_sheet(record, ENGLISH), *play_by_play(record, ENGLISH)):
        pass  # it can be told
    return "ok"


def _check_error(error: RecordError, thing: object) -> None:
    for sentence in (str(error), fault(error, ENGLISH)):
        if not sentence.isprintable() or len(sentence) > 10 * LONGEST_FACT:
            raise Disorderly(f"cannot be shown: {sentence:.1000}")
    line = error.place.line
    if isinstance(thing, str | bytes):
        lines = thing.count("\n" if isinstance(thing, str) else b"\n") + 1  # type: ignore[arg-type]
        if line is not None and not 1 <= line <= lines:
            raise Disorderly(f"line {line} of {lines}: {error}")
    elif line is not None:
        raise Disorderly(f"a document has no line {line}: {error}")


def _check_record(record: Record) -> None:
    text = dumps(record)
    if loads(text.encode()) != record:
        raise Unfaithful(text)
    if from_document(json.loads(json.dumps(to_document(record)))) != record:
        raise Unfaithful(text)


# -- the inputs


def golden_texts() -> list[str]:
    """The good and the broken examples, those that are text."""
    files = sorted(GOLDEN.glob("*/*.hearts"))
    return [file.read_bytes().decode("utf-8", "replace") for file in files]


class Inputs:
    """Inputs by number: each depends on the seed and its number alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._texts = golden_texts()
        self._documents = [
            to_document(loads(file.read_bytes())) for file in sorted(GOLDEN.glob("[0-9]*/*.hearts"))
        ]

    def __getitem__(self, number: int) -> object:
        random = Random(f"{self._seed}/{number}")
        makers: Sequence[Callable[[Random], object]] = (
            *(self._damaged_text, self._damaged_text, self._changed_document),
            *(self._changed_document, self._random_record, self._random_record),
            *(self._swapped, self._swapped, self._spliced_text, self._soup, self._noise),
        )
        return random.choice(makers)(random)

    def _damaged_text(self, random: Random) -> str | bytes:
        text = random.choice(self._texts)
        for _ in range(random.choice((1, 1, 2, 5))):
            start = random.randrange(len(text) + 1)
            end = start + random.choice((0, 0, 1, 2, 20))
            text = text[:start] + _some_pieces(random) + text[end:]
        return _perhaps_bytes(text, random)

    def _spliced_text(self, random: Random) -> str | bytes:
        """Lines of two examples, some of them several times."""
        one, other = (random.choice(self._texts).splitlines(keepends=True) for _ in range(2))
        start, end = sorted(random.randrange(len(one) + 1) for _ in range(2))
        lines = one[:start] + random.choices(other or [""], k=random.randrange(4)) + one[end:]
        return _perhaps_bytes("".join(lines), random)

    def _soup(self, random: Random) -> str | bytes:
        head = random.choice(("", "hearts = 1\n[ruleset]\n", "hearts = 1\n[ruleset]\n[[deals]]\n"))
        soup = "".join(random.choices(PIECES, k=random.randrange(60)))
        return _perhaps_bytes(head + soup, random)

    def _noise(self, random: Random) -> bytes:
        return random.randbytes(random.randrange(200))

    def _changed_document(self, random: Random) -> object:
        document: object = random.choice(self._documents)
        for _ in range(random.choice((1, 1, 2, 4))):
            document = _changed(document, random)
        return document

    def _random_record(self, random: Random) -> object:
        """A record, or what a seat may have seen of its game, with or without a change."""
        record = random_record(random)
        if random.randrange(2):
            seat = random.choice([None, *range(record.ruleset.seats)])
            record = Record.as_seen(record.game, seat)
        document = to_document(record)
        return _changed(document, random) if random.randrange(2) else document

    def _swapped(self, random: Random) -> object:
        """Two texts of one document, or a piece of each, in each other's place."""
        document = random.choice(self._documents)
        texts = [spot for spot in spots(document) if isinstance(spot.value, str)]
        texts = [spot for spot in texts if spot.path[0] == "deals"] or texts
        one, other = random.choice(texts), random.choice(texts)
        first, second = str(one.value), str(other.value)
        at, width = random.randrange(1 + min(len(first), len(second))), random.choice((1, 2, 3, 20))
        pieces = first[at : at + width], second[at : at + width]
        first = first[:at] + pieces[1] + first[at + width :]
        second = second[:at] + pieces[0] + second[at + width :]
        return with_value(with_value(document, one.path, first), other.path, second)


def _some_pieces(random: Random) -> str:
    return "".join(random.choices(PIECES, k=random.choice((0, 1, 1, 2, 6))))


def _perhaps_bytes(text: str, random: Random) -> str | bytes:
    if random.randrange(2):
        return text
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data and random.randrange(8) == 0:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def _changed(document: Any, random: Random) -> object:
    """A copy of a document with one value changed, added, doubled or left out."""
    if not isinstance(document, dict | list) or not document or random.randrange(7) == 0:
        return random.choice(VALUES)
    if isinstance(document, list):
        copy: Any = list(document)
        place = random.randrange(len(copy))
    else:
        copy = dict(document)
        place = random.choice(list(copy))
    way = random.randrange(12)
    if way == 0:
        del copy[place]
    elif way == 1 and isinstance(copy, dict):
        copy[random.choice((*PIECES, 1, None, ()))] = random.choice(VALUES)
    elif way == 1:
        copy.insert(place, copy[random.randrange(len(copy))])
    elif isinstance(copy[place], str) and random.randrange(2):
        text = copy[place]
        start = random.randrange(len(text) + 1)
        copy[place] = text[:start] + _some_pieces(random) + text[start + random.randrange(3) :]
    else:
        copy[place] = _changed(copy[place], random)
    return copy


# -- the program


def throw(seed: int, first: int, inputs: int) -> Counter[str]:
    """Check so many inputs; how often which answer came. Ends the program at a hang."""
    source = Inputs(seed)
    answers: Counter[str] = Counter()
    for number in range(first, first + inputs):
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            answers[check(source[number])] += 1
        except BaseException:
            print(f"input {number} of seed {seed}: {source[number]!r:.2000}", file=sys.stderr)
            raise
    faulthandler.cancel_dump_traceback_later()
    return answers


def _atheris(options: Sequence[str]) -> None:
    import atheris  # type: ignore[import-untyped]  # an option, not in the lock

    def one(data: bytes) -> None:
        check(data)
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return
        check(document)

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


def main() -> None:
    """Throw as many as the command line says, and print what came of them."""
    warnings.simplefilter("error")  # a fault without a sentence warns
    if "--atheris" in sys.argv:
        _atheris(sys.argv[sys.argv.index("--atheris") + 1 :])
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    answers = throw(chosen.seed, chosen.first, chosen.inputs)
    for answer, count in answers.most_common():
        print(f"{count:8} {answer}")
    print(json.dumps({"inputs": chosen.inputs, "seed": chosen.seed, "accepted": answers["ok"]}))


if __name__ == "__main__":
    main()
