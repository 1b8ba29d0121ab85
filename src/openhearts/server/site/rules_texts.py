"""What the rules pages say: Markdown, one file a game and language, with numbers of the rules.

A page is a heading, a lead, and sections, each with an id before its heading. Sentences that
must stand in every language are spans with an id of their own: ``[Zero is no floor.]{#no-floor}``.
``{moon}`` and its like are numbers (see ``figures``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from openhearts.server.site.figures import numbers
from openhearts.words.catalogue import Catalogue

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TEXTS = Path(__file__).parent / "rules-pages"


@cache
def _markdown() -> MarkdownIt:
    # Slow to import, and no start waits for it.
    from markdown_it import MarkdownIt
    from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin

    return (
        MarkdownIt("commonmark", {"html": False, "typographer": False})
        .enable("table")
        .use(attrs_block_plugin, allowed={"id"})
        .use(attrs_plugin, spans=True, allowed={"id", "lang"})
    )


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a page. ``questions`` are its sub-headings, each with its answer as text."""

    id: str
    heading: str
    body: Markup
    questions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RulesText:
    """What one page says in one language."""

    heading: str
    lead: str
    sections: tuple[Section, ...]


def rules_text(name: str, catalogue: Catalogue) -> RulesText:
    """What the page of this name says. Raises FileNotFoundError where the language has none."""
    file = TEXTS / catalogue.language / f"{name}.md"
    text = catalogue.fill(file.read_text(encoding="utf-8"), numbers())
    tokens = _markdown().parse(text)
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    parts = [at for at in starts if tokens[at].tag in ("h1", "h2")]
    first, *sections = (tokens[a:b] for a, b in pairwise([*parts, len(tokens)]))
    heading, lead = (token for token in first if token.type == "inline")
    return RulesText(
        heading=_text(heading),
        lead=_text(lead),
        sections=tuple(_section(section) for section in sections),
    )


def _section(tokens: Sequence[Token]) -> Section:
    opening, heading, _closing, *rest = tokens
    _label(rest)
    return Section(
        id=str(opening.attrs["id"]),
        heading=_text(heading),
        body=_html(rest),
        questions=tuple(_questions(rest)),
    )


def _html(tokens: Sequence[Token]) -> Markup:
    return Markup(_markdown().renderer.render(tokens, _markdown().options, {}))


def _text(inline: Token) -> str:
    """The text of a heading or a paragraph without its marks."""
    return "".join(token.content for token in inline.children or ())


def _questions(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    for start, end in pairwise([*starts, len(tokens)]):
        question, *answer = (token for token in tokens[start:end] if token.type == "inline")
        yield _text(question), " ".join(_text(paragraph) for paragraph in answer)


def _label(tokens: Sequence[Token]) -> None:
    """Tell each cell of a table its column's name, for narrow screens; a row's first names it."""
    columns: list[str] = []
    tag = ""
    at = 0
    for token, content in pairwise(tokens):
        match token.type:
            case "table_open":
                columns = []
            case "tr_open":
                at = 0
            case "th_open":
                columns.append(_text(content))
                tag = _cell(token, "scope", "col") if columns[-1] else _cell(token)
            case "td_open" if at == 0:
                tag = _cell(token, "scope", "row")
            case "td_open":
                tag = _cell(token, "data-l", columns[at])
            case "th_close" | "td_close":
                token.tag = tag
                at += 1


def _cell(token: Token, attribute: str = "", value: str = "") -> str:
    """Make the cell one with this attribute; its tag, which a scope makes that of a heading."""
    token.tag = "th" if attribute == "scope" else "td"
    if attribute:
        token.attrSet(attribute, value)
    return token.tag
