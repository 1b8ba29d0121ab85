"""What happens at a table by itself: its deals, its bots' answers, its clocks.

It asks for a change as people do, and so waits its turn at the table's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from openhearts.bots.fallback import fallback_action
from openhearts.rules.actions import Action
from openhearts.rules.errors import IllegalAction
from openhearts.rules.view import SeatView
from openhearts.server.incidents import report, warn
from openhearts.server.live_table import Alarm, LiveTable
from openhearts.server.metrics import Metrics
from openhearts.server.resting import longer
from openhearts.server.thinking import BotFailed, Thinking
from openhearts.server.waking import SOON
from openhearts.tables.acting import act
from openhearts.tables.dealing import Entropy, next_deal
from openhearts.tables.due import BotsDue, DealDue, bot_seed, due
from openhearts.tables.events import BotPlayer, Event
from openhearts.tables.table import Table

Change = Callable[[str, Callable[[Table], Sequence[Event]]], Awaitable[None]]
"""Appends to a table what a decision about it says, and shows it to all."""


class Pilot:
    """For all tables of one server; ``fly`` each that is in memory."""

    def __init__(
        self,
        change: Change,
        put_away: Callable[[LiveTable], Awaitable[bool]],
        thinking: Thinking,
        entropy: Entropy,
        metrics: Metrics,
        *,
        bot_delay: float,
        bot_deadline: float,
    ) -> None:
        """``put_away`` forgets a table that nobody needs in memory, and says whether it did.
        ``bot_delay`` is waited before each action of a bot, ``bot_deadline`` for it; seconds."""
        self._change = change
        self._put_away = put_away
        self._thinking = thinking
        self._entropy = entropy
        self._metrics = metrics
        self._bot_delay = bot_delay
        self._bot_deadline = bot_deadline

    async def fly(self, live: LiveTable) -> None:
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
                    case None:
                        alarm = live.alarm
                        if alarm is not None and alarm.seconds < SOON:
                            await self._time_acts(live, alarm)
                        elif live.watchers:
                            await _wait_for(live.changed, SOON)
                        elif await self._put_away(live):
                            return
                rest = 0.0
            except Exception as error:
                report("table-stumbles", error, table=live.id, version=live.table.version)
                rest = longer(rest)
                await _wait_for(live.changed, rest)

    async def _deal_in_time(self, live: LiveTable) -> None:
        """Go on to the next deal when its time has come; return early if something changes."""
        if wait := live.seconds_to_deal:
            await _wait_for(live.changed, wait)
            return
        decision = live.table.decision

        def decide(table: Table) -> list[Event]:
            is_due = isinstance(due(table), DealDue) and table.decision == decision
            return next_deal(table, self._entropy) if is_due else []

        await self._change(live.id, decide)

    async def _time_acts(self, live: LiveTable, alarm: Alarm) -> None:
        """Let a clock run out, or a bot stand in; return early if something changes."""
        if alarm.seconds > 0:
            await _wait_for(live.changed, alarm.seconds)
        else:
            await self._change(live.id, live.time_acts)

    async def _bot_acts(self, live: LiveTable, seat: int, decision: str) -> None:
        """Let the bot on ``seat`` answer ``decision``, or answer for it if it fails."""
        await asyncio.sleep(self._bot_delay)
        table = live.table
        bot = table.actors[seat]
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
            with self._metrics.bot_seconds.labels(bot.level).time():
                action = await self._thinking.ask(bot.level, view, seed, self._bot_deadline)
            table.game.act(seat, action)
        except (BotFailed, IllegalAction) as error:
            # No facts of an illegal action: they may tell of cards that nobody has seen.
            fault = error.reason if isinstance(error, IllegalAction) else str(error)
            trick = len(view.tricks) + 1
            warn(
                "bot-replaced",
                table=table_id,
                deal=view.number,
                trick=trick,
                seat=seat,
                fault=fault,
            )
            self._metrics.bots_replaced.labels(bot.level).inc()
            return fallback_action(view), True
        return action, False


def _waits_for(table: Table, seat: int, decision: str) -> bool:
    """Whether the bot on ``seat`` is still to answer ``decision``."""
    pending = due(table)
    return isinstance(pending, BotsDue) and pending.decision == decision and seat in pending.seats


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    """Until the event is set, but no longer than this."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
