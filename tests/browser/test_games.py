"""Whole games in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from openhearts.rules.ruleset import PRESETS
from openhearts.tables.table import Table
from openhearts.words.cards import card_word
from openhearts.words.catalogue import Catalogue
from tests.browser.conftest import PHONE, NewScreen
from tests.browser.screen import Screen
from tests.running import Server
from tests.server.logs import folded


def test_a_game_of_subtract_the_moon_to_50_with_the_mouse(
    new_screen: NewScreen, server: Server
) -> None:
    """C11, C14, C64: from the home page to the result, and on to a rematch."""
    me = new_screen()
    me.play_now(target=50)
    deals = 0
    while True:
        me.play_until(lambda asked: asked in ("next hand", "rematch"))
        deals += 1
        expect(me.page.get_by_role("table").first).to_be_visible()
        if me.rematch.is_visible():
            break
        me.next_hand.click()
        me.next_hand.wait_for(state="detached")
    table = folded(server.database, me.table)
    assert table.ruleset.target == 50
    assert table.setup.preset == "subtract-the-moon"
    assert len(table.game.finished) == deals
    assert max(table.game.scores) >= 50
    for score in table.game.scores:
        expect(me.page.get_by_role("table").first).to_contain_text(str(score).replace("-", "−"))
    me.rematch.click()
    me.choosing.wait_for()
    again = folded(server.database, me.table)
    assert again.number == 2
    assert again.ruleset == table.ruleset
    assert again.game.scores == (0, 0, 0, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_on_the_home_page_can_be_begun(
    new_screen: NewScreen, server: Server, preset: str
) -> None:
    me = new_screen()
    me.home()
    name = Catalogue.load("en").say(f"table.preset.{preset}")
    me.page.get_by_role("radio", name=name).check(force=True)
    me.page.get_by_role("button", name="Play now").click()
    me.page.wait_for_url("**/t/*")
    expect(me.page.get_by_role("heading", level=1)).to_have_text(name)
    me.play_until(lambda asked: asked == "play")
    assert folded(server.database, me.table).setup.preset == preset


def test_a_whole_game_with_the_keyboard_alone(new_screen: NewScreen, server: Server) -> None:
    """C18, C57, C65 to C67: from the home page to the rematch, and every play is told."""
    me = new_screen()
    me.home()
    keys = me.page.keyboard
    while me.page.evaluate("document.activeElement.id") != "target":
        keys.press("Tab")
    keys.press("Control+a")
    keys.type("1")
    me.tab_to("Play now")
    keys.press("Enter")
    me.page.wait_for_url("**/t/*")
    me.choosing.wait_for()
    me.listen()
    while (asked := me.wait_for_anything()) != "rematch":
        match asked:
            case "pass":
                _pass_with_the_keyboard(me)
            case "continue":
                me.tab_to("Continue")
                keys.press("Enter")
                me.proceed.wait_for(state="detached")
            case "play":
                _play_with_the_keyboard(me)
            case "next hand":  # a tie has prolonged the game
                me.tab_to("Next hand")
                keys.press("Enter")
                me.next_hand.wait_for(state="detached")
    _every_card_was_told(me, folded(server.database, me.table))
    me.tab_to("Rematch")
    keys.press("Enter")
    me.choosing.wait_for()
    assert folded(server.database, me.table).number == 2


def _pass_with_the_keyboard(me: Screen) -> None:
    """Choose three, think better of one, think worse of it, and pass."""
    keys = me.page.keyboard
    _tab_to_hand(me)
    keys.press("Home")
    for press in ("Space", "ArrowRight", "Enter", "ArrowRight", "Space"):
        keys.press(press)
    expect(me.page.get_by_role("option", selected=True)).to_have_count(3)
    keys.press("Space")
    expect(me.page.get_by_role("option", selected=True)).to_have_count(2)
    expect(me.passing).to_have_attribute("aria-disabled", "true")
    keys.press("Space")
    chosen = me.hand[:3]
    me.tab_to("Pass to")
    keys.press("Enter")
    me.proceed.wait_for()
    assert not set(chosen) & set(me.hand)


def _play_with_the_keyboard(me: Screen) -> None:
    """Play the first card that may be played; what may not says why."""
    keys = me.page.keyboard
    _tab_to_hand(me)
    refused = me.page.locator(".hand [aria-disabled=true]")
    if refused.count():
        why = refused.first.get_attribute("aria-describedby")
        assert me.page.locator(f"#{why}").text_content()
    keys.press("Home")
    while "playable" not in (_focused(me, "aria-label") or ""):
        keys.press("ArrowRight")
    card = _focused(me, "data-card")
    keys.press("Enter")
    me.page.locator(f".hand [data-card='{card}']").wait_for(state="detached")
    if me.hand:
        assert _focused(me, "data-card") in me.hand, "the focus stays in the hand"


def test_a_reload_on_a_phone_in_the_middle_of_a_trick_changes_nothing(
    new_screen: NewScreen,
) -> None:
    """C44, C61."""
    me = new_screen(PHONE, touch=True)
    me.play_now()
    me.play_until(lambda asked: asked == "play" and bool(me.trick))
    before = me.hand, me.trick, me.playable.count()
    me.page.reload()
    me.playable.first.wait_for()
    assert (me.hand, me.trick, me.playable.count()) == before
    assert me.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    me.play_until(lambda asked: asked == "next hand")


def test_a_double_click_plays_one_card(new_screen: NewScreen) -> None:
    """C51: also when the same seat leads the next trick at once."""
    me = new_screen()
    me.play_now()
    me.play_until(lambda asked: asked == "play")
    while len(me.hand) > 6:
        left = len(me.hand)
        me.playable.first.dblclick()
        expect(me.page.locator(".hand [data-card]")).to_have_count(left - 1)
        me.play_until(lambda asked: asked in ("play", "next hand"))


def _every_card_was_told(me: Screen, table: Table) -> None:
    """The live region said each play of the deal, in its order, by whom and as a lead or not."""
    names = ["", *(me.page.locator("thead th").nth(1 + seat).inner_text() for seat in (1, 2, 3))]
    assert table.deal is not None
    words = Catalogue.load("en")
    told = 0
    for trick in table.deal.tricks:
        for at, card in enumerate(trick.cards):
            seat = (trick.leader + at) % 4
            who = "they" if seat else "you"
            what = f"table.say.{'played' if at else 'led'}.{who}"
            sentence = words.say(what, name=names[seat], card=card_word(card))
            found = me.heard.find(sentence, told)
            assert found >= told, f"{sentence} was not said in its place: {me.heard}"
            told = found + len(sentence)


def _tab_to_hand(me: Screen) -> None:
    for _ in range(60):
        if _focused(me, "data-card"):
            return
        me.page.keyboard.press("Tab")
    raise AssertionError("no way to the hand by Tab")


def _focused(me: Screen, attribute: str) -> str | None:
    found: str | None = me.page.evaluate(
        "name => document.activeElement.closest('.hand') &&"
        " document.activeElement.getAttribute(name)",
        attribute,
    )
    return found
