"""The HTTP interface for programs: open a table, erase one's name, ask whether all is well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from openhearts.bots.levels import DEFAULT_LEVEL, LEVELS
from openhearts.server.host import Host
from openhearts.server.incidents import report
from openhearts.server.limits import LARGEST_BODY
from openhearts.server.readiness import READY, Readiness
from openhearts.server.same_origin import is_same_origin
from openhearts.tables.setup import SetupError, parse_setup

_NEVER_KEPT = {"cache-control": "no-store"}


async def create_table(request: Request, host: Host) -> Response:
    """POST /api/tables: 201 with the new table's id and address, or what was wrong.

    With ``gathers``, people are to come together before the game.
    """
    if not is_same_origin(request):
        return json_answer(403, {"code": "foreign-page"})
    body = await limited_body(request)
    if body is None:
        return json_answer(413, {"code": "too-large", "limit": LARGEST_BODY})
    try:
        asked = msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return json_answer(400, {"code": "malformed"})
    if not isinstance(asked, dict):
        return json_answer(400, {"code": "malformed"})
    gathers = asked.pop("gathers", False)
    if not isinstance(gathers, bool):
        return _wrong_field("gathers", gathers, ("true", "false"))
    try:
        setup = parse_setup(asked, tuple(LEVELS), DEFAULT_LEVEL)
    except SetupError as wrong:
        return _wrong_field(wrong.field, wrong.value, wrong.allowed)
    try:
        table_id = await host.open_table(request.state.person, setup, gathers=gathers)
    except Exception as error:
        report("table-not-opened", error)
        return json_answer(503, {"code": "server-fault"})
    address = f"/t/{table_id}"
    created = json_answer(201, {"id": table_id, "address": address})
    created.headers["location"] = address
    return created


def _wrong_field(name: str, value: object, allowed: Sequence[str]) -> Response:
    fault = {"field": name, "value": value, "allowed": allowed}
    return json_answer(422, {"code": "wrong-field", **fault})


async def forget_name(request: Request, host: Host) -> Response:
    """DELETE /api/name: 204 once the name of whoever asks is erased."""
    if not is_same_origin(request):
        return json_answer(403, {"code": "foreign-page"})
    try:
        await host.forget_name(request.state.person)
    except Exception as error:
        report("name-not-erased", error)
        return json_answer(503, {"code": "server-fault"})
    return Response(status_code=204)


async def nobody_is_called(_request: Request) -> Response:
    """GET /api/tables/{id}/push where the operator wants no Web Push: 204."""
    return Response(status_code=204, headers=_NEVER_KEPT)


async def health(_request: Request) -> Response:
    """GET /healthz: 200 as long as the process answers at all."""
    return json_answer(200, {"status": "ok"}, _NEVER_KEPT)


async def ready(_request: Request, readiness: Readiness) -> Response:
    """GET /readyz: 200 while tables can be read and changed and the server goes on, else 503."""
    status = await readiness.look()
    return json_answer(200 if status == READY else 503, {"status": status}, _NEVER_KEPT)


async def limited_body(request: Request) -> bytes | None:
    """The request's body; None if it is too large to read on."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            return None
    return body


def json_answer(status: int, content: object, headers: Mapping[str, str] | None = None) -> Response:
    """``content`` as JSON."""
    return Response(msgspec.json.encode(content), status, headers, "application/json")
