"""Who is here and who is away, and what the table does about it: with a real host and a store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from openhearts.server.host import Host
from openhearts.server.watcher import Watcher
from openhearts.tables import messages
from openhearts.tables.events import BotStoodIn, CardPlayed, Event, ReserveSpent
from tests.server.test_host import hosting, lowest_answer, seen, setup

ANN, BOB = "person-ann", "person-bob"
GRACE = 0.15


@asynccontextmanager
async def two_at_a_table(
    file: Path, grace: float = GRACE, **options: int
) -> AsyncIterator[tuple[Host, str, Watcher, Watcher]]:
    """Ann on seat 0, Bob on seat 1, in a game without passing that Ann has begun."""
    async with hosting(file, grace=grace) as (host, _):
        asked = setup(passing="none", options=options)
        table = await host.open_table(ANN, asked, gathers=True)
        ann, bob = await host.watch(table, ANN), await host.watch(table, BOB)
        await host.command(table, BOB, messages.Sit(id="s", seat=1))
        await host.command(table, ANN, messages.Start(id="b"))
        yield host, table, ann, bob


async def answer(host: Host, table: str, view: messages.View, person: str) -> None:
    command = lowest_answer(view)
    assert command is not None
    await host.command(table, person, command)


def is_mine(view: messages.View) -> bool:
    return view.seat in view.to_act


async def until_bobs_turn(host: Host, table: str, ann: Watcher) -> messages.View:
    """Ann plays until the table waits for Bob."""
    while True:
        view = await seen(ann, lambda view: view.to_act in ((0,), (1,)))
        if view.to_act == (1,):
            return view
        await answer(host, table, view, ANN)


def test_a_bot_stands_in_for_who_is_away_while_another_waits(tmp_path: Path) -> None:
    """C47: announced; the person takes the seat back and plays on."""

    async def run() -> None:
        async with two_at_a_table(tmp_path / "t.sqlite3") as (host, table, ann, bob):
            host.unwatch(table, bob)
            await until_bobs_turn(host, table, ann)
            await seen(ann, lambda view: view.players[1].stand_in and not view.players[1].here)
            back = await host.watch(table, BOB)
            view = await seen(back, lambda view: view.players[1].stand_in)
            assert view.legal == ()
            await host.command(table, BOB, messages.ComeBack(id="c"))
            await seen(ann, lambda view: view.players[1].here and not view.players[1].stand_in)

    asyncio.run(run())


def test_who_is_here_with_one_of_two_clients_or_comes_back_in_time_stays(tmp_path: Path) -> None:
    """C48: two sockets of one seat, one closes; a line lost for less than the grace time."""

    async def run() -> None:
        async with two_at_a_table(tmp_path / "t.sqlite3") as (host, table, ann, bob):
            await until_bobs_turn(host, table, ann)
            second = await host.watch(table, BOB)
            host.unwatch(table, bob)
            await asyncio.sleep(2 * GRACE)
            host.unwatch(table, second)
            await asyncio.sleep(GRACE / 3)
            await host.watch(table, BOB)
            await asyncio.sleep(2 * GRACE)
            assert not await stood_in(host, table)

    asyncio.run(run())


def test_nobody_is_missed_in_another_s_turn(tmp_path: Path) -> None:
    """C48."""

    async def run() -> None:
        async with two_at_a_table(tmp_path / "t.sqlite3") as (host, table, ann, bob):
            view = await seen(ann, lambda view: view.to_act in ((0,), (1,)))
            while view.to_act != (0,):
                await answer(host, table, await seen(bob, is_mine), BOB)
                view = await seen(ann, lambda view: view.to_act in ((0,), (1,)))
            host.unwatch(table, bob)
            await asyncio.sleep(3 * GRACE)
            assert not await stood_in(host, table)
            await answer(host, table, view, ANN)
            await seen(ann, lambda view: view.players[1].stand_in or view.to_act == (0,))

    asyncio.run(run())


def test_where_all_have_left_the_table_sleeps_and_nobody_is_replaced(tmp_path: Path) -> None:
    """C48, C52: however long, and over a restart of the server."""

    async def run() -> None:
        file = tmp_path / "t.sqlite3"
        async with two_at_a_table(file) as (host, table, ann, bob):
            await until_bobs_turn(host, table, ann)
            host.unwatch(table, bob)
            host.unwatch(table, ann)
            await asyncio.sleep(3 * GRACE)
            assert host.tables_in_memory == 0
        async with hosting(file, grace=GRACE) as (host, _):
            await asyncio.sleep(2 * GRACE)
            back = await host.watch(table, ANN)
            view = await seen(back, lambda view: view.to_act == (1,))
            assert not view.players[1].stand_in  # the grace time begins anew
            assert not await stood_in(host, table)

    asyncio.run(run())


def test_the_clock_acts_and_costs_the_reserve_first(tmp_path: Path) -> None:
    """C43: what is over the time comes out of the reserve; then the neutral rule acts."""

    async def run() -> None:
        options = {"clock_seconds": 15, "reserve_seconds": 60}
        async with two_at_a_table(tmp_path / "t.sqlite3", **options) as (host, table, ann, bob):
            view = await until_bobs_turn(host, table, ann)
            left = view.players[1].seconds_left
            assert left is not None
            assert 74 < left <= 75
            live = host._live[table]
            decision, asked = live.asked[1]
            live.asked[1] = (decision, asked - 20)
            await answer(host, table, await seen(bob, is_mine), BOB)
            spent = [e for e in await events(host, table) if isinstance(e, ReserveSpent)]
            assert [round(e.milliseconds / 1000) for e in spent] == [5]
            await until_bobs_turn(host, table, ann)
            decision, asked = live.asked[1]
            live.asked[1] = (decision, asked - 1000)
            live.changed.set()
            await seen(ann, was_played_for_bob)
            played = [e for e in await events(host, table) if isinstance(e, CardPlayed)]
            assert [event.seat for event in played if event.automatic] == [1]

    asyncio.run(run())


def was_played_for_bob(view: messages.View) -> bool:
    """Whether the clock has played a card for him; he may have taken the trick with it, and be on
    turn again."""
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return any(1 in trick.automatic for trick in tricks)


async def events(host: Host, table: str) -> list[Event]:
    return [event for _, event in (await host.log_of(table)).events]


async def stood_in(host: Host, table: str) -> bool:
    return any(isinstance(event, BotStoodIn) for event in await events(host, table))


def test_who_was_sent_away_is_told_so_and_is_no_spectator(tmp_path: Path) -> None:
    """C50."""

    async def run() -> None:
        async with hosting(tmp_path / "t.sqlite3") as (host, _):
            table = await host.open_table(ANN, setup(), gathers=True)
            ann, bob = await host.watch(table, ANN), await host.watch(table, BOB)
            await host.command(table, BOB, messages.Sit(id="s", seat=1))
            await host.command(table, ANN, messages.Remove(id="r", seat=1))
            await seen(bob, lambda view: view.removed and view.seat is None)
            await host.watch(table, "somebody else")
            await seen(ann, lambda view: view.spectators == 1)

    asyncio.run(run())
