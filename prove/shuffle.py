"""Every card is equally likely at every place of the shuffled pack: chi-square over many draws.

Prints a line for each number of seats and, last, one JSON object; exits with 1 if the counts
are too uneven to be chance (p < 0.001 in one of four tests happens once in 250 fair runs).
"""

from __future__ import annotations

import json
import math
import random
import sys

from openhearts.tables.fairness import draw_hands

DRAWS = 200_000
LEAST_P = 0.001


def p_value(chi_square: float, degrees: int) -> float:
    """The chance of so large a chi-square by luck (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * degrees)
    z = ((chi_square / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def unevenness(seats: int, draws: int, chance: random.Random) -> tuple[float, int]:
    """Chi-square and its degrees of freedom of card against seat."""
    counts: dict[tuple[str, int], int] = {}
    for _ in range(draws):
        for seat, hand in enumerate(draw_hands(seats, 1, chance.randbytes(32))):
            for card in hand:
                key = (str(card), seat)
                counts[key] = counts.get(key, 0) + 1
    cards = len(counts) // seats
    expected = draws / seats
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    # Each hand has a fixed size, which takes a little off the spread that free cells would have.
    return chi_square * (cards - 1) / cards, (cards - 1) * (seats - 1)


def main() -> int:
    """Measure, print, judge."""
    chance = random.SystemRandom()
    figures = {}
    for seats in (3, 4, 5, 6):
        chi_square, degrees = unevenness(seats, DRAWS // 4, chance)
        p = p_value(chi_square, degrees)
        figures[seats] = round(p, 4)
        print(f"{seats} seats: chi-square {chi_square:.1f} on {degrees} degrees, p {p:.4f}")
    print(json.dumps({"draws": DRAWS, "p": figures}))
    return int(min(figures.values()) < LEAST_P)


if __name__ == "__main__":
    sys.exit(main())
