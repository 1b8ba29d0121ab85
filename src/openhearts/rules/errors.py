"""What can go wrong, and how it is said: by a code and its facts, never by a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

Fact = str | int


class Expected(StrEnum):
    """What should stand at a place of a notation: the key of its words."""

    ONE_OF = "one-of"
    CARD = "card"
    CARD_NAMED_ONCE = "card-named-once"
    FREE_CARD = "free-card"
    FALLING_RANKS = "falling-ranks"
    FOUR_SUITS = "four-suits"
    # rulesets
    RULESET = "ruleset"
    FIELD = "field"
    FIELD_AND_WORD = "field-and-word"
    FIELD_NAMED_ONCE = "field-named-once"
    # hands and tricks
    HANDS = "hands"
    NEXT_HAND = "next-hand"
    AS_MANY_HANDS = "as-many-hands"
    AS_MANY_CARDS = "as-many-cards"
    CARDS_AT_MOST = "cards-at-most"
    TRICK = "trick"
    SEAT = "seat"
    LEADER_WITH = "leader-with"
    PLACES = "places"
    PLACES_AT_LEAST = "places-at-least"
    PLACES_AT_MOST = "places-at-most"
    FREE_PLACE = "free-place"
    NOBODY_YET = "nobody-yet"
    EARLIER_CARDS = "earlier-cards"
    WHOLE_TRICKS = "whole-tricks"
    # files of counts
    NAME = "name"
    PLAYS = "plays"
    COUNT = "count"


class NotationError(ValueError):
    """Text that is not what it should name: not a card, not a hand.

    ``text`` is the whole text, ``position`` the place of the first fault, counted from 0.
    ``expected`` tells what should stand there; ``facts`` fill its words.
    """

    def __init__(self, expected: Expected, text: str, position: int = 0, **facts: Fact) -> None:
        super().__init__(f"expected {with_facts(expected, facts)}: {text!r} at position {position}")
        self.expected = expected
        self.text = text
        self.position = position
        self.facts: Mapping[str, Fact] = facts


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
        super().__init__(with_facts(reason, facts))
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


class IllegalAction(ValueError):
    """A well-formed action that the rules do not allow now. ``facts`` fill its sentence."""

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        super().__init__(with_facts(reason, facts))
        self.reason = reason
        self.facts: Mapping[str, Fact] = facts


def with_facts(code: str, facts: Mapping[str, Fact]) -> str:
    """A code and its facts, as the message of an error has them."""
    details = ", ".join(f"{name} {value}" for name, value in facts.items())
    return f"{code}: {details}" if details else code
