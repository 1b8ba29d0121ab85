"""Runs tables: one writer each, events stored before anybody is told, bots and clocks.

A table is in memory while somebody looks at it or something is due at it. Commands wait
their turn at the table's lock; what happens by itself enters through the same door.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from openhearts.bots.fallback import fallback_action
from openhearts.rules.actions import Action
from openhearts.rules.errors import IllegalAction
from openhearts.rules.view import SeatView
from openhearts.server.allowance import Allowances
from openhearts.server.incidents import log, report
from openhearts.server.live_table import LiveTable, persons_at
from openhearts.server.store import Store, StoreFailed, TableRow, VersionConflict
from openhearts.server.thinking import BotFailed, Thinking
from openhearts.server.watcher import Watcher
from openhearts.tables.dealing import Entropy, next_deal
from openhearts.tables.due import BotsDue, DealDue, bot_seed, due
from openhearts.tables.events import BotPlayer, Event, GameStarted
from openhearts.tables.handle import TableRefusal, act, handle, open_table
from openhearts.tables.hints import hint_update, view_for_hint
from openhearts.tables.invitation import TOLD_BY, Invitation, invitation
from openhearts.tables.messages import AskHint, Hint, TableCommand
from openhearts.tables.record import persons_in
from openhearts.tables.setup import Setup
from openhearts.tables.summary import TableSummary, summarise
from openhearts.tables.table import Table, apply, fold

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 12
HINTS_AT_ONCE = 6.0
HINTS_A_SECOND = 0.5
"""For one person, at all tables: enough for a hint at every card that is thought about."""
HINT_SEED = 0
"""Always the same: what a hint says depends on its view alone."""
LONGEST_REST = 30.0
"""Seconds after which whatever stumbled tries again at the latest."""

_Read = TypeVar("_Read")


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
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        """``bot_delay`` is waited before each action of a bot, ``bot_deadline`` for it and for
        a hint; seconds."""
        self._store = store
        self._thinking = thinking
        self._bot_delay = bot_delay
        self._bot_deadline = bot_deadline
        self._entropy = entropy
        self._hints = Allowances(HINTS_AT_ONCE, HINTS_A_SECOND)
        self._live: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()
        self._waking: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Begin to wake the tables at which something was due when the server stopped."""
        self._waking = asyncio.create_task(self._wake(), name="waking")

    async def stop(self) -> None:
        """Let every table rest where its log stands."""
        self._stopping = True
        tasks = [task for task in (self._waking, *self._pilots()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # Only now: a bot that is stopped while its table runs would count as one that failed.
        await self._thinking.close()

    async def check(self) -> None:
        """Raises StoreFailed unless tables can be read and changed."""
        await self._store.check()

    @property
    def tables_in_memory(self) -> int:
        """How many tables are awake."""
        return len(self._live)

    # -- what people do

    async def open_table(self, person: str, setup: Setup) -> str:
        """Open a table for this person against bots; its id."""
        table_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        events = open_table(setup, person, self._entropy)
        await self._store.append(table_id, 0, events, _row(table_id, fold(events)))
        await self._live_table(table_id)
        return table_id

    async def command(self, table_id: str, person: str, command: TableCommand) -> None:
        """Carry out a person's command; durable on return.

        Raises NoSuchTable, TableRefusal or IllegalAction, and then nothing has changed.
        """

        def decide(table: Table) -> list[Event]:
            return handle(table, person, command, self._entropy)

        await self._change(table_id, decide)

    async def hint(self, table_id: str, person: str, command: AskHint) -> Hint:
        """What the expert would do in the person's place; nobody else learns of it.

        Raises NoSuchTable or TableRefusal.
        """
        live = await self._live_table(table_id)
        view = view_for_hint(live.table, person, command)
        if not self._hints.spend(person):
            raise TableRefusal("too-many-commands")
        try:
            hint = await self._thinking.hint(view, HINT_SEED, self._bot_deadline)
        except BotFailed as failure:
            log.warning("table %s: no hint: %s", table_id, failure)
            raise TableRefusal("no-hint") from failure
        return hint_update(hint, command)

    async def rename(self, person: str, name: str) -> None:
        """Call the person by this name at every table, from now on."""
        await self._store.rename(person, name)
        for live in self._live.values():
            if live.table.seat_of(person) is not None:
                live.names[person] = name
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

    async def setup_of(self, table_id: str) -> Setup | None:
        """What the table's game was begun with; None if there is no such table."""
        begun = await self._store.events_of(table_id, [GameStarted])
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
                live = LiveTable(table_id, table, dict(names))
                live.set_clock()
                if not self._stopping:
                    live.pilot = asyncio.create_task(self._fly(live), name=f"table {table_id}")
                self._live[table_id] = live
            return live

    async def _change(self, table_id: str, decide: Callable[[Table], Sequence[Event]]) -> None:
        """Append what ``decide`` says of the table as it now is, then show it to all.

        A change once begun is finished: who asked for it may go away meanwhile.
        """
        await asyncio.shield(self._change_in_turn(table_id, decide))

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
            await self._store.append(table_id, table.version, events, _row(table_id, after))
        return after

    async def _turn(self, live: LiveTable, table: Table) -> None:
        """From now on it is this table, for everybody."""
        newcomers = set(persons_at(table)) - set(persons_at(live.table))
        if newcomers:
            with contextlib.suppress(StoreFailed):  # no table waits for a name
                live.names.update(await self._store.names_of(sorted(newcomers)))
        live.turn_to(table)

    # -- what happens by itself

    async def _wake(self) -> None:
        for table_id in await _insist("no table can be woken", self._store.due_tables):
            what = f"table {table_id} cannot be woken"
            try:
                await _insist(what, partial(self._live_table, table_id))
            except Exception as error:
                report(what, error)

    async def _fly(self, live: LiveTable) -> None:
        """Do what is due at the table, until nobody needs it in memory."""
        rest = 0.0
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
                rest = 0.0
            except Exception as error:
                report(f"table {live.id} stumbles at version {live.table.version}", error)
                rest = _longer(rest)
                await _wait_for(live.changed, rest)

    async def _deal_in_time(self, live: LiveTable) -> None:
        """Start the next deal when its time has come; return early if something changes."""
        if wait := live.seconds_to_deal:
            await _wait_for(live.changed, wait)
            return

        def decide(table: Table) -> list[Event]:
            return next_deal(table, self._entropy) if isinstance(due(table), DealDue) else []

        await self._change(live.id, decide)

    async def _bot_acts(self, live: LiveTable, seat: int, decision: str) -> None:
        """Let the bot on ``seat`` answer ``decision``, or answer for it if it fails."""
        await asyncio.sleep(self._bot_delay)
        table = live.table
        bot = table.holders[seat]
        if not isinstance(bot, BotPlayer) or not _waits_for(table, seat, decision):
            return
        action, automatic = await self._bot_action(live.id, table, seat, bot)

        def decide(table: Table) -> list[Event]:
            if not _waits_for(table, seat, decision):
                return []  # a take-back, or a person who sat down, came first
            return act(table, seat, action, automatic=automatic)

        await self._change(live.id, decide)

    async def _bot_action(
        self, table_id: str, table: Table, seat: int, bot: BotPlayer
    ) -> tuple[Action, bool]:
        """The bot's action, and whether it had to be replaced."""
        view = SeatView.of(table.game, seat)
        seed = bot_seed(table, seat)
        try:
            action = await self._thinking.ask(bot.level, view, seed, self._bot_deadline)
            table.game.act(seat, action)
        except (BotFailed, IllegalAction) as error:
            # No facts of an illegal action: they may tell of cards that nobody has seen.
            fault = error.reason if isinstance(error, IllegalAction) else error
            place = f"table {table_id} deal {view.number} trick {len(view.tricks) + 1} seat {seat}"
            log.warning("%s: bot replaced: %s", place, fault)
            return fallback_action(view), True
        return action, False

    def _pilots(self) -> list[asyncio.Task[None]]:
        return [live.pilot for live in self._live.values() if live.pilot is not None]


def _waits_for(table: Table, seat: int, decision: str) -> bool:
    """Whether the bot on ``seat`` is still to answer ``decision``."""
    pending = due(table)
    return isinstance(pending, BotsDue) and pending.decision == decision and seat in pending.seats


def _row(table_id: str, table: Table) -> TableRow:
    pending = due(table)
    due_in = pending.seconds if isinstance(pending, DealDue) else 0.0
    return TableRow(
        status="over" if table.phase == "over" else "open",
        due_in=None if pending is None else due_in,
        summary=summarise(table, table_id),
        persons=persons_at(table),
    )


async def _insist(what: str, read: Callable[[], Awaitable[_Read]]) -> _Read:
    """What ``read`` says once the store lets it; each failure is reported as ``what``."""
    rest = 0.0
    while True:
        try:
            return await read()
        except StoreFailed as failure:
            report(what, failure)
            rest = _longer(rest)
            await asyncio.sleep(rest)


def _longer(rest: float) -> float:
    """What to wait before the next try, in seconds, after this did not do."""
    return min(2 * rest + 1, LONGEST_REST)


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    """Until the event is set, but no longer than this."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
