"""Browsers that want to be called when their person's turn begins at a table."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    insert,
    select,
    update,
)

from openhearts.server import schema
from openhearts.server.limits import PUSHES_OF_A_PERSON
from openhearts.server.secret_links import digest
from openhearts.server.store import Store

_table = schema.push_subscriptions
_rows = _table.c


@dataclass(frozen=True, slots=True)
class Browser:
    """How one browser is called."""

    endpoint: str
    """Its address at its push service: whoever has it and the keys may call it."""
    public_key: str
    auth: str
    """Both in base64url: only the browser reads what is said with them."""
    server_key: str
    """The key of ours that it takes calls from."""
    language: str


@dataclass(frozen=True, slots=True)
class Subscription:
    """A person who wants to be called at a table, and by which browser."""

    table_id: str
    person: str
    browser: Browser


class Subscriptions:
    """Keeps them. Every method raises StoreFailed where the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, subscription: Subscription) -> None:
        """Call the person by this browser from its next turn on. Of too many browsers and tables
        of one person the oldest are called no more."""
        table_id, person = subscription.table_id, subscription.person
        row = {
            "table_id": table_id,
            "person_id": person,
            "endpoint_hash": digest(subscription.browser.endpoint),
            "made_at": time.time_ns() // 1_000_000,
            "called_for": "",
            **asdict(subscription.browser),
        }
        version = select(schema.tables.c.version).where(schema.tables.c.id == table_id)
        newest = (
            select(_rows.table_id, _rows.endpoint_hash)
            .where(_rows.person_id == person)
            .order_by(_rows.made_at.desc(), _rows.table_id, _rows.endpoint_hash)
        )

        def work(connection: Connection) -> None:
            connection.execute(delete(_table).where(_is(subscription)))
            looked_at = connection.scalar(version) or 0
            connection.execute(insert(_table), [{**row, "looked_at": looked_at}])
            for old in connection.execute(newest.offset(PUSHES_OF_A_PERSON)).all():
                place = and_(_rows.table_id == old[0], _rows.endpoint_hash == old[1])
                connection.execute(delete(_table).where(_rows.person_id == person, place))

        await self._store.write(person, work)

    async def remove(self, table_id: str, person: str, endpoint: str) -> bool:
        """Call the person by this browser no more; whether another table still does."""
        named = _rows.endpoint_hash == digest(endpoint)
        this = and_(_rows.table_id == table_id, _rows.person_id == person, named)

        def work(connection: Connection) -> bool:
            connection.execute(delete(_table).where(this))
            return (
                connection.execute(select(_rows.table_id).where(named).limit(1)).first() is not None
            )

        return await self._store.write(table_id, work)

    async def remove_browser(self, endpoint: str) -> None:
        """Call this browser no more, at whatever table."""
        statement = delete(_table).where(_rows.endpoint_hash == digest(endpoint))
        await self._store.write("", lambda connection: connection.execute(statement))

    async def browsers_of(self, table_id: str, person: str) -> list[str]:
        """The digests of the addresses at which the person is called for this table."""
        query = select(_rows.endpoint_hash).where(
            _rows.table_id == table_id, _rows.person_id == person
        )
        return await self._store.read(lambda connection: list(connection.scalars(query)))

    async def tables_to_look_at(
        self, quiet: float, at_most: int, after: str = ""
    ) -> list[tuple[str, int]]:
        """Tables that have changed since somebody looked whom to call there, but not for so many
        seconds, and their versions; so many at most, in order, from this id on."""
        before = time.time_ns() // 1_000_000 - round(quiet * 1000)
        tables = schema.tables.c
        query = (
            select(tables.id, tables.version)
            .join(_table, _rows.table_id == tables.id)
            .where(_rows.looked_at < tables.version, tables.changed_at <= before)
            .where(tables.id > after)
            .distinct()
            .order_by(tables.id)
            .limit(at_most)
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [(table_id, version) for table_id, version in rows]

    async def claim(
        self,
        table_id: str,
        version: int,
        decisions: Mapping[str, str],
        later: Collection[str] = (),
    ) -> Sequence[Subscription]:
        """Those to call now, where each of these persons is asked for a decision at the table.

        Nobody is claimed twice for one decision, by whichever server. At those who are to be
        called ``later``, if at all, somebody looks again.
        """
        unseen = and_(
            _rows.table_id == table_id, _rows.looked_at < version, _rows.person_id.not_in(later)
        )

        any_row = select(_rows.table_id).where(unseen).limit(1)
        if await self._store.read(lambda connection: connection.scalar(any_row)) is None:
            return []  # who sits there for hours is looked at all the time: nobody waits for that

        def work(connection: Connection) -> list[Subscription]:
            rows = connection.execute(select(_table).where(unseen).with_for_update()).all()
            called = [
                row
                for row in rows
                if decisions.get(row.person_id, row.called_for) != row.called_for
            ]
            connection.execute(update(_table).where(unseen).values(looked_at=version))
            for person in {row.person_id for row in called}:
                of_person = and_(_rows.table_id == table_id, _rows.person_id == person)
                statement = update(_table).where(of_person).values(called_for=decisions[person])
                connection.execute(statement)
            return [_read(row) for row in called]

        return await self._store.write(table_id, work)


def _is(subscription: Subscription) -> ColumnElement[bool]:
    return and_(
        _rows.table_id == subscription.table_id,
        _rows.person_id == subscription.person,
        _rows.endpoint_hash == digest(subscription.browser.endpoint),
    )


def _read(row: Row[Any]) -> Subscription:
    browser = Browser(row.endpoint, row.public_key, row.auth, row.server_key, row.language)
    return Subscription(row.table_id, row.person_id, browser)
