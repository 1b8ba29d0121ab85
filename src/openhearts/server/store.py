"""Where events become durable. The log is the truth; the other rows are derived from it.

One thread writes, and commits everything that waits in one transaction; a few others read.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from openhearts.server import schema
from openhearts.server.database import READERS, asks_to_try_again, detail_of, open_database
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.metrics import Metrics
from openhearts.tables.events import Event, decode, encode

AT_ONCE = 0
"""The time at which something is due that is not waited for, whatever the clock says."""
LARGEST_GROUP = 200
"""Jobs that share a transaction at most."""
TRIES = 5
"""Of a group that the database takes back for another node's sake."""
DAY = 24 * 3600 * 1000
"""In milliseconds."""

_Result = TypeVar("_Result")

_add_events = insert(schema.events)

_calls = schema.push_subscriptions
"""Whoever leaves a table, or is forgotten, is called no more."""


class VersionConflict(Exception):
    """Somebody else has written this version of the table."""


class StoreFailed(Exception):
    """The database could not be read or written: the disk is full, it is locked, away ..."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is kept of a table besides its events, so that it can be found unopened."""

    status: str
    due_in: float | None
    """Seconds until something happens by itself; None if nothing does."""
    summary: str
    """JSON, for its people's lists."""
    persons: Sequence[str] | None
    """Identities on its seats; None if they are the same as before."""
    listing: str | None = None
    """JSON, for the lobby; None if the lobby does not show it."""
    public_rules: str | None = None
    """What a public table plays, or has played; None for a private one."""


@dataclass(eq=False, slots=True)
class _Job(Generic[_Result]):
    work: Callable[[Connection], _Result]
    changes: str
    """What it locks. All nodes lock in the same order, so that none waits for one that waits."""
    done: Future[_Result]


class Store:
    """Events, tables and names in one database, until ``close``.

    Everything that reads or writes raises StoreFailed where the database does not let it; a
    write has then changed nothing. One exception no database can spare us: where its server is
    lost in the very moment of a commit, nobody knows; whoever appends again meets
    VersionConflict then, and reads.
    """

    def __init__(self, address: DatabaseAddress, metrics: Metrics | None = None) -> None:
        """Raises CannotStart."""
        self._metrics = metrics or Metrics()
        self._database = open_database(address)
        self._put_table = self._database.put(schema.tables)
        self._put_person = self._database.put(schema.persons)
        self._put_sign_of_life = self._database.put(schema.signs_of_life)
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        # A daemon: a program that fails before ``close`` must end all the same.
        self._thread = threading.Thread(target=self._write_jobs, name="store-writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what waits to be written, and let the database go."""
        self._jobs.put(None)
        self._thread.join()
        self._readers.shutdown()
        self._database.close()

    async def check(self) -> None:
        """Raises StoreFailed unless tables can be read, and something can be written."""
        any_table = select(schema.tables.c.id).limit(1)
        await self.read(lambda connection: connection.execute(any_table).all())
        nothing_new = update(schema.secrets).values(name=schema.secrets.c.name)
        await self.write("", lambda connection: connection.execute(nothing_new))

    # -- tables

    async def append(
        self, table_id: str, version: int, events: Sequence[Event], row: TableRow
    ) -> None:
        """Make ``events`` the table's next ones after ``version``; durable on return.

        Raises VersionConflict if the table has moved on.
        """
        now = _milliseconds()
        rows = [
            _event_row(table_id, place, now, event)
            for place, event in enumerate(events, version + 1)
        ]
        summary = {
            "id": table_id,
            "version": version + len(events),
            "due_at": _due_at(now, row.due_in),
            "status": row.status,
            "changed_at": now,
            "summary": row.summary,
            "listed": row.listing is not None,
            "listing": row.listing,
            "public_rules": row.public_rules,
        }

        def work(connection: Connection) -> None:
            try:
                connection.execute(_add_events, rows)
            except IntegrityError:
                # Not from this error: the database may quote the row in it.
                raise VersionConflict(f"{table_id} at {version}") from None
            connection.execute(self._put_table, summary)
            if row.status == "closed":
                connection.execute(delete(_calls).where(_calls.c.table_id == table_id))
            if row.persons is None:
                return
            gone = and_(_calls.c.table_id == table_id, _calls.c.person_id.not_in(row.persons))
            connection.execute(delete(_calls).where(gone))
            seated = [{"person_id": person, "table_id": table_id} for person in row.persons]
            connection.execute(delete(schema.seats).where(schema.seats.c.table_id == table_id))
            if seated:
                connection.execute(insert(schema.seats), seated)

        await self.write(table_id, work)

    async def version_of(self, table_id: str) -> int:
        """How many events a table has; 0 if there is no such table."""
        query = select(schema.tables.c.version).where(schema.tables.c.id == table_id)
        return await self.read(lambda connection: connection.scalar(query)) or 0

    async def events_of(self, table_id: str, kinds: Collection[type[Event]] = ()) -> list[Event]:
        """The events of a table, oldest first, of these kinds or all; none without a table."""
        return [event for _, event in await self.log_of(table_id, kinds)]

    async def log_of(
        self, table_id: str, kinds: Collection[type[Event]] = ()
    ) -> list[tuple[int, Event]]:
        """The events of a table as ``events_of`` gives them, each after its time.

        Times are in milliseconds since 1970.
        """
        if "\0" in table_id:  # a stranger's address; PostgreSQL has no such text
            return []

        def work(connection: Connection) -> list[tuple[int, Event]]:
            columns = schema.events.c
            query = select(columns.at, columns.kind, columns.kind_version, columns.body).where(
                columns.table_id == table_id
            )
            if kinds:
                query = query.where(columns.kind.in_([kind.KIND for kind in kinds]))
            rows = connection.execute(query.order_by(columns.version))
            return [(at, decode(kind, version, body)) for at, kind, version, body in rows]

        return await self.read(work)

    async def due_tables(self, within: float) -> list[str]:
        """The tables at which something happens by itself in so many seconds, soonest first."""
        columns = schema.tables.c
        until = _milliseconds() + round(within * 1000)
        query = select(columns.id).where(columns.due_at <= until).order_by(columns.due_at)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def seconds_to_due(self, table_id: str) -> float | None:
        """Until something happens by itself at a table; None if nothing does."""
        query = select(schema.tables.c.due_at).where(schema.tables.c.id == table_id)
        due_at = await self.read(lambda connection: connection.scalar(query))
        return None if due_at is None else max(0.0, (due_at - _milliseconds()) / 1000)

    async def unchanged_tables(self, seconds: float) -> list[str]:
        """The unfinished tables at which nothing has happened for so long; a thousand at most."""
        columns = schema.tables.c
        before = _milliseconds() - round(seconds * 1000)
        query = select(columns.id).where(columns.status == "open", columns.changed_at < before)
        return await self.read(lambda connection: list(connection.scalars(query.limit(1000))))

    async def give_sign_of_life(self) -> None:
        """Note that a server runs on this database: its clocks go."""
        row = {"place": 1, "at": _milliseconds()}
        await self.write("", lambda connection: connection.execute(self._put_sign_of_life, row))

    async def resume_clocks(self) -> None:
        """Let what is due come later by as long as no server ran: nobody is late for that."""
        now = _milliseconds()
        last = select(schema.signs_of_life.c.at)
        due_at = schema.tables.c.due_at

        def work(connection: Connection) -> None:
            paused = now - (connection.scalar(last) or now)
            later = update(schema.tables).where(due_at > AT_ONCE).values(due_at=due_at + paused)
            connection.execute(later)

        await self.write("", work)

    async def summaries_of(self, person: str, status: str) -> list[tuple[str, int, str]]:
        """A person's tables of this status, newest first: id, milliseconds, summary."""
        table, seat = schema.tables.c, schema.seats.c
        query = (
            select(table.id, table.changed_at, table.summary)
            .join(schema.seats, seat.table_id == table.id)
            .where(seat.person_id == person, table.status == status)
            .order_by(table.changed_at.desc())
        )
        return await self.read(
            lambda connection: [(i, at, text) for i, at, text in connection.execute(query)]
        )

    # -- names and secrets

    async def names_of(self, persons: Sequence[str]) -> Mapping[str, str]:
        """The names of those persons who have one."""
        columns = schema.persons.c
        query = select(columns.id, columns.name).where(columns.id.in_(persons))
        return await self.read(lambda connection: dict(connection.execute(query).all()))

    async def rename(self, person: str, name: str) -> None:
        """Remember the person's name."""
        row = {"id": person, "name": name, "changed_at": _milliseconds()}
        await self.write(person, lambda connection: connection.execute(self._put_person, row))

    async def see(self, person: str) -> None:
        """Note that the person was here, if there is a name to keep for it."""
        column = schema.persons.c
        seen = update(schema.persons).where(column.id == person)
        statement = seen.values(changed_at=_milliseconds())
        await self.write(person, lambda connection: connection.execute(statement))

    async def forget_names(self, persons: Sequence[str]) -> int:
        """Erase the names of these persons, and how to call them; how many had a name."""
        return await self._forget(
            schema.persons.c.id.in_(persons), calls=_calls.c.person_id.in_(persons)
        )

    async def forget_named(self, name: str) -> int:
        """Erase the name of everybody who has this one, and how to call them; how many had it."""
        return await self._forget(schema.persons.c.name == name)

    async def forget_unseen(self, days: int) -> int:
        """Erase the names of those who were not here for so many days; how many there were.

        How to call somebody is as old as the wish to be called.
        """
        before = _milliseconds() - days * DAY
        return await self._forget(
            schema.persons.c.changed_at < before, calls=_calls.c.made_at < before
        )

    async def _forget(
        self, which: ColumnElement[bool], calls: ColumnElement[bool] | None = None
    ) -> int:
        of_them = _calls.c.person_id.in_(select(schema.persons.c.id).where(which))
        called = of_them if calls is None else or_(of_them, calls)

        def work(connection: Connection) -> int:
            connection.execute(delete(_calls).where(called))
            return connection.execute(delete(schema.persons).where(which)).rowcount

        return await self.write("", work)

    async def secrets(self, name: str, fresh: bytes) -> list[bytes]:
        """The database's own secret of this name, and before it those that came with backups.

        ``fresh`` becomes its own if there is none yet.
        """
        insertion = self._database.upsert(schema.secrets).values(name=name, value=fresh)

        def work(connection: Connection) -> list[bytes]:
            connection.execute(insertion.on_conflict_do_nothing())
            rows = connection.execute(select(schema.secrets))
            found: dict[str, bytes] = {row.name: bytes(row.value) for row in rows}
            beside = sorted(other for other in found if other.startswith(f"{name} "))
            return [found[known] for known in (*beside, name)]

        return await self.write(name, work)

    # -- threads

    async def read(self, work: Callable[[Connection], _Result]) -> _Result:
        """What ``work`` finds in the database; it changes nothing."""

        def run() -> _Result:
            try:
                with self._database.reader.connect() as connection:
                    return work(connection)
            except DBAPIError as error:
                raise StoreFailed(detail_of(error)) from error

        with self._metrics.storing("read", StoreFailed):
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, changes: str, work: Callable[[Connection], _Result]) -> _Result:
        """What ``work`` returns, once what it wrote is durable; all of it, or nothing.

        ``changes`` names what it locks, a table or a person; "" if that is more than one.
        """
        job = _Job(work, changes, Future[_Result]())
        self._jobs.put(job)
        with self._metrics.storing("write", StoreFailed):
            return await asyncio.wrap_future(job.done)

    def _write_jobs(self) -> None:
        """Write until ``close``, everything that waits in one transaction."""
        ends = False
        while not ends:
            group: list[_Job[Any]] = []
            waiting = self._jobs.get()
            while waiting is not None:
                # From here on nobody can withdraw the job: its answer will have a taker.
                if waiting.done.set_running_or_notify_cancel():
                    group.append(waiting)
                if len(group) == LARGEST_GROUP or self._jobs.empty():
                    break
                waiting = self._jobs.get()
            ends = waiting is None
            self._write_group(sorted(group, key=lambda job: job.changes))

    def _write_group(self, group: list[_Job[Any]]) -> None:
        """Commit the jobs together. One that fails is left out, and the others begin anew."""
        tries = TRIES
        while group:
            failing: _Job[Any] | None = None
            results: list[Any] = []
            try:
                with self._database.writer.begin() as connection:
                    for job in group:
                        failing = job
                        results.append(job.work(connection))
                    failing = None  # from here on it is the transaction that fails
            except Exception as error:
                if tries and asks_to_try_again(error):
                    tries -= 1
                    continue
                failure = StoreFailed(detail_of(error)) if isinstance(error, DBAPIError) else error
                failed = group if failing is None else [failing]
                for job in failed:
                    job.done.set_exception(failure)
                group = [job for job in group if job not in failed]
            else:
                for job, result in zip(group, results, strict=True):
                    job.done.set_result(result)
                return


def _event_row(table_id: str, version: int, now: int, event: Event) -> dict[str, object]:
    kind, kind_version, body = encode(event)
    return {
        "table_id": table_id,
        "version": version,
        "at": now,
        "kind": kind,
        "kind_version": kind_version,
        "body": body.decode(),
    }


def _due_at(now: int, due_in: float | None) -> int | None:
    if due_in is None:
        return None
    return now + round(due_in * 1000) if due_in else AT_ONCE


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
