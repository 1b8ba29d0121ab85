"""The steps of the rules: what a seat can do in a deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from openhearts.rules.cards import Card
from openhearts.rules.ruleset import MoonRule


class ClaimKind(StrEnum):
    """The two ways to end a deal early (docs/rules.md 4)."""

    NOTHING_LEFT = "nothing-left"
    REST_ARE_MINE = "rest-are-mine"


@dataclass(frozen=True, slots=True)
class PassCards:
    """Give these cards away before play."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play this card to the trick."""

    card: Card


@dataclass(frozen=True, slots=True)
class MakeClaim:
    """End the deal now."""

    kind: ClaimKind


@dataclass(frozen=True, slots=True)
class ChooseMoon:
    """Settle my moon as MoonRule.ADD or MoonRule.SUBTRACT."""

    moon: MoonRule


Action = PassCards | PlayCard | MakeClaim | ChooseMoon
