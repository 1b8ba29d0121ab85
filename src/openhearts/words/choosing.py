"""Which language somebody reads, by what their browser or their terminal says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from openhearts.words.catalogue import DEFAULT_LANGUAGE

_RANGE = re.compile(
    r"\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)
"""A language range of RFC 9110 with its weight: "it-CH;q=0.8"."""


def from_browser(accept_language: str, known: Sequence[str]) -> str | None:
    """The known language that this header likes best; None if it likes none of them.

    A part that cannot be read is as good as not said.
    """
    liked = filter(None, map(_RANGE.fullmatch, accept_language.split(",")))
    weights: dict[str, float] = {}
    for match in liked:
        language = match[1].lower()
        if language in known:
            weights[language] = max(weights.get(language, 0), float(match[2] or 1))
    best = max(weights, key=weights.__getitem__, default=None)
    return best if best and weights[best] > 0 else None


def from_terminal(environment: Mapping[str, str], known: Sequence[str]) -> str:
    """The language that the terminal speaks, by the first of the three variables that is set."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := environment.get(name))), "")
    language = re.split(r"[_.@-]", locale.lower())[0]
    return language if language in known else DEFAULT_LANGUAGE
