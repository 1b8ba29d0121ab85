"""Calls people whose turn it is at a slow table, and who are not there, or go without an answer.

Nothing waits for it: it looks into the database which tables have changed, and what it finds it
sends beside everything else. So a turn that began before a restart, or at another server, counts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from openhearts.server.incidents import report, warn
from openhearts.server.limits import LONGEST_RETRY, PUSHES_AT_ONCE, PUSHES_WAITING
from openhearts.server.metrics import Metrics
from openhearts.server.push.encryption import encrypt, from_text
from openhearts.server.push.sending import Answer, NoAnswer, post
from openhearts.server.push.server_keys import ServerKeys
from openhearts.server.push.services import EndpointRefused, Services
from openhearts.server.push.subscriptions import Browser, Subscription, Subscriptions
from openhearts.server.secret_links import digest
from openhearts.server.store import StoreFailed
from openhearts.tables.calls import Call
from openhearts.words.catalogue import DEFAULT_LANGUAGE, Catalogue

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_AFTER_A_FAULT = 30.0
TABLES_AT_ONCE = 50
"""That are looked at between two rests: each may have to be read whole."""
LONGEST_KEPT = 28 * 24 * 3600
"""Seconds that push services keep a message at most."""
SECONDS_TO_RETRY = 30.0
"""Where the push service does not say when."""
SAID_BYTES = 768
"""Every message is as long as this: its length tells nobody anything."""
GONE = (404, 410)
"""What a push service says of a browser that does not listen any more."""
TOO_MANY = 429

TURNS = {"passing": "choose", "playing": "yours", "choosing": "decide"}
"""By what the table waits for: the words for it, under ``table.turn``."""


class CallsAt(Protocol):
    """For whom a table waits."""

    def __call__(self, table_id: str, version: int = 0) -> Awaitable[Sequence[Call]]:
        """At the table of this version, or a later one. Raises LookupError without a table."""
        ...


class Caller:
    """One server's; ``run`` it beside everything else."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        keys: ServerKeys,
        services: Services,
        contact: str,
        calls_at: CallsAt,
        is_here: Callable[[str, str], bool],
        catalogues: Mapping[str, Catalogue],
        *,
        grace: float,
        metrics: Metrics,
    ) -> None:
        """``calls_at``: for whom a table waits; ``is_here``: whether a person is at a table.
        ``grace``: seconds that a turn is old, and its person away, before anybody is called."""
        self._subscriptions = subscriptions
        self._keys = keys
        self._services = services
        self._contact = contact
        self._calls_at = calls_at
        self._is_here = is_here
        self._catalogues = catalogues
        self._grace = grace
        self._metrics = metrics
        self._gate = asyncio.Semaphore(PUSHES_AT_ONCE)
        self._sending: set[asyncio.Task[None]] = set()
        self._looked_at = ""
        """The id of the last table, if there are more: all have their turn."""
        self._seen: dict[tuple[str, str], float] = {}
        """When a person was last at a table who is to be called if it goes."""

    async def run(self) -> None:
        """Look again and again, until this is cancelled; what is on its way then is given up."""
        try:
            while True:
                rest = SECONDS_BETWEEN_LOOKS
                try:
                    await self._look()
                except Exception as error:
                    report("nobody-called", error)
                    rest = SECONDS_AFTER_A_FAULT
                await asyncio.sleep(rest)
        finally:
            for task in self._sending:
                task.cancel()

    async def _look(self) -> None:
        room = min(TABLES_AT_ONCE, PUSHES_WAITING - len(self._sending))
        if room <= 0:
            return
        found = await self._subscriptions.tables_to_look_at(self._grace, room, self._looked_at)
        self._looked_at = found[-1][0] if len(found) == room else ""
        for table_id, version in found:
            calls = await self._calls(table_id, version)
            later = self._who_is_there(table_id, calls)
            decisions = {
                person: call.decision for person, call in calls.items() if person not in later
            }
            claimed = await self._subscriptions.claim(table_id, version, decisions, later)
            for called in claimed:
                task = asyncio.create_task(self._call(called, calls[called.person]), name="call")
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    def _who_is_there(self, table_id: str, persons: Collection[str]) -> set[str]:
        """Those of the persons who are at the table, or were a moment ago."""
        now = time.monotonic()
        here = [person for person in persons if self._is_here(table_id, person)]
        self._seen.update({(table_id, person): now for person in here})
        self._seen = {who: at for who, at in self._seen.items() if now - at <= self._grace}
        return {person for person in persons if (table_id, person) in self._seen}

    async def _calls(self, table_id: str, version: int = 0) -> Mapping[str, Call]:
        """By person; nobody at a table that cannot be read, which is told once a change."""
        try:
            return {call.person: call for call in await self._calls_at(table_id, version)}
        except StoreFailed:
            raise
        except Exception as error:
            report("table-not-called", error, table=table_id)
            return {}

    async def _call(self, called: Subscription, call: Call) -> None:
        """Send it, and once more later where the push service could not take it now."""
        try:
            wait = await self._send(called, call)
            if wait is None or wait > LONGEST_RETRY:
                return
            await asyncio.sleep(wait)
            if await self._is_still_waited_for(called, call):
                await self._send(called, call)
        except Exception as error:
            report("call-failed", error, table=called.table_id)

    async def _is_still_waited_for(self, called: Subscription, call: Call) -> bool:
        now = (await self._calls(called.table_id)).get(called.person)
        is_here = self._is_here(called.table_id, called.person)
        return now is not None and now.decision == call.decision and not is_here

    async def _send(self, called: Subscription, call: Call) -> float | None:
        """Seconds after which it is worth to send it once more; None if it is not."""
        wait = None
        try:
            async with self._gate:
                answer = await self._post(called, call)
        except EndpointRefused:
            outcome = "refused"
            await self._subscriptions.remove_browser(called.browser.endpoint)
        except NoAnswer as failure:
            outcome, wait = "no-answer", SECONDS_TO_RETRY
            warn("push-not-answered", table=called.table_id, fault=str(failure))
        else:
            outcome = outcome_of(answer.status)
            if outcome == "gone":
                await self._subscriptions.remove_browser(called.browser.endpoint)
            elif outcome != "taken":
                warn("push-not-taken", table=called.table_id, code=str(answer.status))
            if outcome == "later":
                wait = SECONDS_TO_RETRY if answer.retry_after is None else answer.retry_after
        self._metrics.pushes.labels(outcome).inc()
        return wait

    async def _post(self, called: Subscription, call: Call) -> Answer:
        """Raises NoAnswer, EndpointRefused or StoreFailed."""
        browser = called.browser
        endpoint = self._services.endpoint(browser.endpoint)
        key = await self._keys.known(browser.server_key)
        if key is None:  # it came from a database whose key is lost
            raise EndpointRefused
        said = message(called.table_id, call, self._catalogue(browser))
        auth = from_text(browser.auth)
        body = encrypt(said, from_text(browser.public_key), auth, padded_to=SAID_BYTES)
        headers = {
            "authorization": key.authorization(endpoint.origin, self._contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(min(round(call.seconds), LONGEST_KEPT)),
            "urgency": "normal",
            # A newer one takes the place of an older; only the browser's secret leads from it
            # to the table, whose address is a key.
            "topic": digest(f"{browser.auth} {called.table_id}")[:32],
        }
        return await post(endpoint, headers, body)

    def _catalogue(self, browser: Browser) -> Catalogue:
        return self._catalogues.get(browser.language, self._catalogues[DEFAULT_LANGUAGE])


def outcome_of(status: int) -> str:
    """What became of a message, by the push service's answer."""
    if 200 <= status < 300:
        return "taken"
    if status in GONE:
        return "gone"
    return "later" if status == TOO_MANY or status >= 500 else "refused"


def message(table_id: str, call: Call, catalogue: Catalogue) -> bytes:
    """What the browser's service worker is told: where, and the words for that it is the person's
    turn; nothing of the game."""
    told = {
        "table": table_id,
        "language": catalogue.language,
        "title": catalogue.say(f"table.turn.{TURNS[call.phase]}"),
        "body": catalogue.say("push.waits"),
    }
    return msgspec.json.encode(told)
