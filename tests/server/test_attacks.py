"""Cheats, vandals and bad luck against a real server: every answer is typed, the game goes on."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from openhearts.server.limits import TABLES
from openhearts.tables.events import GameStarted
from openhearts.tables.messages import SCHEMA
from tests.databases import change
from tests.running import PATIENCE, Client, Server, Visitor, play_until, running, wait_until
from tests.server.logs import log_of


def goes_on(client: Client) -> bool:
    """Whether the person can play a card."""
    client.see(lambda view: bool(view["legal"]))
    return bool(client.do("play", card=client.view["legal"][0])["kind"] == "done")


class TestCheat:
    """Nobody sees or plays what belongs to another seat."""

    @pytest.mark.parametrize(
        "forge",
        [
            lambda cookie: cookie[:-1],
            lambda cookie: cookie + "x",
            lambda cookie: cookie.swapcase(),
            lambda cookie: cookie.partition(".")[0],
            lambda cookie: cookie.partition(".")[0] + ".",
            lambda cookie: cookie.replace("openhearts=", "openhearts=a"),
            lambda cookie: cookie.replace("openhearts", "Openhearts"),
            lambda _: "openhearts=" + "x" * 5000,
            lambda _: "openhearts=\xe9.\xff",
        ],
        ids=range(9),
    )
    def test_a_forged_cookie_is_a_stranger(
        self, client: Client, forge: Callable[[str], str]
    ) -> None:
        """C41."""
        cheat = Visitor(client.visitor.server)
        cheat.cookie = forge(client.visitor.cookie)
        with cheat.sit_down(client.table) as watching:
            assert watching.see(lambda _: True)["seat"] is None
            assert watching.do("play", card=client.view["legal"][0])["code"] == "not-seated"
        assert goes_on(client)

    def test_an_identity_is_no_cookie(self, client: Client) -> None:
        """What events and backups name is not enough to act for somebody."""
        (started, *_) = log_of(client.visitor.server.database, client.table)
        assert isinstance(started, GameStarted)
        assert started.host in client.visitor.cookie
        cheat = Visitor(client.visitor.server)
        cheat.cookie = f"openhearts={started.host}"
        with cheat.sit_down(client.table) as watching:
            assert watching.see(lambda _: True)["seat"] is None

    def test_a_spectator_gets_the_same_bytes_whatever_is_in_the_hands(self, client: Client) -> None:
        """C44."""
        with Visitor(client.visitor.server).sit_down(client.table) as watching:
            watching.see(lambda _: True)
            sent = re.findall(r'"([2-9TJQKA][cdhs])"', json.dumps(watching.view))
            assert not set(client.view["hand"]) & set(sent)

    def test_whoever_saw_a_hand_cannot_go_to_another_seat(self, client: Client) -> None:
        guest = Visitor(client.visitor.server)
        guest.request("/")
        with guest.sit_down(client.table) as hopping:
            hopping.see(lambda _: True)
            assert hopping.do("sit", seat=2)["kind"] == "done"
            assert hopping.do("sit", seat=3)["code"] == "already-seated"
            assert hopping.do("leave")["kind"] == "done"
            assert hopping.do("sit", seat=3)["code"] == "saw-another-hand"
            assert hopping.do("sit", seat=2)["kind"] == "done"


class TestVandal:
    """What a script throws at the server harms nobody else."""

    @pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "//", "\xff"])
    def test_a_foreign_origin_is_refused_in_any_spelling(self, client: Client, origin: str) -> None:
        status, _, body = client.visitor.request("/api/tables", b"{}", {"origin": origin})
        assert (status, json.loads(body)["code"]) == (403, "foreign-page")
        with pytest.raises(InvalidStatus) as refused:
            connect(
                f"ws://127.0.0.1:{client.visitor.server.port}/api/tables/{client.table}/socket",
                origin=Origin(origin),
            ).__enter__()
        assert refused.value.response.status_code == 403

    @pytest.mark.parametrize("name", ["  ", "\u200b", "\u202etfel", "a\0b", "\x1b[31m", "\u200d"])
    def test_a_name_that_cannot_be_read_is_refused(self, client: Client, name: str) -> None:
        assert client.do("rename", name=name)["code"] == "malformed"
        assert client.view["players"][0]["name"] is None

    @pytest.mark.parametrize(
        ("name", "shown"), [(" Ann\n B ", "Ann B"), ("A\u0308da", "Äda"), ("ক্\u200dষ", None)]
    )
    def test_a_name_in_any_script_is_shown(
        self, client: Client, name: str, shown: str | None
    ) -> None:
        assert client.do("rename", name=name)["kind"] == "done"
        client.see(lambda view: view["players"][0]["name"] == (shown or name))

    def test_a_flood_that_does_not_end_is_closed_and_the_table_lives(self, client: Client) -> None:
        with client.visitor.sit_down(client.table) as flooding:
            with pytest.raises(ConnectionClosed) as closed:
                flood(flooding)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        assert goes_on(client)

    def test_one_address_cannot_open_tables_without_end(self, server: Server) -> None:
        vandal, neighbour = "203.0.113.5", "203.0.113.6"
        allowed = TABLES.address.at_once
        statuses = [open_from(server, vandal)[0] for _ in range(allowed + 10)]
        assert statuses[:allowed] == [201] * allowed
        assert statuses[-1] == 429
        status, headers, body = open_from(server, vandal)
        told = json.loads(body)
        assert (status, told["code"]) == (429, "too-many-tables")
        assert int(headers["retry-after"]) == told["retryIn"] > 0
        assert open_from(server, neighbour)[0] == 201
        assert open_from(server, "")[0] == 201

    def test_a_household_with_many_addresses_counts_as_one(self, server: Server) -> None:
        addresses = [f"2001:db8::{number:x}" for number in range(TABLES.address.at_once + 10)]
        assert [open_from(server, address)[0] for address in addresses][-1] == 429

    def test_a_crowd_of_sockets_at_one_table_holds_nobody_up(self, client: Client) -> None:
        with ExitStack() as crowd:
            begin = time.monotonic()
            for _ in range(150):
                watching = crowd.enter_context(
                    Visitor(client.visitor.server).sit_down(client.table)
                )
                watching.see(lambda _: True)
            assert time.monotonic() - begin < PATIENCE
            assert len(client.views) < 10
            assert goes_on(client)

    def test_an_older_page_is_answered_and_told_its_age(self, client: Client) -> None:
        """It sends what is no longer known, and reads the number of the messages."""
        client.send_raw(json.dumps({"kind": "play", "id": "old", "card": "2c", "turn": 3}))
        assert client.reply_to("old")["code"] == "malformed"
        assert client.view["schema"] == SCHEMA


def flood(client: Client) -> None:
    """Send commands, and read the replies, as fast as it goes."""
    while True:
        for _ in range(100):
            client.send_raw('{"kind": "leave"}')
        client.wait_for(lambda: client.replies.pop() if client.replies else None)


def open_from(server: Server, address: str) -> tuple[int, Any, bytes]:
    """Open a table through a proxy on this machine that speaks for this address."""
    return Visitor(server).request(
        "/api/tables", b"{}", {"x-forwarded-for": address} if address else {}
    )


def test_on_a_full_disk_everybody_is_told_and_play_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    chance = random.Random(8)
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table(passing="none")
        with visitor.sit_down(table) as client:
            view = play_until(client, lambda view: view["tricksPlayed"] == 2, chance)
            view = client.see(lambda view: bool(view["legal"]))
            server.fill_its_disk()
            assert client.do("play", card=view["legal"][0])["code"] == "server-fault"
            assert client.do("rename", name="Ann")["code"] == "server-fault"
            assert visitor.request("/healthz")[0] == 200
            status, _, body = visitor.request("/readyz")
            assert (status, json.loads(body)) == (503, {"status": "store-failed"})
            status, _, body = visitor.request("/api/tables", b"{}")
            assert (status, json.loads(body)) == (503, {"code": "server-fault"})
            form = {"content-type": "application/x-www-form-urlencoded"}
            assert visitor.request("/tables", b"preset=standard", form)[0] == 503
            with visitor.sit_down(table) as again:
                assert again.see(lambda _: True)["version"] == view["version"]
            server.free_its_disk()
            wait_until(lambda: visitor.request("/readyz")[0] == 200)
            play_until(client, lambda view: view["deal"] == 2, chance)
        assert not any(getattr(e, "automatic", False) for e in log_of(server.database, table))
        failure = 'error=StoreFailed detail="disk I/O error"'
        assert f"command-failed table={table} command=play {failure}" in server.logged
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b|parameters", server.logged)


def test_a_table_that_cannot_be_read_closes_its_sockets_and_no_others(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite3")
    try:
        server.start()
        visitor = Visitor(server)
        damaged, sound = visitor.open_table(passing="none"), visitor.open_table(passing="none")
        server.kill()
        change(server.database, f"UPDATE event SET body = '{{}}' WHERE table_id = '{damaged}'")
        server.start()
        with visitor.sit_down(damaged) as client, pytest.raises(ConnectionClosed) as closed:
            client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
        with visitor.sit_down(sound) as client:
            assert goes_on(client)
        assert f"table-not-shown table={damaged} error=ValidationError trace=" in server.logged
    finally:
        server.close()
