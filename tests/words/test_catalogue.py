from __future__ import annotations

import pytest

from openhearts.rules.cards import PACK
from openhearts.words.cards import card_name
from openhearts.words.catalogue import Catalogue, MissingWords

SECTIONS = {
    "plain": "Play now",
    "facts": {"deep": "{name} has {score}."},
    "cards": {"one": "{count} card", "other": "{count} cards"},
}


@pytest.fixture(name="english")
def _english() -> Catalogue:
    return Catalogue("en", SECTIONS)


def test_a_key_names_its_sentence_by_its_path(english: Catalogue) -> None:
    assert english.say("plain") == "Play now"
    assert english.say("facts.deep", name="Aino", score=21) == "Aino has 21."


def test_numbers_below_zero_have_a_true_minus_sign(english: Catalogue) -> None:
    assert english.say("facts.deep", name="A-i", score=-16) == "A-i has −16."


def test_a_fact_is_never_read_as_a_placeholder(english: Catalogue) -> None:
    assert english.say("facts.deep", name="{score}", score=1) == "{score} has 1."


def test_the_fact_count_chooses_the_plural_form(english: Catalogue) -> None:
    assert [english.say("cards", count=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [("fi", 1, "one"), ("sv", 2, "other"), ("it", 1_000_000, "many"), ("it", 2, "other")],
)
def test_plural_forms_are_those_of_the_language(language: str, count: int, form: str) -> None:
    forms = {"one": "one", "many": "many", "other": "other"}
    assert Catalogue(language, {"n": forms}).say("n", count=count) == form


def test_a_form_that_a_language_need_not_tell_apart_falls_back_to_other() -> None:
    assert Catalogue("it", {"n": {"one": "uno", "other": "altri"}}).say("n", count=10**6) == "altri"


@pytest.mark.parametrize("key", ["nothing", "plain.deeper", "facts"])
def test_a_missing_key_fails_tests_and_gives_people_its_name(english: Catalogue, key: str) -> None:
    with pytest.warns(MissingWords, match=key):
        assert english.say(key) == key


def test_a_missing_fact_fails_tests_and_gives_people_the_sentence(english: Catalogue) -> None:
    with pytest.warns(MissingWords, match="score"):
        assert english.say("facts.deep", name="Aino") == "Aino has {score}."


def test_every_card_has_a_name_of_its_own() -> None:
    english = Catalogue.load("en")
    names = {card_name(card, english) for card in PACK}
    assert len(names) == 52
    assert "queen of spades" in names


def test_there_is_no_catalogue_of_an_unknown_language() -> None:
    with pytest.raises(FileNotFoundError):
        Catalogue.load("tlh")


@pytest.mark.parametrize(
    ("language", "number", "places", "written"),
    [
        ("en", -6.7239, 2, "−6.72"),
        ("it", -6.7239, 2, "−6,72"),
        ("sv", 0.5, 3, "0,500"),
        ("fi", 25, 0, "25"),
        ("en", -0.001, 2, "0.00"),
    ],
)
def test_a_number_with_decimals_is_written_as_in_its_language(
    language: str, number: float, places: int, written: str
) -> None:
    assert Catalogue.load(language).decimal(number, places) == written
