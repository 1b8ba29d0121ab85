"""Tables run by a host, with a real store and real worker processes, without sockets."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from openhearts.bots.levels import DEFAULT_LEVEL
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.host import Host
from openhearts.server.settings import DEFAULT_GRACE
from openhearts.server.store import Store
from openhearts.server.thinking import SHIPPED_BOTS, Thinking
from openhearts.server.watcher import Watcher
from openhearts.tables.dealing import Entropy
from openhearts.tables.fold import fold
from openhearts.tables.messages import Leave, Pass, Play, Ready, Sit, TableCommand, View
from openhearts.tables.setup import Setup, parse_setup
from tests.server.faulty_bots import FAULTS
from tests.server.logs import facts_in

PERSON = "a person"
FAULTY = "tests.server.faulty_bots:FAULTS"


@asynccontextmanager
async def hosting(
    database: DatabaseAddress,
    bots: str = SHIPPED_BOTS,
    bot_deadline: float = 5.0,
    bot_delay: float = 0.0,
    entropy: Entropy = secrets.token_bytes,
    grace: float = DEFAULT_GRACE,
) -> AsyncIterator[tuple[Host, Store]]:
    """A host on a store in this database, ended afterwards."""
    store = Store(database)
    thinking = Thinking(2, bots)
    host = Host(
        store,
        thinking,
        bot_deadline=bot_deadline,
        bot_delay=bot_delay,
        grace=grace,
        entropy=entropy,
    )
    host.start()
    try:
        yield host, store
    finally:
        await host.stop()
        store.close()


def setup(level: str = DEFAULT_LEVEL, **asked: object) -> Setup:
    """A table's setup with bots of this level, whether it is offered or not."""
    return parse_setup({**asked, "level": level}, (level,), level)


async def next_view(watcher: Watcher) -> View:
    """The next view in the mailbox."""
    while True:
        for update in await watcher.next_updates():
            if isinstance(update, View):
                return update


def lowest_answer(view: View) -> TableCommand | None:
    """What the simplest of players would do now."""
    if view.seat not in view.to_act:
        return None
    match view.phase:
        case "passing":
            cards = view.hand[: view.pass_count]
            return Pass(id="1", decision=view.decision, cards=cards)
        case "playing":
            return Play(id="1", decision=view.decision, card=view.legal[0])
        case "sheet":
            return Ready(id="1", decision=view.decision)
        case _:
            return None


async def play_to_the_end(host: Host, table: str, watcher: Watcher) -> View:
    """Play until the game is over; its last view."""
    while True:
        view = await next_view(watcher)
        if view.phase == "over":
            return view
        if (command := lowest_answer(view)) is not None:
            await host.command(table, PERSON, command)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_with_failing_bots_ends_and_every_incident_is_logged(
    tmp_path: Path, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    """C32: the others see only ordinary cards."""

    async def run() -> tuple[View, int]:
        async with hosting(tmp_path / "games.sqlite3", FAULTY, bot_deadline=0.2) as (host, store):
            table = await host.open_table(PERSON, setup(fault, target=1, passing="none"))
            watcher = await host.watch(table, PERSON)
            last = await play_to_the_end(host, table, watcher)
            events = await store.events_of(table)
            return last, sum(getattr(event, "automatic", False) for event in events)

    with caplog.at_level(logging.WARNING):
        last, automatic = asyncio.run(run())
    assert last.winners
    told = facts_in(caplog, "bot-replaced")
    assert automatic == len(told) == 3 * 13 * len(last.rows)
    assert all({"deal", "trick", "seat"} <= {*facts} for facts in told)


def test_a_table_that_nobody_needs_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup())
            watcher = await host.watch(table, PERSON)
            before = await next_view(watcher)
            host.unwatch(table, watcher)
            async with asyncio.timeout(5):
                while host.tables_in_memory:  # noqa: ASYNC110 - nobody announces a table that leaves
                    await asyncio.sleep(0.01)
            again = await next_view(await host.watch(table, PERSON))
            assert again.hand == before.hand

    asyncio.run(run())


def test_a_table_invites_alike_awake_and_asleep(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "t.sqlite3") as (host, _):
            assert await host.invitation_of("nowhere") is None
            await host.rename(PERSON, "Ada")
            table = await host.open_table(PERSON, setup(target=40))
            awake = await host.invitation_of(table)
        async with hosting(tmp_path / "t.sqlite3") as (host, _):
            asleep = await host.invitation_of(table)
        assert awake is not None
        assert awake == asleep
        assert (awake.setup.ruleset.target, awake.free_seats) == (40, 3)
        assert awake.players[0].name == "Ada"

    asyncio.run(run())


def test_tables_that_are_left_leave_nothing_behind(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            await asyncio.sleep(0.1)
            before = asyncio.all_tasks()
            for _ in range(40):
                table = await host.open_table(PERSON, setup())
                watchers = [await host.watch(table, f"spectator {number}") for number in range(5)]
                for watcher in watchers:
                    host.unwatch(table, watcher)
            async with asyncio.timeout(30):
                while host.tables_in_memory:  # noqa: ASYNC110 - nobody announces it
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0)
            assert asyncio.all_tasks() == before

    asyncio.run(run())


def test_the_next_deal_starts_by_itself_when_nobody_asks_for_it(tmp_path: Path) -> None:
    """C11."""

    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            asked = setup(passing="none", options={"sheet_seconds": 5})
            table = await host.open_table(PERSON, asked)
            watcher = await host.watch(table, PERSON)
            async with asyncio.timeout(30):
                while (view := await next_view(watcher)).deal == 1:
                    command = lowest_answer(view)
                    if command is not None and view.phase != "sheet":
                        await host.command(table, PERSON, command)
                    if view.phase == "sheet":
                        assert view.next_deal_in is not None
                        assert 0 < view.next_deal_in <= 5

    asyncio.run(run())


def test_the_log_alone_makes_the_table_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, store):
            table = await host.open_table(PERSON, setup(target=1))
            watcher = await host.watch(table, PERSON)
            last = await play_to_the_end(host, table, watcher)
            again = fold(await store.events_of(table))
            assert (again.version, again.game.scores) == (last.version, last.scores)
            assert await host.tables_of(PERSON) == []

    asyncio.run(run())


def test_a_crowd_that_comes_to_watch_is_counted_and_disturbs_nobody(tmp_path: Path) -> None:
    """C42: a crowd that comes in at once is not told of itself, each of each."""

    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup())
            watcher = await host.watch(table, PERSON)
            while (await next_view(watcher)).to_act != (0,):
                pass
            for number in range(50):
                host.unwatch(table, await host.watch(table, f"spectator {number}"))
                await host.watch(table, f"spectator {number}")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await next_view(watcher)
            assert (await next_view(watcher)).spectators == 50

    asyncio.run(run())


def test_the_others_see_whether_a_player_is_here(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup())
            spectator = await host.watch(table, "a spectator")
            tabs = [await host.watch(table, PERSON) for _ in range(2)]
            await seen(spectator, lambda view: view.players[0].here)
            for tab in tabs:
                host.unwatch(table, tab)
            await seen(spectator, lambda view: not view.players[0].here)

    asyncio.run(run())


def test_a_name_is_the_newest_one_at_every_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup())
            watcher = await host.watch(table, PERSON)
            await host.rename("bob", "Bob")
            await host.command(table, "bob", Sit(id="1", seat=2))
            await seen(watcher, lambda view: view.players[2].name == "Bob")
            await host.command(table, "bob", Leave(id="2"))
            await host.rename("bob", "Robert")
            await host.command(table, "bob", Sit(id="3", seat=2))
            await seen(watcher, lambda view: view.players[2].name == "Robert")
            await host.rename("bob", "Bob again")
            await seen(watcher, lambda view: view.players[2].name == "Bob again")

    asyncio.run(run())


async def seen(watcher: Watcher, holds: Callable[[View], bool]) -> View:
    """Wait for a view of which this holds."""
    async with asyncio.timeout(30):
        while not holds(view := await next_view(watcher)):
            pass
    return view
