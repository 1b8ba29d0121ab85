"""Runs tables: one writer each, events stored before anybody is told, bots and clocks.

A table is in memory while somebody looks at it or something is due at it. Commands wait
their turn at the table's lock; what happens by itself enters through the same door.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from openhearts.rules.errors import IllegalAction
from openhearts.server.allowance import Allowances
from openhearts.server.incidents import warn
from openhearts.server.limits import HINTS_OF_A_PERSON, TALK_OF_A_PERSON
from openhearts.server.live_table import LiveTable, persons_at
from openhearts.server.metrics import Metrics
from openhearts.server.pilot import Pilot
from openhearts.server.settings import DEFAULT_GRACE
from openhearts.server.store import Store, StoreFailed, VersionConflict
from openhearts.server.table_row import row_of
from openhearts.server.talk_kept import TalkKept
from openhearts.server.thinking import BotFailed, Thinking
from openhearts.server.waking import Waker
from openhearts.server.watcher import Watcher
from openhearts.tables.calls import Call, calls
from openhearts.tables.clock import timed_seats
from openhearts.tables.dealing import Entropy
from openhearts.tables.due import due
from openhearts.tables.events import Event, GameStarted, TableOpened
from openhearts.tables.fold import apply, fold
from openhearts.tables.handle import gather, handle, open_table
from openhearts.tables.hints import hint_update, view_for_hint
from openhearts.tables.invitation import TOLD_BY, Invitation, Seating, invitation, seating
from openhearts.tables.messages import Acting, AskHint, Hint, Speaking, TableCommand
from openhearts.tables.record import persons_in
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.seating import close, come_to
from openhearts.tables.setup import Setup
from openhearts.tables.summary import TableSummary
from openhearts.tables.table import Table
from openhearts.tables.talk import speak

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12
HINT_SEED = 0
"""Always the same: what a hint says depends on its view alone."""


class NoSuchTable(LookupError):
    """There is no table of this id."""


@dataclass(frozen=True, slots=True)
class TableLog:
    """All that has happened at a table, with every secret."""

    events: Sequence[tuple[int, Event]]
    """Oldest first, each after its time in milliseconds since 1970."""
    names: Mapping[str, str]
    """By identity, of those who have ever sat there and have a name."""


class Host:
    """All tables of one server.

    Whatever reads or changes a table raises StoreFailed where the store does; nothing has
    changed then.
    """

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        *,
        bot_delay: float = 0.0,
        bot_deadline: float = 2.0,
        grace: float = DEFAULT_GRACE,
        entropy: Entropy = secrets.token_bytes,
        metrics: Metrics | None = None,
    ) -> None:
        """``bot_delay`` is waited before each action of a bot, ``bot_deadline`` for it and for
        a hint, ``grace`` for a person who is away; seconds."""
        self._store = store
        self._thinking = thinking
        self._bot_deadline = bot_deadline
        self._grace = grace
        self._entropy = entropy
        self._hints = Allowances(HINTS_OF_A_PERSON)
        self._talk = Allowances(TALK_OF_A_PERSON)
        self._talk_kept = TalkKept()
        self._live: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()
        self._changes: set[asyncio.Task[None]] = set()
        self._pilot = Pilot(
            self._change,
            self._put_away,
            thinking,
            entropy,
            metrics or Metrics(),
            bot_delay=bot_delay,
            bot_deadline=bot_deadline,
        )
        self._waker = Waker(store, self._live_table, self._close_if_asleep)
        self._waking: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Begin to wake the tables at which something was due when the server stopped."""
        self._waking = asyncio.create_task(self._waker.run(), name="waking")

    async def stop(self) -> None:
        """Let every table rest where its log stands."""
        self._stopping = True
        tasks = [task for task in (self._waking, *self._pilots()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._changes, return_exceptions=True)
        # Only now: a bot that is stopped while its table runs would count as one that failed.
        await self._thinking.close()

    async def check(self) -> None:
        """Raises StoreFailed unless tables can be read and changed."""
        await self._store.check()

    @property
    def tables_in_memory(self) -> int:
        """How many tables are awake."""
        return len(self._live)

    @property
    def spectators(self) -> int:
        """How many look at a table without a seat at it."""
        return sum(
            live.table.seat_of(watcher.person) is None
            for live in self._live.values()
            for watcher in live.watchers
        )

    # -- what people do

    async def open_table(
        self, person: str, setup: Setup, *, gathers: bool = False, browser_hash: str = ""
    ) -> str:
        """Open a table for this person; its id. Its game begins at once, against bots, unless
        people are to gather there first; ``browser_hash`` is of what the person's browser adds to
        the first deal then, if anything."""
        table_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        events = (
            gather(setup, person)
            if gathers
            else open_table(setup, person, self._entropy, browser_hash)
        )
        await self._store.append(table_id, 0, events, row_of(table_id, fold(events)))
        await self._live_table(table_id)
        return table_id

    async def command(self, table_id: str, person: str, command: TableCommand) -> None:
        """Carry out a person's command; durable on return.

        Raises NoSuchTable, TableRefusal or IllegalAction, and then nothing has changed.
        """

        def decide(table: Table) -> list[Event]:
            events = handle(table, person, command, self._entropy)
            acts = isinstance(command, Acting) and events
            return [*self._live[table_id].spent_by(person), *events] if acts else events

        await self._change(table_id, decide)

    async def come_to(self, table_id: str, person: str, usual: int) -> None:
        """Let the person sit down to play, on its own seat if it has one (tables/seating.py).

        Raises NoSuchTable or TableRefusal.
        """
        await self._change(table_id, lambda table: come_to(table, person, usual))

    async def hint(self, table_id: str, person: str, command: AskHint) -> Hint:
        """What the expert would do in the person's place; nobody else learns of it.

        Raises NoSuchTable or TableRefusal.
        """
        live = await self._live_table(table_id)
        view = view_for_hint(live.table, person, command)
        if wait := self._hints.spend(person):
            raise TableRefusal("too-many-commands", retryIn=wait)
        try:
            hint = await self._thinking.hint(view, HINT_SEED, self._bot_deadline)
        except BotFailed as failure:
            warn("no-hint", table=table_id, fault=str(failure))
            raise TableRefusal("no-hint") from failure
        return hint_update(hint, command)

    async def speak(self, table_id: str, person: str, command: Speaking) -> None:
        """Tell everybody at the table what the person says; nothing is stored.

        Raises NoSuchTable or TableRefusal.
        """
        live = await self._live_table(table_id)
        talk = speak(live.table, live.talk, person, command, time.time_ns() // 1_000_000)
        if talk is live.talk:
            return
        if wait := self._talk.spend(person):
            raise TableRefusal("too-much-talk", retryIn=wait)
        live.hear(talk)

    async def rename(self, person: str, name: str) -> None:
        """Call the person by this name at every table, from now on."""
        await self._store.rename(person, name)
        for live in self._live.values():
            if live.table.seat_of(person) is not None:
                live.names[person] = name
                live.show(live.watchers)

    async def name_of(self, person: str) -> str | None:
        """What the person wants to be called, if it has said so."""
        return (await self._store.names_of([person])).get(person)

    async def forget_name(self, person: str) -> None:
        """Erase the person's name here and at every table."""
        await self._store.forget_names([person])
        for live in self._live.values():
            if live.names.pop(person, None) is not None:
                live.show(live.watchers)

    async def watch(self, table_id: str, person: str) -> Watcher:
        """Begin to look at a table: a mailbox with its view in it, and every later one.

        Raises NoSuchTable.
        """
        live = await self._live_table(table_id)
        watcher = Watcher(person)
        live.admit(watcher)
        return watcher

    def unwatch(self, table_id: str, watcher: Watcher) -> None:
        """End looking."""
        live = self._live.get(table_id)
        if live is not None:
            live.dismiss(watcher)

    async def tables_of(self, person: str) -> list[TableSummary]:
        """The person's unfinished tables, newest first."""
        rows = await self._store.summaries_of(person, "open")
        return [TableSummary.read(text, person, at) for _, at, text in rows]

    def is_attended(self, table_id: str) -> bool:
        """Whether somebody who sits at the table is there."""
        live = self._live.get(table_id)
        return live is not None and live.is_attended

    async def setup_of(self, table_id: str) -> Setup | None:
        """What the table's game was begun with; None if there is no such table."""
        begun = await self._store.events_of(table_id, [TableOpened, GameStarted])
        return fold(begun[-1:]).setup if begun else None

    async def invitation_of(self, table_id: str) -> Invitation | None:
        """What the table's link invites to; None if there is no such table."""
        live = self._live.get(table_id)
        if live is not None:
            return live.invitation
        events = await self._store.events_of(table_id, TOLD_BY)
        if not events:
            return None
        table = fold(events)
        names = await self._store.names_of(persons_at(table))
        return invitation(table, lambda person: (names.get(person), False))

    async def seating_of(self, table_id: str) -> Seating | None:
        """Who sits at the table; None if there is no such table."""
        live = self._live.get(table_id)
        if live is not None:
            return seating(live.table)
        events = await self._store.events_of(table_id, TOLD_BY)
        return seating(fold(events)) if events else None

    async def calls_at(self, table_id: str, version: int = 0) -> list[Call]:
        """Whom the table, of this version or a later one, would call back if they were away.

        Raises NoSuchTable.
        """
        live = self._live.get(table_id)
        if live is not None and live.table.version >= version:
            return calls(live.table)
        events = await self._store.events_of(table_id)
        if not events:
            raise NoSuchTable(table_id)
        return calls(fold(events))

    def is_at_table(self, table_id: str, person: str) -> bool:
        """Whether the person looks at the table."""
        live = self._live.get(table_id)
        return live is not None and live.is_here(person)

    async def log_of(self, table_id: str) -> TableLog:
        """All that has happened at a table. Raises NoSuchTable."""
        events = await self._store.log_of(table_id)
        if not events:
            raise NoSuchTable(table_id)
        persons = persons_in(event for _, event in events)
        return TableLog(events, await self._store.names_of(sorted(persons)))

    # -- one writer, store, then tell

    async def _live_table(self, table_id: str) -> LiveTable:
        """The table, taken into memory if it slept. No other task runs before the caller does."""
        if table_id in self._live:
            return self._live[table_id]
        async with self._opening:
            live = self._live.get(table_id)
            if live is None:
                events = await self._store.events_of(table_id)
                if not events:
                    raise NoSuchTable(table_id)
                table = fold(events)
                names = await self._store.names_of(persons_at(table))
                live = LiveTable(table_id, table, dict(names), self._grace)
                live.set_clocks(await self._seconds_left(table_id, table))
                live.talk = self._talk_kept.take(table_id)
                if not self._stopping:
                    live.pilot = asyncio.create_task(
                        self._pilot.fly(live), name=f"table {table_id}"
                    )
                self._live[table_id] = live
            return live

    async def _seconds_left(self, table_id: str, table: Table) -> float | None:
        """What the clock of a slow game that was asleep still has."""
        if not table.setup.options.is_slow or not timed_seats(table):
            return None
        return await self._store.seconds_to_due(table_id)

    async def _change(self, table_id: str, decide: Callable[[Table], Sequence[Event]]) -> None:
        """Append what ``decide`` says of the table as it now is, then show it to all.

        A change once begun is finished: who asked for it may go away meanwhile.
        """
        change = asyncio.create_task(self._change_in_turn(table_id, decide))
        self._changes.add(change)
        change.add_done_callback(self._changes.discard)
        await asyncio.shield(change)

    async def _change_in_turn(
        self, table_id: str, decide: Callable[[Table], Sequence[Event]]
    ) -> None:
        while True:
            live = await self._live_table(table_id)
            async with live.lock:
                if self._live.get(table_id) is not live:
                    continue  # it was put away while we waited: take it out again
                try:
                    events = decide(live.table)
                    after = await self._append(table_id, live.table, events)
                except (IllegalAction, TableRefusal, VersionConflict):
                    if not await self._catch_up(live):
                        raise
                    continue  # another server had changed it: decide anew
                if events:
                    await self._turn(live, after)
                return

    async def _catch_up(self, live: LiveTable) -> bool:
        """Read what another server may have made of the table; whether that is something new."""
        if await self._store.version_of(live.id) <= live.table.version:
            return False
        await self._turn(live, fold(await self._store.events_of(live.id)))
        return True

    async def _append(self, table_id: str, table: Table, events: Sequence[Event]) -> Table:
        after = table
        for event in events:
            after = apply(after, event)
        if events:
            row = row_of(table_id, after)
            if after.holders == table.holders:
                row = replace(row, persons=None)
            await self._store.append(table_id, table.version, events, row)
        return after

    async def _turn(self, live: LiveTable, table: Table) -> None:
        """From now on it is this table, for everybody."""
        newcomers = set(persons_at(table)) - set(persons_at(live.table))
        if newcomers:
            with contextlib.suppress(StoreFailed):  # no table waits for a name
                live.names.update(await self._store.names_of(sorted(newcomers)))
        live.turn_to(table)

    async def _put_away(self, live: LiveTable) -> bool:
        """Forget a table that nobody looks at and where nothing happens soon."""
        async with live.lock:
            if due(live.table) is not None or live.watchers:
                return False
            del self._live[live.id]
            self._talk_kept.keep(live.id, live.talk)
            return True

    async def _close_if_asleep(self, table_id: str) -> None:
        if table_id not in self._live:
            await self._change(table_id, close)

    def _pilots(self) -> list[asyncio.Task[None]]:
        return [live.pilot for live in self._live.values() if live.pilot is not None]
