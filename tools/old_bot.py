"""A bot of an older openhearts as a program of the arena: tools/old_bot.py CHECKOUT [LEVEL].

CHECKOUT is a folder with the sources of that commit, as ``git worktree add`` makes one. An
older openhearts knows nothing of the arena's protocol, so it is spoken with the file of this
one, which needs only what every openhearts has: its rules, and how its actions are written.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

PROTOCOL = Path(__file__).resolve().parents[1] / "src" / "openhearts" / "arena" / "protocol.py"


def module_of(file: Path) -> ModuleType:
    """The module in a file, wherever its package is."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a bot of an older openhearts.")
    parser.add_argument("checkout", type=Path, help="the folder with its sources")
    parser.add_argument("level", nargs="?", default="casual", help="a name in its LEVELS")
    options = parser.parse_args()
    source = (options.checkout / "src").resolve()
    sys.path.insert(0, str(source))
    sys.meta_path.insert(0, PathFinder)  # before the one that an editable install brings
    levels = import_module("openhearts.bots.levels")
    if not Path(str(levels.__file__)).is_relative_to(source):
        parser.error(f"there is no openhearts in {source}")
    if options.level not in levels.LEVELS:
        parser.error(f"its levels are {', '.join(levels.LEVELS)}")
    name = f"{options.level} in {options.checkout.name}"
    module_of(PROTOCOL).speak(levels.LEVELS[options.level], name, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
