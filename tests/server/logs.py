"""The log of a table as it lies in the database, what it says that people saw; what was told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from openhearts.server.database_address import DatabaseAddress
from openhearts.tables.events import Event, decode
from openhearts.tables.fold import fold
from openhearts.tables.table import Table
from openhearts.tables.views import Surroundings, table_view
from tests.databases import rows
from tests.running import View


def log_of(database: DatabaseAddress, table: str) -> list[Event]:
    """The table's events."""
    query = f"SELECT kind, kind_version, body FROM event WHERE table_id = '{table}'"
    return [decode(*row) for row in rows(database, f"{query} ORDER BY version")]


def folded(database: DatabaseAddress, table: str) -> Table:
    """The table that the log tells of."""
    return fold(log_of(database, table))


def as_shown(database: DatabaseAddress, table: str, view: View) -> View:
    """What the log says that this seat saw at the version of ``view``, as it is on the wire."""
    events = log_of(database, table)[: view["version"]]
    made = table_view(fold(events), table, view["seat"], Surroundings(lambda _: (None, True)))
    shown: View = json.loads(msgspec.json.encode(made))
    return shown


def of_the_deal(view: View) -> View:
    """A view without what no log tells: names, who is here, the time, and what people say."""
    people = [{**player, "name": None, "here": True} for player in view["players"]]
    return {**view, "players": people, "nextDealIn": None, "spectators": 0, "talk": []}


def facts_in(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    """The facts of each time that the operator was told of this."""
    return [vars(record)["facts"] for record in caplog.records if record.msg == event]


def errors_in(caplog: pytest.LogCaptureFixture) -> list[BaseException | None]:
    """The errors that the operator was told of."""
    return [record.exc_info[1] for record in caplog.records if record.exc_info]
