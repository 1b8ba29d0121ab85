"""Every example of the documentation is run, and prints what it says."""

from __future__ import annotations

import re
from doctest import ELLIPSIS, DocTest, DocTestFinder, DocTestParser, DocTestRunner
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, blocks, text_of
from tests.docs.public import MODULES


def page_test(page: Path) -> DocTest:
    """One test a page, so that its examples build on each other.

    The lines that open and close a block are emptied: doctest would take them for output.
    """
    text = re.sub(r"^```.*$", "", text_of(page), flags=re.MULTILINE)
    return DocTestParser().get_doctest(text, {}, page.name, str(page), 0)


def module_tests() -> list[DocTest]:
    """One test a docstring that has examples."""
    finder = DocTestFinder(exclude_empty=True)
    return [test for module in MODULES for test in finder.find(module) if test.examples]


EXAMPLES = [test for page in PAGES if (test := page_test(page)).examples] + module_tests()


@pytest.mark.parametrize("examples", EXAMPLES, ids=lambda test: test.name)
def test_what_is_shown_is_what_happens(examples: DocTest) -> None:
    report: list[str] = []
    DocTestRunner(optionflags=ELLIPSIS, verbose=False).run(examples, out=report.append)
    if report:
        pytest.fail("".join(report), pytrace=False)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_python_is_shown_that_is_not_run(page: Path) -> None:
    """A session of an interpreter is run; nothing else in Python would be."""
    assert not blocks(page, "python")
    assert all(code.startswith(">>> ") for code in blocks(page, "pycon"))


def test_the_readme_plays_a_whole_game_in_twenty_lines() -> None:
    (game,) = blocks(PAGES[0], "pycon")
    lines = [line for line in game.splitlines() if line.startswith((">>> ", "... "))]
    assert "game.winners" in game
    assert len(lines) <= 20
