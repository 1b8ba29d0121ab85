"""The catalogue of sentences, one file a language, shared with the web client."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Mapping
from importlib.resources import files

from babel import Locale

Fact = str | int

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class MissingWords(UserWarning):
    """A key that the catalogue does not have, or a fact that its sentence was not given.

    A warning, so that it fails a test while a person still gets a page.
    """


class Catalogue:
    """The sentences of one language, by keys such as ``home.play``.

    A sentence may have ``{placeholders}`` for facts. One that depends on a number is an
    object of its plural forms, by the categories of CLDR, and is chosen by the fact ``count``.
    """

    def __init__(self, language: str, sections: Mapping[str, object]) -> None:
        self.language = language
        self._sections = sections
        self._plural_form = Locale.parse(language).plural_form

    @classmethod
    def load(cls, language: str) -> Catalogue:
        """The catalogue of this language. Raises FileNotFoundError if there is none."""
        text = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
        return cls(language, json.loads(text))

    def say(self, key: str, /, **facts: Fact) -> str:
        """The sentence of ``key``, with its facts filled in."""
        return fill(self.sentence(key, facts), facts)

    def sentence(self, key: str, facts: Mapping[str, object]) -> str:
        """The sentence of ``key`` in the form that ``facts`` ask for, not yet filled in."""
        found = self._find(key)
        if isinstance(found, Mapping):
            count = facts.get("count")
            form = self._plural_form(count) if isinstance(count, int) else "other"
            found = found.get(form, found.get("other"))
        if isinstance(found, str):
            return found
        warnings.warn(MissingWords(f"no sentence {key!r} in {self.language}"), stacklevel=3)
        return key

    def _find(self, key: str) -> object:
        found: object = self._sections
        for step in key.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found


def written(fact: object) -> str:
    """A fact as people write it: numbers with a true minus sign."""
    return str(fact).replace("-", "−") if isinstance(fact, int) else str(fact)


def fill(
    sentence: str, facts: Mapping[str, object], write: Callable[[object], str] = written
) -> str:
    """The sentence with each placeholder replaced by its fact, as ``write`` writes it."""

    def fact(match: re.Match[str]) -> str:
        if match[1] not in facts:
            warnings.warn(MissingWords(f"no fact {match[1]!r} for {sentence!r}"), stacklevel=4)
            return match[0]
        return write(facts[match[1]])

    return _PLACEHOLDER.sub(fact, sentence)
