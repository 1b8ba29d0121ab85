"""Programs of others for the tests: good ones, and every kind of bad one."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"

GOOD = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
"""The command of a program that does everything right."""

_FRAME = """
import json, os, sys, time, subprocess
def say(what):
    sys.stdout.write(what)
    sys.stdout.flush()
def good(view):
    if view["phase"] == "passing":
        return json.dumps({"pass": view["hand"][:view["ruleset"]["pass_count"]]}) + "\\n"
    if view["phase"] == "choosing":
        return json.dumps({"moon": "add"}) + "\\n"
    return json.dumps({"play": view["legal"][0]}) + "\\n"
HELLO = json.dumps({"protocol": 1, "name": "test"}) + "\\n"
"""


class Programs:
    """Writes programs into ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def script(self, body: str) -> str:
        """The command of a program with this body; ``say``, ``good`` and ``HELLO`` are there."""
        file = self.folder / f"program{len(list(self.folder.glob('program*.py')))}.py"
        file.write_text(_FRAME + body, "utf-8")
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"

    def answering(self, body: str) -> str:
        """The command of a program that says hello and does ``body`` for each ``question``."""
        lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
        loop = "say(HELLO)\nfor line in sys.stdin:\n    question = json.loads(line)\n"
        return self.script(f"{loop}    view = question['view']\n{lines}\n")
