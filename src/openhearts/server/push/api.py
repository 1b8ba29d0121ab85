"""The HTTP interface by which a browser asks to be called for one table, and no more.

GET, PUT and DELETE /api/tables/{id}/push. Whoever asks sits at the table, by its cookie.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from openhearts.server.api import json_answer, limited_body
from openhearts.server.push.encryption import AUTH_BYTES, encrypt, from_text
from openhearts.server.push.server_keys import ServerKeys
from openhearts.server.push.services import EndpointRefused, Services
from openhearts.server.push.subscriptions import Browser, Subscription, Subscriptions
from openhearts.server.same_origin import is_same_origin

_NEVER_KEPT = {"cache-control": "no-store"}

_Asked = TypeVar("_Asked")


class Asked(msgspec.Struct, frozen=True):
    """How the browser is called, as it says itself."""

    endpoint: str
    public_key: str = msgspec.field(name="publicKey")
    auth: str
    language: str


class NoMore(msgspec.Struct, frozen=True):
    """Which browser is to be called no more."""

    endpoint: str


class Refused(Exception):
    """Nothing has changed."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True)
class PushInterface:
    """What it needs of the rest of the server."""

    subscriptions: Subscriptions
    keys: ServerKeys
    services: Services
    may_be_called: Callable[[str, str], Awaitable[bool]]
    """Whether a person sits at a table, and the table's game is a slow one."""
    languages: Collection[str]

    async def serve(self, request: Request) -> Response:
        """Answer one request: 403, 404, 413, 422 or 400 with a code where it does nothing."""
        try:
            return await self._answer(request)
        except Refused as refused:
            return json_answer(refused.status, {"code": refused.code}, _NEVER_KEPT)

    async def _answer(self, request: Request) -> Response:
        if not is_same_origin(request):
            raise Refused(HTTPStatus.FORBIDDEN, "foreign-page")
        table_id, person = request.path_params["table_id"], request.state.person
        if request.method == "DELETE":
            no_more = await _read(request, NoMore)
            elsewhere = await self.subscriptions.remove(table_id, person, no_more.endpoint)
            return json_answer(HTTPStatus.OK, {"elsewhere": elsewhere}, _NEVER_KEPT)
        if not await self.may_be_called(table_id, person):
            raise Refused(HTTPStatus.NOT_FOUND, "not-called-here")
        key = await self.keys.own()
        if request.method == "PUT":
            asked = await _read(request, Asked)
            browser = self._browser(asked, key.public)
            await self.subscriptions.keep(Subscription(table_id, person, browser))
            return Response(status_code=HTTPStatus.NO_CONTENT)
        browsers = await self.subscriptions.browsers_of(table_id, person)
        told = {"key": key.public, "browsers": browsers}
        return json_answer(HTTPStatus.OK, told, _NEVER_KEPT)

    def _browser(self, asked: Asked, server_key: str) -> Browser:
        try:
            self.services.endpoint(asked.endpoint)
        except EndpointRefused as error:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "push-service-refused") from error
        try:
            auth = from_text(asked.auth)
            encrypt(b"", from_text(asked.public_key), auth)
        except ValueError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, "malformed") from error
        if len(auth) != AUTH_BYTES or asked.language not in self.languages:
            raise Refused(HTTPStatus.BAD_REQUEST, "malformed")
        return Browser(asked.endpoint, asked.public_key, asked.auth, server_key, asked.language)


async def _read(request: Request, kind: type[_Asked]) -> _Asked:
    body = await limited_body(request)
    if body is None:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed") from error
