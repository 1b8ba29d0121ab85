"""What browsers need to keep the site without a line: the manifest, and the service worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

import openhearts
from openhearts.server.site.assets import Assets
from openhearts.server.site.colours import PAPER
from openhearts.words.catalogue import Catalogue

ICONS = Path(__file__).parent / "icons"
"""Drawn from templates/logo.svg by tools/icons.py."""


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
    package = Path(openhearts.__file__).parent
    for file in sorted(package.rglob("*")):
        place = file.relative_to(package)
        if file.is_file() and place.parts[0] != "static" and file.suffix != ".pyc":
            total.update(place.as_posix().encode() + b"\0" + sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]
