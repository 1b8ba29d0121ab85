"""Without a line: what was read is there, and a table says plainly that it needs the server."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from openhearts.server.site.site import BUILT_CLIENT
from openhearts.words.catalogue import Catalogue
from tests.browser.conftest import NewScreen
from tests.running import PATIENCE, Server
from tests.site.visiting import Tables, serving

ITALIAN, FINNISH, SWEDISH = (Catalogue.load(language) for language in ("it", "fi", "sv"))

KEPT = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map((request) => new URL(request.url).pathname);
}"""


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def kept(page: Page) -> list[str]:
    """The addresses of all that the service worker keeps."""
    found: list[str] = page.evaluate(KEPT)
    return found


def wait_for_a_copy_of(page: Page, *paths: str) -> None:
    wait_until(
        page,
        "async (paths) => navigator.serviceWorker.controller &&"
        " (await Promise.all(paths.map((path) => caches.match(path)))).every(Boolean)",
        paths,
    )


def wait_until(page: Page, script: str, argument: object = None) -> None:
    """Wait until what the script promises is true."""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(script, argument):
        assert time.monotonic() < deadline, script
        page.wait_for_timeout(50)


def test_what_was_read_is_there_without_a_server_and_a_table_is_not(
    new_screen: NewScreen, server: Server
) -> None:
    me = new_screen(language="it", worker=True)
    page = me.page
    me.home()
    wait_for_a_copy_of(page, "/it/", "/it/setup", "/sv/offline")
    page.get_by_role("button", name=ITALIAN.say("home.play")).click()
    page.wait_for_url("**/t/*")
    me.choosing.wait_for()
    table = page.url
    page.goto(f"{server.address}/fi/")
    own_game = page.locator(f"a[href='{table.removeprefix(server.address)}']")
    expect(own_game).to_have_text(FINNISH.say("home.continue"))
    expect(page.get_by_text(FINNISH.say("offline.kept"))).to_be_hidden()
    wait_for_a_copy_of(page, "/fi/", "/fi/setup")
    page.goto(f"{server.address}/it/{ITALIAN.say('learn.slug')}")
    lesson = page.locator(".lesson .hand button").first
    expect(lesson).to_be_visible()
    page.goto(f"{server.address}/it/")

    server.kill()
    # The home page is a stranger's: it shows no game as if it went on.
    for address, words in (("/fi/", FINNISH), ("", ITALIAN)):
        page.goto(server.address + address)
        expect(page.get_by_text(words.say("offline.kept"))).to_be_visible()
        expect(page.get_by_role("button", name=words.say("home.play"))).to_be_visible()
        expect(own_game).to_have_count(0)
    assert page.evaluate("[...document.fonts].some((font) => font.status === 'loaded')")
    page.get_by_role("link", name=ITALIAN.say("learn.link")).click()
    expect(lesson).to_be_visible()
    page.get_by_role("link", name=ITALIAN.say("site.setup")).first.click()
    heading(page, ITALIAN.say("setup.heading"))
    # What no copy can answer says so, in the language of the last page or of the address.
    for address, words in (
        ("/it/setup?preset=omnibus", ITALIAN),
        ("/it/setup/describe", ITALIAN),
        ("/sv/", SWEDISH),
        (table.removeprefix(server.address), ITALIAN),
    ):
        page.goto(server.address + address)
        heading(page, words.say("offline.heading"))
    assert not [
        path for path in kept(page) if path.startswith(("/t/", "/api", "/healthz", "/readyz"))
    ]
    page.goto(f"{server.address}/it/")
    page.get_by_role("button", name=ITALIAN.say("home.play")).click()
    page.wait_for_url("**/it/offline")
    heading(page, ITALIAN.say("offline.heading"))

    page.goto(table)
    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    me.choosing.wait_for()


@contextmanager
def site_of(static: Path, port: int = 0) -> Iterator[int]:
    with serving(Tables().site(static), port) as found:
        yield found


@pytest.fixture(name="next_client")
def _next_client(tmp_path: Path) -> Path:
    """The client as another build may leave it: the style sheet has another name."""
    static = tmp_path / "static"
    shutil.copytree(BUILT_CLIENT, static)
    manifest = static / ".vite" / "manifest.json"
    chunks = json.loads(manifest.read_text())
    (old,) = chunks["src/site/site.ts"]["css"]
    shutil.move(static / old, static / "assets" / "next.css")
    manifest.write_text(manifest.read_text().replace(old, "assets/next.css"))
    return static


def test_a_new_version_replaces_the_old_but_waits_for_a_game_in_progress(
    browser: Browser, next_client: Path
) -> None:
    context = browser.new_context()
    page, other = context.new_page(), context.new_page()
    with site_of(BUILT_CLIENT) as port:
        address = f"http://127.0.0.1:{port}"
        page.goto(f"{address}/sv/")
        wait_for_a_copy_of(page, "/sv/", "/sv/setup")
        before = page.evaluate("caches.keys()")
        other.goto(f"{address}/t/a-table-that-plays")
    with site_of(next_client, port):
        page.goto(f"{address}/sv/")  # the new pages at once, whichever worker there is
        assert page.locator("link[href='/static/assets/next.css']").count() == 1
        wait_until(page, "async () => !!(await navigator.serviceWorker.getRegistration()).waiting")
        assert set(before) < set(page.evaluate("caches.keys()"))
        other.close()
        page.close()
        page = context.new_page()
        page.goto(f"{address}/sv/setup")
        wait_until(page, "async () => (await caches.keys()).length === 1")
        assert page.evaluate("caches.keys()") != before
        assert {"/sv/", "/sv/setup", "/static/assets/next.css"} <= set(kept(page))
        assert "/it/" not in kept(page)
    page.goto(f"{address}/sv/")
    expect(page.get_by_text(SWEDISH.say("offline.kept"))).to_be_visible()
    context.close()


def test_nothing_is_kept_where_the_line_is_not_safe(browser: Browser) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    with site_of(BUILT_CLIENT) as port:
        page.goto(f"http://openhearts.test:{port}/en/")
        assert page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
        expect(page.get_by_role("button", name="Target score, higher")).to_be_visible()
    page.context.close()
    assert faults == []
