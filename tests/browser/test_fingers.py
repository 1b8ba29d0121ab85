"""Fingers and mice on the cards themselves."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

from openhearts.rules.actions import PlayCard
from tests.browser.conftest import NewScreen
from tests.browser.screen import Screen
from tests.running import Server
from tests.server.logs import folded

SMALL = ViewportSize(width=360, height=640)
ON_ITS_SIDE = ViewportSize(width=640, height=360)


def test_on_a_small_phone_every_card_is_hit_where_it_is_seen_also_when_it_is_turned(
    new_screen: NewScreen,
) -> None:
    """C61: 13 of 13, upright and on its side; what was chosen stays chosen."""
    me = new_screen(SMALL, touch=True)
    me.play_now()
    me.choosing.wait_for()
    for viewport in (SMALL, ON_ITS_SIDE):
        me.page.set_viewport_size(viewport)
        assert me.page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        assert [card for card in me.hand if not _is_hit(me, card)] == []
    chosen = me.hand[:2]
    for card in chosen:
        me.page.locator(f".hand [data-card='{card}']").tap(position={"x": 9, "y": 9})
    me.page.set_viewport_size(SMALL)
    selected = me.page.locator(".hand [aria-selected=true]")
    expect(selected).to_have_count(2)
    assert [selected.nth(at).get_attribute("data-card") for at in range(2)] == chosen


def _is_hit(me: Screen, card: str) -> bool:
    """Whether a tap on the strip that is seen chooses this card, and another one puts it back."""
    place = me.page.locator(f".hand [data-card='{card}']")
    states = []
    for _ in range(2):
        box = place.bounding_box()
        assert box
        me.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
        states.append(place.get_attribute("aria-selected"))
    return states == ["true", "false"]


def test_a_card_that_is_dragged_to_the_table_is_played_as_by_a_tap_and_elsewhere_is_not(
    new_screen: NewScreen, server: Server
) -> None:
    """C69; WCAG 2.5.7: dragging is one more way, with the same result."""
    me = new_screen()
    me.play_now()
    me.play_until(lambda asked: asked == "play")
    before = me.hand
    card = me.playable.first.get_attribute("data-card") or ""
    _drag(me, card, to=".rail")
    assert me.hand == before
    assert card not in me.trick
    _drag(me, card, to=".mid")
    me.page.locator(f".hand [data-card='{card}']").wait_for(state="detached")
    me.play_until(lambda asked: asked in ("play", "next hand"))
    assert len(me.hand) == len(before) - 1
    mine = [action for seat, action in folded(server.database, me.table).actions if seat == 0]
    assert [str(action.card) for action in mine if isinstance(action, PlayCard)] == [card]


def _drag(me: Screen, card: str, to: str) -> None:
    box = me.page.locator(f".hand [data-card='{card}']").bounding_box()
    aim = me.page.locator(to).bounding_box()
    assert box
    assert aim
    mouse = me.page.mouse
    mouse.move(box["x"] + 12, box["y"] + 12)
    mouse.down()
    mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2, steps=4)
    mouse.up()
