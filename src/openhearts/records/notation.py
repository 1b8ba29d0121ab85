"""Notation within a document: what a text there writes down, and what a seat did."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from openhearts.records.errors import AlsoExpected, RecordFault
from openhearts.records.record import SeatAction
from openhearts.records.value import Value
from openhearts.rules.actions import Action, parse_action
from openhearts.rules.deal import Deal
from openhearts.rules.errors import IllegalAction, NotationError
from openhearts.rules.ruleset import Ruleset

_Read = TypeVar("_Read")

_BYTES = re.compile("(?:[0-9a-f]{2})++")

_LONGEST = 100
"""Characters of what is read at most: no notation has so many, and one of millions takes long."""


def parsed(value: Value, text: str, parse: Callable[[str], _Read], shift: int = 0) -> _Read:
    """What ``text`` notes down; ``shift`` is where it begins in the value."""
    try:
        return parse(text[:_LONGEST])
    except NotationError as error:
        raise value.fault(
            RecordFault.WRONG_NOTATION,
            expected=error.expected,
            text=value.text(),
            position=max(0, error.position + shift),
            **error.facts,
        ) from error


def split_seat(value: Value, ruleset: Ruleset) -> tuple[int, str]:
    """The seat with which a text begins, and the rest of it."""
    seat, _, rest = value.text().partition(" ")
    if seat not in map(str, range(ruleset.seats)):
        raise value.fault(RecordFault.NOT_A_SEAT, seat=seat, last=ruleset.seats - 1)
    return int(seat), rest


def seat_action(value: Value, ruleset: Ruleset, verb: str = "") -> SeatAction:
    """What a seat did, written ``2 play Qs``; ``verb`` is a word that goes without saying."""
    seat, rest = split_seat(value, ruleset)
    shift = len(value.text()) - len(rest) - len(verb)
    return seat, parsed(value, verb + rest, parse_action, shift)


def seat_number(value: Value, ruleset: Ruleset) -> int:
    """A seat, written as a whole number."""
    seat = value.number()
    if not 0 <= seat < ruleset.seats:
        raise value.fault(RecordFault.NOT_A_SEAT, seat=seat, last=ruleset.seats - 1)
    return seat


def check_seats(value: Value, expected: int, given: int) -> None:
    """Whether a value that has a part for each seat has as many as there are seats."""
    if given != expected:
        raise value.fault(RecordFault.WRONG_NUMBER_OF_SEATS, expected=expected, given=given)


def digits(value: Value) -> str:
    """Bytes, each as two hexadecimal digits in small letters."""
    text = value.text()
    if not _BYTES.fullmatch(text):
        raise value.fault(
            RecordFault.WRONG_NOTATION, expected=AlsoExpected.HEXADECIMAL, text=text, position=0
        )
    return text


def after(deal: Deal, seat: int, action: Action, value: Value) -> Deal:
    """The deal after the action that ``value`` writes down."""
    try:
        return deal.act(seat, action)
    except IllegalAction as error:
        facts = {"seat": seat, "action": str(action), **error.facts}
        raise value.fault(error.reason, **facts) from error
