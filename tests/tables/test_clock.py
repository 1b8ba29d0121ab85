"""The clock of a decision: a time for each, a reserve, the others' patience, a neutral rule."""

from __future__ import annotations

import pytest

from openhearts.bots.fallback import fallback_action
from openhearts.rules.actions import PassCards, PlayCard
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.clock import seconds_allowed, time_out, time_spent, timed_seats
from openhearts.tables.events import (
    BotStoodIn,
    CardPlayed,
    CardsPassed,
    ReserveSpent,
    TimeGiven,
)
from openhearts.tables.table import Table
from tests.tables.driver import ANN, BOB, CYD, Course, nothing_happens, refusal_of

CLOCK = {"clock_seconds": 30, "reserve_seconds": 60}


def anns_turn(table: Table) -> bool:
    return table.phase == "playing" and table.to_act == (0,)


def timed(**options: int) -> Course:
    course = Course({"options": CLOCK | options, "target": 1000}, 3).seat_people(BOB)
    return course.play(until=anns_turn)


def test_without_the_option_no_clock_runs() -> None:
    course = Course({}, 3).seat_people(BOB)
    assert timed_seats(course.table) == ()
    give = messages.GiveTime(id="g", decision=course.table.decision, seat=0)
    assert refusal_of(course.table, BOB, give) == "no-clock"


def test_the_clocks_of_those_run_for_whom_the_table_waits_and_who_are_people() -> None:
    course = Course({"options": CLOCK}, 3).seat_people(BOB)
    assert timed_seats(course.table) == (0, 1)
    course.send(ANN, course.random_command(0))
    assert timed_seats(course.table) == (1,)
    course.play(until=lambda table: table.phase == "sheet")
    assert timed_seats(course.table) == ()


def test_the_reserve_is_what_a_decision_may_take_beyond_its_time() -> None:
    course = timed()
    assert seconds_allowed(course.table, 0) == 90
    assert time_spent(course.table, 0, 29.9) == []
    spent = time_spent(course.table, 0, 42.5)
    assert spent == [ReserveSpent(seat=0, milliseconds=12_500)]
    course.happens(spent)
    assert seconds_allowed(course.table, 0) == 77.5
    assert seconds_allowed(course.table, 1) == 90
    assert time_spent(course.table, 0, 1000) == [ReserveSpent(seat=0, milliseconds=47_500)]


def test_the_reserve_is_for_a_whole_game() -> None:
    course = timed()
    course.happens(time_spent(course.table, 0, 50))
    deal = course.table.deal
    course.play(until=lambda table: anns_turn(table) and table.deal.number > deal.number)  # type: ignore[union-attr]
    assert seconds_allowed(course.table, 0) == 70


def test_when_the_time_is_up_a_rule_acts_that_tells_nobody_anything() -> None:
    """C43: the lowest legal card by rank; in the pass the three lowest; marked as automatic."""
    course = timed(reserve_seconds=0)
    action = fallback_action(SeatView.of(course.table.game, 0))
    assert isinstance(action, PlayCard)
    events = time_out(course.table, 0)
    assert events == [CardPlayed(seat=0, card=str(action.card), automatic=True)]
    course = Course({"options": CLOCK}, 3).seat_people(BOB)
    action = fallback_action(SeatView.of(course.table.game, 1))
    assert isinstance(action, PassCards)
    spent, passed = time_out(course.table, 1)
    assert spent == ReserveSpent(seat=1, milliseconds=60_000)
    cards = tuple(map(str, action.cards))
    assert passed == CardsPassed(seat=1, cards=cards, automatic=True)


def test_the_third_time_a_bot_stands_in() -> None:
    """C43."""
    course = timed(reserve_seconds=0)
    for lapses in (1, 2, 3):
        events = course.happens(time_out(course.table, 0))
        assert isinstance(events[-1], BotStoodIn) == (lapses == 3)
        assert course.table.lapses[0] == lapses
        if lapses < 3:
            course.play(until=anns_turn)
    assert timed_seats(course.table) != (0,)
    assert course.view(0).players[0].stand_in
    course.send(ANN, messages.ComeBack(id="b"))
    assert not course.view(0).players[0].stand_in


def test_in_a_new_game_lapses_and_reserves_begin_anew() -> None:
    course = Course({"options": CLOCK, "target": 1}, 3).seat_people(BOB).play(until=anns_turn)
    course.happens(time_out(course.table, 0))
    assert (course.table.lapses[0], course.table.reserves[0]) == (1, 0)
    course.play()
    course.send(ANN, messages.Rematch(id="m", decision=course.table.decision))
    assert (course.table.lapses[0], course.table.reserves[0]) == (0, 60_000)


def test_the_others_let_somebody_think_once_a_decision_each() -> None:
    """C51."""
    course = timed()
    course.send(CYD, messages.Sit(id="s", seat=2))
    give = messages.GiveTime(id="g", decision=course.table.decision, seat=0)
    assert course.send(BOB, give) == [TimeGiven(giver=1, seat=0, seconds=30)]
    assert nothing_happens(course.table, BOB, give)
    course.send(CYD, give)
    assert seconds_allowed(course.table, 0) == 150
    assert time_spent(course.table, 0, 89) == []
    assert course.send(ANN, course.random_command(0))
    course.play(until=anns_turn)
    assert seconds_allowed(course.table, 0) == 90


@pytest.mark.parametrize("seat", [1, 2])
def test_time_is_given_to_another_person_whose_clock_runs(seat: int) -> None:
    course = timed()
    give = messages.GiveTime(id="g", decision=course.table.decision, seat=seat)
    assert refusal_of(course.table, BOB, give) == "not-now"
    assert refusal_of(course.table, CYD, give) == "not-seated"


def test_who_is_late_is_told_that_it_is_decided() -> None:
    course = timed(reserve_seconds=0)
    command = course.random_command(0)
    course.happens(time_out(course.table, 0))
    assert refusal_of(course.table, ANN, command) in ("already-decided", "not-your-turn")
