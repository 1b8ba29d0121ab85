"""What has happened at a table: the facts that are stored, one struct a kind.

A table is the fold of its events (``table.apply``). They hold identity ids, never names.
Every kind has a version; a stored event of an older version is brought up to date when it
is read, so released logs fold for ever.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from openhearts.tables.options import TableOptions


class Person(msgspec.Struct, frozen=True, tag="person", tag_field="kind"):
    """A seat's holder: the person with this identity."""

    id: str


class BotPlayer(msgspec.Struct, frozen=True, tag="bot", tag_field="kind"):
    """A seat's holder: a bot of this level."""

    level: str


Holder = Person | BotPlayer


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A fact, in the past tense."""

    KIND: ClassVar[str]
    VERSION: ClassVar[int] = 1


class TableOpened(Event, frozen=True):
    """People gather before the first game: what is to be played, and who sits there already."""

    KIND = "table-opened"
    host: str
    preset: str
    ruleset: dict[str, str | int | bool]
    options: TableOptions
    level: str
    holders: tuple[Holder, ...]


class GameStarted(Event, frozen=True):
    """A game begins: a whole snapshot of what it is played with.

    ``bot_secret`` (hexadecimal) is what bots' seeds are made of; ``replays`` is the number
    of an earlier game of this table whose deals come once more, ``seeds`` are theirs and
    ``revealed``, by deal and seat, what players' browsers added to them.
    ``stand_ins`` are the seats for which bots play, ``removed`` the persons who were sent away.
    """

    KIND = "game-started"
    game: int
    host: str
    preset: str
    ruleset: dict[str, str | int | bool]
    options: TableOptions
    level: str
    holders: tuple[Holder, ...]
    bot_secret: str
    replays: int | None = None
    seeds: tuple[str, ...] = ()
    revealed: tuple[tuple[str, ...], ...] = ()
    stand_ins: tuple[int, ...] = ()
    removed: tuple[str, ...] = ()


class HashGiven(Event, frozen=True):
    """A person's browser will add bytes to the next deal, of which this is the hash."""

    KIND = "hash-given"
    seat: int
    hash: str


class DealCommitted(Event, frozen=True):
    """The seed of a deal is fixed, and its hash may be shown. The seed itself is secret.

    ``hashes`` are, by seat, those of what browsers will add, empty where nothing comes; none at
    all where nobody adds anything.
    """

    KIND = "deal-committed"
    deal: int
    seed: str
    commitment: str
    hashes: tuple[str, ...] = ()


class BytesRevealed(Event, frozen=True):
    """A person's browser showed the bytes of the hash that it had given."""

    KIND = "bytes-revealed"
    seat: int
    bytes: str


class Dealt(Event, frozen=True):
    """The cards are dealt: ``hands`` by seat, written as sets of cards, drawn from the seed and
    what was ``revealed``, by seat like the hashes."""

    KIND = "dealt"
    deal: int
    revealed: tuple[str, ...]
    hands: tuple[str, ...]


class CardsPassed(Event, frozen=True):
    """A seat chose what to pass. ``automatic``: not by its player, who failed to answer."""

    KIND = "cards-passed"
    seat: int
    cards: tuple[str, ...]
    automatic: bool = False


class CardPlayed(Event, frozen=True):
    """A seat played a card."""

    KIND = "card-played"
    seat: int
    card: str
    automatic: bool = False


class Claimed(Event, frozen=True):
    """A seat ended the deal by a valid claim."""

    KIND = "claimed"
    seat: int
    claim: str


class MoonChosen(Event, frozen=True):
    """The shooter settled the moon."""

    KIND = "moon-chosen"
    seat: int
    moon: str
    automatic: bool = False


class SheetRead(Event, frozen=True):
    """A person is done with the score sheet."""

    KIND = "sheet-read"
    seat: int


class TakeBackAsked(Event, frozen=True):
    """A person asks the others whether its last action may be taken back."""

    KIND = "take-back-asked"
    seat: int


class TakeBackAnswered(Event, frozen=True):
    """One of the others agrees to it, or not."""

    KIND = "take-back-answered"
    seat: int
    agrees: bool


class TakenBack(Event, frozen=True):
    """A person went back to an own decision: the deal's first ``kept`` actions stand."""

    KIND = "taken-back"
    seat: int
    kept: int


class PassWithdrawn(Event, frozen=True):
    """A person chooses its cards anew, while another has still to choose."""

    KIND = "pass-withdrawn"
    seat: int


class SeatTaken(Event, frozen=True):
    """A person took a bot's seat."""

    KIND = "seat-taken"
    seat: int
    person: str


class SeatLeft(Event, frozen=True):
    """A person left; a bot of ``level`` sits there now."""

    KIND = "seat-left"
    seat: int
    level: str


class PlayerRemoved(Event, frozen=True):
    """The host sent the person on this seat away; a bot of ``level`` sits there now."""

    KIND = "player-removed"
    seat: int
    level: str


class HostChanged(Event, frozen=True):
    """The person on this seat is the table's host from now on."""

    KIND = "host-changed"
    seat: int


class BotStoodIn(Event, frozen=True):
    """A bot plays for the person on this seat, who keeps it, from the next decision on."""

    KIND = "bot-stood-in"
    seat: int


class PlayerCameBack(Event, frozen=True):
    """The person on this seat plays again itself."""

    KIND = "player-came-back"
    seat: int


class ReserveSpent(Event, frozen=True):
    """The person on this seat thought longer than a decision may take, by so much."""

    KIND = "reserve-spent"
    seat: int
    milliseconds: int


class TimeGiven(Event, frozen=True):
    """The person on ``giver`` let the one on ``seat`` think longer about the decision at hand."""

    KIND = "time-given"
    giver: int
    seat: int
    seconds: int


class TableClosed(Event, frozen=True):
    """Nobody had been here for a long time: nothing is played at this table any more."""

    KIND = "table-closed"


EVENT_KINDS: dict[str, type[Event]] = {
    kind.KIND: kind
    for kind in (
        TableOpened,
        GameStarted,
        HashGiven,
        DealCommitted,
        BytesRevealed,
        Dealt,
        CardsPassed,
        CardPlayed,
        Claimed,
        MoonChosen,
        SheetRead,
        TakeBackAsked,
        TakeBackAnswered,
        TakenBack,
        PassWithdrawn,
        SeatTaken,
        SeatLeft,
        PlayerRemoved,
        HostChanged,
        BotStoodIn,
        PlayerCameBack,
        ReserveSpent,
        TimeGiven,
        TableClosed,
    )
}


class UnknownEvent(ValueError):
    """A stored event that this version cannot read: of a kind or version it does not know."""


def encode(event: Event) -> tuple[str, int, bytes]:
    """The event's kind, the version of that kind, and its body as JSON."""
    return event.KIND, event.VERSION, msgspec.json.encode(event)


def decode(kind: str, version: int, body: bytes | str) -> Event:
    """The event that was stored. Raises UnknownEvent for one from a newer program."""
    known = EVENT_KINDS.get(kind)
    if known is None or not 1 <= version <= known.VERSION:
        raise UnknownEvent(f"{kind} version {version}")
    return msgspec.json.decode(body, type=known)
