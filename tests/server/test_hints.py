"""Hints of a running host: a reply to who asked, within limits, whatever becomes of the worker."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from random import Random

import pytest

from openhearts.server import host
from openhearts.server.host import Host
from openhearts.server.limits import HINTS_OF_A_PERSON, Rate
from openhearts.server.thinking import SHIPPED_BOTS
from openhearts.server.watcher import Watcher
from openhearts.tables.messages import AskHint, Hint, Play, View
from openhearts.tables.refusal import TableRefusal
from tests.running import Client, Visitor
from tests.server.test_host import PERSON, hosting, next_view, seen, setup

FAULTY = "tests.server.faulty_bots:"


def on_turn(view: View) -> bool:
    return view.phase == "playing" and view.seat in view.to_act


async def seated(host: Host) -> tuple[str, Watcher, View]:
    """A table, who looks at it, and the view in which it is this person's turn."""
    table = await host.open_table(PERSON, setup(passing="none"))
    watcher = await host.watch(table, PERSON)
    while not on_turn(view := await next_view(watcher)):
        pass
    return table, watcher, view


def ask(view: View) -> AskHint:
    return AskHint(id="h", decision=view.decision)


async def refusal(host: Host, table: str, view: View) -> str:
    with pytest.raises(TableRefusal) as refused:
        await host.hint(table, PERSON, ask(view))
    return refused.value.code


def test_a_hint_names_a_legal_card_and_what_each_may_bring(tmp_path: Path) -> None:
    async def run() -> tuple[Hint, View]:
        entropy = Random(4).randbytes  # a turn with five cards to compare
        async with hosting(tmp_path / "t.sqlite3", entropy=entropy) as (host, _):
            table, _watcher, view = await seated(host)
            return await host.hint(table, PERSON, ask(view)), view

    hint, view = asyncio.run(run())
    assert hint.id == "h"
    assert hint.decision == view.decision
    assert set(hint.cards) <= set(view.legal)
    assert {value.card for value in hint.values} == set(view.legal)


def test_a_hint_changes_nothing_and_nobody_sees_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "t.sqlite3") as (host, store):
            table, watcher, view = await seated(host)
            other = await host.watch(table, "a spectator")
            for mailbox in (watcher, other):
                await seen(mailbox, lambda view: view.spectators == 1)
            before = await store.events_of(table)
            await host.hint(table, PERSON, ask(view))
            assert await store.events_of(table) == before
            for mailbox in (watcher, other):
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.1):
                        await mailbox.next_updates()

    asyncio.run(run())


@pytest.fixture
def _slowly_refilled(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a hint takes longer than an allowance needs to fill up by one."""
    slow = Rate(HINTS_OF_A_PERSON.at_once, HINTS_OF_A_PERSON.a_second / 1000)
    monkeypatch.setattr(host, "HINTS_OF_A_PERSON", slow)


@pytest.mark.usefixtures("_slowly_refilled")
def test_who_asks_again_and_again_is_asked_to_wait(tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with hosting(tmp_path / "t.sqlite3", FAULTY + "SILENT_ADVISER") as (host, _):
            table, _watcher, view = await seated(host)
            asked = HINTS_OF_A_PERSON.at_once + 3
            return [await refusal(host, table, view) for _ in range(asked)]

    codes = asyncio.run(run())
    assert codes[: HINTS_OF_A_PERSON.at_once] == ["no-hint"] * HINTS_OF_A_PERSON.at_once
    assert codes[-1] == "too-many-commands"


@pytest.mark.usefixtures("_slowly_refilled")
def test_another_table_of_the_same_person_gives_no_more_hints(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "t.sqlite3", FAULTY + "SILENT_ADVISER") as (host, _):
            table, _watcher, view = await seated(host)
            for _ in range(HINTS_OF_A_PERSON.at_once + 3):
                await refusal(host, table, view)
            elsewhere, _watcher, there = await seated(host)
            assert await refusal(host, elsewhere, there) == "too-many-commands"

    asyncio.run(run())


def test_an_adviser_that_hangs_is_answered_for_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """C32, C34: the asker is told, and bots and others play meanwhile."""

    async def run() -> None:
        bots = FAULTY + "HANGING_ADVISER"
        async with hosting(tmp_path / "t.sqlite3", bots, bot_deadline=1.0) as (host, _):
            table, watcher, view = await seated(host)
            hanging = asyncio.create_task(refusal(host, table, view))
            await asyncio.sleep(0.1)
            card = view.legal[0]
            await host.command(table, PERSON, Play(id="p", decision=view.decision, card=card))
            while not on_turn(view := await next_view(watcher)) or card in view.hand:
                pass
            assert not hanging.done()
            assert await hanging == "no-hint"

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert "no-hint" in caplog.messages


def test_one_that_waits_for_a_worker_in_vain_is_told_so(tmp_path: Path) -> None:
    async def run() -> None:
        bots = FAULTY + "HANGING_ADVISER"
        async with hosting(tmp_path / "t.sqlite3", bots, bot_deadline=1.0) as (host, _):
            table, _watcher, view = await seated(host)
            codes = await asyncio.gather(*(refusal(host, table, view) for _ in range(5)))
            assert codes == ["no-hint"] * 5

    asyncio.run(run())


def test_on_a_socket_the_hint_is_the_reply_to_its_command(client: Client) -> None:
    reply = client.do("ask-hint")
    assert reply["kind"] == "hint"
    assert reply["decision"] == client.view["decision"]
    assert set(reply["cards"]) <= set(client.view["legal"])


def test_a_socket_is_told_why_there_is_no_hint(client: Client) -> None:
    assert client.do("ask-hint", decision="1.1.passing.0.0")["code"] == "already-decided"
    with Visitor(client.visitor.server).sit_down(client.table) as spectator:
        spectator.see(lambda _: True)
        assert spectator.do("ask-hint")["code"] == "not-seated"


def test_the_server_s_bots_keep_people_waiting_no_longer_than_they_must() -> None:
    assert SHIPPED_BOTS == "openhearts.bots.levels:LIVE_LEVELS"
