"""A browser adds to its deals by itself, and checks them at one click (C36, C37)."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from openhearts.tables.table import Shuffle
from tests.browser.conftest import NewScreen
from tests.browser.screen import Screen
from tests.running import Server, Visitor, play_until
from tests.server.logs import folded


def shuffle_at(server: Server, table: str) -> Shuffle:
    found = folded(server.database, table).shuffle
    assert found is not None
    return found


def play_on(me: Screen, server: Server) -> None:
    """Finish the hand faster than with the mouse, from another window of the same person."""
    other = Visitor(server)
    other.cookie = "; ".join(f"{c['name']}={c['value']}" for c in me.page.context.cookies())
    with other.sit_down(me.table) as client:
        play_until(client, lambda view: view["phase"] == "sheet", Random(1))


def test_from_play_now_on_each_deal_is_mine_too_and_can_be_checked(
    new_screen: NewScreen, server: Server, tmp_path: Path
) -> None:
    me = new_screen()
    me.home()
    me.page.wait_for_load_state("networkidle")
    me.play_now()
    me.choosing.wait_for()
    first = shuffle_at(server, me.table)
    assert len(first.added) == 1
    play_on(me, server)
    me.page.reload()  # what was played meanwhile need not be watched
    me.next_hand.wait_for()
    me.page.get_by_text("Check how this hand was dealt").click()
    told = me.page.locator("details[open] p")
    expect(told).to_contain_text("As promised.")
    expect(told).to_contain_text("draw these cards: you.")
    expect(me.page.get_by_text("What the bots had to go by")).to_be_visible()
    record = me.page.request.get(f"{server.address}/api/tables/{me.table}/record").body()
    me.next_hand.click()
    me.next_hand.wait_for(state="detached")
    me.wait_for_anything()
    second = shuffle_at(server, me.table)
    assert len(second.added) == 1
    assert second.added != first.added

    file = tmp_path / "game.hearts"
    file.write_bytes(record)
    me.page.goto(f"{server.address}/fairness")
    assert me.page.url.endswith("/en/who-shuffles")
    me.page.get_by_label("Open a record").set_input_files(file)
    answer = me.page.get_by_role("status")
    expect(answer).to_have_text(re.compile(r"^Hand 1: As promised\."))
    me.page.get_by_label("Or paste its text").fill(
        record.decode().replace('seed = "', 'seed = "00')
    )
    me.page.get_by_role("button", name="Check").click()
    expect(answer).to_have_text(re.compile(r"^Hand 1: NOT as promised"))


def test_a_reload_in_the_middle_loses_nothing(new_screen: NewScreen, server: Server) -> None:
    """The bytes are made at home, and shown by whichever page of the table comes first."""
    me = new_screen()
    me.home()
    me.page.wait_for_load_state("networkidle")
    me.page.route("**/assets/table-*.js", lambda _: None)  # it never comes
    me.page.get_by_role("button", name="Play now").click(no_wait_after=True)
    me.page.wait_for_url("**/t/*", wait_until="commit")
    assert folded(server.database, me.table).phase == "shuffling"
    me.page.unroute("**/assets/table-*.js")
    me.page.reload()
    me.choosing.wait_for()
    assert len(shuffle_at(server, me.table).added) == 1
