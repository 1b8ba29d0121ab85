"""The language of a page: that of its address, else the remembered one, else the browser's."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

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
    """The language to answer a request in."""
    remembered = request.cookies.get(COOKIE)
    return (
        language_in(request.url.path, known)
        or (remembered if remembered in known else None)
        or from_browser(",".join(request.headers.getlist("accept-language")), known)
        or DEFAULT_LANGUAGE
    )


def path_without_language(path: str, known: Sequence[str]) -> str:
    """The same page's address without its language: ``/setup``."""
    language = language_in(path, known)
    return path.removeprefix(f"/{language}") or "/" if language else path


def remember(response: Response, language: str, *, secure: bool) -> None:
    """Have the browser keep the choice."""
    response.set_cookie(
        COOKIE, language, max_age=SECONDS_KEPT, path="/", samesite="lax", secure=secure
    )


def vary(response: Response) -> None:
    """Tell caches that under this address each visitor finds their own language."""
    response.headers["vary"] = "Accept-Language, Cookie"
