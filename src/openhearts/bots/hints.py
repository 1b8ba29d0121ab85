"""What the expert would do, and what it found out about each card on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from openhearts.bots.bot import Bot
from openhearts.rules.actions import Action
from openhearts.rules.cards import Card
from openhearts.rules.view import SeatView

ADVISER = "expert"
"""The level that is asked for hints."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """What a legal card is worth: the ``points`` that its player may expect of the deal, and the
    chance of that player's ``moon``, as the mean over the worlds that were played out."""

    card: Card
    points: float
    moon: float


@dataclass(frozen=True, slots=True)
class Hint:
    """The ``action`` of the bot that was asked, and the ``values`` of the cards that may be
    played; there are none where it had nothing to compare."""

    action: Action
    values: tuple[CardValue, ...] = ()


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can say what it goes by."""

    def hint(self, view: SeatView, seed: int) -> Hint:
        """What ``answer`` would be, and why; from ``view`` alone."""
        ...
