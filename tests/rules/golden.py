"""Golden deals and games: played, written down with their outcomes, and kept in tests/golden/deals.

The files say how they are written. Here they become what the rules and the law understand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from openhearts.rules.cards import Cards
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from tests.rules import law

FOLDER = Path(__file__).parents[1] / "golden" / "deals"


@dataclass(frozen=True)
class Terms:
    """What an outcome is told for: a ruleset, and what the shooter chooses under it, if asked."""

    ruleset: Ruleset
    chosen: str | None

    @classmethod
    def of(cls, text: str, seats: int) -> Terms:
        """The terms of a text such as "hearts=spot moon=choice subtract"."""
        words = [word.split("=") for word in text.split()]
        changes = {field: _word(value) for field, value in (w for w in words if len(w) == 2)}
        chosen = next((word[0] for word in words if len(word) == 1), None)
        preset = PRESETS[str(changes.pop("preset", "standard"))]
        return cls(preset.with_words({"seats": seats, **changes}), chosen)


@dataclass(frozen=True)
class GoldenDeal:
    """One deal, the scores before it, and by their texts the terms and what it is worth then.

    An outcome is points by seat, or a refusal such as "Qs: must-follow".
    """

    name: str
    seats: int
    told: law.Told
    scores: list[int]
    outcomes: dict[str, list[int] | str]


@dataclass(frozen=True)
class End:
    """Where a game stands when it is over or its deals are used up."""

    deals: int
    scores: list[int]
    winners: list[int]


@dataclass(frozen=True)
class GoldenGame:
    """The deals of one game, and by their texts the terms and how far it comes then."""

    name: str
    seats: int
    deals: list[law.Told]
    outcomes: dict[str, End]


@cache
def golden_deals() -> dict[str, GoldenDeal]:
    """Every golden deal, by a name that says its seats."""
    return {
        f"{seats} seats: {told['name']}": GoldenDeal(
            name=told["name"],
            seats=seats,
            told=_told(told),
            scores=told.get("scores", [0] * seats),
            outcomes=told["outcomes"],
        )
        for seats, told in _entries("deal")
    }


@cache
def golden_games() -> dict[str, GoldenGame]:
    """Every golden game, by a name that says its seats."""
    return {
        f"{seats} seats: {told['name']}": GoldenGame(
            name=told["name"],
            seats=seats,
            deals=[_told(deal) for deal in told["deal"]],
            outcomes={terms: End(**end) for terms, end in told["outcomes"].items()},
        )
        for seats, told in _entries("game")
    }


def _entries(kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for seats in (3, 4, 5, 6):
        with (FOLDER / f"{seats}-seats.toml").open("rb") as file:
            for entry in tomllib.load(file)[kind]:
                yield seats, entry


def _told(told: dict[str, Any]) -> law.Told:
    claimant, _, kind = told.get("claim", "").partition(" ")
    hands = [[str(card) for card in Cards.parse(hand)] for hand in told["hands"]]
    return law.Told(
        number=told["number"],
        hands=hands,
        passes=[given.split() for given in told.get("passes", [])],
        plays=list(_plays(told["tricks"], len(hands))),
        claim=(int(claimant), kind) if kind else None,
    )


def _plays(tricks: str, seats: int) -> Iterator[tuple[int, str]]:
    for trick in tricks.splitlines():
        leader, *cards = trick.split()
        for place, card in enumerate(cards):
            yield (int(leader) + place) % seats, card


def _word(text: str) -> str | int | bool:
    if text.isdecimal():
        return int(text)
    return text == "true" if text in ("true", "false") else text


def standard(seats: int) -> Ruleset:
    """The standard ruleset with this number of seats."""
    return STANDARD.with_words({"seats": seats})
