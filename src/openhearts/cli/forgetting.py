"""The command that erases names."""

from __future__ import annotations

from typing import Annotated

import typer

from openhearts.cli.output import WORDS, WRONG_ARGUMENTS, refuse, show
from openhearts.cli.serving import Database
from openhearts.server.cannot_start import CannotStart
from openhearts.server.settings import default_database


def forget(
    persons: Annotated[
        list[str] | None, typer.Argument(help=WORDS.say("cli.forget.person"))
    ] = None,
    named: Annotated[str | None, typer.Option(help=WORDS.say("cli.forget.named"))] = None,
    older_than: Annotated[
        int | None, typer.Option(min=0, max=36500, help=WORDS.say("cli.forget.older-than"))
    ] = None,
    database: Database = None,
) -> None:
    """Erase names."""
    if not persons and named is None and older_than is None:
        refuse("cli.forget.whose", WRONG_ARGUMENTS)
    # The database's parts are slow to import: whoever asks for help need not wait for them.
    from openhearts.server import retention

    try:
        count = retention.forget(
            database or default_database(), persons=persons or (), name=named, days=older_than
        )
    except CannotStart as fault:
        refuse(f"cli.{fault.code}", **fault.facts)
    show(WORDS.say("cli.forget.done", count=count))
