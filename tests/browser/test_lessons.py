"""The tutorial by keyboard in every language, and a worked example with the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from openhearts.lessons.tutorial import Lesson, tutorial
from openhearts.words.catalogue import Catalogue, languages
from tests.browser.conftest import is_fault
from tests.browser.staging import Staged, visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = ViewportSize(width=360, height=640)
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""

LONGEST = "fi"
PASSED = ("Qs", "Ah", "Kd")


def faults_of(page: Page) -> list[str]:
    """What axe finds wrong."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate("axe.run().then(run => run.violations.map(rule => rule.id))")
    return found


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on this, or in it."""
    for _ in range(40):
        if page.evaluate("(wanted) => !!document.activeElement.closest(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


def go_to_card(page: Page, card: str) -> None:
    """Put the focus on a card of the hand."""
    page.keyboard.press("Home")
    for _ in range(13):
        if page.evaluate("document.activeElement.dataset.card") == card:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{card} is not in the hand")


def play_well(page: Page, lesson: Lesson) -> None:
    """Do what leads to the lesson's good end, with the keyboard alone."""
    tab_to(page, ".hand")
    if lesson.start.view.phase == "passing":
        for card in PASSED:
            go_to_card(page, card)
            page.keyboard.press("Space")
        tab_to(page, ".pass-on")
        page.keyboard.press("Enter")
        return
    plays = lesson.start.plays.items()
    card = next(card for card, scene in plays if scene.outcome in lesson.good)
    go_to_card(page, card)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("language", languages())
def test_whoever_has_only_a_keyboard_goes_through_the_whole_tutorial(
    browser: Browser, tables: Staged, language: str
) -> None:
    words = Catalogue.load(language)
    with visitor(browser, tables, language, PHONE) as context:
        page = context.new_page()
        complaints: list[str] = []
        page.on(
            "console", lambda m: complaints.append(m.text) if is_fault(m.type, m.text) else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(tables.server.address + f"/{language}/{words.say('learn.slug')}")
        expect(page.locator(".lesson")).to_have_count(1)  # one takes the place of all
        live = page.locator("[data-lessons] p[role=status]")
        lessons = tutorial()
        for number, lesson in enumerate(lessons, 1):
            title = words.say(f"learn.lesson.{lesson.name}.title")
            progress = words.say("learn.progress", number=number, count=len(lessons))
            expect(page.locator(".lesson > .progress")).to_have_text(progress)
            expect(page.locator(".lesson > h2")).to_have_text(title)
            if number > 1:
                expect(page.locator(".lesson > h2")).to_be_focused()
            if lesson.name == "pass" and language == LONGEST:
                assert faults_of(page) == []
            if lesson.name == "follow":
                refused = [*lesson.start.view.refusals]
                tab_to(page, ".hand")
                go_to_card(page, refused[0])
                page.keyboard.press("Enter")
                expect(page.locator(".say b")).to_be_visible()
                expect(live).to_contain_text(page.locator(".say b").inner_text())
            play_well(page, lesson)
            verdict = page.locator(".say.good")
            expect(verdict).to_be_visible()
            expect(live).to_contain_text(verdict.inner_text())
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            tab_to(page, ".stepper .btn-ink")
            page.keyboard.press("Enter")
        expect(page.locator("#ready")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text(words.say("home.play"))
        assert complaints == []


def test_a_lesson_that_went_wrong_is_tried_again_and_the_end_leads_to_a_table(
    browser: Browser, tables: Staged
) -> None:
    with visitor(browser, tables, "en", PHONE) as context:
        page = context.new_page()
        page.goto(tables.server.address + "/en/learn")
        page.get_by_role("button", name="king of spades, playable").click(position={"x": 9, "y": 9})
        expect(page.locator(".say")).to_contain_text("the queen is yours: 13 points")
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("button", name="four of spades, playable").click(position={"x": 9, "y": 9})
        expect(page.locator(".say.good")).to_contain_text("none for you")
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/t/*")


WEIGHT = """
performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)
"""
MOST = 150_000
"""In bytes, with headers: a rules page with all that it loads."""


def test_a_worked_example_is_stepped_through_with_the_mouse_and_nothing_jumps(
    browser: Browser, tables: Staged
) -> None:
    with visitor(browser, tables, "en") as context:
        page = context.new_page()
        page.add_init_script(SHIFTS)
        page.goto(tables.server.address + "/en/subtract-the-moon#example")
        box = page.locator("[data-walk]")
        forward = box.get_by_role("button", name="Next")
        anna = box.get_by_role("region", name="Anna")
        expect(forward).to_be_visible()
        assert page.evaluate("window.shifted") < 0.01
        for taken in (20, 23, 25, 26):
            forward.click()
            expect(anna).to_contain_text(f"moon {taken} of 26")
        forward.click()
        expect(anna).to_contain_text("−16")
        expect(box).to_contain_text("Anna shot the moon.")
        expect(box.get_by_role("status")).to_contain_text("from 10 to −16")
        assert 50_000 < page.evaluate(WEIGHT) <= MOST
        box.get_by_role("button", name="Back").click()
        expect(anna).to_contain_text("moon 26 of 26")
        box.get_by_role("button", name="To the start").click()
        expect(anna).to_contain_text("moon 16 of 26")
        assert page.evaluate("window.shifted") < 0.01
        assert faults_of(page) == []


@pytest.mark.parametrize("path", ["/en/learn", "/en/subtract-the-moon"])
def test_whoever_likes_big_cards_has_them_on_boards_to_read_too(
    browser: Browser, tables: Staged, path: str
) -> None:
    for size in (PHONE, ViewportSize(width=844, height=390), ViewportSize(width=1280, height=800)):
        widths = {}
        for cards in ("normal", "big"):
            preferences = {"cards": cards}
            with visitor(browser, tables, "en", size, preferences) as context:
                page = context.new_page()
                page.goto(tables.server.address + path)
                # At once, since the script puts its own board in the place of the page's.
                widths[cards] = page.evaluate(
                    "['.ring', '.hand'].map(part => "
                    "document.querySelector(`.board ${part} .card`).offsetWidth)"
                )
        assert all(normal < big for normal, big in zip(*widths.values(), strict=True)), widths
