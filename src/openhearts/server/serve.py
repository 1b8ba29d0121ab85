"""Runs the server: finds a port, opens the store, serves until it is told to stop."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from openhearts.server.app import make_app
from openhearts.server.settings import DEFAULT_PORT, Settings
from openhearts.server.socket import LARGEST_MESSAGE
from openhearts.server.store import Store

SECONDS_TO_CLOSE = 3


class PortTaken(Exception):
    """Something else listens on the port that was asked for."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken")
        self.port = port


def serve(settings: Settings, *, open_browser: bool, announce: Callable[[str, int], None]) -> None:
    """Serve until interrupted. ``announce(address, port)`` is called once people can come in.

    Raises PortTaken, or DatabaseUnusable before anything is served.
    """
    listener = _listen(settings)
    with listener:
        port = listener.getsockname()[1]
        address = f"http://{_in_address(settings.host)}:{port}"
        application = make_app(settings, Store(settings.database))
        config = uvicorn.Config(
            application,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=SECONDS_TO_CLOSE,
            server_header=False,
            log_level="warning",
        )
        server = _AnnouncingServer(config, lambda: _welcome(address, port, announce, open_browser))
        server.run(sockets=[listener])


class _AnnouncingServer(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_start()


def _listen(settings: Settings) -> socket.socket:
    """A socket on the asked port; instead of a taken default port, on any free one."""
    try:
        return _bind(settings.host, settings.port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        if settings.port != DEFAULT_PORT:
            raise PortTaken(settings.port) from error
        return _bind(settings.host, 0)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def _in_address(host: str) -> str:
    """The host as an address says it; a server on every interface is reached at this machine."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _welcome(
    address: str, port: int, announce: Callable[[str, int], None], open_browser: bool
) -> None:
    announce(address, port)
    if open_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser would get a window; a browser in the terminal is not wanted."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
