"""C71: every word on the screen is translated, and fits, in the pseudo-locale and each language.

Where all screens are shown anyway, axe looks at them too, in both themes: in one language, as
what it looks at does not change with the words. `make prove` lets it look in every language.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize

from openhearts.bots.levels import LEVEL_NAMES
from openhearts.server.site.site import BUILT_CLIENT
from openhearts.words.catalogue import Catalogue, languages
from tests.browser import axe
from tests.browser.reading import overflows_of, texts_of
from tests.browser.staging import HEIGHT, PSEUDO, SCREENS, Staged, visitor
from tests.site.test_home import a_game
from tests.site.visiting import Tables, serving
from tests.words.pseudo import pseudo_catalogue, pseudo_sections, untranslated

WIDE = 1280
"""The width at which a screen shows most at once."""
LOOKED_AT_BY_AXE = ("fi", WIDE)
LONGEST = (PSEUDO, "fi")
"""The languages whose words fill most; `make prove` looks at the others on every phone, too."""
LOOKS = [(language, WIDE) for language in (PSEUDO, *languages())]
LOOKS += [(language, 360) for language in LONGEST]

NOT_OURS = [str(name) for name in pseudo_sections()["bots"]["name"].values()]
NOT_OURS += ["English", "Home", "End", "Enter", "Space", "and"]
"""Names of bots and of keys, and the word that the browser puts between the names of a list."""


@pytest.mark.parametrize(("language", "width"), LOOKS)
def test_every_word_at_the_table_is_translated_and_fits(
    browser: Browser, tables: Staged, language: str, width: int
) -> None:
    viewport = ViewportSize(width=width, height=HEIGHT)
    with visitor(browser, tables, language, viewport) as context:
        if (language, width) == LOOKED_AT_BY_AXE:
            axe.bring(context)
        page = context.new_page()
        faults: dict[str, list[str]] = {}
        for screen in SCREENS:
            tables.show(page, screen)
            found = overflows_of(page)
            if language == PSEUDO:
                # The server writes the rules in words, as on their page.
                page.evaluate("document.querySelector('.gather .paper')?.remove()")
                texts = texts_of(page)
                assert any("⟦" in text for text in texts), screen
                found += [text for text in texts if untranslated(text, *NOT_OURS)]
            elif (language, width) == LOOKED_AT_BY_AXE:
                found += axe.faults_of(page)
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
    "/learn",
    "/house-rules",
    "/lobby",
    "/fairness",
)


@pytest.mark.parametrize(("language", "width"), LOOKS)
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
        if (language, width) == LOOKED_AT_BY_AXE:
            axe.bring(context)
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
            found = overflows_of(page)
            if (language, width) == LOOKED_AT_BY_AXE:
                found += axe.faults_of(page)
            if found:
                faults[path] = found
    assert faults == {}


def test_axe_would_find_what_is_wrong_in_either_theme(browser: Browser, tables: Staged) -> None:
    with visitor(browser, tables, "en") as context:
        axe.bring(context)
        page = context.new_page()
        tables.show(page, "playing")
        page.evaluate("document.querySelector('.ttl span').style.color = '#777'")
        page.evaluate("document.querySelector('.hand button').removeAttribute('aria-label')")
        found = [fault.partition(":")[0] for fault in axe.faults_of(page)]
    assert found == ["button-name, light", "color-contrast, light", "color-contrast, dark"]
