"""The page of the arena shows what is really written and asked."""

from __future__ import annotations

import json
import re
from typing import Any

from openhearts.arena import protocol
from openhearts.arena.blocks import Answers, Block, Result
from openhearts.arena.match import Match
from openhearts.arena.statistics import Summary
from openhearts.bots.worker import decode_action
from openhearts.rules.legal import legal_cards
from openhearts.rules.ruleset import Ruleset
from tests.arena.programs import EXAMPLE
from tests.docs.pages import DOCS, text_of

PAGE = text_of(DOCS / "arena.md")


def shown() -> list[dict[str, Any]]:
    """The objects on the page, in their order; those in a list are indented."""
    block = re.compile(r"^ *```json\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
    return [json.loads(text) for text in block.findall(PAGE)]


SUMMARY, HELLO, QUESTION, ANSWER = shown()


def test_the_summary_has_the_fields_of_one() -> None:
    match = Match(("a", "b"), Ruleset(), 1, 1, pairs=True)
    own = Answers(1, 1.0, {})
    block = Block(0, tuple(Result((0,) * 4, (0,) * 4) for _ in match.seatings), (own, own))
    assert list(SUMMARY) == list(Summary.of(match, [block]).to_document())
    whole = Match(("a", "b"), Ruleset(), 1, 1, whole_games=True)
    block = Block(0, block.results[:4], block.answers)
    for field in Summary.of(whole, [block]).to_document():
        assert f"`{field}`" in PAGE or field in SUMMARY


def test_the_hello_is_one() -> None:
    assert protocol.hello(HELLO["name"]) == HELLO
    assert HELLO["name"] in text_of(EXAMPLE)


def test_the_question_is_one() -> None:
    view = protocol.view_of(QUESTION["view"])
    asked = protocol.question(view, QUESTION["seed"], QUESTION["milliseconds"] / 1_000)
    assert asked == QUESTION
    assert list(asked["view"]) == list(QUESTION["view"])
    assert view.trick is not None
    assert view.legal_cards() == legal_cards(view.ruleset, view.hand, view.trick, view.played)
    card = decode_action(json.dumps(ANSWER).encode())
    assert str(card) == f"play {QUESTION['view']['legal'][0]}"


def test_every_field_of_a_view_is_explained() -> None:
    explained = set(
        re.findall(r"`(\w+)`", PAGE.partition("| in a view")[2].partition("\nA card")[0])
    )
    assert set(QUESTION["view"]) <= explained
