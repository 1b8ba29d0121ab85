"""How long `openhearts serve` takes from its start to its first page.

    python bench/start.py [--starts 7]

Starts it on a database that is not there yet, and then again and again on the same one. Prints
the least and the median time until the home page has been read, and the processor time of the
start, which tells more where other programs run; last, one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Start:
    """In seconds."""

    until_page: float
    processor: float


def start(database: Path) -> Start:
    """Start the program, read its home page, and stop it."""
    program = str(Path(sys.executable).with_name("openhearts"))
    options = ["--no-open", "--port", "0", "--database", str(database)]
    begun = time.perf_counter()
    server = subprocess.Popen([program, "serve", *options], stdout=subprocess.PIPE)
    assert server.stdout is not None
    with server.stdout as said:
        found = re.search(rb"http://\S+:\d+", said.readline())
        assert found is not None
        with urllib.request.urlopen(f"{found[0].decode()}/en/") as page:
            page.read()
        until_page = time.perf_counter() - begun
        os.kill(server.pid, signal.SIGKILL)
        _, _, used = os.wait4(server.pid, 0)
        server.returncode = 0
    return Start(until_page, used.ru_utime + used.ru_stime)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--starts", type=int, default=7)
    starts = parser.parse_args().starts
    with tempfile.TemporaryDirectory() as folder:
        firsts = [start(Path(folder) / f"{number}.sqlite3") for number in range(starts)]
        again = [start(Path(folder) / "0.sqlite3") for _ in range(starts)]
    figures = {}
    for name, found in (("first", firsts), ("again", again)):
        times = sorted(one.until_page for one in found)
        processor = min(one.processor for one in found)
        figures[name] = {
            "least": round(times[0], 3),
            "median": round(median(times), 3),
            "processor": round(processor, 3),
        }
        print(
            f"{name} start: {times[0]:.2f} s at best, {median(times):.2f} s in the middle,"
            f" {processor:.2f} s of processor time"
        )
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
