"""A database as another program meets it: its rows, its locks; the same for every kind."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from openhearts.server.database_address import DatabaseAddress


def in_words(address: DatabaseAddress) -> str:
    """The address as it is written on a command line."""
    return str(address) if isinstance(address, Path) else address.url


def files_of(address: DatabaseAddress) -> list[Path]:
    """The files of a SQLite database."""
    assert isinstance(address, Path)
    return list(address.parent.glob(f"{address.name}*"))


def rows(address: DatabaseAddress, query: str) -> list[tuple[Any, ...]]:
    """What the query finds."""
    with _connected(address) as connection:
        found: list[tuple[Any, ...]] = connection.execute(query).fetchall()
        return found


def change(address: DatabaseAddress, *statements: str) -> None:
    """Execute the statements, together."""
    with _connected(address) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@contextmanager
def locked(address: DatabaseAddress) -> Iterator[None]:
    """Meanwhile another program writes to the database, and does not come to an end."""
    with _connected(address) as connection:
        if isinstance(address, Path):
            connection.execute("BEGIN IMMEDIATE")
        else:
            connection.execute("LOCK TABLE event, game_table, secret IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def everything(address: DatabaseAddress) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of ours, in order."""
    return {
        table: rows(address, f"SELECT * FROM {table} ORDER BY 1, 2")
        for table in (
            "event",
            "game_table",
            "table_seat",
            "person",
            "secret",
            "chair",
            "push_subscription",
        )
    }


@contextmanager
def _connected(address: DatabaseAddress) -> Iterator[Any]:
    if isinstance(address, Path):
        with closing(sqlite3.connect(address)) as connection:
            yield connection
    else:
        import psycopg  # not everybody who starts a server needs it

        with closing(psycopg.connect(address.url)) as connection:
            yield connection
