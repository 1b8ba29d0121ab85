"""C07, C09: every rule of a table is said in words, from its fields, and nothing is left out."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openhearts.rules.cards import JACK_OF_DIAMONDS, TEN_OF_DIAMONDS, Card
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import (
    PRESETS,
    STANDARD,
    HeartValues,
    MoonRule,
    Passing,
    Ruleset,
    Ties,
    allowed_words,
)
from openhearts.rules.scoring import game_winners, moon_value, total
from openhearts.words.cards import card_name
from openhearts.words.catalogue import Catalogue, languages
from openhearts.words.describe import Sentence, describe, paragraphs
from tests.rules.stacked import as_told, replayed
from tests.strategies import finished_deals, rulesets

CATALOGUES = {language: Catalogue.load(language) for language in languages()}
ENGLISH = CATALOGUES["en"]

FULL = Ruleset(bonus_card=JACK_OF_DIAMONDS, deal_limit=10, no_trick_bonus=5)
"""A ruleset in which every field has an effect."""


def text(ruleset: Ruleset) -> str:
    return " ".join(describe(ruleset, ENGLISH))


def said_fields(ruleset: Ruleset) -> set[str]:
    told = paragraphs(ruleset, ENGLISH)
    return {field for paragraph in told for sentence in paragraph for field in sentence.fields}


def values(field: str) -> list[object]:
    """Values of a field by their words; of a range its ends and a few between."""
    found: list[object] = []
    for word in allowed_words(field):
        least, _, most = word.partition(" to ")
        if most:
            found += sorted({int(least), int(least) + 1, int(most) // 2, int(most)})
        elif word in ("true", "false"):
            found.append(word == "true")
        else:
            found.append(int(word) if word.isdecimal() else word)
    return found


FIELDS = [field.name for field in fields(Ruleset)]


def test_c09_every_field_is_stated_where_it_has_an_effect() -> None:
    assert FULL.idle_fields() == ()
    assert said_fields(FULL) == set(FIELDS)


@pytest.mark.parametrize("field", FIELDS)
def test_c07_c09_each_value_of_a_field_is_said_in_words_of_its_own(field: str) -> None:
    each = [FULL.with_words({field: value}) for value in values(field)]
    assert len(each) > 1
    for one, other in combinations(each, 2):
        assert text(one) != text(other)


@given(rulesets())
def test_c07_a_field_that_was_set_in_vain_is_said_to_have_no_effect(ruleset: Ruleset) -> None:
    in_vain = {
        field
        for field in ruleset.idle_fields()
        if getattr(ruleset, field) != getattr(STANDARD, field)
    }
    said = [s for p in paragraphs(ruleset, ENGLISH) for s in p if "no effect" in s.text]
    assert {field for sentence in said for field in sentence.fields} == in_vain


@given(rulesets())
def test_a_field_without_effect_changes_no_other_sentence(ruleset: Ruleset) -> None:
    defaults = {field: getattr(STANDARD, field) for field in ruleset.idle_fields()}
    without = [s for s in describe(ruleset, ENGLISH) if "no effect" not in s]
    assert without == describe(replace(ruleset, **defaults), ENGLISH)


@given(rulesets())
def test_c09_the_words_name_target_moon_cost_pass_first_trick_break_and_tie(
    ruleset: Ruleset,
) -> None:
    must = {"target", "ties", "hearts", "black_maria", "passing", "first_trick", "must_break"}
    assert must <= said_fields(ruleset)
    assert f" {ruleset.target} " in text(ruleset)
    if ruleset.has_moon:
        assert "moon" in said_fields(ruleset)
    else:
        assert "no moon" in text(ruleset)


@settings(max_examples=300)
@given(finished_deals(), st.data())
def test_c09_what_changes_the_course_or_the_points_of_a_deal_is_said(
    deal: Deal, data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from([field for field in FIELDS if field != "seats"]))
    value = data.draw(st.sampled_from(values(field)))
    ruleset = deal.ruleset
    if (ruleset.seats, field, value) == (6, "pass_count", 5):
        return  # more than half the hand
    other = ruleset.with_words({field: value})
    scores = [25 * seat for seat in range(ruleset.seats)]
    if course(other, deal, scores) != course(ruleset, deal, scores):
        said_otherwise = sentences(other) ^ sentences(ruleset)
        assert any(field in sentence.fields for sentence in said_otherwise)


def course(ruleset: Ruleset, deal: Deal, scores: list[int]) -> tuple[object, ...]:
    """What becomes of a deal, and of its game at these scores, under another ruleset."""
    try:
        played = replayed(ruleset, as_told(deal))
    except ValueError as refused:
        return type(refused), str(refused)
    if played.phase is not Phase.OVER:
        return played.phase, played.to_act
    outcome = played.outcome(scores)
    return outcome, game_winners(ruleset, total(scores, outcome.points), deal.number)


def sentences(ruleset: Ruleset) -> set[Sentence]:
    return {sentence for paragraph in paragraphs(ruleset, ENGLISH) for sentence in paragraph}


@pytest.mark.parametrize("language", languages())
@given(ruleset=rulesets())
def test_what_is_said_are_whole_sentences_in_every_language(
    language: str, ruleset: Ruleset
) -> None:
    for sentence in describe(ruleset, CATALOGUES[language]):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_black_maria_with_the_subtract_rule_says_that_the_rule_has_no_effect() -> None:
    ruleset = replace(PRESETS["subtract-the-moon"], black_maria=True)
    assert "there is no moon" in text(ruleset)
    assert "The chosen rule for a moon has no effect." in describe(ruleset, ENGLISH)


@pytest.mark.parametrize("moon", [m for m in MoonRule if m is not MoonRule.NONE])
@pytest.mark.parametrize("hearts", HeartValues)
def test_the_value_of_a_moon_is_that_of_the_rules(moon: MoonRule, hearts: HeartValues) -> None:
    ruleset = Ruleset(moon=moon, hearts=hearts)
    assert str(moon_value(ruleset)) in text(ruleset)


@pytest.mark.parametrize("card", [JACK_OF_DIAMONDS, TEN_OF_DIAMONDS])
def test_the_bonus_card_is_named(card: Card) -> None:
    assert card_name(card, ENGLISH) in text(Ruleset(bonus_card=card))
    assert card_name(card, ENGLISH) not in text(Ruleset())


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_cards_that_are_left_out_are_named(seats: int) -> None:
    ruleset = Ruleset(seats=seats)
    (sentence,) = [s.text for p in paragraphs(ruleset, ENGLISH) for s in p if "seats" in s.fields]
    left_out = Ruleset().deck - ruleset.deck
    assert str(ruleset.hand_size) in sentence
    for card in Ruleset().deck:
        assert (card_name(card, ENGLISH) in sentence) is (card in left_out)
    assert f"The {card_name(ruleset.lowest_club, ENGLISH)} leads" in text(ruleset)


def test_one_card_is_passed_in_the_singular() -> None:
    assert "passes one card " in text(Ruleset(pass_count=1, passing=Passing.ALWAYS_LEFT))
    assert "passes two cards " in text(Ruleset(pass_count=2, passing=Passing.ALWAYS_LEFT))


def test_scores_can_fall_below_zero_exactly_where_something_is_taken_off() -> None:
    falls = "Scores can fall below zero."
    assert falls not in describe(Ruleset(), ENGLISH)
    assert falls in describe(Ruleset(moon=MoonRule.ADAPTIVE), ENGLISH)
    assert falls in describe(Ruleset(no_trick_bonus=5), ENGLISH)
    assert falls not in describe(Ruleset(moon=MoonRule.SUBTRACT, black_maria=True), ENGLISH)


def test_a_limit_of_hands_is_told_apart_by_what_a_tie_does() -> None:
    played_on = text(Ruleset(deal_limit=10))
    shared = text(Ruleset(deal_limit=10, ties=Ties.SHARE))
    assert "From hand 10 on" in played_on
    assert "after 10 hands in any case" in shared
