"""Commands in, events out: what a person may do at a table, and what it makes happen."""

from __future__ import annotations

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import Card
from openhearts.rules.ruleset import MoonRule
from openhearts.tables import messages
from openhearts.tables.acting import act
from openhearts.tables.clock import give_time
from openhearts.tables.dealing import Entropy, first_game, give_hash, next_game, reveal
from openhearts.tables.events import BotPlayer, Event, Person, SheetRead, TableOpened
from openhearts.tables.refusal import TableRefusal, demand
from openhearts.tables.seating import change_seats
from openhearts.tables.setup import Setup
from openhearts.tables.table import Table
from openhearts.tables.taking_back import answer_take_back, take_back


def open_table(setup: Setup, host: str, entropy: Entropy, browser_hash: str = "") -> list[Event]:
    """The first events of a table whose game begins at once: its host on seat 0, bots on the
    others. ``browser_hash`` is of the bytes that the host's browser adds to the first deal."""
    return first_game(setup, host, _host_and_bots(setup, host), entropy, browser_hash)


def gather(setup: Setup, host: str) -> list[Event]:
    """The first event of a table at which people gather before the game."""
    return [
        TableOpened(
            host=host,
            preset=setup.preset,
            ruleset=setup.ruleset.to_words(),
            options=setup.options,
            level=setup.level,
            holders=_host_and_bots(setup, host),
        )
    ]


def handle(
    table: Table, person: str, command: messages.TableCommand, entropy: Entropy
) -> list[Event]:
    """What ``command`` of the person with this identity makes happen.

    A repeated command makes nothing happen: it has been carried out. Raises TableRefusal or
    IllegalAction, each with its code and facts, and then nothing has changed.
    """
    if isinstance(command, messages.Seating):
        return change_seats(table, person, command, entropy)
    seat = table.seat_of(person)
    if seat is None:
        raise TableRefusal("not-seated")
    match command:
        case messages.AnswerTakeBack():
            return answer_take_back(table, seat, command)
        case messages.GiveHash():
            return give_hash(table, seat, command)
        case _:
            return _decide(table, seat, command, entropy)


def can_replay(table: Table) -> bool:
    """Whether the game's deals may come once more: one person is left, alone with bots."""
    return len(table.people) == 1


def _host_and_bots(setup: Setup, host: str) -> tuple[Person | BotPlayer, ...]:
    return (Person(host), *(BotPlayer(setup.level),) * (setup.ruleset.seats - 1))


def _decide(table: Table, seat: int, command: messages.Deciding, entropy: Entropy) -> list[Event]:
    action = _action(command)
    answer = (seat, command.decision, _kind(command))
    if answer in table.answers:
        if table.answers[answer] == action:
            return []
        raise TableRefusal("already-decided")
    demand(command.decision == table.decision, "already-decided")
    demand(not table.is_closed, "table-closed")
    if action is not None:
        demand(table.deal is not None, "not-now")
        demand(seat not in table.stand_ins, "stand-in-plays")
        return act(table, seat, action)
    match command:
        case messages.Ready():
            demand(table.phase == "sheet", "not-now")
            return [SheetRead(seat=seat)]
        case messages.Reveal():
            return reveal(table, seat, command)
        case messages.TakeBack():
            return take_back(table, seat)
        case messages.GiveTime():
            return give_time(table, seat, command)
        case messages.Rematch():
            demand(table.phase == "over", "not-now")
            return next_game(table, entropy)
        case messages.Replay():
            demand(table.phase == "over", "not-now")
            demand(can_replay(table), "replay-unavailable")
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
