"""Pages and the client's files travel compressed."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

LEAST = 1024
"""In bytes; what is smaller fits one packet anyway."""


class CompressionMiddleware:
    """Compresses what is read; answers to programs, which may hold secrets, stay as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressed = GZipMiddleware(app, minimum_size=LEAST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        is_read = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (self._compressed if is_read else self._plain)(scope, receive, send)
