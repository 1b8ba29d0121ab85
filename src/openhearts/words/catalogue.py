"""The catalogue of sentences, one file a language, shared with the web client."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import files

from babel import Locale
from babel.dates import format_date, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal

DEFAULT_LANGUAGE = "en"

_PLACEHOLDER = re.compile(r"\{(\w+)(?::([\w-]+))?\}")


@dataclass(frozen=True, slots=True)
class Word:
    """A fact that has forms: a word of one of the catalogue's tables, as ``cards.name``.

    Its sentence chooses the form: ``{card}`` takes ``cards.name.Qs``, and ``{card:the}``
    ``cards.name-the.Qs``. Which forms there are is each language's own affair.
    """

    table: str
    entry: str


Fact = str | int | Word | tuple[Word, ...]
"""What fills a placeholder; several words are joined as the language joins them."""


class MissingWords(UserWarning):
    """A key or a form that the catalogue does not have, or a fact that its sentence was not given.

    A warning, so that it fails a test while a person still gets a page.
    """


def languages() -> list[str]:
    """The codes of all languages that there is a catalogue of, English first."""
    names = (file.name for file in files(__package__).iterdir())
    codes = (name.removesuffix(".json") for name in names if name.endswith(".json"))
    return sorted(codes, key=lambda code: (code != DEFAULT_LANGUAGE, code))


class Catalogue:
    """The sentences of one language, by keys such as ``home.play``.

    A sentence may have ``{placeholders}`` for facts, and may name the form of one that has
    forms. A sentence that depends on a number is an object of its plural forms, by the
    categories of CLDR, and is chosen by the fact ``count``.
    """

    def __init__(self, language: str, sections: Mapping[str, object]) -> None:
        self.language = language
        self._sections = sections
        self._locale = Locale.parse(self._text("language.locale") or language, sep="-")

    @classmethod
    def load(cls, language: str) -> Catalogue:
        """The catalogue of this language. Raises FileNotFoundError if there is none."""
        text = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
        return cls(language, json.loads(text))

    def say(self, key: str, /, **facts: Fact) -> str:
        """The sentence of ``key``, with its facts filled in."""
        return self.fill(self.sentence(key, facts), facts)

    def sentence(self, key: str, facts: Mapping[str, object]) -> str:
        """The sentence of ``key`` in the plural form of ``facts``, not yet filled in."""
        found = self._find(key)
        if isinstance(found, Mapping):
            count = facts.get("count")
            form = self._locale.plural_form(count) if isinstance(count, int) else "other"
            found = found.get(form, found.get("other"))
        if isinstance(found, str):
            return found
        _miss(f"no sentence {key!r} in {self.language}")
        return key

    def fill(
        self,
        sentence: str,
        facts: Mapping[str, object],
        write: Callable[[object], str] | None = None,
    ) -> str:
        """The sentence with each placeholder replaced by its fact, as ``write`` writes it."""

        def fact(match: re.Match[str]) -> str:
            name, form = match.groups()
            if name not in facts:
                _miss(f"no fact {name!r} for {sentence!r}")
                return match[0]
            return (write or written)(self._inflected(facts[name], form))

        return _PLACEHOLDER.sub(fact, sentence)

    def join(self, items: Sequence[str]) -> str:
        """These words as the language joins them: "Anna, Aino and Elsa"."""
        return format_list(items, locale=self._locale)

    def ago(self, seconds: int) -> str:
        """How long ago that was, in its largest unit: "2 hours ago"."""
        past = timedelta(seconds=-seconds)
        return format_timedelta(past, threshold=1, add_direction=True, locale=self._locale)

    def date(self, day: date) -> str:
        """A day as people write it: "4 Jan 2026"."""
        return format_date(day, "medium", self._locale)

    def decimal(self, number: float, places: int) -> str:
        """A number with so many places after its decimal sign, as the language writes it."""
        form = f"0.{'0' * places}" if places else "0"
        text = format_decimal(number, form, self._locale).replace("-", "−")
        return text.removeprefix("−") if not re.search("[1-9]", text) else text  # no minus zero

    def _inflected(self, fact: object, form: str | None) -> object:
        if isinstance(fact, Word):
            return self._word(fact, form)
        if isinstance(fact, tuple):
            return format_list([self._word(word, form) for word in fact], locale=self._locale)
        if form:
            _miss(f"{fact!r} has no form {form!r}, nor any other")
        return fact

    def _word(self, word: Word, form: str | None) -> str:
        if form:
            inflected = self._text(f"{word.table}-{form}.{word.entry}")
            if inflected is not None:
                return inflected
            _miss(f"no form {form!r} of {word} in {self.language}")
        return self.sentence(f"{word.table}.{word.entry}", {})

    def _text(self, key: str) -> str | None:
        found = self._find(key)
        return found if isinstance(found, str) else None

    def _find(self, key: str) -> object:
        found: object = self._sections
        for step in key.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found


def written(fact: object) -> str:
    """A fact as people write it: numbers with a true minus sign."""
    return str(fact).replace("-", "−") if isinstance(fact, int) else str(fact)


def _miss(what: str) -> None:
    warnings.warn(MissingWords(what), stacklevel=3)
