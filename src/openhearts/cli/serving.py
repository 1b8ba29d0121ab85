"""The command that serves the site."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from openhearts.cli.databases import DatabaseOption, chosen_database, refusing
from openhearts.cli.output import WORDS, show
from openhearts.cli.setting import setting
from openhearts.server.push.services import WELL_KNOWN, Services
from openhearts.server.settings import (
    DEFAULT_GRACE,
    DEFAULT_HOST,
    DEFAULT_PORT,
    DEFAULT_RETENTION_DAYS,
    LogForm,
    LogLevel,
    Settings,
    place_of,
    proxies_of,
    public_address_of,
    push_contact_of,
)


def alone(context: typer.Context) -> None:
    """Without a command: serve as it comes."""
    if context.invoked_subcommand is None:
        with serve_context(context, []) as serving:
            serving.command.invoke(serving)


def serve_context(program: typer.Context, arguments: list[str]) -> Any:
    """What Typer makes of these arguments of ``serve``, and of the environment."""
    group: Any = program.command  # Typer does not say whose groups and contexts it works with
    return group.get_command(program, "serve").make_context("serve", arguments, parent=program)


def serve(
    host: Annotated[str, setting("host")] = DEFAULT_HOST,
    port: Annotated[int, setting("port", min=0, max=65535)] = DEFAULT_PORT,
    database: DatabaseOption = None,
    no_open: Annotated[bool, setting("no-open")] = False,
    bot_delay: Annotated[float, setting("bot-delay", min=0, max=60)] = 0.0,
    grace: Annotated[float, typer.Option("--grace", min=0, hidden=True)] = DEFAULT_GRACE,
    proxy: Annotated[str | None, setting("proxy", read=proxies_of)] = None,
    public_address: Annotated[str | None, setting("public-address", read=public_address_of)] = None,
    metrics: Annotated[str | None, setting("metrics", read=place_of)] = None,
    log: Annotated[LogForm, setting("log")] = LogForm.TEXT,
    log_level: Annotated[LogLevel, setting("log-level")] = LogLevel.WARNING,
    retention_days: Annotated[
        int, setting("retention-days", min=1, max=36500)
    ] = DEFAULT_RETENTION_DAYS,
    push_services: Annotated[str, setting("push-services", read=Services.read)] = WELL_KNOWN,
    push_contact: Annotated[str | None, setting("push-contact", read=push_contact_of)] = None,
) -> None:
    """Serve the site."""
    with refusing():
        settings = Settings(
            chosen_database(database),
            host,
            port,
            bot_delay,
            grace,
            proxies=proxies_of(proxy) if proxy else (),
            public_address=public_address_of(public_address) if public_address else None,
            metrics=place_of(metrics) if metrics else None,
            log=log,
            log_level=log_level,
            retention_days=retention_days,
            push_services=Services.read(push_services),
            push_contact=push_contact_of(push_contact) if push_contact else None,
        )
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
