"""A table in memory, and who looks at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from openhearts.server.watcher import Watcher
from openhearts.tables.due import DealDue, due
from openhearts.tables.events import Person
from openhearts.tables.invitation import Invitation, invitation
from openhearts.tables.messages import View
from openhearts.tables.table import Table
from openhearts.tables.views import Known, table_view


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory: its host changes it while holding ``lock``."""

    id: str
    table: Table
    names: dict[str, str]
    """Of the persons on its seats, as far as they have one."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when its pilot should look again at what is due."""
    pilot: asyncio.Task[None] | None = None
    deal_at: float | None = None
    """By the monotonic clock: when the next deal starts by itself."""
    deal_at_set_for: str = ""
    """The decision for which ``deal_at`` was armed."""

    def turn_to(self, table: Table) -> None:
        """From now on it is this table; everybody sees it."""
        self.table = table
        self.set_clock()
        self.changed.set()
        self.show(self.watchers)

    def admit(self, watcher: Watcher) -> None:
        """Show it to one more client."""
        arrives = self._is_presence(watcher)
        self.watchers.add(watcher)
        self.show(self.watchers if arrives else (watcher,))

    def dismiss(self, watcher: Watcher) -> None:
        """A client has gone."""
        self.watchers.discard(watcher)
        if self._is_presence(watcher):
            self.show(self.watchers)
        self.changed.set()  # nothing may keep the table in memory any more

    def show(self, watchers: Iterable[Watcher]) -> None:
        """Put the view of each one's seat into these mailboxes."""
        known = self._known()
        seconds = None if self.deal_at is None else self.seconds_to_deal
        views: dict[int | None, View] = {}
        for watcher in watchers:
            seat = self.table.seat_of(watcher.person)
            if seat not in views:
                views[seat] = table_view(self.table, self.id, seat, known, seconds)
            watcher.show(views[seat])

    @property
    def invitation(self) -> Invitation:
        """What its link invites to."""
        return invitation(self.table, self._known())

    def _known(self) -> Known:
        here = {watcher.person for watcher in self.watchers}
        return lambda person: (self.names.get(person), person in here)

    def set_clock(self) -> None:
        """Arm the start of the next deal, once a sheet; at waking its time begins anew."""
        pending = due(self.table)
        if not isinstance(pending, DealDue):
            self.deal_at = None
        elif not pending.seconds or self.deal_at_set_for != self.table.decision:
            self.deal_at = time.monotonic() + pending.seconds
            self.deal_at_set_for = self.table.decision

    @property
    def seconds_to_deal(self) -> float:
        """Until the next deal starts by itself."""
        return max(0.0, (self.deal_at or 0.0) - time.monotonic())

    def _is_presence(self, watcher: Watcher) -> bool:
        """Whether the others' views tell if this client is here: of a seat, and its only one."""
        return self.table.seat_of(watcher.person) is not None and not any(
            other.person == watcher.person for other in self.watchers
        )


def persons_at(table: Table) -> list[str]:
    """The identities on the table's seats."""
    return [holder.id for holder in table.holders if isinstance(holder, Person)]
