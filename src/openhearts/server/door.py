"""Who is let in: not whoever comes too often, and nobody who begins something while it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from openhearts.server import limits
from openhearts.server.metrics import Metrics
from openhearts.server.origins import Gate, origin_of, person_of
from openhearts.server.stopping import RESTARTING, SECONDS_TO_RETURN, Stopping

OPENS_A_TABLE = "/tables"
"""What the address of each form that opens a table ends with, whatever its language."""
MAKES_A_KEY = ("/device", "/chairs")
"""What the address of each form that makes a link ends with which is a key."""
IS_A_RECORD = "/record"
UNCOUNTED = ("/static/", "/icons/", "/healthz", "/readyz")
"""The client's own files, which browsers keep, and what machines ask all the time."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why somebody is not let in, and when to come again."""

    status: HTTPStatus
    code: str
    retry_in: int
    """Seconds."""


Answer = Callable[[HTTPConnection, Refused], Awaitable[Response]]


class DoorMiddleware:
    """Answers 429 to what comes too often, 503 to what would begin when the server stops."""

    def __init__(self, app: ASGIApp, stopping: Stopping, metrics: Metrics, answer: Answer) -> None:
        self._app = app
        self._stopping = stopping
        self._metrics = metrics
        self._answer = answer
        every = (limits.TABLES, limits.RECORDS, limits.KEYS, limits.PAGES, limits.SOCKETS)
        self._gates = {limit: Gate(limit) for limit in every}
        self._open: Counter[str] = Counter()
        """How many sockets of each address and of each person are open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            answer = await self._answer(HTTPConnection(scope), refused)
            answer.headers["retry-after"] = str(refused.retry_in)
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            with self._counted(scope):
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refused(self, scope: Scope) -> Refused | None:
        limit = _limit_on(scope)
        if limit is None:
            return None
        begins = limit in (limits.TABLES, limits.SOCKETS)
        if begins and self._stopping.has_begun:
            return Refused(HTTPStatus.SERVICE_UNAVAILABLE, RESTARTING, SECONDS_TO_RETURN)
        wait = self._gates[limit].spend(scope)
        if not wait and limit is limits.SOCKETS and self._has_enough_sockets(scope):
            wait = SECONDS_TO_RETURN
        if not wait:
            return None
        self._metrics.refused.labels(limit.name).inc()
        return Refused(HTTPStatus.TOO_MANY_REQUESTS, f"too-many-{limit.name}", wait)

    def _has_enough_sockets(self, scope: Scope) -> bool:
        origin = origin_of(scope)
        return origin is not None and (
            self._open[origin] >= limits.SOCKETS_OF_AN_ADDRESS
            or self._open[person_of(scope)] >= limits.SOCKETS_OF_A_PERSON
        )

    @contextmanager
    def _counted(self, scope: Scope) -> Iterator[None]:
        holders = [holder for holder in (origin_of(scope), person_of(scope)) if holder]
        self._open.update(holders)
        try:
            yield
        finally:
            for holder in holders:
                self._open[holder] -= 1
                if not self._open[holder]:
                    del self._open[holder]


def _limit_on(scope: Scope) -> limits.Limit | None:
    """The limit that this request counts towards; None if it is not counted."""
    path: str = scope["path"]
    if scope["type"] == "websocket":
        return limits.SOCKETS
    if scope["method"] == "POST" and path.endswith(OPENS_A_TABLE):
        return limits.TABLES
    if scope["method"] == "POST" and path.endswith(MAKES_A_KEY):
        return limits.KEYS
    if path.startswith("/api/tables/") and path.endswith(IS_A_RECORD):
        return limits.RECORDS
    return None if path.startswith(UNCOUNTED) else limits.PAGES
