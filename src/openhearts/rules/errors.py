"""What can go wrong, and how it is said: by a code and its facts, never by a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

Fact = str | int


class NotationError(ValueError):
    """Text that is not what it should name: not a card, not a hand.

    ``text`` is the whole text, ``position`` the place of the first fault, counted from 0.
    """

    def __init__(self, expected: str, text: str, position: int = 0) -> None:
        super().__init__(f"not {expected}: {text!r} at position {position}")
        self.expected = expected
        self.text = text
        self.position = position


class RulesetError(ValueError):
    """A value that a ruleset's field cannot take.

    ``field`` names it and ``allowed`` lists the words that would do (a range of whole
    numbers is one word, "1 to 1000").
    """

    def __init__(self, field: str, value: object, allowed: Sequence[str]) -> None:
        super().__init__(f"{field} cannot be {value}; allowed: {', '.join(allowed)}")
        self.field = field
        self.value = value
        self.allowed = tuple(allowed)


class UnknownFieldError(RulesetError):
    """A field that no ruleset has; ``allowed`` lists those that there are."""

    def __init__(self, field: str, value: object, allowed: Sequence[str]) -> None:
        super().__init__(field, value, allowed)
        self.args = (f"unknown field {field!r}; allowed: {', '.join(allowed)}",)


class Reason(StrEnum):
    """Why an action is not legal now: the code on the wire and the key of its sentence."""

    WRONG_PHASE = "wrong-phase"
    NOT_YOUR_TURN = "not-your-turn"
    DEAL_OVER = "deal-over"
    # passing
    NOTHING_TO_PASS = "nothing-to-pass"
    ALREADY_PASSED = "already-passed"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    REPEATED_CARD = "repeated-card"
    # playing
    NOT_IN_HAND = "not-in-hand"
    MUST_FOLLOW = "must-follow"
    MUST_OPEN = "must-open"
    NO_PENALTY_ON_FIRST_TRICK = "no-penalty-on-first-trick"
    HEARTS_NOT_BROKEN = "hearts-not-broken"
    # claims
    PENALTIES_STILL_OUT = "penalties-still-out"
    TRICKS_STILL_COUNT = "tricks-still-count"
    NOT_ON_LEAD = "not-on-lead"
    CAN_LOSE_A_TRICK = "can-lose-a-trick"
    # the moon
    NO_CHOICE_OF_MOON = "no-choice-of-moon"


class DeckFault(StrEnum):
    """Why hands are not equal parts of the deck."""

    WRONG_NUMBER_OF_HANDS = "wrong-number-of-hands"
    NOT_IN_DECK = "not-in-deck"
    CARD_TWICE = "card-twice"
    WRONG_HAND_SIZE = "wrong-hand-size"


class NotTheDeck(ValueError):
    """Hands that no deal can have: the first fault, and its facts (``seat``, ``card`` ...)."""

    def __init__(self, reason: DeckFault, **facts: Fact) -> None:
        super().__init__(_written(reason, facts))
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


class IllegalAction(ValueError):
    """A well-formed action that the rules do not allow now. ``facts`` fill its sentence."""

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        super().__init__(_written(reason, facts))
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


def _written(reason: StrEnum, facts: Mapping[str, Fact]) -> str:
    details = ", ".join(f"{name} {value}" for name, value in facts.items())
    return f"{reason}: {details}" if details else str(reason)
