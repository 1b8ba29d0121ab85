"""What is played in a match: everything that its result depends on."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations
from math import lcm
from typing import Any

from openhearts.rules.ruleset import Ruleset

FORMAT = 1
"""Of the file of a match (docs/arena.md)."""

A, B = 0, 1
"""The two entrants."""

Seating = tuple[int, ...]
"""By seat: A or B."""

SEATS_OF_PAIRS = 4


@dataclass(frozen=True, slots=True)
class Match:
    """Two entrants over ``blocks`` blocks, each a deal (or a game) played in every seating.

    ``entrants`` are their names, as ``openhearts.arena.entrants`` reads them; ``seconds`` is
    how long a program of others may think about an answer. With ``own_seeds`` each entrant
    draws in each seating its own random numbers; else a decision has the same ones whoever
    sits there, so that what differs is the play alone.
    """

    entrants: tuple[str, str]
    ruleset: Ruleset
    seed: int
    blocks: int
    whole_games: bool = False
    pairs: bool = False
    own_seeds: bool = False
    seconds: float = 10.0

    def __post_init__(self) -> None:
        if self.pairs and self.ruleset.seats != SEATS_OF_PAIRS:
            raise ValueError(f"pairs need {SEATS_OF_PAIRS} seats, not {self.ruleset.seats}")

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """A in each seat in turn and B in the others; of pairs, all six ways to sit."""
        seats = range(self.ruleset.seats)
        places = combinations(seats, 2 if self.pairs else 1)
        return tuple(tuple(A if seat in own else B for seat in seats) for own in places)

    def deal_number(self, block: int) -> int:
        """The number of the deal in ``block``, so that direction and dealer take turns.

        Not all the numbers from 1 on: beyond the last deal of a game no rule makes sense.
        """
        turns = lcm(len(self.ruleset.passing_cycle), self.ruleset.seats)
        return 1 + block % min(turns, self.ruleset.deal_limit or turns)

    def to_document(self) -> dict[str, Any]:
        """All of it in plain values: the first line of the match's file."""
        return {
            "arena": FORMAT,
            "openhearts": version("openhearts"),
            "entrants": list(self.entrants),
            "ruleset": self.ruleset.to_words(),
            "seed": self.seed,
            "games" if self.whole_games else "deals": self.blocks,
            "seatings": [list(seating) for seating in self.seatings],
            "own_seeds": self.own_seeds,
            "seconds": self.seconds,
        }
