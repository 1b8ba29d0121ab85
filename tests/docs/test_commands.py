"""The page of the commands shows what they print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_group

from openhearts.cli import application
from tests.docs.pages import DOCS, ROOT, blocks

PROGRAM = Path(sys.executable).with_name("openhearts")
PATIENCE = 60


def shown() -> dict[str, str]:
    """What the page says that each command prints."""
    sessions = "".join(blocks(DOCS / "commands.md", "console"))
    _, *runs = re.split(r"^\$ openhearts ", sessions, flags=re.MULTILINE)
    parted = (run.partition("\n") for run in runs)
    return {command: output.strip("\n") for command, _, output in parted}


SHOWN = shown()


@pytest.mark.parametrize("command", SHOWN)
def test_a_command_prints_what_the_page_shows(command: str) -> None:
    ran = subprocess.run(
        [PROGRAM, *shlex.split(command)],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "80"},
    )
    assert ran.stdout.strip("\n") == SHOWN[command]


def test_every_command_is_on_the_page() -> None:
    assert {f"{name} --help" for name in get_group(application).commands} <= set(SHOWN)
