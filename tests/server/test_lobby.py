"""Public tables can be found, and private ones by nobody, on a real server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from openhearts.server import lobby
from openhearts.server.store import Store, TableRow
from openhearts.tables.events import SheetRead
from tests.running import PATIENCE, Server, Visitor


def found_in_lobby(visitor: Visitor, table: str) -> str:
    """The lobby with the table in it; it is read anew every few seconds only."""
    deadline = time.monotonic() + PATIENCE
    while table not in (page := visitor.request("/en/lobby")[2].decode()):
        assert time.monotonic() < deadline, "the table is not listed"
        time.sleep(0.1)
    return page


@pytest.fixture(name="stranger")
def _stranger(server: Server) -> Visitor:
    return Visitor(server)


@pytest.fixture(name="host")
def _host(server: Server) -> Visitor:
    return Visitor(server)


def test_a_public_table_is_found_in_the_lobby_with_who_is_there(
    host: Visitor, stranger: Visitor
) -> None:
    table = host.open_table(preset="omnibus", gathers=True, options={"listed": True})
    with host.sit_down(table) as client:
        assert client.do("rename", name="Aino")["kind"] == "done"
        assert client.do("sit", seat=0)["kind"] == "done"
        found = found_in_lobby(stranger, table)
    assert f'href="/t/{table}"' in found
    assert "At the table: Aino." in found
    assert "3 seats are free." in found
    assert "Nobody is there" not in found


def test_c42_a_private_table_is_nowhere_to_be_found(host: Visitor, stranger: Visitor) -> None:
    table = host.open_table(gathers=True)
    for path in ("/en/lobby", "/en/lobby/tables", "/en/", "/sitemap.xml", "/sw.js", "/robots.txt"):
        assert table not in stranger.request(path)[2].decode()
    assert table in host.request("/en/")[2].decode(), "its own person finds it at home"


def places(table: str) -> Iterator[str]:
    yield f"/t/{table}"
    yield f"/t/{table}/rules"
    yield f"/t/{table}/preview.png"
    yield f"/en/setup?from={table}"
    yield f"/api/tables/{table}/record"


def test_c42_what_nearly_is_a_private_tables_link_is_answered_as_what_never_was_one(
    host: Visitor, stranger: Visitor
) -> None:
    table = host.open_table(gathers=True)
    never = "x" * len(table)
    for near in (table[:-1], table.upper(), table[:-1] + "0", "_" * len(table)):
        for real, unreal in zip(places(near), places(never), strict=True):
            status, _, body = stranger.request(real)
            assert status == 404
            assert body.replace(near.encode(), b"") == stranger.request(unreal)[2].replace(
                never.encode(), b""
            )
        with pytest.raises(ConnectionClosed) as closed, stranger.sit_down(near) as client:
            client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_popular_are_the_rules_of_most_public_tables_of_the_last_weeks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = ["omnibus", "standard", "omnibus", "standard target=0", None, None, "spot-hearts"]

    async def read() -> tuple[list[str], list[str]]:
        with closing(Store(tmp_path / "games.sqlite3")) as store:
            for number, rules in enumerate(played):
                row = TableRow("over", None, "{}", (), public_rules=rules)
                await store.append(f"t{number}", 0, [SheetRead(seat=0)], row)
            found = await lobby.popular_rules(store)
            monkeypatch.setattr(lobby, "WEEKS_COUNTED", -1)
            return found, await lobby.popular_rules(store)

    assert asyncio.run(read()) == (["omnibus", "spot-hearts", "standard"], [])
