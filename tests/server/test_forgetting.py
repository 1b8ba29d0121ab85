"""A name can be erased: by whoever has it, by the operator, and by time when nobody comes back."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from openhearts.server import identity, store
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.identity import SECONDS_FRESH, SECONDS_KEPT, Identities
from openhearts.server.settings import DEFAULT_RETENTION_DAYS
from openhearts.words.catalogue import Catalogue
from tests.databases import rows
from tests.running import PATIENCE, Client, Visitor, running
from tests.server.stores import opened

PROGRAM = str(Path(sys.executable).with_name("openhearts"))
WORDS = Catalogue.load("en")
NAME = "Clementina"


def delete_name(visitor: Visitor, **headers: str) -> int:
    """DELETE /api/name: the status."""
    request = urllib.request.Request(
        visitor.server.address + "/api/name",
        method="DELETE",
        headers={"cookie": visitor.cookie, **headers},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code


def called(client: Client) -> None:
    """Give the client's person the name."""
    client.see(lambda _: True)
    assert client.do("rename", name=NAME)["kind"] == "done"
    client.see(lambda view: view["players"][0]["name"] == NAME)


def names_in(file: DatabaseAddress) -> list[str]:
    return [name for (name,) in rows(file, "SELECT name FROM person")]


class TestByWhoeverHasIt:
    """At the table, or by a program with the person's cookie."""

    def test_at_the_table_it_is_gone_for_everybody_at_once(self, client: Client) -> None:
        called(client)
        other = client.visitor.open_table()
        server = client.visitor.server
        with client.visitor.sit_down(other) as second, Visitor(server).sit_down(other) as looking:
            for one in (second, looking):
                one.see(lambda view: view["players"][0]["name"] == NAME)
            assert client.do("forget-name")["kind"] == "done"
            for one in (client, second, looking):
                one.see(lambda view: view["players"][0]["name"] is None)
        assert NAME not in names_in(server.database)

    def test_over_http(self, client: Client) -> None:
        called(client)
        assert delete_name(Visitor(client.visitor.server)) == 204
        assert client.view["players"][0]["name"] == NAME
        assert delete_name(client.visitor) == 204
        client.see(lambda view: view["players"][0]["name"] is None)

    def test_no_page_of_another_site_does_it(self, client: Client) -> None:
        called(client)
        assert delete_name(client.visitor, origin="https://elsewhere.example") == 403
        assert NAME in names_in(client.visitor.server.database)

    def test_whoever_has_no_name_has_it_erased_too(self, client: Client) -> None:
        assert client.do("forget-name")["kind"] == "done"

    def test_nothing_of_it_stays_in_the_file(self, tmp_path: Path) -> None:
        """Not even where the database had it before: the rest is for backups to forget."""
        file = tmp_path / "games.sqlite3"
        with running(file) as server:
            visitor = Visitor(server)
            with visitor.sit_down(visitor.open_table()) as client:
                called(client)
                assert client.do("rename", name="Second")["kind"] == "done"
                assert client.do("forget-name")["kind"] == "done"
            server.stop()
            rows(file, "PRAGMA wal_checkpoint(TRUNCATE)")
            stored = file.read_bytes()
        assert NAME.encode() not in stored
        assert b"Second" not in stored


MISSING = WORDS.say("cli.database-missing", database="/nowhere")


class TestByTheOperator:
    """``openhearts forget``, while the server runs or not."""

    def forget(self, file: Path, *arguments: str) -> str:
        done = subprocess.run(
            [PROGRAM, "forget", "--database", str(file), *arguments],
            check=True,
            capture_output=True,
            text=True,
        )
        assert done.stderr == ""
        return done.stdout.rstrip("\n")

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        """A database with two people called Ann, one of them long ago, and Bob."""
        file = tmp_path / "games.sqlite3"

        async def fill() -> None:
            async with opened(file) as kept:
                for person, name in (("one", "Ann"), ("two", "Ann"), ("three", "Bob")):
                    await kept.rename(person, name)

        asyncio.run(fill())
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE person SET changed_at = 0 WHERE id = 'two'")
            connection.commit()
        return file

    def test_a_person(self, file: Path) -> None:
        assert self.forget(file, "one", "nobody") == WORDS.say("cli.forget.done", count=1)
        assert sorted(names_in(file)) == ["Ann", "Bob"]

    def test_a_name_whoever_has_it(self, file: Path) -> None:
        assert self.forget(file, "--named", "Ann") == WORDS.say("cli.forget.done", count=2)
        assert names_in(file) == ["Bob"]

    def test_those_who_were_not_here_for_some_days(self, file: Path) -> None:
        assert self.forget(file, "--older-than", "30") == WORDS.say("cli.forget.done", count=1)
        assert sorted(names_in(file)) == ["Ann", "Bob"]

    @pytest.mark.parametrize(
        ("arguments", "status", "said"),
        [
            ((), 2, WORDS.say("cli.forget.whose")),
            (
                ("one", "--database", "/nowhere"),
                1,
                WORDS.say("cli.database-missing", database="/nowhere"),
            ),
        ],
    )
    def test_what_cannot_be_done_is_said(
        self, arguments: tuple[str, ...], status: int, said: str
    ) -> None:
        done = subprocess.run(
            [PROGRAM, "forget", *arguments], check=False, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (status, said + "\n")
        assert not Path("/nowhere").exists()


class TestByTime:
    """Whoever comes back keeps the name; after that the cookie and the name end together."""

    def test_a_name_that_nobody_came_back_to_is_erased_while_the_server_runs(
        self, tmp_path: Path
    ) -> None:
        file = tmp_path / "games.sqlite3"
        with running(file) as server:
            visitors = [Visitor(server) for _ in range(2)]
            for visitor in visitors:
                with visitor.sit_down(visitor.open_table()) as client:
                    called(client)
            server.stop()
            days = DEFAULT_RETENTION_DAYS * store.DAY
            person = visitors[0].cookie.partition("=")[2].partition(".")[0]
            with closing(sqlite3.connect(file)) as connection:
                connection.execute(
                    "UPDATE person SET changed_at = changed_at - ? WHERE id = ?", (days, person)
                )
                connection.commit()
            server.start()
            server.stop()
        assert names_in(file) == [NAME]

    def test_a_visit_renews_the_cookie_once_a_day_and_counts_as_having_been_here(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "games.sqlite3"
        with running(file) as server:
            visitor = Visitor(server)
            with visitor.sit_down(visitor.open_table()) as client:
                called(client)
            (secret,) = secrets_in(file)
            person = visitor.cookie.partition("=")[2].partition(".")[0]
            visitor.cookie = f"openhearts={signed_before(monkeypatch, secret, person, 2)}"
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("UPDATE person SET changed_at = 1")
                connection.commit()
            _, headers, _ = visitor.request("/en/")
            assert headers["set-cookie"].startswith(f"openhearts={person}.")
            assert "set-cookie" not in visitor.request("/en/")[1]
            with visitor.sit_down(visitor.open_table()) as client:
                assert client.see(lambda _: True)["players"][0]["name"] == NAME
        with closing(sqlite3.connect(file)) as connection:
            ((seen,),) = connection.execute("SELECT changed_at FROM person")
        assert seen > 1

    def test_a_cookie_that_no_browser_would_have_kept_is_no_ones(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        identities = Identities([b"secret"])
        days = SECONDS_KEPT // SECONDS_FRESH
        kept = signed_before(monkeypatch, b"secret", "ann", days - 1)
        too_old = signed_before(monkeypatch, b"secret", "ann", days + 1)
        assert identities.read(kept) == identity.Visitor("ann", is_fresh=False)
        assert identities.read(too_old) is None
        assert identities.read(identities.sign("ann")) == identity.Visitor("ann", is_fresh=True)


def secrets_in(file: Path) -> list[bytes]:
    with closing(sqlite3.connect(file)) as connection:
        return [value for (value,) in connection.execute("SELECT value FROM secret")]


def signed_before(monkeypatch: pytest.MonkeyPatch, secret: bytes, person: str, days: int) -> str:
    """The cookie's value as it was given so many days ago."""
    identities = Identities([secret])
    with monkeypatch.context() as then:
        now = identities._signer.get_timestamp()
        then.setattr(identities._signer, "get_timestamp", lambda: now - days * SECONDS_FRESH)
        return identities.sign(person)
