"""Everybody at a table does anything, in any order, and the game goes on (C06, C50, C51)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

from openhearts.rules.cards import PACK
from openhearts.tables.messages import Code
from tests.running import (
    WITHOUT_DECISION,
    Client,
    Reply,
    View,
    Visitor,
    answer,
    play_until,
    running,
)
from tests.server.logs import as_shown, log_of, of_the_deal

COMMANDS = 2000
COMMANDS_A_SOCKET = 40
CARDS = [str(card) for card in PACK]

GARBAGE: Sequence[str | bytes] = (
    "",
    "{}",
    "null",
    '{"kind": "play"}',
    '{"kind": "shout", "id": "x"}',
    '{"kind": "play", "id": "x", "decision": "1.1.playing.0.0", "card": "2C"}',
    '{"kind": "sit", "id": "x", "seat": -1}',
    '{"kind": "pass", "id": "x", "decision": "1.1.passing.0.0", "cards": ["2c"], "seat": 1}',
    '{"kind": "rename", "id": "x", "name": "\u202etfel ot thgir"}',
    '{"kind": "rename", "id": "x", "name": " \u200d "}',
    b"\x00" * 9,
    b"a" * 9000,
)


class Mischief:
    """One person who sends anything, and remembers what was decided before."""

    def __init__(self, visitor: Visitor, table: str, chance: random.Random) -> None:
        self.visitor = visitor
        self.table = table
        self.chance = chance
        self.sent = 0
        self.decisions = ["", "1.1.passing.0.0", "9.9.over.13.0"]
        self.client = visitor.sit_down(table)

    def act(self) -> Reply:
        """Send something, over a new socket now and then; the reply."""
        if self.sent % COMMANDS_A_SOCKET == COMMANDS_A_SOCKET - 1:
            self.client.close()
            self.client = self.visitor.sit_down(self.table)
        view = self.client.see(lambda _: True)
        self.decisions.append(view["decision"])
        self.sent += 1
        replies = len(self.client.replies)
        self.client.send_raw(self.message(view))
        return self.client.wait_for(
            lambda: self.client.replies[-1] if len(self.client.replies) > replies else None
        )

    def message(self, view: View) -> str | bytes:
        """Mostly what a player would send, else any command, else no command at all."""
        chance = self.chance
        sensible = answer(view, chance) if view["seat"] is not None else None
        whim = chance.random()
        if whim < 0.05:
            return chance.choice(GARBAGE)
        decision: str = view["decision"]
        if sensible and whim < 0.6:
            kind, fields = sensible
        elif view["seat"] is None and whim < 0.5:
            kind, fields = "sit", {"seat": chance.randrange(4)}
        else:
            kind = chance.choice(list(FIELDS))
            fields = FIELDS[kind](chance, view)
            decision = chance.choice((decision, chance.choice(self.decisions[-30:])))
        command: dict[str, Any] = {"kind": kind, "id": f"c{self.sent}", **fields}
        if kind not in WITHOUT_DECISION:
            command["decision"] = decision
        return json.dumps(command)


def any_card(chance: random.Random, view: View) -> str:
    hand: list[str] = view["hand"]
    return chance.choice(hand if hand and chance.random() < 0.8 else CARDS)


FIELDS: Mapping[str, Callable[[random.Random, View], dict[str, object]]] = {
    "pass": lambda chance, view: {
        "cards": [any_card(chance, view) for _ in range(chance.choice((3, 3, 3, 0, 5)))]
    },
    "play": lambda chance, view: {"card": any_card(chance, view)},
    "claim": lambda chance, _: {"claim": chance.choice(("nothing-left", "rest-are-mine"))},
    "choose-moon": lambda chance, _: {"moon": chance.choice(("add", "subtract"))},
    "ready": lambda _chance, _view: {},
    "take-back": lambda _chance, _view: {},
    "rematch": lambda _chance, _view: {},
    "replay": lambda _chance, _view: {},
    "sit": lambda chance, _: {"seat": chance.randrange(6)},
    "leave": lambda _chance, _view: {},
    "ask-hint": lambda _chance, _view: {},
    "forget-name": lambda _chance, _view: {},
    "say": lambda chance, _: {"phrase": chance.choice(("hello", "moon", "you cheat"))},
    "write": lambda chance, _: {"text": chance.choice(("Hello", "\u202eolleH", "x" * 201))},
    "rename": lambda chance, _: {"name": chance.choice(("Ann", "Ännchen ♥", " B ob "))},
}
"""By kind of command: what it carries besides."""


def test_two_thousand_commands_of_three_people_break_nothing(tmp_path: Path) -> None:
    """Each is answered with a code, no fault is logged, and what is shown is what was stored."""
    chance = random.Random(2)
    with running(tmp_path / "games.sqlite3") as server, ExitStack() as sockets:
        visitors = [Visitor(server) for _ in range(3)]
        for visitor in visitors:
            visitor.request("/")
        table = visitors[0].open_table(moon="choice", target=30)
        people = [Mischief(visitor, table, chance) for visitor in visitors]
        codes: set[str] = set()
        for _ in range(COMMANDS):
            reply = chance.choice(people).act()
            codes.add(reply["code"] if reply["kind"] == "rejected" else reply["kind"])
        assert codes <= {"done", "hint", *get_args(Code)} - {"server-fault"}
        assert len(codes) > 12, "the mischief was too tame"
        for person in people:
            sockets.callback(person.client.close)
            shown = settled(person.client)
            assert of_the_deal(shown) == of_the_deal(as_shown(server.database, table, shown))
        events = log_of(server.database, table)
        assert not any(getattr(event, "automatic", False) for event in events)
        assert sum(event.KIND == "game-started" for event in events) > 1
        go_on([person.client for person in people], chance)


def settled(client: Client) -> View:
    """Its view when nothing moves any more."""
    try:
        while True:
            client.receive(0.5)
    except TimeoutError:
        return client.view


def go_on(clients: Sequence[Client], chance: random.Random) -> None:
    """All but one leave, and this one plays on alone, to another deal."""
    # One who sits, if anybody does: the only seat that another may take can be that one's.
    first = next((each for each in clients if each.view["seat"] is not None), clients[0])
    others = [each for each in clients if each is not first]
    for other in others:
        other.do("leave")
    if first.view["seat"] is None:
        free = [s for s, player in enumerate(first.view["players"]) if player["kind"] == "bot"]
        replies = [first.do("sit", seat=seat)["kind"] for seat in free]
        assert "done" in replies
        first.see(lambda view: view["seat"] is not None)
    if first.view["phase"] == "over":
        assert first.do("rematch")["kind"] == "done"
    deal = first.view["game"], first.view["deal"]
    play_until(first, lambda view: (view["game"], view["deal"]) > deal or view["winners"], chance)
