"""SIGKILL at any moment: what was acknowledged is there, and the game goes on (C44, C52)."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import children_of, is_alive
from tests.running import PATIENCE, Server, View, Visitor, play_until, running
from tests.server.logs import as_shown, folded, log_of

KILLS = 10


def shown_cards(view: View) -> tuple[object, ...]:
    """What a view shows of the course of its deal."""
    return view["hand"], view["tricks"], view["trick"], view["scores"], view["rows"]


def test_after_a_kill_at_any_moment_the_game_goes_on_at_the_same_card(tmp_path: Path) -> None:
    """Ten times: play on while the server is shot, then look at what was acknowledged."""
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
                assert shown_cards(client.views[0]) == shown_cards(
                    as_shown(server.database, table, view)
                )
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


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT], ids=lambda stop: stop.name)
def test_a_stopped_server_ends_in_time_and_loses_nothing(
    tmp_path: Path, stop: signal.Signals
) -> None:
    """C52: nobody's card is played by the stopping itself."""
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table()
        client = visitor.sit_down(table)
        version = play_until(client, in_trick(3), random.Random(1))["version"]
        assert server.stop(stop) == 0
        client.close()
        assert folded(server.database, table).version == version
        assert server.logged == ""


def test_no_bot_fails_because_the_server_and_its_workers_are_stopped(tmp_path: Path) -> None:
    """Service managers send the signal to every process of a service at once."""
    chance = random.Random(4)
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        tables = [visitor.open_table(passing="none", target=1000) for _ in range(20)]
        for _ in range(3):
            workers = children_of(server.process_id)
            assert workers
            clients = [visitor.sit_down(table) for table in tables]
            for client in clients:
                client.see(lambda _: True)
                if client.view["legal"]:
                    client.send("play", card=client.view["legal"][0])
            time.sleep(chance.uniform(0, 0.02))
            for worker in workers:
                os.kill(worker, signal.SIGTERM)
            assert server.stop() == 0
            for client in clients:
                client.close()
            server.start()
            play_a_trick(visitor, tables[0], chance)
        for table in tables:
            assert not any(
                getattr(event, "automatic", False) for event in log_of(server.database, table)
            )
        assert "bot-replaced" not in server.logged


def test_no_worker_outlives_a_server_that_is_shot(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        play_a_trick(visitor, visitor.open_table(), random.Random(1))
        workers = children_of(server.process_id)
        assert workers
        server.kill()
        deadline = time.monotonic() + PATIENCE
        while any(map(is_alive, workers)):
            assert time.monotonic() < deadline, "a worker goes on"
            time.sleep(0.05)


def play_a_trick(visitor: Visitor, table: str, chance: random.Random) -> None:
    """Sit down and play until bots have played as well."""
    with visitor.sit_down(table) as client:
        version = client.see(lambda _: True)["version"]
        play_until(client, plays_at_least(version + 8), chance)
