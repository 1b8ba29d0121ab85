"""Two people with two languages talk to one another at a table, in two browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.conftest import DESKTOP, NewScreen
from tests.browser.screen import Screen
from tests.running import Server, Visitor

SMALL = ViewportSize(width=360, height=560)


def together(new_screen: NewScreen, viewport: ViewportSize) -> tuple[Screen, Screen]:
    """Ann, who speaks English, and Paavo, who speaks Finnish, where cards are passed."""
    ann = new_screen(viewport)
    paavo = new_screen(viewport, language="fi")
    ann.play_now()
    ann.choosing.wait_for()
    paavo.go_to_table(ann.table)
    paavo.page.get_by_role("button", name="Istu botin").first.click()
    for screen in (ann, paavo):
        screen.page.locator(".hand [data-card]").first.wait_for()
        screen.page.locator(".tk").wait_for()
        screen.listen()
    return ann, paavo


def panel(screen: Screen) -> Locator:
    """The panel with the talk, opened by its key."""
    screen.page.keyboard.press("m")
    return screen.page.get_by_role("dialog")


def hears(screen: Screen, words: str) -> None:
    """The live region comes to say these words."""
    screen.page.wait_for_function("words => window.heard.join().includes(words)", arg=words)


@pytest.mark.parametrize("viewport", [DESKTOP, SMALL], ids=["desktop", "small phone"])
def test_each_reads_what_the_other_says_in_the_own_language(
    new_screen: NewScreen, viewport: ViewportSize
) -> None:
    """C71; C44, a reload; C65, that it is announced, once."""
    ann, paavo = together(new_screen, viewport)
    panel(ann).get_by_role("button", name="Well played").click()
    expect(panel(ann).locator(".lines")).to_have_text("You Well played")

    expect(paavo.page.locator(".saying")).to_have_text("Hyvin pelattu")
    button = paavo.page.get_by_role("button", name="Viestit, 1 uusi")
    button.wait_for()
    hears(paavo, "Hyvin pelattu")
    assert paavo.heard.count("Hyvin pelattu") == 1
    button.click()
    expect(paavo.page.locator(".lines li")).to_have_text(["Vieras 1 Hyvin pelattu"])
    paavo.page.reload()
    read = paavo.page.get_by_role("button", name="Viestit", exact=True)
    read.click()
    expect(paavo.page.locator(".lines li")).to_have_text(["Vieras 1 Hyvin pelattu"])
    expect(paavo.page.locator(".saying")).to_have_count(0)


def test_what_somebody_types_is_no_key_of_the_table_and_arrives_as_it_is(
    new_screen: NewScreen,
) -> None:
    """C67: h would go to the hearts, l to the last trick, ? to the help."""
    ann, paavo = together(new_screen, DESKTOP)
    field = panel(ann).get_by_label("Your own words")
    field.focus()
    ann.page.keyboard.type("h, l, m? <b>né</b>")
    expect(field).to_be_focused()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Say something")
    ann.page.keyboard.press("Enter")
    expect(field).to_have_value("")
    expect(paavo.page.locator(".saying")).to_have_text("h, l, m? <b>né</b>")
    field.fill("\u202eolleh")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".talk .say")).to_contain_text("cannot be shown")
    expect(field).to_have_value("\u202eolleh")


def test_who_is_muted_is_neither_shown_nor_announced_also_after_a_reload(
    new_screen: NewScreen,
) -> None:
    ann, paavo = together(new_screen, DESKTOP)
    panel(ann).get_by_role("button", name="Mute Guest").click()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".tk")).to_be_visible()
    for again in (False, True):
        if again:
            ann.page.reload()
            ann.choosing.wait_for()
            ann.listen()
        panel(paavo).get_by_role("button", name="Hei", exact=True).click()
        expect(paavo.page.locator(".lines li")).to_have_count(1 + 2 * again)
        paavo.page.keyboard.press("Escape")
        # What is said after it has come, so what was muted has been there too.
        panel(ann).get_by_role("button", name="Oops").click()
        expect(ann.page.locator(".lines li")).to_have_text(["You Oops"] * (1 + again))
        ann.page.keyboard.press("Escape")
        hears(ann, "Oops")
        assert "Hello" not in ann.heard
        expect(ann.page.locator(".saying")).to_have_count(0)
        expect(ann.page.get_by_role("button", name="Talk", exact=True)).to_be_visible()


def test_who_looks_on_reads_along_and_has_nothing_to_press(new_screen: NewScreen) -> None:
    """C42."""
    ann, paavo = together(new_screen, DESKTOP)
    panel(paavo).get_by_role("button", name="Kiitos").click()
    other = new_screen()
    other.go_to_table(ann.table)
    other.page.get_by_role("button", name="Talk, 1 new").click()
    expect(other.page.locator(".lines li")).to_have_text(["Guest 2 Thank you"])
    expect(other.page.locator(".phrases button, .talk .field")).to_have_count(0)


def test_alone_with_bots_there_is_nobody_to_talk_to(new_screen: NewScreen, server: Server) -> None:
    ann = new_screen()
    ann.play_now()
    ann.choosing.wait_for()
    expect(ann.page.locator(".rail h2").first).to_be_visible()
    expect(ann.page.locator(".tk")).to_have_count(0)
    with Visitor(server).sit_down(ann.table) as guest:
        guest.see(lambda _: True)
        assert guest.do("sit", seat=1)["kind"] == "done"
        expect(ann.page.locator(".tk")).to_be_visible()
