"""Nobody takes more than a share: by address and by person, each time with when to come again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from openhearts.server import limits
from openhearts.server.api import json_answer
from openhearts.server.door import DoorMiddleware, Refused
from openhearts.server.limits import HINTS_OF_A_PERSON, Limit
from openhearts.server.metrics import Metrics
from openhearts.server.origins import origin_of
from openhearts.server.stopping import Stopping
from tests.running import Client, Server, Visitor

FAR = "203.0.113.5"

REQUESTS: dict[str, Scope] = {
    "tables": {"type": "http", "method": "POST", "path": "/api/tables"},
    "tables by a form": {"type": "http", "method": "POST", "path": "/it/tables"},
    "records": {"type": "http", "method": "GET", "path": "/api/tables/abc/record"},
    "keys": {"type": "http", "method": "POST", "path": "/device"},
    "keys of chairs": {"type": "http", "method": "POST", "path": "/t/abc/chairs"},
    "pages": {"type": "http", "method": "GET", "path": "/en/setup"},
    "sockets": {"type": "websocket", "path": "/api/tables/abc/socket"},
}
LIMITS = {
    limit.name: limit
    for limit in (limits.TABLES, limits.RECORDS, limits.KEYS, limits.PAGES, limits.SOCKETS)
}


class House:
    """A door with nothing much behind it; how often somebody got in."""

    def __init__(self) -> None:
        self.inside = 0
        self.leave = asyncio.Event()
        self.leave.set()
        self.door = DoorMiddleware(self._welcome, Stopping(), Metrics(), self._turn_away)

    async def _welcome(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.inside += 1
        await self.leave.wait()

    async def _turn_away(self, asked: HTTPConnection, refused: Refused) -> Response:
        return json_answer(refused.status, {"code": refused.code})

    async def knock(self, request: Scope, address: str = FAR, person: str = "ann") -> list[Message]:
        """Come with this request; what is answered at the door."""
        answered: list[Message] = []

        async def send(message: Message) -> None:
            answered.append(message)

        async def receive() -> Message:
            raise AssertionError("nobody reads at the door")

        scope = {**request, "client": (address, 1), "state": {"person": person}, "headers": []}
        await self.door(scope, receive, send)
        return answered


def counted(request: Scope, who: Callable[[int], tuple[str, str]], times: int) -> int:
    """How many of these visits get in."""

    async def run() -> int:
        house = House()
        for number in range(times):
            await house.knock(request, *who(number))
        return house.inside

    return asyncio.run(run())


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=[*REQUESTS])
@pytest.mark.parametrize(
    "who",
    [lambda n: (FAR, f"person {n}"), lambda n: (f"2001:db8::{n:x}", f"person {n}")],
    ids=["address", "household"],
)
def test_all_behind_one_address_share_one_allowance(
    request_: Scope, who: Callable[[int], tuple[str, str]]
) -> None:
    allowed = limit_of(request_).address.at_once
    assert allowed <= counted(request_, who, allowed + 50) < allowed + 50


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=[*REQUESTS])
def test_one_person_has_an_allowance_wherever_they_come_from(request_: Scope) -> None:
    allowed = limit_of(request_).person.at_once
    found = counted(request_, lambda n: (f"203.0.{n // 250}.{n % 250}", "ann"), allowed + 50)
    assert allowed <= found < allowed + 50


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""])
def test_this_machine_itself_is_not_counted(address: str) -> None:
    times = limits.TABLES.address.at_once + 50
    assert counted(REQUESTS["tables"], lambda _: (address, "ann"), times) == times


@pytest.mark.parametrize("path", ["/static/main.js", "/icons/icon.png", "/healthz", "/readyz"])
def test_files_and_what_machines_ask_all_the_time_are_not_counted(path: str) -> None:
    request = {"type": "http", "method": "GET", "path": path}
    times = limits.PAGES.address.at_once + 50
    assert counted(request, lambda _: (FAR, "ann"), times) == times


def limit_of(request: Scope) -> Limit:
    """The limit that it counts towards."""
    (name,) = [name for name, one in REQUESTS.items() if one is request]
    return LIMITS[name.split()[0]]


def test_addresses_of_ipv4_are_told_apart_on_a_server_of_both_kinds() -> None:
    def origin(address: str) -> str | None:
        return origin_of({"client": (address, 1)})

    assert origin("::ffff:203.0.113.5") == origin("203.0.113.5") == "203.0.113.5"
    assert origin("::ffff:203.0.113.6") != origin("::ffff:203.0.113.5")
    assert origin("2001:db8::1") == origin("2001:db8::2") != origin("2001:db8:0:1::1")


@pytest.mark.parametrize(
    ("most", "who"),
    [
        (limits.SOCKETS_OF_A_PERSON, lambda _: "ann"),
        (limits.SOCKETS_OF_AN_ADDRESS, lambda n: f"person {n}"),
    ],
    ids=["person", "address"],
)
def test_so_many_sockets_may_be_open_and_another_one_when_one_has_gone(
    most: int, who: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = limits.Rate(10_000, 1)
    monkeypatch.setattr(limits, "SOCKETS", Limit("sockets", wide, wide))

    async def run() -> None:
        house = House()
        house.leave.clear()
        visits = [
            asyncio.create_task(house.knock(REQUESTS["sockets"], FAR, who(number)))
            for number in range(most)
        ]
        await asyncio.sleep(0)
        (start, _) = await house.knock(REQUESTS["sockets"], FAR, who(most))
        assert (start["type"], start["status"]) == ("websocket.http.response.start", 429)
        assert house.inside == most
        house.leave.set()
        await asyncio.gather(*visits)
        assert await house.knock(REQUESTS["sockets"], FAR, who(most)) == []

    asyncio.run(run())


class TestOnARealServer:
    """What a client gets, in words for people and for programs."""

    def test_a_form_is_answered_with_a_page(self, server: Server) -> None:
        visitor, school = Visitor(server), {"x-forwarded-for": "203.0.113.20"}
        form = {"content-type": "application/x-www-form-urlencoded", **school}
        visitor.request("/en/", None, school)
        answers = [
            visitor.request("/en/tables", b"preset=standard", form)
            for _ in range(limits.TABLES.person.at_once + 2)
        ]
        status, headers, body = answers[-1]
        assert (status, headers["content-type"]) == (429, "text/html; charset=utf-8")
        assert int(headers["retry-after"]) > 0
        assert "That was too much at once" in body.decode()

    def test_a_socket_is_refused_before_it_is_one(self, server: Server) -> None:
        visitor = through_a_proxy(server, "203.0.113.21")
        table = visitor.open_table()
        with ExitStack() as tabs:
            for _ in range(limits.SOCKETS_OF_A_PERSON):
                tabs.enter_context(visitor.sit_down(table))
            with pytest.raises(InvalidStatus) as refused:
                visitor.sit_down(table)
        answer = refused.value.response
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")
        assert json.loads(answer.body or b"") == {"code": "too-many-sockets", "retryIn": 5}
        assert server.logged == ""

    def test_commands_are_counted_over_all_sockets_of_a_person(self, server: Server) -> None:
        visitor = through_a_proxy(server, "203.0.113.22")
        table = visitor.open_table()
        codes: list[Any] = []
        for _ in range(4):
            with visitor.sit_down(table) as client:
                client.see(lambda _: True)
                codes += [client.do("leave") for _ in range(30)]
        refused = [reply for reply in codes if reply.get("code") == "too-many-commands"]
        assert refused
        assert all(reply["facts"]["retryIn"] >= 1 for reply in refused)

    def test_a_flood_on_one_socket_is_told_when_to_go_on(self, client: Client) -> None:
        for _ in range(limits.COMMANDS_OF_A_SOCKET.at_once + 20):
            client.send_raw('{"kind": "leave", "id": "x"}')
        client.send_raw('{"kind": "leave", "id": "last"}')
        reply = client.reply_to("last")
        assert (reply["code"], reply["facts"]) == ("too-many-commands", {"retryIn": 1})

    def test_hints_too(self, client: Client) -> None:
        replies = [client.do("ask-hint") for _ in range(HINTS_OF_A_PERSON.at_once + 3)]
        refused = [reply for reply in replies if reply.get("code") == "too-many-commands"]
        assert all(1 <= reply["facts"]["retryIn"] <= 2 for reply in refused)


def through_a_proxy(server: Server, address: str) -> Visitor:
    """A person who comes through a proxy on this machine."""
    return Visitor(server, **{"x-forwarded-for": address})
