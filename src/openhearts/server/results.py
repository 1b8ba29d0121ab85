"""The results of a table's evenings. They are derived from its log, each game once: to play all
games of a family's winter again takes seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, delete, insert, select

from openhearts.server import schema
from openhearts.server.store import Store
from openhearts.tables.events import Event, GameStarted, Person, decode
from openhearts.tables.results import FinishedGame, finished_games

Logged = tuple[int, int, Event]
"""A stored event after its version and its time."""

_events, _results = schema.events.c, schema.results.c


@dataclass(frozen=True, slots=True)
class TableResults:
    """The finished games of a table, oldest first, and what their people are called."""

    games: Sequence[FinishedGame]
    names: Mapping[str, str]
    """By identity, of those who have one."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What the store has of a table: the games that are kept, and the events after them."""

    games: list[FinishedGame]
    later: list[Logged]
    is_played: bool
    """Whether a game is under way."""


class Results:
    """Finds the results of tables, one table at a time: the others need the machine."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def of_table(self, table_id: str) -> TableResults | None:
        """A table's results; None if there is no such table. Raises StoreFailed."""
        async with self._turn:
            found = await self._store.read(lambda connection: _find(connection, table_id))
            if found is None:
                return None
            new = await asyncio.to_thread(finished_games, found.later)
            # The last card of a game may be taken back until another begins.
            await self._keep(table_id, new if found.is_played else new[:-1])
        games = [*found.games, *new]
        persons = {h.id for game in games for h in game.holders if isinstance(h, Person)}
        return TableResults(games, await self._store.names_of(sorted(persons)))

    async def _keep(self, table_id: str, games: Sequence[FinishedGame]) -> None:
        rows = [
            {"table_id": table_id, "game": game.number, "body": msgspec.json.encode(game).decode()}
            for game in games
        ]
        if rows:
            known = _results.game.in_([game.number for game in games])

            def work(connection: Connection) -> None:
                # Another server on this database may have found the same.
                connection.execute(
                    delete(schema.results).where(_results.table_id == table_id, known)
                )
                connection.execute(insert(schema.results), rows)

            await self._store.write(table_id, work)


def _find(connection: Connection, table_id: str) -> _Found | None:
    status = connection.scalar(select(schema.tables.c.status).where(schema.tables.c.id == table_id))
    if status is None:
        return None
    bodies = connection.scalars(
        select(_results.body).where(_results.table_id == table_id).order_by(_results.game)
    )
    games = [msgspec.json.decode(body, type=FinishedGame) for body in bodies]
    known = games[-1].version if games else 0
    rows = connection.execute(
        select(_events.version, _events.at, _events.kind, _events.kind_version, _events.body)
        .where(_events.table_id == table_id, _events.version > known)
        .order_by(_events.version)
    )
    later: list[Logged] = [
        (version, at, decode(kind, kind_version, body))
        for version, at, kind, kind_version, body in rows
    ]
    is_played = status == "open"
    return _Found(games, _before_the_last(later) if is_played else later, is_played)


def _before_the_last(later: list[Logged]) -> list[Logged]:
    """What happened before the game that is under way."""
    starts = [at for at, (_, _, event) in enumerate(later) if isinstance(event, GameStarted)]
    return later[: starts[-1]] if starts else []
