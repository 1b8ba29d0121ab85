"""Chairs: private links, each to one person's seat at one table, on any device, every time.

A chair is a person's at its table only. The browser that sits down in it keeps the link's token in
a cookie of that table, beside its own identity: it is somebody else at all other places.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from openhearts.server import schema
from openhearts.server.incidents import report
from openhearts.server.secret_links import digest, fresh_token
from openhearts.server.store import Store, StoreFailed

COOKIE = "openhearts-chair"
PLACES = ("/t/", "/api/tables/")
"""What the addresses of everything begin with that belongs to a table; its id comes next."""

_AT_A_TABLE = re.compile(r"/(?:t|api/tables)/([^/]+)(?:/|$)")

_chairs = schema.chairs.c


@dataclass(frozen=True, slots=True)
class Looks:
    """How the table looks and speaks to whoever sits in a chair."""

    language: str
    text: str
    """"usual", or "large"."""
    cards: str
    deck: str
    """Both as the table's own settings call them."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Whose chair it is, and where it stands."""

    table_id: str
    person: str
    keeper: str
    """The identity of who made it, and may change it as its person may."""
    seat: int
    """Where it stands if its person has no seat."""
    looks: Looks

    @property
    def handle(self) -> str:
        """Names the chair to those who may change it."""
        return digest(self.person)[:16]


class Chairs:
    """Makes chairs and finds them. Every method raises StoreFailed where the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, chair: Chair) -> str:
        """The token of the chair's link; an earlier link to it ends, and with it every device that
        sits there by it."""
        token = fresh_token()
        row = {
            "table_id": chair.table_id,
            "person_id": chair.person,
            "token_hash": digest(token),
            "keeper_id": chair.keeper,
            "seat": chair.seat,
            "made_at": time.time_ns() // 1_000_000,
            **asdict(chair.looks),
        }

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.chairs).where(_is(chair.table_id, chair.person)))
            connection.execute(insert(schema.chairs), [row])

        await self._store.write(chair.table_id, work)
        return token

    async def change(self, chair: Chair) -> None:
        """Give the chair these looks; its link stays."""
        which = _is(chair.table_id, chair.person)
        statement = update(schema.chairs).where(which).values(asdict(chair.looks))
        await self._store.write(chair.table_id, lambda connection: connection.execute(statement))

    async def remove(self, chair: Chair) -> None:
        """Take the chair away; its person keeps the seat."""
        statement = delete(schema.chairs).where(_is(chair.table_id, chair.person))
        await self._store.write(chair.table_id, lambda connection: connection.execute(statement))

    async def at_table(self, table_id: str) -> list[Chair]:
        """All chairs of a table, oldest first."""
        return await self._found(_chairs.table_id == table_id)

    async def behind(self, token: str) -> Chair | None:
        """The chair that a link leads to; None if there is none any more."""
        found = await self._found(_chairs.token_hash == digest(token))
        return found[0] if found else None

    async def _found(self, which: ColumnElement[bool]) -> list[Chair]:
        query = select(schema.chairs).where(which).order_by(_chairs.made_at)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [
            Chair(
                table_id=row.table_id,
                person=row.person_id,
                keeper=row.keeper_id,
                seat=row.seat,
                looks=Looks(row.language, row.text, row.cards, row.deck),
            )
            for row in rows
        ]


def _is(table_id: str, person: str) -> ColumnElement[bool]:
    return and_(_chairs.table_id == table_id, _chairs.person_id == person)


def sit_down(response: Response, table_id: str, token: str, *, seconds: int, secure: bool) -> None:
    """Have the browser keep the chair's token at its table."""
    for place in PLACES:
        response.set_cookie(
            COOKIE,
            token,
            max_age=seconds,
            path=place + table_id,
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def get_up(response: Response, table_id: str) -> None:
    """Have the browser forget it."""
    for place in PLACES:
        response.delete_cookie(COOKIE, path=place + table_id)


class ChairMiddleware:
    """Who sits in a chair is its person at the chair's table: ``scope["state"]["person"]``, and
    the chair is ``scope["state"]["chair"]``."""

    def __init__(self, app: ASGIApp, behind: Callable[[str], Awaitable[Chair | None]]) -> None:
        """``behind`` finds the chair of a token; it may raise StoreFailed."""
        self._app = app
        self._behind = behind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        token, table = _token_and_table(scope)
        if token and table:
            try:
                chair = await self._behind(token)
            except StoreFailed as failure:
                # Not as somebody else: who is asked again comes again.
                report("chair-not-found", failure, table=table)
                await _unavailable(scope, receive, send)
                return
            if chair is not None and chair.table_id == table:
                scope["state"] |= {"person": chair.person, "chair": chair}
        await self._app(scope, receive, send)


def _token_and_table(scope: Scope) -> tuple[str, str]:
    """The token that this browser keeps for the table whose address this is."""
    if scope["type"] not in ("http", "websocket"):
        return "", ""
    found = _AT_A_TABLE.match(scope["path"])
    if found is None:
        return "", ""
    cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    return cookie_parser(cookies).get(COOKIE, ""), found[1]


async def _unavailable(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})  # before the handshake: the client tries again
    else:
        await Response(status_code=503, headers={"retry-after": "10"})(scope, receive, send)
