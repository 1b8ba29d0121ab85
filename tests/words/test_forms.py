"""Words in the form that their sentence names; the web client is held to the same cases."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from openhearts.words.catalogue import Catalogue, Fact, MissingWords, Word

FORMS = json.loads(Path(__file__).with_name("forms.json").read_text("utf-8"))


def read(fact: Any) -> Fact:
    """A fact of the file: a pair is a word's table and entry, a list of pairs a list of words."""
    if not isinstance(fact, list):
        return str(fact) if isinstance(fact, str) else int(fact)
    if isinstance(fact[0], list):
        return tuple(Word(*pair) for pair in fact)
    return Word(*fact)


@pytest.mark.parametrize("case", FORMS["cases"], ids=lambda case: case["said"])
def test_a_fact_takes_the_form_that_its_sentence_names(case: dict[str, Any]) -> None:
    catalogue = Catalogue("fi", FORMS["catalogue"])
    facts = {name: read(fact) for name, fact in case["facts"].items()}
    with warnings.catch_warnings(record=True) as missed:
        warnings.simplefilter("always")
        assert catalogue.say(f"said.{case['key']}", **facts) == case["said"]
    assert [w.category for w in missed] == [MissingWords] * ("misses" in case)
    for warning in missed:
        assert case["misses"] in str(warning.message)


def test_a_list_ends_as_the_locale_of_the_catalogue_says() -> None:
    english = Catalogue.load("en")
    cards = tuple(Word("cards.name", card) for card in ("Qs", "Jd", "2c"))
    said = english.say("table.log.got", name="Aino", cards=cards)
    assert said == (
        "Aino passed you the queen of spades, the jack of diamonds and the two of clubs."
    )
