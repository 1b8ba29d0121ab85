"""Databases of each kind; a server for the tests of a module, and a person who is asked to play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from openhearts.server import migrating, schema
from openhearts.server.database_address import DatabaseAddress, PostgresAddress
from tests.postgres import PostgresServer
from tests.running import Client, Server, Visitor, running
from tests.server.stores import THIS_VERSION, make_backup


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a module; this machine speaks for others, as a proxy does."""
    database = tmp_path_factory.mktemp("server") / "games.sqlite3"
    with running(database, "--proxy", "127.0.0.1") as server:
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


@pytest.fixture
def stoppable(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """The PostgreSQL server, for a test that stops it; it runs again afterwards."""
    yield postgres
    postgres.start()


@pytest.fixture
def address(postgres: PostgresServer) -> Iterator[PostgresAddress]:
    """An empty PostgreSQL database."""
    made = postgres.make_database()
    yield made
    postgres.drop_database(made)


KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> DatabaseAddress:
    """Where the empty database of a test is, which runs with each kind."""
    return made(request.param, "games", request)


@pytest.fixture
def another_database(database: DatabaseAddress, request: pytest.FixtureRequest) -> DatabaseAddress:
    """A second one of the same kind."""
    return made("sqlite" if isinstance(database, Path) else "postgresql", "others", request)


def made(kind: str, name: str, request: pytest.FixtureRequest) -> DatabaseAddress:
    """Where an empty database of this kind is until the test ends."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return folder / f"{name}.sqlite3"
    server: PostgresServer = request.getfixturevalue("postgres")
    address = server.make_database()
    request.addfinalizer(lambda: server.drop_database(address))
    return address


@pytest.fixture
def newer_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """This openhearts is a newer one, whose migration adds a sign to every name. Its revision.

    What is older is THIS_VERSION's.
    """
    newer = f"{int(THIS_VERSION) + 1:04}"
    migrations = tmp_path / "migrations"
    shutil.copytree(migrating.MIGRATIONS, migrations)
    (migrations / "versions" / f"{newer}_signs.py").write_text(
        "from alembic import op\n"
        f"revision, down_revision = '{newer}', '{THIS_VERSION}'\n"
        "def upgrade():\n"
        "    op.execute(\"UPDATE person SET name = name || '!'\")\n"
    )
    monkeypatch.setattr(migrating, "MIGRATIONS", migrations)
    monkeypatch.setattr(schema, "REVISION", newer)
    return newer


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with some tables and persons, and a key."""
    file = tmp_path / "games.backup"
    make_backup(file)
    return file
