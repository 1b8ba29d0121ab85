"""The script for screen readers tells what the table says."""

from __future__ import annotations

import re
from pathlib import Path

from openhearts.words.catalogue import DEFAULT_LANGUAGE
from tests.docs.pages import DOCS, text_of
from tests.words.test_every_language import leaves, sections, texts

GOLDEN = Path(__file__).parents[1] / "golden" / "access"
READERS_OWN = {"like this", "button", "selected", "dimmed", "1 of 13"}


def test_every_sentence_of_the_script_is_one_of_the_tables() -> None:
    """C65: as the catalogue has it, or as it lies in a golden tree."""
    said = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", text_of(DOCS / "screen-readers.md")))
    assert len(said) > 70
    known = [
        _pattern(text) for _, leaf in leaves(sections(DEFAULT_LANGUAGE)) for text in texts(leaf)
    ]
    trees = "\n".join(file.read_text("utf-8") for file in GOLDEN.glob("*.yaml"))
    unknown = [
        text
        for text in said - READERS_OWN
        if text not in trees and not any(pattern.fullmatch(text) for pattern in known)
    ]
    assert unknown == []


def _pattern(sentence: str) -> re.Pattern[str]:
    """The sentence with anything for its facts, but only short things where it is nothing else."""
    parts = [re.escape(part) for part in re.split(r"\{[^{}]*\}", sentence)]
    if not any(re.search(r"[^\W\d_]{2}", part) for part in parts):
        return re.compile(r"[^\W_]+: [^.]+\." if ":" in sentence else re.escape(sentence))
    return re.compile("[^.]+".join(parts))
