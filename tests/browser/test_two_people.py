"""Two people at one table, in two browsers, while much goes wrong."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Error, Locator, expect

from openhearts.tables.table import Table
from tests.browser.conftest import NewScreen
from tests.browser.screen import Screen
from tests.running import Server
from tests.server.logs import folded


def test_both_screens_show_what_the_log_tells_whatever_happens(
    new_screen: NewScreen, server: Server
) -> None:
    """C20, C44, C49, C51, C52: a reload in the pass, a double confirmation, SIGKILL."""
    ann, bob = new_screen(), new_screen()
    ann.play_now()
    ann.choosing.wait_for()

    bob.go_to_table(ann.table)
    bob.page.get_by_role("button", name="Take").first.click()
    ann.pass_with_the_mouse()
    _play(ann, bob, until=lambda: ann.choosing.is_visible() and bob.choosing.is_visible())

    bob.page.locator(".hand [data-card]").first.click()
    bob.page.reload()
    bob.choosing.wait_for()
    for card in ann.hand[:3]:
        ann.page.locator(f".hand [data-card='{card}']").click()
    ann.passing.dblclick()
    expect(ann.page.locator(".hand [data-card]")).to_have_count(10)
    server.kill()
    server.start()
    bob.pass_with_the_mouse()

    begun = len(folded(server.database, ann.table).actions)
    _play(ann, bob, until=lambda: len(ann.hand) == 9 and len(bob.hand) == 9)
    server.kill()
    server.start()

    def late_in_a_hand() -> bool:
        """With somebody to play, so that the bots are not at it any more."""
        waits = ann.playable.count() + bob.playable.count() > 0
        return waits and 0 < len(ann.hand) < 7 and 0 < len(bob.hand) < 7

    # A bot may claim the rest before: then it is the next hand.
    _play(ann, bob, until=late_in_a_hand, passes=True)
    table = folded(server.database, ann.table)
    assert len(table.actions) > begun
    for screen, seat in ((ann, 0), (bob, _seat_of_the_guest(table))):
        _shows(screen, table, seat)
        screen.page.reload()
        screen.page.locator(".hand [data-card]").first.wait_for()
        _shows(screen, table, seat)


def _play(*screens: Screen, until: Callable[[], bool], passes: bool = False) -> None:
    """Let each do what is asked of it, until the condition holds; pass cards only if told to."""
    for _ in range(400):
        if until():
            return
        for screen in screens:
            if screen.proceed.is_visible():
                _click_while_there(screen.proceed)
            elif screen.next_hand.is_visible():
                _click_while_there(screen.next_hand)
            elif passes and screen.choosing.is_visible():
                screen.pass_with_the_mouse()
            elif screen.playable.count():
                screen.play_with_the_mouse()
        screens[0].page.wait_for_timeout(50)
    raise AssertionError("nothing happens any more")


def _click_while_there(button: Locator) -> None:
    """Click it, unless it goes at this moment because the table goes on by itself."""
    try:
        button.click(timeout=2_000)
    except Error:
        expect(button).to_be_hidden()


def _seat_of_the_guest(table: Table) -> int:
    (guest,) = set(table.people) - {0}
    return guest


def _shows(screen: Screen, table: Table, seat: int) -> None:
    """The screen comes to show the hand, the trick and the scores that the log tells of."""
    assert table.deal is not None
    assert table.deal.trick is not None
    hand = [str(card) for card in table.deal.hands[seat]]
    expect(screen.page.locator(".hand [data-card]")).to_have_count(len(hand))
    assert sorted(screen.hand) == sorted(hand)
    trick = [str(card) for card in table.deal.trick.cards]
    expect(screen.page.locator(".ring [data-card]")).to_have_count(len(trick))
    assert sorted(screen.trick) == sorted(trick)
