"""Which language somebody reads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.words.choosing import from_browser, from_terminal

KNOWN = ("en", "fi", "it", "sv")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("it", "it"),
        ("it-CH", "it"),
        ("IT-it", "it"),
        ("de, it;q=0.5", "it"),
        ("de-DE,de;q=0.9,sv;q=0.3,fi;q=0.7", "fi"),
        ("en;q=0.2, sv ; q=0.21", "sv"),
        ("fi, sv", "fi"),
        ("fi;q=0, sv;q=0.1", "sv"),
        ("fi;q=0", None),
        ("sv;q=0.1, sv-FI", "sv"),
        ("de", None),
        ("*", None),
        ("", None),
        ("it;q=2, fi;q=0.1", "fi"),
        ("it;q=high, fi;q=0.1", "fi"),
        ("italiano, fi;q=0.1", "fi"),
        ("it fi", None),
        (",,;;=it,", None),
    ],
)
def test_the_browsers_language_is_the_known_one_that_it_likes_best(
    header: str, language: str | None
) -> None:
    assert from_browser(header, KNOWN) == language


@given(st.text())
def test_no_header_is_too_odd(header: str) -> None:
    assert from_browser(header, KNOWN) in (None, *KNOWN)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "fi_FI.UTF-8", "LC_MESSAGES": "sv_FI"}, "sv"),
        ({"LANG": "fi_FI.UTF-8", "LC_MESSAGES": "sv_FI", "LC_ALL": "it_CH@euro"}, "it"),
        ({"LANG": "fi", "LC_ALL": ""}, "fi"),
        ({"LANG": "fi_FI.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_terminals_language_is_that_of_the_first_variable_that_is_set(
    environment: dict[str, str], language: str
) -> None:
    assert from_terminal(environment, KNOWN) == language
