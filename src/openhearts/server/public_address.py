"""How people reach the site, where the server itself cannot know: behind a proxy, for example."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send


class PublicAddressMiddleware:
    """Answers every request as one to this address: links, cookies and the check of where a form
    comes from are then right, whatever stands between the person and the server."""

    def __init__(self, app: ASGIApp, address: str | None) -> None:
        """``address`` as settings.public_address_of gives it; with None nothing is changed."""
        self._app = app
        parts = urlsplit(address or "")
        self._host = parts.netloc.encode()
        self._is_secure = parts.scheme == "https"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if self._host and scope["type"] in ("http", "websocket"):
            scheme = "http" if scope["type"] == "http" else "ws"
            headers = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope = {
                **scope,
                "scheme": f"{scheme}s" if self._is_secure else scheme,
                "headers": [*headers, (b"host", self._host)],
            }
        await self._app(scope, receive, send)
