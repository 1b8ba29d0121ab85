"""What axe finds wrong with a page, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

SOURCE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

_RUN = """async ({ theme, options }) => {
  if (theme) document.documentElement.dataset.theme = theme;
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
}"""

_COLOURS: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def bring(context: BrowserContext) -> None:
    """Load axe into every page that is opened from now on."""
    context.add_init_script(path=SOURCE)


def faults_of(page: Page) -> list[str]:
    """The rules of axe that the page breaks. What no theme changes is looked at once."""
    return [*_broken(page, "light", {}), *_broken(page, "dark", _COLOURS)]


def faint_of(page: Page) -> list[str]:
    """The texts that are too faint, in the colours that the page has."""
    return list(_broken(page, "", _COLOURS))


def _broken(page: Page, theme: str, options: dict[str, Any]) -> Iterator[str]:
    for rule, places in page.evaluate(_RUN, {"theme": theme, "options": options}):
        yield f"{rule}, {theme}: {places}"
