"""Restoring while people play, and cut off in the middle: tables are whole, and it goes on."""

from __future__ import annotations

import random
import resource
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from openhearts.server import restore as module
from openhearts.server.backup import back_up
from openhearts.server.database_address import DatabaseAddress, PostgresAddress
from openhearts.server.restore import RestoreFailed, restore
from openhearts.server.store import Store
from tests.databases import change, everything, in_words, rows
from tests.postgres import PASSWORD, PostgresServer
from tests.running import PATIENCE, Visitor, play_until, running
from tests.server.stores import PERSONS, TABLES, all_tables_are_whole, fill
from tests.server.test_command_line import PROGRAM, WORDS, ran
from tests.server.test_crash import in_trick, shown_cards


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
