"""What a screen reader finds at the table is what somebody has read and kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import trees
from tests.browser.staging import Staged, serving, visitor


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    with serving(tmp_path_factory.mktemp("trees"), trees.stages()) as staged:
        yield staged


def test_tab_goes_from_the_cards_to_the_button_that_passes_them(
    browser: Browser, staged: Staged
) -> None:
    """C66: choose first, then pass."""
    with visitor(browser, staged, "en") as context:
        page = context.new_page()
        page.goto(staged.server.address + staged.places["passing"])
        page.get_by_role("listbox").wait_for()
        stops = [stop for stop in _stops(page) if stop]
    assert stops.index("queen of spades") == stops.index("Choose three more cards") - 1


def test_every_tree_is_as_it_was_kept(browser: Browser, staged: Staged) -> None:
    """C65 to C68. After a change that is meant: python -m tests.browser.trees."""
    with visitor(browser, staged, "en") as context:
        page = context.new_page()
        found = {name: trees.tree(page, staged, name) for name in trees.order()}
    kept = {file.stem: file.read_text("utf-8") for file in trees.GOLDEN.glob("*.yaml")}
    assert found.keys() == kept.keys()
    for name, text in found.items():
        assert text == kept[name], name


def _stops(page: Page) -> list[str]:
    """What Tab comes to, one after another."""
    found = []
    for _ in range(12):
        page.keyboard.press("Tab")
        name: str = page.evaluate(
            "document.activeElement.ariaLabel || document.activeElement.innerText"
        )
        found.append(name.strip())
    return found
