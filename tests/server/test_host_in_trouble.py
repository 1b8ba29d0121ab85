"""Tables of a host that is interrupted, disturbed, or not alone."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import openhearts.server.database
from openhearts.server import store
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.host import Host
from openhearts.server.store import StoreFailed
from openhearts.server.waking import SECONDS_TO_COME_BACK
from openhearts.server.watcher import Watcher
from openhearts.tables.messages import View
from openhearts.tables.refusal import TableRefusal
from tests.databases import change, locked
from tests.postgres import PostgresServer
from tests.server.logs import errors_in, facts_in, folded, log_of
from tests.server.test_host import FAULTY, PERSON, hosting, lowest_answer, next_view, seen, setup


def automatic(database: DatabaseAddress, table: str) -> list[object]:
    """The events of the table that a player's failure to answer made."""
    return [event for event in log_of(database, table) if getattr(event, "automatic", False)]


def is_mine(view: View) -> bool:
    """Whether the view asks this person for something."""
    return lowest_answer(view) is not None


def is_later_than(view: View) -> Callable[[View], bool]:
    """Holds of later views that ask this person for something."""
    return lambda later: later.version > view.version and is_mine(later)


async def answer(host: Host, table: str, view: View) -> None:
    """Do the simplest thing that the view asks for."""
    command = lowest_answer(view)
    assert command is not None
    await host.command(table, PERSON, command)


def test_a_change_whose_asker_goes_away_is_finished(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup(passing="none"))
            watcher = await host.watch(table, PERSON)
            view = await seen(watcher, is_mine)
            for steps in range(1, 13):
                asked = asyncio.create_task(answer(host, table, view))
                for _ in range(steps):
                    await asyncio.sleep(0)
                asked.cancel()
                view = await seen(watcher, is_later_than(view))

    asyncio.run(run())


def test_a_bot_that_thinks_while_the_server_stops_is_not_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.sqlite3"

    async def run() -> str:
        async with hosting(file, FAULTY, bot_deadline=60) as (host, _):
            table = await host.open_table(PERSON, setup("sleeps for ever", passing="none"))
            watcher = await host.watch(table, PERSON)
            view = await next_view(watcher)
            if is_mine(view):
                await answer(host, table, view)
            await asyncio.sleep(1)  # the bot after this person sleeps
            return table

    table = asyncio.run(run())
    assert automatic(file, table) == []
    assert caplog.text == ""


def test_two_servers_on_one_database_play_one_game(
    database: DatabaseAddress, caplog: pytest.LogCaptureFixture
) -> None:
    """The insert is the lock: who comes second looks again, and nobody is refused for it."""
    chance = random.Random(3)

    async def run() -> str:
        async with hosting(database) as (one, _), hosting(database) as (other, _):
            table = await one.open_table(PERSON, setup(target=20))
            shown: dict[Host, View] = {}
            readers = [
                asyncio.create_task(keep(host, await host.watch(table, PERSON), shown))
                for host in (one, other)
            ]
            async with asyncio.timeout(60):
                while not any(view.winners for view in shown.values()):
                    await asyncio.sleep(0.002)
                    host = chance.choice((one, other))
                    if host in shown and is_mine(shown[host]):
                        with suppress(TableRefusal):  # already decided, through the other one
                            await answer(host, table, shown[host])
            for reader in readers:
                reader.cancel()
            return table

    table = asyncio.run(run())
    assert folded(database, table).game.winners
    assert automatic(database, table) == []
    assert caplog.text == ""


async def keep(host: Host, watcher: Watcher, shown: dict[Host, View]) -> None:
    """Note what the host shows."""
    while True:
        shown[host] = await next_view(watcher)


def test_a_table_goes_on_when_the_store_takes_events_again(
    database: DatabaseAddress, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its person is told, its bots wait; the operator reads one line each time."""
    monkeypatch.setattr(openhearts.server.database, "SECONDS_TO_WAIT", 0.1)

    async def run() -> str:
        known = random.Random(5).randbytes  # in this deal, bots play after our first card
        async with hosting(database, bot_delay=0.05, entropy=known) as (host, _):
            table = await host.open_table(PERSON, setup(passing="none"))
            watcher = await host.watch(table, PERSON)
            view = await seen(watcher, is_mine)
            with locked(database), pytest.raises(StoreFailed):
                await answer(host, table, view)
            await answer(host, table, view)
            with locked(database):
                await asyncio.sleep(0.5)  # meanwhile a bot wants to play
            await seen(watcher, is_later_than(view))
            return table

    table = asyncio.run(run())
    assert automatic(database, table) == []
    assert "table-stumbles" in caplog.messages
    assert all(isinstance(error, StoreFailed) for error in errors_in(caplog))


def test_a_wall_clock_that_jumps_stops_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due is found whatever the clock said when it was written.

    It jumps by no more than would make a new table an abandoned one, which is closed.
    """
    file = tmp_path / "games.sqlite3"
    clock, farthest = random.Random(9), round(SECONDS_TO_COME_BACK * 1000)
    monkeypatch.setattr(store, "_milliseconds", lambda: farthest + clock.randrange(farthest))

    async def run() -> None:
        async with hosting(file, bot_delay=60) as (host, _):
            tables = [await host.open_table(PERSON, setup()) for _ in range(5)]
        async with hosting(file) as (host, _):
            async with asyncio.timeout(10):
                while any(  # noqa: ASYNC110 - the log announces nothing
                    folded(file, table).to_act != (0,) for table in tables
                ):
                    await asyncio.sleep(0.05)
            assert {found.id for found in await host.tables_of(PERSON)} == set(tables)

    asyncio.run(run())


def test_a_table_that_cannot_be_read_keeps_no_other_asleep(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.sqlite3"

    async def open_some() -> list[str]:
        async with hosting(file, bot_delay=60) as (host, _):
            return [await host.open_table(PERSON, setup()) for _ in range(3)]

    async def wake() -> None:
        async with hosting(file) as (host, _):
            for table in (first, last):
                watcher = await host.watch(table, PERSON)
                await seen(watcher, lambda view: view.to_act == (0,))
            with pytest.raises(ValueError, match="required field"):
                await host.watch(damaged, PERSON)

    first, damaged, last = asyncio.run(open_some())
    change(file, f"UPDATE event SET body = '{{}}' WHERE table_id = '{damaged}' AND kind = 'dealt'")
    with caplog.at_level(logging.ERROR):
        asyncio.run(wake())
    assert [facts["table"] for facts in facts_in(caplog, "table-not-woken")] == [damaged]


def test_tables_are_woken_though_the_database_is_away_at_first(
    stoppable: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    address = stoppable.make_database()

    async def run() -> None:
        async with hosting(address, bot_delay=60) as (host, _):
            table = await host.open_table(PERSON, setup())
        async with hosting(address):
            stoppable.stop()
            while "no-table-woken" not in caplog.messages:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            stoppable.start()
            async with asyncio.timeout(20):
                while folded(address, table).to_act != (0,):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)

    asyncio.run(run())
    assert all(isinstance(error, StoreFailed) for error in errors_in(caplog))
