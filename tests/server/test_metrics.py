"""What the server measures of itself: told at an address of its own, and nothing endless in it."""

from __future__ import annotations

import random
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import pytest
from prometheus_client.parser import text_string_to_metric_families

from openhearts.bots.levels import LEVELS
from openhearts.server.limits import TABLES
from openhearts.server.socket import _KINDS, UNREADABLE
from openhearts.tables.messages import Code
from tests.running import PATIENCE, Server, Visitor, play_until, running

Samples = Mapping[tuple[str, tuple[tuple[str, str], ...]], float]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def measured(file: Path) -> Iterator[tuple[Server, int]]:
    """A server that tells its metrics, and the port at which it does."""
    port = free_port()
    options = ("--metrics", f"127.0.0.1:{port}", "--proxy", "127.0.0.1")
    with running(file, *options) as server:
        yield server, port


def fetched(port: int) -> Samples:
    """All samples by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        assert answer.headers["content-type"].startswith("text/plain; version=")
        text = answer.read().decode()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def of(samples: Samples, name: str, **labels: str) -> float:
    """The sample of this name and these labels; 0 if there is none yet."""
    return samples.get((f"openhearts_{name}", tuple(sorted(labels.items()))), 0)


def test_what_happens_at_the_tables_is_measured(tmp_path: Path) -> None:
    with measured(tmp_path / "games.sqlite3") as (server, port):
        visitor = Visitor(server)
        table = visitor.open_table(passing="none", level="casual")
        with visitor.sit_down(table) as client, Visitor(server).sit_down(table) as looking:
            looking.see(lambda _: True)
            play_until(client, lambda view: view["tricksPlayed"] == 3, random.Random(1))
            assert client.do("play", card="Qs", decision="1.1.playing.0.0")["kind"] == "rejected"
            client.send_raw("nonsense")
            client.reply_to(None)
            seen = fetched(port)
        assert of(seen, "tables") == 1
        assert (of(seen, "sockets"), of(seen, "spectators")) == (2, 1)
        assert of(seen, "command_seconds_count", command="play") >= 4
        assert of(seen, "command_seconds_count", command=UNREADABLE) == 1
        assert of(seen, "bot_seconds_count", level="casual") >= 9
        assert of(seen, "store_seconds_count", operation="write") > 12
        assert of(seen, "rejected_total", code="malformed") == 1
        assert of(seen, "bots_replaced_total", level="casual") == 0


def test_trouble_is_measured(tmp_path: Path) -> None:
    with measured(tmp_path / "games.sqlite3") as (server, port):
        visitor = Visitor(server)
        with visitor.sit_down(visitor.open_table()) as client:
            client.see(lambda _: True)
            server.fill_its_disk()
            assert client.do("rename", name="Ann")["code"] == "server-fault"
            server.free_its_disk()
        for _ in range(TABLES.address.at_once + 2):
            Visitor(server).request("/api/tables", b"{}", {"x-forwarded-for": "203.0.113.5"})
        seen = fetched(port)
        assert of(seen, "store_failures_total", operation="write") == 1
        assert of(seen, "rejected_total", code="server-fault") == 1
        assert of(seen, "refused_total", limit="tables") >= 1


def test_no_label_has_more_values_than_are_known_beforehand(tmp_path: Path) -> None:
    known = {
        "command": {*_KINDS, UNREADABLE},
        "code": {*get_args(Code)},
        "level": {*LEVELS},
        "limit": {"tables", "records", "pages", "sockets", "commands"},
        "operation": {"read", "write"},
        "version": None,
        "le": None,
    }
    with measured(tmp_path / "games.sqlite3") as (server, port):
        visitor = Visitor(server)
        table = visitor.open_table(passing="none")
        with visitor.sit_down(table) as client:
            client.see(lambda _: True)
            for kind in ("dance", "x" * 200, "Qs"):
                client.send_raw(f'{{"kind": "{kind}", "id": "1"}}')
                client.reply_to("1")
            visitor.request("/nowhere/at/all")
            seen = fetched(port)
    ours = [labels for (name, labels) in seen if name.startswith("openhearts_")]
    for name, value in (pair for labels in ours for pair in labels):
        allowed = known[name]
        assert allowed is None or value in allowed, (name, value)


def test_it_is_told_to_nobody_unless_asked_for(server: Server) -> None:
    """Strangers who come through a proxy come from this machine too."""
    assert Visitor(server).request("/metrics")[0] == 404


def test_at_its_own_address_there_is_nothing_else(tmp_path: Path) -> None:
    with measured(tmp_path / "games.sqlite3") as (_, port):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE)
        with refused.value as answer:
            assert answer.code == 404


def test_where_it_cannot_be_told_nothing_is_served(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        server = Server(tmp_path / "games.sqlite3", "--metrics", place)
        with pytest.raises(
            AssertionError, match=f"Cannot listen on {place.replace(':', ', port ')}"
        ):
            server.start()
        server.close()
