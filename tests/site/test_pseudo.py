"""C71: every word on the pages comes from the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from openhearts.server.site import rules_texts
from openhearts.server.site.figures import people
from tests.site.test_words_used import visit_everything
from tests.site.visiting import LEVELS, Page, Tables, serving, write_client
from tests.words.pseudo import pseudo, pseudo_catalogue, untranslated

SPOKEN_ATTRIBUTES = (
    "aria-label",
    "title",
    "alt",
    "placeholder",
    "data-copy",
    "data-copied",
    "data-count",
    "data-what",
)
NOT_OURS = ("English", "unknown", " and ", " Jan ", *people())
"""The name of the language, a field that the visitor made up, the words that Babel puts into a
list and into a date, the people of the examples."""


def words_of(page: Page) -> list[str]:
    """Everything that the page says, by eye or by ear, but for addresses."""
    attributes = [
        element[name]
        for element in page.elements
        for name in SPOKEN_ATTRIBUTES
        if name in element.attributes
    ]
    described = [e["content"] for e in page.having(name="description")]
    return [re.sub(r"http://\S+", "", page.words), *attributes, *described]


def pseudo_rules_pages(folder: Path) -> Path:
    """The rules pages with their parts and no text but what stands in the pseudo-locale."""
    for file in (rules_texts.TEXTS / "en").iterdir():
        ids = re.findall(r"^\{#.*\}$", file.read_text("utf-8"), re.MULTILINE)
        parts = [f"{part}\n## {pseudo('Heading')}\n\n{pseudo('Text.')}\n" for part in ids]
        page = [f"# {pseudo(file.stem)}\n", f"{pseudo('What it is about.')}\n", *parts]
        (folder / "en").mkdir(parents=True, exist_ok=True)
        (folder / "en" / file.name).write_text("\n".join(page), "utf-8")
    return folder


def test_no_word_on_any_page_is_said_without_the_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_texts, "TEXTS", pseudo_rules_pages(tmp_path / "rules-pages"))
    tables = Tables()
    static = write_client(tmp_path / "static")
    catalogues = {"en": pseudo_catalogue()}
    with serving(tables.site(static, catalogues, LEVELS)) as port:
        pages = list(visit_everything(port, tables))
    for page in pages:
        if "text/html" in page.headers["content-type"]:
            assert page.words.count("⟦") > 1, "the page speaks the pseudo-locale"
            assert [untranslated(text, *NOT_OURS) for text in words_of(page)] == [""] * len(
                words_of(page)
            )
