"""A record played again at a table, so that every picture of it is the table's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files

import msgspec

from openhearts.records import Record, loads
from openhearts.rules.deal import Deal
from openhearts.tables import messages
from openhearts.tables.acting import act
from openhearts.tables.events import Dealt, Event, GameStarted, Person
from openhearts.tables.fold import apply, fold
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from openhearts.tables.table import Table
from openhearts.tables.views import Surroundings, table_view

LEARNER = 0
"""The seat of the person of the story: south on the board."""


def record_of(folder: str, name: str) -> Record:
    """The record ``name`` in one of this package's folders."""
    return loads(files(__package__).joinpath(folder, f"{name}.hearts").read_bytes())


def tables_of(record: Record, preset: str) -> Iterator[Table]:
    """The table after every step of the record's last deal."""
    *earlier, last = record.deals
    setup = Setup(preset, record.ruleset, TableOptions(), level="")
    begun = fold([_started(setup, record)])
    table = replace(begun, game=replace(record, deals=tuple(earlier)).game)
    hands = tuple(str(hand) for hand in last.deal.dealt)
    table = apply(table, Dealt(deal=last.deal.number, revealed=(), hands=hands))
    yield table
    for seat, action in last.actions():
        table = after(table, act(table, seat, action))
        yield table


def after(table: Table, events: list[Event]) -> Table:
    """The table after these events."""
    for event in events:
        table = apply(table, event)
    return table


def deal_of(table: Table) -> Deal:
    """The deal on the table, which in a story there always is."""
    if table.deal is None:
        raise ValueError("no deal is on the table")
    return table.deal


def picture(table: Table, seat: int | None) -> messages.View:
    """What the person on ``seat``, or a spectator, sees of the table."""
    return table_view(table, "", seat, Surroundings(_known))


def settled(view: messages.View) -> messages.View:
    """The picture of a finished deal with the points that it came to in the end."""
    if view.phase not in ("sheet", "over"):
        return view
    return msgspec.structs.replace(view, points=view.rows[-1].points, moon=None)


def _started(setup: Setup, record: Record) -> GameStarted:
    names = [player.name or "" for player in record.players]
    return GameStarted(
        game=1,
        host=names[LEARNER],
        preset=setup.preset,
        ruleset=setup.ruleset.to_words(),
        options=setup.options,
        level=setup.level,
        holders=tuple(map(Person, names)),
        bot_secret="",
    )


def _known(identity: str) -> tuple[str | None, bool]:
    """In a story everybody is called by their name, and is there."""
    return identity or None, True
