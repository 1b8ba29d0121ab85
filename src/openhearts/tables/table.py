"""A table as it stands: who sits there, the game, and what its people agreed on.

No I/O, no clock, no chance. ``fold`` makes a table of its events. What people may do is decided
in ``handle``; what happens by itself in ``due``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from openhearts.rules.actions import Action
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import Ruleset
from openhearts.tables.events import BotPlayer, Holder, Person
from openhearts.tables.fairness import commitment
from openhearts.tables.setup import Setup

TablePhase = Literal[
    "gathering", "shuffling", "passing", "playing", "choosing", "sheet", "over", "closed"
]

Answer = tuple[int, str, str]
"""Who answered which decision with what kind of command: seat, decision, the command's tag."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What a deal is drawn from (docs/design.md 5), in hexadecimal digits.

    By seat: the ``hashes`` of bytes that browsers add, and those that were ``revealed``; empty
    where there is none, and no seats at all where nobody adds anything.
    """

    seed: str
    hashes: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What is shown of the seed before the deal."""
        return commitment(bytes.fromhex(self.seed))

    @property
    def added(self) -> tuple[bytes, ...]:
        """The bytes that count besides the seed, in the order of the seats."""
        return tuple(bytes.fromhex(text) for text in self.revealed if text)


@dataclass(frozen=True)
class Table:
    """A table as it stands after ``version`` events.

    What is derived is reckoned once for each: it has no slots, so that there is a place for it.
    """

    version: int
    host: str
    setup: Setup
    holders: tuple[Holder, ...]
    bot_secret: str
    number: int
    """Of the game, counted from 1; 0 while people gather for the first."""
    game: Game
    is_closed: bool = False
    shuffles: tuple[Shuffle, ...] = ()
    """Of this game's deals so far, and of those to be replayed: secret."""
    committed: int = 0
    """The number of the last deal whose seed is fixed."""
    hashes: tuple[str, ...] = ()
    """By seat: of the bytes that its person's browser will add to the next deal; none at all
    while nobody has given one."""
    replays: int | None = None
    actions: tuple[tuple[int, Action], ...] = ()
    """Of the deal on the table, with the seats that did them."""
    automatic: frozenset[tuple[int, Action]] = frozenset()
    """Those of them that the clock did for a person."""
    stood_in: frozenset[tuple[int, Action]] = frozenset()
    """Those of them that a bot did that stood in for a person."""
    attempt: int = 0
    """How often a decision of this deal was taken back."""
    take_backs: int = 0
    """How often a decision of this game was taken back."""
    sittings: tuple[tuple[int, str, int], ...] = ()
    """Who has sat where during this deal: seat, identity, and after how many of its actions."""
    readers: frozenset[int] = frozenset()
    """The seats that are done with the score sheet."""
    answers: Mapping[Answer, object] = field(default_factory=dict)
    """The answers to the decisions of this deal and the one before, for repeated commands."""
    removed: frozenset[str] = frozenset()
    """The identities of those whom the host has sent away."""
    stand_ins: frozenset[int] = frozenset()
    """The seats of persons for whom a bot plays while they are away."""
    lapses: tuple[int, ...] = ()
    """By seat: how often in this game the clock has acted for its person."""
    reserves: tuple[int, ...] = ()
    """By seat: the milliseconds left in this game to think longer than a decision may take."""
    time_given: int = 0
    """The seconds that the others have added to the decision at hand."""
    asks_back: int | None = None
    """The seat that asks to take its last action back."""
    agreed: frozenset[int] = frozenset()
    """The seats that agree to that."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.setup.ruleset

    @property
    def deal(self) -> Deal | None:
        """The deal on the table; None before the first one of a game."""
        return self.game.deal

    @cached_property
    def phase(self) -> TablePhase:
        """What the table waits for. Between deals its people read the score sheet; then, where
        their browsers add to the deal, these show what."""
        if self.is_closed:
            return "closed"
        if not self.number:
            return "gathering"
        if self.committed == self.game.next_number:
            return "shuffling"
        if self.deal is None:
            return "sheet"
        match self.deal.phase:
            case Phase.PASSING:
                return "passing"
            case Phase.PLAYING:
                return "playing"
            case Phase.CHOOSING:
                return "choosing"
            case Phase.OVER:
                return "over" if self.game.winners else "sheet"

    @cached_property
    def decision(self) -> str:
        """Names what is to be decided now; a command repeats it (docs/design.md 3)."""
        deal = self.deal
        number, trick = (deal.number, len(deal.tricks)) if deal else (0, 0)
        return f"{self.number}.{number}.{self.phase}.{trick}.{self.attempt}"

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        match self.phase:
            case "sheet":
                done = self.readers | self.stand_ins
                return tuple(seat for seat in self.people if seat not in done)
            case "shuffling":
                return tuple(seat for seat in self.people if self._awaits_bytes(seat))
            case "gathering" | "over" | "closed":
                return ()
            case _:
                return self.deal.to_act if self.deal else ()

    @property
    def seeds(self) -> tuple[str, ...]:
        """Those of ``shuffles``."""
        return tuple(shuffle.seed for shuffle in self.shuffles)

    @property
    def shuffle(self) -> Shuffle | None:
        """What the deal on the table was drawn from."""
        dealt = self.game.next_number - 1
        return self.shuffles[dealt - 1] if 0 < dealt <= len(self.shuffles) else None

    @property
    def next_shuffle(self) -> Shuffle | None:
        """What the next deal will be drawn from, once its seed is fixed."""
        is_fixed = self.committed == self.game.next_number
        return self.shuffles[self.committed - 1] if is_fixed else None

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats held by persons."""
        return tuple(s for s, holder in enumerate(self.holders) if isinstance(holder, Person))

    @cached_property
    def actors(self) -> tuple[Holder, ...]:
        """By seat: who decides there now, its holder or the bot that stands in for it."""
        stand_in = BotPlayer(self.setup.level)
        return tuple(
            stand_in if seat in self.stand_ins else holder
            for seat, holder in enumerate(self.holders)
        )

    @property
    def agreement_needed(self) -> tuple[int, ...]:
        """The seats of those who have not yet agreed to the taking back that is asked for."""
        if self.asks_back is None:
            return ()
        done = self.agreed | self.stand_ins | {self.asks_back}
        return tuple(seat for seat in self.people if seat not in done)

    @property
    def host_seat(self) -> int | None:
        """The seat of the table's host, if it has one."""
        return self.seat_of(self.host)

    def hands_seen(self, person: str) -> set[int]:
        """The seats that this person has held during the deal on the table."""
        return {seat for seat, who, _ in self.sittings if who == person}

    def sat_down_at(self, seat: int) -> int:
        """How many actions the deal had when the seat's holder took it."""
        return next((at for where, _, at in reversed(self.sittings) if where == seat), 0)

    def person_on(self, seat: int) -> str | None:
        """The identity of the person who holds this seat; None for a bot's."""
        holder = self.holders[seat]
        return holder.id if isinstance(holder, Person) else None

    def seat_of(self, person: str) -> int | None:
        """Where the person with this identity sits, if anywhere."""
        return next((s for s, h in enumerate(self.holders) if h == Person(person)), None)

    def _awaits_bytes(self, seat: int) -> bool:
        """Whether the seat's browser has still to show what it adds to the next deal."""
        shuffle = self.next_shuffle
        if shuffle is None or not shuffle.hashes:
            return False
        return bool(shuffle.hashes[seat]) and not shuffle.revealed[seat]
