"""A real Chromium, a real server, and people who use them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from openhearts.tables.options import SHEET_SECONDS
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


class Staging:
    """Staged tables that are staged anew before a score sheet among them is put away."""

    def __init__(self, make_folder: Callable[[], Path]) -> None:
        self._make_folder = make_folder
        self._closing = ExitStack()
        self._staged: Staged | None = None
        self._begun = 0.0

    def tables(self) -> Staged:
        """Those that stay as they are for long enough."""
        if self._staged is None or time.monotonic() - self._begun > SHEET_SECONDS[1] / 2:
            self.close()
            self._begun = time.monotonic()
            self._staged = self._closing.enter_context(staged_tables(self._make_folder()))
        return self._staged

    def close(self) -> None:
        """End their server."""
        self._closing.close()


@pytest.fixture(scope="session")
def staging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staging]:
    """What all tests share that look at staged tables."""
    staging = Staging(lambda: tmp_path_factory.mktemp("staged"))
    yield staging
    staging.close()


@pytest.fixture
def tables(staging: Staging) -> Staged:
    """Tables at every moment of a game, to be looked at and not to be played at."""
    return staging.tables()


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
