"""The application: everything put together, once a process."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from openhearts.bots.levels import DEFAULT_LEVEL, LEVELS
from openhearts.server import api
from openhearts.server.compression import CompressionMiddleware
from openhearts.server.host import Host
from openhearts.server.identity import Identities, IdentityMiddleware
from openhearts.server.incidents import report
from openhearts.server.opening_limit import OpeningLimitMiddleware
from openhearts.server.protection import ProtectionMiddleware
from openhearts.server.record_export import RecordExport
from openhearts.server.settings import Settings
from openhearts.server.site.routes import error_pages, site_routes
from openhearts.server.site.site import Site
from openhearts.server.socket import serve_socket
from openhearts.server.store import Store, StoreFailed
from openhearts.server.thinking import Thinking
from openhearts.words.catalogue import Catalogue, languages

SECRET_BYTES = 32


def make_app(settings: Settings, store: Store) -> Starlette:
    """The application on an open store. Raises ClientNotBuilt."""
    thinking = Thinking(os.cpu_count() or 1)
    host = Host(store, thinking, bot_delay=settings.bot_delay)
    keys = asyncio.run(store.secrets("identity", secrets.token_bytes(SECRET_BYTES)))
    site = Site(
        open_table=host.open_table,
        tables_of=host.tables_of,
        setup_of=host.setup_of,
        invitation_of=host.invitation_of,
        person_of=lambda request: str(request.state.person),
        levels=tuple(LEVELS),
        default_level=DEFAULT_LEVEL,
        catalogues={language: Catalogue.load(language) for language in languages()},
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        host.start()
        try:
            yield
        finally:
            await host.stop()

    async def socket(websocket: WebSocket) -> None:
        table_id = websocket.path_params["table_id"]
        await serve_socket(websocket, host, table_id, websocket.state.person)

    pages = error_pages(site)

    async def store_failed(request: Request, error: Exception) -> Response:
        report(f"{request.method} {request.url.path!r} failed", error)
        return await pages[HTTPException](request, HTTPException(HTTPStatus.SERVICE_UNAVAILABLE))

    async def nobody_waits(_request: Request, _error: Exception) -> Response:
        return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)

    return Starlette(
        routes=[
            Route("/healthz", _with(host, api.health)),
            Route("/api/tables", _with(host, api.create_table), methods=["POST"]),
            Route("/api/tables/{table_id}/record", RecordExport(host).record),
            WebSocketRoute("/api/tables/{table_id}/socket", socket),
            *site_routes(site),
        ],
        middleware=[
            Middleware(ProtectionMiddleware),
            Middleware(CompressionMiddleware),
            Middleware(OpeningLimitMiddleware),
            Middleware(IdentityMiddleware, identities=Identities(keys)),
        ],
        exception_handlers={**pages, ClientDisconnect: nobody_waits, StoreFailed: store_failed},
        lifespan=lifespan,
    )


def _with(
    host: Host, endpoint: Callable[[Request, Host], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint_with_host(request: Request) -> Response:
        return await endpoint(request, host)

    return endpoint_with_host
