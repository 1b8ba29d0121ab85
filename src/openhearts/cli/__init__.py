"""The command line: each command calls one function of a layer below."""

from __future__ import annotations

import typer

from openhearts.cli import (
    backups,
    configuration,
    counting,
    forgetting,
    matches,
    records,
    serving,
    verifying,
)
from openhearts.cli.output import WORDS

application = typer.Typer(
    name="openhearts",
    help=WORDS.say("cli.about"),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
application.callback(invoke_without_command=True)(serving.alone)
application.command(help=WORDS.say("cli.serve.about"))(serving.serve)
application.command(
    help=WORDS.say("cli.config.about"),
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)(configuration.config)
application.command(help=WORDS.say("cli.forget.about"))(forgetting.forget)
application.command(help=WORDS.say("cli.backup.about"))(backups.backup)
application.command(help=WORDS.say("cli.restore.about"))(backups.restore)
application.command(help=WORDS.say("cli.check.about"))(records.check)
application.command(help=WORDS.say("cli.verify.about"))(verifying.verify)
application.command(help=WORDS.say("cli.replay.about"))(records.replay)
application.command("import", help=WORDS.say("cli.import.about"))(records.import_deals)
application.command(help=WORDS.say("cli.count.about"))(counting.count)
application.command(help=WORDS.say("cli.arena.about"))(matches.arena)
application.command(help=WORDS.say("cli.bot.about"))(matches.bot)


def main() -> None:
    """The program."""
    application()
