"""Runs tables: one writer each, events stored before anybody is told, bots and clocks.

A table is in memory while somebody looks at it or something is due at it. Commands wait
their turn at the table's lock; what happens by itself enters through the same door.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from openhearts.bots.fallback import fallback_action
from openhearts.rules.actions import Action
from openhearts.rules.errors import IllegalAction
from openhearts.rules.view import SeatView
from openhearts.server.store import Store, TableRow, VersionConflict
from openhearts.server.thinking import BotFailed, Thinking
from openhearts.server.watcher import Watcher
from openhearts.tables.dealing import Entropy, next_deal
from openhearts.tables.due import BotsDue, DealDue, bot_seed, due
from openhearts.tables.events import BotPlayer, Event, Person
from openhearts.tables.handle import act, handle, open_table
from openhearts.tables.messages import TableCommand
from openhearts.tables.setup import Setup
from openhearts.tables.summary import TableSummary, summarise
from openhearts.tables.table import Table, apply, fold
from openhearts.tables.views import table_view

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12
SECONDS_AFTER_FAULT = 1.0

log = logging.getLogger(__name__)


class NoSuchTable(LookupError):
    """There is no table of this id."""


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory, and who looks at it."""

    id: str
    table: Table
    names: dict[str, str]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    pilot: asyncio.Task[None] | None = None
    deal_at: float | None = None
    """By the monotonic clock: when the next deal starts by itself."""
    deal_at_set_for: str = ""
    """The decision for which ``deal_at`` was armed."""


class Host:
    """All tables of one server."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        *,
        bot_delay: float = 0.0,
        bot_deadline: float = 2.0,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        """``bot_delay`` is waited before each action of a bot, ``bot_deadline`` for it; seconds."""
        self._store = store
        self._thinking = thinking
        self._bot_delay = bot_delay
        self._bot_deadline = bot_deadline
        self._entropy = entropy
        self._live: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()

    async def start(self) -> None:
        """Wake the tables at which something was due when the server stopped."""
        for table_id in await self._store.due_tables():
            try:
                await self._live_table(table_id)
            except Exception:
                log.exception("table %s cannot be woken", table_id)

    async def stop(self) -> None:
        """Let every table rest where its log stands."""
        pilots = [live.pilot for live in self._live.values() if live.pilot is not None]
        for pilot in pilots:
            pilot.cancel()
        await asyncio.gather(*pilots, return_exceptions=True)
        await self._thinking.close()

    async def check(self) -> None:
        """Raises if the store cannot be read."""
        await self._store.ping()

    @property
    def tables_in_memory(self) -> int:
        """How many tables are awake."""
        return len(self._live)

    # -- what people do

    async def open_table(self, person: str, setup: Setup) -> str:
        """Open a table for this person against bots; its id."""
        table_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        await self._append(table_id, None, open_table(setup, person, self._entropy))
        await self._live_table(table_id)
        return table_id

    async def command(self, table_id: str, person: str, command: TableCommand) -> None:
        """Carry out a person's command; durable on return.

        Raises NoSuchTable, TableRefusal or IllegalAction, and then nothing has changed.
        """

        def decide(table: Table) -> list[Event]:
            return handle(table, person, command, self._entropy)

        await self._change(table_id, decide)

    async def rename(self, person: str, name: str) -> None:
        """Call the person by this name at every table, from now on."""
        await self._store.rename(person, name)
        for live in self._live.values():
            if live.table.seat_of(person) is not None:
                live.names[person] = name
                self._publish(live)

    async def watch(self, table_id: str, person: str) -> Watcher:
        """Begin to look at a table: a mailbox with its view in it, and every later one.

        Raises NoSuchTable.
        """
        live = await self._live_table(table_id)
        watcher = Watcher(person)
        live.watchers.add(watcher)
        self._publish(live)
        return watcher

    def unwatch(self, table_id: str, watcher: Watcher) -> None:
        """End looking."""
        live = self._live.get(table_id)
        if live is not None:
            live.watchers.discard(watcher)
            self._publish(live)
            live.changed.set()  # nothing may keep the table in memory any more

    async def tables_of(self, person: str) -> list[TableSummary]:
        """The person's unfinished tables, newest first."""
        rows = await self._store.summaries_of(person, "open")
        return [TableSummary.read(text, person, at) for _, at, text in rows]

    async def setup_of(self, table_id: str) -> Setup | None:
        """What the table was opened with; None if there is no such table."""
        try:
            return (await self._live_table(table_id)).table.setup
        except NoSuchTable:
            return None

    async def exists(self, table_id: str) -> bool:
        """Whether there is a table of this id."""
        return await self.setup_of(table_id) is not None

    # -- one writer, store, then tell

    async def _live_table(self, table_id: str) -> LiveTable:
        async with self._opening:
            live = self._live.get(table_id)
            if live is None:
                events = await self._store.events_of(table_id)
                if not events:
                    raise NoSuchTable(table_id)
                table = fold(events)
                names = await self._store.names_of(_persons(table))
                live = LiveTable(table_id, table, dict(names))
                live.pilot = asyncio.create_task(self._fly(live), name=f"table {table_id}")
                self._live[table_id] = live
            return live

    async def _change(self, table_id: str, decide: Callable[[Table], Sequence[Event]]) -> None:
        """Append what ``decide`` says of the table as it now is, then show it to all."""
        while True:
            live = await self._live_table(table_id)
            async with live.lock:
                if self._live.get(table_id) is not live:
                    continue  # it was put away while we waited: take it out again
                events = decide(live.table)
                if events:
                    await self._settle(live, events)
                return

    async def _settle(self, live: LiveTable, events: Sequence[Event]) -> None:
        try:
            # A change once begun is finished: who asked for it may go away meanwhile.
            live.table = await asyncio.shield(self._append(live.id, live.table, events))
        except VersionConflict:
            live.table = fold(await self._store.events_of(live.id))
            raise
        nameless = [person for person in _persons(live.table) if person not in live.names]
        if nameless:
            live.names.update(await self._store.names_of(nameless))
        live.changed.set()
        self._set_clock(live)
        self._publish(live)

    async def _append(self, table_id: str, table: Table | None, events: Sequence[Event]) -> Table:
        before = 0 if table is None else table.version
        after = table
        for event in events:
            after = apply(after, event)
        if after is None:
            raise ValueError("no events to append")
        await self._store.append(table_id, before, events, _row(table_id, after))
        return after

    def _publish(self, live: LiveTable) -> None:
        here = {watcher.person for watcher in live.watchers}
        seconds = None if live.deal_at is None else max(0.0, live.deal_at - _now())

        def known(person: str) -> tuple[str | None, bool]:
            return live.names.get(person), person in here

        for watcher in live.watchers:
            seat = live.table.seat_of(watcher.person)
            watcher.show(table_view(live.table, live.id, seat, known, seconds))

    # -- what happens by itself

    def _set_clock(self, live: LiveTable) -> None:
        """Arm the start of the next deal, once a sheet; at waking its time begins anew."""
        pending = due(live.table)
        if not isinstance(pending, DealDue):
            live.deal_at = None
        elif not pending.seconds or live.deal_at_set_for != live.table.decision:
            live.deal_at = _now() + pending.seconds
            live.deal_at_set_for = live.table.decision

    async def _fly(self, live: LiveTable) -> None:
        """Do what is due at the table, until nobody needs it in memory."""
        self._set_clock(live)
        while True:
            live.changed.clear()
            try:
                match due(live.table):
                    case DealDue():
                        await self._deal_in_time(live)
                    case BotsDue(seats, decision):
                        await self._bot_acts(live, seats[0], decision)
                    case None if live.watchers:
                        await live.changed.wait()
                    case None:
                        async with live.lock:
                            if due(live.table) is None and not live.watchers:
                                del self._live[live.id]
                                return
            except Exception:
                log.exception("table %s stumbled at version %s", live.id, live.table.version)
                await asyncio.sleep(SECONDS_AFTER_FAULT)

    async def _deal_in_time(self, live: LiveTable) -> None:
        """Start the next deal when its time has come; return early if something changes."""
        wait = (live.deal_at or 0.0) - _now()
        if wait > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(live.changed.wait(), wait)
            return

        def decide(table: Table) -> list[Event]:
            return next_deal(table, self._entropy) if isinstance(due(table), DealDue) else []

        await self._change(live.id, decide)

    async def _bot_acts(self, live: LiveTable, seat: int, decision: str) -> None:
        """Let the bot on ``seat`` answer ``decision``, or answer for it if it fails."""
        await asyncio.sleep(self._bot_delay)
        table = live.table
        if not _waits_for(table, seat, decision):
            return
        view = SeatView.of(table.game, seat)
        action, automatic = await self._bot_action(live, view, seat)

        def decide(table: Table) -> list[Event]:
            if not _waits_for(table, seat, decision):
                return []  # a take-back, or a person who sat down, came first
            return act(table, seat, action, automatic=automatic)

        await self._change(live.id, decide)

    async def _bot_action(self, live: LiveTable, view: SeatView, seat: int) -> tuple[Action, bool]:
        """The bot's action, and whether it had to be replaced."""
        table = live.table
        try:
            level = table.holders[seat]
            if not isinstance(level, BotPlayer):
                raise BotFailed("a person sits there now")
            action = await self._thinking.ask(
                level.level, view, bot_seed(table, seat), self._bot_deadline
            )
            table.game.act(seat, action)
        except (BotFailed, IllegalAction) as error:
            log.warning(
                "table %s deal %s trick %s seat %s: bot replaced: %s",
                live.id, view.number, len(view.tricks) + 1, seat, error,
            )  # fmt: skip
            return fallback_action(view), True
        return action, False


def _waits_for(table: Table, seat: int, decision: str) -> bool:
    """Whether the bot on ``seat`` is still to answer ``decision``."""
    pending = due(table)
    return isinstance(pending, BotsDue) and pending.decision == decision and seat in pending.seats


def _persons(table: Table) -> list[str]:
    return [holder.id for holder in table.holders if isinstance(holder, Person)]


def _row(table_id: str, table: Table) -> TableRow:
    pending = due(table)
    due_in = pending.seconds if isinstance(pending, DealDue) else 0.0
    return TableRow(
        status="over" if table.phase == "over" else "open",
        due_in=None if pending is None else due_in,
        summary=summarise(table, table_id),
        persons=_persons(table),
    )


def _now() -> float:
    return time.monotonic()
