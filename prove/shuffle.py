"""Every card is equally likely at every place of the shuffled pack, and in every seat's hand.

C38: chi-square of card and place over 200,000 shuffles of the pack for four, and fewer for other
numbers of seats. C37: in 52,000 of those deals each card comes to each seat in 25 % +- 0.9 %.
Prints a line for each and, last, one JSON object; exits with 1 if the counts are too uneven to
be chance (p < 0.001 in one of four tests happens once in 250 fair runs).
"""

from __future__ import annotations

import json
import math
import secrets
import sys

from openhearts.tables.fairness import SEED_BYTES, shuffled_pack

SHUFFLES = {3: 50_000, 4: 200_000, 5: 50_000, 6: 50_000}
LEAST_P = 0.001
DEALS = 52_000
WIDEST = 0.009
"""The share of its deals by which a card may be missed from a quarter."""

Counts = list[list[int]]
"""By place and card: how often it was there."""


def p_value(chi_square: float, degrees: int) -> float:
    """The chance of so large a chi-square by luck (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * degrees)
    z = ((chi_square / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def count_places(seats: int, shuffles: int) -> Counts:
    """Shuffle so many times, each with a fresh seed."""
    size = len(shuffled_pack(seats, 1, b""))
    counts = [[0] * 52 for _ in range(size)]
    for _ in range(shuffles):
        pack = shuffled_pack(seats, 1, secrets.token_bytes(SEED_BYTES))
        for row, card in zip(counts, pack, strict=True):
            row[card.index] += 1
    return counts


def unevenness(counts: Counts) -> tuple[float, int]:
    """Chi-square and its degrees of freedom of card against place."""
    size = len(counts)
    expected = sum(counts[0]) / size
    cells = [count for row in counts for count in row if count]
    square = sum((count - expected) ** 2 / expected for count in cells)
    # A shuffle puts each card somewhere and fills each place: that takes a little off the spread.
    return square * (size - 1) / size, (size - 1) ** 2


def widest_share(counts: Counts, seats: int) -> float:
    """How far, of all seats and cards, the share of a card is from what it should be."""
    deals = sum(counts[0])
    shares = (
        sum(row[card] for row in counts[seat::seats]) / deals
        for seat in range(seats)
        for card in range(52)
    )
    return max(abs(share - 1 / seats) for share in shares)


def main() -> int:
    """Measure, print, judge."""
    figures = {}
    for seats, shuffles in SHUFFLES.items():
        square, degrees = unevenness(count_places(seats, shuffles))
        p = p_value(square, degrees)
        figures[seats] = round(p, 4)
        print(f"{seats} seats: chi-square {square:.1f} on {degrees} degrees, p {p:.4f}", flush=True)
    widest = widest_share(count_places(4, DEALS), 4)
    print(f"{DEALS} deals: a card's share in a seat is off a quarter by {widest:.2%} at most")
    print(json.dumps({"shuffles": SHUFFLES, "p": figures, "widest": round(widest, 5)}))
    return int(min(figures.values()) < LEAST_P or widest > WIDEST)


if __name__ == "__main__":
    sys.exit(main())
