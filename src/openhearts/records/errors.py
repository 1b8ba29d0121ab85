"""What can be wrong with a record, and where: by codes and facts, never by a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from openhearts.rules.errors import DeckFault, Fact, Reason

LONGEST_FACT = 300
"""Characters of a text in an error at most: a record can hold one of millions."""


class RecordFault(StrEnum):
    """Why a text is no record. An action that the rules refuse has its ``Reason`` instead,
    hands that are not the deck their ``DeckFault``."""

    TOO_LARGE = "too-large"
    EMPTY = "empty"
    NOT_TEXT = "not-text"
    NOT_TOML = "not-toml"
    TOO_DEEP = "too-deep"
    WRONG_VERSION = "wrong-version"
    UNKNOWN_FIELD = "unknown-field"
    MISSING_FIELD = "missing-field"
    WRONG_TYPE = "wrong-type"
    WRONG_RULE = "wrong-rule"
    WRONG_NOTATION = "wrong-notation"
    NOT_A_SEAT = "not-a-seat"
    WRONG_NUMBER_OF_SEATS = "wrong-number-of-seats"
    WRONG_DEAL_NUMBER = "wrong-deal-number"
    WRONG_SEAT = "wrong-seat"
    TRICK_NOT_COMPLETE = "trick-not-complete"
    DEAL_NOT_OVER = "deal-not-over"
    GAME_OVER = "game-over"
    NOT_A_VIEW = "not-a-view"
    WRONG_POINTS = "wrong-points"
    NO_SUCH_ACTION = "no-such-action"
    NOT_IN_ORDER = "not-in-order"
    NOT_AN_OWN_DECISION = "not-an-own-decision"


class AlsoExpected(StrEnum):
    """What a record or a file of another program can lack besides the rules' own notation."""

    HEXADECIMAL = "hexadecimal"
    COMMA_SEPARATED = "comma-separated"
    PATTERN = "pattern"
    SEATS_IN_ORDER = "seats-in-order"
    NUMBERS_OF_CARDS = "numbers-of-cards"
    NUMBER_OF_DIRECTION = "number-of-direction"
    AS_MANY_NUMBERS = "as-many-numbers"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a record: its line, the deal by its number, the trick; all counted from 1."""

    line: int | None = None
    deal: int | None = None
    trick: int | None = None

    def __str__(self) -> str:
        known = {"line": self.line, "deal": self.deal, "trick": self.trick}
        return ", ".join(f"{what} {number}" for what, number in known.items() if number is not None)


class RecordError(ValueError):
    """A text that is no record, or a record of a game that the rules do not allow.

    ``place`` says where the first fault is, ``reason`` what it is; ``facts`` fill its sentence.
    Texts among them are fit to be shown: what is too long is cut, and characters that steer a
    terminal or hide are written as their escapes.
    """

    def __init__(
        self, reason: RecordFault | Reason | DeckFault, place: Place, **facts: Fact
    ) -> None:
        shown = {name: _shown(fact) for name, fact in facts.items()}
        details = ", ".join(f"{name} {fact}" for name, fact in shown.items())
        super().__init__(": ".join(part for part in (str(place), reason, details) if part))
        self.reason = reason
        self.place = place
        self.facts: Mapping[str, Fact] = shown


def _shown(fact: Fact) -> Fact:
    if isinstance(fact, int):
        return fact
    text = fact if len(fact) <= LONGEST_FACT else f"{fact[:LONGEST_FACT]}…"
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
