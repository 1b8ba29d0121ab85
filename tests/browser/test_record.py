"""A game is saved from the page as a file, and a program reads it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Download, expect

from openhearts.records import Record, load
from tests.browser.conftest import PHONE, NewScreen
from tests.browser.screen import Screen
from tests.running import Server
from tests.server.logs import folded

LINK = "Save the record"


def test_after_a_hand_its_record_is_saved_with_the_keyboard(
    new_screen: NewScreen, server: Server
) -> None:
    """C73: and what the library reads in it is the hand that was played."""
    me = new_screen()
    me.play_now()
    me.play_until(lambda asked: asked == "next hand")
    me.tab_to("Menu")
    me.page.keyboard.press("Enter")
    me.page.get_by_role("dialog").wait_for()
    download = save(me)
    assert re.fullmatch(r"hearts-\d{4}-\d\d-\d\d\.hearts", download.suggested_filename)
    table = folded(server.database, me.table)
    record = read(download)
    assert record.game.finished == table.game.finished
    assert record.game.scores == table.game.scores
    expect(me.page.get_by_role("dialog")).to_be_visible()


def test_at_the_end_of_a_game_its_record_is_one_link_away(
    new_screen: NewScreen, server: Server
) -> None:
    me = new_screen(PHONE)
    me.play_now(target=1)
    me.play_until(lambda asked: asked == "rematch")
    record = read(save(me))
    assert record.game.winners == folded(server.database, me.table).game.winners != ()
    assert me.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(me.rematch).to_be_in_viewport()


def save(me: Screen) -> Download:
    """Go to the link with Tab, and press Enter."""
    me.tab_to(LINK)
    with me.page.expect_download() as saved:
        me.page.keyboard.press("Enter")
    return saved.value


def read(download: Download) -> Record:
    """The record in the file that was saved."""
    with Path(download.path()).open("rb") as file:
        return load(file)
