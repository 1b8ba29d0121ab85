"""Every screen of the table, staged: the same moments for all who look at them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from openhearts.server.identity import COOKIE, Identities
from openhearts.server.limits import HINTS_OF_A_PERSON
from tests.running import Server, running
from tests.words.pseudo import pseudo_sections
from tools.screenshots import (
    PERSON,
    SECRET,
    Stage,
    among_people,
    is_over,
    moon_hands,
    on_trick,
    write,
)

PSEUDO = "pseudo"
HEIGHT = 740
DESKTOP = ViewportSize(width=1280, height=800)

SPOKEN = ("bots", "cards", "language", "players", "reasons", "table")


def _moon(rule: str) -> Stage:
    return Stage(passing="none", moon=rule).with_hands(moon_hands()).shoot()


STAGES: dict[str, Callable[[], Stage]] = {
    "passing": Stage,
    "playing": lambda: Stage.at(on_trick(2, 5)),
    "playing of six": lambda: Stage.at(on_trick(2, 4), seats=6),
    "a moon's sheet": lambda: _moon("subtract"),
    "a sheet": lambda: Stage.at(lambda t: t.phase == "sheet" and t.game.next_number == 4),
    "the end": lambda: Stage.at(is_over, target=50),
    "the end of six": lambda: Stage.at(is_over, target=50, seats=6),
    "the choice": lambda: _moon("choice"),
    "passing of three": lambda: Stage(seats=3),
    "passing of six": lambda: Stage(seats=6, options={"listed": True}),
    "playing of three": lambda: Stage.at(on_trick(2, 4), seats=3),
    "playing of five": lambda: Stage.at(on_trick(2, 3), seats=5),
}

AMONG_PEOPLE = {
    "gathering": "before the game",
    "stand-in": "a bot stands in",
    "asked": "a card asked back",
    "passed": "choosing again",
    "clock": "a clock",
    "talk": "among people",
    "removed": "sent away",
    "closed": "closed",
}
"""The screens of tables with several people, by the names of their pictures."""

BESIDE = (
    "the scores",
    "the menu",
    "the help",
    "a refusal",
    "the last trick",
    "a hint",
    "the talk",
)
"""What is opened or said at a table where cards are played."""

SCREENS = (
    *list(STAGES)[:8],
    "before the game",
    "a bot stands in",
    "a card asked back",
    *BESIDE,
    "watching",
    "an invitation",
)
"""The screens that show the most words; the others are like them, with more seats or fewer."""

STRANGERS = ("watching", "an invitation")
"""Whoever watches, or is invited, has no seat: these come last."""

ALL_SCREENS = (*STAGES, *list(AMONG_PEOPLE.values())[:4], *BESIDE, *STRANGERS)
"""Those that differ from one another in what has room and can be reached."""

EVERY_SCREEN = (*STAGES, *AMONG_PEOPLE.values(), *BESIDE, *STRANGERS)
"""What `make prove` looks at."""


PAGES = (
    "/",
    "/setup?preset=omnibus&black_maria=true&target=0&ties=share",
    "/t/staged1/rules",
    "/lobby",
    "/device",
    "/t/staged0/chairs",
    "/t/staged5/results",
    "/learn",
    "/fairness",
    "/rules",
    "/subtract-the-moon",
    "/house-rules",
    "/x",
)
"""Pages that are read: the way to a table, a draft with a fault, rules, no such page."""


@dataclass(frozen=True)
class Staged:
    """A server with the staged tables, and their addresses by what they show."""

    server: Server
    places: Mapping[str, str]

    def admit(self, context: BrowserContext, preferences: Mapping[str, str] | None = None) -> None:
        """Let whoever browses be the person whose seat is at the tables."""
        kept = json.dumps(json.dumps({"speed": "at-once", **(preferences or {})}))
        context.add_init_script(f"localStorage.setItem('openhearts.preferences', {kept})")
        who = Identities([SECRET]).sign(PERSON)
        context.add_cookies([{"name": COOKIE, "value": who, "url": self.server.address}])

    def show(self, page: Page, screen: str) -> None:
        """Go to a screen of the table."""
        beside = {"the scores": ".sc", "the menu": "nav .btn:last-child"}
        if screen in STRANGERS:
            page.context.clear_cookies(name=COOKIE)
        place = {"an invitation": "before the game", "the talk": "among people"}.get(screen, screen)
        page.goto(self.server.address + self.places.get(place, self.places["playing"]))
        page.locator(".game header").wait_for()
        match screen:
            case "before the game" | "an invitation":
                page.locator(".gather .paper").wait_for()
            case "a bot stands in":
                page.locator(".stand").wait_for()
            case "a card asked back":
                page.locator(".both").wait_for()
            case "sent away" | "closed":
                page.locator(".farewell").wait_for()
            case "a moon's sheet" | "a sheet" | "the end" | "the end of six":
                page.locator(".result").wait_for()
            case "the scores" | "the menu":
                page.locator(f".top {beside[screen]}").evaluate("button => button.click()")
                page.locator("[role=dialog]").wait_for()
            case "the help":
                # It has a button only where there is room, and a key everywhere.
                page.keyboard.press("?")
                page.locator("[role=dialog]").wait_for()
            case "a refusal":
                page.locator(".hand [aria-disabled=true]").first.click(
                    force=True, position={"x": 9, "y": 9}
                )
                page.locator(".say").wait_for()
            case "a hint":
                page.keyboard.press("e")
                page.locator(".say").wait_for()
                while not page.locator(".hand .hinted").count():
                    # Whoever has asked often, in other tests, is asked to wait.
                    page.wait_for_timeout(1_000 / HINTS_OF_A_PERSON.a_second)
                    page.keyboard.press("e")
            case "the talk":
                page.locator(".tk").evaluate("button => button.click()")
                page.locator("[role=dialog]").wait_for()
                if not page.locator(".lines").count():
                    # It is said once, whoever looks at it: nobody may say much at once.
                    for said in page.locator(".phrases button").all()[:14:6]:
                        said.evaluate("button => button.click()")
                page.locator(".lines li").nth(2).wait_for()
            case "the last trick":
                page.keyboard.press("l")
                page.locator(".lf").wait_for()
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")


@contextmanager
def serving(folder: Path, stages: Mapping[str, Stage]) -> Iterator[Staged]:
    """Serve a table at each of the moments."""
    database = folder / "games.sqlite3"
    with ThreadPoolExecutor() as elsewhere:  # an open browser occupies this thread's loop
        elsewhere.submit(write, database, dict(stages)).result()
    with running(database) as server:
        yield Staged(server, {name: f"/t/staged{at}" for at, name in enumerate(stages)})


def staged_tables(folder: Path) -> AbstractContextManager[Staged]:
    """Serve the tables of all screens."""
    stages = {name: stage() for name, stage in STAGES.items()}
    people = {AMONG_PEOPLE[name]: stage for name, stage in among_people().items()}
    return serving(folder, stages | people)


def visitor(
    browser: Browser,
    tables: Staged,
    language: str,
    viewport: ViewportSize = DESKTOP,
    preferences: Mapping[str, str] | None = None,
) -> BrowserContext:
    """Somebody whose seat is at the staged tables, with a browser of this language."""
    context = browser.new_context(
        viewport=viewport,
        locale="en" if language == PSEUDO else language,
        reduced_motion="reduce",  # what is measured stands still
        service_workers="block",
    )
    tables.admit(context, preferences)
    if language == PSEUDO:
        words = {k: v for k, v in pseudo_sections().items() if k in SPOKEN}
        body = f"export default {json.dumps(words)}"
        context.route(
            re.compile(r"/assets/en-[^/]+\.js$"),
            lambda route: route.fulfill(body=body, content_type="text/javascript"),
        )
    return context
