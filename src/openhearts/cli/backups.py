"""The commands that carry games from a database into a file, and back."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from openhearts.cli.databases import DatabaseOption, chosen_database, refusing
from openhearts.cli.output import WORDS, show


def backup(
    file: Annotated[Path, typer.Argument(help=WORDS.say("cli.backup.file"))],
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help=WORDS.say("cli.backup.force"))] = False,
) -> None:
    """Write all games into a file."""
    from openhearts.server.backup import back_up  # slow to import

    _hear_sigterm()
    with refusing():
        back_up(chosen_database(database), file, replace=force)
    show(WORDS.say("cli.backup.done", file=str(file)))


def restore(
    file: Annotated[Path, typer.Argument(help=WORDS.say("cli.restore.file"))],
    database: DatabaseOption = None,
) -> None:
    """Add the games of a backup. With tables that are not whole in it, ends with the status 1."""
    from openhearts.server.restore import restore  # slow to import

    _hear_sigterm()
    with refusing():
        done = restore(file, chosen_database(database))
    show(WORDS.say("cli.restore.tables", added=done.tables_added, left=done.tables_left))
    show(WORDS.say("cli.restore.persons", added=done.persons_added, left=done.persons_left))
    if done.knows_another_key:
        show(WORDS.say("cli.restore.key"))
    if done.tables_broken:
        show(WORDS.say("cli.restore.broken", tables=" ".join(done.tables_broken)))
        raise typer.Exit(1)


def _hear_sigterm() -> None:
    """End in good order: nothing half done is left behind."""
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
