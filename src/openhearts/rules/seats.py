"""Seats, and where cards are passed (docs/rules.md 1 and 3). Left of seat s is s + 1."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """Where a deal's passed cards go; ``hold``: nowhere."""

    LEFT = "left"
    RIGHT = "right"
    SECOND_LEFT = "second-left"
    SECOND_RIGHT = "second-right"
    ACROSS = "across"
    HOLD = "hold"

    def receiver(self, seat: int, seats: int) -> int:
        """The seat that gets what ``seat`` passes at a table of ``seats``.

        A seat that holds receives its own, as it were.
        """
        return (seat + self._steps(seats)) % seats

    def giver(self, seat: int, seats: int) -> int:
        """The seat whose passed cards ``seat`` gets."""
        return (seat - self._steps(seats)) % seats

    def _steps(self, seats: int) -> int:
        return seats // 2 if self is Direction.ACROSS else _STEPS[self]


_STEPS = {
    Direction.LEFT: 1,
    Direction.RIGHT: -1,
    Direction.SECOND_LEFT: 2,
    Direction.SECOND_RIGHT: -2,
    Direction.HOLD: 0,
}

_LEFT, _RIGHT, _HOLD = Direction.LEFT, Direction.RIGHT, Direction.HOLD
_SECOND_LEFT, _SECOND_RIGHT = Direction.SECOND_LEFT, Direction.SECOND_RIGHT

PASSING_CYCLES: dict[int, tuple[Direction, ...]] = {
    3: (_LEFT, _RIGHT, _HOLD),
    4: (_LEFT, _RIGHT, Direction.ACROSS, _HOLD),
    5: (_LEFT, _RIGHT, _SECOND_LEFT, _SECOND_RIGHT, _HOLD),
    6: (_LEFT, _RIGHT, _SECOND_LEFT, _SECOND_RIGHT, Direction.ACROSS, _HOLD),
}
"""By number of seats: the directions of deals 1, 2, 3 ..., then again from the start."""


def dealer(deal_number: int, seats: int) -> int:
    """The seat that deals deal ``deal_number``, counted from 1."""
    return (deal_number - 1) % seats
