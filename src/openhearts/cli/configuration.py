"""The command that prints the settings."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from openhearts.cli.output import WORDS, show
from openhearts.cli.serving import serve_context
from openhearts.cli.setting import VARIABLES
from openhearts.server.settings import default_database, masked

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class _Setting:
    option: str
    variable: str
    value: str | int | float | bool | None
    source: str
    """The option or the variable that it comes from, or DEFAULT."""


def config(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help=WORDS.say("cli.config.json"))] = False,
) -> None:
    """Print every setting, its value, and where it comes from."""
    program: Any = context.parent
    with serve_context(program, context.args) as serving:
        settings = list(_settings(serving))
    if as_json:
        told = {
            setting.option.removeprefix("--"): {"value": setting.value, "from": setting.source}
            for setting in settings
        }
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        for line in _table([_row(setting) for setting in settings]):
            show(line)
    known = {setting.variable for setting in settings}
    for name in sorted(os.environ):
        if name.startswith(VARIABLES) and name not in known:
            print(WORDS.say("cli.config.unknown", name=name), file=sys.stderr)


def _settings(serving: Any) -> Iterator[_Setting]:
    for parameter in serving.command.params:
        if parameter.envvar is None:
            continue
        value = serving.params[parameter.name]
        if value is None and parameter.name == "database":
            value = default_database()
        plain = value if isinstance(value, bool | int | float | None) else masked(str(value))
        option = parameter.opts[0]
        sources = {"COMMANDLINE": option, "ENVIRONMENT": parameter.envvar}
        found = serving.get_parameter_source(parameter.name).name
        yield _Setting(option, parameter.envvar, plain, sources.get(found, DEFAULT))


def _row(setting: _Setting) -> tuple[str, str, str]:
    none = WORDS.say("cli.config.not-set")
    value = none if setting.value is None else str(setting.value)
    if isinstance(setting.value, bool):
        value = value.lower()
    default = WORDS.say("cli.config.default")
    return setting.option, value, default if setting.source == DEFAULT else setting.source


def _table(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    """The rows with their columns one below the other."""
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for option, value, source in rows:
        yield f"{option:{widths[0]}}  {value:{widths[1]}}  {source}"
