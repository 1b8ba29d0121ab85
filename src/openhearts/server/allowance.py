"""How much somebody may do: so many things at once, then so many a second."""

from __future__ import annotations

import time
from collections.abc import Hashable

MOST_REMEMBERED = 10_000


class Allowance:
    """Spent one by one; it fills up with time."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self._most = at_once
        self._a_second = a_second
        self._left = at_once
        self._at = time.monotonic()

    def spend(self) -> bool:
        """Take one; False if there is none."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether it may be forgotten: a new one would allow as much."""
        return self._left + (time.monotonic() - self._at) * self._a_second >= self._most


class Allowances:
    """An allowance for each of many, of whom those are forgotten that have spent nothing."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._allowances: dict[Hashable, Allowance] = {}

    def spend(self, who: Hashable) -> bool:
        """Take one of this one's; False if there is none."""
        if who not in self._allowances:
            self._forget()
            self._allowances[who] = Allowance(self._at_once, self._a_second)
        return self._allowances[who].spend()

    def _forget(self) -> None:
        """Make room for one more."""
        if len(self._allowances) >= MOST_REMEMBERED:
            used = {who: left for who, left in self._allowances.items() if not left.is_full}
            self._allowances = used if len(used) < MOST_REMEMBERED else {}
