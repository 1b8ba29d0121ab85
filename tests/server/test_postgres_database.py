"""What only a database on a server can be: away, strange, lost in the middle of a commit."""

from __future__ import annotations

import asyncio
import random
import re
import sys
import traceback
from contextlib import closing

import psycopg
import pytest

from openhearts.server import postgres_database
from openhearts.server.cannot_start import CannotStart
from openhearts.server.database import open_database
from openhearts.server.database_address import PostgresAddress, read_address
from openhearts.server.store import Store, StoreFailed, VersionConflict
from openhearts.tables.events import CardPlayed
from openhearts.tables.messages import Play, TableCommand
from tests.databases import change, rows
from tests.postgres import PASSWORD, PostgresServer
from tests.server.cutting import CutLine
from tests.server.logs import folded, log_of
from tests.server.stores import fill, opened, played, row
from tests.server.test_host import PERSON, hosting, lowest_answer, seen, setup
from tests.server.test_host_in_trouble import answer, is_later_than, is_mine


def refusal_of(address: PostgresAddress) -> CannotStart:
    """Why it cannot be opened; never a word of the password."""
    with pytest.raises(CannotStart) as refusal:
        Store(address)
    told = "".join(traceback.format_exception(refusal.value)) + repr(refusal.value)
    assert PASSWORD not in told
    assert address.url not in told
    return refusal.value


class TestOpening:
    """What cannot be served from is named, without its password."""

    def test_without_its_driver_it_is_said_how_to_get_it(
        self, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "psycopg", None)
        assert refusal_of(address).code == "postgresql-not-installed"

    def test_a_wrong_password(self, postgres: PostgresServer) -> None:
        address = postgres.address_of("postgres", user="somebody")
        refusal = refusal_of(address)
        assert refusal.code == "database-unreachable"
        assert 'password authentication failed for user "somebody"' in str(refusal)
        assert refusal.facts["database"] == "postgresql://somebody@/postgres"

    def test_a_database_that_does_not_exist(self, postgres: PostgresServer) -> None:
        refusal = refusal_of(postgres.address_of("nowhere"))
        assert refusal.code == "database-unreachable"
        assert 'database "nowhere" does not exist' in str(refusal)

    def test_a_server_that_does_not_run(self) -> None:
        address = read_address("postgresql://ann@/games?host=/nowhere")
        assert isinstance(address, PostgresAddress)
        assert refusal_of(address).code == "database-unreachable"

    @pytest.mark.parametrize("end", ["?unheard=of", "?port=x", "?sslmode=x", "/%zz"])
    def test_what_libpq_cannot_read(self, end: str) -> None:
        address = read_address(f"postgresql://ann:secret@localhost{end}")
        assert isinstance(address, PostgresAddress)
        assert refusal_of(address).code in ("database-address-wrong", "database-unreachable")

    def test_a_schema_that_may_not_be_written(self, postgres: PostgresServer) -> None:
        assert "permission denied" in str(refusal_of(postgres.address_of("postgres")))

    def test_a_database_that_cannot_hold_every_name(self, postgres: PostgresServer) -> None:
        address = postgres.make_database("ENCODING 'LATIN1' TEMPLATE template0")
        refusal = refusal_of(address)
        assert (refusal.code, refusal.facts["detail"]) == ("database-not-utf8", "LATIN1")
        assert rows(address, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
        postgres.drop_database(address)

    def test_a_node_that_migrates_for_ever(
        self,
        address: PostgresAddress,
        postgres: PostgresServer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(postgres_database, "SECONDS_TO_MIGRATE", 0.2)
        with closing(postgres.connect(address.shown.rpartition("/")[2])) as other:
            other.execute(f"SELECT pg_advisory_lock({postgres_database.LOCK})".encode())
            assert refusal_of(address).code == "database-locked"
        Store(address).close()


class TestAddress:
    """libpq reads the address, and with it what libpq knows otherwise."""

    def test_the_password_may_be_known_elsewhere(
        self, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        without = read_address(re.sub(r":[^/@]+@", "@", address.url))
        assert isinstance(without, PostgresAddress)
        assert refusal_of(without).code == "database-unreachable"
        monkeypatch.setenv("PGPASSWORD", PASSWORD)
        Store(without).close()

    def test_a_schema_of_its_own_does_instead_of_a_database(self, address: PostgresAddress) -> None:
        change(address, "CREATE TABLE recipe (name TEXT)", "CREATE SCHEMA hearts")
        inside = read_address(f"{address.url}&options=-csearch_path%3Dhearts")
        fill(inside, tables=1)
        assert rows(address, "SELECT id FROM hearts.game_table") == [("t0",)]
        assert refusal_of(address).code == "database-foreign"


class TestServing:
    """What a server promises does not depend on how somebody has set up the database."""

    def test_what_is_acknowledged_is_on_the_disk(
        self, address: PostgresAddress, postgres: PostgresServer
    ) -> None:
        with closing(postgres.connect()) as other:
            name = address.shown.rpartition("/")[2]
            other.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
        assert rows(address, "SHOW synchronous_commit") == [("off",)]
        with closing(open_database(address)) as database, database.writer.begin() as connection:
            shown = connection.exec_driver_sql("SHOW synchronous_commit").scalar_one()
            assert shown == "on"

    def test_a_failure_is_told_without_the_row_that_the_database_quotes(
        self, address: PostgresAddress
    ) -> None:
        secret = "Q" + "s"

        async def run() -> None:
            async with opened(address) as store:
                change(address, "ALTER TABLE event ADD CHECK (body = '')")
                change(address, "ALTER TABLE person ADD CHECK (name = '')")
                for write in (
                    store.append("t", 0, played(secret), row()),
                    store.rename("ann", secret),
                ):
                    with pytest.raises((StoreFailed, VersionConflict)) as failure:
                        await write
                    assert secret not in "".join(traceback.format_exception(failure.value))

        asyncio.run(run())

    def test_a_statement_that_does_not_end_is_ended(
        self, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postgres_database, "SECONDS_TO_RUN", 0.2)

        async def run() -> None:
            async with opened(address) as store:
                change(
                    address,
                    "ALTER TABLE game_table RENAME TO slow",
                    "INSERT INTO slow VALUES ('t', 1, 0, 'open', 0, '{}')",
                    "CREATE VIEW game_table AS SELECT * FROM slow WHERE pg_sleep(60) IS NOT NULL",
                )
                with pytest.raises(StoreFailed, match="statement timeout"):
                    await store.due_tables(within=0)

        asyncio.run(run())

    def test_what_it_takes_back_to_resolve_a_deadlock_is_written_all_the_same(
        self, address: PostgresAddress, postgres: PostgresServer
    ) -> None:
        """Two nodes never lock one another out, but who knows what else writes there."""
        name = address.shown.rpartition("/")[2]

        async def run() -> None:
            with closing(postgres.connect(name)) as other:
                # Each looks for a deadlock once: it is the store that finds it, and gives way.
                other.execute(f"ALTER DATABASE {name} SET deadlock_timeout = '2s'".encode())
                other.execute("SET deadlock_timeout = '1h'")
                async with opened(address) as store:
                    other.execute("BEGIN")
                    other.execute("INSERT INTO game_table VALUES ('t', 1, NULL, 'open', 0, '{}')")
                    write = asyncio.create_task(store.append("t", 0, played("2c"), row()))
                    await waits(other)
                    same = "INSERT INTO event VALUES ('t', 1, 0, 'card-played', 1, '{}')"
                    await asyncio.to_thread(other.execute, same.encode())
                    other.execute("ROLLBACK")
                    await write
                    assert await store.events_of("t") == played("2c")

        asyncio.run(run())


class TestLosing:
    """A database that goes away comes back by itself."""

    def test_a_store_goes_on_when_its_server_is_there_again(
        self, stoppable: PostgresServer
    ) -> None:
        address = stoppable.make_database()

        async def run() -> None:
            async with opened(address) as store:
                await store.append("t", 0, played("2c"), row())
                for end in (stoppable.stop, stoppable.kill):
                    end()
                    for _ in range(2):
                        with pytest.raises(StoreFailed):
                            await store.check()
                        with pytest.raises(StoreFailed):
                            await store.append("t", 1, played("3c"), row())
                    stoppable.start()
                    await store.check()
                await store.append("t", 1, played("3c"), row())

        asyncio.run(run())
        assert rows(address, "SELECT version FROM event ORDER BY 1") == [(1,), (2,)]

    def test_a_server_that_was_restarted_meanwhile_is_not_noticed(
        self, stoppable: PostgresServer
    ) -> None:
        address = stoppable.make_database()

        async def run() -> None:
            async with opened(address) as store:
                await store.append("t", 0, played("2c"), row())
                assert await store.version_of("t") == 1
                stoppable.stop()
                stoppable.start()
                await store.append("t", 1, played("3c"), row())
                assert await store.version_of("t") == 2

        asyncio.run(run())

    def test_a_write_whose_connection_ends_changes_nothing_and_ends_no_other(
        self, address: PostgresAddress, postgres: PostgresServer
    ) -> None:
        name = address.shown.rpartition("/")[2]

        async def run() -> None:
            async with opened(address) as store:
                with closing(postgres.connect(name)) as other:
                    other.execute("BEGIN")
                    other.execute("LOCK TABLE event IN EXCLUSIVE MODE")
                    write = asyncio.create_task(store.append("t", 0, played("2c"), row()))
                    await waits(other)
                    other.execute(f"SELECT pg_terminate_backend(pid) FROM ({WAITING}) w".encode())
                with pytest.raises(StoreFailed):
                    await write
                await store.append("t", 0, played("3c"), row())
                assert await store.events_of("t") == played("3c")

        asyncio.run(run())

    def test_a_commit_whose_answer_is_lost_is_neither_lost_nor_done_twice(
        self, address: PostgresAddress
    ) -> None:
        """Nobody can know at that moment; who tries again finds out."""

        known = random.Random(5).randbytes  # in this deal, bots play after our first card

        async def run() -> tuple[str, TableCommand | None]:
            with CutLine(address) as line:
                async with hosting(line.address, entropy=known) as (host, _):
                    table = await host.open_table(PERSON, setup(passing="none"))
                    watcher = await host.watch(table, PERSON)
                    view = await seen(watcher, is_mine)
                    line.cut_at_the_next_commit()
                    with pytest.raises(StoreFailed):
                        await answer(host, table, view)
                    assert folded(address, table).version > view.version
                    await answer(host, table, view)
                    await seen(watcher, is_later_than(view))
                    return table, lowest_answer(view)

        table, card = asyncio.run(run())
        assert isinstance(card, Play)
        played = [event for event in log_of(address, table) if isinstance(event, CardPlayed)]
        assert [event.card for event in played].count(card.card) == 1


async def waits(other: psycopg.Connection) -> None:
    """Until openhearts waits for what somebody else has locked."""
    while not other.execute(WAITING).fetchall():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


WAITING = (
    "SELECT pid FROM pg_stat_activity"
    " WHERE application_name = 'openhearts' AND wait_event_type = 'Lock'"
)
