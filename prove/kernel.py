"""Two hundred thousand random deals of the kernel, card by card as the rules play them.

Every deal has a ruleset, a number of seats and a seed of its own, and is played on every path
that the processor has. The rules play the same cards: each must be legal to them, and the deal
must cost what they say. The first difference is printed, and ends it.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random

from openhearts.kernel import PATHS, random_deal
from tests.kernel.random_rules import random_ruleset, told_by_the_rules

DEALS = 200_000
CHUNK = 2_000


def differences(chunk: int) -> list[str]:
    """The deals of a chunk of which the kernel and the rules say different things."""
    chance = Random(chunk)
    found = []
    for number in range(1, CHUNK + 1):
        ruleset = random_ruleset(chance)
        told = {path: random_deal(ruleset, number, chunk, path=path) for path in PATHS}
        points = told_by_the_rules(ruleset, number, told[PATHS[0]])
        if any(deal != told[PATHS[0]] or deal.points != points for deal in told.values()):
            found.append(f"{ruleset}, deal {number}, seed {chunk}: the rules say {points}")
    return found


def main() -> int:
    """Play them all; say what differs."""
    begun = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for done, found in enumerate(pool.map(differences, range(DEALS // CHUNK)), start=1):
            if found:
                print(*found, sep="\n")
                return 1
            print(f"\r{done * CHUNK:,} deals", end="", flush=True)
    seconds = time.monotonic() - begun
    print(f"\r{DEALS:,} deals on {' and '.join(PATHS)}, {seconds:.0f} s: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
