"""Four people and one who looks on, in five browsers: one hand at one table, by its link alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewScreen
from tests.browser.screen import PATIENCE, Screen
from tests.running import Server, Visitor, running

GRACE = 3.0
"""Seconds after which a bot stands in: long enough to reload a page on a busy machine."""

QUICK = {"speed": "at-once", "rest": "500", "awake": "off"}

PLAYS = """left => {
  const press = (selector) => document.querySelector(selector)?.click();
  clearInterval(window.playing);
  window.playing = setInterval(() => {
    const cards = document.querySelectorAll(".hand button");
    const open = [...cards].filter((card) => card.ariaDisabled !== "true");
    if (document.querySelector(".hand[role=listbox]")) {
      for (const card of open.slice(0, 3)) if (card.ariaSelected === "false") card.click();
      press(".pass-on.btn-go");
    } else if (document.querySelector(".passbox")) press(".passbox .btn-go[data-first]");
    else if (cards.length > left && document.querySelector(".self .turn:not(.theirs)"))
      open[0]?.click();
  }, 40);
}"""
"""Passes and plays the first cards that may be, as fast as can be, until so many are left."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that does not wait for a minute."""
    with running(tmp_path / "games.sqlite3", "--grace", str(GRACE)) as server:
        yield server


def test_a_hand_of_four_people_through_all_that_goes_wrong(
    new_screen: NewScreen, server: Server
) -> None:
    """C44 a reload, C47 a stand-in, C48 who is there is not away, C49 two tabs, C50 sent away,
    C51 a double click, C62 a call from another tab, C63 a card asked back: by one link."""
    aino, matteo, noor, rhea, guest = (new_screen(preferences=QUICK) for _ in range(5))
    table = _opened(aino, server)
    aino.listen()

    for screen, name, where in (
        (matteo, "Matteo", "across from Aino"),
        (rhea, "Rhea", "on Aino’s left"),
        (guest, "Nobody in particular", "on Aino’s right"),
    ):
        screen.go_to_table(table)
        expect(_heading(screen)).to_have_text("Aino invites you to play Hearts")
        screen.page.get_by_label("Your name at the table").fill(name)
        screen.page.get_by_role("button", name=f"Sit here {where}").click()
        expect(_heading(screen)).to_have_text("Waiting for Aino to begin")
    _is_sent_away(guest, by=aino)
    noor.go_to_table(table)
    noor.page.get_by_label("Your name at the table").fill("Noor")
    noor.page.get_by_label("Your name at the table").press("Enter")
    aino.page.get_by_role("button", name="Begin the game").click()
    people = (aino, rhea, matteo, noor)
    for screen in people:
        screen.choosing.wait_for()
    assert "Rhea sits down." in aino.heard
    assert "Noor sits down." in aino.heard

    onlooker = new_screen(preferences=QUICK)
    onlooker.go_to_table(table)
    expect(onlooker.page.locator(".backs .cardback")).to_have_count(52)
    expect(aino.page.locator(".ttl .lg")).to_contain_text("· 1 watching")

    _chooses_again(rhea)
    for screen in (aino, rhea, noor):
        screen.page.evaluate(PLAYS, 11)
    for screen in (aino, rhea, noor):
        expect(screen.page.locator(".passbox h2")).to_have_text("Waiting for Matteo")
    _reloads(matteo)
    matteo.page.evaluate(PLAYS, 11)
    for screen in people:
        screen.page.locator(".hand[role=toolbar]").wait_for()
        expect(screen.page.locator(".hand [data-card]")).to_have_count(11, timeout=PATIENCE)

    _asks_a_card_back(people)
    _is_called_from_another_tab(people)
    _plays_from_two_tabs(people)
    _is_away_and_comes_back(matteo, others=(aino, rhea, noor))

    for screen in (*people, onlooker):
        screen.page.locator(".result").wait_for()
    expect(onlooker.page.locator(".hands dd")).to_have_count(4)
    assert "A bot stands in for Matteo." in aino.heard
    assert "Matteo plays again." in aino.heard


def _heading(screen: Screen) -> Locator:
    return screen.page.locator(".gather .head h2")


def _opened(host: Screen, server: Server) -> str:
    """A table at which people gather, opened by the host, who is called Aino."""
    host.home()
    cookie = next(c for c in host.page.context.cookies() if c["name"] == "openhearts")
    visitor = Visitor(server)
    visitor.cookie = f"openhearts={cookie['value']}"
    table = visitor.open_table(gathers=True)
    host.go_to_table(table)
    host.page.get_by_label("Your name at the table").fill("Aino")
    host.page.get_by_role("button", name="Save").click()
    return table


def _is_sent_away(guest: Screen, by: Screen) -> None:
    """C50: the host sends somebody away, who is told so and finds nothing else to press."""
    by.page.get_by_role("button", name="Options for Nobody in particular").click()
    by.page.get_by_role("button", name="Send Nobody in particular away").click()
    by.page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(guest.page.locator(".farewell")).to_contain_text("Aino, the table’s host, has sent you")
    expect(guest.page.locator("button")).to_have_count(0)
    guest.page.reload()
    expect(guest.page.locator(".farewell")).to_be_visible()


def _chooses_again(screen: Screen) -> None:
    """C18, C51: while others choose, one's own cards can be chosen anew; a double click is one."""
    for card in screen.hand[:3]:
        screen.page.locator(f".hand [data-card='{card}']").click()
    screen.passing.dblclick()
    screen.page.get_by_role("button", name="Choose again").click()
    screen.choosing.wait_for()
    expect(screen.page.locator(".hand [aria-selected=true]")).to_have_count(3)


def _reloads(screen: Screen) -> None:
    """C44, C48: the same seat and the same cards, and no bot meanwhile."""
    before = sorted(screen.hand)
    screen.page.reload()
    screen.choosing.wait_for()
    assert sorted(screen.hand) == before
    assert not screen.page.locator(".stand").count()


def _asks_a_card_back(people: tuple[Screen, ...]) -> None:
    """C63: a card goes back if all agree; one no, and it stays."""
    asker = _whose_turn(people)
    asker.play_with_the_mouse()
    others = [screen for screen in people if screen is not asker]
    before = len(asker.hand)
    asker.page.keyboard.press("u")
    expect(asker.page.locator(".say")).to_contain_text("Waiting for")
    for screen in others:
        screen.page.get_by_role("button", name="Agree").click()
    expect(asker.page.locator(".hand [data-card]")).to_have_count(before + 1)
    expect(asker.page.locator(".turn")).to_contain_text("Your turn")


def _is_called_from_another_tab(people: tuple[Screen, ...]) -> None:
    """C62: the title says whose turn it is while the page is not looked at."""
    screen = _whose_turn(people)
    expect(screen.page).to_have_title(re.compile("^Subtract"))
    _look(screen.page, focused=False)
    expect(screen.page).to_have_title(re.compile("^● Your turn"))
    _look(screen.page, focused=True)
    expect(screen.page).to_have_title(re.compile("^Subtract"))


def _look(page: Page, *, focused: bool) -> None:
    page.evaluate(
        "focused => { document.hasFocus = () => focused;"
        " window.dispatchEvent(new Event(focused ? 'focus' : 'blur')); }",
        focused,
    )


def _plays_from_two_tabs(people: tuple[Screen, ...]) -> None:
    """C49, C48: both tabs show the same; what one plays the other shows; one may be closed."""
    screen = _whose_turn(people)
    before = len(screen.hand)
    second = screen.page.context.new_page()
    second.goto(screen.page.url)
    expect(second.locator(".hand [data-card]")).to_have_count(before)
    second.locator(".hand button:not([aria-disabled])").first.click()
    for page in (screen.page, second):
        expect(page.locator(".hand [data-card]")).to_have_count(before - 1)
    second.close()


def _is_away_and_comes_back(screen: Screen, others: tuple[Screen, ...]) -> None:
    """C47: a bot plays for whoever has closed the page, and gives the seat back."""
    url = screen.page.url
    for other in others:
        other.page.evaluate(PLAYS, 3)
    browser = screen.page.context
    screen.page.close()
    for other in others:
        expect(other.page.locator(".seat", has_text="bot stands in")).to_be_visible()
    screen.page = browser.new_page()
    screen.page.goto(url)
    expect(screen.page.locator(".stand h2")).to_have_text("A bot is playing your hand")
    screen.page.get_by_role("button", name="Take back your seat").click()
    expect(screen.page.locator(".stand")).to_have_count(0)
    for one in (screen, *others):
        one.page.evaluate(PLAYS, 0)


def _whose_turn(people: tuple[Screen, ...]) -> Screen:
    return _first(people, lambda screen: screen.playable.count() > 0)


def _first(people: tuple[Screen, ...], holds: Callable[[Screen], bool]) -> Screen:
    for _ in range(400):
        for screen in people:
            if holds(screen):
                return screen
        people[0].page.wait_for_timeout(25)
    raise AssertionError("nothing happens any more")
