"""What people say to one another at a table.

It is no part of the game: no event tells of it, so it is in no log and no record.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from openhearts.tables.messages import Phrase, Speaking, Write
from openhearts.tables.options import Talk
from openhearts.tables.refusal import demand
from openhearts.tables.table import Table

MOST_LINES = 50
"""What somebody who comes later can still read."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said: a phrase, or a text."""

    id: int
    """Of two lines of a table the later one has the larger, whatever a watch said."""
    person: str
    """The identity of who said it."""
    command: str
    """The id of the command that said it."""
    phrase: Phrase | None
    text: str


Lines = tuple[Line, ...]
"""What was said at a table, oldest first."""


def may_say(table: Table, seat: int | None) -> Talk:
    """What whoever sits there may say; who has no seat says nothing."""
    return "none" if seat is None or table.is_closed else table.setup.options.speech


def speak(table: Table, lines: Lines, person: str, command: Speaking, now: int) -> Lines:
    """The lines with what the person says ``now``, in milliseconds since 1970, as the last.

    A repeated command adds nothing: the lines are the same. Raises TableRefusal.
    """
    seat = table.seat_of(person)
    demand(seat is not None, "not-seated")
    demand(not table.is_closed, "table-closed")
    if any((line.person, line.command) == (person, command.id) for line in lines):
        return lines
    speech = may_say(table, seat)
    demand(speech != "none", "no-talk")
    number = max(now, lines[-1].id + 1) if lines else now
    if isinstance(command, Write):
        demand(speech == "all", "phrases-only")
        line = Line(number, person, command.id, None, command.text)
    else:
        line = Line(number, person, command.id, command.phrase, "")
    return (*lines, line)[-MOST_LINES:]


@lru_cache(maxsize=4096)
def speaker(address: str, person: str) -> str:
    """How the person's lines at the table of this address are known, and at no other."""
    return sha256(f"{address} {person}".encode()).hexdigest()[:12]
