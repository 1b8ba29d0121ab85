"""Which browsers are called, as both kinds of databases keep it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from openhearts.server.backup import back_up
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.limits import PUSHES_OF_A_PERSON
from openhearts.server.push.server_keys import ServerKeys
from openhearts.server.push.subscriptions import Browser, Subscription, Subscriptions
from openhearts.server.restore import restore
from openhearts.server.secret_links import digest
from openhearts.server.store import Store
from tests.server.stores import opened, played, row

ANN, BOB = "person-ann", "person-bob"
PHONE = Browser("https://push.example/phone", "public", "auth", "ours", "fi")
LAPTOP = replace(PHONE, endpoint="https://push.example/laptop", language="sv")


def at(database: DatabaseAddress, work: Callable[[Store, Subscriptions], Awaitable[None]]) -> None:
    """Do the work at a table t of Ann and Bob, at which two things have happened."""

    async def run() -> None:
        async with opened(database) as store:
            await store.append("t", 0, played("2c", "3c"), row(ANN, BOB))
            await work(store, Subscriptions(store))

    asyncio.run(run())


async def changed(store: Store, version: int = 2) -> None:
    """Something more happens at the table."""
    await store.append("t", version, played("4c"), replace(row(), persons=None))


async def claimed(
    subscriptions: Subscriptions, decisions: dict[str, str], version: int = 3
) -> set[Subscription]:
    return set(await subscriptions.claim("t", version, decisions))


def test_a_browser_is_called_once_for_each_decision(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        ann, bob = Subscription("t", ANN, PHONE), Subscription("t", BOB, LAPTOP)
        await subscriptions.keep(ann)
        await subscriptions.keep(bob)
        assert await subscriptions.tables_to_look_at(0, 9) == [], "they know what is now"
        await changed(store)
        assert await subscriptions.tables_to_look_at(0, 9) == [("t", 3)]
        assert await subscriptions.tables_to_look_at(60, 9) == [], "it has changed just now"
        assert await subscriptions.tables_to_look_at(0, 0) == []
        assert await claimed(subscriptions, {ANN: "1"}) == {ann}
        assert await claimed(subscriptions, {ANN: "1"}) == set()
        assert await subscriptions.tables_to_look_at(0, 9) == []
        await changed(store, 3)
        assert await claimed(subscriptions, {ANN: "1", BOB: "1"}, 4) == {bob}
        await changed(store, 4)
        assert await claimed(subscriptions, {ANN: "2", BOB: "2"}, 5) == {ann, bob}

    at(database, work)


def test_of_two_servers_that_look_at_once_one_calls(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        await subscriptions.keep(Subscription("t", ANN, PHONE))
        await changed(store)
        async with opened(database) as other:
            both = (subscriptions, Subscriptions(other))
            found = await asyncio.gather(*(one.claim("t", 3, {ANN: "1"}) for one in both))
        assert sorted(map(len, found)) == [0, 1]

    at(database, work)


def test_the_same_browser_again_counts_once_and_the_newest_words_do(
    database: DatabaseAddress,
) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        await subscriptions.keep(Subscription("t", ANN, PHONE))
        again = Subscription("t", ANN, replace(PHONE, language="it"))
        await subscriptions.keep(again)
        assert await subscriptions.browsers_of("t", ANN) == [digest(PHONE.endpoint)]
        await changed(store)
        assert await claimed(subscriptions, {ANN: "1"}) == {again}

    at(database, work)


def test_of_too_many_the_oldest_is_called_no_more(
    database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(_: Store, subscriptions: Subscriptions) -> None:
        await subscriptions.keep(Subscription("t", BOB, PHONE))
        endpoints = [f"https://push.example/{n}" for n in range(PUSHES_OF_A_PERSON + 1)]
        for now, endpoint in enumerate(endpoints):
            monkeypatch.setattr("time.time_ns", lambda now=now: now * 1_000_000_000)
            await subscriptions.keep(Subscription("t", ANN, replace(PHONE, endpoint=endpoint)))
        kept = await subscriptions.browsers_of("t", ANN)
        assert sorted(kept) == sorted(map(digest, endpoints[1:]))
        assert len(await subscriptions.browsers_of("t", BOB)) == 1

    at(database, work)


def test_to_be_called_no_more_is_for_one_table(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        await store.append("u", 0, played("2c"), row(ANN))
        for table in ("t", "u"):
            await subscriptions.keep(Subscription(table, ANN, PHONE))
        assert not await subscriptions.remove("nowhere", ANN, LAPTOP.endpoint)
        assert await subscriptions.remove("t", BOB, PHONE.endpoint), "it is Ann's"
        assert await subscriptions.browsers_of("t", ANN)
        assert await subscriptions.remove("t", ANN, PHONE.endpoint)
        assert not await subscriptions.browsers_of("t", ANN)
        assert not await subscriptions.remove("u", ANN, PHONE.endpoint), "nobody calls it now"

    at(database, work)


def test_a_browser_that_is_gone_is_called_nowhere(database: DatabaseAddress) -> None:
    async def work(_: Store, subscriptions: Subscriptions) -> None:
        for person, browser in ((ANN, PHONE), (BOB, PHONE), (ANN, LAPTOP)):
            await subscriptions.keep(Subscription("t", person, browser))
        await subscriptions.remove_browser(PHONE.endpoint)
        assert await subscriptions.browsers_of("t", ANN) == [digest(LAPTOP.endpoint)]
        assert not await subscriptions.browsers_of("t", BOB)

    at(database, work)


def test_at_who_is_to_be_called_later_somebody_looks_again(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        ann, bob = Subscription("t", ANN, PHONE), Subscription("t", BOB, LAPTOP)
        for one in (ann, bob):
            await subscriptions.keep(one)
        await changed(store)
        assert list(await subscriptions.claim("t", 3, {BOB: "1"}, {ANN})) == [bob]
        assert await subscriptions.tables_to_look_at(0, 9) == [("t", 3)]
        assert await claimed(subscriptions, {ANN: "1", BOB: "1"}) == {ann}
        assert await subscriptions.tables_to_look_at(0, 9) == []

    at(database, work)


def test_many_tables_are_looked_at_in_turn(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        for table in ("u", "v"):
            await store.append(table, 0, played("2c"), row(ANN))
        for table in ("t", "u", "v"):
            await subscriptions.keep(Subscription(table, ANN, PHONE))
            await store.append(table, 2 if table == "t" else 1, played("4c"), row(ANN))
        assert await subscriptions.tables_to_look_at(0, 2) == [("t", 3), ("u", 2)]
        assert await subscriptions.tables_to_look_at(0, 2, "u") == [("v", 2)]

    at(database, work)


Ends = Callable[[Store], Awaitable[object]]

ENDS: dict[str, Ends] = {
    "her name is erased": lambda store: store.forget_names([ANN]),
    "all of her name are": lambda store: store.forget_named("Ann"),
    "she left the table": lambda store: store.append("t", 2, played("4c"), row(BOB)),
    "time goes by": lambda store: store.forget_unseen(-1),
}


@pytest.mark.parametrize("end", ENDS)
def test_nobody_is_called_any_more_when(database: DatabaseAddress, end: str) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        await store.rename(ANN, "Ann")
        for person in (ANN, BOB):
            await subscriptions.keep(Subscription("t", person, PHONE))
        await ENDS[end](store)
        assert not await subscriptions.browsers_of("t", ANN)
        assert bool(await subscriptions.browsers_of("t", BOB)) == (end != "time goes by")

    at(database, work)


def test_without_a_name_somebody_is_forgotten_too(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        await subscriptions.keep(Subscription("t", ANN, PHONE))
        await store.forget_unseen(400)
        assert await subscriptions.browsers_of("t", ANN)
        assert await store.forget_names([ANN]) == 0
        assert not await subscriptions.browsers_of("t", ANN)

    at(database, work)


def test_at_a_table_that_is_closed_nobody_is_called(database: DatabaseAddress) -> None:
    async def work(store: Store, subscriptions: Subscriptions) -> None:
        await store.append("u", 0, played("2c"), row(ANN))
        for table in ("t", "u"):
            await subscriptions.keep(Subscription(table, ANN, PHONE))
        closed = replace(row(status="closed"), persons=None)
        await store.append("t", 2, played("4c"), closed)
        assert not await subscriptions.browsers_of("t", ANN)
        assert await subscriptions.browsers_of("u", ANN)

    at(database, work)


def test_the_key_is_made_once(database: DatabaseAddress) -> None:
    async def work(store: Store, _: Subscriptions) -> None:
        key = await ServerKeys(store).own()
        again = ServerKeys(store)
        assert (await again.own()).public == key.public
        assert await again.known(key.public) is not None
        assert await again.known("another") is None

    at(database, work)


def test_what_a_backup_brings_is_called_with_the_backups_key(
    database: DatabaseAddress, another_database: DatabaseAddress, tmp_path: Path
) -> None:
    file = tmp_path / "games.backup"
    made: list[str] = []

    async def keep(store: Store, subscriptions: Subscriptions) -> None:
        made.append((await ServerKeys(store).own()).public)
        browser = replace(PHONE, server_key=made[0])
        await subscriptions.keep(Subscription("t", ANN, browser))

    async def other() -> None:
        async with opened(another_database) as store:
            keys = ServerKeys(store)
            made.append((await keys.own()).public)
            back_up(database, file)
            assert not restore(file, another_database).knows_another_key
            assert await keys.known(made[0]) is not None
            assert (await keys.own()).public == made[1]
            assert await Subscriptions(store).browsers_of("t", ANN)

    at(database, keep)
    asyncio.run(other())
