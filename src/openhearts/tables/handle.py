"""Commands in, events out: what a person may do at a table, and what it makes happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import Card
from openhearts.rules.errors import Fact
from openhearts.rules.ruleset import MoonRule
from openhearts.tables import messages
from openhearts.tables.events import (
    BotPlayer,
    CardPlayed,
    CardsPassed,
    Claimed,
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
from openhearts.tables.table import Table

Entropy = Callable[[int], bytes]
"""So many bytes that nobody can foresee."""

SECRET_BYTES = 32


class TableRefusal(ValueError):
    """A command that the table does not take now. ``code`` is a key of the catalogue."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, Fact] = facts


def open_table(setup: Setup, host: str, entropy: Entropy) -> list[Event]:
    """The first events of a table: its host on seat 0, bots on the others."""
    others = (BotPlayer(setup.level),) * (setup.ruleset.seats - 1)
    return [_game_started(setup, host, (Person(host), *others), 1, entropy)]


def handle(
    table: Table, person: str, command: messages.TableCommand, entropy: Entropy
) -> list[Event]:
    """What ``command`` of the person with this identity makes happen.

    A repeated command makes nothing happen: it has been carried out. Raises TableRefusal or
    IllegalAction, each with its code and facts, and then nothing has changed.
    """
    seat = table.seat_of(person)
    match command:
        case messages.Sit():
            return _sit(table, person, seat, command.seat)
        case messages.Leave():
            return [SeatLeft(seat=_seated(seat), level=table.setup.level)]
        case _:
            return _decide(table, _seated(seat), command, entropy)


def act(table: Table, seat: int, action: Action, *, automatic: bool = False) -> list[Event]:
    """What ``action`` of the player on ``seat`` makes happen; ``automatic`` if not its own.

    Raises IllegalAction.
    """
    table.game.act(seat, action)
    match action:
        case PassCards(cards):
            texts = tuple(str(card) for card in cards)
            return [CardsPassed(seat=seat, cards=texts, automatic=automatic)]
        case PlayCard(card):
            return [CardPlayed(seat=seat, card=str(card), automatic=automatic)]
        case MakeClaim(kind):
            return [Claimed(seat=seat, claim=kind.value)]
        case ChooseMoon(moon):
            return [MoonChosen(seat=seat, moon=moon.value, automatic=automatic)]


def can_take_back(table: Table, seat: int) -> bool:
    """Whether the person on ``seat`` may go back to an own decision of this deal."""
    alone = table.people == (seat,)
    return table.setup.options.take_back and alone and any(s == seat for s, _ in table.actions)


def can_replay(table: Table) -> bool:
    """Whether the game's deals may come once more: nobody else has seen them."""
    return len(table.people) == 1


def _seated(seat: int | None) -> int:
    if seat is None:
        raise TableRefusal("not-seated")
    return seat


def _sit(table: Table, person: str, seat: int | None, wanted: int) -> list[Event]:
    if wanted >= len(table.holders):
        raise TableRefusal("no-such-seat", seats=len(table.holders))
    if seat == wanted:
        return []
    if seat is not None:
        raise TableRefusal("already-seated", seat=seat)
    if isinstance(table.holders[wanted], Person):
        raise TableRefusal("seat-taken", seat=wanted)
    return [SeatTaken(seat=wanted, person=person)]


def _decide(table: Table, seat: int, command: messages.Deciding, entropy: Entropy) -> list[Event]:
    action = _action(command)
    answer = (seat, command.decision, _kind(command))
    if answer in table.answers:
        if table.answers[answer] == action:
            return []
        raise TableRefusal("already-decided")
    if command.decision != table.decision:
        raise TableRefusal("already-decided")
    if action is not None:
        return act(table, seat, action)
    match command:
        case messages.Ready():
            _demand(table.phase == "sheet", "not-now")
            return [SheetRead(seat=seat)]
        case messages.TakeBack():
            _demand(can_take_back(table, seat), "take-back-unavailable")
            return [TakenBack(seat=seat, kept=_last_action(table, seat))]
        case messages.Rematch():
            _demand(table.phase == "over", "not-now")
            return [_next_game(table, entropy)]
        case messages.Replay():
            _demand(table.phase == "over", "not-now")
            _demand(can_replay(table), "replay-unavailable")
            return [_next_game(table, entropy, again=True)]
        case _:
            raise TypeError(f"no rule for {command!r}")


def _action(command: messages.Deciding) -> Action | None:
    """The step of the rules that a command asks for; None for the table's own commands."""
    match command:
        case messages.Pass(cards=cards):
            return PassCards(tuple(Card.parse(card) for card in cards))
        case messages.Play(card=card):
            return PlayCard(Card.parse(card))
        case messages.Claim(claim=claim):
            return MakeClaim(ClaimKind(claim))
        case messages.ChooseMoon(moon=moon):
            return ChooseMoon(MoonRule(moon))
        case _:
            return None


def _kind(command: messages.Deciding) -> str:
    return str(command.__struct_config__.tag)


def _demand(holds: bool, code: str) -> None:
    if not holds:
        raise TableRefusal(code)


def _last_action(table: Table, seat: int) -> int:
    """The place, among the deal's actions, of the last one of ``seat``."""
    return max(place for place, (actor, _) in enumerate(table.actions) if actor == seat)


def _next_game(table: Table, entropy: Entropy, *, again: bool = False) -> GameStarted:
    return _game_started(
        table.setup,
        table.host,
        table.holders,
        table.number + 1,
        entropy,
        replays=table.number if again else None,
        seeds=table.seeds if again else (),
    )


def _game_started(
    setup: Setup,
    host: str,
    holders: tuple[Holder, ...],
    number: int,
    entropy: Entropy,
    replays: int | None = None,
    seeds: tuple[str, ...] = (),
) -> GameStarted:
    return GameStarted(
        game=number,
        host=host,
        preset=setup.preset,
        ruleset=setup.ruleset.to_words(),
        options=setup.options,
        level=setup.level,
        holders=holders,
        bot_secret=entropy(SECRET_BYTES).hex(),
        replays=replays,
        seeds=seeds,
    )
