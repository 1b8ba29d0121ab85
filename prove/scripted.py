"""Scripted people: clients of our own over real sockets, as many as are wanted in one process."""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.running import Reply, View, Visitor, answer

Acknowledged = tuple[int, str, str, str]
"""What the server said it had carried out: seat, decision, kind, and the cards or the choice."""

SETTLED = 2.0
"""Seconds after which nothing moves any more, once the people have stopped playing."""

REMEMBERED = 12
"""How many commands a person may send once more."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a person behaves: chances from 0 to 1 for each thing that can go wrong."""

    thinks: Callable[[random.Random], float]
    """Seconds before an answer."""
    repeats: float = 0.0
    """Sends the same command twice."""
    sends_old: float = 0.0
    """Sends one more of the commands of before."""
    cuts: float = 0.0
    """Loses the line after a command, without a word."""


@dataclass(eq=False)
class Person:
    """One person at one table: plays anything legal, and comes back when the line is lost."""

    visitor: Visitor
    table: str
    habits: Habits
    chance: random.Random
    view: View | None = None
    acknowledged: set[Acknowledged] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    """What the server did that it must never do."""
    connections: int = 0
    plays: bool = True
    """Else it only looks on."""
    on_view: Callable[[Person, View], None] = lambda _person, _view: None
    _sent: int = 0
    _waits: dict[str, Acknowledged] = field(default_factory=dict)
    _old: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _answered: str = ""

    async def live(self) -> None:
        """Come, and come back, until cancelled."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    f"ws://127.0.0.1:{self.visitor.server.port}/api/tables/{self.table}/socket",
                    additional_headers={"cookie": self.visitor.cookie},
                    max_size=None,
                    open_timeout=5,
                    close_timeout=0.2,
                ) as socket:
                    self.connections += 1
                    self._answered = ""
                    await self._sit(socket)
            await asyncio.sleep(self.chance.uniform(0.02, 0.2))

    async def _sit(self, socket: ClientConnection) -> None:
        turn: asyncio.Task[None] | None = None
        try:
            async for message in socket:
                update = json.loads(message)
                if update["kind"] != "view":
                    self._hear(update)
                    continue
                self._see(update)
                if self._may_answer(update) and (turn is None or turn.done()):
                    turn = asyncio.create_task(self._take_turn(socket))
        finally:
            if turn is not None:
                turn.cancel()

    def _see(self, view: View) -> None:
        if self.view and view["version"] < self.view["version"]:
            self.faults.append(f"shown version {view['version']} after {self.view['version']}")
        self.view = view
        self.on_view(self, view)

    def _hear(self, reply: Reply) -> None:
        asked = self._waits.pop(str(reply["id"]), None)
        if reply["kind"] == "done" and asked is not None:
            self.acknowledged.add(asked)
        elif reply.get("code") == "server-fault":
            self.faults.append(f"a fault at {self.view and self.view['decision']}")

    def _may_answer(self, view: View) -> bool:
        waits = self.plays and view["seat"] is not None and view["seat"] in view["toAct"]
        return bool(waits and view["decision"] != self._answered)

    async def _take_turn(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException, OSError):
            while self.view is not None and self._may_answer(self.view):
                await asyncio.sleep(self.habits.thinks(self.chance))
                view = self.view
                todo = answer(view, self.chance) if self._may_answer(view) else None
                if todo is None:
                    return
                self._answered = view["decision"]
                await self._send(socket, view, *todo)

    async def _send(
        self, socket: ClientConnection, view: View, kind: str, fields: dict[str, object]
    ) -> None:
        self._sent += 1
        command = {"id": f"c{self._sent}", "kind": kind, "decision": view["decision"], **fields}
        told = json.dumps(sorted(fields["cards"]) if kind == "pass" else list(fields.values()))  # type: ignore[call-overload]
        self._waits[f"c{self._sent}"] = (view["seat"], view["decision"], kind, told)
        text = json.dumps(command)
        self._old.append(text)
        await socket.send(text)
        if self.chance.random() < self.habits.repeats:
            await socket.send(text)
        if self.chance.random() < self.habits.sends_old:
            await socket.send(self.chance.choice(self._old))
        if self.chance.random() < self.habits.cuts:
            socket.transport.abort()


async def come_to_rest(people: Sequence[Person], lives: Sequence[asyncio.Task[None]]) -> None:
    """Let them play no more, wait until everybody has seen the last of it, and end their lives."""
    for person in people:
        person.plays = False
    while True:
        versions = [person.view and person.view["version"] for person in people]
        await asyncio.sleep(SETTLED)
        if versions == [person.view and person.view["version"] for person in people]:
            break
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
