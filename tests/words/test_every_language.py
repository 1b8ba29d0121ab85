"""C71: what holds of every catalogue; each file that lies beside the English one is found here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

from openhearts.rules.cards import PACK
from openhearts.words.catalogue import DEFAULT_LANGUAGE, languages

OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]
SAME: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("same.json").read_text("utf-8")
)
"""Where a translation may equal the English text, by language and key, and why."""

INFLECTED = {
    "card": "cards.name",
    "cards": "cards.name",
    "suit": "cards.suit",
    "game": "table.preset",
    "level": "bots.level",
}
"""The facts whose form a sentence may name, and the tables of their words."""

_FORM = re.compile(rf"({'|'.join(map(re.escape, sorted(set(INFLECTED.values()))))})-([\w-]+)\.")
_PLACEHOLDER = re.compile(r"\{(\w+)(?::([\w-]+))?\}")


@cache
def sections(language: str) -> dict[str, Any]:
    text = files("openhearts.words").joinpath(f"{language}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def leaves(node: object, path: str = "") -> Iterator[tuple[str, str | Mapping[str, str]]]:
    """Every sentence by its key; one that depends on a number as its plural forms."""
    if isinstance(node, str) or (isinstance(node, Mapping) and "other" in node):
        yield path, node
        return
    assert isinstance(node, Mapping), f"{path} is neither a sentence nor a section"
    for step, child in node.items():
        yield from leaves(child, f"{path}.{step}" if path else step)


def sentences(language: str) -> dict[str, str | Mapping[str, str]]:
    """Every sentence but the tables of words in a form of the language's own."""
    found = leaves(sections(language))
    return {key: said for key, said in found if not _FORM.match(key)}


def tables_of_forms(language: str) -> dict[tuple[str, str], dict[str, str]]:
    """By table and form: its words."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for key, word in leaves(sections(language)):
        if match := _FORM.match(key):
            assert isinstance(word, str), key
            found.setdefault((match[1], match[2]), {})[key[match.end() :]] = word
    return found


def texts(said: str | Mapping[str, str]) -> list[str]:
    return [said] if isinstance(said, str) else list(said.values())


def facts_in(text: str) -> set[str]:
    return {match[1] for match in _PLACEHOLDER.finditer(text)}


def named_forms(language: str) -> dict[tuple[str, str], str]:
    """By table and form: a sentence that names it."""
    return {
        (INFLECTED.get(match[1], f"no table for {{{match[1]}}}"), match[2]): key
        for key, said in leaves(sections(language))
        for text in texts(said)
        for match in _PLACEHOLDER.finditer(text)
        if match[2]
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_sentences_of_english_and_no_others(language: str) -> None:
    english, other = sentences(DEFAULT_LANGUAGE), sentences(language)
    assert sorted(english.keys() - other.keys()) == [], "missing"
    assert sorted(other.keys() - english.keys()) == [], "unused"


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_tells_the_facts_that_its_english_one_tells(language: str) -> None:
    english = sentences(DEFAULT_LANGUAGE)
    for key, said in sentences(language).items():
        *_, fullest = texts(english[key])  # the form "other" comes last
        *_, told = texts(said)
        assert facts_in(told) == facts_in(fullest), key
        assert all(facts_in(text) <= facts_in(fullest) for text in texts(said)), key


@pytest.mark.parametrize("language", languages())
def test_a_sentence_with_a_number_has_the_plural_forms_of_its_language(language: str) -> None:
    english = sentences(DEFAULT_LANGUAGE)
    locale = Locale.parse(sections(language)["language"]["locale"], sep="-")
    forms = sorted(locale.plural_form.tags | {"other"})
    for key, said in sentences(language).items():
        counts = not isinstance(english[key], str)
        if isinstance(said, str):
            assert not counts or forms == ["other"], f"{key} has no plural forms"
        else:
            assert sorted(said) == forms, key
            assert list(said)[-1] == "other", f"{key}: the form that always exists comes last"
            assert counts or "{count}" in str(english[key]), f"nothing counts in {key}"


@pytest.mark.parametrize("language", languages())
def test_every_form_that_a_sentence_names_has_all_its_words_and_no_other_form_exists(
    language: str,
) -> None:
    tables, named = tables_of_forms(language), named_forms(language)
    assert sorted(named.keys() - tables.keys()) == [], "named but not there"
    assert sorted(tables.keys() - named.keys()) == [], "there but not named"
    in_notation = [key for key in named.values() if key.startswith(("cli.", "records."))]
    assert in_notation == [], "cards of records and of the command line are notation"
    base = sentences(language)
    for (table, form), words in tables.items():
        entries = {key.removeprefix(f"{table}.") for key in base if key.startswith(f"{table}.")}
        assert words.keys() == entries, f"{table}-{form}"


@pytest.mark.parametrize("language", languages())
def test_all_52_cards_have_a_name_of_their_own_in_every_form(language: str) -> None:
    names = {key: {k: str(v) for k, v in leaves(table)} for key, table in card_tables(language)}
    for key, words in names.items():
        assert words.keys() == {str(card) for card in PACK}, key
        assert len(set(words.values())) == 52, key


def card_tables(language: str) -> Iterator[tuple[str, object]]:
    for key, table in sections(language)["cards"].items():
        if re.fullmatch(r"name(-.+)?", key):
            yield key, table


def test_every_language_names_itself_and_how_it_counts() -> None:
    names = [sections(language)["language"]["name"] for language in languages()]
    assert len(set(names)) == len(names)
    for language in languages():
        locale = Locale.parse(sections(language)["language"]["locale"], sep="-")
        assert locale.language == language


def may_be_the_same(language: str, key: str) -> bool:
    allowed = {**SAME["every language"], **SAME.get(language, {})}
    return any(fnmatch(key, pattern) for pattern in allowed)


def is_in_words(text: str) -> bool:
    """Whether anything but facts, figures and signs is said."""
    return bool(re.search(r"[^\W\d_]", _PLACEHOLDER.sub("", text)))


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english = sentences(DEFAULT_LANGUAGE)
    same = {
        key
        for key, said in sentences(language).items()
        if any(text in texts(english[key]) and is_in_words(text) for text in texts(said))
    }
    assert sorted(key for key in same if not may_be_the_same(language, key)) == []
    needless = [p for p in SAME.get(language, {}) if not any(fnmatch(key, p) for key in same)]
    assert needless == [], "no longer the same"


def test_every_exception_has_a_reason() -> None:
    assert all(reason for reasons in SAME.values() for reason in reasons.values())


@pytest.mark.parametrize("language", languages())
def test_signs_are_those_of_print_and_nobody_is_shouted_at(language: str) -> None:
    for key, said in leaves(sections(language)):
        for text in texts(said):
            is_laid_out = key.startswith(("cli.", "records."))  # by spaces, for a terminal
            assert text == " ".join(text.split()) or is_laid_out, key
            assert not re.search(r"!|\"|'|\.\.\.|(?<!\w)-\d", text), f"{key}: {text}"
            assert text.count("{") == len(_PLACEHOLDER.findall(text)), f"{key}: {text}"


@pytest.mark.parametrize("language", languages())
def test_no_line_ends_within_a_range_of_numbers(language: str) -> None:
    for key, said in leaves(sections(language)):
        if not key.startswith(("cli.", "records.")):  # a terminal ends its lines where it likes
            for text in texts(said):
                assert not re.search(r"[\d}]–[\d{]", text), f"{key}: {text}"


def test_every_sentence_of_the_command_line_and_of_records_is_used() -> None:
    """Those of the pages and of the table are counted where pages and table are tested."""
    sources = (Path(__file__).parents[2] / "src").rglob("*.py")
    source = "\n".join(file.read_text("utf-8") for file in sources)
    # What is filled in, f"cli.{code}", is one step of a key; one key is put together in two places.
    named = [
        re.compile(rf"((cli|records)\.)?{'[^.]+'.join(map(re.escape, steps))}")
        for literal in sorted(set(re.findall(r"\"([\w-]*\.(?:[\w.-]|\{[^{}\"]*\})+)\"", source)))
        if (steps := re.split(r"\{[^{}]*\}", literal)) and steps[0]
    ]
    keys = [k for k in sentences(DEFAULT_LANGUAGE) if k.startswith(("cli.", "records."))]
    assert len(keys) > 50
    assert [k for k in keys if not any(pattern.fullmatch(k) for pattern in named)] == []
