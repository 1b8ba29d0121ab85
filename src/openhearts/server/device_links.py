"""Links that take a person's identity to another device: each works once, and only for minutes."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, insert, or_, select

from openhearts.server import schema
from openhearts.server.secret_links import digest, fresh_token
from openhearts.server.store import Store

MINUTES_VALID = 10

_links = schema.device_links.c


class DeviceLinks:
    """Makes and redeems them. Every method raises StoreFailed where the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, person: str) -> str:
        """A link's token for this person, whose earlier links end with it."""
        token, now = fresh_token(), _milliseconds()
        row = {
            "token_hash": digest(token),
            "person_id": person,
            "expires_at": now + MINUTES_VALID * 60_000,
        }
        old = or_(_links.person_id == person, _links.expires_at <= now)

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.device_links).where(old))
            connection.execute(insert(schema.device_links), [row])

        await self._store.write(person, work)
        return token

    async def owner(self, token: str) -> str | None:
        """Whom the link takes along; None if it does not work, or no longer."""
        return await self._store.read(lambda connection: _owner(connection, token))

    async def redeem(self, token: str) -> str | None:
        """The same; from now on the link does not work any more."""

        def work(connection: Connection) -> str | None:
            person = _owner(connection, token)
            used = delete(schema.device_links).where(_links.token_hash == digest(token))
            # Of two who use it at the same moment, one takes the row away.
            return person if connection.execute(used).rowcount else None

        return await self._store.write("", work)


def _owner(connection: Connection, token: str) -> str | None:
    query = select(_links.person_id).where(
        _links.token_hash == digest(token), _links.expires_at > _milliseconds()
    )
    return connection.scalar(query)


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
