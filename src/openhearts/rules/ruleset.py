"""A table's rules as one frozen value, and the presets (docs/rules.md 2).

A ruleset is written as ``standard`` and then each field that differs from it, in the words and
the order of docs/rules.md 2: ``standard seats=5 moon=subtract``. Any other preset may stand in
the place of ``standard``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from openhearts.rules.cards import JACK_OF_DIAMONDS, TEN_OF_DIAMONDS, Card, Cards, deck
from openhearts.rules.errors import Expected, RulesetError, UnknownFieldError
from openhearts.rules.notation import read_choice, whole
from openhearts.rules.seats import PASSING_CYCLES, Direction


class HeartValues(StrEnum):
    """``one``: each heart 1. ``spot``: its pips, the court 11 to 13, the ace 14."""

    ONE = "one"
    SPOT = "spot"


class MoonRule(StrEnum):
    """How a moon is settled (docs/rules.md 5)."""

    ADD = "add"
    SUBTRACT = "subtract"
    CHOICE = "choice"
    ADAPTIVE = "adaptive"
    NONE = "none"


class Passing(StrEnum):
    """Which directions the deals of a game have (docs/rules.md 3)."""

    CYCLE = "cycle"
    NO_HOLD = "no-hold"
    ALWAYS_RIGHT = "always-right"
    ALWAYS_LEFT = "always-left"
    NONE = "none"


class Opening(StrEnum):
    """Who leads the first trick (docs/rules.md 4)."""

    LOWEST_CLUB = "lowest-club"
    LEFT_OF_DEALER = "left-of-dealer"


class FirstTrick(StrEnum):
    """Whether a penalty card may fall on the first trick (docs/rules.md 4)."""

    NO_PENALTY_CARDS = "no-penalty-cards"
    FREE = "free"


class Ties(StrEnum):
    """What a tie for the lowest score does at the end of a game (docs/rules.md 6)."""

    PLAY_ON = "play-on"
    SHARE = "share"


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """Everything that decides what is legal and what is scored; fixed for a whole game.

    The fields and their values are those of docs/rules.md 2. Raises RulesetError, which names
    the field and what it allows, for a value outside them.

    >>> Ruleset.parse("subtract-the-moon target=50") == Ruleset(moon=MoonRule.SUBTRACT, target=50)
    True
    """

    seats: int = 4
    target: int = 100
    hearts: HeartValues = HeartValues.ONE
    black_maria: bool = False
    bonus_card: Card | None = None
    moon: MoonRule = MoonRule.ADD
    moon_needs_bonus: bool = True
    moon_keeps_bonus: bool = False
    passing: Passing = Passing.CYCLE
    pass_count: int = 3
    opening: Opening = Opening.LOWEST_CLUB
    first_trick: FirstTrick = FirstTrick.NO_PENALTY_CARDS
    must_break: bool = True
    queen_breaks: bool = False
    ties: Ties = Ties.PLAY_ON
    deal_limit: int | None = None
    no_trick_bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Ruleset:
        """The ruleset that ``text`` writes, such as ``"omnibus seats=5 must_break=false"``.

        Raises NotationError, which says where, unless there is a preset's name and then
        ``field=word`` for some fields, each named once; for such a text, RulesetError as
        ``with_words`` does.
        """
        pieces = whole(text).pieces()
        preset = next(pieces).read(lambda word: read_choice(PRESETS, word))
        words: dict[str, object] = {}
        for change in pieces:
            field, _, word = change.text.partition("=")
            if not field:
                raise change.fault(Expected.FIELD)
            if not word:
                raise change.fault(Expected.FIELD_AND_WORD, len(change.text))
            if field in words:
                raise change.fault(Expected.FIELD_NAMED_ONCE)
            words[field] = _word_of(word)
        return preset.with_words(words)

    def __post_init__(self) -> None:
        for field in fields(self):
            _FIELDS[field.name].check(field.name, getattr(self, field.name))
        most = self.hand_size // 2
        if self.pass_count > most:
            raise RulesetError("pass_count", self.pass_count, (f"1 to {most}",))

    @property
    def hand_size(self) -> int:
        """Cards that each seat is dealt."""
        return len(self.deck) // self.seats

    @property
    def deck(self) -> Cards:
        """The cards in play."""
        return deck(self.seats)

    @property
    def lowest_club(self) -> Card:
        """The lowest club in the deck."""
        return self.deck.lowest()

    @property
    def has_moon(self) -> bool:
        """Whether a moon can be shot at all: never under Black Maria or ``moon = none``."""
        return not self.black_maria and self.moon is not MoonRule.NONE

    @property
    def passing_cycle(self) -> tuple[Direction, ...]:
        """The directions of deals 1, 2, 3 ..., then again from the start (docs/rules.md 3)."""
        match self.passing:
            case Passing.NONE:
                return (Direction.HOLD,)
            case Passing.ALWAYS_LEFT:
                return (Direction.LEFT,)
            case Passing.ALWAYS_RIGHT:
                return (Direction.RIGHT,)
            case Passing.NO_HOLD:
                return PASSING_CYCLES[self.seats][:-1]
            case _:
                return PASSING_CYCLES[self.seats]

    def direction(self, deal_number: int) -> Direction:
        """Where the cards of deal ``deal_number`` (from 1) are passed."""
        cycle = self.passing_cycle
        return cycle[(deal_number - 1) % len(cycle)]

    def idle_fields(self) -> tuple[str, ...]:
        """The fields that have no effect beside the others, in the order of docs/rules.md 2."""
        no_bonus_moon = self.bonus_card is None or not self.has_moon
        idle = {
            "moon": self.black_maria,
            "moon_needs_bonus": no_bonus_moon,
            "moon_keeps_bonus": no_bonus_moon,
            "pass_count": self.passing is Passing.NONE,
            "queen_breaks": not self.must_break,
        }
        return tuple(name for name, is_idle in idle.items() if is_idle)

    def to_words(self) -> dict[str, str | int | bool]:
        """Every field by name, with its value in the words of docs/rules.md 2."""
        return {name: kind.to_word(getattr(self, name)) for name, kind in _FIELDS.items()}

    def differing_fields(self, other: Ruleset) -> tuple[str, ...]:
        """The fields in which this ruleset differs from ``other``, in the order of the law."""
        theirs = other.to_words()
        return tuple(name for name, word in self.to_words().items() if word != theirs[name])

    def with_words(self, words: Mapping[str, object]) -> Ruleset:
        """This ruleset with some fields set from their words, as ``{"moon": "subtract"}``.

        Raises RulesetError for an unknown field, or a value that its field cannot take.
        """
        for name in words:
            if name not in _FIELDS:
                raise UnknownFieldError(name, words[name], tuple(_FIELDS))
        values: dict[str, Any] = {
            name: _FIELDS[name].from_word(name, word) for name, word in words.items()
        }
        return replace(self, **values)

    def __str__(self) -> str:
        standard = STANDARD.to_words()
        changes = (
            f"{name}={_spelling(word)}"
            for name, word in self.to_words().items()
            if not _same(word, standard[name])
        )
        return " ".join(["standard", *changes])

    def __repr__(self) -> str:
        return f"Ruleset.parse({str(self)!r})"


def allowed_words(field: str) -> tuple[str, ...]:
    """What ``field`` of a ruleset allows, in the words of docs/rules.md 2, its default first.

    A range of whole numbers is one word, as "1 to 1000". Raises RulesetError for a field
    that no ruleset has.
    """
    if field not in _FIELDS:
        raise UnknownFieldError(field, None, tuple(_FIELDS))
    return _FIELDS[field].allowed()


class _Field:
    """What one field allows: ``values`` by their words, or whole numbers of ``bounds``."""

    def __init__(
        self,
        values: Mapping[str | int | bool, object] | None = None,
        bounds: tuple[int, int] | None = None,
    ) -> None:
        self.values = values or {}
        self.bounds = bounds

    def allowed(self) -> tuple[str, ...]:
        """What to offer instead of a wrong value."""
        words = tuple(_spelling(word) for word in self.values)
        return (*words, f"{self.bounds[0]} to {self.bounds[1]}") if self.bounds else words

    def check(self, name: str, value: object) -> None:
        if not self._in_bounds(value) and not any(_same(value, v) for v in self.values.values()):
            raise RulesetError(name, _spelling(value), self.allowed())

    def from_word(self, name: str, word: object) -> object:
        for known, value in self.values.items():
            if _same(word, known):
                return value
        if self._in_bounds(word):
            return word
        raise RulesetError(name, _spelling(word), self.allowed())

    def to_word(self, value: Any) -> str | int | bool:
        for word, known in self.values.items():
            if _same(value, known):
                return word
        return int(value)

    def _in_bounds(self, value: object) -> bool:
        return (
            self.bounds is not None
            and type(value) is int
            and self.bounds[0] <= value <= self.bounds[1]
        )


def _same(one: object, other: object) -> bool:
    """Equal and of one type: True is not 1 here, and "one" not HeartValues.ONE."""
    return type(one) is type(other) and one == other


def _spelling(word: object) -> str:
    """A value as JSON and the command line write it."""
    if word is None:
        return "null"
    return str(word).lower() if isinstance(word, bool) else str(word)


def _word_of(spelling: str) -> str | int | bool:
    """The word that a text spells; what is none stays a text, for its field to refuse."""
    if spelling in ("true", "false"):
        return spelling == "true"
    return int(spelling) if _NUMBER.fullmatch(spelling) else spelling


def _words(kind: type[StrEnum]) -> _Field:
    return _Field({value.value: value for value in kind})


def _numbers(*values: int) -> _Field:
    return _Field({value: value for value in values})


_NUMBER = re.compile("0|[1-9][0-9]{0,8}")

_ON_AT_FIRST = _Field({True: True, False: False})
_OFF_AT_FIRST = _Field({False: False, True: True})

_FIELDS: dict[str, _Field] = {
    "seats": _numbers(4, 3, 5, 6),
    "target": _Field(bounds=(1, 1000)),
    "hearts": _words(HeartValues),
    "black_maria": _OFF_AT_FIRST,
    "bonus_card": _Field({"none": None, "Jd": JACK_OF_DIAMONDS, "Td": TEN_OF_DIAMONDS}),
    "moon": _words(MoonRule),
    "moon_needs_bonus": _ON_AT_FIRST,
    "moon_keeps_bonus": _OFF_AT_FIRST,
    "passing": _words(Passing),
    "pass_count": _Field(bounds=(1, 5)),
    "opening": _words(Opening),
    "first_trick": _words(FirstTrick),
    "must_break": _ON_AT_FIRST,
    "queen_breaks": _OFF_AT_FIRST,
    "ties": _words(Ties),
    "deal_limit": _Field({"none": None}, bounds=(1, 100)),
    "no_trick_bonus": _numbers(0, 5),
}

STANDARD = Ruleset()

PRESETS: dict[str, Ruleset] = {
    "standard": STANDARD,
    "subtract-the-moon": replace(STANDARD, moon=MoonRule.SUBTRACT),
    "spot-hearts": replace(STANDARD, hearts=HeartValues.SPOT),
    "omnibus": replace(STANDARD, bonus_card=JACK_OF_DIAMONDS),
    "black-maria": replace(
        STANDARD,
        black_maria=True,
        passing=Passing.ALWAYS_RIGHT,
        opening=Opening.LEFT_OF_DEALER,
        first_trick=FirstTrick.FREE,
        must_break=False,
    ),
}
"""The named games of docs/rules.md 2; a preset only fills the fields."""
