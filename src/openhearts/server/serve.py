"""Runs the server: finds a port, opens the store, serves until it is told to stop."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from ipaddress import ip_network

import uvicorn

from openhearts.server.app import make_app
from openhearts.server.cannot_start import CannotStart
from openhearts.server.collecting import collect_briefly
from openhearts.server.connections import Connection, SocketConnection, make_room
from openhearts.server.database import DatabaseUnusable
from openhearts.server.incidents import note
from openhearts.server.limits import LARGEST_HEAD, LARGEST_MESSAGE
from openhearts.server.logs import configure
from openhearts.server.metrics import VERSION, Metrics
from openhearts.server.metrics_listener import MetricsListener
from openhearts.server.settings import DEFAULT_PORT, Settings
from openhearts.server.site.assets import ClientNotBuilt
from openhearts.server.stopping import Stopping
from openhearts.server.store import Store, StoreFailed

SECONDS_TO_CLOSE = 3
"""For what is under way when all commands have their answers: pages, and the sockets' farewell."""


def serve(settings: Settings, *, open_browser: bool, announce: Callable[[str, int], None]) -> None:
    """Serve until interrupted. ``announce(address, port)`` is called once people can come in.

    Raises CannotStart before anything is served.
    """
    configure(settings.log, settings.log_level)
    # The server stops in good order, and then this signal is raised once more.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit())
    metrics, stopping = Metrics(), Stopping()
    with ExitStack() as held:
        listener = held.enter_context(listen(settings))
        beside = None
        if settings.metrics is not None:
            beside = MetricsListener(metrics, held.enter_context(_listen_at(*settings.metrics)))
        store = held.enter_context(closing(Store(settings.database, metrics)))
        port = listener.getsockname()[1]
        address = f"http://{_in_address(settings.host)}:{port}"
        try:
            application = make_app(settings, store, metrics, stopping)
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
            h11_max_incomplete_event_size=LARGEST_HEAD,
            limit_concurrency=make_room(),
            timeout_graceful_shutdown=SECONDS_TO_CLOSE,
            forwarded_allow_ips=list(_also_as_ipv6(settings.proxies)),
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="error",  # what strangers send is no warning to the operator
        )

        def welcome() -> None:
            note("started", address=address, program=VERSION)
            announce(address, port)
            if open_browser and _has_screen():
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        collect_briefly()
        with suppress(KeyboardInterrupt):
            _Server(config, stopping, beside, welcome).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it has started, tells its metrics, and stops in good order."""

    def __init__(
        self,
        config: uvicorn.Config,
        stopping: Stopping,
        beside: MetricsListener | None,
        on_start: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._stopping = stopping
        self._beside = beside
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._beside is not None:
                self._beside.start()
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stopping.finish(is_urgent=lambda: self.force_exit)
        # Every socket is closed with the code 1012: the service restarts, come again.
        await super().shutdown(sockets)
        if self._beside is not None:
            await self._beside.stop()
        note("stopped")


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


def _listen_at(host: str, port: int) -> socket.socket:
    try:
        return _bind(host, port)
    except OSError as error:
        detail = error.strerror or ""
        raise CannotStart("cannot-listen", host=host, port=port, detail=detail) from error


def _also_as_ipv6(networks: Iterable[str]) -> Iterator[str]:
    """These, and those of IPv4 also as a server that listens on every address sees them."""
    for network in map(ip_network, networks):
        yield str(network)
        if network.version == 4:
            yield f"::ffff:{network.network_address}/{network.prefixlen + 96}"


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


def _has_screen() -> bool:
    """Whether a browser would get a window; a browser in the terminal is not wanted."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
