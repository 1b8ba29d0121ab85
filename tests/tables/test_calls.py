"""Whom a slow game calls back, and how little that says."""

from __future__ import annotations

from openhearts.tables.calls import Call, calls
from openhearts.tables.options import DAY
from openhearts.tables.table import Table
from tests.tables.driver import ANN, BOB, Course

SLOW = {"clock_seconds": DAY, "reserve_seconds": 0}


def slow(**options: int) -> Course:
    return Course({"options": SLOW | options, "target": 1000}, 3).seat_people(BOB)


def anns_turn(table: Table) -> bool:
    return table.phase == "playing" and table.to_act == (0,)


def test_the_persons_are_called_for_whom_it_waits() -> None:
    course = slow()
    decision = course.table.decision
    assert calls(course.table) == [Call(person, decision, "passing", DAY) for person in (ANN, BOB)]
    course.send(ANN, course.random_command(0))
    assert [call.person for call in calls(course.table)] == [BOB]


def test_each_turn_has_a_name_of_its_own() -> None:
    course = slow().play(until=anns_turn)
    (first,) = calls(course.table)
    assert (first.person, first.phase) == (ANN, "playing")
    course.send(ANN, course.random_command(0))
    course.play(until=anns_turn)
    (second,) = calls(course.table)
    assert second.person == ANN
    assert second.decision != first.decision


def test_how_long_there_is_to_think_counts_the_reserve() -> None:
    course = slow(reserve_seconds=DAY).play(until=anns_turn)
    assert [call.seconds for call in calls(course.table)] == [2 * DAY]


def test_nobody_is_called_to_read_the_score_sheet() -> None:
    assert calls(slow().play(until=lambda table: table.phase == "sheet").table) == []


def test_a_quick_game_calls_nobody() -> None:
    for clock in (0, 180):
        assert calls(slow(clock_seconds=clock).table) == []
