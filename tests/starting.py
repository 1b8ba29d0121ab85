"""Starts a server again and again in fresh processes, which have its modules at once.

It reads one start a line, the command line as JSON. The new process says its id, then what
the server says; after its end comes its exit status, negative for the signal that ended it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys

import openhearts.server.serve  # noqa: F401 - it takes most of a start's time
from openhearts.cli import main
from tests.running import FREE, FULL

FULL_FROM = 8192
"""A file of so many bytes grows no more: the database's log is larger, ours is not."""


def start(arguments: list[str]) -> None:
    """Be the server, as if started from the command line."""
    signal.signal(FULL, lambda _number, _frame: limit_files_to(FULL_FROM))
    signal.signal(FREE, lambda _number, _frame: limit_files_to(resource.RLIM_INFINITY))
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    print(os.getpid(), flush=True)
    sys.argv = ["openhearts", *arguments]
    main()


def limit_files_to(size: int) -> None:
    """From now on no write makes a file larger than this, in bytes."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


if __name__ == "__main__":
    for line in sys.stdin:
        child = os.fork()
        if not child:
            start(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
