"""Talk at tables of a running server: who hears it, how much of it, and where it is not kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from openhearts.server import talk_kept
from openhearts.server.host import Host
from openhearts.server.limits import TALK_OF_A_PERSON
from openhearts.server.talk_kept import TalkKept
from openhearts.tables.messages import Say
from openhearts.tables.talk import Line, Lines
from tests.running import Client, Server, Visitor, play_until
from tests.server.test_host import PERSON, hosting, next_view, setup

SOMEBODY = "somebody who said it"
HIDING = {
    "turned around": "\u202eolleh",
    "isolated": "a\u2066b\u2069",
    "a bell": "ring\a",
    "an escape": "\x1b[31mred",
    "nothing": " \u200d ",
    "no character": "a\ufdd0",
}


@pytest.fixture
def bob(server: Server, client: Client) -> Iterator[Client]:
    """Somebody else at the client's table."""
    with Visitor(server).sit_down(client.table) as other:
        other.see(lambda _: True)
        assert other.do("sit", seat=2)["kind"] == "done"
        yield other


def said(view: dict[str, Any]) -> list[str]:
    return [line["phrase"] or line["text"] for line in view["talk"]]


def test_everybody_at_the_table_hears_a_line_and_the_game_does_not(
    server: Server, client: Client, bob: Client
) -> None:
    with Visitor(server).sit_down(client.table) as spectator:
        version = bob.see(lambda view: view["seat"] == 2)["version"]
        assert client.do("say", phrase="well-played")["kind"] == "done"
        for one in (client, bob, spectator):
            view = one.see(lambda view: said(view) == ["well-played"])
            assert (view["talk"][0]["seat"], view["version"]) == (0, version)
        assert spectator.do("say", phrase="hello")["code"] == "not-seated"


def test_who_comes_later_or_again_reads_what_was_said(server: Server, client: Client) -> None:
    """C44: a reload, even where nobody else is there meanwhile."""
    assert client.do("write", text="Who comes, may read this.")["kind"] == "done"
    table, visitor = client.table, client.visitor
    client.close()
    for who in (visitor, Visitor(server)):
        with who.sit_down(table) as again:
            again.see(lambda view: said(view) == ["Who comes, may read this."])


@pytest.mark.parametrize("text", HIDING.values(), ids=HIDING)
def test_what_hides_something_or_shows_nothing_is_refused(client: Client, text: str) -> None:
    assert client.do("write", text=text)["code"] == "unreadable-text"


def test_a_text_is_one_line_without_needless_spaces(client: Client) -> None:
    assert client.do("write", text="  <b>\n\n  ciao \t♥ e\u0300")["kind"] == "done"
    assert said(client.see(lambda view: view["talk"])) == ["<b> ciao ♥ è"]


@pytest.mark.parametrize(("text", "taken"), [("x" * 200, True), ("x" * 201, False)])
def test_a_text_has_at_most_two_hundred_characters(client: Client, text: str, taken: bool) -> None:
    reply = client.do("write", text=text)
    assert reply.get("code") == (None if taken else "malformed")


def test_a_listed_table_takes_phrases_only(server: Server) -> None:
    visitor = Visitor(server)
    with visitor.sit_down(visitor.open_table(options={"listed": True, "talk": "all"})) as host:
        assert host.see(lambda _: True)["maySay"] == "phrases"
        assert host.do("write", text="Hello")["code"] == "phrases-only"
        assert host.do("say", phrase="hello")["kind"] == "done"


def test_who_talks_without_end_is_told_when_to_go_on_at_every_table(client: Client) -> None:
    replies = [client.do("say", phrase="hello") for _ in range(TALK_OF_A_PERSON.at_once)]
    assert {reply["kind"] for reply in replies} == {"done"}
    elsewhere = client.visitor.open_table()
    with client.visitor.sit_down(elsewhere) as there:
        there.see(lambda _: True)
        refused = [there.do("say", phrase="hello") for _ in range(4)][-1]
    assert refused["code"] == "too-much-talk"
    assert 1 <= refused["facts"]["retryIn"] <= 1 / TALK_OF_A_PERSON.a_second


def test_a_repeat_is_done_and_costs_nothing(client: Client) -> None:
    """C51."""
    for _ in range(TALK_OF_A_PERSON.at_once + 2):
        assert client.do("say", id="again", phrase="hello")["kind"] == "done"
    assert said(client.see(lambda view: view["talk"])) == ["hello"]


def test_it_is_in_no_database_and_no_record(client: Client) -> None:
    """C73: what leaves with a game is the game."""
    assert client.do("write", text="Only Rosalind says this.")["kind"] == "done"
    play_until(client, lambda view: view["phase"] == "sheet", Random(4))
    client.see(lambda view: said(view) == ["Only Rosalind says this."])
    for asked in ("", "?format=json"):
        status, _, body = client.visitor.request(f"/api/tables/{client.table}/record{asked}")
        assert status == 200
        assert b"Rosalind" not in body
    database = client.visitor.server.database
    assert isinstance(database, Path)
    stored = b"".join(file.read_bytes() for file in database.parent.glob("*") if file.is_file())
    assert client.table.encode() in stored
    assert b"Rosalind" not in stored


def test_a_restart_forgets_it(tmp_path: Path) -> None:
    with closing(Server(tmp_path / "games.sqlite3")) as server:
        server.start()
        visitor = Visitor(server)
        table = visitor.open_table()
        with visitor.sit_down(table) as client:
            client.see(lambda _: True)
            assert client.do("say", phrase="hello")["kind"] == "done"
        server.kill()
        server.start()
        with visitor.sit_down(table) as client:
            assert client.see(lambda _: True)["talk"] == []


def test_a_table_that_sleeps_keeps_its_talk(tmp_path: Path) -> None:
    async def run() -> None:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup())
            watcher = await host.watch(table, PERSON)
            await host.speak(table, PERSON, Say(id="1", phrase="goodbye"))
            host.unwatch(table, watcher)
            await _asleep(host)
            view = await next_view(await host.watch(table, PERSON))
            assert [line.phrase for line in view.talk] == ["goodbye"]

    asyncio.run(run())


async def _asleep(host: Host) -> None:
    async with asyncio.timeout(5):
        while host.tables_in_memory:  # noqa: ASYNC110 - nobody announces a table that leaves
            await asyncio.sleep(0.01)


def test_of_too_many_sleeping_tables_the_one_kept_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(talk_kept, "MOST_TALK_KEPT", 3)
    kept = TalkKept()
    kept.keep("silent", ())
    for number in range(4):
        kept.keep(f"table {number}", talk(number))
    assert [kept.take(f"table {number}") for number in range(4)] == [(), *map(talk, (1, 2, 3))]
    assert kept.take("table 3") == ()
    assert kept.take("silent") == ()


def talk(number: int) -> Lines:
    return (Line(number, SOMEBODY, "c", "hello", ""),)
