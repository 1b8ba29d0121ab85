"""The blocks of a match, played by several processes and given back in their order."""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from openhearts.arena.entrants import close_programs
from openhearts.arena.match import Match
from openhearts.arena.playing import PlayedBlock, play_block

AHEAD = 4
"""How many blocks a process may have been given before they are wanted: enough that a long
one does not leave the others without work."""


def play_blocks(
    match: Match, first: int, jobs: int, *, with_records: bool = False
) -> Iterator[PlayedBlock]:
    """The blocks of ``match`` from ``first`` on, played by ``jobs`` processes.

    They are the same for any number of processes. Raises BrokenProcessPool if one of them is
    ended by somebody else.
    """
    others = set(multiprocessing.active_children())
    # Spawned, not forked: whoever calls may have threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_prepare) as pool:
        waiting = deque[Future[PlayedBlock]]()
        try:
            for number in range(first, match.blocks):
                waiting.append(pool.submit(play_block, match, number, with_records=with_records))
                if len(waiting) == AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:  # nobody wants the rest, not even what is under way
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def _prepare() -> None:
    """Let this process end at once, with its programs, when it is told to or its parent is gone."""
    # Ctrl+C reaches all processes of a terminal. The parent ends the others: were they faster, it
    # would take that for a fault.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # And without taking Python down piece by piece, where that thread would be in its way.
    atexit.register(_end)


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        _end()


def _end() -> None:
    close_programs()
    with contextlib.suppress(OSError):  # nobody may be there to read it
        sys.stdout.flush()
    os._exit(0)
