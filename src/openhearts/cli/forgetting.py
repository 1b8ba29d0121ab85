"""The command that erases names."""

from __future__ import annotations

from typing import Annotated

import typer

from openhearts.cli.databases import DatabaseOption, chosen_database, refusing
from openhearts.cli.output import WORDS, WRONG_ARGUMENTS, refuse, show


def forget(
    persons: Annotated[
        list[str] | None, typer.Argument(help=WORDS.say("cli.forget.person"))
    ] = None,
    named: Annotated[str | None, typer.Option(help=WORDS.say("cli.forget.named"))] = None,
    older_than: Annotated[
        int | None, typer.Option(min=0, max=36500, help=WORDS.say("cli.forget.older-than"))
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Erase names."""
    if not persons and named is None and older_than is None:
        refuse("cli.forget.whose", WRONG_ARGUMENTS)
    # The database's parts are slow to import: whoever asks for help need not wait for them.
    from openhearts.server import retention

    with refusing():
        count = retention.forget(
            chosen_database(database), persons=persons or (), name=named, days=older_than
        )
    show(WORDS.say("cli.forget.done", count=count))
