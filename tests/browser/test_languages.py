"""C71: a whole game in each language, and another language in the middle of one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from openhearts.words.catalogue import DEFAULT_LANGUAGE, Catalogue, languages
from tests.browser.conftest import PHONE, NewScreen
from tests.browser.screen import Screen
from tests.running import Server
from tests.server.logs import folded

OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]


@pytest.mark.parametrize("language", languages())
def test_a_whole_game_is_played_in_the_language_of_the_browser(
    new_screen: NewScreen, server: Server, language: str
) -> None:
    words = Catalogue.load(language)
    me = new_screen(PHONE, touch=True, language=language)
    me.home()
    assert me.page.url.endswith(f"/{language}/")
    me.page.get_by_label(words.say("home.target"), exact=True).fill("1")
    me.page.get_by_role("button", name=words.say("home.play")).click()
    me.page.wait_for_url("**/t/*")
    expect(me.page.locator("html")).to_have_attribute("lang", language)
    me.play_until(lambda asked: asked == "rematch")
    assert folded(server.database, me.table).phase == "over"
    expect(me.page.locator("caption").first).to_have_text(words.say("table.over.caption"))
    me.page.get_by_role("link", name=words.say("table.button.rules-change")).click()
    expect(me.page.get_by_role("heading", level=1)).to_have_text(words.say("setup.heading"))


@pytest.mark.parametrize("other", OTHERS)
def test_another_language_in_the_middle_of_a_deal_loses_nothing(
    new_screen: NewScreen, other: str
) -> None:
    me = new_screen()
    me.play_now()
    me.choosing.wait_for()
    chosen = me.hand[:2]
    for card in chosen:
        me.page.locator(f".hand [data-card='{card}']").click()
    before = me.hand
    assert _languages_loaded(me) == {"en"}

    words = Catalogue.load(other)
    me.page.get_by_role("button", name="Menu").click()
    choice = me.page.get_by_role("radio", name=words.say("language.name"))
    choice.check(force=True)
    expect(me.page.locator("html")).to_have_attribute("lang", other)
    expect(choice).to_be_focused()
    expect(me.page.locator(f".seg [lang={other}]")).to_have_text(words.say("language.name"))
    me.page.get_by_role("button", name=words.say("table.button.close")).click()

    assert me.hand == before
    selected = me.page.get_by_role("option", selected=True)
    expect(selected).to_have_count(2)
    for card in chosen:
        name = words.say(f"cards.name.{card}")
        expect(me.page.locator(f".hand [data-card='{card}']")).to_have_accessible_name(name)
    expect(me.choosing).to_have_accessible_name(words.say("table.region.choose"))
    assert _languages_loaded(me) == {"en", other}

    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("lang", other)
    expect(me.choosing).to_have_accessible_name(words.say("table.region.choose"))
    me.home()
    assert me.page.url.endswith(f"/{other}/")


@pytest.mark.parametrize("other", OTHERS)
def test_two_people_at_one_table_read_their_own_languages(
    new_screen: NewScreen, other: str
) -> None:
    ann, bob = new_screen(), new_screen(language=other)
    ann.play_now()
    ann.choosing.wait_for()
    bob.go_to_table(ann.table)
    words = Catalogue.load(other)
    expect(bob.page.get_by_text(words.say("table.pass.watching"))).to_be_visible()
    expect(ann.choosing).to_have_accessible_name("Your hand: choose cards to pass")


def _languages_loaded(screen: Screen) -> set[str]:
    """The languages whose words the page has loaded."""
    files: list[str] = screen.page.evaluate(
        "performance.getEntriesByType('resource').map(file => file.name)"
    )
    return {code for code in languages() if any(f"/assets/{code}-" in file for file in files)}
