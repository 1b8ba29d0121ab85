"""What a backup holds and a database lacks is added to it, also while a server runs on it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Column, Connection, Select, Table, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from openhearts.server import schema
from openhearts.server.cannot_start import OperatorFault
from openhearts.server.database import (
    DatabaseUnusable,
    SnapshotNotWritten,
    asks_to_try_again,
    detail_of,
    open_database,
    take_snapshot,
)
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.migrating import bring_up_to_date, known_revision
from openhearts.server.sqlite_database import check, faults_of, fresh_engine, read_only_engine

TABLES_AT_ONCE = 20
PERSONS_AT_ONCE = 500
"""In one transaction: who else writes shall not wait long for it."""

TRIES = 5
"""Of a transaction that met somebody else's."""

_Result = TypeVar("_Result")
Row: TypeAlias = dict[str, Any]


class RestoreFailed(OperatorFault):
    """The database took no more. What was added until then is whole."""


@dataclass(slots=True)
class Restored:
    """What became of the tables and the persons in a backup."""

    tables_added: int = 0
    tables_left: int = 0
    """The database had them, and has them as they were."""
    tables_broken: list[str] = field(default_factory=list)
    """Their events are not all in the backup: they were not added."""
    persons_added: int = 0
    persons_left: int = 0
    knows_another_key: bool = False
    """The database had a key for identities, and has the backup's beside it from now on."""


def restore(file: Path, address: DatabaseAddress) -> Restored:
    """Add to the database what only the backup in ``file`` has; nothing is overwritten.

    A table comes whole, in one transaction. The keys come first: without them nobody finds a
    seat at a restored table. Raises DatabaseUnusable where the backup or the database cannot be
    read, CannotStart, or RestoreFailed. What was added until then is whole, and the same again
    goes on from there.
    """
    with (
        _newest(file) as newest,
        closing(_Target(address)) as target,
        closing(_Source(file, newest)) as source,
    ):
        restored = Restored()
        _restore_keys(source, target, restored)
        _restore_persons(source, target, restored)
        later = target.add(partial(_add_sign_of_life, source.all_rows(schema.signs_of_life)))
        _restore_tables(source, target, later, restored)
        return restored


@contextmanager
def _newest(file: Path) -> Iterator[Path]:
    """The backup, or a copy of it with its schema brought up to date; the file stays as it is."""
    if not file.exists():
        raise DatabaseUnusable("database-missing", file)
    with faults_of(file):
        check(file)
        with read_only_engine(file).connect() as connection:
            found = known_revision(connection, file)
    if found == schema.REVISION:
        yield file
        return
    with TemporaryDirectory(prefix="openhearts-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        with faults_of(file):
            copy.touch()
            try:
                take_snapshot(file, copy)
            except SnapshotNotWritten as error:
                raise DatabaseUnusable("database-unreachable", file, str(error)) from error
            with fresh_engine(copy).begin() as connection:
                bring_up_to_date(connection, file)
        yield copy


class _Source:
    """A backup, as it is at one moment. All of it raises DatabaseUnusable."""

    def __init__(self, file: Path, newest: Path) -> None:
        self._file = file
        with faults_of(file):
            self._connection = read_only_engine(newest).connect()

    def ids(self, table: Table, at_once: int) -> Iterator[list[str]]:
        """The ids of all rows, in order, so many at a time."""
        found = [row["id"] for row in self._read(table, select(table.c.id))]
        for first in range(0, len(found), at_once):
            yield found[first : first + at_once]

    def rows(self, column: Column[str], values: Sequence[str]) -> list[Row]:
        """The rows of the column's table that have one of the values in it."""
        return self._read(column.table, select(column.table).where(column.in_(values)))

    def all_rows(self, table: Table) -> list[Row]:
        """The rows of a small table."""
        return self._read(table, select(table))

    def _read(self, table: Table, query: Select[Any]) -> list[Row]:
        with faults_of(self._file):
            try:
                found = self._connection.execute(query.order_by(*table.primary_key)).mappings()
                rows = [dict(row) for row in found]
            except TypeError as error:
                raise DatabaseUnusable("database-damaged", self._file, str(error)) from error
        # SQLite lets others write into a column what they like.
        for column in (table.c[selected.name] for selected in query.selected_columns):
            kinds = (column.type.python_type, *([type(None)] if column.nullable else []))
            if not all(isinstance(row[column.name], kinds) for row in rows):
                raise DatabaseUnusable("database-damaged", self._file, str(column))
        return rows

    def close(self) -> None:
        self._connection.close()


class _Target:
    """The database that is added to."""

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._database = open_database(address)

    def add(self, work: Callable[[Connection], _Result]) -> _Result:
        """Do the work in one transaction, again if somebody else adds the same just now.

        Afterwards it rests as long as it has worked: whoever waits for the database gets it.
        """
        tries = TRIES
        while True:
            begun = time.monotonic()
            try:
                with self._database.writer.begin() as connection:
                    result = work(connection)
            except DBAPIError as error:
                meets = isinstance(error, IntegrityError) or asks_to_try_again(error)
                tries -= 1
                if not (meets and tries):
                    raise RestoreFailed(
                        "restore-stopped",
                        database=str(self._address),
                        detail=detail_of(error),
                    ) from error
            else:
                time.sleep(time.monotonic() - begun)
                return result

    def close(self) -> None:
        self._database.close()


def _restore_keys(source: _Source, target: _Target, restored: Restored) -> None:
    keys = source.all_rows(schema.secrets)
    restored.knows_another_key = target.add(partial(_add_keys, keys))


def _add_keys(keys: Sequence[Row], connection: Connection) -> bool:
    """Keep each key that is not known yet: as the own one, or else beside it.

    Says whether a key for identities was added to others.
    """
    known = {row.name: bytes(row.value) for row in connection.execute(select(schema.secrets))}
    new: dict[str, bytes] = {}
    for key in keys:
        name, value = key["name"], key["value"]
        if value in known.values() or value in new.values():
            continue
        if name in known:
            name = f"{name.partition(' ')[0]} {sha256(value).hexdigest()[:16]}"
        new[name] = value
    _insert(connection, schema.secrets, [{"name": name, "value": new[name]} for name in new])
    return bool(known) and any(name.partition(" ")[0] == "identity" for name in new)


def _restore_persons(source: _Source, target: _Target, restored: Restored) -> None:
    for ids in source.ids(schema.persons, PERSONS_AT_ONCE):
        persons = source.rows(schema.persons.c.id, ids)
        added = target.add(partial(_add_persons, persons))
        restored.persons_added += added
        restored.persons_left += len(persons) - added


def _add_persons(persons: Sequence[Row], connection: Connection) -> int:
    """Add those who are not there; how many."""
    column = schema.persons.c.id
    query = select(column).where(column.in_([person["id"] for person in persons]))
    there = set(connection.scalars(query))
    new = [person for person in persons if person["id"] not in there]
    _insert(connection, schema.persons, new)
    return len(new)


def _add_sign_of_life(signs: Sequence[Row], connection: Connection) -> int:
    """By how many milliseconds the backup's clocks must be put forward to go on in the database.

    Both stood still since the last sign of a server on them. A database that knows of none takes
    over the backup's, so that whoever starts on it lets the clocks go on from there.
    """
    if not signs:
        return 0
    found: int | None = connection.scalar(select(schema.signs_of_life.c.at))
    if found is None:
        _insert(connection, schema.signs_of_life, signs)
        return 0
    stopped: int = signs[0]["at"]
    return found - stopped


def _restore_tables(source: _Source, target: _Target, later: int, restored: Restored) -> None:
    for ids in source.ids(schema.tables, TABLES_AT_ONCE):
        rows = {column.table.name: source.rows(column, ids) for column in _OF_A_TABLE}
        for table in rows[schema.tables.name]:
            if table["due_at"]:  # neither nothing, nor what is due at once
                table["due_at"] += later
        whole = _whole(rows)
        there = target.add(partial(_add_tables, rows, whole))
        restored.tables_added += len(whole - there)
        restored.tables_left += len(there)
        restored.tables_broken += sorted(set(ids) - whole - there)


_OF_A_TABLE = (
    schema.tables.c.id,
    schema.events.c.table_id,
    schema.seats.c.table_id,
    schema.chairs.c.table_id,
    schema.push_subscriptions.c.table_id,
)
"""The columns that say of which table a row is. Links to other devices, which live for minutes,
are of none, and are not restored."""


def _whole(rows: Mapping[str, Sequence[Row]]) -> set[str]:
    """The tables all of whose events are there."""
    versions = defaultdict(list)
    for event in rows[schema.events.name]:
        versions[event["table_id"]].append(event["version"])
    return {
        table["id"]
        for table in rows[schema.tables.name]
        if sorted(versions[table["id"]]) == list(range(1, table["version"] + 1))
    }


def _add_tables(
    rows: Mapping[str, Sequence[Row]], whole: Set[str], connection: Connection
) -> set[str]:
    """Add those of the whole tables of which nothing is there; the others' ids."""
    ids = [table["id"] for table in rows[schema.tables.name]]
    there = {
        found
        for column in _OF_A_TABLE
        for found in connection.scalars(select(column).where(column.in_(ids)).distinct())
    }
    for column in _OF_A_TABLE:
        table = column.table
        new = [row for row in rows[table.name] if row[column.name] in whole - there]
        _insert(connection, table, new)
    return there


def _insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(insert(table), rows)
