"""The command that serves the site."""

from __future__ import annotations

from typing import Annotated

import typer

from openhearts.cli.databases import DatabaseOption, chosen_database, refusing
from openhearts.cli.output import WORDS, show
from openhearts.server.settings import DEFAULT_HOST, DEFAULT_PORT, Settings, default_database


def alone(context: typer.Context) -> None:
    """Without a command: serve as it comes."""
    if context.invoked_subcommand is None:
        _serve(Settings(default_database()), open_browser=True)


def serve(
    host: Annotated[str, typer.Option(help=WORDS.say("cli.serve.host"))] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help=WORDS.say("cli.serve.port"))
    ] = DEFAULT_PORT,
    database: DatabaseOption = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help=WORDS.say("cli.serve.no-open"))
    ] = False,
    bot_delay: Annotated[
        float, typer.Option(min=0, max=60, help=WORDS.say("cli.serve.bot-delay"))
    ] = 0.0,
) -> None:
    """Serve the site."""
    with refusing():
        settings = Settings(chosen_database(database), host, port, bot_delay)
    _serve(settings, open_browser=not no_open)


def _serve(settings: Settings, *, open_browser: bool) -> None:
    # The server's parts are slow to import: whoever asks for help need not wait for them.
    from openhearts.server.serve import serve

    def announce(address: str, port: int) -> None:
        if settings.port not in (0, port):
            show(WORDS.say("cli.port-moved", port=settings.port, other=port))
        show(WORDS.say("cli.serving", address=address))

    with refusing():
        serve(settings, open_browser=open_browser, announce=announce)
