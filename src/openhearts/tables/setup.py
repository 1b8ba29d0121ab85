"""What a table is opened with: rules, options, bots' level, checked field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import msgspec

from openhearts.rules.errors import RulesetError
from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.tables.options import BOUNDS, Option, TableOptions, allows, choices_of

DEFAULT_PRESET = "subtract-the-moon"


class SetupError(ValueError):
    """A field of a table's setup that does not exist, or whose value is not allowed.

    ``allowed`` lists the words that would do; for an unknown field, the known ones.
    """

    def __init__(self, field: str, value: object, allowed: Sequence[str]) -> None:
        super().__init__(f"{field}: {value!r} is not one of {', '.join(allowed)}")
        self.field = field
        self.value = value
        self.allowed = tuple(allowed)


@dataclass(frozen=True, slots=True)
class Setup:
    """The rules and options of a table, and the level of its bots."""

    preset: str
    ruleset: Ruleset
    options: TableOptions
    level: str

    @property
    def changed_fields(self) -> tuple[str, ...]:
        """The ruleset's fields that differ from its preset's."""
        return self.ruleset.differing_fields(PRESETS[self.preset])


def parse_setup(body: Mapping[str, object], levels: Sequence[str], default_level: str) -> Setup:
    """The setup that flat JSON asks for: ``preset``, any field of a ruleset, ``level``, and
    ``options`` with the table's own; all may be left out.

    ``levels`` are those that exist. Raises SetupError, which names the first wrong field.
    """
    rules = {field.name for field in fields(Ruleset)}
    known = ("preset", *(field.name for field in fields(Ruleset)), "level", "options")
    for name in body:
        if name not in known:
            raise SetupError(name, None, known)
    preset = _one_of("preset", body.get("preset", DEFAULT_PRESET), tuple(PRESETS))
    level = _one_of("level", body.get("level", default_level), levels)
    try:
        ruleset = PRESETS[preset].with_words(
            {name: word for name, word in body.items() if name in rules}
        )
    except RulesetError as error:
        raise SetupError(error.field, error.value, error.allowed) from error
    return Setup(preset, ruleset, _parse_options(body.get("options", {})), level)


def _parse_options(body: object) -> TableOptions:
    names = TableOptions.__struct_fields__
    if not isinstance(body, Mapping):
        raise SetupError("options", body, names)
    for name, value in body.items():
        if name not in names:
            raise SetupError(f"options.{name}", None, names)
        if not allows(name, value):
            raise SetupError(f"options.{name}", value, _allowed(name))
    return msgspec.structs.replace(TableOptions(), **body)


def _allowed(name: str) -> Sequence[str]:
    if name in BOUNDS:
        least, most = BOUNDS[name]
        return (f"{least} to {most}",)
    return [spelled(choice) for choice in choices_of(name)]


def spelled(word: Option) -> str:
    """A word of the rules, or a value of an option, as forms and addresses carry it."""
    return str(word).lower() if isinstance(word, bool) else str(word)


def _one_of(field: str, value: object, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise SetupError(field, value, allowed)
    return value
