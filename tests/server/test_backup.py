"""A backup is the database at one moment, whole, or there is none; on every kind of database."""

from __future__ import annotations

import asyncio
import os
import resource
import stat
import subprocess
import threading
import time
from pathlib import Path

import pytest

from openhearts.server.backup import BackupFailed, back_up
from openhearts.server.database import DatabaseUnusable
from openhearts.server.database_address import DatabaseAddress, PostgresAddress
from openhearts.server.store import Store
from tests.databases import change, everything, in_words, rows
from tests.postgres import PASSWORD
from tests.running import PATIENCE
from tests.server.stores import THIS_VERSION, fill, opened, played, row
from tests.server.test_command_line import PROGRAM, WORDS, ran


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the backup of a test goes: into a folder with nothing else in it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "games.backup"


def left_beside(file: Path) -> list[str]:
    """What lies in the folder of the backup, hidden or not."""
    return sorted(found.name for found in file.parent.iterdir())


class TestWhole:
    """What is in it, and who may read it."""

    def test_it_holds_all_that_the_database_holds(
        self, database: DatabaseAddress, file: Path
    ) -> None:
        fill(database)
        back_up(database, file)
        assert everything(file) == everything(database)
        assert len(everything(file)["event"]) == 60 * 60

    def test_it_is_one_file_for_its_owner_alone(
        self, database: DatabaseAddress, file: Path
    ) -> None:
        """It holds hands and keys, as the database does."""
        fill(database, tables=1)
        back_up(database, file)
        assert left_beside(file) == [file.name]
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert rows(file, "PRAGMA journal_mode") == [("delete",)]
        assert rows(file, "PRAGMA integrity_check") == [("ok",)]

    def test_it_is_a_database_that_can_be_served_from(
        self, database: DatabaseAddress, file: Path
    ) -> None:
        fill(database, tables=1)
        back_up(database, file)
        before = everything(file)
        Store(file).close()
        assert everything(file) == before

    def test_it_is_of_one_moment_while_the_server_writes(
        self, database: DatabaseAddress, file: Path
    ) -> None:
        """Table b is always one event behind a, or none."""
        fill(database)
        ends = threading.Event()

        async def write() -> None:
            async with opened(database) as store:
                for version in range(10_000):
                    for table in ("a", "b"):
                        await store.append(table, version, played("2c"), row())
                    if ends.is_set():
                        return

        writing = threading.Thread(target=asyncio.run, args=(write(),))
        writing.start()
        try:
            for _ in range(5):
                back_up(database, file, replace=True)
                found = dict(rows(file, "SELECT table_id, count(*) FROM event GROUP BY table_id"))
                assert found == dict(rows(file, "SELECT id, version FROM game_table"))
                assert found.get("a", 0) - found.get("b", 0) in (0, 1)
        finally:
            ends.set()
            writing.join()
        assert rows(file, "SELECT version > 1 FROM game_table WHERE id = 'a'") == [(1,)]

    def test_it_may_be_of_an_older_version(
        self, database: DatabaseAddress, file: Path, newer_version: str
    ) -> None:
        """Before an update, the new version can make it: the database is left as it was."""
        fill(database, tables=2)
        change(database, f"UPDATE alembic_version SET version_num = '{THIS_VERSION}'")
        back_up(database, file)
        assert everything(file) == everything(database)
        for place in (database, file):
            assert rows(place, "SELECT version_num FROM alembic_version") == [(THIS_VERSION,)]


class TestNone:
    """Where it cannot be whole, there is none, and what was there is there still."""

    def refused(self, database: DatabaseAddress, file: Path) -> DatabaseUnusable:
        with pytest.raises(DatabaseUnusable) as refusal:
            back_up(database, file)
        assert refusal.value.database == database
        assert left_beside(file) == []
        return refusal.value

    def test_of_nothing(self, database: DatabaseAddress, file: Path) -> None:
        assert self.refused(database, file).code == "database-missing"
        if isinstance(database, Path):
            assert not database.exists()
            database.touch()
            assert self.refused(database, file).code == "database-missing"
            assert database.stat().st_size == 0

    def test_of_another_programs_database(self, database: DatabaseAddress, file: Path) -> None:
        change(database, "CREATE TABLE recipe (name TEXT)")
        assert self.refused(database, file).code == "database-foreign"

    def test_of_a_newer_versions_database(self, database: DatabaseAddress, file: Path) -> None:
        fill(database, tables=1)
        change(database, "UPDATE alembic_version SET version_num = '9999'")
        assert self.refused(database, file).code == "database-newer"

    def test_of_a_damaged_file(self, tmp_path: Path, file: Path) -> None:
        database = tmp_path / "games.sqlite3"
        fill(database)
        whole = database.read_bytes()
        database.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
        assert self.refused(database, file).code == "database-damaged"

    def test_over_a_file_that_is_there(self, database: DatabaseAddress, file: Path) -> None:
        fill(database, tables=1)
        file.write_text("something dear")
        with pytest.raises(BackupFailed) as failure:
            back_up(database, file)
        assert failure.value.code == "backup-exists"
        assert file.read_text() == "something dear"
        back_up(database, file, replace=True)
        assert everything(file) == everything(database)
        assert left_beside(file) == [file.name]

    def test_over_the_database_itself(self, tmp_path: Path) -> None:
        """A running server would go on writing into the file that is no more."""
        database = tmp_path / "games.sqlite3"
        fill(database, tables=1)
        other_name = tmp_path / "link"
        other_name.symlink_to(database)
        for file in (database, other_name):
            with pytest.raises(BackupFailed) as failure:
                back_up(database, file, replace=True)
            assert failure.value.code == "backup-onto-itself"

    @pytest.mark.parametrize("place", ["no/such/folder/file", "occupied/file", "", "folder"])
    def test_where_no_file_can_be(
        self, database: DatabaseAddress, tmp_path: Path, place: str
    ) -> None:
        fill(database, tables=1)
        (tmp_path / "occupied").write_text("a file")
        (tmp_path / "folder").mkdir()
        with pytest.raises(BackupFailed) as failure:
            back_up(database, tmp_path / place, replace=True)
        assert failure.value.code == "backup-failed"
        assert not [found for found in tmp_path.iterdir() if found.name.startswith(".")]

    def test_on_a_full_disk(self, database: DatabaseAddress, file: Path) -> None:
        fill(database)
        file.write_text("an older backup")
        done = subprocess.run(
            [*PROGRAM, "backup", str(file), "--force", "--database", in_words(database)],
            check=False,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith(f"The backup {file} could not be written: ")
        assert left_beside(file) == [file.name]
        assert file.read_text() == "an older backup"

    def test_when_it_is_interrupted(self, address: PostgresAddress, file: Path) -> None:
        import psycopg

        fill(address, tables=1)
        with psycopg.connect(address.url) as other:
            other.execute("LOCK TABLE game_table IN ACCESS EXCLUSIVE MODE")  # it waits there
            backup = subprocess.Popen(
                [*PROGRAM, "backup", str(file), "--database", address.url],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            deadline = time.monotonic() + PATIENCE
            while not left_beside(file):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            assert left_beside(file) != [file.name]
            backup.terminate()
            said, _ = backup.communicate(timeout=PATIENCE)
        assert backup.returncode > 0
        assert "Traceback" not in said
        assert left_beside(file) == []


class TestCommand:
    """What the operator reads."""

    def test_it_says_where_the_backup_is(self, address: PostgresAddress, file: Path) -> None:
        fill(address, tables=1)
        done = ran("backup", str(file), "--database", address.url)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == WORDS.say("cli.backup.done", file=str(file)) + "\n"
        done = ran("backup", str(file), "--database", address.url)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == WORDS.say("cli.backup-exists", file=str(file)) + "\n"

    def test_it_backs_up_the_usual_database(self, tmp_path: Path, file: Path) -> None:
        done = ran("backup", str(file), XDG_DATA_HOME=str(tmp_path))
        usual = str(tmp_path / "openhearts" / "openhearts.sqlite3")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == WORDS.say("cli.database-missing", database=usual, detail="") + "\n"

    def test_it_shows_no_password(self, address: PostgresAddress, file: Path) -> None:
        done = ran("backup", str(file), "--database", address.url)
        assert done.returncode == 1
        assert str(address) in done.stderr
        assert PASSWORD not in done.stderr
        assert address.url not in done.stderr
