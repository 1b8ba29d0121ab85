"""A server for the tests of a module, and a person who is asked to play a card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.running import Client, Server, Visitor, running


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
