"""A hundred thousand deals of forty thousand random games, scored by the rules and by the law.

The law (tests/rules/law.py) was written from docs/rules.md alone. Prints one JSON object with
what occurred in them; the first difference ends it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from tests.rules.scored_twice import PARTS, SEATS, score_twice


def main() -> None:
    """Score them all."""
    parts = list(product(SEATS, range(PARTS)))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        seen = sum(pool.map(score_twice, *zip(*parts, strict=True)), Counter[str]())
    print(json.dumps(dict(seen) | {"differences": 0}))


if __name__ == "__main__":
    main()
