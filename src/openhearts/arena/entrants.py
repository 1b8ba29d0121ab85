"""Who can take part: by a name, or as a program of others."""

from __future__ import annotations

import atexit
from importlib import import_module

from openhearts.arena.external import Program
from openhearts.bots.at_random import RandomBot
from openhearts.bots.bot import Bot
from openhearts.bots.levels import LEVELS
from openhearts.bots.rule import RuleBot

EXTERNAL = "external:"
"""Before the command of a program that speaks the line protocol (docs/arena.md)."""

PYTHON = "python:"
"""Before ``MODULE:NAME``, a bot in Python that can be imported."""

BOTS: dict[str, Bot] = {"random": RandomBot(), "rule": RuleBot(), **LEVELS}
"""The bots of openhearts, by the names under which they take part."""


class UnknownEntrant(ValueError):
    """No bot has this name."""


def command_of(entrant: str) -> str | None:
    """The command of an entrant that is a program; None for a bot in Python.

    Raises UnknownEntrant for what is neither.
    """
    if entrant.startswith(EXTERNAL) and (command := entrant.removeprefix(EXTERNAL).strip()):
        return command
    _python_bot(entrant)
    return None


def _python_bot(entrant: str) -> Bot:
    if entrant in BOTS:
        return BOTS[entrant]
    module, _, name = entrant.removeprefix(PYTHON).partition(":")
    if not entrant.startswith(PYTHON) or not module or not name:
        raise UnknownEntrant(entrant)
    try:
        bot: Bot = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownEntrant(entrant) from error
    return bot


def bot_of(entrant: str, seconds: float) -> Bot:
    """The bot that plays for ``entrant`` in this process; raises UnknownEntrant.

    A program is started once in a process and asked for every seat, for a bot keeps nothing
    between answers.
    """
    command = command_of(entrant)
    if command is None:
        return _python_bot(entrant)
    return _PROGRAMS.setdefault((command, seconds), Program(command, seconds))


@atexit.register
def close_programs() -> None:
    """End every program that this process has started."""
    while _PROGRAMS:
        _PROGRAMS.popitem()[1].close()


_PROGRAMS: dict[tuple[str, float], Program] = {}
