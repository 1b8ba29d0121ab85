"""The command line: each command calls one function of a layer below."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from openhearts.server.cannot_start import CannotStart
from openhearts.server.settings import DEFAULT_HOST, DEFAULT_PORT, Settings, default_database
from openhearts.words.catalogue import Catalogue, languages
from openhearts.words.choosing import from_terminal

WORDS = Catalogue.load(from_terminal(os.environ, languages()))

application = typer.Typer(
    name="openhearts",
    help=WORDS.say("cli.about"),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@application.callback(invoke_without_command=True)
def _alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        _serve(Settings(default_database()), open_browser=True)


@application.command(help=WORDS.say("cli.serve.about"))
def serve(
    host: Annotated[str, typer.Option(help=WORDS.say("cli.serve.host"))] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help=WORDS.say("cli.serve.port"))
    ] = DEFAULT_PORT,
    database: Annotated[
        Path | None, typer.Option(dir_okay=False, help=WORDS.say("cli.serve.database"))
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help=WORDS.say("cli.serve.no-open"))
    ] = False,
    bot_delay: Annotated[
        float, typer.Option(min=0, max=60, help=WORDS.say("cli.serve.bot-delay"))
    ] = 0.0,
) -> None:
    """Serve the site."""
    settings = Settings(database or default_database(), host, port, bot_delay)
    _serve(settings, open_browser=not no_open)


def main() -> None:
    """The program."""
    application()


def _serve(settings: Settings, *, open_browser: bool) -> None:
    # The server's parts are slow to import: whoever asks for help need not wait for them.
    from openhearts.server.serve import serve

    def announce(address: str, port: int) -> None:
        if settings.port not in (0, port):
            print(WORDS.say("cli.port-moved", port=settings.port, other=port))
        print(WORDS.say("cli.serving", address=address), flush=True)

    try:
        serve(settings, open_browser=open_browser, announce=announce)
    except CannotStart as fault:
        print(WORDS.say(f"cli.{fault.code}", **fault.facts), file=sys.stderr)
        raise typer.Exit(1) from fault
