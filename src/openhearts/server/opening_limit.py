"""How many tables may be opened from one address, so that nobody fills the house alone."""

from __future__ import annotations

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from openhearts.server.origins import OriginAllowances

TABLES_AT_ONCE = 60.0
"""A school's whole class, behind one address, may begin together."""
TABLES_A_SECOND = 0.5

DOORS = "/tables"
"""What the address of each form that opens a table ends with, whatever its language."""


class OpeningLimitMiddleware:
    """Answers 429 to an address that opens too many tables; this machine's own is not counted."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._allowances = OriginAllowances(TABLES_AT_ONCE, TABLES_A_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        opens = (
            scope["type"] == "http" and scope["method"] == "POST" and scope["path"].endswith(DOORS)
        )
        if not opens or self._allowances.spend(scope):
            await self._app(scope, receive, send)
            return
        wait = str(self._allowances.seconds_for_one)
        answer = JSONResponse({"code": "too-many-tables"}, 429, {"retry-after": wait})
        await answer(scope, receive, send)
