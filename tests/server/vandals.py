"""Vandals: they send nonsense to a real server, and write down whatever it should not have said."""

from __future__ import annotations

import gzip
import random
import re
import select
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import h11
import hypothesis
import msgspec
import requests
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode, openapi
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed

from openhearts.server.limits import COMMANDS_OF_A_SOCKET, LARGEST_MESSAGE
from openhearts.tables.messages import AnyUpdate, Rejected
from tests.running import PATIENCE, PROJECT, Client, Server, Visitor, play_until
from tests.server import described, nonsense
from tests.server.nonsense import MINE, NOW, Message

TELLS = re.compile(rf"Traceback \(|site-packages|{re.escape(str(PROJECT))}|\.py[\"':]")
"""What only a program's own people should read."""

MOST_AT_ONCE = COMMANDS_OF_A_SOCKET.at_once
"""Messages that a socket takes without a pause."""

LINES = 20
"""Raw requests that are under way together."""

SECONDS_TO_ANSWER = 0.3
"""After this a line on which more could be said is told that nothing more comes."""

CLOSED_FOR = {1002, 1007, 1009}
"""What a socket may be closed for: no protocol, no text, too large."""

HANDSHAKE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
    "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

THROWING = settings(
    phases=(Phase.generate,),
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
"""Nothing is looked for here by hypothesis: what is found is written down, and all is sent once."""

CONVERSATIONS = 25
"""Over so many sockets the vandals stay at the same tables."""

_STATUS = re.compile(rb"^HTTP/1\.[01] ([0-9]{3})", re.MULTILINE)
_decode = msgspec.json.Decoder(AnyUpdate).decode


class Vandals:
    """Several of them, at tables of their own and at those of others."""

    def __init__(self, server: Server, others: Sequence[str], chance: random.Random) -> None:
        """``others`` are tables at which people play who want to be left alone."""
        self.sent: Counter[str] = Counter()
        """By kind of message."""
        self.answers: Counter[str] = Counter()
        """By the kind, code or status of the answer."""
        self.refused = 0
        """Messages that came too often: these alone met a limit before anything else."""
        self.faults: list[str] = []
        self._server = server
        self._others = others
        self._chance = chance
        self._conversations = 0
        self._requests = requests.Session()
        self._requests.trust_env = False
        self._requests.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self.open_tables()
        self.real = self._played()

    def open_tables(self) -> None:
        """Sit down at other tables than before, alone and together."""
        self._visitors = [Visitor(self._server) for _ in range(3)]
        for visitor in self._visitors:
            visitor.request("/")
        first, second, third = self._visitors
        moon, seats = self._chance.choice(("choice", "add")), self._chance.choice((3, 4, 5, 6))
        self._alone = first.open_table(passing="none", moon=moon, target=1, seats=seats)
        self._together = second.open_table(passing="always-left", options={"clock_seconds": 15})
        self._gathering = third.open_table(gathers=True, options={"listed": True})
        for visitor in self._visitors:
            for table in (self._together, self._gathering):
                with visitor.sit_down(table) as client:
                    seat = self._visitors.index(visitor)
                    assert client.do("sit", seat=seat)["kind"] in ("done", "rejected")

    @property
    def total(self) -> int:
        """All messages that were sent."""
        return sum(self.sent.values())

    def _played(self) -> list[str]:
        """Commands of a real game."""
        with self._visitors[0].sit_down(self._alone) as client:
            play_until(client, lambda view: view["tricksPlayed"] == 2, self._chance)
            for kind in ("ask-hint", "take-back", "rematch", "replay", "forget-name", "leave"):
                client.do(kind)
            client.do("rename", name="Eve")
            client.do("give-hash", hash="0f" * 32)
            return client.sent

    # -- over sockets

    def converse(self, messages: Sequence[Message]) -> None:
        """Send these over one socket, at some table as somebody, and hear an answer to each."""
        self._conversations += 1
        if not self._conversations % CONVERSATIONS:
            self.open_tables()
        visitor = self._chance.choice((*self._visitors, Visitor(self._server)))
        own = (self._alone, self._together, self._gathering)
        table = self._chance.choice((*own, *own, *self._others))
        sent: list[Message] = []
        try:
            with visitor.sit_down(table) as client:
                client.see(lambda _: True)
                with suppress(ConnectionClosed):
                    for message in messages:
                        sent.append(filled_in(message, client))
                        client.send_raw(sent[-1])
                self._hear(client, sent)
        except (TimeoutError, OSError) as error:
            self.faults.append(f"{error!r} after {sent!r}")
        self.sent["messages"] += len(sent)

    def _hear(self, client: Client, sent: Sequence[Message]) -> None:
        try:
            client.wait_for(lambda: len(client.replies) >= len(sent) or None)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
            self.answers[f"closed {code}"] += 1
            # Of what is too large the server reads no more, and then its farewell may be lost.
            if code not in CLOSED_FOR and (code or not any(map(is_too_large, sent))):
                self.faults.append(f"closed with {code} after {sent!r}")
        for update in (*client.views, *client.replies):
            text = msgspec.json.encode(update).decode()
            self._look_at(text, f"an answer to {sent!r}")
            told = _decode(text)
            if not isinstance(told, Rejected):
                self.answers[update["kind"]] += 1
                continue
            self.answers[told.code] += 1
            self.refused += told.code == "too-many-commands"
            if told.code == "server-fault":
                message = sent[client.replies.index(update)]
                self.faults.append(f"a fault of the server's, for {message!r}")

    # -- over HTTP

    def describe(self, folder: Path) -> Sequence[tuple[str, str]]:
        """Learn which addresses there are; their methods, and they with what is known in them.

        ``folder`` is an empty one.
        """
        known = {
            "table_id": [self._alone, self._together, self._gathering, *self._others, "x" * 12],
            "token": ["x" * 22, "0"],
            "preset": ["standard", "x"],
            "path": ["x.js", "..%2f..%2fetc%2fpasswd"],
        }
        routes = described.routes(folder)
        self._openapi = described.openapi(routes, known)
        return [
            *described.addresses(routes, known),
            *(("GET", f"/api/tables/{table}/socket") for table in known["table_id"]),
        ]

    def cases(self) -> st.SearchStrategy[Case[Any]]:
        """Requests that fit the description, and requests that nearly do."""
        found = openapi.from_dict(self._openapi).get_all_operations()
        operations = [each.ok() for each in found if isinstance(each, Ok)]
        return st.one_of([o.as_strategy(mode) for o in operations for mode in GenerationMode])

    def ask(self, case: Case[Any]) -> None:
        """Send one of these."""
        asked = case.as_transport_kwargs(base_url=self._server.address)
        asked["headers"] = {**asked["headers"], **self._borrowed_headers()}
        try:
            answer = self._requests.request(**asked, allow_redirects=False, timeout=PATIENCE)
        except (UnicodeError, ValueError):
            return  # requests itself wants nothing to do with it
        except requests.RequestException as error:
            if not isinstance(error, requests.exceptions.ConnectionError):
                self.faults.append(f"{error!r} after {asked!r}")
                return
            self.answers["none"] += 1
        else:
            self._count(answer.status_code, f"{asked!r}")
            self._look_at(answer.text + str(answer.headers), f"{asked!r}")
        self.sent["described requests"] += 1

    def _borrowed_headers(self) -> Mapping[str, str]:
        """Some come from far away; some have a cookie of their own."""
        somebody = self._chance.choice(self._visitors)
        headers = {"cookie": somebody.cookie} if self._chance.random() < 0.5 else {}
        if self._chance.random() < 0.3:
            headers["x-forwarded-for"] = f"203.0.113.{self._chance.randrange(256)}"
        return headers

    def write(self, requests: Sequence[bytes]) -> None:
        """Send these to the server's port, each over a line of its own."""
        self._exchange("raw requests", requests)

    def write_frames(self, frames: Sequence[bytes]) -> None:
        """Send these after a handshake, at others' tables."""
        table = self._chance.choice((*self._others, self._gathering))
        handshake = HANDSHAKE.format(table=table).encode()
        self._exchange("raw frames", [handshake + frame for frame in frames])

    def _exchange(self, kind: str, texts: Sequence[bytes]) -> None:
        with ExitStack() as lines:
            open_lines = {}
            for text in texts:
                line = lines.enter_context(
                    socket.create_connection(("127.0.0.1", self._server.port), PATIENCE)
                )
                with suppress(ConnectionError):  # refused before all was said
                    line.sendall(text)
                open_lines[line] = text
            self.sent[kind] += len(texts)
            for line, heard in all_heard(open_lines):
                statuses = _STATUS.findall(heard)
                for status in statuses:
                    self._count(int(status), f"{open_lines[line]!r}")
                self.answers["none"] += not statuses
                self._look_at(in_words(heard), f"{open_lines[line]!r}")

    # -- what may not be

    def _count(self, status: int, asked: str) -> None:
        self.answers[str(status)] += 1
        self.refused += status == 429
        if status >= 500:
            self.faults.append(f"{status} to {asked}")

    def _look_at(self, text: str, why: str) -> None:
        if told := TELLS.search(text):
            around = text[max(0, told.start() - 80) : told.end() + 80]
            self.faults.append(f"told {around!r} to {why}")


def filled_in(message: Message, client: Client) -> Message:
    """The message, as somebody would send it who has seen the newest view."""
    if isinstance(message, bytes):
        return message
    mine = next(iter(client.view["legal"] or client.view["hand"]), "Qs")
    return message.replace(NOW, client.view["decision"]).replace(MINE, mine)


def is_too_large(message: Message) -> bool:
    """Whether a socket is closed for it."""
    return len(message) > LARGEST_MESSAGE


def all_heard(lines: Mapping[socket.socket, bytes]) -> Iterator[tuple[socket.socket, bytes]]:
    """What comes over each of these lines, on which this was said, until it ends. A line that need
    not end by itself is told after a moment that nothing more comes from here."""
    heard = {line: bytearray() for line in lines}
    endless = {line for line, text in lines.items() if not is_whole(text)}
    waits, told = {*lines}, set[socket.socket]()
    begun = time.monotonic()
    while waits:
        assert time.monotonic() < begun + PATIENCE, f"{len(waits)} lines do not end"
        ready, _, _ = select.select(waits, (), (), 0.05)
        for line in ready:
            piece = b""
            with suppress(ConnectionError):
                piece = line.recv(1 << 16)
            heard[line] += piece
            if not piece:
                waits.discard(line)
        if time.monotonic() > begun + SECONDS_TO_ANSWER:
            for line in waits - told:
                if line in endless or heard[line]:
                    told.add(line)
                    with suppress(OSError):
                        line.shutdown(socket.SHUT_WR)
    yield from ((line, bytes(body)) for line, body in heard.items())


def is_whole(text: bytes) -> bool:
    """Whether the server answers to this by itself, be it that this is no HTTP."""
    parser = h11.Connection(h11.SERVER)
    parser.receive_data(text)
    try:
        while (event := parser.next_event()) is not h11.NEED_DATA:
            if isinstance(event, h11.Request) and b"upgrade" in dict(event.headers):
                return False
            if isinstance(event, h11.EndOfMessage):
                return True
    except h11.RemoteProtocolError:
        return True
    return False


def in_words(answer: bytes) -> str:
    """An answer as text, whatever it is; the body also unpacked."""
    _, _, body = answer.partition(b"\r\n\r\n")
    with suppress(OSError, EOFError):
        answer += gzip.decompress(body)
    return answer.decode("latin-1")


def attack(vandals: Vandals, messages: int, seed: int, folder: Path) -> None:
    """Send at least so many messages of all kinds. ``folder`` is an empty one."""

    def throw(what: st.SearchStrategy[Any], send: Callable[[Any], None], times: int) -> None:
        @hypothesis.seed(seed)
        @settings(THROWING, max_examples=max(1, times))
        @given(what)
        def thrown(drawn: Any) -> None:
            send(drawn)

        thrown()

    addresses = vandals.describe(folder)
    requests = st.lists(nonsense.requests(addresses), min_size=LINES, max_size=LINES)
    frames = st.lists(nonsense.frames(), min_size=LINES, max_size=LINES)
    talk = st.lists(nonsense.messages(vandals.real), min_size=MOST_AT_ONCE, max_size=MOST_AT_ONCE)
    ended = st.builds(lambda talk, end: [*talk[:9], end, *talk[9:12]], talk, nonsense.too_large())
    throw(talk, vandals.converse, messages * 55 // 100 // MOST_AT_ONCE)
    throw(ended, vandals.converse, messages * 2 // 100 // 10)
    throw(vandals.cases(), vandals.ask, messages * 5 // 100)
    throw(requests, vandals.write, messages * 33 // 100 // LINES)
    throw(frames, vandals.write_frames, messages * 4 // 100 // LINES)
    while vandals.total < messages:
        throw(requests, vandals.write, 1)
