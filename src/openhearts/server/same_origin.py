"""Whether a request comes from a page of this site: nobody else may act in a person's name."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


def is_same_origin(request: HTTPConnection) -> bool:
    """Trust what the browser says of a form's origin; a program that says nothing has no cookie.

    Browsers say it by Sec-Fetch-Site, older ones and those without TLS by Origin; no page can
    forge either. The scheme is not compared: behind a proxy this server may not know its own.
    """
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    origin = request.headers.get("origin")
    if origin is None:
        return True
    try:
        asked_from = urlsplit(origin).netloc.lower()
    except ValueError:  # no address at all
        return False
    # An origin that must not be told is "null", and has no such place.
    return bool(asked_from) and asked_from == request.headers.get("host", "").lower()
