"""The worked examples and the tutorial as the server shows them, with and without scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from openhearts.lessons.examples import TRICKS, example
from openhearts.lessons.tutorial import tutorial
from openhearts.lessons.walking import scenes
from openhearts.rules.ruleset import PRESETS
from openhearts.server.site.board import displayed, lit, rows
from openhearts.server.site.example import example_facts, names_in
from openhearts.tables.messages import Moon
from openhearts.words.catalogue import Catalogue, languages
from tests.site.visiting import Visitor

IN_ALL = pytest.mark.parametrize("language", languages())


def told(visitor: Visitor, address: str) -> Any:
    """What the server tells a script under this address."""
    page = visitor.get(address)
    assert page.headers["content-type"] == "application/json"
    assert page.headers["cache-control"] == "public, max-age=3600"
    return json.loads(page.html)


@IN_ALL
@pytest.mark.parametrize("preset", PRESETS)
def test_a_rules_page_shows_its_example_without_scripts(
    visitor: Visitor, language: str, preset: str
) -> None:
    catalogue = Catalogue.load(language)
    page = visitor.get(f"/{language}/{catalogue.say(f'rules-pages.slug.{preset}')}")
    facts: Mapping[str, Any] = example_facts(preset, catalogue)
    assert page.having(data_walk=f"/{language}/examples/{preset}.json")
    assert len(facts["tricks"]) == TRICKS
    for text in (*facts["tricks"], facts["result"], facts["caption"], facts["holds"]):
        assert text in page.words
    for name in names_in(example(preset)):
        assert name in page.words
    pictured = [
        element for element in page.having(role="img") if "aria-label" in element.attributes
    ]
    trick, hand = example(preset).start.tricks[-1].cards, example(preset).start.hand
    labels = {element["aria-label"] for element in pictured}
    assert {catalogue.say(f"cards.name.{card}") for card in (*trick, *hand)} <= labels


@IN_ALL
@pytest.mark.parametrize("preset", PRESETS)
def test_the_steps_of_an_example_are_told_in_the_language_of_the_page(
    visitor: Visitor, language: str, preset: str
) -> None:
    walk = told(visitor, f"/{language}/examples/{preset}.json")
    facts: Mapping[str, Any] = example_facts(preset, Catalogue.load(language))
    *tricks, result = walk["steps"]
    assert [step["told"] for step in tricks] == [facts["start"], *facts["tricks"]]
    assert result["told"] == facts["result"]
    assert result["view"]["scores"] == list(facts["after"])
    assert all(step["caption"] for step in walk["steps"])


def test_there_is_no_example_of_a_game_that_there_is_not(visitor: Visitor) -> None:
    assert visitor.get("/en/examples/whist.json").status == 404


@IN_ALL
def test_the_tutorial_is_read_without_scripts_lesson_by_lesson(
    visitor: Visitor, language: str
) -> None:
    catalogue = Catalogue.load(language)
    page = visitor.get("/learn", {"accept-language": language})
    assert page.status == 200
    assert page.having(data_lessons=f"/{language}/lessons.json")
    course = told(visitor, f"/{language}/lessons.json")
    assert len(course["lessons"]) == len(tutorial())
    for shown in course["lessons"]:
        for part in ("progress", "title", "text", "task"):
            assert shown[part] in page.words
        for scene in shown["scenes"]:
            if "verdict" in scene:
                assert scene["verdict"]["text"] in page.words
    assert catalogue.say("learn.end.heading") in page.words
    (action,) = (element for element in page.elements if element.tag == "form")
    assert action["action"] == f"/{language}/tables"


def test_the_scenes_that_the_page_gets_are_those_of_the_lesson(visitor: Visitor) -> None:
    course = told(visitor, "/en/lessons.json")
    for taught, shown in zip(tutorial(), course["lessons"], strict=True):
        pairs = [(taught.start, shown["scenes"][0])]
        while pairs:
            scene, one = pairs.pop()
            assert one["view"]["hand"] == list(scene.view.hand)
            assert one["view"]["legal"] == list(scene.view.legal)
            assert ("verdict" in one) == bool(scene.outcome)
            assert {*one.get("plays", {})} == {*scene.plays}
            pairs += [(scene.plays[c], shown["scenes"][n]) for c, n in one.get("plays", {}).items()]
        assert len(shown["scenes"]) <= len(list(scenes(taught.start)))


def test_every_page_leads_to_the_tutorial_from_home(visitor: Visitor) -> None:
    assert visitor.get("/en/").having(href="/en/learn")


def test_a_hand_lies_as_the_client_lays_it() -> None:
    assert displayed(["2c", "Ac", "3h", "Kd", "Qs"]) == ["Qs", "3h", "Ac", "2c", "Kd"]
    assert displayed(["2d", "3h", "Qs"]) == ["3h", "Qs", "2d"]
    assert [len(row) for row in rows([*"abcdefghijklm"])] == [7, 6]
    assert rows([]) == [[]]


def test_the_moon_waxes_from_the_right() -> None:
    assert lit(Moon(0, 13, 26)) == "M0 -40A40 40 0 0 1 0 40A0.00 40 0 0 1 0 -40Z"
    assert "A20.00 40 0 0 0" in lit(Moon(0, 1, 4))
    assert "A20.00 40 0 0 1" in lit(Moon(0, 3, 4))
