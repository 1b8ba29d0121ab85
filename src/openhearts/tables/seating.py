"""Who sits where: taking a seat and giving it back, and what only the host may say."""

from __future__ import annotations

from openhearts.tables import messages
from openhearts.tables.dealing import Entropy, next_game
from openhearts.tables.events import (
    BotStoodIn,
    Event,
    HostChanged,
    Person,
    PlayerCameBack,
    PlayerRemoved,
    SeatLeft,
    SeatTaken,
    TableClosed,
)
from openhearts.tables.refusal import TableRefusal, demand
from openhearts.tables.table import Table

BETWEEN_GAMES = ("gathering", "over")
"""The phases in which the host may send somebody away: nobody loses a game by it."""

UNDER_WAY = ("passing", "playing", "choosing")
"""The phases in which hands are held that not everybody has seen."""


def change_seats(
    table: Table, person: str, command: messages.Seating, entropy: Entropy
) -> list[Event]:
    """What this person's command makes happen; nothing if it has been carried out.

    Raises TableRefusal.
    """
    seat = table.seat_of(person)
    match command:
        case messages.Sit(seat=wanted):
            return _sit(table, person, seat, wanted)
        case messages.Leave():
            return [] if seat is None else [SeatLeft(seat=seat, level=table.setup.level)]
        case messages.ComeBack():
            return [PlayerCameBack(seat=seat)] if seat in table.stand_ins else []
        case messages.Start():
            demand(person == table.host, "not-the-host")
            return next_game(table, entropy) if table.phase == "gathering" else []
        case messages.Remove(seat=unwanted):
            return _remove(table, person, unwanted)
        case messages.HandOver(seat=heir):
            demand(person == table.host, "not-the-host")
            _must_be_a_seat(table, heir)
            demand(table.person_on(heir) is not None, "no-person-there")
            return [] if heir == seat else [HostChanged(seat=heir)]


def come_to(table: Table, person: str, usual: int) -> list[Event]:
    """What happens if the person comes to play: in its own seat if it has one, else on the
    ``usual`` one, else on any other that a bot has. Raises TableRefusal if it cannot."""
    seat = table.seat_of(person)
    if seat is not None:
        return [PlayerCameBack(seat=seat)] if seat in table.stand_ins else []
    refusals: list[TableRefusal] = []
    for wanted in sorted(range(len(table.holders)), key=lambda seat: seat != usual):
        try:
            return _sit(table, person, None, wanted)
        except TableRefusal as refusal:
            refusals.append(refusal)
    raise refusals[0]


def close(table: Table) -> list[Event]:
    """Nothing is played at the table any more: nobody came back to it."""
    return [] if table.is_closed else [TableClosed()]


def stand_in(table: Table, seat: int) -> list[Event]:
    """A bot plays for the person on ``seat`` who is away, if the table waits for it."""
    waits = seat in table.to_act and seat in table.people
    return [BotStoodIn(seat=seat)] if waits and seat not in table.stand_ins else []


def _sit(table: Table, person: str, seat: int | None, wanted: int) -> list[Event]:
    _must_be_a_seat(table, wanted)
    if seat == wanted:
        return []
    if seat is not None:
        raise TableRefusal("already-seated", seat=seat)
    demand(not table.is_closed, "table-closed")
    demand(person not in table.removed, "removed")
    if isinstance(table.holders[wanted], Person):
        raise TableRefusal("seat-taken", seat=wanted)
    if table.phase in UNDER_WAY and table.hands_seen(person) - {wanted}:
        raise TableRefusal("saw-another-hand", seat=wanted)
    return [SeatTaken(seat=wanted, person=person)]


def _remove(table: Table, person: str, unwanted: int) -> list[Event]:
    demand(person == table.host, "not-the-host")
    _must_be_a_seat(table, unwanted)
    removed = table.person_on(unwanted)
    if removed is None:
        return []  # away already
    demand(removed != person and table.phase in BETWEEN_GAMES, "not-now")
    return [PlayerRemoved(seat=unwanted, level=table.setup.level)]


def _must_be_a_seat(table: Table, seat: int) -> None:
    if seat >= len(table.holders):
        raise TableRefusal("no-such-seat", seats=len(table.holders))
