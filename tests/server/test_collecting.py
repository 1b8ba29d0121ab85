"""When the garbage collector stops the server."""

from __future__ import annotations

import gc

from openhearts.server.collecting import OLD, collect_briefly


def test_what_was_there_at_the_start_is_never_looked_at_again_and_the_rest_seldom() -> None:
    thresholds, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        collect_briefly()
        assert gc.get_freeze_count() > frozen
        assert gc.get_threshold()[2] == OLD
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
