"""A hundred thousand random and mutated messages, over sockets and HTTP, while people play.

``python prove/messages.py [--messages N] [--tables N] [--seed N]``. More than half are messages of
sockets: commands, and what is nearly one. The others are requests: raw ones, and those that
schemathesis makes from a description of all addresses. None is answered with a fault of the
server's, nothing of its inside is told, its log has no trace, the people's tables go on as if
nobody had been there, and every other table folds, and has a record that checks. Most messages come
no faster than the server takes them; how many it refused for coming too often is counted.
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
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from hypothesis.errors import HypothesisWarning

from openhearts.records import dumps, loads
from openhearts.tables.events import GameStarted
from openhearts.tables.fold import fold
from openhearts.tables.record import game_record
from prove.faults import faults_of, opened
from prove.scripted import Person, come_to_rest
from tests.databases import rows
from tests.running import FAULT, PATIENCE, Server, running
from tests.server.logs import log_of
from tests.server.vandals import Vandals, attack

FULL_TABLES = (4,)
"""People on every seat: there is none left on which a vandal could sit and wait."""
TARGET = 1000
"""Of a game that does not end meanwhile."""


async def play_meanwhile(
    people: Sequence[Person], vandals: Vandals, messages: int, seed: int, folder: Path
) -> dict[str, int]:
    """Let the people play while the vandals send so many messages, and some time longer. How far
    the people's tables came in the end."""
    lives = [asyncio.create_task(person.live()) for person in people]
    await asyncio.to_thread(attack, vandals, messages, seed, folder)
    after = versions(people)
    deadline = time.monotonic() + PATIENCE
    while any(version <= after[table] for table, version in versions(people).items()):
        assert time.monotonic() < deadline, "a table stands still"
        await asyncio.sleep(0.1)
    await come_to_rest(people, lives)
    return versions(people)


def versions(people: Sequence[Person]) -> dict[str, int]:
    """By table: what its people have been shown last."""
    return {person.table: person.view["version"] if person.view else 0 for person in people}


def hurt(server: Server) -> Iterator[str]:
    """Tables of the vandals' own that do not fold, or whose records do not check."""
    for (table,) in rows(server.database, "SELECT id FROM game_table"):
        events = log_of(server.database, table)
        fold(events)
        for game in {event.game for event in events if isinstance(event, GameStarted)}:
            record = game_record(events, "", lambda _: None, game)
            if loads(dumps(record)) != record:
                yield f"{table}: the record of game {game} does not come back"


def main() -> int:
    parser = argparse.ArgumentParser(description="Send nonsense while people play.")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=3, help="at which people play meanwhile")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    # Of chance that is used while it draws: by the people beside it, who are not to be repeated.
    warnings.simplefilter("ignore", HypothesisWarning)
    begun = time.monotonic()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite3"
        with running(database, "--proxy", "127.0.0.1") as server:
            people = opened(server, options.tables, chance, FULL_TABLES, TARGET)
            vandals = Vandals(server, sorted({person.table for person in people}), chance)
            empty = Path(folder) / "described"
            empty.mkdir()
            played = asyncio.run(
                play_meanwhile(people, vandals, options.messages, options.seed, empty)
            )
            found = [*vandals.faults, *faults_of(server, people), *hurt(server)]
            if FAULT.search(server.logged):
                found.append(f"the server logged {server.logged[-2000:]}")
            opened_tables = rows(server.database, "SELECT count(*) FROM game_table")[0][0]
    for fault in found[:50]:
        print(fault)
    print(json.dumps(dict(vandals.answers.most_common())))
    figures = {
        "messages": vandals.total,
        **vandals.sent,
        "refused_for_coming_too_often": vandals.refused,
        "kinds_of_answers": len(vandals.answers),
        "tables": opened_tables,
        "events_at_the_people's_tables": sum(played.values()),
        "seconds": round(time.monotonic() - begun),
        "faults": len(found),
    }
    print(json.dumps(figures))
    return 1 if found or vandals.refused * 2 > vandals.total else 0


if __name__ == "__main__":
    sys.exit(main())
