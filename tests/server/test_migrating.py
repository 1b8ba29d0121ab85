"""Migrations lead to the schema that the code uses, one node at a time, on every database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from openhearts.server import migrating, schema
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.sqlite_database import fresh_engine
from openhearts.server.store import Store
from tests.databases import change, rows
from tests.server.stores import THIS_VERSION, fill, opened

NODES = 6

DRAWN_ON = {
    "sqlite": ["SELECT sql FROM sqlite_schema WHERE sql > ''"],
    "postgresql": [
        """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable
           FROM information_schema.columns WHERE table_schema = 'public'""",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    ],
}
"""What a schema looks like."""


@contextmanager
def connected(database: DatabaseAddress) -> Iterator[Connection]:
    """A transaction in which nothing has been made yet."""
    if isinstance(database, Path):
        database.touch()
        engine = fresh_engine(database)
    else:
        url = database.url
        engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def schema_in(database: DatabaseAddress) -> list[list[list[str]]]:
    """What its tables are, white space aside, and where its migrations stand."""
    kind = "sqlite" if isinstance(database, Path) else "postgresql"
    queries = [*DRAWN_ON[kind], "SELECT version_num FROM alembic_version"]
    return [
        sorted(["".join(str(value).split()) for value in row] for row in rows(database, query))
        for query in queries
    ]


def test_the_code_knows_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.REVISION


def test_migrations_make_the_schema_that_the_code_uses(database: DatabaseAddress) -> None:
    with connected(database) as connection:
        migrating.migrate(connection, database, None)
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []


def test_a_new_database_is_as_migrations_would_have_left_it(
    database: DatabaseAddress, another_database: DatabaseAddress
) -> None:
    Store(database).close()
    with connected(another_database) as connection:
        migrating.migrate(connection, another_database, None)
    assert schema_in(database) == schema_in(another_database)


def test_nodes_that_start_at_once_on_an_empty_database_make_it_together(
    database: DatabaseAddress,
) -> None:
    start_nodes(database)

    async def keys() -> list[list[bytes]]:
        async with opened(database) as one, opened(database) as other:
            return await asyncio.gather(*(node.secrets("identity", b"x") for node in (one, other)))

    assert asyncio.run(keys()) == [[b"x"]] * 2


def test_nodes_that_start_at_once_on_an_older_database_migrate_it_once(
    database: DatabaseAddress, newer_version: str
) -> None:
    fill(database, tables=2)
    change(database, f"UPDATE alembic_version SET version_num = '{THIS_VERSION}'")
    start_nodes(database)
    assert rows(database, "SELECT version_num FROM alembic_version") == [(newer_version,)]
    assert rows(database, "SELECT name FROM person ORDER BY id") == [("Name 0!",), ("Name 1!",)]


def start_nodes(database: DatabaseAddress) -> None:
    """Several nodes open the database at the same time; each closes it again."""
    with ThreadPoolExecutor(NODES) as nodes:
        for store in nodes.map(Store, [database] * NODES):
            store.close()
