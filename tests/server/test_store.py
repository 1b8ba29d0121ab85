"""The contract of the event store, on the database that is shipped."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import traceback
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from openhearts.server import database, schema
from openhearts.server.database import DatabaseUnusable
from openhearts.server.store import Store, StoreFailed, TableRow, VersionConflict
from openhearts.tables.events import CardPlayed, Event, SheetRead


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database of a test lies."""
    return tmp_path / "games.sqlite3"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Store]:
    """A store on the file, closed afterwards."""
    store = Store(file)
    try:
        yield store
    finally:
        store.close()


def row(*persons: str, due_in: float | None = None, status: str = "open") -> TableRow:
    """What the tests say about a table beside its events."""
    return TableRow(status, due_in, summary="{}", persons=persons)


def played(*cards: str) -> list[Event]:
    """Events that differ."""
    return [CardPlayed(seat=place % 4, card=card) for place, card in enumerate(cards)]


class TestEvents:
    """What is appended is there, in order, once."""

    def test_events_come_back_in_order_after_a_restart(self, file: Path) -> None:
        events = played("2c", "Ac", "Kc", "Qc")

        async def write() -> None:
            async with opened(file) as store:
                await store.append("t", 0, events[:3], row())
                await store.append("t", 3, events[3:], row())

        async def read() -> list[Event]:
            async with opened(file) as store:
                return await store.events_of("t")

        asyncio.run(write())
        assert asyncio.run(read()) == events

    def test_a_table_that_was_never_written_has_no_events(self, file: Path) -> None:
        async def read() -> list[Event]:
            async with opened(file) as store:
                return await store.events_of("nobody")

        assert asyncio.run(read()) == []

    def test_a_second_writer_of_a_version_is_refused_and_writes_nothing(self, file: Path) -> None:
        async def run() -> list[Event]:
            async with opened(file) as store:
                await store.append("t", 0, played("2c", "3c"), row("ann"))
                with pytest.raises(VersionConflict):
                    await store.append("t", 1, played("9c", "Tc"), row("bob"))
                assert await store.summaries_of("bob", "open") == []
                return await store.events_of("t")

        assert asyncio.run(run()) == played("2c", "3c")

    def test_of_many_writers_at_once_exactly_one_wins_a_version(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
                writes = [store.append("t", 0, [SheetRead(seat=s % 6)], row()) for s in range(50)]
                outcomes = await asyncio.gather(*writes, return_exceptions=True)
                assert sum(outcome is None for outcome in outcomes) == 1
                assert all(isinstance(o, VersionConflict) for o in outcomes if o is not None)
                assert len(await store.events_of("t")) == 1

        asyncio.run(run())

    def test_a_failing_write_takes_no_other_of_its_group_back(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
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

    def test_every_write_before_closing_is_finished(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
                await asyncio.gather(
                    *(store.append(f"t{n}", 0, played("2c"), row()) for n in range(300))
                )
            with sqlite3.connect(file) as connection:
                (count,) = connection.execute("SELECT count(*) FROM event").fetchone()
            connection.close()
            assert count == 300

        asyncio.run(run())


class TestFailing:
    """What the database does not let us do is said, changes nothing, and passes."""

    @pytest.fixture(autouse=True)
    def _no_patience(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(database, "SECONDS_TO_WAIT", 0.1)

    def test_while_another_program_locks_the_database_tables_can_be_read_only(
        self, file: Path
    ) -> None:
        async def run() -> None:
            async with opened(file) as store:
                await store.append("t", 0, played("2c"), row("ann"))
                with locked(file):
                    writes = [store.append(f"t{n}", 0, played("Qs"), row("bob")) for n in range(5)]
                    outcomes = await asyncio.gather(*writes, return_exceptions=True)
                    assert [type(outcome) for outcome in outcomes] == [StoreFailed] * 5
                    assert {str(outcome) for outcome in outcomes} == {"database is locked"}
                    assert await store.events_of("t") == played("2c")
                    with pytest.raises(StoreFailed):
                        await store.check()
                await store.check()
                await store.append("t0", 0, played("Qs"), row("bob"))

        asyncio.run(run())

    def test_what_is_logged_of_a_failure_tells_no_cards(self, file: Path) -> None:
        """A log is shown to others when help is sought."""

        person, card = "ann's identity", "Q" + "s"

        async def run() -> list[BaseException]:
            async with opened(file) as store:
                with locked(file), pytest.raises(StoreFailed) as failure:
                    await store.append("t", 0, played(card), row(person))
                await store.append("t", 0, played(card), row(person))
                with pytest.raises(VersionConflict) as conflict:
                    await store.append("t", 0, played(card), row(person))
                return [failure.value, conflict.value]

        for error in asyncio.run(run()):
            told = "".join(traceback.format_exception(error))
            assert person not in told
            assert card not in told

    def test_writes_that_nobody_waits_for_any_more_end_no_other(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
                for number in range(300):
                    write = asyncio.create_task(store.append(f"t{number}", 0, played("2c"), row()))
                    await asyncio.sleep(0 if number % 2 else 0.0002)
                    write.cancel()
                async with asyncio.timeout(5):
                    await store.append("last", 0, played("2c"), row())

        asyncio.run(run())

    def test_a_group_of_which_many_fail_is_written_but_for_them(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
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

    def test_due_tables_come_soonest_first_and_the_others_not_at_all(self, file: Path) -> None:
        async def run() -> list[str]:
            async with opened(file) as store:
                await store.append("later", 0, played("2c"), row(due_in=60))
                await store.append("now", 0, played("2c"), row(due_in=0))
                await store.append("never", 0, played("2c"), row())
                await store.append("was due", 0, played("2c"), row(due_in=5))
                await store.append("was due", 1, played("3c"), row())
                return await store.due_tables(within=120)

        assert asyncio.run(run()) == ["now", "later"]

    def test_a_person_finds_own_open_tables_only(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
                await store.append("one", 0, played("2c"), row("ann"))
                await store.append("two", 0, played("2c"), row("ann", "bob"))
                await store.append("over", 0, played("2c"), row("ann", status="over"))
                await store.append("left", 0, played("2c"), row("ann"))
                await store.append("left", 1, played("3c"), row("bob"))
                found = [table for table, _, _ in await store.summaries_of("ann", "open")]
                assert sorted(found) == ["one", "two"]

        asyncio.run(run())

    def test_names_are_kept_and_can_be_changed(self, file: Path) -> None:
        async def run() -> None:
            async with opened(file) as store:
                await store.rename("ann", "Anna")
                await store.rename("ann", "Ännchen ♥")
                assert await store.names_of(["ann", "bob"]) == {"ann": "Ännchen ♥"}

        asyncio.run(run())

    def test_a_secret_is_made_once(self, file: Path) -> None:
        async def run(fresh: bytes) -> bytes:
            async with opened(file) as store:
                return await store.secret("identity", fresh)

        assert asyncio.run(run(b"first")) == b"first"
        assert asyncio.run(run(b"second")) == b"first"


class TestOpening:
    """A database that cannot be served from is named, and left as it was."""

    def refused(self, file: Path) -> DatabaseUnusable:
        before = file.read_bytes()
        with pytest.raises(DatabaseUnusable) as refusal:
            Store(file)
        assert refusal.value.file == file
        assert file.read_bytes() == before
        return refusal.value

    def test_a_file_that_is_no_database_is_refused(self, file: Path) -> None:
        file.write_bytes(b"these are not the games you are looking for" * 100)
        assert self.refused(file).code == "database-damaged"

    def test_a_damaged_database_is_refused(self, file: Path) -> None:
        fill(file)
        whole = file.read_bytes()
        file.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
        assert self.refused(file).code == "database-damaged"

    def test_a_truncated_database_is_refused(self, file: Path) -> None:
        fill(file)
        file.write_bytes(file.read_bytes()[:-4096])
        assert self.refused(file).code == "database-damaged"

    def test_another_programs_database_is_refused(self, file: Path) -> None:
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE recipe (name TEXT)")
        connection.close()
        assert self.refused(file).code == "database-foreign"

    def test_another_programs_database_with_migrations_like_ours_is_refused(
        self, file: Path
    ) -> None:
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
            connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.close()
        assert self.refused(file).code == "database-foreign"

    def test_a_database_without_its_version_is_refused(self, file: Path) -> None:
        fill(file)
        with sqlite3.connect(file) as connection:
            connection.execute("DELETE FROM alembic_version")
        connection.close()
        assert self.refused(file).code == "database-damaged"

    def test_a_locked_database_is_refused(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(database, "SECONDS_TO_WAIT", 0.1)
        fill(file)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("DELETE FROM person")
            with pytest.raises(DatabaseUnusable) as refusal:
                Store(file)
        assert refusal.value.code == "database-locked"

    @pytest.mark.parametrize("name", ["a?b.sqlite3", "a#b.sqlite3", "100%.sqlite3", ":memory:"])
    def test_any_name_of_a_file_is_the_name_of_that_file(self, tmp_path: Path, name: str) -> None:
        fill(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 4096
        assert [made.name for made in tmp_path.iterdir()] == [name]

    def test_a_newer_versions_database_is_refused(self, file: Path) -> None:
        fill(file)
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
        refusal = self.refused(file)
        assert (refusal.code, refusal.detail) == ("database-newer", "9999")

    def test_a_folder_that_cannot_be_made_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "occupied").write_text("a file")
        file = tmp_path / "occupied" / "games.sqlite3"
        with pytest.raises(DatabaseUnusable) as refusal:
            Store(file)
        assert refusal.value.code == "database-unreachable"

    def test_missing_folders_are_made(self, tmp_path: Path) -> None:
        file = tmp_path / "a" / "b" / "games.sqlite3"
        Store(file).close()
        assert file.exists()

    def test_the_file_is_for_its_owner_alone(self, file: Path) -> None:
        """It holds the hands of running deals, and the key of all identities."""
        Store(file).close()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


class TestSchema:
    """Migrations lead to the schema that the code uses."""

    def test_the_code_knows_the_newest_migration(self) -> None:
        config = Config()
        place = database.MIGRATIONS
        config.set_main_option("script_location", str(place))
        assert ScriptDirectory.from_config(config).get_current_head() == schema.REVISION

    def test_migrations_make_the_schema_that_the_code_uses(self, file: Path) -> None:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        engine = database.make_engine(file, begin="BEGIN IMMEDIATE")
        with engine.begin() as connection:
            database.migrate(connection, file, None)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, schema.metadata) == []
        engine.dispose()

    def test_a_new_database_is_as_migrations_would_have_left_it(
        self, file: Path, tmp_path: Path
    ) -> None:
        Store(file).close()
        migrated = tmp_path / "migrated.sqlite3"
        engine = database.make_engine(migrated, begin="BEGIN IMMEDIATE")
        with engine.begin() as connection:
            database.migrate(connection, migrated, None)
        engine.dispose()
        assert schema_in(file) == schema_in(migrated)


def schema_in(file: Path) -> set[str]:
    """What the database was made with, white space aside, and where its migrations stand."""
    with closing(sqlite3.connect(file)) as connection:
        made = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        stands = connection.execute("SELECT version_num FROM alembic_version")
        return {"".join(text.split()) for (text,) in (*made, *stands)}


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Meanwhile another program writes to the database, and does not come to an end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def fill(file: Path) -> None:
    """A database with enough in it to be damaged, all of it in the one file."""

    async def write() -> None:
        async with opened(file) as store:
            for number in range(60):
                await store.append(f"t{number}", 0, played("2c", "3c", "4c") * 20, row())

    asyncio.run(write())
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
