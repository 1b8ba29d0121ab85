"""Serves preview pictures: drawn once, in a thread of their own, and kept for others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from openhearts.rules.ruleset import PRESETS
from openhearts.server.limits import MOST_PICTURES_WAITING
from openhearts.server.site.language import language_for
from openhearts.server.site.pages import Pages
from openhearts.server.site.preview import Picture, game_picture, site_picture, table_preview
from openhearts.server.site.site import Site

KEPT = 200
"""Pictures in memory, of some 25 kB each."""
SECONDS_PUBLIC = 60
"""So long a picture may be shown unasked: seats are taken and left."""

Endpoint = Callable[[Request], Awaitable[Response]]


class Busy(Exception):
    """Too many pictures wait to be drawn."""


class Gallery:
    """Pictures as PNGs, by what is on them."""

    def __init__(self, draw: Callable[[Picture], bytes]) -> None:
        self._draw = draw
        self._kept: OrderedDict[Picture, bytes] = OrderedDict()
        self._awaited: dict[Picture, asyncio.Future[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="previews")

    async def picture(self, picture: Picture) -> bytes:
        """The picture; drawn unless it is kept, once however many ask. Raises Busy."""
        if picture in self._kept:
            self._kept.move_to_end(picture)
            return self._kept[picture]
        if picture not in self._awaited:
            if len(self._awaited) >= MOST_PICTURES_WAITING:
                raise Busy
            loop = asyncio.get_running_loop()
            drawn = loop.run_in_executor(self._thread, self._draw, picture)
            drawn.add_done_callback(lambda done: self._keep(picture, done))
            self._awaited[picture] = drawn
        # Who asked first may go away: the others still wait.
        return await asyncio.shield(self._awaited[picture])

    def _keep(self, picture: Picture, drawn: asyncio.Future[bytes]) -> None:
        del self._awaited[picture]
        if not drawn.cancelled() and not drawn.exception():
            self._kept[picture] = drawn.result()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def preview_routes(site: Site, pages: Mapping[str, Pages]) -> Iterator[Route]:
    """The pictures of tables, and in each language those of the site and of its games."""
    known = tuple(pages)
    gallery = Gallery(_drawing(pages))

    async def of_table(request: Request) -> Response:
        invited = await site.invitation_of(request.path_params["table_id"])
        if invited is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        asked = request.query_params.get("language")
        language = asked if asked in known else language_for(request, known)
        return await _answer(
            gallery, request, table_preview(invited, pages[language].catalogue).picture
        )

    yield Route("/t/{table_id}/preview.png", of_table)
    for language, own in pages.items():
        yield Route(f"/{language}/preview.png", _always(gallery, site_picture(own.catalogue)))
        for preset in PRESETS:
            picture = game_picture(preset, own.catalogue)
            yield Route(f"/{language}/preview/{preset}.png", _always(gallery, picture))


def _drawing(pages: Mapping[str, Pages]) -> Callable[[Picture], bytes]:
    assets = next(iter(pages.values())).assets

    def draw(picture: Picture) -> bytes:
        # Imported when the first picture is wanted: a start need not wait for it.
        from openhearts.server.site.drawing import draughtsman

        return draughtsman(*assets.font_files).draw(picture)

    return draw


def _always(gallery: Gallery, picture: Picture) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return await _answer(gallery, request, picture)

    return endpoint


async def _answer(gallery: Gallery, request: Request, picture: Picture) -> Response:
    try:
        content = await gallery.picture(picture)
    except Busy:
        return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"retry-after": "10"})
    etag = f'"{sha256(content).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": f"public, max-age={SECONDS_PUBLIC}"}
    if "language" not in request.query_params and request.url.path.startswith("/t/"):
        headers["vary"] = "Accept-Language, Cookie"
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(content, media_type="image/png", headers=headers)
