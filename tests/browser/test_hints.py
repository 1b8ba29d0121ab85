"""A hint at the table: asked for by key or button, said, marked, and gone with the turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.staging import PSEUDO, Staged, visitor

SMALLEST = ViewportSize(width=360, height=560)
WIDE = ViewportSize(width=1280, height=800)


@pytest.fixture
def table(browser: Browser, tables: Staged) -> Iterator[Page]:
    """My turn to play, on a wide screen."""
    with visitor(browser, tables, "en", WIDE) as context:
        page = context.new_page()
        tables.show(page, "playing")
        yield page


def legal_cards(page: Page) -> set[str]:
    cards = page.locator(".hand button.card:not([aria-disabled])")
    return set(cards.evaluate_all("cards => cards.map(card => card.dataset.card)"))


def expect_a_hint(page: Page) -> None:
    """One legal card is marked, each has its figure, and the words name a card."""
    expect(page.locator(".hand .hinted")).to_have_count(1)
    assert page.locator(".hand .hinted").get_attribute("data-card") in legal_cards(page)
    expect(page.locator(".hand .hinted .tag svg")).to_be_visible()
    tags = page.locator(".hand .tag")
    figures = tags.evaluate_all("tags => tags.map(tag => tag.dataset.figure)")
    assert len(figures) == len(legal_cards(page))
    assert all(re.fullmatch(r"−?\d+(\.\d)?", figure) for figure in figures)
    expect(page.locator(".say")).to_contain_text("The expert would play the ")


def test_the_key_e_asks_and_the_answer_is_read_out(table: Page) -> None:
    table.keyboard.press("e")
    expect_a_hint(table)
    expect(table.locator(".live")).to_contain_text("The expert would play the ")


def test_the_button_asks_and_the_focus_goes_to_the_card_that_is_marked(table: Page) -> None:
    button = table.locator(".tools button", has_text="Hint")
    button.focus()
    table.keyboard.press("Enter")
    expect_a_hint(table)
    expect(table.locator(".hand .hinted")).to_be_focused()
    described = table.locator(".hand .hinted").get_attribute("aria-describedby")
    told = table.locator(f"[id='{described}']").text_content() or ""
    assert re.fullmatch(r"The expert’s choice\. About −?\d+(\.\d)? points?\.", told)


def test_on_the_smallest_screen_the_menu_has_it(browser: Browser, tables: Staged) -> None:
    with visitor(browser, tables, "en", SMALLEST) as context:
        page = context.new_page()
        tables.show(page, "the menu")
        page.locator("[role=dialog] button", has_text="Hint").click()
        expect_a_hint(page)
        tag = page.locator(".hand .hinted .tag")
        assert tag.evaluate("tag => tag.scrollWidth <= tag.clientWidth")


def test_it_survives_a_reload_only_if_asked_again(table: Page) -> None:
    table.keyboard.press("e")
    expect_a_hint(table)
    table.reload()
    table.locator(".hand button.card").first.wait_for()
    expect(table.locator(".hand .hinted")).to_have_count(0)


@pytest.mark.parametrize("cards", ["usual", "big"])
def test_with_big_cards_and_the_system_s_colours_the_mark_stays(
    browser: Browser, tables: Staged, cards: str
) -> None:
    with visitor(browser, tables, "fi", SMALLEST, {"cards": cards}) as context:
        page = context.new_page()
        page.emulate_media(forced_colors="active")
        tables.show(page, "a hint")
        marked = page.locator(".hand .hinted")
        expect(marked.locator(".tag svg")).to_be_visible()
        assert "3px" in str(marked.evaluate("card => getComputedStyle(card).outline"))


def test_in_the_pass_it_marks_as_many_cards_as_are_passed(browser: Browser, tables: Staged) -> None:
    with visitor(browser, tables, "en", WIDE) as context:
        page = context.new_page()
        tables.show(page, "passing")
        page.keyboard.press("e")
        expect(page.locator(".hand .hinted")).to_have_count(3)
        expect(page.locator(".say")).to_contain_text("The expert would pass the ")
        expect(page.locator(".hand [aria-selected=true]")).to_have_count(0)


def test_its_words_come_from_the_catalogue(browser: Browser, tables: Staged) -> None:
    with visitor(browser, tables, PSEUDO) as context:
        page = context.new_page()
        tables.show(page, "a hint")
        assert "expert would" not in page.locator(".say").inner_text()
