"""A database on a PostgreSQL server: connections to it, the lock for its schema, a copy of it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, Engine, MetaData, create_engine, insert, select, text
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import DBAPIError

from openhearts.server import database, schema
from openhearts.server.cannot_start import CannotStart
from openhearts.server.database import (
    READERS,
    Database,
    DatabaseUnusable,
    SnapshotNotWritten,
    detail_of,
)
from openhearts.server.database_address import PostgresAddress
from openhearts.server.migrating import bring_up_to_date, create, known_revision, migrate
from openhearts.server.sqlite_database import fresh_engine

SECONDS_TO_RUN = 10
"""For one statement."""

SECONDS_TO_IDLE = 10
"""In a transaction: what a node that hangs has locked, others may need."""

SECONDS_TO_MIGRATE = 60
"""For another node, which starts as well."""

LOCK = int.from_bytes(b"hearts", "big")
"""Of PostgreSQL's advisory locks the one of whoever makes or migrates our schema."""

ROWS_AT_ONCE = 1000

CONNECTION: dict[str, Any] = {
    "application_name": "openhearts",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # A server that vanished without a word is missed after about ten seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""In libpq's words, where the address does not say otherwise."""

logging.getLogger("psycopg").setLevel(logging.ERROR)  # whatever fails is raised too


def open_address(address: PostgresAddress) -> Database:
    """Open the database; its schema is made, or migrated, first, by one node at a time.

    Raises DatabaseUnusable or CannotStart.
    """
    connect = _connecting(address)
    writer = _engine(connect, 1, "READ COMMITTED")
    try:
        with writer.begin() as connection:
            _take_time(connection)
            connection.execute(select(text(f"pg_advisory_xact_lock({LOCK})")))
            _require_utf8(connection, address)
            bring_up_to_date(connection, address)
    except DBAPIError as error:
        writer.dispose()
        raise _unusable(address, error) from error
    except Exception:
        writer.dispose()
        raise
    return Database(writer, _engine(connect, READERS, "AUTOCOMMIT"), upsert)


def copy_address(address: PostgresAddress, copy: Path) -> None:
    """Copy the database as it is at one moment into ``copy``; it may be written meanwhile.

    Raises DatabaseUnusable, SnapshotNotWritten or CannotStart.
    """
    engine = _engine(_connecting(address), 1, "REPEATABLE READ")
    try:
        with engine.begin() as source, fresh_engine(copy).begin() as target:
            _take_time(source)
            found = known_revision(source, address)
            if found == schema.REVISION:
                create(target)
            else:
                migrate(target, address, None, found)
            _copy_rows(source, target)
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise SnapshotNotWritten(detail_of(error)) from error
        raise _unusable(address, error) from error
    finally:
        engine.dispose()


def _copy_rows(source: Connection, target: Connection) -> None:
    """Of every table that the target has, whatever the code of today calls them."""
    found = MetaData()
    found.reflect(target)
    found.remove(found.tables[schema.versions.name])
    source = source.execution_options(yield_per=ROWS_AT_ONCE)
    for table in found.sorted_tables:
        for rows in source.execute(select(table)).mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])


def _connecting(address: PostgresAddress) -> Callable[[], psycopg.Connection]:
    try:
        parameters = CONNECTION | conninfo_to_dict(address.url)
    except psycopg.ProgrammingError:
        raise CannotStart("database-address-wrong") from None  # it quotes the address

    def connect() -> psycopg.Connection:
        connection = psycopg.connect(**parameters, autocommit=True)
        try:
            connection.execute(_session())
            connection.autocommit = False
        except BaseException:
            connection.close()
            raise
        return connection

    return connect


def _session() -> bytes:
    """What each connection is told first. Whatever is acknowledged is durable here too."""
    return f"""
        SET lock_timeout = '{round(database.SECONDS_TO_WAIT * 1000)}ms';
        SET statement_timeout = '{round(SECONDS_TO_RUN * 1000)}ms';
        SET idle_in_transaction_session_timeout = '{SECONDS_TO_IDLE}s';
        SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off'
    """.encode()


def _engine(connect: Callable[[], psycopg.Connection], connections: int, isolation: Any) -> Engine:
    return create_engine(
        "postgresql+psycopg://",
        creator=connect,
        isolation_level=isolation,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,  # after a restart of the database nobody's card fails for it
        use_native_hstore=False,
        hide_parameters=True,  # they are hands, seeds and identities
    )


def _take_time(connection: Connection) -> None:
    """Let this transaction last as long as it must: it migrates, or reads everything."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    connection.execute(text(f"SET LOCAL lock_timeout = '{round(SECONDS_TO_MIGRATE * 1000)}ms'"))


def _require_utf8(connection: Connection, address: PostgresAddress) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise DatabaseUnusable("database-not-utf8", address, encoding)


def _unusable(address: PostgresAddress, error: DBAPIError) -> DatabaseUnusable:
    match getattr(error.orig, "sqlstate", None):
        case "55P03":  # lock_not_available
            code = "database-locked"
        case "XX001" | "XX002":  # data_corrupted, index_corrupted
            code = "database-damaged"
        case _:
            code = "database-unreachable"
    return DatabaseUnusable(code, address, detail_of(error))
