"""What the blocks of a match say about its entrants.

The unit is the block, never the hand: the hands of one block are the same cards, so they are
not independent of each other. Every mean of a block is a mean over all its seatings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist, fmean, stdev
from typing import Any

from openhearts.arena.blocks import Block, Result
from openhearts.arena.match import A, B, Match

CONFIDENCE = 0.99
_DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over blocks; with a single block its error is not known."""

    mean: float
    standard_error: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """From the value of each block."""
        error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
        return cls(fmean(values), error)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the truth is with 99 % confidence."""
        if self.standard_error is None:
            return None
        margin = _DEVIATIONS * self.standard_error
        return self.mean - margin, self.mean + margin


class RunningEstimate:
    """An estimate that is kept up with each block, by Welford's sums."""

    def __init__(self) -> None:
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """One more block has this value."""
        self._count += 1
        off = value - self._mean
        self._mean += off / self._count
        self._squares += off * (value - self._mean)

    @property
    def estimate(self) -> Estimate:
        """The estimate from the blocks so far."""
        if self._count < 2:
            return Estimate(self._mean, None)
        return Estimate(self._mean, (self._squares / (self._count - 1) / self._count) ** 0.5)


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a match; what is of both entrants has A's figure first.

    ``difference`` are A's points a deal less the mean of the others at its table: below zero
    A is the better one. ``points`` are a seat's in a deal, ``moons`` a seat's in 1,000 deals,
    ``milliseconds`` those of an answer. Of whole games ``places`` are mean places, from 1 for the
    best, and ``win_shares`` a seat's share of the wins.
    """

    blocks: int
    deals: int
    difference: Estimate
    points: tuple[float, float]
    moons: tuple[float, float]
    milliseconds: tuple[float, float]
    faults: tuple[dict[str, int], dict[str, int]]
    places: tuple[Estimate, Estimate] | None = None
    win_shares: tuple[Estimate, Estimate] | None = None
    unfinished: int = 0

    @classmethod
    def of(cls, match: Match, blocks: Sequence[Block]) -> Summary:
        """Of these blocks of ``match``, at least one."""

        def estimate(value: Callable[[Result, int], Fraction], entrant: int) -> Estimate:
            return Estimate.of([_mean(match, block, value, entrant) for block in blocks])

        results = [result for block in blocks for result in block.results]
        a, b = (_Totals.of(match, blocks, entrant) for entrant in (A, B))
        summary = cls(
            blocks=len(blocks),
            deals=sum(result.deals for result in results),
            difference=estimate(_margin, A),
            points=(a.points / a.deals, b.points / b.deals),
            moons=(1_000 * a.moons / a.deals, 1_000 * b.moons / b.deals),
            milliseconds=(_milliseconds(blocks, A), _milliseconds(blocks, B)),
            faults=(_faults(blocks, A), _faults(blocks, B)),
        )
        if not match.whole_games:
            return summary
        return replace(
            summary,
            places=(estimate(_place, A), estimate(_place, B)),
            win_shares=(estimate(_win_share, A), estimate(_win_share, B)),
            unfinished=sum(1 for result in results if not result.winners),
        )

    def to_document(self) -> dict[str, Any]:
        """All of it in plain values: the last line of the match's file."""
        interval = self.difference.interval
        document: dict[str, Any] = {
            "blocks": self.blocks,
            "deals": self.deals,
            "difference": self.difference.mean,
            "standard_error": self.difference.standard_error,
            "interval": None if interval is None else list(interval),
            "points": list(self.points),
            "moons_for": self.moons[A],
            "moons_against": self.moons[B],
            "milliseconds": list(self.milliseconds),
            "faults": list(self.faults),
        }
        for name, estimates in (("place", self.places), ("win_share", self.win_shares)):
            if estimates is not None:
                document[name] = [estimate.mean for estimate in estimates]
                document[f"{name}_standard_error"] = [e.standard_error for e in estimates]
                document["unfinished"] = self.unfinished
        return document


def difference(match: Match, block: Block) -> float:
    """A's points a deal in one block, less the mean of the others at its table."""
    return _mean(match, block, _margin, A)


def _mean(
    match: Match, block: Block, value: Callable[[Result, int], Fraction], entrant: int
) -> float:
    """The mean of a value over the seats of an entrant in all seatings of a block.

    Fractions, so that a bot against itself comes out at exactly 0.
    """
    values = [
        value(result, seat)
        for seating, result in zip(match.seatings, block.results, strict=True)
        for seat, sitting in enumerate(seating)
        if sitting == entrant
    ]
    return float(sum(values, Fraction()) / len(values))


def _margin(result: Result, seat: int) -> Fraction:
    own, seats = result.points[seat], len(result.points)
    return Fraction(own * seats - sum(result.points), (seats - 1) * result.deals)


def _place(result: Result, seat: int) -> Fraction:
    """1 for the lowest score; those who share a place have the mean of theirs."""
    own = result.points[seat]
    better = sum(1 for score in result.points if score < own)
    return Fraction(2 * better + result.points.count(own) + 1, 2)


def _win_share(result: Result, seat: int) -> Fraction:
    return Fraction(seat in result.winners, max(1, len(result.winners)))


@dataclass(frozen=True, slots=True)
class _Totals:
    """What an entrant's seats have got in all; ``deals`` are counted once for each seat."""

    points: int
    moons: int
    deals: int

    @classmethod
    def of(cls, match: Match, blocks: Sequence[Block], entrant: int) -> _Totals:
        seats = [
            (result, seat)
            for block in blocks
            for seating, result in zip(match.seatings, block.results, strict=True)
            for seat, sitting in enumerate(seating)
            if sitting == entrant
        ]
        return cls(
            sum(result.points[seat] for result, seat in seats),
            sum(result.moons[seat] for result, seat in seats),
            sum(result.deals for result, _ in seats),
        )


def _milliseconds(blocks: Sequence[Block], entrant: int) -> float:
    answers = [block.answers[entrant] for block in blocks]
    return sum(own.milliseconds for own in answers) / sum(own.count for own in answers)


def _faults(blocks: Sequence[Block], entrant: int) -> dict[str, int]:
    faults = Counter[str]()
    for block in blocks:
        faults.update(block.answers[entrant].faults)
    return dict(sorted(faults.items()))
