"""No input crashes the readers of records, and none holds them up.

Throws INPUTS damaged records and plain nonsense at them (fuzz/records.py, each with a time of
its own), then the largest of every nasty kind (fuzz/nasty_records.py). Prints a line for each
kind and, last, one JSON object; exits with 1 if one took longer or more memory than stated, or
grew faster than its size. Half of the seeds are new each time: what fails is printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import SystemRandom
from typing import Any

from openhearts.records import LARGEST

ROOT = Path(__file__).resolve().parents[1]
INPUTS = 100_000

MOST_SECONDS = 60.0
"""Of a processor, for the largest input."""
MOST_MEGABYTES = 1_000
MOST_GROWTH = 8.0
"""How much longer four times as much may take: a little more than four times."""
SHORT = 0.25
"""Seconds below which the growth of a time says nothing."""

LIMITS = {"seconds": MOST_SECONDS, "megabytes": MOST_MEGABYTES, "growth": MOST_GROWTH}


def run(module: str, *options: str) -> str:
    """What a module prints last; leaves the program where it fails."""
    command = [sys.executable, "-m", module, *options]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command[1:])} failed")
    return done.stdout.splitlines()[-1]


def throw(seed: int) -> int:
    """Throw half of the inputs at the readers; how many were accepted."""
    found = json.loads(run("fuzz.records", "--inputs", str(INPUTS // 2), "--seed", str(seed)))
    print(f"{found['inputs']} inputs of seed {seed}, of which {found['accepted']} were records")
    return int(found["accepted"])


def measure(name: str) -> dict[str, Any]:
    """What the largest input of this nasty kind takes, beside one of a quarter of its size."""
    small = json.loads(run("fuzz.nasty_records", name, str(LARGEST // 4)))
    large: dict[str, Any] = json.loads(run("fuzz.nasty_records", name, str(LARGEST)))
    large["growth"] = round(large["seconds"] / max(SHORT, small["seconds"]), 1)
    print(
        f"{large['seconds']:6.2f} s {large['megabytes']:5} MB, grown {large['growth']:4} times: "
        f"{name} ({large['answer']})",
        flush=True,
    )
    return large


def main() -> int:
    """Throw, measure, judge."""
    accepted = sum(map(throw, (1, SystemRandom().randrange(10**9))))
    measured = {name: measure(name) for name in json.loads(run("fuzz.nasty_records"))}
    worst = {key: max(found[key] for found in measured.values()) for key in LIMITS}
    figures = {"inputs": INPUTS, "accepted": accepted, "bytes": LARGEST, "kinds": len(measured)}
    print(json.dumps(figures | worst))
    return int(any(worst[key] > most for key, most in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
