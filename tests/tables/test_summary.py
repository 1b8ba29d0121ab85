"""A table in a line of a list: what its own persons may know of it."""

from __future__ import annotations

import pytest

from openhearts.tables import messages
from openhearts.tables.summary import TableSummary, summarise
from tests.tables.driver import ANN, BOB, CYD, Course


def summary_of(course: Course, person: str) -> TableSummary:
    return TableSummary.read(summarise(course.table, "table7"), person, 1234)


def test_a_summary_says_which_game_and_how_it_stands() -> None:
    course = Course({"preset": "omnibus", "target": 70}, 2).seat_people(BOB)
    course.play(until=lambda table: table.phase == "playing" and table.game.next_number == 4)
    found = summary_of(course, ANN)
    assert (found.id, found.preset, found.target, found.deal) == ("table7", "omnibus", 70, 3)
    assert (found.phase, found.changed_at) == ("playing", 1234)
    assert found.scores == course.table.game.scores
    assert found.to_act == course.table.to_act


def test_each_person_is_told_its_own_seat_and_turn() -> None:
    course = Course({}, 2).seat_people(BOB)
    course.send(ANN, course.random_command(0))
    ann, bob, cyd = (summary_of(course, person) for person in (ANN, BOB, CYD))
    assert (ann.seat, bob.seat, cyd.seat) == (0, 1, None)
    assert (ann.my_turn, bob.my_turn, cyd.my_turn) == (False, True, False)
    assert (ann.others, bob.others, cyd.others) == (1, 1, 2)


@pytest.mark.parametrize("phase", ["passing", "playing", "sheet", "over"])
def test_it_is_somebody_s_turn_exactly_while_the_table_waits_for_it(phase: str) -> None:
    course = Course({"target": 30}, 2).play(until=lambda table: table.phase == phase)
    assert summary_of(course, ANN).my_turn == (0 in course.table.to_act)
    if phase == "sheet":
        course.send(ANN, messages.Ready(id="r", decision=course.table.decision))
        assert not summary_of(course, ANN).my_turn


def test_a_summary_holds_no_card_and_no_secret() -> None:
    """C41: it is stored beside the log and read for lists."""
    course = Course({}, 2).seat_people(BOB)
    course.play(until=lambda table: table.phase == "playing")
    text = summarise(course.table, "table7")
    deal = course.table.deal
    assert deal is not None
    assert course.table.bot_secret not in text
    assert not any(seed in text for seed in course.table.seeds)
    assert not any(f'"{card}"' in text or str(hand) in text for hand in deal.hands for card in hand)
