"""Whom the caller calls, and when, as far as no server is needed for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from openhearts.server.metrics import Metrics
from openhearts.server.push.caller import SAID_BYTES, Caller, message
from openhearts.server.push.encryption import to_text
from openhearts.server.push.server_keys import ServerKeys
from openhearts.server.push.services import Services
from openhearts.server.push.subscriptions import Browser, Subscription, Subscriptions
from openhearts.server.store import Store
from openhearts.tables.calls import Call
from openhearts.tables.options import DAY
from openhearts.words.catalogue import Catalogue, languages
from tests.running import PATIENCE
from tests.server.push.browsers import PushedBrowser
from tests.server.push.service import PushService, push_service
from tests.server.stores import opened, played, row

ANN, PATH = "person-ann", "/browser"
CALL = Call(ANN, "1.1.playing.0.0", "playing", 60 * DAY)
CATALOGUES = {language: Catalogue.load(language) for language in languages()}


@pytest.fixture(name="service")
def _service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@dataclass
class House:
    """A table of Ann's that has changed, and at which somebody looks whom to call."""

    store: Store
    calls: list[Call] = field(default_factory=lambda: [CALL])

    async def calls_at(self, table_id: str, version: int = 0) -> list[Call]:
        return self.calls

    def is_here(self, table_id: str, person: str) -> bool:
        return False

    async def is_looked_at(self) -> bool:
        return not await Subscriptions(self.store).tables_to_look_at(0, 1)

    async def is_forgotten(self) -> bool:
        return not await Subscriptions(self.store).browsers_of("t", ANN)

    async def came(self, service: PushService, count: int) -> None:
        """Wait for so many messages."""
        await asyncio.to_thread(service.wait_for, count, PATH)


@asynccontextmanager
async def house(
    file: Path, service: PushService, endpoint: str = "", key: str = ""
) -> AsyncIterator[House]:
    async with opened(file) as store:
        subscriptions, keys = Subscriptions(store), ServerKeys(store)
        await store.append("t", 0, played("2c"), row(ANN))
        browser = PushedBrowser()
        server_key = key or (await keys.own()).public
        public, auth = to_text(browser.public), to_text(browser.auth)
        asked = Browser(endpoint or service.origin + PATH, public, auth, server_key, "en")
        await subscriptions.keep(Subscription("t", ANN, asked))
        await store.append("t", 1, played("3c"), row(ANN))
        made = House(store)
        caller = Caller(
            subscriptions,
            keys,
            Services.read(service.origin),
            "mailto:ann@hearts.example",
            made.calls_at,
            made.is_here,
            CATALOGUES,
            grace=0,
            metrics=Metrics(),
        )
        running = asyncio.create_task(caller.run())
        try:
            yield made
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await holds():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


def test_who_has_played_meanwhile_is_not_called_again(tmp_path: Path, service: PushService) -> None:
    async def run() -> None:
        async with house(tmp_path / "t.sqlite3", service) as at:
            service.may_answer.clear()
            service.status, service.headers = 503, {"retry-after": "0"}
            await at.came(service, 1)
            at.calls = []
            service.may_answer.set()
            await at.store.append("t", 2, played("4c"), row(ANN))
            await until(at.is_looked_at)
            service.status = 201
            at.calls = [Call(ANN, "1.1.playing.1.0", "playing", DAY)]
            await at.store.append("t", 3, played("5c"), row(ANN))
            await at.came(service, 2)

    asyncio.run(run())
    assert [pushed.headers["ttl"] for pushed in service.pushed] == [str(28 * DAY), str(DAY)]


def test_no_service_keeps_a_call_for_longer_than_it_can(
    tmp_path: Path, service: PushService
) -> None:
    async def run() -> None:
        async with house(tmp_path / "t.sqlite3", service) as at:
            await at.came(service, 1)

    asyncio.run(run())
    assert service.pushed[0].headers["ttl"] == str(28 * DAY)


@pytest.mark.parametrize("lost", [{"endpoint": "https://evil.example/x"}, {"key": "another"}])
def test_a_browser_that_can_be_called_no_more_is_forgotten(
    tmp_path: Path, service: PushService, lost: dict[str, str]
) -> None:
    """The operator allows its push service no longer; or the key that it listens to is lost."""

    async def run() -> None:
        async with house(tmp_path / "t.sqlite3", service, **lost) as at:
            await until(at.is_forgotten)

    asyncio.run(run())
    assert not service.pushed


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("phase", ["passing", "playing", "choosing"])
def test_the_words_are_there_for_each_turn_in_each_language(language: str, phase: str) -> None:
    call = Call(ANN, "1.1.playing.0.0", phase, DAY)  # type: ignore[arg-type]
    said = message("h3k9w2m4x7pq", call, CATALOGUES[language])
    assert len(said) <= SAID_BYTES
    told = json.loads(said)
    assert told["language"] == language
    assert told["title"]
    assert told["body"]
    assert ANN not in said.decode()
