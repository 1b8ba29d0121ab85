"""A language that nobody speaks: whatever is seen without its brackets was not translated.

Every sentence is in brackets, accented, and 40 % longer than the English one, so that what
overflows in a language of long words overflows here. It is made for tests and never shipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from openhearts.words.catalogue import Catalogue

LONGER = 0.4

UNTOUCHED = ("language", "cards.index", "bots.name", "rules-pages.slug")
"""What is no text: how to count, the letters on the cards, people's names, addresses."""

_ACCENTED = str.maketrans("aceinouyACEINOU", "áçéíñóúýÁÇÉÍÑÓÚ")
_PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
_BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
_FILLING = " öäå"


def pseudo_sections() -> dict[str, Any]:
    """The English catalogue in the pseudo-locale."""
    english = json.loads(files("openhearts.words").joinpath("en.json").read_text("utf-8"))
    sections: dict[str, Any] = _pseudo(english, "")
    return sections


def pseudo_catalogue() -> Catalogue:
    """The same for the pages."""
    return Catalogue("en", pseudo_sections())


def _pseudo(node: Any, path: str) -> Any:
    if path in UNTOUCHED:
        return node
    if isinstance(node, Mapping):
        return {k: _pseudo(child, f"{path}.{k}" if path else k) for k, child in node.items()}
    return pseudo(node)


def pseudo(text: str) -> str:
    """One sentence in the pseudo-locale; facts and figures stay as they are."""
    parts = _PLACEHOLDER.split(text)
    letters = sum(len(part) for part in parts[::2])
    if not re.search(r"[^\W\d_]", "".join(parts[::2])):
        return text
    parts[::2] = [part.translate(_ACCENTED) for part in parts[::2]]
    filling = (_FILLING * letters)[: round(letters * LONGER)]
    return f"⟦{''.join(parts)}{filling}⟧"


def untranslated(seen: str, *names: str) -> str:
    """The words in a text that stand in no brackets, but for these names of people and things.

    A single letter is that of a card.
    """
    while (rest := _BRACKETED.sub(" ", seen)) != seen:
        seen = rest
    for name in names:
        seen = seen.replace(name, " ")
    return " ".join(re.findall(r"[^\W\d_⟦⟧][\w⟦⟧]+", seen))
