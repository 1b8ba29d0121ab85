"""What the commands print: words of the catalogue, and nothing that moves the terminal."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from openhearts.words.catalogue import Catalogue, Fact, languages
from openhearts.words.choosing import from_terminal

WORDS = Catalogue.load(from_terminal(os.environ, languages()))


def show(line: str) -> None:
    """Print a line. What a file brought into it cannot break it, or give the terminal orders."""
    print(_plain(line), flush=True)


def refuse(key: str, status: int = 1, /, **facts: Fact) -> NoReturn:
    """Say on standard error why not, and end with this status."""
    print(_plain(WORDS.say(key, **facts)), file=sys.stderr)
    raise typer.Exit(status)


WRONG_ARGUMENTS = 2
"""The status with which Typer ends too where a command is given what it cannot use."""


def _plain(line: str) -> str:
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in line
    )
