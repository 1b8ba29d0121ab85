"""The pages in a real browser: with and without scripts, small and large, by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from openhearts.bots.levels import LEVEL_NAMES
from openhearts.rules.ruleset import PRESETS, MoonRule
from openhearts.server.site.site import BUILT_CLIENT
from openhearts.words.catalogue import Catalogue
from tests.conftest import lacking
from tests.site.test_home import a_game
from tests.site.visiting import Tables, serving

ENGLISH = Catalogue.load("en")
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE, SHORT_PHONE, LANDSCAPE, DESKTOP = (390, 844), (360, 640), (844, 390), (1440, 900)
ZOOMED = (320, 256)
"""1280 by 1024 at 400 %."""

Visit = Callable[..., Page]


@pytest.fixture(scope="module", name="browser")
def _browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module", name="built")
def _built() -> Iterator[tuple[Tables, str]]:
    if not (BUILT_CLIENT / ".vite" / "manifest.json").exists():
        lacking("The web client is not built: make client.")
    tables = Tables()
    with serving(tables.site(BUILT_CLIENT, levels=LEVEL_NAMES)) as port:
        yield tables, f"http://127.0.0.1:{port}"


@pytest.fixture(name="tables")
def _tables(built: tuple[Tables, str]) -> Tables:
    tables, _ = built
    tables.opened.clear()
    tables.unfinished = []
    return tables


@pytest.fixture(name="visit")
def _visit(browser: Browser, built: tuple[Tables, str], tables: Tables) -> Iterator[Visit]:
    """Open a path in a window; what a page of ours complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    assert tables.opened == {}

    def visit(path: str, size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
        width, height = size
        options = {"viewport": {"width": width, "height": height}, **options}
        context = browser.new_context(service_workers="block", **options)
        contexts.append(context)
        page = context.new_page()

        def hear(complaint: str) -> None:
            is_expected = "/t/" in page.url or "status of 422" in complaint
            if not is_expected:  # there is no table behind /t/ here
                complaints.append(complaint)

        page.on("console", lambda m: hear(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: hear(str(error)))
        page.goto(built[1] + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def no_sideways_scroll(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [PHONE, SHORT_PHONE, LANDSCAPE, DESKTOP, ZOOMED])
def test_c61_pages_fit_every_window_and_break_no_rule_of_accessibility(
    visit: Visit, tables: Tables, size: tuple[int, int]
) -> None:
    """In light; tests/browser has axe look at the widest window in both themes."""
    tables.unfinished = [a_game(id=f"g{n}") for n in range(5)]
    for path in ("/", "/setup?preset=omnibus&moon=choice&deal_limit=7&must_break=false"):
        page = visit(path, size)
        assert no_sideways_scroll(page)
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run().then(run => run.violations.map(rule => rule.id))")
        assert found == []


@pytest.mark.parametrize("size", [PHONE, SHORT_PHONE, LANDSCAPE, DESKTOP])
def test_play_now_is_in_sight_at_once_and_starts_the_game(
    visit: Visit, tables: Tables, size: tuple[int, int]
) -> None:
    page = visit("/", size)
    button = page.get_by_role("button", name="Play now")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    page.wait_for_url("**/t/table1")
    assert tables.opened["table1"].ruleset == PRESETS["subtract-the-moon"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_game_is_chosen_by_touch_with_scripts_and_without(
    visit: Visit, tables: Tables, *, scripts: bool
) -> None:
    page = visit("/", PHONE, java_script_enabled=scripts, has_touch=True)
    page.get_by_role("radio", name="Black Maria").tap()
    page.get_by_role("spinbutton").fill("50")
    page.get_by_role("radio", name="Strong").tap()
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url("**/t/table1")
    setup = tables.opened["table1"]
    assert (setup.preset, setup.ruleset.target, setup.level) == ("black-maria", 50, "strong")


def test_the_line_beside_play_now_names_the_game_that_it_starts(visit: Visit) -> None:
    page = visit("/")
    line = page.locator(".what")
    expect(line).to_contain_text("Subtract the Moon to 100.")
    page.get_by_role("radio", name="Omnibus").check()
    page.get_by_role("button", name="Target score, higher").click()
    expect(line).to_contain_text("Omnibus to 110.")
    page.get_by_role("button", name="Change the rules").click()
    page.wait_for_url("**/setup?**")
    expect(page.get_by_label("Omnibus")).to_be_checked()
    expect(page.get_by_label("Target", exact=True)).to_have_value("110")


def test_without_scripts_the_line_promises_no_other_game(visit: Visit) -> None:
    page = visit("/", java_script_enabled=False)
    expect(page.locator(".what")).to_contain_text(ENGLISH.say("home.what"))
    expect(page.get_by_role("button", name="Target score, higher")).to_be_hidden()


def test_c67_home_is_played_from_by_keyboard(visit: Visit, tables: Tables) -> None:
    page = visit("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(20):
        if page.evaluate("document.activeElement.name") == "preset":
            break
        page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Subtract the Moon")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Spot Hearts")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/table1")
    assert tables.opened["table1"].preset == "spot-hearts"


@pytest.mark.parametrize("scripts", [True, False])
def test_c67_enter_starts_the_game_that_was_set_up(
    visit: Visit, tables: Tables, *, scripts: bool
) -> None:
    page = visit("/setup?preset=omnibus", java_script_enabled=scripts)
    page.locator("[name=ties][value=share]").check()
    target = page.get_by_label("Target", exact=True)
    target.fill("70")
    target.press("Enter")
    page.wait_for_url("**/t/table1")
    setup = tables.opened["table1"]
    assert (setup.preset, setup.changed_fields) == ("omnibus", ("target", "ties"))


def test_500_is_suggested_only_with_spot_hearts(visit: Visit) -> None:
    page = visit("/")
    suggestion = page.get_by_text(ENGLISH.say("home.suggested"))
    expect(suggestion).to_be_hidden()
    page.get_by_role("radio", name="Spot Hearts").check()
    expect(suggestion).to_be_visible()
    expect(page.get_by_role("spinbutton")).to_have_value("100")


def test_a_preset_fills_the_fields_at_once_and_the_words_follow(visit: Visit) -> None:
    page = visit("/setup?preset=standard&target=50")
    page.get_by_role("radio", name="Black Maria").check()
    expect(page.locator("#summary")).to_contain_text("With Black Maria there is no moon")
    expect(page.locator("[name=passing][value=always-right]")).to_be_checked()
    expect(page.get_by_label("Target", exact=True)).to_have_value("50")
    expect(page.locator("#moon-idle")).to_have_text(ENGLISH.say("fields.moon.idle"))
    expect(page.locator(".of-moon .changed")).to_be_hidden()
    assert page.url.endswith("/setup?preset=black-maria&target=50")
    page.reload()
    expect(page.locator("[name=passing][value=always-right]")).to_be_checked()


def test_an_answer_is_marked_and_only_what_it_changes_is_read_aloud(visit: Visit) -> None:
    page = visit("/setup?preset=standard")
    page.get_by_role("radio", name="Share the win").check()
    expect(page.locator("#news")).to_have_text(ENGLISH.say("describe.end.share", target=100))
    expect(page.locator("mark")).to_have_count(1)
    expect(page.locator("[data-field=ties] .changed")).to_be_visible()


def test_a_wrong_number_is_said_beside_it_at_once(visit: Visit) -> None:
    page = visit("/setup")
    target = page.get_by_label("Target", exact=True)
    target.fill("0")
    expect(page.locator("#target-wrong")).to_have_text(ENGLISH.say("fields.target.wrong"))
    expect(target).to_have_attribute("aria-invalid", "true")
    target.fill("80")
    expect(page.locator("#target-wrong")).to_be_hidden()
    expect(target).not_to_have_attribute("aria-invalid", "true")


def test_too_many_cards_for_the_players_are_refused_with_the_way_out(
    visit: Visit, tables: Tables
) -> None:
    page = visit("/setup", java_script_enabled=False)
    page.locator("[name=seats][value='6']").check()
    page.locator("[name=pass_count][value='5']").check()
    page.get_by_role("button", name="Start the game").first.click()
    expect(page.get_by_role("alert")).to_contain_text("At most 4 cards")
    assert tables.opened == {}
    page.locator("[name=pass_count][value='4']").check()
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/t/table1")
    assert (tables.opened["table1"].ruleset.seats, tables.opened["table1"].ruleset.pass_count) == (
        6,
        4,
    )


def test_without_scripts_a_button_fills_the_fields_and_one_shows_the_words(
    visit: Visit, tables: Tables
) -> None:
    page = visit("/setup", PHONE, java_script_enabled=False)
    page.locator("[name=preset][value=omnibus]").check()
    page.get_by_role("button", name=ENGLISH.say("setup.fill")).click()
    expect(page.locator("[name=bonus_card][value=Jd]")).to_be_checked()
    page.locator("[name=moon][value=adaptive]").check()
    page.get_by_role("button", name=ENGLISH.say("setup.anew")).click()
    expect(page.locator("#summary")).to_contain_text("unless that would make one of them win")
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/t/table1")
    assert tables.opened["table1"].ruleset.moon is MoonRule.ADAPTIVE
    assert tables.opened["table1"].preset == "omnibus"


def test_the_value_of_a_moon_follows_the_hearts_even_without_scripts(visit: Visit) -> None:
    page = visit("/setup", java_script_enabled=False)
    moon = page.locator(".mo", has=page.locator("[value=add]"))
    assert "26" in moon.inner_text()
    assert "129" not in moon.inner_text()
    page.locator("[name=hearts][value=spot]").check()
    assert "129" in moon.inner_text()
    assert "26" not in moon.inner_text()


def test_the_link_to_the_rules_is_copied(visit: Visit, built: tuple[Tables, str]) -> None:
    page = visit("/setup?preset=standard", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("radio", name="Share the win").check()
    expect(page.locator("mark")).to_have_count(1)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="The link is copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{built[1]}/setup?preset=standard&ties=share"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_that_a_person_chose_at_the_table_dresses_the_pages(
    visit: Visit, theme: str
) -> None:
    page = visit("/", color_scheme="dark" if theme == "light" else "light")
    page.evaluate(f"localStorage.setItem('openhearts.preferences', '{{\"theme\": \"{theme}\"}}')")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_c68_what_is_chosen_is_seen_without_colours(visit: Visit) -> None:
    page = visit("/", forced_colors="active")
    chosen = page.locator(".gm", has=page.locator(":checked"))
    assert chosen.inner_text().strip().endswith(ENGLISH.say("home.chosen"))
    style = "(element, name) => getComputedStyle(element)[name]"
    others = page.locator(".gm", has_not=page.locator(":checked")).locator(".gm-b")
    assert chosen.locator(".gm-b").evaluate(style, "borderLeftWidth") == "4px"
    assert others.first.evaluate(style, "borderLeftWidth") == "2px"
    setup = visit("/setup", forced_colors="active")
    segments = setup.locator("label:has([name=seats]) span")
    filled = {segment.evaluate(style, "backgroundColor") for segment in segments.all()}
    assert len(filled) == 2, "the chosen one is filled"
