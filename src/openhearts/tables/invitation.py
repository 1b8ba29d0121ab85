"""A table as its link invites to it: what is played there, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.tables.events import (
    BotPlayer,
    BotStoodIn,
    Event,
    GameStarted,
    Holder,
    HostChanged,
    Person,
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


@dataclass(frozen=True, slots=True)
class Seating:
    """Whose each seat is, by identity: for the server alone."""

    host: str
    holders: tuple[Holder, ...]
    is_closed: bool

    def seat_of(self, person: str) -> int | None:
        """Where the person sits, if anywhere."""
        return next((s for s, h in enumerate(self.holders) if h == Person(person)), None)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The bots' seats."""
        return tuple(s for s, h in enumerate(self.holders) if isinstance(h, BotPlayer))


def seating(table: Table) -> Seating:
    """Who sits at this table."""
    return Seating(table.host, table.holders, table.is_closed)


def invitation(table: Table, known: Known) -> Invitation:
    """The invitation to this table."""
    return Invitation(table.setup, players(table, Surroundings(known)), not table.number)
