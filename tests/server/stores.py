"""Stores for tests, and what tests put into them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from openhearts.server import schema
from openhearts.server.backup import back_up
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.store import Store, TableRow
from openhearts.tables.events import CardPlayed, Event
from tests.databases import rows

THIS_VERSION = schema.REVISION
"""Where the schema of a database stands, whatever a test makes of the code afterwards."""


@asynccontextmanager
async def opened(database: DatabaseAddress) -> AsyncIterator[Store]:
    """A store on the database, closed afterwards."""
    store = Store(database)
    try:
        yield store
    finally:
        store.close()


def row(*persons: str, due_in: float | None = None, status: str = "open") -> TableRow:
    """What the tests say about a table beside its events."""
    return TableRow(status, due_in, summary="{}", persons=persons)


def played(*cards: str) -> list[Event]:
    """Events that differ."""
    return [CardPlayed(seat=place % 4, card=card) for place, card in enumerate(cards)]


def fill(database: DatabaseAddress, tables: int = 60, events: int = 60) -> None:
    """Put tables of so many events into the database, persons, and a key.

    So many as nothing is said are enough for a file to be damaged; all lie in the one file.
    """

    async def write() -> None:
        course = played("2c", "3c", "4c") * (events // 3)
        async with opened(database) as store:
            places = [(f"t{number}", f"p{number}") for number in range(tables)]
            await asyncio.gather(
                *(store.append(table, 0, course, row("ann", person)) for table, person in places),
                *(store.rename(person, f"Name {person[1:]}") for _, person in places),
            )
            await store.secrets("identity", b"a key")

    asyncio.run(write())
    if isinstance(database, Path):
        rows(database, "PRAGMA wal_checkpoint(TRUNCATE)")


TABLES = PERSONS = 50
"""In a backup."""


def make_backup(file: Path) -> None:
    """A backup with some tables and persons, and a key."""
    database = file.with_name("origin.sqlite3")
    fill(database, TABLES, events=12)
    back_up(database, file)


def all_tables_are_whole(database: DatabaseAddress) -> int:
    """Each has all its events and seats, or nothing; how many there are."""
    found = dict(rows(database, "SELECT id, version FROM game_table"))
    assert found == dict(rows(database, "SELECT table_id, count(*) FROM event GROUP BY table_id"))
    seats = rows(database, "SELECT table_id, count(*) FROM table_seat GROUP BY table_id")
    assert dict(seats) == dict.fromkeys(found, 2)
    return len(found)
