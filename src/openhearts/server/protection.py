"""Headers that keep a page to itself: no foreign or inline script, no frames, no sniffing."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

KEYS = ("/device", "/chair/")
"""What the addresses begin with that are keys, or whose pages show some."""
MAKES_KEYS = "/chairs"
"""What the address of a table's page ends with that shows some."""

_OF_KEYS = {"referrer-policy": "strict-origin", "cache-control": "no-store"}
"""No other page learns such an address, no cache keeps what is there. The site's name may be told:
older browsers would else send forms as if they came from nowhere, and nobody could use the key."""

_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class ProtectionMiddleware:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_protected(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                path: str = scope["path"]
                if path.startswith(KEYS) or path.endswith(MAKES_KEYS):
                    headers.update(_OF_KEYS)
            await send(message)

        await self._app(scope, receive, send_protected if scope["type"] == "http" else send)
