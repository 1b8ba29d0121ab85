"""Table options: what a table shows, whom it lets in, how long it waits. They change no score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

HOUR = 3600
DAY = 24 * HOUR

SLOW = HOUR
"""From so many seconds for a decision on, nobody is expected to sit and wait for the others."""

Option = bool | int | str
Talk = Literal["all", "phrases", "none"]
"""What people may say at a table: anything, fixed phrases, nothing."""


class TableOptions(msgspec.Struct, frozen=True):
    """What the people at a table agreed on besides the rules."""

    listed: bool = False
    """Whether the lobby shows the table; else nobody learns of it but by its link."""
    running_points: bool = True
    """Whether the points of the deal so far are shown; else one has to remember them."""
    older_tricks: bool = False
    """Whether every finished trick of the deal may be looked at, not only the last."""
    spectators: bool = True
    """Whether people without a seat may watch."""
    take_back: bool = True
    """Whether a decision may be taken back: alone with bots, or if everybody agrees."""
    hints: Literal["all", "alone", "none"] = "alone"
    """Who may ask what the expert would play: everybody, only a person alone with bots, nobody."""
    talk: Talk = "all"
    """What was chosen for what people may say; ``speech`` is what they may."""
    sheet_seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 30
    """After this time the next deal starts, whoever still reads the score sheet."""
    clock_seconds: int = 0
    """For each decision; 0 for as long as one likes."""
    reserve_seconds: int = 0
    """What a person may use up beyond that in one game."""

    @property
    def speech(self) -> Talk:
        """What people may say. At a listed table strangers meet: there "all" means phrases."""
        return "phrases" if self.listed and self.talk == "all" else self.talk

    @property
    def is_slow(self) -> bool:
        """Whether people come back for their turns, rather than sit and wait."""
        return self.clock_seconds >= SLOW


SHEET_SECONDS = (5, 600)
"""Shortest and longest time that the score sheet waits for its readers."""

CHOICES: Mapping[str, tuple[Option, ...]] = {
    "hints": ("all", "alone", "none"),
    "talk": ("all", "phrases", "none"),
    "clock_seconds": (0, 15, 30, 60, 180, DAY, 3 * DAY, 7 * DAY),
    "reserve_seconds": (0, 60, 180, 600, DAY, 7 * DAY),
}
"""What may be chosen for an option that is neither a yes or no nor a number of any size."""

BOUNDS: Mapping[str, tuple[int, int]] = {"sheet_seconds": SHEET_SECONDS}
"""The least and the most of those that are numbers of any size."""


def allows(name: str, value: object) -> bool:
    """Whether ``value`` may be chosen for the option of this name."""
    if name in BOUNDS:
        least, most = BOUNDS[name]
        return type(value) is int and least <= value <= most
    return any(value == choice and type(value) is type(choice) for choice in choices_of(name))


def choices_of(name: str) -> tuple[Option, ...]:
    """What may be chosen for an option; nothing to choose from for a number of any size."""
    return () if name in BOUNDS else CHOICES.get(name, (True, False))
