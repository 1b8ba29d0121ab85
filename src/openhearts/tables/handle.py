"""Commands in, events out: what a person may do at a table, and what it makes happen."""

from __future__ import annotations

from collections.abc import Mapping

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
from openhearts.tables.dealing import Entropy, first_game, next_game
from openhearts.tables.events import (
    BotPlayer,
    CardPlayed,
    CardsPassed,
    Claimed,
    Event,
    MoonChosen,
    Person,
    SeatLeft,
    SeatTaken,
    SheetRead,
    TakenBack,
)
from openhearts.tables.setup import Setup
from openhearts.tables.table import Table


class TableRefusal(ValueError):
    """A command that the table does not take now. ``code`` is a key of the catalogue."""

    def __init__(self, code: messages.Code, **facts: Fact) -> None:
        super().__init__(code)
        self.code: messages.Code = code
        self.facts: Mapping[str, Fact] = facts


def open_table(setup: Setup, host: str, entropy: Entropy) -> list[Event]:
    """The first events of a table: its host on seat 0, bots on the others."""
    others = (BotPlayer(setup.level),) * (setup.ruleset.seats - 1)
    return first_game(setup, host, (Person(host), *others), entropy)


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
            return [] if seat is None else [SeatLeft(seat=seat, level=table.setup.level)]
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
    return table.setup.options.take_back and alone and _last_action(table, seat) is not None


def can_replay(table: Table) -> bool:
    """Whether the game's deals may come once more: one person is left, alone with bots."""
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
    if table.phase not in ("sheet", "over") and table.hands_seen(person) - {wanted}:
        raise TableRefusal("saw-another-hand", seat=wanted)
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
            kept = _last_action(table, seat)
            if kept is None or not can_take_back(table, seat):
                raise TableRefusal("take-back-unavailable")
            return [TakenBack(seat=seat, kept=kept)]
        case messages.Rematch():
            _demand(table.phase == "over", "not-now")
            return next_game(table, entropy)
        case messages.Replay():
            _demand(table.phase == "over", "not-now")
            _demand(can_replay(table), "replay-unavailable")
            return next_game(table, entropy, again=True)
        case _:
            raise TypeError(f"no rule for {command!r}")


def _action(command: messages.Deciding) -> Action | None:
    """The step of the rules that a command asks for; None for the table's own commands."""
    match command:
        case messages.Pass(cards=cards):
            return PassCards(tuple(sorted(Card.parse(card) for card in cards)))
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


def _demand(holds: bool, code: messages.Code) -> None:
    if not holds:
        raise TableRefusal(code)


def _last_action(table: Table, seat: int) -> int | None:
    """The place, among the deal's actions, of the last one of the person on ``seat``."""
    first = table.sat_down_at(seat)
    own = (p for p, (actor, _) in enumerate(table.actions) if actor == seat and p >= first)
    return max(own, default=None)
