"""A restored backup adds what the database lacks, and changes nothing that is there."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from openhearts.server import restore as module
from openhearts.server.backup import back_up
from openhearts.server.chairs import Chair, Chairs, Looks
from openhearts.server.database import DatabaseUnusable
from openhearts.server.database_address import DatabaseAddress, PostgresAddress
from openhearts.server.device_links import DeviceLinks
from openhearts.server.identity import Identities
from openhearts.server.identity import Visitor as Known
from openhearts.server.restore import Restored, RestoreFailed, restore
from openhearts.server.store import Store
from tests.databases import change, everything, in_words, rows
from tests.postgres import PASSWORD, PostgresServer
from tests.running import PATIENCE, Visitor, play_until, running
from tests.server.stores import fill, opened, played, row
from tests.server.test_command_line import PROGRAM, WORDS, ran
from tests.server.test_crash import in_trick, shown_cards

TABLES = PERSONS = 50
EVENTS = 12
ANN = Known("ann", is_fresh=True)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup with some tables and persons, and a key."""
    database = tmp_path / "origin.sqlite3"
    fill(database, TABLES, EVENTS)
    file = tmp_path / "games.backup"
    back_up(database, file)
    return file


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


def all_tables_are_whole(database: DatabaseAddress) -> int:
    """Each has all its events and seats, or nothing; how many there are."""
    found = dict(rows(database, "SELECT id, version FROM game_table"))
    assert found == dict(rows(database, "SELECT table_id, count(*) FROM event GROUP BY table_id"))
    seats = rows(database, "SELECT table_id, count(*) FROM table_seat GROUP BY table_id")
    assert dict(seats) == dict.fromkeys(found, 2)
    return len(found)


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


class TestInterrupted:
    """Whenever it ends, tables are whole, and the same command goes on."""

    def test_a_full_disk_stops_it(self, tmp_path: Path, backup: Path) -> None:
        database = tmp_path / "games.sqlite3"
        Store(database).close()
        done = subprocess.run(
            [*PROGRAM, "restore", str(backup), "--database", str(database)],
            check=False,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, 70_000)),
        )
        assert (done.returncode, done.stdout) == (1, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"The database {database} took no more: ")
        some = all_tables_are_whole(database)
        assert some < TABLES
        assert restore(backup, database).tables_left == some
        assert everything(database) == everything(backup)

    def test_a_database_that_goes_away_stops_it(
        self, stoppable: PostgresServer, backup: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = stoppable.make_database()
        rests = []

        def rest(seconds: float) -> None:
            rests.append(seconds)
            if len(rests) == 4:
                stoppable.stop()

        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=time.monotonic, sleep=rest))
        with pytest.raises(RestoreFailed) as failure:
            restore(backup, address)
        assert failure.value.code == "restore-stopped"
        assert PASSWORD not in str(failure.value)
        stoppable.start()
        some = all_tables_are_whole(address)
        assert some > 0
        assert restore(backup, address).tables_left == some
        assert everything(address) == everything(backup)

    def test_after_a_kill_in_the_middle_it_goes_on(
        self, database: DatabaseAddress, tmp_path: Path
    ) -> None:
        origin = tmp_path / "many.sqlite3"
        fill(origin, 200)
        Store(database).close()
        command = [*PROGRAM, "restore", str(origin), "--database", in_words(database)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while process.poll() is None and not tables_in(database):
            time.sleep(0.001)
        process.kill()
        assert process.wait(PATIENCE) < 0, "it was quicker"
        some = all_tables_are_whole(database)
        assert 0 < some < 200
        assert restore(origin, database).tables_left == some
        assert everything(database) == everything(origin)


def tables_in(database: DatabaseAddress) -> int:
    """How many tables it has."""
    ((count,),) = rows(database, "SELECT count(*) FROM game_table")
    return int(count)


class TestServers:
    """People go on where they were."""

    def test_a_game_goes_on_in_another_database(
        self, address: PostgresAddress, tmp_path: Path
    ) -> None:
        """From a file to PostgreSQL, in the middle of a deal, with the same cookie."""
        chance = random.Random(1)
        backup = tmp_path / "games.backup"
        with running(tmp_path / "games.sqlite3") as old:
            visitor = Visitor(old)
            table = visitor.open_table(passing="none")
            with visitor.sit_down(table) as client:
                client.do("rename", name="Ann")
                view = play_until(client, in_trick(5), chance)
            back_up(old.database, backup)
            assert restore(backup, address).tables_added == 1
        with running(address, log=tmp_path / "new.log") as new:
            visitor.server = new
            with visitor.sit_down(table) as client:
                again = client.see(lambda _: True)
                assert (again["seat"], again["players"][0]["name"]) == (0, "Ann")
                assert shown_cards(again) == shown_cards(view)
                play_until(client, lambda view: bool(view["deal"] == 2), chance)

    def test_it_is_restored_while_a_server_runs(self, backup: Path, tmp_path: Path) -> None:
        """Its own tables go on; after its next start it knows the people of the backup too.

        With SQLite, where whoever writes keeps all others waiting.
        """
        chance = random.Random(1)
        database = tmp_path / "games.sqlite3"
        with running(tmp_path / "lost.sqlite3") as lost:
            earlier = Visitor(lost)
            found_again = earlier.open_table(passing="none")
            with earlier.sit_down(found_again) as client:
                seen = play_until(client, in_trick(2), chance)
            back_up(lost.database, backup, replace=True)
        with running(database, log=tmp_path / "log") as server:
            visitor = Visitor(server)
            table = visitor.open_table(passing="none")
            with visitor.sit_down(table) as client:
                play_until(client, in_trick(3), chance)
                done = ran("restore", str(backup), "--database", in_words(database))
                assert (done.returncode, done.stderr) == (0, "")
                assert done.stdout.splitlines() == [
                    WORDS.say("cli.restore.tables", added=1, left=0),
                    WORDS.say("cli.restore.persons", added=0, left=0),
                    WORDS.say("cli.restore.key"),
                ]
                play_until(client, in_trick(8), chance)
            server.stop()
            server.start()
            for person, place in ((earlier, found_again), (visitor, table)):
                person.server = server
                with person.sit_down(place) as client:
                    assert client.see(lambda _: True)["seat"] == 0
            with earlier.sit_down(found_again) as client:
                assert shown_cards(client.see(lambda _: True)) == shown_cards(seen)
            assert server.logged == ""

    def test_tables_that_are_not_whole_are_named_to_the_operator(
        self, tmp_path: Path, backup: Path
    ) -> None:
        change(backup, "DELETE FROM event WHERE table_id IN ('t7', 't9') AND version = 5")
        done = ran("restore", str(backup), "--database", str(tmp_path / "games.sqlite3"))
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.splitlines() == [
            WORDS.say("cli.restore.tables", added=TABLES - 2, left=0),
            WORDS.say("cli.restore.persons", added=PERSONS, left=0),
            WORDS.say("cli.restore.broken", tables="t7 t9"),
        ]

    def test_what_cannot_be_restored_is_said_in_one_line(self, tmp_path: Path) -> None:
        done = ran("restore", str(tmp_path / "nothing"), XDG_DATA_HOME=str(tmp_path))
        missing = WORDS.say("cli.database-missing", database=str(tmp_path / "nothing"), detail="")
        assert (done.returncode, done.stdout, done.stderr) == (1, "", missing + "\n")
        assert list(tmp_path.iterdir()) == []
