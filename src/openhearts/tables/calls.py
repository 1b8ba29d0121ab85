"""Whom a slow game calls back to the table, and to do what: never with which cards."""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.tables.clock import seconds_allowed, timed_seats
from openhearts.tables.table import Table, TablePhase


@dataclass(frozen=True, slots=True)
class Call:
    """It is this person's turn."""

    person: str
    decision: str
    """What is to be decided; a person is called once for each."""
    phase: TablePhase
    seconds: float
    """How long the person may think."""


def calls(table: Table) -> list[Call]:
    """The persons for whom a slow game waits; at a quick one people sit and wait themselves."""
    if not table.setup.options.is_slow:
        return []
    return [
        Call(person, table.decision, table.phase, seconds_allowed(table, seat))
        for seat in timed_seats(table)
        if (person := table.person_on(seat)) is not None
    ]
