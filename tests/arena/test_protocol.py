"""The line protocol says all that a seat may know, and nothing is lost on the way."""

from __future__ import annotations

import io
import json

import pytest

from openhearts.arena import protocol
from openhearts.bots.at_random import RandomBot
from openhearts.bots.contract import random_positions
from openhearts.bots.worker import decode_action
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView

VIEWS = [position.view for seed in range(60) for position in random_positions(seed)]


def through_json(view: SeatView) -> SeatView:
    return protocol.view_of(json.loads(json.dumps(protocol.view_document(view))))


def test_a_view_comes_out_as_it_went_in() -> None:
    assert {view.phase for view in VIEWS} == {Phase.PASSING, Phase.PLAYING, Phase.CHOOSING}
    assert any(view.claim for view in VIEWS)
    for view in VIEWS:
        assert through_json(view) == view


def test_a_question_says_what_may_be_done() -> None:
    for view in VIEWS:
        document = protocol.view_document(view)
        assert document["legal"] == [str(card) for card in view.legal_cards()]
        assert document["claims"] == list(view.claims())
        assert document["moons"].keys() == view.moon_choices().keys()


def test_nothing_is_in_a_question_that_is_not_in_the_view() -> None:
    """C32: a view whose hidden cards lie otherwise makes the same question."""
    for seed in range(20):
        for position in random_positions(seed):
            other = position.with_other_hidden_cards()
            assert protocol.view_document(other.view) == protocol.view_document(position.view)


def test_a_question_says_the_seed_and_the_time_in_milliseconds() -> None:
    question = protocol.question(VIEWS[0], 7, 1.5)
    assert question == {
        "view": protocol.view_document(VIEWS[0]), "seed": 7, "milliseconds": 1500
    }  # fmt: skip


def test_a_bot_speaks_the_protocol_until_there_are_no_more_questions() -> None:
    bot, views = RandomBot(), VIEWS[:60]
    asked = [json.dumps(protocol.question(view, seed, 1)) for seed, view in enumerate(views)]
    answers = io.StringIO()
    protocol.speak(bot, "dice", io.StringIO("\n".join(asked) + "\n"), answers)
    hello, *said = answers.getvalue().splitlines()
    assert json.loads(hello) == {"protocol": 1, "name": "dice"}
    assert [decode_action(line.encode()) for line in said] == [
        bot.answer(view, seed) for seed, view in enumerate(views)
    ]


@pytest.mark.parametrize("field", ["ruleset", "hand", "tricks", "phase"])
def test_what_is_missing_in_a_view_is_an_error(field: str) -> None:
    document = protocol.view_document(VIEWS[0])
    del document[field]
    with pytest.raises(KeyError, match=field):
        protocol.view_of(document)
