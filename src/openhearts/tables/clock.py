"""The clock of a decision: what a person may take, what it costs, what happens when it is up.

Whoever holds the watch says how many seconds have gone by; here it is only reckoned.
"""

from __future__ import annotations

from openhearts.bots.fallback import fallback_action
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.acting import act
from openhearts.tables.events import BotStoodIn, Event, ReserveSpent, TimeGiven
from openhearts.tables.refusal import demand
from openhearts.tables.table import Table

MOST_LAPSES = 3
"""So many times in a game the clock acts for a person; then a bot stands in."""


def timed_seats(table: Table) -> tuple[int, ...]:
    """The seats of the persons whose clocks run."""
    if not table.setup.options.clock_seconds or table.phase in ("sheet", "shuffling"):
        return ()
    persons = (seat for seat in table.to_act if seat in table.people)
    return tuple(seat for seat in persons if seat not in table.stand_ins)


def seconds_allowed(table: Table, seat: int) -> float:
    """How long the person on ``seat`` may think about the decision at hand, reserve included."""
    return _for_this_decision(table) + table.reserves[seat] / 1000


def time_spent(table: Table, seat: int, seconds: float) -> list[Event]:
    """What it costs the person on ``seat`` to have thought for so long."""
    if seat not in timed_seats(table):
        return []
    over = round((seconds - _for_this_decision(table)) * 1000)
    spent = min(over, table.reserves[seat])
    return [ReserveSpent(seat=seat, milliseconds=spent)] if spent > 0 else []


def time_out(table: Table, seat: int) -> list[Event]:
    """What happens when the time of the person on ``seat`` is up: the neutral rule acts, which
    tells nobody anything, and after several times a bot stands in."""
    if seat not in timed_seats(table):
        return []
    spent = time_spent(table, seat, seconds_allowed(table, seat))
    action = fallback_action(SeatView.of(table.game, seat))
    acted = [*spent, *act(table, seat, action, automatic=True)]
    return [*acted, BotStoodIn(seat=seat)] if table.lapses[seat] + 1 >= MOST_LAPSES else acted


def give_time(table: Table, giver: int, command: messages.GiveTime) -> list[Event]:
    """What happens if the person on ``giver`` lets another think longer: once a decision, as
    much again as it may take. Raises TableRefusal."""
    demand(table.setup.options.clock_seconds > 0, "no-clock")
    demand(command.seat != giver and command.seat in timed_seats(table), "not-now")
    return [TimeGiven(giver=giver, seat=command.seat, seconds=table.setup.options.clock_seconds)]


def _for_this_decision(table: Table) -> int:
    return table.setup.options.clock_seconds + table.time_given
