"""A proxy that the operator forgot to name is noticed: without it the limits do not work."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from openhearts.server.incidents import warn


class UnnamedProxyMiddleware:
    """Tells once of a neighbour that speaks for others, where no proxy was named."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if not self._told and any(
            name == b"x-forwarded-for" for name, _ in scope.get("headers", ())
        ):
            peer = (scope.get("client") or ("",))[0]
            if _is_near(peer):  # strangers can write down anything
                self._told = True
                warn("proxy-not-named", peer=peer)
        await self._app(scope, receive, send)


def _is_near(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return False
