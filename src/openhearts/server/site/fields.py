"""The rows of the set-up page: every field of a ruleset and every table option, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openhearts.rules.ruleset import allowed_words
from openhearts.server.site.forms import OPTION, Draft, options_of
from openhearts.tables.options import BOUNDS, TableOptions, choices_of
from openhearts.tables.setup import SetupError, spelled
from openhearts.words.catalogue import Catalogue

GROUPS: dict[str, tuple[str, ...]] = {
    "table": ("seats", "target", "deal_limit", "ties"),
    "cost": ("hearts", "black_maria", "bonus_card", "no_trick_bonus"),
    "moon": ("moon", "moon_needs_bonus", "moon_keeps_bonus"),
    "passing": ("passing", "pass_count"),
    "play": ("opening", "first_trick", "must_break", "queen_breaks"),
}
"""The fields of a ruleset by subject, in the order of the page."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "people": ("listed", "spectators", "talk"),
    "time": ("clock_seconds", "reserve_seconds", "sheet_seconds"),
    "options": ("running_points", "older_tricks", "take_back", "hints"),
}
"""The table options by subject, in the order of the page."""

STEPS = {"target": 10, "deal_limit": 1, "options.sheet_seconds": 5}
"""The fields that are typed as numbers, and how far one press of a button takes them."""

_CHOSEN = {
    "level",
    *(name for names in GROUPS.values() for name in names),
    *(OPTION + name for name in TableOptions.__struct_fields__),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One field of the form: either ``words`` to choose from, or a number to type."""

    name: str
    key: str
    """Of its label and hint in the catalogue."""
    answer: str
    words: tuple[str, ...] = ()
    words_key: str = ""
    """Of what the words are called."""
    bounds: tuple[int, int] | None = None
    step: int = 0
    is_changed: bool = False
    """Whether it differs from the preset."""


def rule_rows(names: Sequence[str], draft: Draft) -> Iterator[Row]:
    """The rows of these fields of the ruleset."""
    answers = draft.setup.ruleset.to_words()
    for name in names:
        words, bounds = _choices(name)
        yield Row(
            name=name,
            key=f"fields.{name}",
            answer=_answer(name, spelled(answers[name]), words, draft),
            words=words,
            words_key=f"fields.{name}.choice",
            bounds=bounds,
            step=STEPS.get(name, 0),
            is_changed=name in draft.setup.changed_fields,
        )


def level_row(draft: Draft, levels: Sequence[str]) -> Row:
    """The row of the bots' level."""
    return Row("level", "fields.level", draft.setup.level, tuple(levels), "bots.level")


def option_rows(names: Sequence[str], draft: Draft) -> Iterator[Row]:
    """The rows of these table options."""
    answers = options_of(draft.setup)
    for option in names:
        name, value = OPTION + option, answers[option]
        words = tuple(map(spelled, choices_of(option)))
        yield Row(
            name=name,
            key=name,
            answer=_answer(name, spelled(value), words, draft),
            words=words,
            words_key=f"{name}.choice",
            bounds=BOUNDS.get(option),
            step=STEPS.get(name, 0),
        )


def idle_words(draft: Draft, catalogue: Catalogue) -> dict[str, str]:
    """By field that has no effect beside the others: why."""
    idle = draft.setup.ruleset.idle_fields()
    return {name: catalogue.say(f"fields.{name}.idle") for name in idle}


def wrong_words(draft: Draft, catalogue: Catalogue) -> dict[str, str]:
    """By field: what is wrong with its answer, and the way out."""
    return {name: _sentence(error, catalogue) for name, error in draft.wrong.items()}


def _choices(name: str) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """The words that a row offers, or the range of the number that is typed there."""
    *words, last = allowed_words(name)
    bounds = _range(last)
    if bounds and name in STEPS:
        return (), bounds
    words += [str(number) for number in range(bounds[0], bounds[1] + 1)] if bounds else [last]
    return tuple(sorted(words, key=lambda word: int(word) if word.isdecimal() else -1)), None


def _range(word: str) -> tuple[int, int] | None:
    """The least and the most of a word as "1 to 1000"."""
    least, _, most = word.partition(" to ")
    return (int(least), int(most)) if most else None


def _answer(name: str, word: str, words: Sequence[str], draft: Draft) -> str:
    """What the row shows: a wrong answer too, where the row has a place for it."""
    given = draft.answers.get(name, "")
    if name in draft.wrong and (given in words or not words):
        return given
    return "" if word == "none" and not words else word


def _sentence(error: SetupError, catalogue: Catalogue) -> str:
    match error.field:
        case "preset" | "target" | "deal_limit" as name:
            return catalogue.say(f"fields.{name}.wrong")
        case "options.sheet_seconds" as name:
            return catalogue.say(f"{name}.wrong")
        case "pass_count" if bounds := _range(error.allowed[-1]):
            return catalogue.say("fields.pass_count.wrong", count=bounds[1])
        case name if name in _CHOSEN:
            return catalogue.say("setup.choose")
        case name:
            return catalogue.say("setup.unknown", name=name)
