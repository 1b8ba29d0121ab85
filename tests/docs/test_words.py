"""The page of the words keeps up with the words that the code is held to."""

from __future__ import annotations

import re

from tests.docs.pages import DOCS, text_of


def test_every_word_of_the_design_is_explained() -> None:
    section = text_of(DOCS / "design.md").partition("## 6. Words\n")[2].partition("\n## ")[0]
    _, _, *rows = re.findall(r"^\|([^|]*)\|", section, re.MULTILINE)
    words = {word.strip() for row in rows for word in re.split("[,/]", row)}
    explained = re.findall(r"^\| \*\*(.+?)\*\* \|", text_of(DOCS / "words.md"), re.MULTILINE)
    assert {"hand", "deal"} <= words <= set(explained)
