"""Forms as browsers send them, from pages of this site."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

from openhearts.server.limits import LARGEST_FORM, MOST_ANSWERS
from openhearts.server.same_origin import is_same_origin

FORM = "application/x-www-form-urlencoded"


async def sent_form(request: Request) -> dict[str, str]:
    """The answers of a form; none if only its button counts. Raises HTTPException for what is no
    form, or comes from another site."""
    if not is_same_origin(request):
        raise HTTPException(HTTPStatus.FORBIDDEN)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_FORM:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if body and request.headers.get("content-type", "").partition(";")[0].strip() != FORM:
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    try:
        return dict(
            parse_qsl(
                body.decode(),
                keep_blank_values=True,
                strict_parsing=True,
                max_num_fields=MOST_ANSWERS,
            )
        )
    except ValueError as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST) from error
