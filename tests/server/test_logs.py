"""What the operator reads: one line a record, with the same keys always, and no secrets in it."""

from __future__ import annotations

import json
import logging
import random
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from openhearts.server import incidents
from openhearts.server.incidents import Facts
from openhearts.server.logs import LONGEST_FACT, JsonFormatter, TextFormatter, configure
from openhearts.server.settings import LogForm, LogLevel
from openhearts.server.store import StoreFailed
from openhearts.tables.events import DealCommitted, Dealt, GameStarted
from tests.databases import change
from tests.running import Client, Server, Visitor, play_until
from tests.server.logs import log_of

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
KEYS = {"at", "level", "event", *get_type_hints(Facts), "error", "detail", "trace"}


@pytest.fixture
def record(caplog: pytest.LogCaptureFixture) -> Callable[[], logging.LogRecord]:
    """The newest record."""
    caplog.set_level(logging.DEBUG, logger="openhearts")
    return lambda: caplog.records[-1]


Record = Callable[[], logging.LogRecord]


def in_json(record: logging.LogRecord) -> dict[str, Any]:
    """What a program reads in the record's line."""
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told: dict[str, Any] = json.loads(line)
    return told


def lose(card: str) -> None:
    """Fail with words that name a card."""
    raise KeyError(card)


class TestLine:
    """A line tells when, how grave, what, and the facts."""

    def test_for_programs_it_is_an_object_with_the_same_keys_always(self, record: Record) -> None:
        incidents.warn("bot-replaced", table="t", deal=2, seat=0, fault="casual: TimeoutError")
        told = in_json(record())
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told.pop("at"))
        assert told == {
            "level": "warning",
            "event": "bot-replaced",
            "table": "t",
            "deal": 2,
            "seat": 0,
            "fault": "casual: TimeoutError",
        }

    def test_for_people_it_is_the_same_in_a_row(self, record: Record) -> None:
        incidents.warn("bot-replaced", table="t", deal=2, fault='says "no"')
        _, _, told = TextFormatter().format(record()).partition("Z ")
        assert told == r'WARNING bot-replaced table=t deal=2 fault="says \"no\""'

    @pytest.mark.parametrize("fact", ["a\nb", "\x1b[31m", "x" * 5000])
    def test_no_fact_breaks_the_line_or_fills_the_disk(self, record: Record, fact: str) -> None:
        incidents.note("started", address=fact)
        for form in (TextFormatter(), JsonFormatter()):
            line = form.format(record())
            assert line.isprintable()
            assert len(line) < LONGEST_FACT + 200

    def test_an_error_has_its_kind_and_its_places_but_not_its_words(self, record: Record) -> None:
        try:
            try:
                lose("Qs")
            except KeyError as error:
                raise ValueError("the hand is 2c 3c") from error
        except ValueError as error:
            incidents.report("table-stumbles", error, table="t")
        told = in_json(record())
        assert told["error"] == "ValueError"
        assert [place.partition(":")[0] for place in told["trace"]] == [
            "server/test_logs.py",
            "server/test_logs.py",
            "KeyError",
            "server/test_logs.py",
        ]
        for form in (TextFormatter(), JsonFormatter()):
            assert not CARD.search(form.format(record()))

    def test_what_the_database_says_is_told_up_to_its_first_line(self, record: Record) -> None:
        """On the next one PostgreSQL quotes the row."""
        incidents.report("command-failed", StoreFailed("disk full\nDETAIL: (2c)"), table="t")
        told = in_json(record())
        assert (told["error"], told["detail"]) == ("StoreFailed", "disk full")
        assert "trace" not in told

    def test_other_libraries_are_heard_without_what_they_fill_in(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        logging.getLogger("library").warning("It got %r\nand more", "Qs")
        told = in_json(caplog.records[-1])
        assert (told["event"], told["detail"]) == ("library", "It got %r")


def test_a_crash_is_a_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("excepthook", "unraisablehook"):
        monkeypatch.setattr("sys." + name, None)
    monkeypatch.setattr("warnings.showwarning", None)
    monkeypatch.setattr("threading.excepthook", None)
    root, ours = logging.getLogger(), logging.getLogger("openhearts")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    try:
        configure(LogForm.JSON, LogLevel.DEBUG)
        thread = threading.Thread(target=lose, args=("Qs",))
        thread.start()
        thread.join()
        logging.getLogger("sqlalchemy.engine.Engine").debug("Row %r", ("Qs",))
        logging.getLogger("uvicorn.error").debug("< TEXT %s", "Qs")
    finally:
        root.handlers[:] = handlers
        root.setLevel(levels[0])
        ours.setLevel(levels[1])
    (line,) = capsys.readouterr().err.splitlines()
    assert (json.loads(line)["event"], json.loads(line)["error"]) == ("crash", "KeyError")
    assert "Qs" not in line


def test_nothing_hidden_is_in_the_log_whatever_happens_and_however_much_is_logged(
    tmp_path: Path,
) -> None:
    """A deal, names, forgeries, nonsense, a full disk and a damaged table, all at DEBUG."""
    chance = random.Random(9)
    server = Server(tmp_path / "games.sqlite3", "--log", "json", "--log-level", "debug")
    try:
        server.start()
        visitor, guest = Visitor(server), Visitor(server)
        guest.request("/")
        table = visitor.open_table(passing="none")
        with visitor.sit_down(table) as client, guest.sit_down(table) as other:
            client.see(lambda _: True)
            assert client.do("rename", name="Veronica")["kind"] == "done"
            assert client.do("write", text="Nobody hears Petunia.")["kind"] == "done"
            assert client.do("ask-hint")["kind"] in ("hint", "rejected")
            play_until(client, lambda view: view["deal"] == 2, chance)
            play_nonsense(client)
            play_nonsense(other)
            server.fill_its_disk()
            assert client.do("rename", name="Veronica")["code"] == "server-fault"
            assert visitor.request("/readyz")[0] == 503
            server.free_its_disk()
        hidden = [
            *hidden_in(server, table),
            *told_by(visitor),
            *told_by(guest),
            "Veronica",
            "Petunia",
        ]
        visitor.cookie = visitor.cookie[:-2]
        visitor.request(f"/t/{table}")
        damage = f"""UPDATE event SET body = '{{"cards": "Qs"}}' WHERE table_id = '{table}'"""
        change(server.database, damage)
        server.kill()
        server.start()
        assert Visitor(server).request(f"/api/tables/{table}/record")[0] == 503
    finally:
        server.close()
    lines = [json.loads(line) for line in server.logged.splitlines()]
    assert len(lines) > 20
    assert {*lines[0]} >= {"at", "level", "event"}
    assert {key for line in lines for key in line} <= KEYS
    assert {line["event"] for line in lines} >= {"started", "command", "command-failed"}
    assert [card for line in server.logged.splitlines() for card in CARD.findall(line)] == []
    assert [secret for secret in hidden if secret in server.logged] == []


def play_nonsense(client: Client) -> None:
    """Send what is refused, with cards in it."""
    client.see(lambda _: True)
    client.do("play", card="Qs", decision="1.1.playing.0.0")
    client.do("pass", cards=["2c", "3c", "4c"])
    client.send_raw('{"kind": "play", "id": "x1", "card": "Qs Ks", "decision": "d"}')
    client.reply_to("x1")
    client.send_raw('{"kind": "Qs", "id": "x2"}')
    client.reply_to("x2")


def hidden_in(server: Server, table: str) -> list[str]:
    """Seeds and hands."""
    hidden: list[str] = []
    for event in log_of(server.database, table):
        match event:
            case DealCommitted():
                hidden.append(event.seed)
            case GameStarted():
                hidden.append(event.bot_secret)
            case Dealt():
                hidden += event.hands
    assert len(hidden) > 6
    return hidden


def told_by(visitor: Visitor) -> list[str]:
    """The visitor's cookie, and the identity in it."""
    value = visitor.cookie.partition("=")[2]
    return [value, value.partition(".")[0]]
