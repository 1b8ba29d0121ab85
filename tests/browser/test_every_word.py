"""C71: every word on the screen is translated, and fits, in the pseudo-locale and each language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from openhearts.bots.levels import LEVEL_NAMES
from openhearts.server.identity import COOKIE, Identities
from openhearts.server.site.site import BUILT_CLIENT
from openhearts.words.catalogue import Catalogue, languages
from tests.browser.reading import overflows_of, texts_of
from tests.running import Server, running
from tests.site.test_home import a_game
from tests.site.visiting import Tables, serving
from tests.words.pseudo import pseudo_catalogue, pseudo_sections, untranslated
from tools.screenshots import PERSON, SECRET, Stage, is_over, moon_hands, on_trick, write

PSEUDO = "pseudo"
WIDTHS = (360, 1280)
HEIGHT = 740

SPOKEN = ("bots", "cards", "language", "players", "reasons", "table")

NOT_OURS = [str(name) for name in pseudo_sections()["bots"]["name"].values()]
NOT_OURS += ["English", "Home", "End", "Enter", "Space", "and"]
"""Names of bots and of keys, and the word that the browser puts between the names of a list."""


def staged() -> dict[str, Stage]:
    """Tables at the moments that show the most words."""
    return {
        "passing": Stage(),
        "playing": Stage.at(on_trick(2, 5)),
        "playing of six": Stage.at(on_trick(2, 4), seats=6),
        "a moon's sheet": Stage(passing="none", moon="subtract").with_hands(moon_hands()).shoot(),
        "a sheet": Stage.at(lambda table: table.phase == "sheet" and table.game.next_number == 4),
        "the end": Stage.at(is_over, target=50),
        "the end of six": Stage.at(is_over, target=50, seats=6),
        "the choice": Stage(passing="none", moon="choice").with_hands(moon_hands()).shoot(),
    }


SCREENS = (
    *staged(),
    "watching",
    "the scores",
    "the menu",
    "the help",
    "a refusal",
    "the last trick",
)


@pytest.fixture(scope="module", name="tables")
def _tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    """A server with the staged tables: their addresses by what they show."""
    database = tmp_path_factory.mktemp("staged") / "games.sqlite3"
    stages = staged()
    with ThreadPoolExecutor() as elsewhere:  # an open browser occupies this thread's loop
        elsewhere.submit(write, database, stages).result()
    with running(database) as server:
        yield server, {name: f"/t/staged{at}" for at, name in enumerate(stages)}


def visitor(browser: Browser, address: str, width: int, language: str) -> BrowserContext:
    """Somebody whose seat is at the staged tables, with a browser of this language."""
    context = browser.new_context(
        viewport=ViewportSize(width=width, height=HEIGHT),
        locale="en" if language == PSEUDO else language,
    )
    kept = json.dumps(json.dumps({"speed": "at-once"}))
    context.add_init_script(f"localStorage.setItem('openhearts.preferences', {kept})")
    context.add_cookies(
        [{"name": COOKIE, "value": Identities(SECRET).sign(PERSON), "url": address}]
    )
    if language == PSEUDO:
        words = {k: v for k, v in pseudo_sections().items() if k in SPOKEN}
        body = f"export default {json.dumps(words)}"
        context.route(
            re.compile(r"/assets/en-[^/]+\.js$"),
            lambda route: route.fulfill(body=body, content_type="text/javascript"),
        )
    return context


def show(page: Page, server: Server, tables: dict[str, str], screen: str) -> None:
    """Go to a screen of the table."""
    beside = {"the scores": ".sc", "the menu": "nav .btn:last-child", "the help": ".he"}
    place = tables.get(screen, tables["playing"])
    if screen == "watching":
        page.context.clear_cookies(name=COOKIE)
    page.goto(server.address + place)
    page.locator(".game header").wait_for()
    if screen in beside:
        # The help has a button only where there is room, and a key everywhere.
        if screen == "the help":
            page.keyboard.press("?")
        else:
            page.locator(f".top {beside[screen]}").evaluate("button => button.click()")
        page.locator("[role=dialog]").wait_for()
    if screen == "a refusal":
        page.locator(".hand [aria-disabled=true]").first.click(
            force=True, position={"x": 9, "y": 9}
        )
        page.locator(".say").wait_for()
    if screen == "the last trick":
        page.keyboard.press("l")
        page.locator(".lf").wait_for()
    for details in page.locator("details").all():
        details.evaluate("details => details.open = true")


@pytest.mark.parametrize("language", [PSEUDO, *languages()])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_word_at_the_table_is_translated_and_fits(
    browser: Browser, tables: tuple[Server, dict[str, str]], language: str, width: int
) -> None:
    server, places = tables
    with visitor(browser, server.address, width, language) as context:
        page = context.new_page()
        faults: dict[str, list[str]] = {}
        for screen in sorted(SCREENS, key=lambda screen: screen == "watching"):
            show(page, server, places, screen)
            found = overflows_of(page)
            if language == PSEUDO:
                texts = texts_of(page)
                assert any("⟦" in text for text in texts), screen
                found += [text for text in texts if untranslated(text, *NOT_OURS)]
            if found:
                faults[screen] = found
    assert faults == {}


PATHS = (
    "/",
    "/setup?preset=omnibus&black_maria=true&target=0&ties=share",
    "/t/abc/rules",
    "/x",
    "/rules",
    "/subtract-the-moon",
    "/house-rules",
)


@pytest.mark.parametrize("language", [PSEUDO, *languages()])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_word_on_the_pages_fits(browser: Browser, language: str, width: int) -> None:
    words = pseudo_catalogue() if language == PSEUDO else Catalogue.load(language)
    code = "en" if language == PSEUDO else language
    tables = Tables()
    tables.unfinished = [a_game(id=f"g{n}") for n in range(5)]
    # All languages are offered, so that the switcher has its real size.
    catalogues = {each: Catalogue.load(each) for each in languages()} | {code: words}
    faults: dict[str, list[str]] = {}
    with (
        serving(tables.site(BUILT_CLIENT, catalogues, LEVEL_NAMES)) as port,
        browser.new_context(
            viewport=ViewportSize(width=width, height=HEIGHT), locale=code
        ) as context,
    ):
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/setup?preset=omnibus&ties=share")
        page.locator(".acts .btn-go").click()
        page.wait_for_url("**/t/table1")
        tables.opened["abc"] = tables.opened["table1"]
        for path in PATHS:
            page.goto(f"http://127.0.0.1:{port}{path}")
            page.set_viewport_size({"width": width, "height": HEIGHT})
            for details in page.locator("details").all():
                details.evaluate("details => details.open = true")
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": width, "height": height})
            if found := overflows_of(page):
                faults[path] = found
    assert faults == {}
