"""The records of over a thousand random games at tables, beside what was seen to happen there.

Claims, moons, take-backs, failing bots, people who come and go, ties and scores below zero are
met in every part. Prints one JSON object; the first difference ends it.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.tables.witness import check_many

PARTS = 12
GAMES = 90
"""In each part, at least."""


def checked(part: int) -> int:
    """The number of games of a part whose records are right."""
    return check_many(Random(part), GAMES)


def main() -> None:
    """Check them all."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = sum(pool.map(checked, range(PARTS)))
    print(json.dumps({"games": games, "differences": 0}))


if __name__ == "__main__":
    main()
