"""With the system's own few colours, everything that is drawn is seen, and every state too."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Literal, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page

from tests.browser.staging import Staged, visitor

LEAST = 3
"""The contrast that WCAG 1.4.11 asks of what is drawn."""

_CONTRAST = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const linear = (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  let [darkest, lightest] = [1, 0];
  for (let at = 0; at < data.length; at += 4) {
    const light =
      0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
    darkest = Math.min(darkest, light);
    lightest = Math.max(lightest, light);
  }
  return (lightest + 0.05) / (darkest + 0.05);
}"""


class Viewer:
    """Somebody with forced colours, and a blank page on which pictures are measured."""

    def __init__(self, context: BrowserContext) -> None:
        self._blank = context.new_page()
        self.page = context.new_page()
        self.put_on("dark")

    def put_on(self, theme: Literal["light", "dark"]) -> None:
        """Have dark letters on a light ground, or the other way round."""
        self.page.emulate_media(forced_colors="active", color_scheme=theme, reduced_motion="reduce")

    def contrast_in(self, drawn: Locator) -> float:
        """The contrast between the lightest and the darkest spot of what is drawn."""
        picture = base64.b64encode(drawn.screenshot()).decode()
        return cast("float", self._blank.evaluate(_CONTRAST, picture))


@pytest.fixture
def viewer(browser: Browser, tables: Staged) -> Iterator[Viewer]:
    with visitor(browser, tables, "en") as context:
        yield Viewer(context)


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

DRAWN = {
    "playing": (
        ".play > .seat .moon:not(.ini)",  # the moon meter
        ".facts .sn.h .ic",  # the broken heart
        ".facts .sn.c .ic",
        ".orbit",  # with the arc that points to whose turn it is
        ".turn svg",
        ".ring .slot",
        ".ring .card",
        ".hand .card.up",
        ".hand .card.rest",
        ".tools .lt",
        ".top nav .btn:last-child",
    ),
    "passing": (".arrow", ".three .slot", ".pass-on"),
    "a moon's sheet": (".hero", ".tm", ".ln", ".axis .dot", ".acts .btn-go"),
    "the choice": (".choice .moon",),
    "the menu": (".drawer .seg", ".drawer .x", ".field"),
    "/": (".gm:has(:checked) .chosen .ic", ".gl .moon", ".btn-go"),
    "/setup": (".mo:has(:checked) .ic", ".num input", ".langs summary"),
}
"""What is drawn on each screen and carries a meaning."""


def test_everything_that_is_drawn_is_seen(viewer: Viewer, tables: Staged) -> None:
    """C68; WCAG 1.4.11."""
    faint = []
    for screen, places in DRAWN.items():
        open_screen(viewer.page, tables, screen)
        for theme in THEMES:
            viewer.put_on(theme)
            for place in places:
                drawn = viewer.page.locator(place).first
                if (contrast := viewer.contrast_in(drawn)) < LEAST:
                    faint.append(f"{place} on {screen}, {theme}: {contrast:.1f}")
    assert faint == []


STATES = {
    "playing": {
        "focus on a card": ("focus", ".hand button[tabindex='0']"),
        "a refused card": ("click", ".hand [aria-disabled=true]"),
        "focus on a button": ("focus", ".tools .lt"),
    },
    "passing": {"a chosen card": ("click", ".hand button"), "focus": ("focus", ".pass-on")},
    "the menu": {
        "focus on what is chosen": ("focus", ".seg :checked"),
        "chosen": ("click", ".seg input:not(:checked)"),
    },
    "/": {
        "focus on a game": ("focus", ".gm :checked"),
        "a chosen game": ("click", ".gm input:not(:checked)"),
    },
}
"""What can happen to a control, and must be seen."""


def test_every_state_is_seen(viewer: Viewer, tables: Staged) -> None:
    """C57, C68; WCAG 2.4.7: in two colours the picture is another one."""
    unseen = []
    for screen, states in STATES.items():
        for state, (happens, place) in states.items():
            open_screen(viewer.page, tables, screen)
            control = viewer.page.locator(place).first
            viewer.page.keyboard.press("Tab")  # so that the focus is shown
            before = surroundings(viewer.page, control)
            control.evaluate("(control, happens) => control[happens]()", happens)
            if surroundings(viewer.page, control) == before:
                unseen.append(f"{state} on {screen}")
    assert unseen == []


def open_screen(page: Page, tables: Staged, screen: str) -> None:
    """A page by its path, a screen of the table by its name."""
    if screen.startswith("/"):
        page.goto(tables.server.address + screen)
    else:
        tables.show(page, screen)


def surroundings(page: Page, control: Locator) -> bytes:
    """A picture of the control and of what lies just around it."""
    whole = control.locator("xpath=ancestor-or-self::*[self::label or self::button][1]")
    box = whole.bounding_box()
    assert box
    around = FloatRect(
        x=box["x"] - 8, y=box["y"] - 30, width=box["width"] + 16, height=box["height"] + 60
    )
    return page.screenshot(clip=around)
