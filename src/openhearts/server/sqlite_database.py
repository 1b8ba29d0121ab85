"""A database in a SQLite file: is it ours and sound, who may write how, a copy of it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from openhearts.server import database
from openhearts.server.database import Database, DatabaseUnusable, SnapshotNotWritten
from openhearts.server.migrating import OURS, bring_up_to_date, known_revision

CHECKED_BYTES = 256 * 2**20
"""A larger file is not read through at every start."""

PAGES_AT_ONCE = 1000
"""Copied before an interruption is heard."""


def open_file(file: Path) -> Database:
    """Open the database in ``file``; it is made, or migrated, first. Raises DatabaseUnusable."""
    file = file.absolute()
    with faults_of(file):
        _make(file)
        check(file, CHECKED_BYTES)
        writer = _migrated(file)
    return Database(writer, make_engine(file, begin="BEGIN"), insert)


@contextmanager
def faults_of(file: Path) -> Iterator[None]:
    """Raise DatabaseUnusable for whatever goes wrong with the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise _unusable(file, error) from error
    except DBAPIError as error:
        raise _unusable(file, error.orig) from error
    except OSError as error:
        detail = error.strerror or str(error)
        raise DatabaseUnusable("database-unreachable", file, detail) from error


def _unusable(file: Path, error: BaseException | None) -> DatabaseUnusable:
    if _is_damage(error):
        code = "database-damaged"
    elif _kind(error) == sqlite3.SQLITE_BUSY:
        code = "database-locked"
    else:
        code = "database-unreachable"
    return DatabaseUnusable(code, file, str(error))


def _is_damage(error: BaseException | None) -> bool:
    """Whether what was read is no database, or none any more."""
    return _kind(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _kind(error: BaseException | None) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF  # the rest says more of the same


def make_engine(file: Path, begin: str) -> Engine:
    """An engine on the file whose transactions start with ``begin``."""
    # Parameters are hands, seeds and identities: they have no place in a log.
    engine = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        # SQLAlchemy begins transactions itself, below: a deferred one that reads and then
        # writes would fail at once when another has written in between.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {round(database.SECONDS_TO_WAIT * 1000)}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A name that is erased is not left lying in the file either.
        connection.execute("PRAGMA secure_delete = FAST")

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def fresh_engine(file: Path) -> Engine:
    """An engine to fill a file that nobody knows of yet, and that goes if that fails."""
    return _plain_engine(file, "PRAGMA journal_mode = OFF")


def read_only_engine(file: Path) -> Engine:
    """An engine that reads a file, and neither makes nor changes one."""
    return _plain_engine(file, "PRAGMA query_only = ON")


def _plain_engine(file: Path, first: str) -> Engine:
    # Not as one that is read only: SQLite would leave files beside it that it had to make.
    uri = f"{file.absolute().as_uri()}?mode=rw"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, timeout=database.SECONDS_TO_WAIT)
        connection.isolation_level = None
        connection.execute(first)
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _make(file: Path) -> None:
    """An empty file for its owner alone, if there is none: it will hold hands and keys."""
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def check(file: Path, largest: float = float("inf")) -> None:
    """Look whether the file is ours and, up to so many bytes, sound; change nothing.

    Not even its journal's mode. Raises DatabaseUnusable or sqlite3.Error.
    """
    size = file.stat().st_size
    if not size:
        return
    with closing(_connect(file)) as connection:
        if size <= largest:
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if finding != "ok":
                raise DatabaseUnusable("database-damaged", file, finding)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        if tables and not tables >= OURS:
            raise DatabaseUnusable("database-foreign", file)


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=database.SECONDS_TO_WAIT, isolation_level=None)


def _migrated(file: Path) -> Engine:
    """An engine to write with, once the schema is up to date."""
    writer = make_engine(file, begin="BEGIN IMMEDIATE")
    try:
        with writer.begin() as connection:
            bring_up_to_date(connection, file)
    except Exception:
        writer.dispose()
        raise
    return writer


def copy_file(file: Path, copy: Path) -> None:
    """Copy the database in ``file`` as it is at one moment; it may be written meanwhile.

    Raises DatabaseUnusable or SnapshotNotWritten.
    """
    file = file.absolute()
    if not file.exists():
        raise DatabaseUnusable("database-missing", file)
    with faults_of(file):
        check(file)
        with closing(_connect(file)) as source, closing(_connect(copy)) as target:
            # From here on it sees one moment: the copy is not begun anew at every write.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            _copy_pages(source, target)
        with read_only_engine(copy).connect() as connection:
            known_revision(connection, file)


def _copy_pages(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    try:
        source.backup(target, pages=PAGES_AT_ONCE, progress=lambda *_: None)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, whole in itself
    except sqlite3.Error as error:
        if _is_damage(error):
            raise
        raise SnapshotNotWritten(str(error)) from error
