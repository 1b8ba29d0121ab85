"""Table options: what a table shows and how long it waits. They change no score."""

from __future__ import annotations

from typing import Annotated

import msgspec

SHEET_SECONDS = (5, 600)
"""Shortest and longest time that the score sheet waits for its readers."""


class TableOptions(msgspec.Struct, frozen=True):
    """What the people at a table agreed on besides the rules."""

    running_points: bool = True
    """Whether the points of the deal so far are shown; else one has to remember them."""
    older_tricks: bool = False
    """Whether every finished trick of the deal may be looked at, not only the last."""
    spectators: bool = True
    """Whether people without a seat may watch."""
    take_back: bool = True
    """Whether a person alone with bots may take a decision back."""
    hints: bool = True
    """Whether a person alone with bots may ask what the expert would play."""
    sheet_seconds: Annotated[int, msgspec.Meta(ge=SHEET_SECONDS[0], le=SHEET_SECONDS[1])] = 30
    """After this time the next deal starts, whoever still reads the score sheet."""
