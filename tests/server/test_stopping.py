"""A server that is stopped answers what it has taken, tells everybody, and loses nothing."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from openhearts.server.stopping import SECONDS_TO_RETURN
from openhearts.tables.events import CardPlayed
from tests.databases import locked
from tests.running import Client, Server, Visitor, answer, running, wait_until
from tests.server.logs import log_of

RESTARTS = 1012
"""The close code that says: come again soon."""


def close_code(client: Client) -> int | None:
    """Read to the end: with which code the server closed the socket."""
    try:
        while True:
            client.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_a_command_that_was_taken_is_answered_while_nothing_new_begins(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3", "--log-level", "info") as server:
        visitor = Visitor(server)
        table = visitor.open_table(passing="none")
        with visitor.sit_down(table) as client, Visitor(server).sit_down(table) as looking:
            looking.see(lambda _: True)
            (card, *_) = client.see(lambda view: bool(view["legal"]))["legal"]
            with locked(server.database):
                sent = client.send("play", card=card)
                server.begin_to_stop()
                wait_until(lambda: "stopping" in server.logged)
                status, _, body = visitor.request("/readyz")
                assert (status, json.loads(body)) == (503, {"status": "stopping"})
                assert visitor.request("/healthz")[0] == 200
                refused_a_table(visitor)
                refused_a_form(visitor)
                refused_a_socket(visitor, table)
                second = client.send("rename", name="Too late")
            assert client.reply_to(sent)["kind"] == "done"
            assert close_code(client) == RESTARTS
            assert close_code(looking) == RESTARTS
            assert second not in {reply["id"] for reply in client.replies}
        assert server.wait() == 0
        played = [e.card for e in log_of(server.database, table) if isinstance(e, CardPlayed)]
        assert card in played
        events = [line.split()[2] for line in server.logged.splitlines()]
        assert events == ["started", "stopping", "stopped"]
        server.start()
        with visitor.sit_down(table) as client:
            assert card not in client.see(lambda _: True)["hand"]


def refused_a_table(visitor: Visitor) -> None:
    status, headers, body = visitor.request("/api/tables", b"{}")
    assert status == 503
    assert json.loads(body) == {"code": "restarting", "retryIn": SECONDS_TO_RETURN}
    assert headers["retry-after"] == str(SECONDS_TO_RETURN)


def refused_a_form(visitor: Visitor) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    status, headers, body = visitor.request("/en/tables", b"preset=standard", form)
    assert (status, headers["retry-after"]) == (503, str(SECONDS_TO_RETURN))
    assert "The site is being restarted" in body.decode()


def refused_a_socket(visitor: Visitor, table: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        visitor.sit_down(table)
    assert refused.value.response.status_code == 503
    assert refused.value.response.headers["retry-after"] == str(SECONDS_TO_RETURN)


class Player(threading.Thread):
    """Plays as fast as the server lets it, until the socket is closed."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        super().__init__()
        self.table = visitor.open_table(passing="none", target=1000, level="casual")
        self.client = visitor.sit_down(self.table)
        self.chance = random.Random(seed)
        self.acknowledged: list[str] = []
        self.code: int | None = None

    def run(self) -> None:
        """Note every card whose command was answered with Done."""
        decision = None
        try:
            while True:
                self.client.receive()
                view = self.client.view
                todo = answer(view, self.chance)
                if todo is None or view["decision"] == decision:
                    continue
                kind, fields = todo
                decision = view["decision"]
                if self.client.do(kind, **fields)["kind"] == "done" and kind == "play":
                    self.acknowledged.append(f"{view['deal']} {fields['card']}")
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else None


def test_of_many_who_play_on_while_it_is_stopped_nobody_loses_a_card(tmp_path: Path) -> None:
    """Every card that was acknowledged is in the log, and everybody is told to come again."""
    with running(tmp_path / "games.sqlite3") as server:
        players = [Player(Visitor(server), seed) for seed in range(12)]
        for player in players:
            player.start()
        wait_until(lambda: sum(len(player.acknowledged) for player in players) > 60)
        assert server.stop() == 0
        for player in players:
            player.join()
            player.client.close()
        assert [player.code for player in players] == [RESTARTS] * len(players)
        for player in players:
            assert set(player.acknowledged) <= cards_in_the_log(server, player.table)
        assert server.logged == ""


def cards_in_the_log(server: Server, table: str) -> set[str]:
    """What the person on seat 0 has played, each after the number of its deal."""
    deal, played = 0, set()
    for event in log_of(server.database, table):
        deal = getattr(event, "deal", deal)
        if isinstance(event, CardPlayed) and event.seat == 0:
            played.add(f"{deal} {event.card}")
    return played


def test_a_command_that_cannot_be_finished_holds_nobody_up_for_ever(tmp_path: Path) -> None:
    with running(tmp_path / "games.sqlite3") as server:
        visitor = Visitor(server)
        table = visitor.open_table(passing="none")
        with visitor.sit_down(table) as client:
            (card, *_) = client.see(lambda view: bool(view["legal"]))["legal"]
            with locked(server.database):
                sent = client.send("play", card=card)
                assert server.stop() == 0
            assert client.reply_to(sent)["code"] == "server-fault"
            assert close_code(client) == RESTARTS
