"""How Sphinx builds the site of the documentation; ``make docs`` calls it.

The pages are Markdown, which reads well without the site too. Every warning is an error: a
link that leads nowhere, a name in a docstring that the library does not have.
"""

from __future__ import annotations

import re
import tomllib
from enum import EnumType
from pathlib import Path

from myst_parser.slugs import github_slugify
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]

project = "openhearts"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
copyright = "the authors of openhearts. Apache License 2.0"  # noqa: A001 - Sphinx's name for it
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]

exclude_patterns = ["site"]
myst_heading_anchors = 3

nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!openhearts).*")]  # Python's own names are not looked up

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
add_module_names = False  # the page says where a name is imported from
python_maximum_signature_line_length = 110

pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
html_theme = "furo"
html_title = "openhearts"
html_logo = html_favicon = "../src/openhearts/server/site/templates/logo.svg"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {  # the colours of web/src/styles/tokens.css
    "light_css_variables": {
        "color-background-primary": "#fdfaf3",
        "color-background-secondary": "#f5f0e4",
        "color-background-border": "#d8cfbb",
        "color-foreground-primary": "#1b1d2a",
        "color-foreground-secondary": "#4b4a55",
        "color-foreground-muted": "#66616a",
        "color-code-background": "#f5f0e4",
        "color-brand-primary": "#1b1d2a",
        "color-brand-content": "#b50f2a",
        "color-brand-visited": "#7d5a0c",
    },
    "dark_css_variables": {
        "color-background-primary": "#0e1120",
        "color-background-secondary": "#171b2e",
        "color-background-border": "#2b3049",
        "color-foreground-primary": "#f0eadb",
        "color-foreground-secondary": "#bbb7bd",
        "color-foreground-muted": "#9b98a8",
        "color-code-background": "#171b2e",
        "color-brand-primary": "#f0eadb",
        "color-brand-content": "#ff8490",
        "color-brand-visited": "#ecc970",
    },
}

LAW = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ARTICLES = {
    title[0]: f"rules.html#{github_slugify(title)}"
    for title in re.findall(r"^## (\d\. .+)$", LAW, re.MULTILINE)
}


def link_the_law(
    _app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """Make "docs/rules.md 5" in a docstring a link to that article."""
    lines[:] = [
        re.sub(r"docs/rules\.md (\d)", lambda m: f"`law {m[1]} <{ARTICLES[m[1]]}>`__", line)
        for line in lines
    ]


def leave_out_made_signatures(
    _app: Sphinx, _what: str, _name: str, documented: object, *_: object
) -> tuple[str, None] | None:
    """Nobody calls an Enum or a Protocol: what Python makes up for them says nothing."""
    is_made = isinstance(documented, EnumType) or getattr(documented, "_is_protocol", False)
    return ("", None) if is_made else None


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", link_the_law)
    app.connect("autodoc-process-signature", leave_out_made_signatures)
