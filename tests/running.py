"""A real server in its own process, and real clients of it, for the tests that need them."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from websockets.sync.client import connect

from openhearts.server.database_address import DatabaseAddress
from tests.databases import in_words

PATIENCE = 20.0
"""Seconds after which something that must happen has not happened."""

FULL, FREE = signal.SIGUSR1, signal.SIGUSR2
"""Signals after which the disk is full, or free again, for a server of tests/starting.py."""

FAULT = re.compile(r'Traceback| trace=|"trace":')
"""What the log has where our program failed, and not something that it depends on."""

STARTER = [sys.executable, "-m", "tests.starting"]
PROJECT = Path(__file__).resolve().parents[1]

WITHOUT_DECISION = {
    *("sit", "leave", "start", "remove", "hand-over", "come-back"),
    *("answer-take-back", "give-hash", "rename", "forget-name", "say", "write"),
}
"""Kinds of commands that answer no decision."""

View = dict[str, Any]
Reply = dict[str, Any]
_Found = TypeVar("_Found")


class Server:
    """``openhearts serve`` on a database; started, killed and started again at will."""

    def __init__(self, database: DatabaseAddress, *options: str, log: Path | None = None) -> None:
        """Beside a file lies its log; of another database say where it goes."""
        self.database = database
        self.log = log or Path(str(database)).with_suffix(".log")
        self.process_id = 0
        self.address = ""
        self._options = options
        self._starter: subprocess.Popen[str] | None = None

    @property
    def port(self) -> int:
        """Where it listens; the same at every start, once it has been started."""
        return int(self.address.rpartition(":")[2]) if self.address else 0

    @property
    def logged(self) -> str:
        """What it wrote for its operator, at all its starts."""
        return self.log.read_text() if self.log.exists() else ""

    def start(self) -> None:
        """Start it, and wait until people can come in."""
        database = in_words(self.database)
        options = ["--port", str(self.port), "--database", database, *self._options]
        self._tell(["serve", "--no-open", *options])
        self.process_id = int(self._hear())
        line = self._hear()
        found = re.search(r"http://\S+:\d+", line)
        if not found:
            self.process_id = 0
            raise AssertionError(f"the server said {line!r} and logged {self.logged}")
        self.address = found[0]

    def kill(self) -> None:
        """SIGKILL: as when the power fails."""
        self._end(signal.SIGKILL)

    def stop(self, signal_number: int = signal.SIGTERM) -> int:
        """SIGTERM, as an operator stops it, or another signal. The exit status."""
        return self._end(signal_number)

    def begin_to_stop(self) -> None:
        """SIGTERM, without waiting for what comes of it."""
        os.kill(self.process_id, signal.SIGTERM)

    def wait(self) -> int:
        """Wait for its end; the exit status."""
        self.process_id = 0
        return int(self._hear())

    def fill_its_disk(self) -> None:
        """From now on it can write nothing more."""
        os.kill(self.process_id, FULL)

    def free_its_disk(self) -> None:
        """It can write again."""
        os.kill(self.process_id, FREE)

    @property
    def is_running(self) -> bool:
        """Whether the process still lives."""
        try:
            os.kill(self.process_id, 0)
        except ProcessLookupError:
            return False
        return True

    def close(self) -> None:
        """Kill it if it runs, and start it no more."""
        if self._starter is not None:
            self.kill()
            with self._starter:
                assert self._starter.stdin is not None
                self._starter.stdin.close()

    def _end(self, signal_number: int) -> int:
        if not self.process_id:
            return 0
        os.kill(self.process_id, signal_number)
        return self.wait()

    def _tell(self, arguments: list[str]) -> None:
        if self._starter is None:
            with self.log.open("w") as log:
                self._starter = subprocess.Popen(
                    STARTER,
                    cwd=PROJECT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
        assert self._starter.stdin is not None
        self._starter.stdin.write(json.dumps(arguments) + "\n")
        self._starter.stdin.flush()

    def _hear(self) -> str:
        assert self._starter is not None
        assert self._starter.stdout is not None
        return self._starter.stdout.readline()


@contextmanager
def running(database: DatabaseAddress, *options: str, log: Path | None = None) -> Iterator[Server]:
    """A started server, killed at the end if it still runs. No fault of ours may be logged."""
    server = Server(database, *options, log=log)
    try:
        server.start()
        yield server
    finally:
        server.close()
    assert not FAULT.search(server.logged), server.logged


def wait_until(holds: Callable[[], bool]) -> None:
    """Look again and again until this holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it does not come to hold"
        time.sleep(0.02)


class Visitor:
    """One person's browser, as far as it matters: an identity cookie, requests, sockets."""

    def __init__(self, server: Server, **headers: str) -> None:
        """``headers`` come with everything that this visitor asks for."""
        self.server = server
        self.cookie = ""
        self.headers = headers

    def request(
        self, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], bytes]:
        """GET, or POST of ``body``: status, headers, body. No redirect is followed."""
        request = urllib.request.Request(
            self.server.address + path,
            body,
            {"cookie": self.cookie, **self.headers, **(headers or {})},
        )
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                found = answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as answer:
            with answer:
                found = answer.code, dict(answer.headers), answer.read()
        given = found[1].get("set-cookie", "")
        if given.startswith("openhearts="):  # and not that of the language
            self.cookie = given.partition(";")[0]
        return found

    def open_table(self, **setup: object) -> str:
        """POST /api/tables: the new table's id."""
        status, _, body = self.request("/api/tables", json.dumps(setup).encode())
        assert status == 201, body
        table: str = json.loads(body)["id"]
        return table

    def sit_down(self, table: str) -> Client:
        """A socket at the table."""
        return Client(self, table)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object, **_names: object) -> None:
        return None


class Client:
    """A socket at a table: sends commands, keeps the newest view and all replies."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor = visitor
        self.table = table
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{visitor.server.port}/api/tables/{table}/socket",
                additional_headers={"cookie": visitor.cookie, **visitor.headers},
                open_timeout=PATIENCE,
                max_size=None,
                close_timeout=1,
            )
        )
        self.views: list[View] = []
        self.replies: list[Reply] = []
        self.sent: list[str] = []
        """The commands, as they went over the line."""

    @property
    def view(self) -> View:
        """The newest view."""
        return self.views[-1]

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next update, which is kept as well. Raises TimeoutError."""
        update: dict[str, Any] = json.loads(self.hear(timeout))
        (self.views if update["kind"] == "view" else self.replies).append(update)
        return update

    def hear(self, timeout: float) -> str | bytes:
        """The next message as it comes over the line. Raises TimeoutError."""
        return self._socket.recv(timeout)

    def send_raw(self, message: str | bytes) -> None:
        """Send whatever this is."""
        self._socket.send(message)

    def send(self, kind: str, **fields: object) -> str:
        """Send a command, with the newest view's decision unless another is given; its id."""
        command = {"id": f"c{len(self.sent) + 1}", "kind": kind, **fields}
        if kind not in WITHOUT_DECISION:
            command.setdefault("decision", self.view["decision"])
        self.sent.append(json.dumps(command))
        self.send_raw(self.sent[-1])
        return str(command["id"])

    def reply_to(self, command_id: str | None) -> Reply:
        """Wait for the reply to the command with this id."""
        return self.wait_for(lambda: next((r for r in self.replies if r["id"] == command_id), None))

    def do(self, kind: str, **fields: object) -> Reply:
        """Send a command, and wait for its reply."""
        return self.reply_to(self.send(kind, **fields))

    def see(self, holds: Callable[[View], bool]) -> View:
        """Wait for a view of which this holds."""
        return self.wait_for(lambda: self.view if self.views and holds(self.view) else None)

    def wait_for(self, find: Callable[[], _Found | None]) -> _Found:
        """Receive updates until ``find`` finds something."""
        deadline = time.monotonic() + PATIENCE
        while (found := find()) is None:
            self.receive(max(0.01, deadline - time.monotonic()))
        return found

    def close(self) -> None:
        """Close the socket."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()


def answer(view: View, chance: random.Random) -> tuple[str, dict[str, object]] | None:
    """What a person who plays anything legal would send now: kind and fields; None: nothing."""
    seat = view["seat"]
    if seat not in view["toAct"]:
        return None
    match view["phase"]:
        case "passing":
            return "pass", {"cards": chance.sample(view["hand"], view["passCount"])}
        case "playing":
            return "play", {"card": chance.choice(view["legal"])}
        case "choosing":
            return "choose-moon", {"moon": chance.choice(sorted(view["moonChoices"]))}
        case _:
            return "ready", {}


def play_until(client: Client, ends: Callable[[View], bool], chance: random.Random) -> View:
    """Play anything legal until a view of which ``ends`` holds."""
    play_together([client], ends, chance)
    return client.view


def play_together(
    clients: Sequence[Client], ends: Callable[[View], bool], chance: random.Random
) -> None:
    """Let several people play anything legal until ``ends`` holds of everybody's view."""
    answered: set[tuple[Client, str]] = set()
    deadline = time.monotonic() + PATIENCE
    while not all(client.views and ends(client.view) for client in clients):
        assert time.monotonic() < deadline, "nothing happens any more"
        for client in clients:
            todo = answer(client.view, chance) if client.views else None
            if todo is None or ends(client.view) or (client, client.view["decision"]) in answered:
                with suppress(TimeoutError):
                    client.receive(0.02)
                continue
            decision = client.view["decision"]
            reply = client.do(todo[0], decision=decision, **todo[1])
            if reply.get("code") == "too-many-commands":  # faster than any person
                time.sleep(0.1)
                continue
            assert reply["kind"] == "done", reply
            answered.add((client, decision))
            deadline = time.monotonic() + PATIENCE
