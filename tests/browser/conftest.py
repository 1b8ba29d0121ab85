"""A real Chromium, a real server, and people who use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.screen import Screen
from tests.browser.staging import Staged, staged_tables
from tests.running import Server, running

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP openhearts.test 127.0.0.1",
]
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=664)

HURRIED = {"speed": "at-once", "rest": "500"}
"""Preferences of somebody who knows the game, for whole games in a test."""

NewScreen = Callable[..., Screen]


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    """The browser; while it is open no test of this process can run a loop of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    """Tables at every moment of a game, to be looked at and not to be played at."""
    with staged_tables(tmp_path_factory.mktemp("staged")) as staged:
        yield staged


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    with running(tmp_path / "games.sqlite3") as server:
        yield server


@pytest.fixture
def new_screen(browser: Browser, server: Server) -> Iterator[NewScreen]:
    """Opens a new person's browser: a fresh identity, and a page that reports its faults."""
    faults: list[str] = []
    contexts = []

    def open_screen(
        viewport: ViewportSize = DESKTOP,
        preferences: dict[str, str] | None = None,
        *,
        touch: bool = False,
        language: str = "en",
        worker: bool = False,
    ) -> Screen:
        context = browser.new_context(
            viewport=viewport,
            has_touch=touch,
            is_mobile=touch,
            locale=language,
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda m: faults.append(m.text) if is_fault(m.type, m.text) else None)
        screen = Screen(page, server, language)
        screen.prefer(HURRIED if preferences is None else preferences)
        return screen

    yield open_screen
    for context in contexts:
        context.close()
    assert faults == []


def is_fault(kind: str, text: str) -> bool:
    """Lost lines are part of some tests, and a blocked worker of most: the browser reports them."""
    meant = ("ERR_CONNECTION", "WebSocket", "Service Worker registration blocked")
    return kind in ("error", "warning") and not any(words in text for words in meant)
