"""Who is who, without a sign-up: a random identity in a signed cookie."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openhearts.server.store import StoreFailed

COOKIE = "openhearts"
SECONDS_KEPT = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""
SECONDS_FRESH = 24 * 3600
"""Then it is given anew: it ends SECONDS_KEPT after the last visit, not after the first."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whom a cookie names."""

    person: str
    is_fresh: bool
    """Whether the cookie was given lately."""


class Identities:
    """Reads and writes identities that nobody else can make up."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """Reads what was signed with any of the keys, and signs with the last."""
        self._signer = TimestampSigner(keys, salt="openhearts.identity", digest_method=sha256)

    def fresh(self) -> str:
        """An identity that nobody has yet."""
        return secrets.token_urlsafe(16)

    def sign(self, person: str) -> str:
        """The cookie's value for this person, from now on."""
        return self._signer.sign(person).decode()

    def read(self, cookie: str) -> Visitor | None:
        """The person whose cookie this is; None if we never wrote it, or too long ago."""
        try:
            person, given = self._signer.unsign(cookie, SECONDS_KEPT, return_timestamp=True)
        except BadSignature:
            return None
        return Visitor(person.decode(), time.time() - given.timestamp() < SECONDS_FRESH)


class IdentityMiddleware:
    """Puts who asks into ``scope["state"]``: ``visitor`` is the browser's own identity, ``person``
    who acts here. Gives an identity to a visitor who has none, or has become another.

    A socket gets no cookie: it was opened by a page that had its chance to. Nor does what
    anybody may keep and hand on, or what only machines ask for.
    """

    def __init__(
        self, app: ASGIApp, identities: Identities, see: Callable[[str], Awaitable[None]]
    ) -> None:
        """``see`` notes that somebody came back; it may raise StoreFailed."""
        self._app = app
        self._identities = identities
        self._see = see

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        known = self._identities.read(_cookie(scope["headers"]))
        came_as = known.person if known else self._identities.fresh()
        state = scope.setdefault("state", {})
        state["visitor"] = state["person"] = came_as

        given = False

        async def send_with_cookie(message: Message) -> None:
            nonlocal given
            is_due = not (known and known.is_fresh) or state["visitor"] != came_as
            if is_due and message["type"] == "http.response.start" and _may_carry_a_cookie(message):
                signed = self._identities.sign(state["visitor"])
                secure = "; Secure" if scope["scheme"] == "https" else ""
                MutableHeaders(scope=message).append(
                    "set-cookie",
                    f"{COOKIE}={signed}; Path=/; HttpOnly; SameSite=Lax; "
                    f"Max-Age={SECONDS_KEPT}{secure}",
                )
                given = True
            await send(message)

        await self._app(scope, receive, send_with_cookie if scope["type"] == "http" else send)
        if given and known:
            with contextlib.suppress(StoreFailed):  # then on another day
                await self._see(state["visitor"])


def _may_carry_a_cookie(answer: Message) -> bool:
    """Not if caches on the way may keep it for everybody, nor if nobody may keep it at all."""
    kept = Headers(raw=answer["headers"]).get("cache-control", "")
    return "public" not in kept and "no-store" not in kept


def _cookie(headers: list[tuple[bytes, bytes]]) -> str:
    found: Mapping[bytes, bytes] = dict(headers)
    return cookie_parser(found.get(b"cookie", b"").decode("latin-1")).get(COOKIE, "")
