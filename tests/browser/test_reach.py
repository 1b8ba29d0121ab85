"""Everything can be read, reached and hit: on every screen, at every size, however enlarged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import QUIET
from tests.browser.reach import SPACED, faults_of
from tests.browser.staging import ALL_SCREENS, PAGES, Staged, visitor

LONGEST = "fi"
"""The language whose words are longest."""


@dataclass(frozen=True)
class Condition:
    """How somebody looks at a screen."""

    width: int
    height: int
    looks: Mapping[str, str] = field(default_factory=dict)
    style: str = ""

    def __str__(self) -> str:
        looks = ", ".join(f"{name} {choice}" for name, choice in self.looks.items())
        return f"{self.width} by {self.height} {looks}{' spaced' if self.style else ''}"

    def hold(self, page: Page) -> None:
        """Give the page this size and these looks, where it is."""
        page.set_viewport_size(ViewportSize(width=self.width, height=self.height))
        page.evaluate(_WEAR, {"looks": dict(self.looks), "style": self.style})


_WEAR = """({ looks, style }) => {
  const { dataset } = document.documentElement;
  for (const look of ["cards", "thumb", "letters"]) delete dataset[look];
  Object.assign(dataset, looks);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  return new Promise(requestAnimationFrame);
}"""

ZOOMED = Condition(320, 256)
"""A window of 1280 by 1024 pixels, at 400 %."""

CONDITIONS = [
    ZOOMED,
    Condition(360, 560, {"cards": "big", "thumb": "left"}),
    Condition(390, 844, {"thumb": "left"}, SPACED),
]
"""The narrowest of all; `make prove` looks at every size in every layout."""


def faults_under_all_conditions(page: Page) -> dict[str, list[str]]:
    """The faults by condition."""
    faults = {}
    for condition in CONDITIONS:
        condition.hold(page)
        if found := faults_of(page):
            faults[str(condition)] = found
    return faults


@pytest.mark.parametrize("screen", ALL_SCREENS)
def test_all_that_a_screen_of_the_table_shows_is_in_reach(
    browser: Browser, tables: Staged, screen: str
) -> None:
    """C61, C69; WCAG 1.4.10, 1.4.12, 2.4.11, 2.5.8: zoomed, spaced, big cards, either thumb."""
    with visitor(browser, tables, LONGEST) as context:
        page = context.new_page()
        tables.show(page, screen)
        assert faults_under_all_conditions(page) == {}


@pytest.mark.parametrize("path", PAGES)
def test_all_that_a_page_shows_is_in_reach(browser: Browser, tables: Staged, path: str) -> None:
    """WCAG 1.4.10, 1.4.12, 2.4.11, 2.5.8."""
    with visitor(browser, tables, LONGEST) as context:
        page = context.new_page()
        page.goto(tables.server.address + path)
        assert faults_under_all_conditions(page) == {}


def test_letters_of_twice_the_size_enlarge_all_and_lose_nothing(
    browser: Browser, chromium_path: str, tables: Staged
) -> None:
    """C69; WCAG 1.4.4: with the letters that somebody has set in the browser."""
    letters = "--blink-settings=defaultFontSize=32"
    with (
        browser.browser_type.launch(
            executable_path=chromium_path, args=[*QUIET, letters]
        ) as enlarging,
        visitor(enlarging, tables, LONGEST, ViewportSize(width=1280, height=1024)) as context,
    ):
        page = context.new_page()
        faults = {}
        for screen in ("passing", "playing of six", "a moon's sheet", "the menu", *PAGES):
            if screen in PAGES:
                page.goto(tables.server.address + screen)
            else:
                tables.show(page, screen)
            assert page.evaluate("getComputedStyle(document.body).fontSize") == "34px"
            if found := faults_of(page):
                faults[screen] = found
        assert faults == {}
