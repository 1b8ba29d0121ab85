"""Web Push as people meet it: a whole server, and a push service that reads what it is sent."""

from __future__ import annotations

import json
import random
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from openhearts.server.limits import LARGEST_BODY
from openhearts.server.push.encryption import to_text
from openhearts.tables.options import DAY
from openhearts.words.catalogue import Catalogue
from tests.running import PATIENCE, Server, Visitor, play_until, running, wait_until
from tests.server.push.browsers import PushedBrowser
from tests.server.push.service import Pushed, PushService, push_service, write_certificate
from tests.server.push.test_vapid import checked

CONTACT = "mailto:ann@hearts.example"
SLOW = {"clock_seconds": DAY}


def served(
    database: Path, service: PushService, grace: float = 0
) -> AbstractContextManager[Server]:
    """A server that knows this push service."""
    return running(
        database,
        *("--push-services", service.origin),
        *("--push-contact", CONTACT),
        *("--grace", str(grace)),
    )


@pytest.fixture(scope="module", name="always")
def _always() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(name="service")
def _service(always: PushService) -> PushService:
    """The push service of the module, which takes whatever comes until a test says otherwise."""
    always.status, always.headers = 201, {}
    always.may_answer.set()
    return always


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory, always: PushService) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("push") / "games.sqlite3", always) as server:
        yield server


class Person(Visitor):
    """Somebody whose browser may be called, at an address of its own at the push service."""

    count = 0

    def __init__(self, server: Server, service: PushService) -> None:
        super().__init__(server)
        Person.count += 1
        self.keys = PushedBrowser()
        self.path = f"/browser/{Person.count}"
        self.endpoint = service.origin + self.path
        self._service = service

    def push(
        self, method: str, table: str, told: object = None, **headers: str
    ) -> tuple[int, dict[str, Any]]:
        """Ask /api/tables/{id}/push; the status and what is answered."""
        body = told if isinstance(told, bytes | None) else json.dumps(told).encode()
        request = urllib.request.Request(
            f"{self.server.address}/api/tables/{table}/push",
            body,
            {"cookie": self.cookie, **{name.replace("_", "-"): of for name, of in headers.items()}},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as answer:
            with answer:
                text = answer.read()
                return answer.code, json.loads(text) if text.startswith(b"{") else {}

    def asked(self, **changes: object) -> dict[str, object]:
        """What the browser tells of itself."""
        return {
            "endpoint": self.endpoint,
            "publicKey": to_text(self.keys.public),
            "auth": to_text(self.keys.auth),
            "language": "it",
            **changes,
        }

    def calls(self, count: int) -> list[Pushed]:
        """What came for its browser, once there is so much of it."""
        return self._service.wait_for(count, self.path)

    @property
    def is_called(self) -> bool:
        """Whether anything has come for it."""
        return any(pushed.path == self.path for pushed in self._service.pushed)


class SlowTable:
    """Ann and Bob at a table at which each has a day. Bob wants to be called, and has gone."""

    def __init__(self, server: Server, service: PushService) -> None:
        self.ann, self.bob = Visitor(server), Person(server, service)
        self.id = self.ann.open_table(gathers=True, passing="none", options=SLOW)
        self.bob.request("/en/")
        with self.bob.sit_down(self.id) as client:
            client.see(lambda _: True)
            assert client.do("sit", seat=1)["kind"] == "done"
        assert self.bob.push("PUT", self.id, self.bob.asked()) == (204, {})

    def begin(self) -> None:
        """Ann begins the game, and plays until it is Bob's turn."""
        with self.ann.sit_down(self.id) as client:
            client.see(lambda _: True)
            assert client.do("start")["kind"] == "done"
            play_until(client, bobs_turn, random.Random(1))

    def bob_plays(self) -> None:
        """Bob comes, plays his card, and goes."""
        with self.bob.sit_down(self.id) as client:
            play_until(client, lambda view: view["toAct"] != [1], random.Random(2))

    def ann_plays(self) -> None:
        """Ann comes, plays until it is Bob's turn again, and goes."""
        with self.ann.sit_down(self.id) as client:
            play_until(client, bobs_turn, random.Random(3))

    @property
    def browsers(self) -> list[str]:
        """Where Bob is called, as he is told."""
        status, told = self.bob.push("GET", self.id)
        assert status == 200
        found: list[str] = told["browsers"]
        return found


def bobs_turn(view: dict[str, Any]) -> bool:
    return (view["phase"], view["toAct"]) == ("playing", [1])


def look_again(server: Server, service: PushService) -> None:
    """Wait until the server has looked whom to call, at all tables: later ones are called."""
    for _ in range(2):
        later = SlowTable(server, service)
        later.begin()
        later.bob.calls(1)


def test_who_is_away_is_called_when_the_turn_begins_and_told_nothing_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = tmp_path / "push.pem"
    write_certificate(certificate)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with push_service(certificate) as service, served(tmp_path / "t.sqlite3", service) as server:
        table = SlowTable(server, service)
        table.begin()
        (pushed,) = table.bob.calls(1)
        italian = Catalogue.load("it")
        assert json.loads(table.bob.keys.read(pushed.body)) == {
            "table": table.id,
            "language": "it",
            "title": italian.say("table.turn.yours"),
            "body": italian.say("push.waits"),
        }
        claims = checked(pushed.headers["authorization"])
        assert (claims["aud"], claims["sub"]) == (service.origin, CONTACT)
        key = pushed.headers["authorization"].rpartition("k=")[2]
        assert table.bob.push("GET", table.id)[1]["key"] == key
        assert pushed.headers["content-encoding"] == "aes128gcm"
        assert pushed.headers["ttl"] == str(DAY)
        assert pushed.headers["urgency"] == "normal"
        assert 0 < len(pushed.headers["topic"]) <= 32
        assert table.id not in str(pushed.headers), "the push service could look on"
        assert table.id not in server.logged
        look_again(server, service)
        assert len(table.bob.calls(1)) == 1, "once a turn"


def test_each_turn_calls_anew_and_takes_the_earlier_ones_place(
    server: Server, service: PushService
) -> None:
    table = SlowTable(server, service)
    table.begin()
    table.bob.calls(1)
    table.bob_plays()
    table.ann_plays()
    first, second = table.bob.calls(2)
    assert first.headers["topic"] == second.headers["topic"]
    other = SlowTable(server, service)
    other.begin()
    assert other.bob.calls(1)[0].headers["topic"] != first.headers["topic"]


def test_who_is_there_is_not_called_before_they_go(server: Server, service: PushService) -> None:
    table = SlowTable(server, service)
    with table.bob.sit_down(table.id) as client:
        client.see(lambda _: True)
        table.begin()
        client.see(bobs_turn)
        look_again(server, service)
        assert not table.bob.is_called
    table.bob.calls(1)
    look_again(server, service)
    assert len(table.bob.calls(1)) == 1


def test_who_plays_while_there_is_not_called(server: Server, service: PushService) -> None:
    table = SlowTable(server, service)
    with table.bob.sit_down(table.id) as client:
        client.see(lambda _: True)
        table.begin()
        client.see(bobs_turn)
        play_until(client, lambda view: view["toAct"] == [0], random.Random(2))
    look_again(server, service)
    assert not table.bob.is_called


def test_who_has_said_no_more_is_not_called(server: Server, service: PushService) -> None:
    table = SlowTable(server, service)
    assert len(table.browsers) == 1
    no_more = {"endpoint": table.bob.endpoint}
    assert table.bob.push("DELETE", table.id, no_more) == (200, {"elsewhere": False})
    assert table.browsers == []
    table.begin()
    look_again(server, service)
    assert not table.bob.is_called


def test_a_turn_that_began_before_a_restart_is_called_after_it(
    tmp_path: Path, service: PushService
) -> None:
    database = tmp_path / "games.sqlite3"
    with served(database, service, grace=1000) as server:
        table = SlowTable(server, service)
        table.begin()
        server.kill()
    assert not table.bob.is_called
    with served(database, service):
        table.bob.calls(1)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_listens_no_more_is_forgotten(
    server: Server, service: PushService, status: int
) -> None:
    service.status = status
    table = SlowTable(server, service)
    table.begin()
    table.bob.calls(1)
    wait_until(lambda: table.browsers == [])


@pytest.mark.parametrize("status", [429, 503])
def test_what_could_not_be_taken_is_sent_once_more_and_no_more(
    server: Server, service: PushService, status: int
) -> None:
    service.status, service.headers = status, {"retry-after": "0"}
    table = SlowTable(server, service)
    table.begin()
    table.bob.calls(2)
    service.status = 201
    look_again(server, service)
    assert len(table.bob.calls(2)) == 2
    assert "push-not-taken" in server.logged
    assert len(table.browsers) == 1


def test_a_push_service_that_does_not_answer_holds_up_no_table(
    server: Server, service: PushService
) -> None:
    service.may_answer.clear()
    table = SlowTable(server, service)
    table.begin()
    table.bob.calls(1)
    quick = Visitor(server)
    with quick.sit_down(quick.open_table(passing="none", level="beginner")) as client:
        play_until(client, lambda view: view["tricksPlayed"] == 13, random.Random(1))
    table.bob_plays()
    table.ann_plays()
    table.bob.calls(2)
    assert not service.may_answer.is_set()


def test_one_that_is_not_there_does_neither(tmp_path: Path) -> None:
    with push_service() as service:
        pass
    with served(tmp_path / "games.sqlite3", service) as server:
        table = SlowTable(server, service)
        table.begin()
        wait_until(lambda: "push-not-answered" in server.logged)
        table.bob_plays()
        table.ann_plays()


class TestWhoMayAsk:
    """And for what: each refusal has a code, and nothing is kept then."""

    @pytest.fixture
    def table(self, server: Server, service: PushService) -> SlowTable:
        table = SlowTable(server, service)
        table.bob.push("DELETE", table.id, {"endpoint": table.bob.endpoint})
        return table

    @pytest.mark.parametrize(
        "endpoint",
        ["https://evil.example/x", "http://127.0.0.1:1/x", "https://[::1]/x", "", "file:///etc"],
    )
    def test_no_other_service_is_called(self, table: SlowTable, endpoint: str) -> None:
        asked = table.bob.asked(endpoint=endpoint)
        assert table.bob.push("PUT", table.id, asked) == (422, {"code": "push-service-refused"})
        assert table.browsers == []

    @pytest.mark.parametrize(
        "wrong",
        [b"", b"{", b"[]", b"\xff", {"publicKey": "AAAA"}, {"publicKey": "?"}, {"auth": "AAAA"},
         {"auth": 5}, {"endpoint": None}, {"language": "xx"}, {"language": ["it"]}],
    )  # fmt: skip
    def test_nonsense_is_refused(self, table: SlowTable, wrong: Any) -> None:
        asked = wrong if isinstance(wrong, bytes) else table.bob.asked(**wrong)
        assert table.bob.push("PUT", table.id, asked) == (400, {"code": "malformed"})
        assert table.browsers == []

    def test_nor_is_more_taken_than_there_can_be(self, table: SlowTable) -> None:
        asked = table.bob.asked(language="x" * LARGEST_BODY)
        assert table.bob.push("PUT", table.id, asked) == (413, {"code": "too-large"})

    def test_no_page_of_another_site_does_it(self, table: SlowTable) -> None:
        for method in ("PUT", "DELETE", "GET"):
            answered = table.bob.push(
                method, table.id, table.bob.asked(), origin="https://elsewhere.example"
            )
            assert answered == (403, {"code": "foreign-page"})
        assert table.browsers == []

    def test_who_sits_there_not_is_not_called(
        self, table: SlowTable, server: Server, service: PushService
    ) -> None:
        stranger = Person(server, service)
        for place in (table.id, "nowhere"):
            for method in ("PUT", "GET"):
                answered = stranger.push(method, place, stranger.asked())
                assert answered == (404, {"code": "not-called-here"})

    def test_at_a_quick_table_nobody_is(self, server: Server, service: PushService) -> None:
        person = Person(server, service)
        table = person.open_table(options={"clock_seconds": 60})
        answered = person.push("PUT", table, person.asked())
        assert answered == (404, {"code": "not-called-here"})

    def test_nobody_takes_anothers_call_away(
        self, table: SlowTable, server: Server, service: PushService
    ) -> None:
        table.bob.push("PUT", table.id, table.bob.asked())
        Person(server, service).push("DELETE", table.id, {"endpoint": table.bob.endpoint})
        assert len(table.browsers) == 1


def test_without_a_service_it_is_not_offered(tmp_path: Path) -> None:
    options = ("--push-contact", CONTACT, "--push-services", "none")
    with running(tmp_path / "games.sqlite3", *options) as server:
        visitor = Visitor(server)
        table = visitor.open_table(options=SLOW)
        assert visitor.request(f"/api/tables/{table}/push")[0] == 204
        person = Person(server, PushService("https://push.example"))
        assert person.push("PUT", table, person.asked())[0] == 405
