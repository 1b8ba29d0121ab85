"""How many ways there are to play an ending to its last card, and files of such counts.

A rules engine that finds the same numbers allows what docs/rules.md 4 does, neither more nor
less. docs/endings.md says how a file of them is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from openhearts.rules.cards import Card, Cards
from openhearts.rules.ending import ENDING_PARTS, PARTING, Ending
from openhearts.rules.errors import Expected, NotationError, RulesetError, UnknownFieldError
from openhearts.rules.legal import legal_cards
from openhearts.rules.notation import Piece, whole
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.trick import Trick


def count_plays(ending: Ending) -> int:
    """The number of complete plays: every order of legal cards to the last card is one.

    After the last card there is one left, to do nothing.
    """
    return _count(ending.ruleset, ending.hands, ending.trick, ending.played)


def counts_by_card(ending: Ending) -> dict[Card, int]:
    """The number of complete plays that begin with each legal card."""
    return {card: count_plays(ending.play(card)) for card in ending.legal_cards()}


@dataclass(frozen=True, slots=True)
class CountedEnding:
    """A line of a file of counts: an ending, its name, and the ``plays`` said to be in it."""

    name: str
    ending: Ending
    plays: int

    @classmethod
    def parse(cls, line: str) -> CountedEnding:
        """The counted ending that ``line`` writes.

        Raises NotationError, which says where, for anything else, also for a ruleset that no
        table can have.
        """
        name, *ending, plays = whole(line).parts(_PARTS, PARTING)
        return cls(
            name.read(lambda text: _matching(_NAME, text, Expected.NAME)),
            _read_ending(Piece(line, ending[0].start, line[ending[0].start : ending[-1].end])),
            int(plays.read(lambda text: _matching(_NUMBER, text, Expected.COUNT))),
        )

    def __str__(self) -> str:
        return PARTING.join((self.name, str(self.ending), str(self.plays)))


def ending_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file of counts that hold an ending, with their numbers from 1.

    Empty lines and those that begin with ``#`` do not; blanks at the end of a line are nothing.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line.rstrip()


def _count(ruleset: Ruleset, hands: tuple[Cards, ...], trick: Trick, played: Cards) -> int:
    # The steps of Ending.play without its checks: they would take most of the time.
    seat = trick.to_play
    hand = hands[seat]
    if not hand:
        return 1
    plays = 0
    for card in legal_cards(ruleset, hand, trick, played):
        after = trick.play(card)
        plays += _count(
            ruleset,
            (*hands[:seat], hand.without_card(card), *hands[seat + 1 :]),
            Trick(after.winner, after.seats) if after.is_complete else after,
            played.with_card(card),
        )
    return plays


def _read_ending(piece: Piece) -> Ending:
    """The ending that ``piece`` writes, its ruleset's faults told by their places too."""
    try:
        return piece.read(Ending.parse)
    except RulesetError as fault:
        position = piece.text.index(f" {fault.field}=") + 1
        if not isinstance(fault, UnknownFieldError):
            position += len(f"{fault.field}=")
        choices = ", ".join(fault.allowed)
        raise piece.fault(Expected.ONE_OF, position, choices=choices) from fault


_PARTS = (Expected.NAME, *ENDING_PARTS, Expected.PLAYS)
_NAME = re.compile("[a-z0-9-]+")
_NUMBER = re.compile("[1-9][0-9]{0,17}")


def _matching(pattern: re.Pattern[str], text: str, expected: Expected) -> str:
    """``text`` if ``pattern`` matches all of it. Raises NotationError where it ends."""
    found = pattern.match(text)
    end = found.end() if found else 0
    if not found or end < len(text):
        raise NotationError(expected, text, end)
    return text
