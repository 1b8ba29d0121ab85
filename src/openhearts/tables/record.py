"""A table's game written down, as far as it may be: the deals that are over.

What is under way or still to come has no way in here, nor has any secret but the seeds of
deals that are over; only of a table that was closed the deal that nobody finished is told too.
While a game is played whose deals came before ("the same deals again"),
those that it has not finished are withheld from the earlier games' records as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

import msgspec

from openhearts.records import FairDeal, Player, PlayerChange, Record, RecordedDeal, TakeBack
from openhearts.rules.actions import PassCards
from openhearts.rules.deal import Phase
from openhearts.tables.events import (
    CardPlayed,
    CardsPassed,
    Dealt,
    Event,
    GameStarted,
    Holder,
    MoonChosen,
    PassWithdrawn,
    Person,
    SeatTaken,
    TakenBack,
)
from openhearts.tables.fold import apply, fold
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.table import Table

NameOf = Callable[[str], str | None]
"""By identity: the person's name, if it has one."""

About = Iterable[tuple[str, str | int | bool]]
"""What a record says about its game besides the play."""


class NoSuchGame(LookupError):
    """The table has had this many ``games``, and the one that is wanted is none of them."""

    def __init__(self, game: int, games: int) -> None:
        super().__init__(f"there is no game {game}; there are {games}")
        self.games = games


def game_record(
    events: Iterable[Event],
    person: str,
    name_of: NameOf,
    game: int | None = None,
    about: About = (),
) -> Record:
    """One game of the table that had these ``events``, as ``person`` (an identity) may have it.

    ``game`` counts from 1; None is the table's current one. ``about`` stands before what the
    table itself has to say. Raises NoSuchGame; TableRefusal where people without a seat may not
    watch, and ``person`` has none.
    """
    games = _by_game(events)
    current = max(games, default=0)
    number = current if game is None else game
    if number not in games:
        raise NoSuchGame(number, current)
    writer = _Writer(games[number], name_of)
    now = writer.table if number == current else fold(games[current])
    if now.seat_of(person) is None and not now.setup.options.spectators:
        raise TableRefusal("not-seated")
    return Record(
        writer.table.ruleset,
        deals=tuple(_told(writer.deals, now)),
        players=writer.players,
        about=(*about, *_about(writer.table)),
    )


def persons_in(events: Iterable[Event]) -> set[str]:
    """The identities of all who have had a seat."""
    persons: set[str] = set()
    for event in events:
        match event:
            case GameStarted(holders=holders):
                persons.update(holder.id for holder in holders if isinstance(holder, Person))
            case SeatTaken(person=person):
                persons.add(person)
            case _:
                pass
    return persons


def _by_game(events: Iterable[Event]) -> Mapping[int, Sequence[Event]]:
    """The events of each game by its number. Every game begins anew, with a whole snapshot."""
    games: dict[int, list[Event]] = {}
    latest: list[Event] = []
    for event in events:
        if isinstance(event, GameStarted):
            latest = games[event.game] = []
        latest.append(event)
    return games


def _told(deals: Iterable[RecordedDeal], now: Table) -> Iterable[RecordedDeal]:
    """Those that come before any deal which is under way, or to come, at the table as it is; all
    of them where nobody plays any more."""
    if now.is_closed:
        return deals
    secret = () if now.phase == "over" else now.seeds[len(now.game.finished) :]

    def is_over(recorded: RecordedDeal) -> bool:
        seed = recorded.fair.seed if recorded.fair else ""
        return recorded.deal.phase is Phase.OVER and seed not in secret

    return takewhile(is_over, deals)


def _about(table: Table) -> About:
    yield "preset", table.setup.preset
    yield "game", table.number
    if table.replays is not None:
        yield "replays", table.replays
    yield from msgspec.structs.asdict(table.setup.options).items()


@dataclass(slots=True)
class _Notes:
    """What is remembered of the deal on the table, and the table itself forgets."""

    fair: FairDeal
    automatic: list[int] = field(default_factory=list)
    take_backs: list[TakeBack] = field(default_factory=list)
    player_changes: list[PlayerChange] = field(default_factory=list)

    def go_back(self, to: TakeBack) -> None:
        """What was undone is no longer automatic; who has sat down since sits there still."""
        self.take_backs.append(to)
        self.automatic = [place for place in self.automatic if place <= to.after]
        self.player_changes = [
            replace(change, after=min(change.after, to.after)) for change in self.player_changes
        ]

    def withdraw(self, place: int) -> None:
        """The pass that was the deal's action of this number was never made."""
        self.automatic = [p - (p > place) for p in self.automatic if p != place]
        self.player_changes = [
            replace(change, after=change.after - (change.after >= place))
            for change in self.player_changes
        ]


class _Writer:
    """Follows one game from event to event, and writes its deals down."""

    def __init__(self, events: Sequence[Event], name_of: NameOf) -> None:
        self._name_of = name_of
        self._earlier: list[RecordedDeal] = []
        self._notes: _Notes | None = None
        self.table = fold(events[:1])
        self._holders = self.table.actors
        self.players = tuple(map(self._player, self._holders))
        for event in events[1:]:
            self._follow(event)

    @property
    def deals(self) -> list[RecordedDeal]:
        """The game's deals so far; the last one may be under way."""
        deal, notes = self.table.deal, self._notes
        if deal is None or notes is None:
            return self._earlier
        passes = (seat for seat, action in self.table.actions if isinstance(action, PassCards))
        latest = RecordedDeal(
            deal,
            pass_order=tuple(passes),
            automatic=tuple(notes.automatic),
            take_backs=tuple(notes.take_backs),
            player_changes=tuple(notes.player_changes),
            fair=notes.fair,
        )
        return [*self._earlier, latest]

    def _follow(self, event: Event) -> None:
        if isinstance(event, Dealt):
            self._earlier = self.deals
        before = self.table
        self.table = apply(before, event)
        match event:
            case Dealt():
                self._begin(event)
            case TakenBack(seat=seat, kept=kept) if self._notes:
                self._notes.go_back(TakeBack(seat, kept, before.actions[kept:]))
            case PassWithdrawn(seat=seat) if self._notes:
                seats = [actor for actor, _ in before.actions]
                self._notes.withdraw(seats.index(seat) + 1)
            case CardsPassed() | CardPlayed() | MoonChosen() if self._notes and event.automatic:
                self._notes.automatic.append(len(self.table.actions))
            case _:
                pass
        self._notice_players()

    def _begin(self, event: Dealt) -> None:
        shuffle = self.table.shuffles[event.deal - 1]
        revealed = tuple(filter(None, shuffle.revealed))
        self._notes = _Notes(FairDeal(shuffle.seed, shuffle.commitment, revealed, shuffle.hashes))

    def _notice_players(self) -> None:
        """Note who has another player; between two deals that counts for the one to come."""
        deal, notes, holders = self.table.deal, self._notes, self.table.actors
        if notes is None or deal is None or deal.phase is Phase.OVER:
            return
        after = len(self.table.actions)
        for seat, (before, holder) in enumerate(zip(self._holders, holders, strict=True)):
            if holder != before:
                notes.player_changes.append(PlayerChange(seat, after, self._player(holder)))
        self._holders = holders

    def _player(self, holder: Holder) -> Player:
        if isinstance(holder, Person):
            return Player(name=self._name_of(holder.id))
        return Player(bot=holder.level)
