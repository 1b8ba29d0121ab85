"""The application: everything put together, once a process."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from openhearts.bots.levels import DEFAULT_LEVEL, LEVELS
from openhearts.server import api
from openhearts.server.chairs import ChairMiddleware, Chairs
from openhearts.server.compression import FOR_PROGRAMS, CompressionMiddleware
from openhearts.server.device_links import DeviceLinks
from openhearts.server.door import DoorMiddleware, Refused
from openhearts.server.host import Host
from openhearts.server.identity import Identities, IdentityMiddleware
from openhearts.server.incidents import report
from openhearts.server.lobby import Lobby
from openhearts.server.metrics import Metrics
from openhearts.server.protection import ProtectionMiddleware
from openhearts.server.public_address import PublicAddressMiddleware
from openhearts.server.readiness import Readiness
from openhearts.server.record_export import RecordExport
from openhearts.server.results import Results
from openhearts.server.retention import keep_erasing
from openhearts.server.settings import Settings
from openhearts.server.site.routes import error_pages, site_routes
from openhearts.server.site.site import Site
from openhearts.server.socket import Sockets
from openhearts.server.stopping import Stopping
from openhearts.server.store import Store, StoreFailed
from openhearts.server.thinking import Thinking
from openhearts.server.unnamed_proxy import UnnamedProxyMiddleware
from openhearts.words.catalogue import Catalogue, languages

SECRET_BYTES = 32
PUSH_PATH = "/api/tables/{table_id}/push"


def make_app(settings: Settings, store: Store, metrics: Metrics, stopping: Stopping) -> ASGIApp:
    """The application on an open store. Raises ClientNotBuilt."""
    thinking = Thinking(os.cpu_count() or 1)
    host = Host(
        store,
        thinking,
        bot_delay=settings.bot_delay,
        grace=settings.grace,
        metrics=metrics,
    )
    keys = asyncio.run(store.secrets("identity", secrets.token_bytes(SECRET_BYTES)))
    chairs = Chairs(store)
    site = Site(
        open_table=host.open_table,
        tables_of=host.tables_of,
        setup_of=host.setup_of,
        invitation_of=host.invitation_of,
        devices=DeviceLinks(store),
        results_of=Results(store).of_table,
        chairs=chairs,
        seating_of=host.seating_of,
        come_to=host.come_to,
        rename=host.rename,
        name_of=host.name_of,
        lobby=Lobby(store, host.is_attended).content,
        person_of=lambda request: str(request.state.person),
        visitor_of=lambda request: str(request.state.visitor),
        become=lambda request, person: setattr(request.state, "visitor", person),
        levels=tuple(LEVELS),
        default_level=DEFAULT_LEVEL,
        catalogues={language: Catalogue.load(language) for language in languages()},
    )
    metrics.gauge("tables", "Tables in memory.", lambda: host.tables_in_memory)
    metrics.gauge("sockets", "Open sockets at tables.", lambda: len(stopping.conversations))
    metrics.gauge("spectators", "Open sockets of people without a seat.", lambda: host.spectators)

    push = None
    calls = Route(PUSH_PATH, api.nobody_is_called)
    if settings.push_services and (contact := settings.contact_for_push):
        from openhearts.server.push.push import Push  # its cryptography is slow to import

        push = Push.of(settings, contact, store, host, site.catalogues, metrics)
        calls = Route(PUSH_PATH, push.interface.serve, methods=["GET", "PUT", "DELETE"])

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        host.start()
        beside = [asyncio.create_task(keep_erasing(store, settings.retention_days), name="erasing")]
        if push is not None:
            beside.append(asyncio.create_task(push.caller.run(), name="calling"))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await host.stop()

    pages = error_pages(site)

    async def turned_away(asked: HTTPConnection, refused: Refused) -> Response:
        told = {"code": refused.code, "retryIn": refused.retry_in}
        if asked.scope["type"] == "websocket" or asked.url.path.startswith(FOR_PROGRAMS):
            return api.json_answer(refused.status, told)
        error = HTTPException(refused.status, refused.code)
        return await pages[HTTPException](Request(asked.scope), error)

    async def store_failed(request: Request, error: Exception) -> Response:
        report("request-failed", error, request=request.method)
        return await pages[HTTPException](request, HTTPException(HTTPStatus.SERVICE_UNAVAILABLE))

    async def nobody_waits(_request: Request, _error: Exception) -> Response:
        return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)

    readiness = Readiness(host.check, stopping)
    application = Starlette(
        routes=[
            Route("/healthz", api.health),
            Route("/readyz", partial(api.ready, readiness=readiness)),
            Route("/api/tables", partial(api.create_table, host=host), methods=["POST"]),
            Route("/api/tables/{table_id}/record", RecordExport(host).record),
            Route("/api/name", partial(api.forget_name, host=host), methods=["DELETE"]),
            calls,
            WebSocketRoute("/api/tables/{table_id}/socket", Sockets(host, stopping, metrics).serve),
            *site_routes(site),
        ],
        middleware=[
            Middleware(CompressionMiddleware),
            Middleware(IdentityMiddleware, identities=Identities(keys), see=store.see),
            Middleware(ChairMiddleware, behind=chairs.behind),
            Middleware(DoorMiddleware, stopping=stopping, metrics=metrics, answer=turned_away),
        ],
        exception_handlers={**pages, ClientDisconnect: nobody_waits, StoreFailed: store_failed},
        lifespan=lifespan,
    )
    # Around everything: what Starlette answers when a page fails comes from outside its middleware.
    outside = PublicAddressMiddleware(ProtectionMiddleware(application), settings.public_address)
    return outside if settings.proxies else UnnamedProxyMiddleware(outside)
