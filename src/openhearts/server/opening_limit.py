"""How many tables may be opened from one address, so that nobody fills the house alone."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from openhearts.server.allowance import Allowance

TABLES_AT_ONCE = 60.0
"""A school's whole class, behind one address, may begin together."""
TABLES_A_SECOND = 0.5
MOST_ADDRESSES = 10_000
IPV6_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household shares: the rest it chooses at will."""

DOORS = "/tables"
"""What the address of each form that opens a table ends with, whatever its language."""


class OpeningLimitMiddleware:
    """Answers 429 to an address that opens too many tables; this machine's own is not counted."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._allowances: dict[str, Allowance] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        opens = (
            scope["type"] == "http" and scope["method"] == "POST" and scope["path"].endswith(DOORS)
        )
        if not opens or self._may_open(_origin(scope)):
            await self._app(scope, receive, send)
            return
        wait = str(round(1 / TABLES_A_SECOND))
        answer = JSONResponse({"code": "too-many-tables"}, 429, {"retry-after": wait})
        await answer(scope, receive, send)

    def _may_open(self, origin: str | None) -> bool:
        if origin is None:
            return True
        if origin not in self._allowances:
            self._forget()
            self._allowances[origin] = Allowance(TABLES_AT_ONCE, TABLES_A_SECOND)
        return self._allowances[origin].spend()

    def _forget(self) -> None:
        """Make room for one more address."""
        if len(self._allowances) >= MOST_ADDRESSES:
            used = {who: left for who, left in self._allowances.items() if not left.is_full}
            self._allowances = used if len(used) < MOST_ADDRESSES else {}


def _origin(scope: Scope) -> str | None:
    """Where the request comes from, as far as it is counted; None for this machine itself."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host or None
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, IPV6_HOUSEHOLD), strict=False))
    return str(address)
