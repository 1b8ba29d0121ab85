"""A table's setup as forms and addresses carry it: strings in, a checked setup out, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

import msgspec

from openhearts.rules.ruleset import STANDARD
from openhearts.tables.options import Option, TableOptions
from openhearts.tables.setup import Setup, SetupError, parse_setup, spelled

OPTION = "options."
"""What the name of a table option begins with in a form."""

KEPT_BY_PRESETS = ("seats", "target", "deal_limit")
"""How many play, and for how long: no game's name says it, so a preset leaves it alone."""

_RULES = STANDARD.to_words()
_OPTIONS: dict[str, Option] = msgspec.structs.asdict(TableOptions())
_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*", re.ASCII)
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody answered, as far as it makes a setup.

    ``setup`` leaves out each answer that is ``wrong``; those stay in ``answers`` as typed.
    """

    setup: Setup
    answers: Mapping[str, str]
    wrong: Mapping[str, SetupError]


def read_draft(answers: Mapping[str, str], levels: Sequence[str], default_level: str) -> Draft:
    """The draft that these answers of a form, or of an address, make."""
    body: dict[str, object] = {}
    options: dict[str, object] = {}
    for name, text in answers.items():
        if name.startswith(OPTION):
            options[name.removeprefix(OPTION)] = _word(text, _OPTIONS.get(name[len(OPTION) :], ""))
        elif name == "deal_limit":
            body[name] = _word(text, 0) if text.strip() else "none"
        else:
            body[name] = _word(text, _RULES.get(name, ""))
    wrong: dict[str, SetupError] = {}
    while True:
        try:
            setup = parse_setup({**body, "options": options}, levels, default_level)
        except SetupError as error:
            wrong[error.field] = error
            del _place(error.field, body, options)[error.field.removeprefix(OPTION)]
        else:
            return Draft(setup, answers, wrong)


def draft_of(setup: Setup) -> Draft:
    """The draft that makes this setup."""
    return Draft(setup, {}, {})


def start_from_preset(answers: Mapping[str, str]) -> dict[str, str]:
    """The answers that stay when a preset fills the fields."""
    kept = ("preset", "level", *KEPT_BY_PRESETS)
    return {n: text for n, text in answers.items() if n in kept or n.startswith(OPTION)}


def setup_query(setup: Setup, default_level: str) -> str:
    """The shortest query that makes this setup again."""
    words = setup.ruleset.to_words()
    pairs = [("preset", setup.preset)]
    pairs += [(name, spelled(words[name])) for name in setup.changed_fields]
    if setup.level != default_level:
        pairs.append(("level", setup.level))
    for name, value in options_of(setup).items():
        if value != _OPTIONS[name]:
            pairs.append((OPTION + name, spelled(value)))
    return urlencode(pairs)


def options_of(setup: Setup) -> dict[str, Option]:
    """The table options by name."""
    return cast("dict[str, Option]", msgspec.structs.asdict(setup.options))


def _word(text: str, like: object) -> object:
    """The text as the kind of word that its field has, or as it is where it is none."""
    if isinstance(like, bool):
        return _TRUTH.get(text, text)
    if isinstance(like, int) and (number := _NUMBER.fullmatch(text)):
        return int(number[1])
    return text


def _place(field: str, body: dict[str, object], options: dict[str, object]) -> dict[str, object]:
    return options if field.startswith(OPTION) else body
