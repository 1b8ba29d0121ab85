"""Databases of each kind; a server for the tests of a module, and a person who is asked to play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from openhearts.server import migrating, schema
from openhearts.server.database_address import DatabaseAddress
from tests.postgres import PostgresServer
from tests.running import Client, Server, Visitor, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a module."""
    with running(tmp_path_factory.mktemp("server") / "games.sqlite3") as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A person at a new table of their own, asked to play a card."""
    visitor = Visitor(server)
    table = visitor.open_table(preset="standard", passing="none")
    with visitor.sit_down(table) as client:
        client.see(lambda view: view["seat"] in view["toAct"] and view["phase"] == "playing")
        yield client


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests that want a database of their own on it."""
    server = PostgresServer()
    yield server
    server.close()


KINDS = ("sqlite", "postgresql")


@contextmanager
def made(kind: str, name: str, request: pytest.FixtureRequest) -> Iterator[DatabaseAddress]:
    """Where an empty database of this kind is; gone afterwards."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        yield folder / f"{name}.sqlite3"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    address = server.make_database()
    yield address
    server.drop_database(address)


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> Iterator[DatabaseAddress]:
    """Where the database of a test is, which is run with each kind."""
    with made(request.param, "games", request) as address:
        yield address


@pytest.fixture
def another_database(
    database: DatabaseAddress, request: pytest.FixtureRequest
) -> Iterator[DatabaseAddress]:
    """A second one of the same kind."""
    kind = "sqlite" if isinstance(database, Path) else "postgresql"
    with made(kind, "others", request) as address:
        yield address


@pytest.fixture
def newer_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """This openhearts is a newer one, whose migration adds a sign to every name. Its revision."""
    migrations = tmp_path / "migrations"
    shutil.copytree(migrating.MIGRATIONS, migrations)
    (migrations / "versions" / "0002_signs.py").write_text(
        "from alembic import op\n"
        "revision, down_revision = '0002', '0001'\n"
        "def upgrade():\n"
        "    op.execute(\"UPDATE person SET name = name || '!'\")\n"
    )
    monkeypatch.setattr(migrating, "MIGRATIONS", migrations)
    monkeypatch.setattr(schema, "REVISION", "0002")
    return "0002"
