"""An openhearts from before there was an arena plays in it: tools/old_bot.py."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openhearts.arena.external import Program
from openhearts.bots.contract import random_positions
from openhearts.bots.levels import LEVELS
from openhearts.rules.actions import MakeClaim

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "old_bot.py"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The sources of an openhearts without an arena, whose only level is called "ancient"."""
    package = tmp_path / "src" / "openhearts"
    for part in ("rules", "bots", "kernel"):
        shutil.copytree(ROOT / "src" / "openhearts" / part, package / part)
    shutil.copy(ROOT / "src" / "openhearts" / "__init__.py", package)
    levels = package / "bots" / "levels.py"
    levels.write_text(levels.read_text("utf-8") + '\nLEVELS = {"ancient": LEVELS["casual"]}\n')
    return tmp_path


def test_it_answers_as_its_own_bot_does(checkout: Path) -> None:
    bot = LEVELS["casual"]
    program = Program(f"{sys.executable} {TOOL} {shlex.quote(str(checkout))} ancient", 60)
    assert program.start() == f"ancient in {checkout.name}"
    claims = 0
    for position in (p for seed in range(4) for p in random_positions(seed)):
        answer = program.answer(position.view, position.place)
        assert answer == bot.answer(position.view, position.place)
        claims += isinstance(answer, MakeClaim)
    program.close()
    assert claims


@pytest.mark.parametrize(
    ("place", "level", "complaint"),
    [("none", "casual", "there is no openhearts in"), (".", "casual", "its levels are ancient")],
)
def test_what_is_not_there_is_told(checkout: Path, place: str, level: str, complaint: str) -> None:
    done = subprocess.run(
        [sys.executable, TOOL, checkout / place, level], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert complaint in done.stderr
