"""Runs the server: finds a port, opens the store, serves until it is told to stop."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress

import uvicorn

from openhearts.server.app import make_app
from openhearts.server.cannot_start import CannotStart
from openhearts.server.connections import Connection, SocketConnection, make_room
from openhearts.server.database import DatabaseUnusable
from openhearts.server.settings import DEFAULT_PORT, Settings
from openhearts.server.site.assets import ClientNotBuilt
from openhearts.server.socket import LARGEST_MESSAGE
from openhearts.server.store import Store, StoreFailed

SECONDS_TO_CLOSE = 3


def serve(settings: Settings, *, open_browser: bool, announce: Callable[[str, int], None]) -> None:
    """Serve until interrupted. ``announce(address, port)`` is called once people can come in.

    Raises CannotStart before anything is served.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    # The server stops in good order, and then this signal is raised once more.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit())
    with listen(settings) as listener, closing(Store(settings.database)) as store:
        port = listener.getsockname()[1]
        address = f"http://{_in_address(settings.host)}:{port}"
        try:
            application = make_app(settings, store)
        except ClientNotBuilt as error:
            raise CannotStart("client-not-built") from error
        except StoreFailed as error:
            raise DatabaseUnusable("database-unreachable", settings.database, str(error)) from error
        config = uvicorn.Config(
            application,
            http=Connection,
            ws=SocketConnection,
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            limit_concurrency=make_room(),
            timeout_graceful_shutdown=SECONDS_TO_CLOSE,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="error",  # what strangers send is no warning to the operator
        )
        server = _AnnouncingServer(config, lambda: _welcome(address, port, announce, open_browser))
        with suppress(KeyboardInterrupt):
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


def listen(settings: Settings) -> socket.socket:
    """A socket on the asked port; instead of a taken default port, on any free one."""
    try:
        return _bind(settings.host, settings.port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise CannotStart(
                "cannot-listen",
                host=settings.host,
                port=settings.port,
                detail=error.strerror or "",
            ) from error
        if settings.port != DEFAULT_PORT:
            raise CannotStart("port-taken", port=settings.port) from error
        return _bind(settings.host, 0)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said in full: asyncio sends small things at once only where it sees that this is TCP, and
    # else a reply right after a view waits for the client's acknowledgement, for 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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
