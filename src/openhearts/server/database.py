"""An open database, of whichever kind: engines to write and to read with.

What the kinds have in common is here and in ``migrating``; each has a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import Engine, Executable, Table
from sqlalchemy.exc import DBAPIError

from openhearts.server.cannot_start import CannotStart
from openhearts.server.database_address import DatabaseAddress

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

    Upsert: TypeAlias = Callable[[Table], sqlite.Insert] | Callable[[Table], postgresql.Insert]

READERS = 2
"""Connections that are read with at once."""

HOW_TO_INSTALL = "pip install 'psycopg[binary]'"
"""What PostgreSQL needs besides."""

SECONDS_TO_WAIT = 5
"""For another program that has locked the database."""


class DatabaseUnusable(CannotStart):
    """The database cannot be served from."""

    def __init__(self, code: str, database: DatabaseAddress, detail: str = "") -> None:
        self.database = database
        self.detail = " ".join(detail.split())  # SQLite may find much to say
        super().__init__(code, database=str(database), detail=self.detail)


@dataclass(frozen=True, slots=True)
class Database:
    """Its schema is up to date."""

    writer: Engine
    """For one thread."""
    reader: Engine
    """For ``READERS`` threads."""
    upsert: Upsert
    """The INSERT that knows what to do ON CONFLICT."""

    def put(self, table: Table) -> Executable:
        """The statement that adds a whole row, or puts it in the place of the one with its key.

        To be made once and executed often: its making costs as much as its execution.
        """
        statement = self.upsert(table)
        keys = [column.name for column in table.primary_key]
        row = dict(statement.excluded.items())
        return statement.on_conflict_do_update(index_elements=keys, set_=row)

    def close(self) -> None:
        """Let the database go."""
        self.writer.dispose()
        self.reader.dispose()


def open_database(address: DatabaseAddress) -> Database:
    """Open the database; it is made, or migrated, first.

    Raises DatabaseUnusable, and leaves it as it was, where it is damaged, is no database of
    openhearts, cannot be reached or written, or was written by a newer version. Raises
    CannotStart where it is of a kind that this installation does not know.
    """
    if isinstance(address, Path):
        from openhearts.server.sqlite_database import open_file

        return open_file(address)
    _require_psycopg()
    from openhearts.server.postgres_database import open_address

    return open_address(address)


def take_snapshot(address: DatabaseAddress, file: Path) -> None:
    """Copy the database as it is at one moment into ``file``, an empty one, as a SQLite database.

    Raises DatabaseUnusable where it cannot be read, or there is none; SnapshotNotWritten.
    """
    if isinstance(address, Path):
        from openhearts.server.sqlite_database import copy_file

        copy_file(address, file)
    else:
        _require_psycopg()
        from openhearts.server.postgres_database import copy_address

        copy_address(address, file)


def _require_psycopg() -> None:
    # Not every installation has it, and where SQLite is enough its import would be time lost.
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise CannotStart("postgresql-not-installed", command=HOW_TO_INSTALL) from error


class SnapshotNotWritten(Exception):
    """The file could not be written: the disk is full ..."""


def detail_of(error: DBAPIError) -> str:
    """What the database says of a failure, on one line.

    Of PostgreSQL only the message: its details may quote a row, and so somebody's cards.
    """
    said: str = getattr(getattr(error.orig, "diag", None), "message_primary", None) or str(
        error.orig
    )
    lines = [line for line in said.splitlines() if not line.startswith("\t")]  # those are advice
    return " ".join(" ".join(lines).split())


def asks_to_try_again(error: Exception) -> bool:
    """Whether the database took this transaction back to let another one through."""
    state = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    return state is not None and state.startswith("40")
