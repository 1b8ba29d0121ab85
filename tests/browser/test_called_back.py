"""Called back to a slow table, from the switch in the menu to the notice and the press on it.

The browser of the tests has no push service, shows no notices and lets no script open a window:
in these places stands what a browser with all of it would have done. Everything between is real.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Worker, expect

from openhearts.server.push.encryption import to_text
from openhearts.tables.options import DAY
from openhearts.words.catalogue import Catalogue
from tests.browser.conftest import NewScreen
from tests.running import Client, Server, Visitor, play_until, running
from tests.server.push.browsers import PushedBrowser
from tests.server.push.service import PushService, push_service

ENGLISH, FINNISH = Catalogue.load("en"), Catalogue.load("fi")
PATH = "/browser"

WITH_A_PUSH_SERVICE = """([endpoint, p256dh, auth]) => {
  const kept = "subscribed";
  const subscription = (key) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key), (c) => c.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => (localStorage.removeItem(kept), true),
  });
  const plain = (key) => key.replace(/-/g, "+").replace(/_/g, "/");
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem(kept);
    return key && subscription(key);
  };
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("no silent ones");
    localStorage.setItem(kept, plain(applicationServerKey));
    return subscription(plain(applicationServerKey));
  };
  Notification.requestPermission = async () => window.permission ?? "granted";
}"""

WITH_NOTICES = """() => {
  self.shown = [];
  self.opened = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push({ title, ...options });
  };
  Clients.prototype.openWindow = async (path) => void self.opened.push(path);
  WindowClient.prototype.focus = async function () { self.opened.push(`focus ${this.url}`); };
}"""

PRESS = """async (data) => {
  const waits = [];
  const event = new ExtendableEvent("notificationclick");
  Object.assign(event, { notification: { data, close: () => self.opened.push("closed") } });
  event.waitUntil = (promise) => waits.push(promise);
  self.dispatchEvent(event);
  await Promise.all(waits);
  return self.opened.splice(0);
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    """A server that knows the push service."""
    options = ("--push-services", service.origin, "--push-contact", "mailto:ann@hearts.example")
    with running(tmp_path / "games.sqlite3", *options, "--grace", "0") as server:
        yield server


def switch(page: Page, words: Catalogue) -> Locator:
    """Where one is asked whether one wants to be called."""
    page.locator(".game").wait_for()
    if not page.get_by_role("dialog").is_visible():
        page.get_by_role("button", name=words.say("table.button.menu")).click()
    return page.get_by_role("group", name=words.say("table.menu.calls"))


def guest_in(view: dict[str, Any]) -> int | None:
    """The seat of the person who is not the host."""
    kinds = [player["kind"] for player in view["players"]]
    return next((seat for seat in range(1, 4) if kinds[seat] == "person"), None)


def plays_alone(seat: int, view: dict[str, Any]) -> bool:
    """Whether the table waits for a card of this seat."""
    return bool(view["phase"] == "playing" and view["toAct"] == [seat])


def choose(page: Page, words: Catalogue, choice: str) -> None:
    switch(page, words).get_by_label(words.say(f"table.menu.notices.{choice}"), exact=True).click()


@contextmanager
def at_a_slow_table(server: Server) -> Iterator[tuple[str, Client]]:
    """A table that gathers, and its host Ann there."""
    ann = Visitor(server)
    table = ann.open_table(gathers=True, passing="none", options={"clock_seconds": DAY})
    with ann.sit_down(table) as client:
        client.see(lambda _: True)
        yield table, client


def deliver(page: Page, server: Server, said: dict[str, Any]) -> Worker:
    """What the browser does when its push service brings this; the worker that hears it."""
    (worker,) = page.context.service_workers
    worker.evaluate(WITH_NOTICES)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    told = {"origin": server.address, "registrationId": found[0], "data": json.dumps(said)}
    session.send("ServiceWorker.deliverPushMessage", told)
    return worker


def test_who_asks_to_be_called_is_told_in_their_language_and_led_to_the_table(
    new_screen: NewScreen, server: Server, service: PushService
) -> None:
    keys = PushedBrowser()
    me = new_screen(language="fi", worker=True)
    told = [service.origin + PATH, to_text(keys.public), to_text(keys.auth)]
    me.page.add_init_script(f"({WITH_A_PUSH_SERVICE})({json.dumps(told)})")
    with at_a_slow_table(server) as (table, ann):
        me.go_to_table(table)
        me.page.get_by_role("button", name=FINNISH.say("table.gather.sit")).first.click()
        seat = ann.wait_for(lambda: guest_in(ann.view))
        expect(switch(me.page, FINNISH)).to_be_visible()
        with me.page.expect_response(lambda answer: answer.request.method == "PUT"):
            choose(me.page, FINNISH, "on")
        me.page.reload()
        chosen = switch(me.page, FINNISH).get_by_label(FINNISH.say("table.menu.notices.on"))
        expect(chosen).to_be_checked()
        me.home()
        assert ann.do("start")["kind"] == "done"
        play_until(ann, partial(plays_alone, seat), random.Random(1))
        (pushed,) = service.wait_for(1, PATH)
        said = json.loads(keys.read(pushed.body))

        worker = deliver(me.page, server, said)
        while not (shown := worker.evaluate("self.shown")):
            me.page.wait_for_timeout(20)
        (notice,) = shown
        assert notice["title"] == FINNISH.say("table.turn.yours")
        assert notice["body"] == FINNISH.say("push.waits")
        assert (notice["lang"], notice["tag"]) == ("fi", table)
        assert worker.evaluate(PRESS, notice["data"]) == ["closed", f"/t/{table}"]

        me.go_to_table(table)
        me.playable.first.wait_for()
        opened = worker.evaluate(PRESS, notice["data"])
        assert opened == ["closed", f"focus {server.address}/t/{table}"]
        with me.page.expect_response(lambda answer: answer.request.method == "DELETE") as left:
            choose(me.page, FINNISH, "off")
        assert left.value.json() == {"elsewhere": False}
        me.page.wait_for_function("!localStorage.getItem('subscribed')")


def test_who_allows_no_notices_is_told_so_and_not_called(
    new_screen: NewScreen, service: PushService
) -> None:
    me = new_screen(worker=True)
    told = json.dumps([service.origin + PATH, "", ""])
    me.page.add_init_script(f"window.permission = 'denied'; ({WITH_A_PUSH_SERVICE})({told})")
    me.home()
    open_table = """async (seconds) => {
      const body = JSON.stringify({ passing: "none", options: { clock_seconds: seconds } });
      return (await (await fetch("/api/tables", { method: "POST", body })).json()).id;
    }"""
    me.go_to_table(me.page.evaluate(open_table, DAY))
    me.listen()
    choose(me.page, ENGLISH, "on")
    refused = ENGLISH.say("table.menu.notices-refused")
    expect(me.page.get_by_role("dialog").get_by_text(refused)).to_be_visible()
    off = switch(me.page, ENGLISH).get_by_label(ENGLISH.say("table.menu.notices.off"), exact=True)
    expect(off).to_be_checked()
    # Said once: the bots, who play meanwhile, have the next word.
    me.page.wait_for_function("said => window.heard.some((one) => one.includes(said))", arg=refused)

    me.go_to_table(me.page.evaluate(open_table, 60))
    expect(switch(me.page, ENGLISH)).to_have_count(0)
