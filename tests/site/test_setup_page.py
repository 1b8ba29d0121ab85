"""Set up the table, as it is without scripts."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from urllib.parse import urlencode

import msgspec
import pytest
from hypothesis import given

from openhearts.rules.cards import TEN_OF_DIAMONDS
from openhearts.rules.ruleset import (
    PRESETS,
    STANDARD,
    FirstTrick,
    HeartValues,
    MoonRule,
    Opening,
    Passing,
    Ruleset,
    Ties,
    allowed_words,
)
from openhearts.server.site.forms import options_of, read_draft, setup_query
from openhearts.tables.options import Option, TableOptions
from openhearts.tables.setup import Setup, spelled
from openhearts.words.catalogue import Catalogue
from openhearts.words.describe import describe
from tests.site.visiting import LEVELS, Page, Tables, Visitor
from tests.strategies import rulesets

ENGLISH = Catalogue.load("en")
FIELDS = [field.name for field in fields(Ruleset)]

ALL_CHANGED = Ruleset(
    seats=6,
    target=77,
    hearts=HeartValues.SPOT,
    black_maria=True,
    bonus_card=TEN_OF_DIAMONDS,
    moon=MoonRule.CHOICE,
    moon_needs_bonus=False,
    moon_keeps_bonus=True,
    passing=Passing.NO_HOLD,
    pass_count=2,
    opening=Opening.LEFT_OF_DEALER,
    first_trick=FirstTrick.FREE,
    must_break=False,
    queen_breaks=True,
    ties=Ties.SHARE,
    deal_limit=12,
    no_trick_bonus=5,
)
OTHER_OPTIONS = TableOptions(
    listed=True,
    running_points=False,
    older_tricks=True,
    spectators=False,
    take_back=False,
    hints="none",
    talk="none",
    sheet_seconds=60,
    clock_seconds=30,
    reserve_seconds=180,
)


def answers_for(ruleset: Ruleset) -> dict[str, str]:
    """The ruleset as somebody would enter it in the form."""
    words = {name: spelled(word) for name, word in ruleset.to_words().items()}
    return words | ({"deal_limit": ""} if ruleset.deal_limit is None else {})


def test_no_field_of_the_changed_ruleset_is_at_its_default() -> None:
    assert all(getattr(ALL_CHANGED, name) != getattr(STANDARD, name) for name in FIELDS)
    assert all(
        getattr(OTHER_OPTIONS, name) != getattr(TableOptions(), name)
        for name in TableOptions.__struct_fields__
    )


def test_every_field_of_a_ruleset_is_on_the_page_with_every_word_it_allows(
    visitor: Visitor,
) -> None:
    page = visitor.get("/setup")
    for name in FIELDS:
        *words, last = allowed_words(name)
        typed = page.having(id=name)
        if typed:
            assert f"{typed[0]['min']} to {typed[0]['max']}" == last
        elif " to " in last:
            least, most = last.split(" to ")
            assert page.offered[name] == [str(n) for n in range(int(least), int(most) + 1)]
        else:
            assert sorted(page.offered[name]) == sorted([*words, last])
        assert ENGLISH.say(f"fields.{name}.label") in page.words


def test_every_table_option_is_on_the_page(visitor: Visitor) -> None:
    page = visitor.get("/setup")
    for name in TableOptions.__struct_fields__:
        assert f"options.{name}" in page.offered
        assert ENGLISH.say(f"options.{name}.label") in page.words


def test_the_page_as_it_stands_opens_the_default_game(visitor: Visitor, tables: Tables) -> None:
    visitor.post(visitor.get("/setup").answers)
    setup = tables.opened["table1"]
    default = Setup("subtract-the-moon", PRESETS["subtract-the-moon"], TableOptions(), "casual")
    assert setup == default


def test_c07_a_form_with_every_field_changed_opens_exactly_these_rules(
    visitor: Visitor, tables: Tables
) -> None:
    options = {f"options.{name}": spelled(v) for name, v in _options(OTHER_OPTIONS).items()}
    page = visitor.get("/setup")
    sent = visitor.post(page.answers | {"preset": "omnibus"} | answers_for(ALL_CHANGED) | options)
    assert sent.status == 303
    setup = tables.opened["table1"]
    assert setup.preset == "omnibus"
    assert setup.ruleset == ALL_CHANGED
    assert setup.options == OTHER_OPTIONS


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_shows_the_preset_that_its_address_names(visitor: Visitor, preset: str) -> None:
    page = visitor.get(f"/setup?preset={preset}")
    answers = {name: page.answers[name] for name in FIELDS}
    assert answers == answers_for(PRESETS[preset])
    assert page.answers["preset"] == preset
    for sentence in describe(PRESETS[preset], ENGLISH):
        assert sentence in page.words


def test_a_preset_fills_the_fields_but_not_how_many_play_and_how_long(visitor: Visitor) -> None:
    typed = answers_for(ALL_CHANGED) | {"preset": "black-maria", "options.spectators": "false"}
    page = visitor.get(f"/setup?{urlencode(typed | {'fill': 'preset'})}")
    kept = replace(PRESETS["black-maria"], seats=6, target=77, deal_limit=12)
    assert {name: page.answers[name] for name in FIELDS} == answers_for(kept)
    assert page.answers["options.spectators"] == "false"


def test_scripts_fill_the_same_answers_as_the_button_for_those_without(visitor: Visitor) -> None:
    page = visitor.get("/setup")
    for radio in page.having(name="preset"):
        filled = json.loads(radio["data-answers"])
        without = visitor.get(f"/setup?fill=preset&preset={radio['value']}").answers
        assert filled == {name: without[name] for name in filled}
        assert set(filled) == set(FIELDS) - {"seats", "target", "deal_limit"}


def test_a_target_of_500_is_suggested_with_spot_hearts_and_never_set(visitor: Visitor) -> None:
    page = visitor.get("/setup?preset=spot-hearts")
    assert "500 is a good target" in page.words
    assert page.answers["target"] == "100"


def test_the_rules_of_a_table_can_be_changed_for_a_new_one(
    visitor: Visitor, tables: Tables
) -> None:
    tables.opened["old"] = Setup("omnibus", ALL_CHANGED, OTHER_OPTIONS, "casual")
    page = visitor.get("/setup?from=old")
    assert page.status == 200
    visitor.post(page.answers)
    assert tables.opened["table2"] == tables.opened["old"]


def test_there_are_no_rules_of_a_table_that_does_not_exist(visitor: Visitor) -> None:
    assert visitor.get("/setup?from=nowhere").status == 404


WRONG = [
    ("target", "0"),
    ("target", "1001"),
    ("target", "many"),
    ("target", ""),
    ("target", "-5"),
    ("target", "1e2"),
    ("deal_limit", "101"),
    ("seats", "7"),
    ("moon", "subtractt"),
    ("black_maria", "maybe"),
    ("bonus_card", "Qs"),
    ("pass_count", "0"),
    ("preset", "spades"),
    ("level", "expert"),
    ("options.sheet_seconds", "4"),
    ("options.spectators", "perhaps"),
    ("options.colour", "red"),
    ("moonn", "add"),
    ("_", "1"),
]


@pytest.mark.parametrize(("name", "answer"), WRONG)
def test_a_wrong_answer_opens_nothing_and_is_named_with_all_else_kept(
    visitor: Visitor, tables: Tables, name: str, answer: str
) -> None:
    given_answers = visitor.get("/setup").answers | {"ties": "share", "options.take_back": "false"}
    page = visitor.post(given_answers | {name: answer})
    assert page.status == 422
    assert tables.opened == {}
    assert "One answer needs another look" in page.words
    kept = page.answers
    assert (kept["ties"], kept["options.take_back"]) == ("share", "false")
    if places := page.having(id=name):
        assert places[0]["aria-invalid"] == "true"
    if sentences := page.having(id=f"{name}-wrong"):
        assert "hidden" not in sentences[0].attributes


def test_a_wrong_number_stays_as_it_was_typed(visitor: Visitor) -> None:
    assert visitor.post({"target": "10 00"}).answers["target"] == "10 00"


def test_all_wrong_answers_are_named_at_once(visitor: Visitor) -> None:
    page = visitor.post({"target": "0", "deal_limit": "x", "moon": "y", "seats": "3"})
    assert page.status == 422
    assert "3 answers need another look" in page.words
    assert page.answers["seats"] == "3"


def test_too_many_cards_to_pass_is_answered_with_how_many_there_may_be(visitor: Visitor) -> None:
    page = visitor.post({"seats": "6", "pass_count": "5", "passing": "none"})
    assert page.status == 422
    assert "At most 4 cards can be passed with so many players." in page.words
    assert (page.answers["seats"], page.answers["pass_count"]) == ("6", "5")


def test_c07_a_field_without_effect_is_said_to_have_none(visitor: Visitor) -> None:
    page = visitor.get("/setup?preset=subtract-the-moon&black_maria=true")
    (mark,) = page.having(id="moon-idle")
    assert "hidden" not in mark.attributes
    assert ENGLISH.say("fields.moon.idle") in page.words
    (no_mark,) = page.having(id="pass_count-idle")
    assert "hidden" in no_mark.attributes


def test_changed_fields_are_marked_in_the_form_and_in_the_words(visitor: Visitor) -> None:
    page = visitor.get("/setup?preset=standard&first_trick=free")
    assert "<mark>Penalty cards may be played on the first trick.</mark>" in page.html
    assert page.html.count("<mark>") == 1
    shown = [e for e in page.elements if e.attributes.get("class") == "changed"]
    assert len([e for e in shown if "hidden" not in e.attributes]) == 1


def test_what_people_typed_is_never_markup(visitor: Visitor) -> None:
    evil = "\"><script>alert('x')</script>"
    for page in (
        visitor.post({"target": evil, evil: evil, "preset": evil}),
        visitor.get("/setup?" + urlencode({"target": evil, evil: evil})),
        visitor.get("/" + urlencode({evil: evil})),
    ):
        assert "<script>" not in page.html
        assert all("alert" not in e.attributes.get("id", "") for e in page.elements)
    assert visitor.post({"target": evil}).answers["target"] == evil


@given(rulesets())
def test_the_address_of_a_setup_makes_it_again(ruleset: Ruleset) -> None:
    for preset in PRESETS:
        setup = Setup(preset, ruleset, OTHER_OPTIONS, "casual")
        query = dict(pair.split("=") for pair in setup_query(setup, "casual").split("&"))
        draft = read_draft(query, LEVELS, "casual")
        assert not draft.wrong
        assert draft.setup == setup


def test_the_address_of_a_preset_names_nothing_else() -> None:
    setup = Setup("omnibus", PRESETS["omnibus"], TableOptions(), "casual")
    assert setup_query(setup, "casual") == "preset=omnibus"


def test_the_page_links_to_itself_with_these_rules(visitor: Visitor) -> None:
    page = visitor.get("/setup?" + urlencode(answers_for(ALL_CHANGED)))
    (link,) = page.having(id="address")
    again = visitor.get(link["href"])
    assert again.answers == page.answers


def test_the_script_is_told_what_the_answers_mean(visitor: Visitor) -> None:
    query = urlencode({"preset": "standard", "black_maria": "true", "target": "0"})
    page = visitor.get(f"/en/setup/describe?{query}")
    told = json.loads(page.html)
    assert page.status == 200
    assert told["changed"] == ["black_maria"]
    assert told["idle"]["moon"] == ENGLISH.say("fields.moon.idle")
    assert told["wrong"] == {"target": ENGLISH.say("fields.target.wrong")}
    assert told["address"] == "/setup?preset=standard&black_maria=true"
    assert told["page"] == "/en/setup?preset=standard&black_maria=true"
    summary = Page(200, {}, told["summary"]).words
    for sentence in describe(replace(STANDARD, black_maria=True), ENGLISH):
        assert sentence in summary


def _options(options: TableOptions) -> dict[str, Option]:
    setup = Setup("standard", STANDARD, options, "casual")
    assert msgspec.structs.asdict(options) == options_of(setup)
    return options_of(setup)
