"""A restored backup adds what the database lacks, and changes nothing that is there."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from openhearts.server.backup import back_up
from openhearts.server.chairs import Chair, Chairs, Looks
from openhearts.server.database import DatabaseUnusable
from openhearts.server.database_address import DatabaseAddress, PostgresAddress
from openhearts.server.device_links import DeviceLinks
from openhearts.server.identity import Identities
from openhearts.server.identity import Visitor as Known
from openhearts.server.restore import Restored, RestoreFailed, restore
from openhearts.server.store import Store
from tests.databases import change, everything, rows
from tests.server.stores import PERSONS, TABLES, all_tables_are_whole, opened, played, row

ANN = Known("ann", is_fresh=True)


def keys_of(database: DatabaseAddress) -> list[bytes]:
    """The keys that a server on this database knows; it signs with the last."""

    async def read() -> list[bytes]:
        async with opened(database) as store:
            return await store.secrets("identity", b"a fresh key")

    return asyncio.run(read())


def write(database: DatabaseAddress, table: str, name: str) -> None:
    """Let there be a table of another game, and a person p0 of this name."""

    async def run() -> None:
        async with opened(database) as store:
            await store.append(table, 0, played("Ts"), row("bob"))
            await store.rename("p0", name)

    asyncio.run(run())


class TestAdding:
    """What comes, and what stays."""

    def test_an_empty_database_becomes_what_the_backup_was(
        self, database: DatabaseAddress, backup: Path
    ) -> None:
        assert restore(backup, database) == Restored(tables_added=TABLES, persons_added=PERSONS)
        assert everything(database) == everything(backup)
        assert keys_of(database) == [b"a key"]

    def test_the_same_again_changes_nothing(self, database: DatabaseAddress, backup: Path) -> None:
        restore(backup, database)
        before = everything(database)
        assert restore(backup, database) == Restored(tables_left=TABLES, persons_left=PERSONS)
        assert everything(database) == before

    def test_moving_to_another_database_and_back_loses_nothing(
        self, database: DatabaseAddress, backup: Path, tmp_path: Path
    ) -> None:
        restore(backup, database)
        back_up(database, tmp_path / "again.backup")
        assert everything(tmp_path / "again.backup") == everything(backup)

    def test_a_database_can_be_moved_without_a_backup_in_between(
        self, database: DatabaseAddress, tmp_path: Path
    ) -> None:
        """Its file is one, even while a server writes to it."""
        origin = tmp_path / "origin.sqlite3"

        async def run() -> Restored:
            async with opened(origin) as store:
                await store.append("t", 0, played("2c"), row())
                return restore(origin, database)

        assert asyncio.run(run()) == Restored(tables_added=1)
        restore(origin, database)
        assert {found.name for found in tmp_path.iterdir()} <= {origin.name, "games.sqlite3"}

    def test_nothing_that_is_there_is_overwritten(
        self, database: DatabaseAddress, backup: Path
    ) -> None:
        write(database, "t7", "Another name")
        before = everything(database)
        expected = Restored(
            tables_added=TABLES - 1, tables_left=1, persons_added=PERSONS - 1, persons_left=1
        )
        assert restore(backup, database) == expected
        after = everything(database)
        assert all(row in after[table] for table in before for row in before[table])
        assert rows(database, "SELECT count(*) FROM event WHERE table_id = 't7'") == [(1,)]

    def test_a_table_of_which_only_events_are_left_is_left_alone(
        self, database: DatabaseAddress, backup: Path
    ) -> None:
        write(database, "t7", "Another name")
        change(database, "DELETE FROM game_table WHERE id = 't7'")
        assert restore(backup, database).tables_left == 1
        assert rows(database, "SELECT count(*) FROM event WHERE table_id = 't7'") == [(1,)]

    def test_a_backup_restored_into_itself_changes_nothing(self, backup: Path) -> None:
        before = everything(backup)
        assert restore(backup, backup) == Restored(tables_left=TABLES, persons_left=PERSONS)
        assert everything(backup) == before

    def test_two_at_once_add_everything_once(self, database: DatabaseAddress, backup: Path) -> None:
        Store(database).close()
        with ThreadPoolExecutor(2) as restoring:
            done = list(restoring.map(restore, [backup] * 2, [database] * 2))
        assert sum(one.tables_added for one in done) == TABLES
        assert everything(database) == everything(backup)


class TestWhatBelongsToTables:
    """Chairs come along, clocks go on where they stood; links to other devices are gone."""

    CHAIR = Chair("t7", "ann", "ann", 0, Looks("fi", "large", "usual", "two-colours"))

    def test_a_chairs_link_leads_to_its_seat_again(
        self, database: DatabaseAddress, tmp_path: Path
    ) -> None:
        origin = tmp_path / "origin.sqlite3"

        async def make() -> tuple[str, str]:
            async with opened(origin) as store:
                await store.append("t7", 0, played("2c"), row("ann"))
                return await Chairs(store).make(self.CHAIR), await DeviceLinks(store).make("ann")

        async def find(chair: str, link: str) -> tuple[Chair | None, str | None]:
            async with opened(database) as store:
                return await Chairs(store).behind(chair), await DeviceLinks(store).owner(link)

        tokens = asyncio.run(make())
        restore(origin, database)
        assert asyncio.run(find(*tokens)) == (self.CHAIR, None)

    @pytest.mark.parametrize("is_served", [False, True])
    def test_whose_turn_it_was_has_the_time_that_was_left(
        self, database: DatabaseAddress, tmp_path: Path, is_served: bool
    ) -> None:
        """However old the backup is, and whether a server has run on the database or not."""
        origin = tmp_path / "origin.sqlite3"

        async def make() -> None:
            async with opened(origin) as store:
                await store.append("t", 0, played("2c"), row("ann", due_in=3600))
                await store.append("bots", 0, played("2c"), row("ann", due_in=0))
                await store.give_sign_of_life()

        async def look() -> list[float | None]:
            async with opened(database) as store:
                await store.resume_clocks()
                return [await store.seconds_to_due(table) for table in ("t", "bots")]

        asyncio.run(make())
        day = 24 * 3600 * 1000
        change(
            origin,
            f"UPDATE sign_of_life SET at = at - {9 * day}",
            f"UPDATE game_table SET due_at = due_at - {9 * day} WHERE due_at > 0",
        )
        if is_served:

            async def serve() -> None:
                async with opened(database) as store:
                    await store.give_sign_of_life()

            asyncio.run(serve())
            change(database, f"UPDATE sign_of_life SET at = at - {2 * day}")
        restore(origin, database)
        left, at_once = asyncio.run(look())
        assert left == pytest.approx(3600, abs=60)
        assert at_once == 0


class TestKeys:
    """Whoever held a seat holds it, whichever key the database had."""

    def test_people_of_the_backup_and_of_the_database_are_both_known(
        self, database: DatabaseAddress, backup: Path
    ) -> None:
        keys_of(database)
        assert restore(backup, database).knows_another_key
        keys = keys_of(database)
        assert keys == [b"a key", b"a fresh key"]
        known = Identities(keys)
        for key in keys:
            assert known.read(Identities([key]).sign("ann")) == ANN
        assert known.read(Identities([b"a stranger's key"]).sign("ann")) is None
        assert Identities([b"a fresh key"]).read(known.sign("ann")) == ANN

    def test_a_key_is_added_once(self, database: DatabaseAddress, backup: Path) -> None:
        keys_of(database)
        restore(backup, database)
        assert not restore(backup, database).knows_another_key
        assert len(keys_of(database)) == 2

    def test_every_key_of_a_backup_comes_along(
        self, database: DatabaseAddress, another_database: DatabaseAddress, backup: Path
    ) -> None:
        keys_of(another_database)
        restore(backup, another_database)
        both = backup.with_name("both.backup")
        back_up(another_database, both)
        assert not restore(both, database).knows_another_key
        assert keys_of(database) == [b"a key", b"a fresh key"]


class TestRefusing:
    """A file that is no backup is named, and nothing is made of it."""

    def refused(self, file: Path, database: DatabaseAddress) -> DatabaseUnusable:
        before = file.read_bytes() if file.is_file() else None
        with pytest.raises(DatabaseUnusable) as refusal:
            restore(file, database)
        assert refusal.value.database == file
        if isinstance(database, Path):
            assert not database.exists()
        else:
            query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            assert rows(database, query) == []
        assert before is None or file.read_bytes() == before
        return refusal.value

    def test_a_file_that_is_not_there(self, database: DatabaseAddress, tmp_path: Path) -> None:
        assert self.refused(tmp_path / "nothing", database).code == "database-missing"
        assert not (tmp_path / "nothing").exists()

    def test_an_empty_file(self, database: DatabaseAddress, tmp_path: Path) -> None:
        (tmp_path / "empty").touch()
        assert self.refused(tmp_path / "empty", database).code == "database-missing"

    def test_a_folder(self, database: DatabaseAddress, tmp_path: Path) -> None:
        assert self.refused(tmp_path, database).code == "database-unreachable"

    @pytest.mark.parametrize("kept", [0, 100, 8192])
    def test_a_damaged_file(self, database: DatabaseAddress, backup: Path, kept: int) -> None:
        whole = backup.read_bytes()
        backup.write_bytes(whole[:kept] + os.urandom(len(whole) - kept))
        assert self.refused(backup, database).code == "database-damaged"

    def test_a_truncated_file(self, database: DatabaseAddress, backup: Path) -> None:
        backup.write_bytes(backup.read_bytes()[:-4096])
        assert self.refused(backup, database).code == "database-damaged"

    def test_another_programs_file(self, database: DatabaseAddress, tmp_path: Path) -> None:
        change(tmp_path / "recipes", "CREATE TABLE recipe (name TEXT)")
        assert self.refused(tmp_path / "recipes", database).code == "database-foreign"

    def test_a_newer_versions_file(self, database: DatabaseAddress, backup: Path) -> None:
        change(backup, "UPDATE alembic_version SET version_num = '9999'")
        assert self.refused(backup, database).code == "database-newer"

    def test_a_database_that_cannot_be_used_is_named_instead(
        self, database: DatabaseAddress, backup: Path
    ) -> None:
        change(database, "CREATE TABLE recipe (name TEXT)")
        with pytest.raises(DatabaseUnusable) as refusal:
            restore(backup, database)
        assert (refusal.value.database, refusal.value.code) == (database, "database-foreign")


class TestOldAndBroken:
    """What can be read of a backup is restored."""

    def test_an_older_backup_is_brought_up_to_date_and_stays_as_it_is(
        self, database: DatabaseAddress, backup: Path, newer_version: str
    ) -> None:
        before = backup.read_bytes()
        assert restore(backup, database).tables_added == TABLES
        assert rows(database, "SELECT name FROM person WHERE id = 'p1'") == [("Name 1!",)]
        assert backup.read_bytes() == before
        assert [found.name for found in backup.parent.iterdir() if "backup" in found.name] == [
            backup.name
        ]

    @pytest.mark.parametrize(
        "damage",
        [
            "DELETE FROM event WHERE table_id = 't7' AND version = 5",
            "DELETE FROM event WHERE table_id = 't7' AND version = 12",
            "DELETE FROM event WHERE table_id = 't7'",
            "UPDATE event SET version = 20 WHERE table_id = 't7' AND version = 5",
            "UPDATE game_table SET version = 11 WHERE id = 't7'",
        ],
    )
    def test_a_table_that_is_not_whole_in_it_is_left_out_and_named(
        self, tmp_path: Path, backup: Path, damage: str
    ) -> None:
        database = tmp_path / "games.sqlite3"
        change(backup, damage)
        done = restore(backup, database)
        assert (done.tables_added, done.tables_broken) == (TABLES - 1, ["t7"])
        assert all_tables_are_whole(database) == TABLES - 1

    @pytest.mark.parametrize(
        ("table", "strange"),
        [
            ("event", "kind = NULL"),
            ("event", "at = 'yesterday'"),
            ("event", "version = 'three'"),
            ("event", "body = x'00'"),
            ("game_table", "version = 1.5"),
            ("game_table", "id = NULL"),
            ("game_table", "due_at = 'soon'"),
            ("table_seat", "person_id = x'05'"),
            ("person", "name = NULL"),
            ("secret", "value = 'text'"),
            ("secret", "value = NULL"),
            ("secret", "name = x'05'"),
        ],
    )
    def test_values_of_other_kinds_than_ours_are_a_damage(
        self, tmp_path: Path, backup: Path, table: str, strange: str
    ) -> None:
        """A SQLite file lets others write what they like."""
        database = tmp_path / "games.sqlite3"
        loosened(backup, table, strange)
        with pytest.raises(DatabaseUnusable) as refusal:
            restore(backup, database)
        assert (refusal.value.database, refusal.value.code) == (backup, "database-damaged")
        all_tables_are_whole(database)

    @pytest.mark.parametrize(
        "strange",
        [
            "kind = 'a kind of event that is longer than any that there is'",
            "body = '{\"a\": ' || char(0)",
            "kind_version = 1000000000000",
        ],
    )
    def test_what_the_database_does_not_take_stops_it(
        self, address: PostgresAddress, backup: Path, strange: str
    ) -> None:
        """What came before it is whole, and nothing of it is told."""
        loosened(backup, "event", f"{strange} WHERE table_id = 't9' AND version = 3")
        with pytest.raises(RestoreFailed) as failure:
            restore(backup, address)
        assert failure.value.code == "restore-stopped"
        assert "{" not in str(failure.value)
        assert 0 < all_tables_are_whole(address) < TABLES


def loosened(backup: Path, table: str, strange: str) -> None:
    """Somebody has made the table anew, without its constraints, and set something in it."""
    change(
        backup,
        f"CREATE TABLE loose AS SELECT * FROM {table}",
        f"DROP TABLE {table}",
        f"ALTER TABLE loose RENAME TO {table}",
        f"UPDATE {table} SET {strange}",
    )
