"""Imports go down only (docs/design.md 1)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "openhearts"

BELOW = {
    "rules": set[str](),
    "kernel": {"rules"},
    "bots": {"rules", "kernel"},
    "records": {"rules"},
    "words": {"rules", "records"},
    "tables": {"rules", "records", "bots"},
    "lessons": {"rules", "records", "words", "tables"},
    "server": {"rules", "records", "bots", "words", "tables", "lessons"},
    "arena": {"rules", "records", "bots"},
    "cli": {"rules", "records", "bots", "words", "tables", "server", "arena"},
    "": {"rules"},
}
"""What each part of the package may import of the others; "" is the package's own face."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(names: tuple[str, ...]) -> str:
    """The layer of a module, by the names below the package: ``("rules", "cards")``."""
    return names[0] if names else ""


def names_of(file: Path) -> tuple[str, ...]:
    names = file.relative_to(PACKAGE).with_suffix("").parts
    return names[:-1] if names[-1] == "__init__" else names


def imports_of(file: Path) -> Iterator[tuple[str, ...]]:
    """The modules that a file imports, anywhere in it, also late and only for types."""
    here = ("openhearts", *file.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (tuple(name.name.split(".")) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = here[: len(here) - level + 1] if level else ()
                source = (*start, *(module.split(".") if module else ()))
                yield from ((*source, name.name) for name in names)


def forbidden(file: Path) -> list[str]:
    """The imports of a file that go up, or past what its layer may know."""
    layer = part_of(names_of(file))
    found: list[str] = []
    for module in imports_of(file):
        if module[0] == "openhearts":
            other = part_of(module[1:])
            faulty = other != layer and other not in BELOW[layer]
        else:
            faulty = layer == "rules" and module[0] not in sys.stdlib_module_names
        if faulty:
            found.append(".".join(module))
    return found


@pytest.mark.parametrize("file", MODULES, ids=lambda file: ".".join(names_of(file)) or "openhearts")
def test_a_module_imports_nothing_from_above_its_layer(file: Path) -> None:
    assert forbidden(file) == []


def test_every_part_of_the_package_has_its_place() -> None:
    parts = {part_of(names_of(file)) for file in MODULES}
    assert parts == {*BELOW}, "a new part says here what it may import"


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("rules/new.py", "from openhearts.tables.table import Table"),
        ("rules/new.py", "from ..bots import bot"),
        ("rules/new.py", "import msgspec"),
        ("rules/new.py", "def late():\n    import openhearts.tables.table"),
        ("bots/new.py", "from openhearts import tables"),
        ("bots/new.py", "from openhearts.words import catalogue"),
        ("tables/new.py", "from openhearts.server.host import Host"),
        ("tables/new.py", "from openhearts import words"),
        ("lessons/new.py", "from openhearts.server.site.site import Site"),
        ("server/new.py", "from openhearts import cli"),
        ("bots/new.py", "from openhearts.arena.seeds import derived"),
        ("arena/new.py", "from openhearts.words.catalogue import Catalogue"),
        ("words/new.py", "import openhearts.server"),
        ("__init__.py", "from openhearts.tables import setup"),
    ],
)
def test_an_import_that_goes_up_is_found(
    place: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the test above is known to fail."""
    file = tmp_path / place
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"import json\nfrom openhearts.rules.cards import Card\n{line}\n", "utf-8")
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    assert len(forbidden(file)) == 1
