"""What a person sees at a table and does there, by the names that everybody gets to read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page

from openhearts.words.catalogue import Catalogue
from tests.running import Server

PATIENCE = 20_000

PLAYABLE = ("table.card.playable", "table.card.received-playable")
"""How a card that may be played is called."""


class Screen:
    """One person's page."""

    def __init__(self, page: Page, server: Server, language: str = "en") -> None:
        self.page = page
        self._words = Catalogue.load(language)
        self._server = server
        page.set_default_timeout(PATIENCE)

    def prefer(self, preferences: dict[str, str]) -> None:
        """Have these preferences, from the next page on."""
        kept = json.dumps(json.dumps(preferences))
        self.page.add_init_script(f"localStorage.setItem('openhearts.preferences', {kept})")

    def home(self) -> None:
        """Go to the home page."""
        self.page.goto(self._server.address)

    def play_now(self, target: int | None = None) -> None:
        """Begin the game that the home page offers, to this target score, at a table of one's own.

        In English.
        """
        self.home()
        if target is not None:
            self.page.get_by_label("Target score", exact=True).fill(str(target))
        self.page.get_by_role("button", name="Play now").click()
        self.page.wait_for_url("**/t/*")

    def go_to_table(self, table: str) -> None:
        """Open a table's link."""
        self.page.goto(f"{self._server.address}/t/{table}")

    @property
    def table(self) -> str:
        """The id of the table that is open."""
        found = re.search(r"/t/(\w+)$", self.page.url)
        assert found, self.page.url
        return found[1]

    def called(self, key: str) -> re.Pattern[str]:
        """The name of a button or a card with this sentence, whatever its facts are."""
        parts = re.split(r"\{[^{}]*\}", self._words.sentence(key, {}))
        return re.compile(f"^{'.+'.join(map(re.escape, parts))}$")

    # -- what is shown

    @property
    def hand(self) -> list[str]:
        """The cards of my hand, as they lie."""
        return _cards(self.page.locator(".hand [data-card]"))

    @property
    def trick(self) -> list[str]:
        """The cards on the table."""
        return _cards(self.page.locator(".ring [data-card]"))

    @property
    def said(self) -> str:
        """What the live region says."""
        return self.page.locator("p[role=status][aria-live=polite]").inner_text().strip("\xa0")

    def listen(self) -> None:
        """From now on remember everything that the live region says."""
        self.page.evaluate(
            "() => { const live = document.querySelector('.live'); window.heard = [];"
            " new MutationObserver(() => window.heard.push(live.textContent))"
            ".observe(live, { childList: true, characterData: true, subtree: true }); }"
        )

    @property
    def heard(self) -> str:
        """All of it, in its order."""
        said: list[str] = self.page.evaluate("window.heard")
        return " ".join(said).replace("\xa0", "")

    @property
    def playable(self) -> Locator:
        """The cards that may be played now."""
        return self.page.get_by_role("toolbar").get_by_role(
            "button", name=_any(*map(self.called, PLAYABLE))
        )

    @property
    def next_hand(self) -> Locator:
        """The button that puts the score sheet away."""
        names = self.called("table.button.next"), self.called("table.sheet.seconds")
        return self.page.get_by_role("button", name=_any(*names))

    @property
    def proceed(self) -> Locator:
        """The button under the cards that were received, or under "no passing"."""
        return self.page.get_by_role("button", name=self.called("table.button.continue"))

    @property
    def rematch(self) -> Locator:
        """The button at the end of a game."""
        return self.page.get_by_role("button", name=self.called("table.button.rematch"))

    @property
    def choosing(self) -> Locator:
        """My hand while I choose what to pass."""
        return self.page.get_by_role("listbox")

    @property
    def passing(self) -> Locator:
        """The button that confirms the pass."""
        return self.page.locator(".pass-on")

    # -- what is done

    def pass_with_the_mouse(self, count: int = 3) -> list[str]:
        """Choose the first cards of my hand, and confirm."""
        chosen = self.hand[:count]
        for card in chosen:
            self.page.locator(f".hand [data-card='{card}']").click()
        self.passing.click()
        return chosen

    def play_with_the_mouse(self) -> None:
        """Play the first card that may be played.

        Faster than any person, the first press may be taken for the end of a double click; then
        the card is pressed again, as a person would.
        """
        name = self.playable.first.get_attribute("data-card") or ""
        card = self.page.locator(f".hand [data-card='{name}']")
        card.click()
        try:
            card.wait_for(state="detached", timeout=1_000)
        except Error:
            if card.is_visible():
                card.click()
            card.wait_for(state="detached")

    def tab_to(self, name: str) -> None:
        """Press Tab until the button or link whose name begins so has the focus."""
        for _ in range(60):
            label = self.page.evaluate(
                "(document.activeElement.getAttribute('aria-label') ||"
                " document.activeElement.innerText || '').trim()"
            )
            if label.startswith(name):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {name!r} by Tab")

    def wait_for_anything(self) -> str:
        """Wait until something is asked of me; what it is."""
        asked = {
            "rematch": self.rematch,
            "next hand": self.next_hand,
            "continue": self.proceed,
            "pass": self.choosing,
            "play": self.playable.first,
        }
        together = self.rematch
        for locator in list(asked.values())[1:]:
            together = together.or_(locator)
        together.first.wait_for()
        return next((name for name, locator in asked.items() if locator.is_visible()), "")

    def play_until(self, ends: Callable[[str], bool]) -> None:
        """Do whatever is asked, with the mouse, until ``ends`` holds of what is asked."""
        while not ends(asked := self.wait_for_anything()):
            match asked:
                case "pass":
                    self.pass_with_the_mouse()
                    self.choosing.wait_for(state="detached")
                case "continue":
                    self.proceed.click()
                    self.proceed.wait_for(state="detached")
                case "play":
                    self.play_with_the_mouse()
                case "next hand":
                    self.next_hand.click()
                    self.next_hand.wait_for(state="detached")


def _any(*names: re.Pattern[str]) -> re.Pattern[str]:
    return re.compile("|".join(name.pattern for name in names))


def _cards(found: Locator) -> list[str]:
    return [str(card) for card in found.evaluate_all("all => all.map(one => one.dataset.card)")]
