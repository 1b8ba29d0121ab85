"""C71: every word on the pages comes from the catalogue."""

from __future__ import annotations

from pathlib import Path

from tests.site.test_words_used import visit_everything
from tests.site.visiting import LEVELS, Page, Tables, serving, write_client
from tests.words.pseudo import pseudo_catalogue, untranslated

SPOKEN_ATTRIBUTES = (
    "aria-label",
    "title",
    "alt",
    "placeholder",
    "data-copy",
    "data-copied",
    "data-what",
)
NOT_OURS = ("English", "unknown")
"""The name of the language, and a field that the visitor made up."""


def words_of(page: Page) -> list[str]:
    """Everything that the page says, by eye or by ear."""
    attributes = [
        element[name]
        for element in page.elements
        for name in SPOKEN_ATTRIBUTES
        if name in element.attributes
    ]
    described = [e["content"] for e in page.having(name="description")]
    return [page.words, *attributes, *described]


def test_no_word_on_any_page_is_said_without_the_catalogue(tmp_path: Path) -> None:
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
