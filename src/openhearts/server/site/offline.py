"""What browsers need to install the site, and to keep it for times without a connection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from openhearts.server.site.assets import Assets
from openhearts.server.site.colours import PAPER
from openhearts.server.site.pages import Pages
from openhearts.server.site.public_pages import LOBBY, PublicPage
from openhearts.words.catalogue import Catalogue

ICONS = Path(__file__).parent / "icons"
"""Drawn from templates/logo.svg by tools/icons.py."""

_ASK_FIRST = {"cache-control": "no-cache"}

Endpoint = Callable[[Request], Awaitable[Response]]


def offline_routes(pages: Mapping[str, Pages], public: Mapping[str, PublicPage]) -> list[Route]:
    """The service worker, the icons, and in each language the manifest and the offline page.

    What is kept is every page that is to be found, the home page first; but not the lobby, which
    says nothing without a connection.
    """
    read = {
        code: [page.in_language[code] for name, page in public.items() if name != LOBBY]
        for code in pages
    }
    return [
        Route("/sw.js", _worker(next(iter(pages.values())).assets, read)),
        *(Route(f"/icons/{icon.name}", _icon_at(icon)) for icon in sorted(ICONS.glob("*.png"))),
        *(Route(f"/{code}/offline", _offline_page(own)) for code, own in pages.items()),
        *(Route(f"/{code}/manifest.webmanifest", _manifest(own)) for code, own in pages.items()),
    ]


def _worker(assets: Assets, read: Mapping[str, Sequence[str]]) -> Endpoint:
    @cache
    def script() -> str:
        return service_worker(assets, read)

    async def endpoint(_request: Request) -> Response:
        text = await run_in_threadpool(script)  # it reads the whole package, once
        return Response(text, media_type="text/javascript", headers=_ASK_FIRST)

    return endpoint


def _icon_at(file: Path) -> Endpoint:
    async def endpoint(_request: Request) -> Response:
        return FileResponse(file, headers={"cache-control": "public, max-age=86400"})

    return endpoint


def _offline_page(pages: Pages) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return pages.page(request, "offline.html", {})

    return endpoint


def _manifest(pages: Pages) -> Endpoint:
    content = manifest(pages.catalogue)

    async def endpoint(_request: Request) -> Response:
        kind = "application/manifest+json"
        return JSONResponse(content, media_type=kind, headers=_ASK_FIRST)

    return endpoint


def manifest(catalogue: Catalogue) -> dict[str, object]:
    """What a browser needs to install the site as an application.

    It is the same application in each language, so that whoever changes the language of the
    site has it changed in theirs.
    """
    say, home = catalogue.say, f"/{catalogue.language}/"
    return {
        "id": "/",
        "name": say("home.title"),
        "short_name": say("site.name"),
        "description": say("site.description"),
        "lang": say("language.locale"),
        "dir": "ltr",
        "start_url": home,
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games", "cards"],
        "icons": [
            {"src": "/favicon.svg", "type": "image/svg+xml", "sizes": "any"},
            *(_icon(f"icon-{size}", size) for size in (192, 512)),
            _icon("maskable-512", 512) | {"purpose": "maskable"},
        ],
        "shortcuts": [{"name": say("site.setup"), "url": f"{home}setup"}],
    }


def _icon(name: str, size: int) -> dict[str, str]:
    return {"src": f"/icons/{name}.png", "type": "image/png", "sizes": f"{size}x{size}"}


def service_worker(assets: Assets, pages: Mapping[str, Sequence[str]]) -> str:
    """The script at /sw.js. ``pages``: by language, the addresses of the pages that are read."""
    kept = {"version": _version(assets), "files": assets.of_every_page, "pages": pages}
    return f"self.kept = {msgspec.json.encode(kept).decode()};\n{assets.worker.read_text('utf-8')}"


def _version(assets: Assets) -> str:
    """A digest of all that pages are made of: the client, templates, words, rules, and programs."""
    total = sha256(assets.manifest)
    package = Path(__file__).parents[2]
    for file in sorted(package.rglob("*")):
        place = file.relative_to(package)
        if file.is_file() and place.parts[0] != "static" and file.suffix != ".pyc":
            total.update(place.as_posix().encode() + b"\0" + sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]
