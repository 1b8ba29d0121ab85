"""How much somebody may do: so many things at once, then so many a second."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable

from openhearts.server.limits import Rate

MOST_REMEMBERED = 10_000


class Allowance:
    """Spent one by one; it fills up with time."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = float(rate.at_once)
        self._at = time.monotonic()

    def spend(self) -> int:
        """Take one, and 0; if there is none, in how many seconds there will be."""
        now = time.monotonic()
        self._left = min(self._rate.at_once, self._left + (now - self._at) * self._rate.a_second)
        self._at = now
        if self._left < 1:
            return math.ceil((1 - self._left) / self._rate.a_second)
        self._left -= 1
        return 0

    @property
    def is_full(self) -> bool:
        """Whether it may be forgotten: a new one would allow as much."""
        gained = (time.monotonic() - self._at) * self._rate.a_second
        return self._left + gained >= self._rate.at_once


class Allowances:
    """An allowance for each of many, of whom those are forgotten that have spent nothing."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._allowances: dict[Hashable, Allowance] = {}

    def spend(self, who: Hashable) -> int:
        """Take one of this one's, and 0; if there is none, in how many seconds there will be."""
        if who not in self._allowances:
            self._forget()
            self._allowances[who] = Allowance(self._rate)
        return self._allowances[who].spend()

    def _forget(self) -> None:
        """Make room for one more."""
        if len(self._allowances) >= MOST_REMEMBERED:
            used = {who: left for who, left in self._allowances.items() if not left.is_full}
            self._allowances = used if len(used) < MOST_REMEMBERED else {}
