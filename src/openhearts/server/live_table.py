"""A table in memory: who looks at it, who of its people is away, and when time itself acts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from openhearts.server.settings import DEFAULT_GRACE
from openhearts.server.watcher import Watcher
from openhearts.tables.clock import seconds_allowed, time_out, time_spent, timed_seats
from openhearts.tables.due import DealDue, due
from openhearts.tables.events import Event
from openhearts.tables.invitation import Invitation, invitation
from openhearts.tables.messages import View
from openhearts.tables.seating import UNDER_WAY, stand_in
from openhearts.tables.table import Table
from openhearts.tables.talk import Lines
from openhearts.tables.views import Surroundings, TableViews

SECONDS_TO_COUNT = 1.0


@dataclass(frozen=True, slots=True)
class Alarm:
    """In so many ``seconds`` the clock acts for the person on ``seat``, or a bot stands in."""

    seconds: float
    seat: int
    stands_in: bool


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory: its host changes it while holding ``lock``."""

    id: str
    table: Table
    names: dict[str, str]
    """Of the persons on its seats, as far as they have one."""
    grace: float = DEFAULT_GRACE
    """Seconds that it waits for a person who is away before a bot stands in."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when its pilot should look again at what is due."""
    pilot: asyncio.Task[None] | None = None
    deal_at: float | None = None
    """By the monotonic clock: when the next step to the next deal happens by itself."""
    deal_at_set_for: str = ""
    """The decision for which ``deal_at`` was armed."""
    asked: dict[int, tuple[str, float]] = field(default_factory=dict)
    """By seat that the table waits for: the decision, and since when."""
    gone: dict[str, float] = field(default_factory=dict)
    """By identity: since when the person's last client is gone."""
    talk: Lines = ()
    """What was said there."""
    counting: asyncio.TimerHandle | None = None
    """Will tell everybody how many look on."""

    def turn_to(self, table: Table) -> None:
        """From now on it is this table; everybody sees it."""
        self.table = table
        self.set_clocks()
        self.changed.set()
        self.show(self.watchers)

    def hear(self, talk: Lines) -> None:
        """Something was said; everybody hears it."""
        self.talk = talk
        self.show(self.watchers)

    def admit(self, watcher: Watcher) -> None:
        """Show it to one more client."""
        first = not self._present
        arrives = not self.is_here(watcher.person)
        self.watchers.add(watcher)
        self._count_spectators(watcher, arrives)
        self.gone.pop(watcher.person, None)
        if first and self._present and not self.table.setup.options.is_slow:
            # It slept: nobody's time has gone by meanwhile.
            now = time.monotonic()
            self.asked = {seat: (decision, now) for seat, (decision, _) in self.asked.items()}
        self.changed.set()
        self.show(self.watchers if arrives and self._is_player(watcher) else (watcher,))

    def dismiss(self, watcher: Watcher) -> None:
        """A client has gone."""
        self.watchers.discard(watcher)
        leaves = not self.is_here(watcher.person)
        self._count_spectators(watcher, leaves)
        if leaves and self._is_player(watcher):
            self.gone[watcher.person] = time.monotonic()
            self.show(self.watchers)
        self.changed.set()  # nothing may keep the table in memory any more

    def show(self, watchers: Iterable[Watcher]) -> None:
        """Put the view of each one's seat into these mailboxes."""
        made = TableViews(self.table, self.id, self._around())
        views: dict[tuple[int | None, bool], View] = {}
        for watcher in watchers:
            seat = self.table.seat_of(watcher.person)
            removed = watcher.person in self.table.removed
            if (seat, removed) not in views:
                views[seat, removed] = made.of(seat, removed=removed)
            watcher.show(views[seat, removed])

    @property
    def invitation(self) -> Invitation:
        """What its link invites to."""
        return invitation(self.table, self._known)

    @property
    def is_attended(self) -> bool:
        """Whether somebody who sits there is here."""
        return bool(self._present)

    # -- time

    def set_clocks(self, seconds_left: float | None = None) -> None:
        """Begin to measure what the table waits for now. ``seconds_left`` is what a clock that
        ran before the table slept still had; else at waking its time begins anew."""
        self._set_deal()
        now = time.monotonic()
        decision = self.table.decision
        before = self.asked
        self.asked = {}
        for seat in self.table.to_act:
            known, since = before.get(seat, ("", now))
            self.asked[seat] = (decision, since if known == decision else now)
        if seconds_left is not None:
            for seat in timed_seats(self.table):
                since = now + seconds_left - seconds_allowed(self.table, seat)
                self.asked[seat] = (decision, min(since, now))

    @property
    def seconds_to_deal(self) -> float:
        """Until the next step to the next deal."""
        return max(0.0, (self.deal_at or 0.0) - time.monotonic())

    @property
    def alarm(self) -> Alarm | None:
        """What time does next at the table, if anything."""
        alarms = [*self._absences(), *self._clocks()]
        return min(alarms, key=lambda alarm: alarm.seconds, default=None)

    def time_acts(self, table: Table) -> list[Event]:
        """What the alarm that is due makes happen at the table."""
        alarm = self.alarm
        if table is not self.table or alarm is None or alarm.seconds > 0:
            return []
        return stand_in(table, alarm.seat) if alarm.stands_in else time_out(table, alarm.seat)

    def spent_by(self, person: str) -> list[Event]:
        """What the person's thinking about the decision at hand has cost, once it has decided."""
        seat = self.table.seat_of(person)
        if seat is None or seat not in self.asked:
            return []
        return time_spent(self.table, seat, time.monotonic() - self.asked[seat][1])

    def _set_deal(self) -> None:
        """Arm the next step to the next deal, once each; at waking its time begins anew."""
        pending = due(self.table)
        if not isinstance(pending, DealDue):
            self.deal_at = None
        elif not pending.seconds or self.deal_at_set_for != self.table.decision:
            self.deal_at = time.monotonic() + pending.seconds
            self.deal_at_set_for = self.table.decision

    def _absences(self) -> Iterator[Alarm]:
        """When bots stand in for those who are away while another waits for them."""
        options = self.table.setup.options
        if options.is_slow or self.table.phase not in UNDER_WAY or not self._present:
            return
        now = time.monotonic()
        for seat, (_, asked) in self.asked.items():
            person = self.table.person_on(seat)
            if person is not None and not self.is_here(person):
                since = max(asked, self.gone.get(person, asked))
                yield Alarm(max(0.0, since + self.grace - now), seat, stands_in=True)

    def _clocks(self) -> Iterator[Alarm]:
        if not self._present and not self.table.setup.options.is_slow:
            return
        for seat, seconds in self._seconds_left():
            yield Alarm(seconds, seat, stands_in=False)

    def _seconds_left(self) -> Iterator[tuple[int, float]]:
        now = time.monotonic()
        for seat in timed_seats(self.table):
            _, since = self.asked[seat]
            yield seat, max(0.0, since + seconds_allowed(self.table, seat) - now)

    # -- who is here

    def _is_player(self, watcher: Watcher) -> bool:
        return self.table.seat_of(watcher.person) is not None

    def _count_spectators(self, watcher: Watcher, changed: bool) -> None:
        """Tell everybody how many look on; only now and then, so that a crowd that comes in at
        once is not told of itself, each of each."""
        if changed and not self._is_player(watcher) and self.counting is None:
            loop = asyncio.get_running_loop()
            self.counting = loop.call_later(SECONDS_TO_COUNT, self._tell_the_number)

    def _tell_the_number(self) -> None:
        self.counting = None
        self.show(self.watchers)

    def _around(self) -> Surroundings:
        present = {watcher.person for watcher in self.watchers}
        looking = {person for person in present if self.table.seat_of(person) is None}
        return Surroundings(
            self._known,
            spectators=len(looking - self.table.removed),
            next_deal_in=None if self.deal_at is None else self.seconds_to_deal,
            seconds_left=dict(self._seconds_left()),
            talk=self.talk,
        )

    def _known(self, person: str) -> tuple[str | None, bool]:
        return self.names.get(person), self.is_here(person)

    def is_here(self, person: str) -> bool:
        """Whether a client of the person's looks at it."""
        return any(watcher.person == person for watcher in self.watchers)

    @property
    def _present(self) -> Sequence[str]:
        """The identities of those on its seats who are here."""
        return [person for person in persons_at(self.table) if self.is_here(person)]


def persons_at(table: Table) -> list[str]:
    """The identities on the table's seats."""
    return [person for seat in table.people if (person := table.person_on(seat)) is not None]
