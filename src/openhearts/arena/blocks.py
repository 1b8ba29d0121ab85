"""What has been played: plain values, which a file keeps as they are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """A deal or a whole game in one seating, by seat: ``points`` (of a game the scores), how
    many ``moons`` each shot in its ``deals``, and of a game the seats that won; none if it
    was stopped unfinished."""

    points: tuple[int, ...]
    moons: tuple[int, ...]
    deals: int = 1
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """What an entrant answered in a block: how often, in how many ``milliseconds`` in all, and
    by its name how often each fault was in it."""

    count: int
    milliseconds: float
    faults: dict[str, int]


@dataclass(frozen=True, slots=True)
class Block:
    """Block ``number`` of a match, from 0: its results by seating, answers by entrant."""

    number: int
    results: tuple[Result, ...]
    answers: tuple[Answers, Answers]

    def to_document(self) -> dict[str, Any]:
        """The block in plain values: a line of the match's file."""
        return {"block": self.number} | {
            key: value for key, value in asdict(self).items() if key != "number"
        }

    @classmethod
    def of_document(cls, document: dict[str, Any]) -> Block:
        """The block that ``to_document`` wrote. Raises KeyError or TypeError for any other."""
        a, b = (Answers(**own) for own in document["answers"])
        return cls(
            document["block"],
            tuple(
                Result(
                    tuple(result["points"]),
                    tuple(result["moons"]),
                    result["deals"],
                    tuple(result["winners"]),
                )
                for result in document["results"]
            ),
            (a, b),
        )
