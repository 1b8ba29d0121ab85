"""The fold: a table from its events. Everything that a table becomes, it becomes here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import TypeVar

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal
from openhearts.rules.game import Game
from openhearts.rules.ruleset import MoonRule, Ruleset
from openhearts.tables.events import (
    BotPlayer,
    BotStoodIn,
    BytesRevealed,
    CardPlayed,
    CardsPassed,
    Claimed,
    DealCommitted,
    Dealt,
    Event,
    GameStarted,
    HashGiven,
    Holder,
    HostChanged,
    MoonChosen,
    PassWithdrawn,
    Person,
    PlayerCameBack,
    PlayerRemoved,
    ReserveSpent,
    SeatLeft,
    SeatTaken,
    SheetRead,
    TableClosed,
    TableOpened,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TimeGiven,
)
from openhearts.tables.fairness import commitment
from openhearts.tables.setup import Setup
from openhearts.tables.table import Answer, Shuffle, Table

_Item = TypeVar("_Item")


def fold(events: Iterable[Event]) -> Table:
    """The table after all these events. Raises ValueError if there are none."""
    table: Table | None = None
    for event in events:
        table = apply(table, event)
    if table is None:
        raise ValueError("a table has at least one event")
    return table


def apply(table: Table | None, event: Event) -> Table:
    """The table after one more event; its first is a TableOpened, or a GameStarted."""
    if table is None:
        match event:
            case TableOpened():
                return _opened(event)
            case GameStarted():
                return _started(event, version=1)
            case _:
                raise ValueError(f"the first event of a table is {event.KIND}")
    return replace(_apply(event, table), version=table.version + 1)


@singledispatch
def _apply(event: Event, table: Table) -> Table:
    raise TypeError(f"no rule for {event.KIND} at version {table.version}")


def _opened(event: TableOpened) -> Table:
    ruleset = Ruleset().with_words(event.ruleset)
    return Table(
        version=1,
        host=event.host,
        setup=Setup(event.preset, ruleset, event.options, event.level),
        holders=event.holders,
        bot_secret="",
        number=0,
        game=Game(ruleset),
    )


def _started(event: GameStarted, version: int) -> Table:
    ruleset = Ruleset().with_words(event.ruleset)
    seats = len(event.holders)
    return Table(
        version=version,
        host=event.host,
        setup=Setup(event.preset, ruleset, event.options, event.level),
        holders=event.holders,
        bot_secret=event.bot_secret,
        number=event.game,
        game=Game(ruleset),
        shuffles=tuple(
            _shuffle_again(seed, event.revealed[place] if event.revealed else ())
            for place, seed in enumerate(event.seeds)
        ),
        replays=event.replays,
        lapses=(0,) * seats,
        reserves=(event.options.reserve_seconds * 1000,) * seats,
        stand_ins=frozenset(event.stand_ins),
        removed=frozenset(event.removed),
    )


@_apply.register
def _(event: GameStarted, table: Table) -> Table:
    asked = "rematch" if event.replays is None else "replay"
    return replace(_started(event, version=table.version), answers=_answered_by_all(table, asked))


@_apply.register
def _(event: HashGiven, table: Table) -> Table:
    hashes = table.hashes or ("",) * len(table.holders)
    return replace(table, hashes=_with(hashes, event.seat, event.hash))


@_apply.register
def _(event: DealCommitted, table: Table) -> Table:
    shuffle = Shuffle(event.seed, event.hashes, ("",) * len(event.hashes))
    return replace(
        table,
        shuffles=_with(table.shuffles, event.deal - 1, shuffle),
        committed=event.deal,
        hashes=(),
        answers=_answered_by_all(table, "ready"),
    )


@_apply.register
def _(event: BytesRevealed, table: Table) -> Table:
    shown = table.next_shuffle.revealed if table.next_shuffle else ()
    return replace(
        _with_revealed(table, _with(shown, event.seat, event.bytes)),
        answers=_answered(table, event.seat, "reveal", None),
    )


@_apply.register
def _(event: Dealt, table: Table) -> Table:
    return replace(
        _with_revealed(table, event.revealed),
        game=table.game.start_deal(Cards.parse(hand) for hand in event.hands),
        actions=(),
        automatic=frozenset(),
        stood_in=frozenset(),
        attempt=0,
        sittings=tuple(
            (seat, holder.id, 0)
            for seat, holder in enumerate(table.holders)
            if isinstance(holder, Person)
        ),
        readers=frozenset(),
    )


@_apply.register
def _(event: CardsPassed, table: Table) -> Table:
    cards = tuple(Card.parse(card) for card in event.cards)
    return _lapsed(_acted(table, event.seat, "pass", PassCards(cards)), event)


@_apply.register
def _(event: CardPlayed, table: Table) -> Table:
    return _lapsed(_acted(table, event.seat, "play", PlayCard(Card.parse(event.card))), event)


@_apply.register
def _(event: Claimed, table: Table) -> Table:
    return _acted(table, event.seat, "claim", MakeClaim(ClaimKind(event.claim)))


@_apply.register
def _(event: MoonChosen, table: Table) -> Table:
    acted = _acted(table, event.seat, "choose-moon", ChooseMoon(MoonRule(event.moon)))
    return _lapsed(acted, event)


@_apply.register
def _(event: SheetRead, table: Table) -> Table:
    return replace(
        table,
        readers=table.readers | {event.seat},
        answers=_answered(table, event.seat, "ready", None),
    )


@_apply.register
def _(event: TakeBackAsked, table: Table) -> Table:
    return replace(
        table,
        asks_back=event.seat,
        agreed=frozenset(),
        answers=_answered(table, event.seat, "take-back", None),
    )


@_apply.register
def _(event: TakeBackAnswered, table: Table) -> Table:
    if event.agrees:
        return replace(table, agreed=table.agreed | {event.seat})
    return replace(table, asks_back=None, agreed=frozenset())


@_apply.register
def _(event: TakenBack, table: Table) -> Table:
    kept = table.actions[: event.kept]
    return replace(
        _with_actions(_moved_on(table), kept),
        attempt=table.attempt + 1,
        take_backs=table.take_backs + 1,
        readers=frozenset(),
        answers=_answered(table, event.seat, "take-back", None),
    )


@_apply.register
def _(event: PassWithdrawn, table: Table) -> Table:
    kept = tuple((seat, action) for seat, action in table.actions if seat != event.seat)
    answers = {key: value for key, value in table.answers.items() if key[0] != event.seat}
    return replace(_with_actions(table, kept), answers=answers)


@_apply.register
def _(event: SeatTaken, table: Table) -> Table:
    sitting = (event.seat, event.person, len(table.actions))
    table = replace(table, sittings=(*table.sittings, sitting))
    return _held_by(table, event.seat, Person(event.person))


@_apply.register
def _(event: SeatLeft, table: Table) -> Table:
    return _held_by(table, event.seat, BotPlayer(event.level))


@_apply.register
def _(event: PlayerRemoved, table: Table) -> Table:
    person = table.person_on(event.seat)
    removed = table.removed if person is None else table.removed | {person}
    return replace(_held_by(table, event.seat, BotPlayer(event.level)), removed=removed)


@_apply.register
def _(event: HostChanged, table: Table) -> Table:
    return replace(table, host=table.person_on(event.seat) or table.host)


@_apply.register
def _(event: BotStoodIn, table: Table) -> Table:
    return replace(table, stand_ins=table.stand_ins | {event.seat})


@_apply.register
def _(event: PlayerCameBack, table: Table) -> Table:
    return replace(table, stand_ins=table.stand_ins - {event.seat})


@_apply.register
def _(event: ReserveSpent, table: Table) -> Table:
    left = max(table.reserves[event.seat] - event.milliseconds, 0)
    return replace(table, reserves=_with(table.reserves, event.seat, left))


@_apply.register
def _(event: TimeGiven, table: Table) -> Table:
    return replace(
        table,
        time_given=table.time_given + event.seconds,
        answers=_answered(table, event.giver, "give-time", None),
    )


@_apply.register
def _(_: TableClosed, table: Table) -> Table:
    return replace(table, is_closed=True)


def _acted(table: Table, seat: int, kind: str, action: Action) -> Table:
    done = (seat, action)
    return replace(
        _moved_on(table),
        game=table.game.act(seat, action),
        actions=(*table.actions, done),
        stood_in=table.stood_in | {done} if seat in table.stand_ins else table.stood_in,
        answers=_answered(table, seat, kind, action),
    )


def _moved_on(table: Table) -> Table:
    """What held for the last action, and the time that it took, holds no longer."""
    return replace(table, asks_back=None, agreed=frozenset(), time_given=0)


def _lapsed(table: Table, event: CardsPassed | CardPlayed | MoonChosen) -> Table:
    """The same; it is remembered where a person failed to act."""
    if not event.automatic or isinstance(table.actors[event.seat], BotPlayer):
        return table
    return replace(
        table,
        automatic=table.automatic | {table.actions[-1]},
        lapses=_with(table.lapses, event.seat, table.lapses[event.seat] + 1),
    )


def _with_revealed(table: Table, revealed: tuple[str, ...]) -> Table:
    """The table whose next deal is drawn from these bytes too, by seat."""
    shuffle = table.next_shuffle
    if shuffle is None:
        return table  # a deal of a story, which was drawn from nothing
    drawn = replace(shuffle, revealed=revealed)
    return replace(table, shuffles=_with(table.shuffles, table.committed - 1, drawn))


def _shuffle_again(seed: str, revealed: tuple[str, ...]) -> Shuffle:
    """That of a deal which comes once more; what was left out of it then plays no part now."""
    if not any(revealed):
        return Shuffle(seed)
    hashes = tuple(text and commitment(bytes.fromhex(text)) for text in revealed)
    return Shuffle(seed, hashes, revealed)


def _with(items: tuple[_Item, ...], place: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _with_actions(table: Table, actions: tuple[tuple[int, Action], ...]) -> Table:
    """The same after these actions of its deal alone."""
    return replace(
        table,
        game=_deal_again(table.game, actions),
        actions=actions,
        automatic=table.automatic.intersection(actions),
        stood_in=table.stood_in.intersection(actions),
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
    held = replace(
        table,
        holders=holders,
        hashes=_with(table.hashes, seat, "") if table.hashes else (),
        readers=table.readers - {seat},
        answers=answers,
        stand_ins=table.stand_ins - {seat},
        asks_back=None,
        agreed=frozenset(),
    )
    return replace(held, host=_host_after(held, seat))


def _host_after(table: Table, changed: int) -> str:
    """The host, now that ``changed`` has another holder: one of the people, if there are any."""
    if table.host_seat is not None or not table.people:
        return table.host
    heir = min(table.people, key=lambda seat: (seat - changed) % len(table.holders))
    return table.person_on(heir) or table.host


def _answered(table: Table, seat: int, kind: str, answer: object) -> Mapping[Answer, object]:
    return {**table.answers, (seat, table.decision, kind): answer}


def _answered_by_all(table: Table, kind: str) -> Mapping[Answer, object]:
    """A new deal: what was answered in the one before, and ``kind`` by everyone who asks late."""
    kept = dict(table.answers)
    if table.deal is not None:
        this_deal = f"{table.number}.{table.deal.number}."
        kept = {key: value for key, value in kept.items() if key[1].startswith(this_deal)}
    return kept | {(seat, table.decision, kind): None for seat in range(len(table.holders))}
