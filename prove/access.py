"""axe, and everything in reach: every screen and page, in every language, at every size.

Colours are the same in every language: they are looked at in English, in both themes with every
deck and palette. What is enlarged, spaced or mirrored is looked at in the longest language. Prints
what is wrong, and last one JSON object; exits with 1 if anything is.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from openhearts.words.catalogue import DEFAULT_LANGUAGE, languages
from tests.browser import axe
from tests.browser.reach import SPACED, faults_of
from tests.browser.staging import EVERY_SCREEN, PAGES, Staged, staged_tables, visitor
from tools import chromium
from tools.screenshots import QUIET

SIZES = [(320, 256), (360, 560), (360, 740), (390, 844), (768, 1024), (844, 390), (1440, 900)]
"""Those of the visual language, and 400 % of a window of 1280 by 1024."""

Looks = dict[str, str]
LONGEST = "fi"

DRESSES: list[Looks] = [
    {"theme": theme, **deck, **palette}
    for theme, deck, palette in product(
        ("light", "dark"), ({}, {"deck": "four"}), ({}, {"palette": "red-green"})
    )
]
LAYOUTS: list[Looks] = [{}, {"cards": "big"}, {"thumb": "left"}, {"letters": "own"}]
LARGEST: list[Looks] = [{}, {"cards": "big"}]
"""With letters spaced wide."""

_WEAR = """looks => {
  const { dataset } = document.documentElement;
  const all = ["theme", "deck", "palette", "cards", "thumb", "letters"];
  for (const look of all) delete dataset[look];
  Object.assign(dataset, looks);
  return new Promise(requestAnimationFrame);
}"""


_SPACE = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


def out_of_reach(page: Page, layouts: Iterable[Looks], style: str = "") -> Iterator[str]:
    """What does not fit or cannot be reached on the screen that is open."""
    page.evaluate(_SPACE, style)
    for (width, height), looks in product(SIZES, layouts):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(_WEAR, looks)
        for fault in faults_of(page):
            yield f"{width} by {height}, {looks}{', spaced' if style else ''}: {fault}"
    page.evaluate(_SPACE, "")


def broken(page: Page, dresses: Iterable[Looks]) -> Iterator[str]:
    """What axe finds wrong with it."""
    for width, height in (SIZES[2], SIZES[-1]):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(_WEAR, {})
        for fault in axe.faults_of(page):
            yield f"{width} by {height}: {fault}"
    for dress in dresses:
        page.evaluate(_WEAR, dress)
        for fault in axe.faint_of(page):
            yield f"{dress}: {fault}"


def faults(browser: Browser, tables: Staged, language: str) -> Iterator[str]:
    """What is wrong in one language."""
    with visitor(browser, tables, language) as context:
        axe.bring(context)
        page = context.new_page()
        for screen in (*PAGES, *EVERY_SCREEN):
            if screen in PAGES:
                page.goto(tables.server.address + screen)
            else:
                tables.show(page, screen)
            layouts = LAYOUTS if language == LONGEST else LAYOUTS[:1]
            dresses = DRESSES if language == DEFAULT_LANGUAGE else ()
            spaced = LARGEST if language == LONGEST else ()
            found = (*out_of_reach(page, layouts), *out_of_reach(page, spaced, SPACED))
            for fault in (*found, *broken(page, dresses)):
                yield f"{screen}, {language}, {fault}"


def main() -> int:
    """Look at everything."""
    found = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=QUIET)
        for language in languages():
            with (
                tempfile.TemporaryDirectory() as folder,
                staged_tables(Path(folder)) as tables,
            ):
                for fault in faults(browser, tables, language):
                    print(fault, flush=True)
                    found += 1
            print(f"{language}: looked at", file=sys.stderr, flush=True)
        browser.close()
    screens = len(PAGES) + len(EVERY_SCREEN)
    print(json.dumps({"screens": screens, "languages": len(languages()), "faults": found}))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
