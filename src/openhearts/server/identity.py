"""Who is who, without a sign-up: a random identity in a signed cookie."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "openhearts"
SECONDS_KEPT = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""


class Identities:
    """Reads and writes identities that nobody else can make up."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """Reads what was signed with any of the keys, and signs with the last."""
        self._signer = Signer(keys, salt="openhearts.identity", digest_method=sha256)

    def fresh(self) -> str:
        """An identity that nobody has yet."""
        return secrets.token_urlsafe(16)

    def sign(self, person: str) -> str:
        """The cookie's value for this person."""
        return self._signer.sign(person).decode()

    def read(self, cookie: str) -> str | None:
        """The person whose cookie this is; None if we never wrote it."""
        try:
            return self._signer.unsign(cookie).decode()
        except BadSignature:
            return None


class IdentityMiddleware:
    """Puts the visitor's identity into ``scope["state"]["person"]``, and gives one who has none.

    A socket gets no cookie: it was opened by a page that had its chance to. Nor does what
    anybody may keep and hand on.
    """

    def __init__(self, app: ASGIApp, identities: Identities) -> None:
        self._app = app
        self._identities = identities

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        known = self._identities.read(_cookie(scope["headers"]))
        person = known or self._identities.fresh()
        scope.setdefault("state", {})["person"] = person

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and not _is_public(message):
                secure = "; Secure" if scope["scheme"] == "https" else ""
                MutableHeaders(scope=message).append(
                    "set-cookie",
                    f"{COOKIE}={self._identities.sign(person)}; Path=/; HttpOnly; SameSite=Lax; "
                    f"Max-Age={SECONDS_KEPT}{secure}",
                )
            await send(message)

        gives = scope["type"] == "http" and not known
        await self._app(scope, receive, send_with_cookie if gives else send)


def _is_public(answer: Message) -> bool:
    """Whether caches on the way may keep it for everybody."""
    return "public" in Headers(raw=answer["headers"]).get("cache-control", "")


def _cookie(headers: list[tuple[bytes, bytes]]) -> str:
    found: Mapping[bytes, bytes] = dict(headers)
    return cookie_parser(found.get(b"cookie", b"").decode("latin-1")).get(COOKIE, "")
