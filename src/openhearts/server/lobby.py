"""What the lobby shows: the public tables, and the rules that are played most at such tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import func, select

from openhearts.rules.errors import NotationError, RulesetError
from openhearts.server import schema
from openhearts.server.store import Store
from openhearts.tables.listing import Listing, read_rules

MOST_TABLES = 50
MOST_RULES = 5
SECONDS_KEPT = 2.0
"""However many look at the lobby, it is not read more often."""
WEEKS_COUNTED = 4
"""So far back a table counts for what is popular."""
SECONDS_POPULAR = 600.0
"""For so long the same rules are popular."""
WEEK = 7 * 24 * 3600 * 1000
"""In milliseconds."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """One table of the lobby."""

    listing: Listing
    names: Mapping[str, str]
    """By identity, of those on its seats who have one."""
    is_attended: bool
    """Whether one of them is there now."""
    changed_at: int
    """When something last happened there, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class LobbyContent:
    """The tables, newest first, and the most popular rules as ``rules_text`` writes them."""

    tables: Sequence[LobbyTable]
    popular: Sequence[str]


class Lobby:
    """Reads what the lobby shows, and keeps it for a moment."""

    def __init__(self, store: Store, is_attended: Callable[[str], bool]) -> None:
        """``is_attended``: whether a person who sits at the table of this id is there."""
        self._store = store
        self._is_attended = is_attended
        self._turn = asyncio.Lock()
        self._content = LobbyContent((), ())
        self._read_at = self._popular_at = float("-inf")

    async def content(self) -> LobbyContent:
        """What the lobby shows. Raises StoreFailed."""
        async with self._turn:
            now = time.monotonic()
            if now - self._read_at >= SECONDS_KEPT:
                popular = self._content.popular
                if now - self._popular_at >= SECONDS_POPULAR:
                    popular = await popular_rules(self._store)
                    self._popular_at = now
                self._content = LobbyContent(await self._tables(), popular)
                self._read_at = now
            return self._content

    async def _tables(self) -> list[LobbyTable]:
        found = await listed_tables(self._store)
        persons = {person for _, table in found for person in table.persons}
        names = await self._store.names_of(sorted(persons))
        return [
            LobbyTable(
                listing=table,
                names={person: names[person] for person in table.persons if person in names},
                is_attended=self._is_attended(table.id),
                changed_at=changed_at,
            )
            for changed_at, table in found
        ]


async def listed_tables(store: Store) -> list[tuple[int, Listing]]:
    """The public tables, newest first, each after its time in milliseconds since 1970."""
    columns = schema.tables.c
    query = (
        select(columns.changed_at, columns.listing)
        .where(columns.listed)
        .order_by(columns.changed_at.desc())
        .limit(MOST_TABLES)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [(at, msgspec.json.decode(text, type=Listing)) for at, text in rows]


async def popular_rules(store: Store) -> list[str]:
    """The rules of most public tables of the last weeks. What private tables play stays theirs."""
    columns = schema.tables.c
    since = time.time_ns() // 1_000_000 - WEEKS_COUNTED * WEEK
    query = (
        select(columns.public_rules)
        .where(columns.public_rules.is_not(None), columns.changed_at > since)
        .group_by(columns.public_rules)
        .order_by(func.count().desc(), columns.public_rules)
        .limit(MOST_RULES)
    )
    found = await store.read(lambda connection: connection.scalars(query).all())
    return [rules for rules in found if _can_be_read(rules)]


def _can_be_read(rules: str) -> bool:
    """Whether there are still such rules: an older program may have written of others."""
    try:
        read_rules(rules)
    except (NotationError, RulesetError):
        return False
    return True
