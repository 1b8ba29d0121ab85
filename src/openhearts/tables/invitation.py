"""A table as its link invites to it: what is played there, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.tables.events import (
    BotStoodIn,
    Event,
    GameStarted,
    HostChanged,
    PlayerCameBack,
    PlayerRemoved,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableOpened,
)
from openhearts.tables.messages import Player
from openhearts.tables.setup import Setup
from openhearts.tables.table import Table
from openhearts.tables.views import Known, Surroundings, players

TOLD_BY: tuple[type[Event], ...] = (
    TableOpened,
    GameStarted,
    SeatTaken,
    SeatLeft,
    PlayerRemoved,
    HostChanged,
    BotStoodIn,
    PlayerCameBack,
    TableClosed,
)
"""The events that an invitation depends on: the fold of them alone gives the same one."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """What anybody may know who has the table's link. Nothing of the cards is in it."""

    setup: Setup
    players: tuple[Player, ...]
    gathers: bool
    """Whether the game has not begun."""

    @property
    def free_seats(self) -> int:
        """How many bots would make room for somebody."""
        return sum(player.kind == "bot" for player in self.players)


def invitation(table: Table, known: Known) -> Invitation:
    """The invitation to this table."""
    return Invitation(table.setup, players(table, Surroundings(known)), not table.number)
