"""When the garbage collector stops the server."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 500, 2, 1000
"""After so many new objects it looks at the young ones, every third time also at the middle ones,
and once in a thousand of those at all. With Python's own 700, 10 and 10 it looked at all every few
seconds, for a quarter of a second at 300 tables (`prove/load.py`), and found nothing: what a table
drops is freed at once, as it holds no circles."""


def collect_briefly() -> None:
    """From now on, let no play wait long for the collector.

    What is in memory at this moment, the program itself, is never looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
