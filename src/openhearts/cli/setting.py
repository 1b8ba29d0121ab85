"""An option that is a variable too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from openhearts.cli.output import WORDS

VARIABLES = "OPENHEARTS_"
"""What the names of all variables begin with that are settings."""


def setting(name: str, *, read: Callable[[str], object] | None = None, **limits: Any) -> Any:
    """The option ``--name``, which is the variable OPENHEARTS_NAME too.

    ``read`` raises ValueError for what it cannot be; what it could be, ``cli.wrong.NAME`` says.
    """

    def checked(value: str | None) -> str | None:
        try:
            if read is not None and value is not None:
                read(value)
        except ValueError as error:
            raise typer.BadParameter(WORDS.say(f"cli.wrong.{name}")) from error
        return value

    return typer.Option(
        f"--{name}",
        envvar=VARIABLES + name.replace("-", "_").upper(),
        help=WORDS.say(f"cli.serve.{name}"),
        callback=checked if read else None,
        **limits,
    )
