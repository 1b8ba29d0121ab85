"""axe, and everything in reach: every screen and page, language, size, theme, deck, palette.

Prints what is wrong, and last one JSON object; exits with 1 if anything is. `make test` looks at
the same screens in fewer ways.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from openhearts.words.catalogue import languages
from tests.browser import axe
from tests.browser.reach import faults_of
from tests.browser.staging import ALL_SCREENS, PAGES, Staged, staged_tables, visitor
from tools import chromium
from tools.screenshots import QUIET

SIZES = [(320, 256), (360, 560), (360, 740), (390, 844), (768, 1024), (844, 390), (1440, 900)]
"""Those of the visual language, and 400 % of a window of 1280 by 1024."""

DRESSES = [
    {"theme": theme, **deck, **palette}
    for theme, deck, palette in product(
        ("light", "dark"), ({}, {"deck": "four"}), ({}, {"palette": "red-green"})
    )
]
LAYOUTS: list[dict[str, str]] = [{}, {"cards": "big"}, {"thumb": "left"}, {"letters": "own"}]

_WEAR = """looks => {
  const { dataset } = document.documentElement;
  const all = ["theme", "deck", "palette", "cards", "thumb", "letters"];
  for (const look of all) delete dataset[look];
  Object.assign(dataset, looks);
  return new Promise(requestAnimationFrame);
}"""


def looked_at(page: Page) -> Iterator[str]:
    """What is wrong with the screen that is open, however it is looked at."""
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for looks in LAYOUTS:
            page.evaluate(_WEAR, looks)
            for fault in faults_of(page):
                yield f"{width} by {height}, {looks}: {fault}"
    for width, height in ((360, 740), (1440, 900)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(_WEAR, {})
        for fault in axe.faults_of(page):
            yield f"{width} by {height}: {fault}"
        for dress in DRESSES:
            page.evaluate(_WEAR, dress)
            for fault in axe.faint_of(page):
                yield f"{width} by {height}, {dress}: {fault}"


def faults(browser: Browser, tables: Staged, language: str) -> Iterator[str]:
    """What is wrong in one language."""
    with visitor(browser, tables, language) as context:
        axe.bring(context)
        page = context.new_page()
        for screen in (*PAGES, *ALL_SCREENS):
            if screen in PAGES:
                page.goto(tables.server.address + screen)
            else:
                tables.show(page, screen)
            for fault in looked_at(page):
                yield f"{screen}, {language}, {fault}"


def main() -> int:
    """Look at everything."""
    found = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        staged_tables(Path(folder)) as tables,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=QUIET)
        for language in languages():
            for fault in faults(browser, tables, language):
                print(fault, flush=True)
                found += 1
        browser.close()
    screens = len(PAGES) + len(ALL_SCREENS)
    print(json.dumps({"screens": screens, "languages": len(languages()), "faults": found}))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
