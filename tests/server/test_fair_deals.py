"""Browsers add to deals over real lines, and what was dealt can be worked out anew (C37, C38)."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from pathlib import Path
from urllib.parse import urlencode

import pytest

from openhearts.records import loads
from openhearts.server.host import Host
from openhearts.server.watcher import Watcher
from openhearts.tables import due
from openhearts.tables.events import Dealt
from openhearts.tables.fairness import commitment
from openhearts.tables.messages import GiveHash, Reveal, View
from openhearts.tables.verifying import Verdict, verify
from tests.running import Client, Server, Visitor, answer, play_together
from tests.server.test_host import PERSON, hosting, lowest_answer, next_view, seen, setup

FORM = {"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"}


def fresh() -> tuple[str, str]:
    """Bytes that a browser adds, and their hash."""
    added = secrets.token_bytes(32)
    return added.hex(), commitment(added)


def shown_at(view: dict[str, object]) -> bool:
    return view["phase"] == "shuffling"


def finish_the_deal(*clients: Client) -> None:
    def at_the_sheet(view: dict[str, object]) -> bool:
        return view["phase"] in ("sheet", "over")

    play_together(clients, at_the_sheet, random.Random(1))


def record_of(client: Client) -> list[Verdict | None]:
    """What becomes of verifying each deal of the record that the server gives."""
    status, _, body = client.visitor.request(f"/api/tables/{client.table}/record")
    assert status == 200
    return [verify(recorded) for recorded in loads(body.decode()).deals]


def test_the_first_deal_of_play_now_has_what_the_page_s_browser_added(
    server: Server,
) -> None:
    visitor = Visitor(server)
    added, hash_ = fresh()
    body = urlencode({"preset": "standard", "hash": hash_}).encode()
    status, headers, _ = visitor.request("/tables", body, FORM)
    assert status == 303
    with visitor.sit_down(headers["location"].removeprefix("/t/")) as client:
        view = client.see(shown_at)
        assert view["nextShuffle"]["hashes"] == [hash_, "", "", ""]
        assert view["toAct"] == [0]
        assert client.do("reveal", bytes=added)["kind"] == "done"
        view = client.see(lambda view: view["phase"] == "passing")
        assert view["shuffle"]["revealed"] == [added, "", "", ""]
        finish_the_deal(client)
        assert record_of(client) == [Verdict(added=(0,))]


def test_a_form_with_a_hash_that_is_none_is_refused(server: Server) -> None:
    for wrong in ("0f", "0F" * 32, "é" * 64, "0f" * 32 + "\n"):
        body = urlencode({"preset": "standard", "hash": wrong}).encode()
        status, _, _ = Visitor(server).request("/tables", body, FORM)
        assert status == 400


def test_two_people_s_browsers_add_to_each_deal(server: Server) -> None:
    ann, bob = Visitor(server), Visitor(server)
    table = ann.open_table(passing="none", target=1000)
    with ann.sit_down(table) as one, bob.sit_down(table) as two:
        two.do("sit", seat=1)
        finish_the_deal(one, two)
        promised = {client: fresh() for client in (one, two)}
        for client, (_, hash_) in promised.items():
            assert client.do("give-hash", hash=hash_)["kind"] == "done"
        for client in (one, two):
            client.do("ready", decision=one.view["decision"])
        for client, (added, _) in promised.items():
            client.see(shown_at)
            assert client.do("reveal", bytes=added)["kind"] == "done"
        for client in (one, two):
            client.see(lambda view: view["deal"] == 2 and view["phase"] == "playing")
        finish_the_deal(one, two)
        assert record_of(two) == [Verdict(), Verdict(added=(0, 1))]


def test_a_program_that_adds_nothing_is_dealt_to_at_once(server: Server) -> None:
    visitor = Visitor(server)
    with visitor.sit_down(visitor.open_table(target=1000)) as client:
        assert client.see(lambda view: view["seat"] == 0)["phase"] == "passing"
        finish_the_deal(client)
        client.do("ready")
        client.see(lambda view: view["deal"] == 2)
        assert not any(map(shown_at, client.views))
        assert answer(client.view, random.Random(1)) is not None
        assert record_of(client) == [Verdict()]


def test_what_is_wrong_is_said_and_changes_nothing(server: Server) -> None:
    added, hash_ = fresh()
    visitor = Visitor(server)
    body = urlencode({"preset": "standard", "hash": hash_}).encode()
    _, headers, _ = visitor.request("/tables", body, FORM)
    table = headers["location"].removeprefix("/t/")
    with visitor.sit_down(table) as client, Visitor(server).sit_down(table) as stranger:
        view = client.see(shown_at)
        stranger.see(shown_at)
        assert client.do("reveal", bytes="00" * 32)["code"] == "other-bytes"
        assert client.do("reveal", bytes="00")["code"] == "malformed"
        assert client.do("give-hash", hash=fresh()[1])["code"] == "not-now"
        assert stranger.do("reveal", bytes=added)["code"] == "not-seated"
        assert stranger.do("give-hash", hash=hash_)["code"] == "not-seated"
        assert client.view["version"] == view["version"]
        assert client.do("reveal", bytes=added)["kind"] == "done"
        told = json.dumps(client.see(lambda view: view["phase"] == "passing"))
        assert added in told


async def to_the_shuffle(host: Host, table: str, watcher: Watcher, hash_: str) -> View:
    """Play the first deal, and let the browser give its hash for the second one."""
    while True:
        view = await next_view(watcher)
        if view.phase == "shuffling":
            return view
        if view.phase == "sheet" and not view.next_hash:
            await host.command(table, PERSON, GiveHash(id="h", hash=hash_))
        elif (command := lowest_answer(view)) is not None:
            await host.command(table, PERSON, command)


async def shuffling(host: Host, hash_: str) -> tuple[str, Watcher, View]:
    table = await host.open_table(PERSON, setup(target=1000, passing="none"))
    watcher = await host.watch(table, PERSON)
    return table, watcher, await to_the_shuffle(host, table, watcher, hash_)


def test_who_does_not_show_its_bytes_in_time_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "REVEAL_SECONDS", 0.2)

    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, store):
            _, hash_ = fresh()
            table, watcher, view = await shuffling(host, hash_)
            assert view.to_act == (0,)
            view = await seen(watcher, lambda view: view.deal == 2)
            assert view.shuffle is not None
            assert (view.shuffle.hashes[0], view.shuffle.revealed[0]) == (hash_, "")
            dealt = [e for e in await store.events_of(table) if isinstance(e, Dealt)]
            assert len(dealt) == 2

    asyncio.run(run())


def test_a_server_that_stops_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    """The browser's bytes are still waited for, and the hands are those of the promised seed."""
    added, hash_ = fresh()

    async def begin() -> tuple[str, View]:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table, _, view = await shuffling(host, hash_)
            return table, view

    async def go_on(table: str, promised: View) -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            watcher = await host.watch(table, PERSON)
            view = await next_view(watcher)
            assert (view.phase, view.next_shuffle) == ("shuffling", promised.next_shuffle)
            told = Reveal(id="r", decision=view.decision, bytes=added)
            await host.command(table, PERSON, told)
            view = await seen(watcher, lambda view: view.deal == 2)
            assert view.shuffle is not None
            assert promised.next_shuffle is not None
            assert view.shuffle.commitment == promised.next_shuffle.commitment
            assert view.shuffle.revealed[0] == added

    asyncio.run(go_on(*asyncio.run(begin())))
