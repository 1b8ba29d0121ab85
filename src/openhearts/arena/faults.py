"""What can be wrong with an answer. It costs the turn, and is counted."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """Why a bot's answer could not be used."""

    ILLEGAL = "illegal"
    """The rules do not allow it."""
    NONSENSE = "nonsense"
    """It is not an action."""
    RAISED = "raised"
    """The bot raised an exception."""
    LATE = "late"
    """A program did not answer in time."""
    ENDED = "ended"
    """A program ended, or could not be started again."""


class NoAnswer(Exception):
    """A bot that knows why it has no answer says so; ``detail`` is for its author."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail
