"""Pictures of every page and state, in every language, size and theme, to be looked through.

    python prove/screenshots.py [LANGUAGE ...] [PART OF A SCREEN'S NAME ...]

writes build/screenshots and an index.html there, and prints last one JSON object. Each screen is
loaded once a language and then turned to every size and theme. It fails where a page or a state
cannot be reached, or is wider than its window; whether it is beautiful is for people to say.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from openhearts.server.identity import COOKIE, Identities
from openhearts.server.site.public_pages import public_pages
from openhearts.words.catalogue import Catalogue, languages
from tests.browser.staging import EVERY_SCREEN, Staged, staged_tables, visitor
from tests.running import Visitor
from tools import chromium
from tools.screenshots import PERSON, QUIET, SECRET

FOLDER = Path("build/screenshots")
PHONES = ((360, 560), (360, 640), (390, 664), (390, 844), (844, 390))
SIZES = (*PHONES, (768, 1024), (1024, 768), (1440, 900))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WRONG_DRAFT = "setup?preset=omnibus&black_maria=true&target=0&ties=share"

Go = Callable[[Page], object]


def screens(tables: Staged, language: str) -> Iterator[tuple[str, Go]]:
    """Every screen by its name, and the way there."""
    address = tables.server.address
    catalogues = {code: Catalogue.load(code) for code in languages()}
    public = public_pages(catalogues)

    def to(path: str) -> Go:
        return lambda page: page.goto(address + path)

    for name, public_page in public.items():
        yield name, to(public_page.in_language[language])
    yield "setup with what is wrong", to(f"/{language}/{WRONG_DRAFT}")
    yield "the rules of a table", to(f"{tables.places['playing']}/rules")
    yield "nothing there", to(f"/{language}/nowhere")
    yield "offline", to(f"/{language}/offline")
    for name in EVERY_SCREEN:
        yield name, partial(tables.show, screen=name)


def take(page: Page, name: str, folder: Path) -> Iterator[str]:
    """Take its pictures; what is wrong with them."""
    for theme, (width, height) in product(THEMES, SIZES):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(ViewportSize(width=width, height=height))
        file = folder / picture(name, width, height, theme)
        page.screenshot(path=file, type="jpeg", quality=85, full_page=True, animations="disabled")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            yield f"{file}: wider than its window"


def picture(name: str, width: int, height: int, theme: str) -> str:
    """The name of one picture's file."""
    return f"{re.sub(r'[^a-z0-9]+', '-', name)}-{width}x{height}-{theme}.jpg"


def sweep(browser: Browser, tables: Staged, language: str, parts: Sequence[str]) -> list[str]:
    """Take all pictures in this language; what is wrong with them."""
    folder = FOLDER / language
    folder.mkdir(parents=True)
    faults: list[str] = []
    context = visitor(browser, tables, language)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    for name, go in screens(tables, language):
        if not parts or any(part in name for part in parts):
            page.set_viewport_size(ViewportSize(width=1440, height=900))
            go(page)
            page.wait_for_load_state("networkidle")
            faults += take(page, name, folder)
    context.close()
    return faults


def write_index(spoken: Sequence[str], names: Sequence[str]) -> None:
    """A page to look through: by screen, one line a language and theme, one picture a size."""
    lines = [
        "<!doctype html><meta charset='utf-8'><title>openhearts, every screen</title>",
        "<style>body { font: 16px/1.4 system-ui; margin: 24px; background: #888 }",
        "h2 { position: sticky; top: 0; padding: 8px 0; background: #888 }",
        "p { display: flex; gap: 12px; align-items: start; overflow-x: auto }",
        "img { height: 320px; object-fit: cover; object-position: top }</style>",
        *(f"<a href='#{at}'>{escape(name)}</a>" for at, name in enumerate(names)),
    ]
    for at, name in enumerate(names):
        lines.append(f"<h2 id='{at}'>{escape(name)}</h2>")
        for language, theme in product(spoken, THEMES):
            files = [f"{language}/{picture(name, *size, theme)}" for size in SIZES]
            shown = (f"<a href='{file}'><img loading='lazy' src='{file}'></a>" for file in files)
            lines.append(f"<p>{language}, {theme} {''.join(shown)}</p>")
    (FOLDER / "index.html").write_text("\n".join(lines), "utf-8")


def main(*wanted: str) -> int:
    """Take the pictures that are wanted, or all."""
    spoken = [part for part in wanted if part in languages()] or languages()
    parts = [part for part in wanted if part not in languages()]
    begun = time.monotonic()
    shutil.rmtree(FOLDER, ignore_errors=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        sync_playwright() as playwright,
        staged_tables(Path(scratch)) as tables,
    ):
        waiting = Visitor(tables.server)
        waiting.cookie = f"{COOKIE}={Identities([SECRET]).sign(PERSON)}"
        waiting.open_table()  # so that the home page shows a game that waits
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=QUIET)
        faults = [fault for language in spoken for fault in sweep(browser, tables, language, parts)]
        names = [name for name, _ in screens(tables, spoken[0])]
        browser.close()
    names = [name for name in names if not parts or any(part in name for part in parts)]
    write_index(spoken, names)
    for fault in faults:
        print(fault, file=sys.stderr)
    pictures = len(list(FOLDER.rglob("*.jpg")))
    seconds = round(time.monotonic() - begun)
    print(f"{pictures} pictures of {len(names)} screens in {seconds} s: {FOLDER}/index.html")
    print(json.dumps({"pictures": pictures, "seconds": seconds, "faults": len(faults)}))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
