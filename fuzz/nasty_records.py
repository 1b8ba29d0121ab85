"""Inputs that would hold up a careless reader of records, of any size.

``python -m fuzz.nasty_records NAME BYTES`` reads one, and prints as JSON how long it took and
how much memory; without a name it prints the names.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable

from openhearts.records import RecordError, loads

RULES = "hearts = 1\n[ruleset]\n"
ABOUT = RULES + "[about]\n"

DEAL = """[[deals]]
number = {}
hands = ["...AKQJT98765432", "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432."]
"""
"""A hold deal in which seat 0 leads clubs, and nobody else has any."""
CLAIM = 'claim = "0 rest-are-mine"\n'

ENDLESS = 'hearts = 1\n[ruleset]\npassing = "none"\nmoon = "none"\ntarget = 1000\n'
"""Rules by which three seats that never take a trick tie for ever."""

ONE_DEAL = ENDLESS + DEAL.format(1)


def times(head: str, part: str, tail: str = "") -> Callable[[int], str]:
    """As many times ``part`` as there is room for."""
    return lambda size: head + part * max(1, (size - len(head) - len(tail)) // len(part)) + tail


def counted(head: str, part: str, tail: str = "") -> Callable[[int], str]:
    """As ``times``, and every part has its number."""

    def make(size: int) -> str:
        room = size - len(head) - len(tail)
        longest = len(part.format(size))
        return head + "".join(part.format(place) for place in range(1, room // longest + 1)) + tail

    return make


NASTY: dict[str, Callable[[int], str]] = {
    # what the scanner could look at again and again
    "long strings that never end": times("a = ", '"""x" \\'),
    "long literal strings that never end": times("a = ", "'''x' "),
    "quotes": times("", '"'),
    "apostrophes": times("", "'"),
    "backslashes in a string": times('a = "', "\\\\"),
    "backslashes in an open string": times('a = "', "\\"),
    "a string that never ends": times('a = "', "x"),
    # what is deep
    "brackets": times("a = ", "["),
    "braces": times("a = ", "{a="),
    "a dotted key": times("a", ".a", " = 1"),
    "a dotted header": times("[a", ".a", "]"),
    "dotted keys, as deep as allowed": counted("", "a.b.c.d.e.f.g{} = 1\n"),
    # many of the same
    "headers": counted("", "[a{}]\n"),
    "headers of an array": times("", "[[a]]\n"),
    "headers as deep as allowed": times("", "[[a.a.a.a]]\n"),
    "fields about it": counted(ABOUT, "k{} = 1\n"),
    "fields of an inline table": counted(
        "hearts = 1\nabout = {", "k{} = 1,", "z = 1}\n[ruleset]\n"
    ),
    "fields with escapes": counted(ABOUT, '"\\u0061{}" = 1\n'),
    "unknown rules": counted(RULES, "k{} = 1\n"),
    "numbers in a field about it": times(ABOUT + "a = [", "1,", "]"),
    "arrays in an array": times(ABOUT + "a = [", "[],", "]"),
    "tables in an array": times(ABOUT + "a = [", "{},", "]"),
    "players": times("hearts = 1\nplayers = [", "{},", "]\n[ruleset]\n"),
    "blank lines": times(RULES, "\n"),
    "carriage returns": times(RULES, "\r"),
    "ends of lines in an array": times("a = [", "\n"),
    "comments": times(RULES, "#\n"),
    # what is long
    "a comment": times(RULES + "# ", "x"),
    "a name": times('hearts = 1\nplayers = [{}, {}, {}, { name = "', "x", '" }]\n[ruleset]\n'),
    "a name of escapes": times(ABOUT + 'a = "', "\\U0001F600\\n", '"'),
    "a name over many lines": times(ABOUT + 'a = """', "x\\\n", '"""'),
    "a key": times(ABOUT, "k", " = 1"),
    "a key that is unknown": times(RULES + "z", "k", " = 1"),
    "a number": times(RULES + "target = 1", "1"),
    "a hexadecimal number": times(RULES + "target = 0x", "f"),
    "a number with a point": times(RULES + "target = 0.", "1"),
    "a hand": times(RULES + '[[deals]]\nnumber = 1\nhands = ["', ".", '"]'),
    "a trick": times(ONE_DEAL + 'tricks = ["0', " 2c", '"]'),
    "a trick of blanks": times(ONE_DEAL + 'tricks = ["0', " ", '"]'),
    "a claim": times(ONE_DEAL + 'claim = "0 ', " ", '"'),
    "a pass": times(RULES + DEAL.format(1) + 'passes = ["0', " 2c", '"]'),
    # much of what a record can have
    "deals": counted(ENDLESS, DEAL + CLAIM),
    "hands": times(RULES + "[[deals]]\nnumber = 1\nhands = [", '"...",', "]"),
    "tricks": times(ONE_DEAL + "tricks = [", '"0 Ac - - -",', "]"),
    "passes": times(RULES + DEAL.format(1) + "passes = [", '"0 2c 3c 4c",', "]"),
    "points": times(ONE_DEAL + CLAIM + "points = [", "1,", "]"),
    "automatic actions": times(ONE_DEAL + CLAIM + "automatic = [", "1,", "]"),
    "take-backs": times(
        ONE_DEAL + CLAIM + "take_backs = [",
        '{seat=0, after=0, undone=["0 claim rest-are-mine"]},',
        "]",
    ),
    "steps of a take-back": times(
        ONE_DEAL + CLAIM + "take_backs = [{seat=0, after=0, undone=[", '"0 play 2c",', "]}]"
    ),
    "changes of players": times(
        ONE_DEAL + CLAIM + "player_changes = [", '{seat=0, after=0, name=""},', "]"
    ),
    "bytes revealed": times(
        ONE_DEAL + CLAIM + 'fair = {seed="00", commitment="00", revealed=[', '"00",', "]}"
    ),
    "one revelation": times(
        ONE_DEAL + CLAIM + 'fair = {seed="00", commitment="00", revealed=["', "00", '"]}'
    ),
}


def read(text: str) -> str:
    """What comes of reading it, in a word."""
    try:
        loads(text)
    except RecordError as error:
        return str(error.reason)
    return "ok"


def main(name: str, size: str) -> None:
    """Read one, and print what it took."""
    text = NASTY[name](int(size))
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    answer = read(text)
    seconds = time.process_time() - started
    megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - kilobytes) / 1024
    figures = {"seconds": round(seconds, 2), "megabytes": round(megabytes), "answer": answer}
    print(json.dumps({"bytes": len(text), **figures}))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(json.dumps(list(NASTY)))
    else:
        main(*sys.argv[1:])
