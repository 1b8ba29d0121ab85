"""Games of days: the table sleeps, the store keeps its clock, and a restart makes nobody late."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from openhearts.server import store
from openhearts.server.host import Host
from openhearts.server.waking import SECONDS_TO_COME_BACK
from openhearts.tables import messages
from openhearts.tables.options import DAY
from tests.databases import rows
from tests.server.logs import folded
from tests.server.test_host import hosting, next_view, setup

ANN, BOB = "person-ann", "person-bob"
HOUR = 3600


class Calendar:
    """The time of day, as the store reads it; it can be put forward."""

    def __init__(self) -> None:
        self.later = 0.0
        self._true = store._milliseconds

    def __call__(self) -> int:
        return self._true() + round(self.later * 1000)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    calendar = Calendar()
    monkeypatch.setattr(store, "_milliseconds", calendar)
    return calendar


async def begun(host: Host, **options: object) -> str:
    """A game that waits for Ann and Bob, which nobody looks at."""
    asked = setup(options={"clock_seconds": DAY, **options})
    table = await host.open_table(ANN, asked, gathers=True)
    await host.command(table, BOB, messages.Sit(id="s", seat=1))
    await host.command(table, ANN, messages.Start(id="b"))
    return table


async def asleep(host: Host) -> None:
    async with asyncio.timeout(10):
        while host.tables_in_memory:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


def signs_in(file: Path) -> list[tuple[int]]:
    """When a server last said that it runs on the database."""
    return rows(file, "SELECT at FROM sign_of_life")


async def left(host: Host, table: str) -> float:
    """The seconds that a person still has, as a client is told."""
    watcher = await host.watch(table, ANN)
    update = (await watcher.next_updates())[0]
    assert isinstance(update, messages.View)
    host.unwatch(table, watcher)
    seconds = update.players[0].seconds_left
    assert seconds is not None
    return seconds


def test_a_slow_table_sleeps_and_its_clock_goes_on(tmp_path: Path, calendar: Calendar) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "t.db") as (host, _):
            table = await begun(host)
            await asleep(host)
            calendar.later += 7 * HOUR
            assert await left(host, table) == pytest.approx(17 * HOUR, abs=60)

    asyncio.run(run())


def test_while_no_server_runs_no_clock_does(tmp_path: Path, calendar: Calendar) -> None:
    """C52: from the last sign of life to the next start."""

    async def run() -> None:
        file = tmp_path / "t.db"
        async with hosting(file) as (host, _):
            table = await begun(host)
            await asleep(host)
        calendar.later += 300 * HOUR
        async with hosting(file) as (host, opened):
            async with asyncio.timeout(10):
                while not (await opened.seconds_to_due(table) or 0) > HOUR:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert await left(host, table) == pytest.approx(24 * HOUR, abs=60)
        assert folded(file, table).phase == "passing"

    asyncio.run(run())


def test_when_the_days_are_over_the_rule_acts_though_nobody_looks(
    tmp_path: Path, calendar: Calendar, caplog: pytest.LogCaptureFixture
) -> None:
    """C43: the table is found by what is due at it."""

    async def run() -> None:
        file = tmp_path / "t.db"
        async with hosting(file) as (host, opened):
            table = await begun(host)
            await asleep(host)
            calendar.later += 25 * HOUR
            assert await opened.due_tables(within=0) == [table]
        calendar.later -= 25 * HOUR
        earlier = signs_in(file)
        async with hosting(file) as (host, opened):
            async with asyncio.timeout(10):
                while signs_in(file) == earlier:  # noqa: ASYNC110 - until the clocks go again
                    await asyncio.sleep(0.01)
            calendar.later += 25 * HOUR
            await host._live_table(table)
            async with asyncio.timeout(10):
                while folded(file, table).phase == "passing":  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        assert folded(file, table).lapses[:2] == (1, 1)

    asyncio.run(run())
    assert caplog.text == ""


def test_a_table_to_which_nobody_comes_back_is_closed(tmp_path: Path, calendar: Calendar) -> None:
    async def run() -> None:
        file = tmp_path / "t.db"
        async with hosting(file) as (host, _):
            table = await host.open_table(ANN, setup(), gathers=True)
            await asleep(host)
        calendar.later += SECONDS_TO_COME_BACK + 1
        async with hosting(file) as (host, _):
            async with asyncio.timeout(10):
                while folded(file, table).phase != "closed":  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            assert await host.tables_of(ANN) == []

    asyncio.run(run())


def test_who_is_called_is_found_in_the_log_where_memory_is_behind(tmp_path: Path) -> None:
    """Another server, or this one a moment ago, has stored what this one does not know yet."""

    async def run() -> None:
        async with (
            hosting(tmp_path / "t.db") as (host, store),
            hosting(tmp_path / "t.db") as (
                other,
                _,
            ),
        ):
            table = await begun(host)
            assert {call.person for call in await host.calls_at(table)} == {ANN, BOB}
            watcher = await host.watch(table, ANN)
            hand = (await next_view(watcher)).hand
            passing = messages.Pass(id="p", decision="1.1.passing.0.0", cards=tuple(hand[:3]))
            await other.command(table, ANN, passing)
            version = await store.version_of(table)
            assert {call.person for call in await host.calls_at(table)} == {ANN, BOB}
            assert {call.person for call in await host.calls_at(table, version)} == {BOB}
            assert host.is_at_table(table, ANN)
            assert not host.is_at_table(table, BOB)
            host.unwatch(table, watcher)

    asyncio.run(run())
