"""The pages of the documentation, and the blocks of code in them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]

_BLOCK = re.compile(r"^```(?P<language>.*)\n(?P<code>(?:.*\n)*?)```$", re.MULTILINE)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """The code of each block in this language."""
    return [
        block["code"] for block in _BLOCK.finditer(text_of(page)) if block["language"] == language
    ]
