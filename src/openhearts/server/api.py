"""The HTTP interface for programs: open a table, ask whether the server is well."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from openhearts.bots.levels import DEFAULT_LEVEL, LEVELS
from openhearts.server.host import Host
from openhearts.server.incidents import report
from openhearts.server.same_origin import is_same_origin
from openhearts.server.store import StoreFailed
from openhearts.tables.setup import SetupError, parse_setup

LARGEST_BODY = 8 * 1024


async def create_table(request: Request, host: Host) -> Response:
    """POST /api/tables: 201 with the new table's id and address, or what was wrong."""
    if not is_same_origin(request):
        return json_answer(403, {"code": "foreign-page"})
    body = await _body(request)
    if body is None:
        return json_answer(413, {"code": "too-large", "limit": LARGEST_BODY})
    try:
        asked = msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return json_answer(400, {"code": "malformed"})
    if not isinstance(asked, dict):
        return json_answer(400, {"code": "malformed"})
    try:
        setup = parse_setup(asked, tuple(LEVELS), DEFAULT_LEVEL)
    except SetupError as wrong:
        fault = {"field": wrong.field, "value": wrong.value, "allowed": wrong.allowed}
        return json_answer(422, {"code": "wrong-field", **fault})
    try:
        table_id = await host.open_table(request.state.person, setup)
    except Exception as error:
        report("no table can be opened", error)
        return json_answer(503, {"code": "server-fault"})
    address = f"/t/{table_id}"
    created = json_answer(201, {"id": table_id, "address": address})
    created.headers["location"] = address
    return created


async def health(_request: Request, host: Host) -> Response:
    """GET /healthz: 200 while tables can be read and changed, else 503."""
    try:
        await host.check()
    except StoreFailed as failure:
        # The operator's to read alone: it may tell where the database is, and who asks it.
        report("the server is not well", failure)
        return json_answer(503, {"status": "store-failed"})
    return json_answer(200, {"status": "ok"})


async def _body(request: Request) -> bytes | None:
    """The request's body; None if it is too large to read on."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            return None
    return body


def json_answer(status: int, content: object) -> Response:
    """``content`` as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")
