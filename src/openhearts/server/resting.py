"""How long whatever stumbled rests before it tries again."""

from __future__ import annotations

LONGEST_REST = 30.0
"""Seconds after which it tries again at the latest."""


def longer(rest: float) -> float:
    """What to wait before the next try, in seconds, after this did not do."""
    return min(2 * rest + 1, LONGEST_REST)
