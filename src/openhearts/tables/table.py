"""A table as the fold of its events. No I/O, no clock, no chance.

Everything that the table's course depends on lives in ``Table`` and changes only here, by
``apply``. What people may do is decided in ``handle``; what happens by itself in ``due``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Literal

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import MoonRule, Ruleset
from openhearts.tables.events import (
    BotPlayer,
    CardPlayed,
    CardsPassed,
    Claimed,
    DealCommitted,
    Dealt,
    Event,
    GameStarted,
    Holder,
    MoonChosen,
    Person,
    SeatLeft,
    SeatTaken,
    SheetRead,
    TakenBack,
)
from openhearts.tables.setup import Setup

TablePhase = Literal["passing", "playing", "choosing", "sheet", "over"]

Answer = tuple[int, str, str]
"""Who answered which decision with what kind of command: seat, decision, the command's tag."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands after ``version`` events."""

    version: int
    host: str
    setup: Setup
    holders: tuple[Holder, ...]
    bot_secret: str
    number: int
    """Of the game, counted from 1."""
    game: Game
    seeds: tuple[str, ...] = ()
    """Of this game's deals so far, and of those to be replayed: secret."""
    commitment: str = ""
    replays: int | None = None
    actions: tuple[tuple[int, Action], ...] = ()
    """Of the deal on the table, with the seats that did them."""
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

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.setup.ruleset

    @property
    def deal(self) -> Deal | None:
        """The deal on the table; None before the first one of a game."""
        return self.game.deal

    @property
    def phase(self) -> TablePhase:
        """What the table waits for. Between deals its people read the score sheet."""
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

    @property
    def decision(self) -> str:
        """Names what is to be decided now; a command repeats it (docs/design.md 3)."""
        deal = self.deal
        number, trick = (deal.number, len(deal.tricks)) if deal else (0, 0)
        return f"{self.number}.{number}.{self.phase}.{trick}.{self.attempt}"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        match self.phase:
            case "sheet":
                return tuple(seat for seat in self.people if seat not in self.readers)
            case "over":
                return ()
            case _:
                return self.deal.to_act if self.deal else ()

    @property
    def people(self) -> tuple[int, ...]:
        """The seats held by persons."""
        return tuple(s for s, holder in enumerate(self.holders) if isinstance(holder, Person))

    def hands_seen(self, person: str) -> set[int]:
        """The seats that this person has held during the deal on the table."""
        return {seat for seat, who, _ in self.sittings if who == person}

    def sat_down_at(self, seat: int) -> int:
        """How many actions the deal had when the seat's holder took it."""
        return next((at for where, _, at in reversed(self.sittings) if where == seat), 0)

    def seat_of(self, person: str) -> int | None:
        """Where the person with this identity sits, if anywhere."""
        return next((s for s, h in enumerate(self.holders) if h == Person(person)), None)


def fold(events: Iterable[Event]) -> Table:
    """The table after all these events. Raises ValueError if there are none."""
    table: Table | None = None
    for event in events:
        table = apply(table, event)
    if table is None:
        raise ValueError("a table has at least one event")
    return table


def apply(table: Table | None, event: Event) -> Table:
    """The table after one more event; its first is a GameStarted."""
    if table is None:
        if not isinstance(event, GameStarted):
            raise ValueError(f"the first event of a table is {event.KIND}")
        return _started(event, version=1)
    return replace(_apply(event, table), version=table.version + 1)


@singledispatch
def _apply(event: Event, table: Table) -> Table:
    raise TypeError(f"no rule for {event.KIND} at version {table.version}")


def _started(event: GameStarted, version: int) -> Table:
    ruleset = Ruleset().with_words(event.ruleset)
    return Table(
        version=version,
        host=event.host,
        setup=Setup(event.preset, ruleset, event.options, event.level),
        holders=event.holders,
        bot_secret=event.bot_secret,
        number=event.game,
        game=Game(ruleset),
        seeds=event.seeds,
        replays=event.replays,
    )


@_apply.register
def _(event: GameStarted, table: Table) -> Table:
    asked = "rematch" if event.replays is None else "replay"
    return replace(_started(event, version=table.version), answers=_answered_by_all(table, asked))


@_apply.register
def _(event: DealCommitted, table: Table) -> Table:
    seeds = (*table.seeds[: event.deal - 1], event.seed, *table.seeds[event.deal :])
    return replace(table, seeds=seeds, commitment=event.commitment)


@_apply.register
def _(event: Dealt, table: Table) -> Table:
    return replace(
        table,
        game=table.game.start_deal(Cards.parse(hand) for hand in event.hands),
        actions=(),
        attempt=0,
        sittings=tuple(
            (seat, holder.id, 0)
            for seat, holder in enumerate(table.holders)
            if isinstance(holder, Person)
        ),
        readers=frozenset(),
        answers=_answered_by_all(table, "ready"),
    )


@_apply.register
def _(event: CardsPassed, table: Table) -> Table:
    cards = tuple(Card.parse(card) for card in event.cards)
    return _acted(table, event.seat, "pass", PassCards(cards))


@_apply.register
def _(event: CardPlayed, table: Table) -> Table:
    return _acted(table, event.seat, "play", PlayCard(Card.parse(event.card)))


@_apply.register
def _(event: Claimed, table: Table) -> Table:
    return _acted(table, event.seat, "claim", MakeClaim(ClaimKind(event.claim)))


@_apply.register
def _(event: MoonChosen, table: Table) -> Table:
    return _acted(table, event.seat, "choose-moon", ChooseMoon(MoonRule(event.moon)))


@_apply.register
def _(event: SheetRead, table: Table) -> Table:
    return replace(
        table,
        readers=table.readers | {event.seat},
        answers=_answered(table, event.seat, "ready", None),
    )


@_apply.register
def _(event: TakenBack, table: Table) -> Table:
    kept = table.actions[: event.kept]
    return replace(
        table,
        game=_deal_again(table.game, kept),
        actions=kept,
        attempt=table.attempt + 1,
        take_backs=table.take_backs + 1,
        readers=frozenset(),
        answers=_answered(table, event.seat, "take-back", None),
    )


@_apply.register
def _(event: SeatTaken, table: Table) -> Table:
    sitting = (event.seat, event.person, len(table.actions))
    table = replace(table, sittings=(*table.sittings, sitting))
    return _held_by(table, event.seat, Person(event.person))


@_apply.register
def _(event: SeatLeft, table: Table) -> Table:
    return _held_by(table, event.seat, BotPlayer(event.level))


def _acted(table: Table, seat: int, kind: str, action: Action) -> Table:
    return replace(
        table,
        game=table.game.act(seat, action),
        actions=(*table.actions, (seat, action)),
        answers=_answered(table, seat, kind, action),
    )


def _deal_again(game: Game, actions: Iterable[tuple[int, Action]]) -> Game:
    """The game with its deal played anew from the first card on by ``actions``."""
    if game.deal is None:
        return game
    deal = Deal.start(game.ruleset, game.deal.number, game.deal.dealt)
    for seat, action in actions:
        deal = deal.act(seat, action)
    return replace(game, deal=deal)


def _held_by(table: Table, seat: int, holder: Holder) -> Table:
    holders = (*table.holders[:seat], holder, *table.holders[seat + 1 :])
    answers = {key: value for key, value in table.answers.items() if key[0] != seat}
    return replace(table, holders=holders, readers=table.readers - {seat}, answers=answers)


def _answered(table: Table, seat: int, kind: str, answer: object) -> Mapping[Answer, object]:
    return {**table.answers, (seat, table.decision, kind): answer}


def _answered_by_all(table: Table, kind: str) -> Mapping[Answer, object]:
    """A new deal: what was answered in the one before, and ``kind`` by everyone who asks late."""
    kept = dict(table.answers)
    if table.deal is not None:
        this_deal = f"{table.number}.{table.deal.number}."
        kept = {key: value for key, value in kept.items() if key[1].startswith(this_deal)}
    return kept | {(seat, table.decision, kind): None for seat in range(len(table.holders))}
