"""People play at fifty tables while the server is killed a hundred times and lines are cut.

``python prove/faults.py [--kills N] [--tables N] [--seed N]``. Commands are repeated and sent out
of order. In the end no acknowledged command is lost or doubled, nobody was ever shown less than
before, every record checks, and everybody's last view is that of the log. What SIGKILL does not
show is the loss of power: there the database's own promise holds (docs/operate.md).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from openhearts.records import dumps, loads
from openhearts.tables.events import (
    CardPlayed,
    CardsPassed,
    Claimed,
    Event,
    GameStarted,
    MoonChosen,
    SheetRead,
)
from openhearts.tables.fold import apply
from openhearts.tables.record import game_record
from openhearts.tables.table import Table
from prove.scripted import SETTLED, Acknowledged, Habits, Person, come_to_rest
from tests.running import Server, Visitor, running
from tests.server.logs import as_shown, log_of, of_the_deal

HABITS = Habits(
    thinks=lambda chance: chance.uniform(0.0, 0.4), repeats=0.2, sends_old=0.2, cuts=0.02
)
PEOPLE = (4, 3, 2, 1)
"""How many people sit at a table; bots have the other seats."""


def opened(
    server: Server,
    tables: int,
    chance: random.Random,
    crowds: Sequence[int] = PEOPLE,
    target: int = 40,
) -> list[Person]:
    """The people of so many tables, each on a seat of its own: at the first table as many as
    ``crowds`` says first, and so on."""
    people = []
    for number in range(tables):
        visitors = [Visitor(server) for _ in range(crowds[number % len(crowds)])]
        for visitor in visitors:
            visitor.request("/")
        moon = chance.choice(("subtract", "add", "choice", "adaptive"))
        table = visitors[0].open_table(target=target, moon=moon, options={"sheet_seconds": 5})
        for seat, visitor in enumerate(visitors[1:], 1):
            with visitor.sit_down(table) as client:
                assert client.do("sit", seat=seat)["kind"] == "done"
        seed = chance.randrange(2**32)
        people += [
            Person(visitor, table, HABITS, random.Random(seed + n))
            for n, visitor in enumerate(visitors)
        ]
    return people


async def play_and_kill(server: Server, people: Sequence[Person], kills: int, seed: int) -> None:
    """Let them play, kill the server so often, then let everything come to rest."""
    chance = random.Random(seed)
    lives = [asyncio.create_task(person.live()) for person in people]
    for kill in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 2.5))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        if kill % 10 == 9:
            print(f"killed {kill + 1} times", file=sys.stderr, flush=True)
    await asyncio.sleep(SETTLED)
    await come_to_rest(people, lives)


def done(events: Sequence[Event]) -> Iterator[Acknowledged]:
    """What the log says that people did, as they asked for it."""
    table: Table | None = None
    for event in events:
        if table is not None and (asked := _asked(event)):
            seat, kind, told = asked
            yield seat, table.decision, kind, json.dumps(told)
        table = apply(table, event)


def _asked(event: Event) -> tuple[int, str, list[str]] | None:
    match event:
        case CardsPassed(seat=seat, cards=cards):
            return seat, "pass", sorted(cards)
        case CardPlayed(seat=seat, card=card):
            return seat, "play", [card]
        case Claimed(seat=seat, claim=claim):
            return seat, "claim", [claim]
        case MoonChosen(seat=seat, moon=moon):
            return seat, "choose-moon", [moon]
        case SheetRead(seat=seat):
            return seat, "ready", []
        case _:
            return None


def faults_of(server: Server, people: Sequence[Person]) -> Iterator[str]:
    """Whatever must never have happened."""
    logs = {table: log_of(server.database, table) for table in {p.table for p in people}}
    for table, events in logs.items():
        counted = Counter(done(events))
        yield from (f"{table}: twice {twice}" for twice, n in counted.items() if n > 1)
        for person in people:
            if person.table != table:
                continue
            lost = person.acknowledged - set(counted)
            yield from (f"{table}: acknowledged and lost: {command}" for command in lost)
            yield from (f"{table}: {fault}" for fault in person.faults)
            assert person.view is not None
            if person.view["version"] != len(events):
                yield f"{table}: shown {person.view['version']}, stored {len(events)}"
            elif of_the_deal(person.view) != of_the_deal(
                as_shown(server.database, table, person.view)
            ):
                yield f"{table}: what is shown is not what is stored"
        for game in range(1, sum(isinstance(event, GameStarted) for event in events) + 1):
            record = game_record(events, "", lambda _: None, game)
            if loads(dumps(record)) != record:
                yield f"{table}: the record of game {game} does not come back"
    if "Traceback" in server.logged:
        yield f"the server logged {server.logged[-2000:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server while people play.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "g.sqlite3") as server:
        people = opened(server, options.tables, random.Random(options.seed))
        asyncio.run(play_and_kill(server, people, options.kills, options.seed))
        found = list(faults_of(server, people))
    for fault in found[:50]:
        print(fault)
    figures = {
        "kills": options.kills,
        "tables": options.tables,
        "people": len(people),
        "acknowledged": sum(len(person.acknowledged) for person in people),
        "connections": sum(person.connections for person in people),
        "seconds": round(time.monotonic() - begun),
        "faults": len(found),
    }
    print(json.dumps(figures))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
