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


class GameStarted(Event, frozen=True):
    """A game begins: a whole snapshot of what it is played with.

    ``bot_secret`` (hexadecimal) is what bots' seeds are made of; ``replays`` is the number
    of an earlier game of this table whose deals come once more, ``seeds`` are theirs.
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


class DealCommitted(Event, frozen=True):
    """The seed of a deal is fixed, and its hash may be shown. The seed itself is secret."""

    KIND = "deal-committed"
    deal: int
    seed: str
    commitment: str


class Dealt(Event, frozen=True):
    """The cards are dealt: ``hands`` by seat, written as sets of cards."""

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


class TakenBack(Event, frozen=True):
    """A person went back to an own decision: the deal's first ``kept`` actions stand."""

    KIND = "taken-back"
    seat: int
    kept: int


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


EVENT_KINDS: dict[str, type[Event]] = {
    kind.KIND: kind
    for kind in (
        GameStarted,
        DealCommitted,
        Dealt,
        CardsPassed,
        CardPlayed,
        Claimed,
        MoonChosen,
        SheetRead,
        TakenBack,
        SeatTaken,
        SeatLeft,
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
