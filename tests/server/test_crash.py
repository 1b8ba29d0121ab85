"""SIGKILL at any moment: what was acknowledged is there, and the game goes on (C44, C52)."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from openhearts.tables.events import Event, decode
from openhearts.tables.table import Table, fold
from openhearts.tables.views import table_view
from tests.running import Server, View, Visitor, play_until, running

KILLS = 30


def log_of(database: Path, table: str) -> list[Event]:
    """The table's events as they lie in the database."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT kind, kind_version, body FROM event WHERE table_id = ? ORDER BY version",
            (table,),
        ).fetchall()
    return [decode(*row) for row in rows]


def folded(database: Path, table: str) -> Table:
    """The table that the log tells of."""
    return fold(log_of(database, table))


def shown_cards(view: View) -> tuple[object, ...]:
    """What a view shows of the course of its deal."""
    return view["hand"], view["tricks"], view["trick"], view["scores"], view["rows"]


def test_after_a_kill_at_any_moment_the_game_goes_on_at_the_same_card(tmp_path: Path) -> None:
    """Thirty times: play on while the server is shot, then look at what was acknowledged."""
    chance = random.Random(52)
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table(preset="subtract-the-moon", target=1000)
        for _ in range(KILLS):
            seen = play_a_while_and_kill(server, visitor, table, chance)
            log = folded(server.database, table)
            assert log.version >= seen["version"], "an acknowledged event was lost"
            server.start()
            with visitor.sit_down(table) as client:
                view = client.see(lambda _: True)
                assert view["version"] >= log.version
                assert shown_cards(client.views[0]) == shown_cards(as_shown(server, table, view))
                play_until(client, plays_at_least(view["version"] + 4), chance)


def play_a_while_and_kill(
    server: Server, visitor: Visitor, table: str, chance: random.Random
) -> View:
    """Play until a random moment, kill the server with commands under way; the last view seen."""
    with visitor.sit_down(table) as client:
        first = client.see(lambda _: True)["version"]
        play_until(client, plays_at_least(first + chance.randrange(1, 40)), chance)
        if client.view["legal"]:
            client.send("play", card=client.view["legal"][0])
        time.sleep(chance.uniform(0, 0.02))
        server.kill()
        return client.view


def plays_at_least(version: int) -> Callable[[View], bool]:
    """Holds of views from this version on."""
    return lambda view: bool(view["version"] >= version)


def as_shown(server: Server, table: str, view: View) -> View:
    """What the log says that this seat saw at the version of ``view``, as it is on the wire."""
    events = log_of(server.database, table)[: view["version"]]
    made = table_view(fold(events), table, view["seat"], lambda _: (None, True), None)
    shown: View = json.loads(msgspec.json.encode(made))
    return shown


def test_fifty_tables_are_where_they_were(tmp_path: Path) -> None:
    """C52."""
    chance = random.Random(7)
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        tables = [visitor.open_table(target=1000) for _ in range(50)]
        seen: dict[str, View] = {}
        for table in tables:
            with visitor.sit_down(table) as client:
                seen[table] = play_until(client, in_trick(chance.randrange(1, 8)), chance)
        server.kill()
        server.start()
        for table in tables:
            with visitor.sit_down(table) as client:
                view = client.see(lambda _: True)
                assert view["seat"] == 0
                assert shown_cards(view) == shown_cards(seen[table])
                assert view["legal"] == seen[table]["legal"]


def in_trick(number: int) -> Callable[[View], bool]:
    """Holds when the seat is asked for a card in this trick."""
    return lambda view: view["tricksPlayed"] == number - 1 and bool(view["legal"])


def test_a_stopped_server_ends_in_time_and_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table()
        client = visitor.sit_down(table)
        version = play_until(client, in_trick(3), random.Random(1))["version"]
        assert server.stop() in (0, -signal.SIGTERM)
        client.close()
        assert folded(server.database, table).version == version
