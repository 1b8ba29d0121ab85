"""Whole games in which all that anybody is told is searched for what they may not know.

``python prove/hidden_cards.py [--rounds N] [--seed N]``. A round is a game of each preset with each
number of seats, under options drawn at random. At each table there are people who play, one who
comes late, one who watches and a stranger; between them they ask for every page there is, in all
languages. What each may know is worked out from the log (tests/server/hidden.py). The server logs
as much as it can, which is searched too, and so are its metrics.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

from openhearts.rules.ruleset import PRESETS
from openhearts.words.catalogue import languages
from prove.load import free_port
from tests.running import PATIENCE, running
from tests.server.evenings import Evening, pages_of
from tests.server.hidden import cards_in

SEATS = (3, 4, 5, 6)


def setups(rounds: int, chance: random.Random) -> Iterator[Mapping[str, object]]:
    """What is played: short games, most of some deals."""
    for _ in range(rounds):
        for preset in PRESETS:
            for seats in SEATS:
                yield {
                    "preset": preset,
                    "seats": seats,
                    "level": "beginner",
                    "moon": chance.choice(("add", "subtract", "choice", "adaptive")),
                    "target": chance.choice((1, 20, 40)),
                    "deal_limit": 4,
                    "options": {
                        "spectators": chance.random() < 0.7,
                        "older_tricks": chance.random() < 0.5,
                        "running_points": chance.random() < 0.5,
                        "listed": chance.random() < 0.5,
                    },
                }


def main() -> int:
    parser = argparse.ArgumentParser(description="Search all that is told for hidden cards.")
    parser.add_argument("--rounds", type=int, default=1, help="each of five presets, 3 to 6 seats")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    chance = random.Random(options.seed)
    begun, port = time.monotonic(), free_port()
    found: list[str] = []
    figures = dict.fromkeys(("games", "deals", "events", "frames", "bodies", "pictures"), 0)
    hidden: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        pages = pages_of(Path(folder), languages())
        observed = ("--metrics", f"127.0.0.1:{port}", "--log", "json", "--log-level", "debug")
        with running(Path(folder) / "games.sqlite3", *observed) as server:
            for setup in setups(options.rounds, chance):
                people = chance.randrange(1, int(str(setup["seats"])))
                evening = Evening(server, pages, setup, people, chance)
                truth = evening.play()
                found += evening.leaks(truth)
                hidden |= {*truth.secrets, *(witness.cookie for witness in evening.witnesses)}
                frames = sum(told.path.endswith("/socket") for told in evening.told)
                figures["games"] += 1
                figures["deals"] += len(truth.tables[-1].game.finished)
                figures["events"] += len(truth.events)
                figures["frames"] += frames
                figures["bodies"] += len(evening.told) - frames
                figures["pictures"] += sum(told.is_picture for told in evening.told)
                print(json.dumps(figures), file=sys.stderr, flush=True)
            place = f"http://127.0.0.1:{port}/metrics"
            with urllib.request.urlopen(place, timeout=PATIENCE) as answer:
                texts = {"the metrics": answer.read().decode(), "the log": server.logged}
    for what, text in texts.items():
        found += [f"the card {card} in {what}" for card in sorted({*cards_in(text)})]
        found += [f"a secret in {what}" for secret in hidden if secret in text]
    for leak in found[:50]:
        print(leak[:2000])
    figures |= {"seconds": round(time.monotonic() - begun), "leaks": len(found)}
    print(json.dumps(figures))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
