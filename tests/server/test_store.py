"""The contract of the event store, the same on every kind of database."""

from __future__ import annotations

import asyncio
import traceback

import pytest

import openhearts.server.database
from openhearts.server.database import DatabaseUnusable
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.store import Store, StoreFailed, VersionConflict
from openhearts.tables.events import Event, SheetRead
from tests.databases import change, everything, locked, rows
from tests.server.stores import fill, opened, played, row

LOCKED = {"database is locked", "canceling statement due to lock timeout"}


class TestEvents:
    """What is appended is there, in order, once."""

    def test_events_come_back_in_order_after_a_restart(self, database: DatabaseAddress) -> None:
        events = played("2c", "Ac", "Kc", "Qc")

        async def write() -> None:
            async with opened(database) as store:
                await store.append("t", 0, events[:3], row())
                await store.append("t", 3, events[3:], row())

        async def read() -> list[Event]:
            async with opened(database) as store:
                return await store.events_of("t")

        asyncio.run(write())
        assert asyncio.run(read()) == events

    def test_a_table_that_was_never_written_has_no_events(self, database: DatabaseAddress) -> None:
        async def read() -> list[Event]:
            async with opened(database) as store:
                return await store.events_of("nobody")

        assert asyncio.run(read()) == []

    def test_a_second_writer_of_a_version_is_refused_and_writes_nothing(
        self, database: DatabaseAddress, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def run() -> list[Event]:
            async with opened(database) as store:
                await store.append("t", 0, played("2c", "3c"), row("ann"))
                with pytest.raises(VersionConflict):
                    await store.append("t", 1, played("9c", "Tc"), row("bob"))
                assert await store.summaries_of("bob", "open") == []
                return await store.events_of("t")

        assert asyncio.run(run()) == played("2c", "3c")
        assert caplog.text == ""

    def test_of_many_writers_at_once_exactly_one_wins_a_version(
        self, database: DatabaseAddress
    ) -> None:
        async def run() -> None:
            async with opened(database) as store:
                writes = [store.append("t", 0, [SheetRead(seat=s % 6)], row()) for s in range(50)]
                outcomes = await asyncio.gather(*writes, return_exceptions=True)
                assert sum(outcome is None for outcome in outcomes) == 1
                assert all(isinstance(o, VersionConflict) for o in outcomes if o is not None)
                assert len(await store.events_of("t")) == 1

        asyncio.run(run())

    def test_a_failing_write_takes_no_other_of_its_group_back(
        self, database: DatabaseAddress
    ) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await store.append("a", 0, played("2c"), row())
                writes = [store.append(table, 0, played("3c"), row()) for table in ("b", "a", "c")]
                outcomes = await asyncio.gather(*writes, return_exceptions=True)
                assert [type(outcome) for outcome in outcomes] == [
                    type(None),
                    VersionConflict,
                    type(None),
                ]
                assert await store.events_of("c") == played("3c")

        asyncio.run(run())

    def test_every_write_before_closing_is_finished(self, database: DatabaseAddress) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await asyncio.gather(
                    *(store.append(f"t{n}", 0, played("2c"), row()) for n in range(300))
                )
            assert rows(database, "SELECT count(*) FROM event") == [(300,)]

        asyncio.run(run())


class TestFailing:
    """What the database does not let us do is said, changes nothing, and passes."""

    @pytest.fixture(autouse=True)
    def _no_patience(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(openhearts.server.database, "SECONDS_TO_WAIT", 0.1)

    def test_while_another_program_locks_the_database_tables_can_be_read_only(
        self, database: DatabaseAddress
    ) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await store.append("t", 0, played("2c"), row("ann"))
                with locked(database):
                    writes = [store.append(f"t{n}", 0, played("Qs"), row("bob")) for n in range(5)]
                    outcomes = await asyncio.gather(*writes, return_exceptions=True)
                    assert [type(outcome) for outcome in outcomes] == [StoreFailed] * 5
                    assert {str(outcome) for outcome in outcomes} <= LOCKED
                    assert await store.events_of("t") == played("2c")
                    with pytest.raises(StoreFailed):
                        await store.check()
                await store.check()
                await store.append("t0", 0, played("Qs"), row("bob"))

        asyncio.run(run())

    def test_what_is_logged_of_a_failure_tells_no_cards(self, database: DatabaseAddress) -> None:
        """A log is shown to others when help is sought."""

        person, card = "ann's identity", "Q" + "s"

        async def run() -> list[BaseException]:
            async with opened(database) as store:
                with locked(database), pytest.raises(StoreFailed) as failure:
                    await store.append("t", 0, played(card), row(person))
                await store.append("t", 0, played(card), row(person))
                with pytest.raises(VersionConflict) as conflict:
                    await store.append("t", 0, played(card), row(person))
                return [failure.value, conflict.value]

        for error in asyncio.run(run()):
            told = "".join(traceback.format_exception(error))
            assert person not in told
            assert card not in told

    def test_writes_that_nobody_waits_for_any_more_end_no_other(
        self, database: DatabaseAddress
    ) -> None:
        async def run() -> None:
            async with opened(database) as store:
                for number in range(300):
                    write = asyncio.create_task(store.append(f"t{number}", 0, played("2c"), row()))
                    await asyncio.sleep(0 if number % 2 else 0.0002)
                    write.cancel()
                async with asyncio.timeout(5):
                    await store.append("last", 0, played("2c"), row())

        asyncio.run(run())

    def test_a_group_of_which_many_fail_is_written_but_for_them(
        self, database: DatabaseAddress
    ) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await store.append("t", 0, played("2c"), row())
                writes = [
                    store.append("t" if number % 3 else f"t{number}", 0, played("3c"), row())
                    for number in range(60)
                ]
                outcomes = await asyncio.gather(*writes, return_exceptions=True)
                assert sum(outcome is None for outcome in outcomes) == 20
                assert await store.version_of("t57") == 1
                assert await store.version_of("t58") == 0

        asyncio.run(run())


class TestFinding:
    """Tables are found by what is due at them, and by who sits there."""

    def test_due_tables_come_soonest_first_and_the_others_not_at_all(
        self, database: DatabaseAddress
    ) -> None:
        async def run() -> list[str]:
            async with opened(database) as store:
                await store.append("later", 0, played("2c"), row(due_in=60))
                await store.append("now", 0, played("2c"), row(due_in=0))
                await store.append("never", 0, played("2c"), row())
                await store.append("was due", 0, played("2c"), row(due_in=5))
                await store.append("was due", 1, played("3c"), row())
                return await store.due_tables(within=120)

        assert asyncio.run(run()) == ["now", "later"]

    def test_a_person_finds_own_open_tables_only(self, database: DatabaseAddress) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await store.append("one", 0, played("2c"), row("ann"))
                await store.append("two", 0, played("2c"), row("ann", "bob"))
                await store.append("over", 0, played("2c"), row("ann", status="over"))
                await store.append("left", 0, played("2c"), row("ann"))
                await store.append("left", 1, played("3c"), row("bob"))
                found = [table for table, _, _ in await store.summaries_of("ann", "open")]
                assert sorted(found) == ["one", "two"]

        asyncio.run(run())

    def test_names_are_kept_and_can_be_changed(self, database: DatabaseAddress) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await store.rename("ann", "Anna")
                await store.rename("ann", "Ännchen ♥")
                assert await store.names_of(["ann", "bob"]) == {"ann": "Ännchen ♥"}

        asyncio.run(run())

    def test_a_secret_is_made_once(self, database: DatabaseAddress) -> None:
        async def run(fresh: bytes) -> list[bytes]:
            async with opened(database) as store:
                return await store.secrets("identity", fresh)

        assert asyncio.run(run(b"first")) == [b"first"]
        assert asyncio.run(run(b"second")) == [b"first"]

    @pytest.mark.parametrize("stranger", ["\0", "t\0", "x" * 100_000, "täble ♥ \U0001f0a1", "'"])
    def test_an_id_that_no_table_can_have_has_no_events(
        self, database: DatabaseAddress, stranger: str
    ) -> None:
        async def run() -> None:
            async with opened(database) as store:
                await store.append("t", 0, played("2c"), row())
                assert await store.events_of(stranger) == []

        asyncio.run(run())


class TestManyNodes:
    """Several servers write to one database: the insert is the lock."""

    def test_of_two_nodes_that_write_the_same_tables_at_once_one_wins_each(
        self, database: DatabaseAddress
    ) -> None:
        """In opposite orders: no node waits for one that waits for it."""
        tables = [f"t{number}" for number in range(30)]

        async def run() -> None:
            async with opened(database) as one, opened(database) as other:
                for version in range(8):
                    outcomes = await asyncio.gather(
                        *(one.append(t, version, played("2c"), row("ann")) for t in tables),
                        *(other.append(t, version, played("3c"), row("bob")) for t in tables[::-1]),
                        return_exceptions=True,
                    )
                    kinds = [type(outcome) for outcome in outcomes]
                    assert kinds.count(type(None)) == kinds.count(VersionConflict) == len(tables)

        asyncio.run(run())
        assert rows(database, "SELECT count(*) FROM event") == [(8 * len(tables),)]


class TestOpening:
    """A database that cannot be served from is named, and left as it was."""

    def refused(self, database: DatabaseAddress) -> DatabaseUnusable:
        before = everything(database)
        with pytest.raises(DatabaseUnusable) as refusal:
            Store(database)
        assert refusal.value.database == database
        assert everything(database) == before
        return refusal.value

    def test_another_programs_database_is_refused(self, database: DatabaseAddress) -> None:
        change(database, "CREATE TABLE recipe (name TEXT)")
        with pytest.raises(DatabaseUnusable) as refusal:
            Store(database)
        assert refusal.value.code == "database-foreign"
        assert rows(database, "SELECT * FROM recipe") == []

    def test_another_programs_database_with_migrations_like_ours_is_refused(
        self, database: DatabaseAddress
    ) -> None:
        change(
            database,
            "CREATE TABLE alembic_version (version_num TEXT)",
            "INSERT INTO alembic_version VALUES ('0001')",
        )
        with pytest.raises(DatabaseUnusable) as refusal:
            Store(database)
        assert refusal.value.code == "database-foreign"

    def test_a_database_without_its_version_is_refused(self, database: DatabaseAddress) -> None:
        fill(database, tables=1)
        change(database, "DELETE FROM alembic_version")
        assert self.refused(database).code == "database-damaged"

    def test_a_newer_versions_database_is_refused(self, database: DatabaseAddress) -> None:
        fill(database, tables=1)
        change(database, "UPDATE alembic_version SET version_num = '9999'")
        refusal = self.refused(database)
        assert (refusal.code, refusal.detail) == ("database-newer", "9999")
