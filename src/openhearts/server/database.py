"""Opening the database: is it ours and sound, is its schema up to date, who may write how."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, NoResultFound

from openhearts.server.cannot_start import CannotStart
from openhearts.server.schema import REVISION, metadata

CHECKED_BYTES = 256 * 2**20
"""A larger file is not read through at every start."""

SECONDS_TO_WAIT = 5
"""For another program that has locked the database."""

OURS = {"alembic_version", "event", "game_table"}
"""Tables that every database of openhearts has had."""

MIGRATIONS = Path(__file__).with_name("migrations")


class DatabaseUnusable(CannotStart):
    """The database cannot be served from."""

    def __init__(self, code: str, file: Path, detail: str = "") -> None:
        self.file = file
        self.detail = " ".join(detail.split())  # SQLite may find much to say
        super().__init__(code, file=str(file), detail=self.detail)


def open_database(file: Path) -> tuple[Engine, Engine]:
    """Engines to write and to read with; the file is made, or migrated, first.

    Raises DatabaseUnusable, and leaves the file as it was, where it is damaged, is no
    database of openhearts, cannot be written, or was written by a newer version.
    """
    file = file.absolute()
    try:
        _make(file)
        _check(file)
        writer = _migrated(file)
    except sqlite3.Error as error:
        raise _unusable(file, error) from error
    except DBAPIError as error:
        raise _unusable(file, error.orig) from error
    except OSError as error:
        raise DatabaseUnusable("database-unreachable", file, error.strerror or "") from error
    return writer, make_engine(file, begin="BEGIN")


def _unusable(file: Path, error: BaseException | None) -> DatabaseUnusable:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # the rest says more of the same
        case sqlite3.SQLITE_BUSY:
            code = "database-locked"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            code = "database-damaged"
        case _:
            code = "database-unreachable"
    return DatabaseUnusable(code, file, str(error))


def make_engine(file: Path, begin: str) -> Engine:
    """An engine on the file whose transactions start with ``begin``."""
    # Parameters are hands, seeds and identities: they have no place in a log.
    engine = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        # SQLAlchemy begins transactions itself, below: a deferred one that reads and then
        # writes would fail at once when another has written in between.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {SECONDS_TO_WAIT * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # A name that is erased is not left lying in the file either.
        connection.execute("PRAGMA secure_delete = FAST")

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _make(file: Path) -> None:
    """An empty file for its owner alone, if there is none: it will hold hands and keys."""
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _check(file: Path) -> None:
    """Look before anything is changed, even the journal's mode."""
    if not file.stat().st_size:
        return
    with closing(sqlite3.connect(file, timeout=SECONDS_TO_WAIT)) as connection:
        if file.stat().st_size <= CHECKED_BYTES:
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if finding != "ok":
                raise DatabaseUnusable("database-damaged", file, finding)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        if tables and not tables >= OURS:
            raise DatabaseUnusable("database-foreign", file)


def _migrated(file: Path) -> Engine:
    """An engine to write with, once the schema is up to date."""
    writer = make_engine(file, begin="BEGIN IMMEDIATE")
    try:
        with writer.begin() as connection:
            _migrate(connection, file)
    except Exception:
        writer.dispose()
        raise
    return writer


def _migrate(connection: Connection, file: Path) -> None:
    """Bring the schema to REVISION, inside the one transaction that locks the database."""
    try:
        found = _revision(connection)
    except NoResultFound as error:
        raise DatabaseUnusable("database-damaged", file, str(error)) from error
    if found == REVISION:
        return
    if found is None:
        _create(connection)
        return
    migrate(connection, file, found)


def _create(connection: Connection) -> None:
    """The newest schema at once: a first start need not wait for Alembic."""
    metadata.create_all(connection)
    # As Alembic writes it down.
    key = "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.exec_driver_sql(
        f"CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, {key})"
    )
    connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (REVISION,))


def migrate(connection: Connection, file: Path, found: str | None) -> None:
    """Bring a schema of an older revision, or none, to the newest, step by step."""
    # Alembic is slow to import, and most starts need no migration.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        if found is not None:
            ScriptDirectory.from_config(config).get_revision(found)
        command.upgrade(config, "head")
    except CommandError as error:
        raise DatabaseUnusable("database-newer", file, found or "") from error


def _revision(connection: Connection) -> str | None:
    """Where the schema stands; None in a database that has just been made."""
    if not connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one():
        return None
    found: str = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
    return found
