"""The steps of the rules: what a seat can do in a deal.

They are written ``pass Qs Ah 2c``, ``play Qs``, ``claim nothing-left``, ``moon subtract``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from openhearts.rules.cards import Card
from openhearts.rules.notation import Piece, read_choice, whole
from openhearts.rules.ruleset import MoonRule


class ClaimKind(StrEnum):
    """The two ways to end a deal early (docs/rules.md 4)."""

    NOTHING_LEFT = "nothing-left"
    REST_ARE_MINE = "rest-are-mine"


class _Written:
    """An action that shows its notation also where a program prints it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class PassCards(_Written):
    """Give these cards away before play."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["pass", *map(str, self.cards)])


@dataclass(frozen=True, slots=True, repr=False)
class PlayCard(_Written):
    """Play this card to the trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True, repr=False)
class MakeClaim(_Written):
    """End the deal now."""

    kind: ClaimKind

    def __str__(self) -> str:
        return f"claim {self.kind}"


@dataclass(frozen=True, slots=True, repr=False)
class ChooseMoon(_Written):
    """Settle my moon as MoonRule.ADD or MoonRule.SUBTRACT."""

    moon: MoonRule

    def __str__(self) -> str:
        return f"moon {self.moon}"


Action = PassCards | PlayCard | MakeClaim | ChooseMoon
"""What a seat can do in a deal."""


def parse_action(text: str) -> Action:
    """The action that ``text`` writes, such as ``"play Qs"``.

    Raises NotationError, which says where, for anything else. Whether the rules allow the
    action is another question, so any number of cards can be passed.
    """
    pieces = whole(text).pieces()
    verb = next(pieces)
    argument = Piece(text, min(verb.end + 1, len(text)), text[verb.end + 1 :])
    match verb.read(lambda word: read_choice(_VERBS, word)):
        case "pass":
            return PassCards(tuple(card.read(Card.parse) for card in pieces))
        case "play":
            return PlayCard(argument.read(Card.parse))
        case "claim":
            return MakeClaim(argument.read(lambda word: read_choice(_CLAIMS, word)))
        case _:
            return ChooseMoon(argument.read(lambda word: read_choice(_MOONS, word)))


_VERBS = {verb: verb for verb in ("pass", "play", "claim", "moon")}
_CLAIMS = {str(kind): kind for kind in ClaimKind}
_MOONS = {str(moon): moon for moon in MoonRule}
