"""The small server that tells the metrics, at an address of its own.

Not a page of the site: what reaches the site through a proxy comes from this machine too, so no
rule about addresses could keep strangers away from it there.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from openhearts.server.connections import Connection
from openhearts.server.metrics import Metrics

MOST_CONNECTIONS = 20


class MetricsListener:
    """Answers GET /metrics on ``listener`` from ``start`` to ``stop``."""

    def __init__(self, metrics: Metrics, listener: socket.socket) -> None:
        async def tell(_request: Request) -> Response:
            return Response(metrics.told(), headers={"content-type": CONTENT_TYPE_LATEST})

        config = uvicorn.Config(
            Starlette(routes=[Route("/metrics", tell)]),
            http=Connection,
            ws="none",
            lifespan="off",
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="error",
        )
        self._server = _QuietServer(config)
        self._listener = listener
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to answer."""
        self._running = asyncio.create_task(
            self._server.serve(sockets=[self._listener]), name="metrics"
        )

    async def stop(self) -> None:
        """End, once what is under way is answered."""
        if self._running is not None:
            self._server.should_exit = True
            await self._running


class _QuietServer(uvicorn.Server):
    """Leaves the process's signals to the server of the site."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
