"""The language of a page: that of its address, else the remembered one, else the browser's."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from openhearts.server.chairs import Chair
from openhearts.words.catalogue import DEFAULT_LANGUAGE
from openhearts.words.choosing import from_browser

COOKIE = "language"
"""The table's client writes it too, when somebody changes the language in the middle of a deal."""
SECONDS_KEPT = 400 * 24 * 3600
"""The longest that browsers keep a cookie."""


def language_in(path: str, known: Sequence[str]) -> str | None:
    """The language that an address begins with, as ``/it/setup``."""
    first = path.split("/")[1] if path.startswith("/") else ""
    return first if first in known else None


def language_for(request: Request, known: Sequence[str]) -> str:
    """The language to answer a request in; at a table, that of the chair in which somebody sits.

    A link that somebody shares says their own, for those who say nothing of theirs: programs
    that fetch what the link is shown with.
    """
    seated = chair_of(request)
    remembered = request.cookies.get(COOKIE)
    shared = request.query_params.get("language")
    return (
        language_in(request.scope["path"], known)
        or (seated.looks.language if seated and seated.looks.language in known else None)
        or (remembered if remembered in known else None)
        or from_browser(",".join(request.headers.getlist("accept-language")), known)
        or (shared if shared in known else None)
        or DEFAULT_LANGUAGE
    )


def chair_of(request: Request) -> Chair | None:
    """The chair in which somebody sits here."""
    chair: Chair | None = request.scope.get("state", {}).get("chair")
    return chair


def address_without_language(request: Request, known: Sequence[str]) -> str:
    """The address of this page, with its query, without its language: ``/setup?target=50``."""
    path: str = request.scope["path"]
    query = request.scope["query_string"].decode("latin-1")
    if language := language_in(path, known):
        path = path.removeprefix(f"/{language}") or "/"
    return f"{path}?{query}" if query else path


def remember(request: Request, response: Response, language: str) -> None:
    """Have the browser keep the choice."""
    secure = request.scope["scheme"] == "https"
    response.set_cookie(
        COOKIE, language, max_age=SECONDS_KEPT, path="/", samesite="lax", secure=secure
    )


def vary(response: Response) -> None:
    """Tell caches that under this address each visitor finds their own language."""
    response.headers["vary"] = "Accept-Language, Cookie"
