"""What a screen reader finds at the table: golden trees, of the moments of a game.

    python -m tests.browser.trees

writes tests/golden/access/*.yaml anew. Read what has changed as somebody would who hears it,
from the top to the bottom, before you keep it. All seats play by one simple rule, so that no
change of a bot changes a tree.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from openhearts.rules.actions import Action, ChooseMoon, PassCards, PlayCard
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.view import SeatView
from openhearts.server.identity import COOKIE
from openhearts.tables.events import BotStoodIn, SeatLeft, SeatTaken, TakeBackAsked
from openhearts.tables.table import Table
from tests.browser.staging import Staged, serving, visitor
from tools import chromium
from tools.screenshots import (
    OTHER,
    QUIET,
    Moment,
    Stage,
    is_asked,
    is_over,
    moon_hands,
    on_trick,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "access"


class Plain:
    """Passes and plays the lowest cards that it may."""

    def answer(self, view: SeatView, _seed: int) -> Action:
        """The answer to whatever is asked of the view's seat."""
        match view.phase:
            case Phase.PASSING:
                return PassCards(tuple(sorted(view.hand)[: view.ruleset.pass_count]))
            case Phase.CHOOSING:
                return ChooseMoon(MoonRule.ADD)
            case _:
                return PlayCard(min(view.legal_cards()))


class PlainStage(Stage):
    """A table whose seats play plainly."""

    bot = Plain()


def _others_have_passed(table: Table) -> bool:
    return table.phase == "passing" and table.to_act == (0,)


def _turn_of(seat: int) -> Moment:
    """When this seat is to play to a trick that others have begun, after some tricks."""

    def holds(table: Table) -> bool:
        deal = table.deal
        return bool(deal and deal.trick and deal.trick.cards and len(deal.tricks) > 4) and (
            table.to_act == (seat,)
        )

    return holds


def _sheet_of(deal: int) -> Moment:
    return lambda table: table.phase == "sheet" and table.game.next_number == deal + 1


def stages() -> dict[str, Stage]:
    """The tables, by what they show."""
    theirs = PlainStage.among_people(2, _turn_of(2))
    away = PlainStage.among_people(2, is_asked(3)).then(BotStoodIn(seat=0))
    return {
        "passing": PlainStage.at(_others_have_passed),
        "my turn": PlainStage.at(on_trick(2, 5)),
        "their turn": theirs,
        "left": PlainStage.among_people(2, _turn_of(2)).then(SeatLeft(seat=0, level="casual")),
        "three seats": PlainStage.at(on_trick(2, 4), seats=3),
        "six seats": PlainStage.at(on_trick(2, 4), seats=6),
        "sheet": PlainStage.at(_sheet_of(3)),
        "moon": PlainStage(passing="none", moon="subtract").with_hands(moon_hands()).shoot(),
        "choice": PlainStage(passing="none", moon="choice").with_hands(moon_hands()).shoot(),
        "over": PlainStage.at(is_over, target=30),
        "gathering": PlainStage(gathers=True).then(SeatTaken(seat=3, person=OTHER)),
        "stand-in": away.until(lambda table: table.to_act == (2,)),
        "asked": PlainStage.among_people(3, is_asked(3)).then(TakeBackAsked(seat=3)),
    }


def _pass(page: Page) -> None:
    """Pass the first three cards."""
    for at in range(3):
        page.locator(".hand button").nth(at).click()
    page.locator(".pass-on").click()
    page.locator("[data-first]").wait_for()


def _next_hand(page: Page) -> None:
    page.locator(".acts .btn-go").click()
    page.locator("[data-first]").wait_for()


def _choose_three(page: Page) -> None:
    for at in range(3):
        page.locator(".hand button").nth(at).click()


def _refuse(page: Page) -> None:
    page.locator(".hand [aria-disabled=true]").first.click(force=True, position={"x": 9, "y": 9})
    page.locator(".say").wait_for()


def _press(key: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        page.keyboard.press(key)

    return press


def _menu(page: Page) -> None:
    page.locator("nav .btn").last.click()
    page.locator("[role=dialog]").wait_for()


def _talk(page: Page) -> None:
    page.keyboard.press("m")
    page.get_by_role("dialog").get_by_role("button", name="Well played").click()
    page.locator(".lines").wait_for()


def _watch(page: Page) -> None:
    page.context.clear_cookies(name=COOKIE)
    page.reload()
    page.locator(".watch").wait_for()


def _be_invited(page: Page) -> None:
    page.context.clear_cookies(name=COOKIE)
    page.reload()
    page.locator(".gather .paper").wait_for()


def _nothing(_page: Page) -> None:
    """The table is shown as it is."""


TREES: dict[str, tuple[str, Callable[[Page], None], str]] = {
    "my-turn": ("my turn", _nothing, "Your turn."),
    "not-legal": ("my turn", _refuse, "Not the"),
    "last-trick": ("my turn", _press("l"), "Trick 4."),
    "help": ("my turn", _press("?"), ""),
    "menu": ("my turn", _menu, ""),
    "talk": ("their turn", _talk, "You: Well played"),
    "their-turn": ("their turn", _nothing, "Hand 1."),
    "passing": ("passing", _nothing, "Choose 3 cards"),
    "passing-chosen": ("passing", _choose_three, "3 of 3"),
    "received": ("passing", _pass, "passed you"),
    "hold": ("sheet", _next_hand, "No cards are passed."),
    "sheet": ("sheet", _nothing, "Hand 3."),
    "moon": ("moon", _nothing, "You shot the moon."),
    "choice": ("choice", _nothing, "Decide how it is scored."),
    "over": ("over", _nothing, "wins."),
    "three-seats": ("three seats", _nothing, "Your turn."),
    "six-seats": ("six seats", _nothing, "Your turn."),
    "left": ("left", _nothing, "You are watching."),
    "stand-in": ("stand-in", _nothing, "A bot plays your hand."),
    "asked": ("asked", _nothing, "asks to take a card back."),
    "gathering": ("gathering", _nothing, "Invite your friends"),
    "invitation": ("gathering", _be_invited, "You are invited"),
    "spectator": ("their turn", _watch, "You are watching."),
}
"""Of each tree: the table, what is done there first, and what is heard then."""

CHANGING_LAST = ("hold", "invitation", "received", "spectator", "talk")
"""What plays on, talks, or gives its seat away: it comes after all who look at its table."""


def order() -> list[str]:
    """The trees in the order in which one visitor can see them all."""
    return sorted(TREES, key=lambda name: name in CHANGING_LAST)


def _place(page: Page, name: str) -> Locator:
    """The page, or the panel that it is inert behind."""
    if name == "hold":  # the next deal is dealt by chance: what is said of it stays the same
        return page.locator(".passbox")
    panel = page.get_by_role("dialog")
    return panel if panel.count() else page.locator("body")


def tree(page: Page, staged: Staged, name: str) -> str:
    """The tree as YAML, without the seconds that pass."""
    stage, happens, heard = TREES[name]
    page.goto(staged.server.address + staged.places[stage])
    page.locator(".game header").wait_for()
    happens(page)
    page.wait_for_function(
        "words => document.querySelector('.live').textContent.includes(words)", arg=heard
    )
    found = _place(page, name).aria_snapshot()
    return _without_haste(re.sub(r"\((\d+)\)", "(seconds)", found), heard) + "\n"


def _without_haste(tree: str, heard: str) -> str:
    """The live region without what was said just before: a slow machine says it by itself."""
    head, status, said = tree.rpartition("- status: ")
    sentence = max(said.rfind(". ", 0, said.find(heard)) + 2, 0) if status else 0
    return head + status + said if sentence < 2 else f"{head}{status}{said[sentence:]}"


def trees(browser: Browser, folder: Path) -> Iterator[tuple[str, str]]:
    """Every tree, by its name."""
    with serving(folder, stages()) as staged, visitor(browser, staged, "en") as context:
        page = context.new_page()
        for name in order():
            yield name, tree(page, staged, name)


def main() -> None:
    """Write every golden tree."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=QUIET)
        for name, text in trees(browser, Path(scratch)):
            (GOLDEN / f"{name}.yaml").write_text(text, "utf-8")
        browser.close()


if __name__ == "__main__":
    main()
