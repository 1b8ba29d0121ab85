"""People gather before a game: who sits where, who begins, and what only the host may say."""

from __future__ import annotations

import pytest

from openhearts.tables import messages
from openhearts.tables.due import due
from openhearts.tables.events import (
    BotPlayer,
    GameStarted,
    HostChanged,
    Person,
    PlayerRemoved,
    SeatTaken,
)
from openhearts.tables.seating import close
from tests.tables.driver import ANN, BOB, CYD, DOT, Course, nothing_happens, refusal_of

LEAVE = messages.Leave(id="l")
START = messages.Start(id="b")


def sit(seat: int) -> messages.Sit:
    return messages.Sit(id="s", seat=seat)


def remove(seat: int) -> messages.Remove:
    return messages.Remove(id="r", seat=seat)


def hand_over(seat: int) -> messages.HandOver:
    return messages.HandOver(id="h", seat=seat)


def gathering(**words: object) -> Course:
    return Course(words, 1, gathers=True)


# -- before the first game


def test_a_table_that_gathers_waits_for_nobody_and_nothing_happens_by_itself() -> None:
    table = gathering(seats=5, level="beginner").table
    assert table.phase == "gathering"
    assert table.holders == (Person(ANN), *(BotPlayer("beginner"),) * 4)
    assert (table.to_act, due(table)) == ((), None)


def test_what_is_seen_before_the_game_is_who_sits_where_and_what_will_be_played() -> None:
    course = gathering(preset="omnibus").seat_people(BOB)
    for seat in (0, 1, None):
        view = course.view(seat)
        assert (view.phase, view.game, view.deal, view.host) == ("gathering", 0, 0, 0)
        assert [player.kind for player in view.players] == ["person", "person", "bot", "bot"]
        assert view.rules.preset == "omnibus"
        assert (view.hand, view.hand_sizes, view.tricks, view.shuffle) == ((), (), (), None)


def test_the_host_begins_with_those_who_are_here_and_bots_on_the_other_seats() -> None:
    course = gathering().seat_people(BOB, CYD)
    started = course.send(ANN, START)[0]
    assert isinstance(started, GameStarted)
    assert started.holders == (Person(ANN), Person(BOB), Person(CYD), BotPlayer("casual"))
    assert (course.table.number, course.table.phase) == (1, "passing")


def test_beginning_twice_begins_once() -> None:
    """C51."""
    course = gathering()
    course.send(ANN, START)
    assert nothing_happens(course.table, ANN, START)
    course.play(until=lambda table: table.phase == "sheet")
    assert nothing_happens(course.table, ANN, START)


@pytest.mark.parametrize("command", [START, remove(0), hand_over(1)], ids=repr)
@pytest.mark.parametrize("person", [BOB, DOT])
def test_only_the_host_begins_sends_away_and_hands_over(
    person: str, command: messages.Seating
) -> None:
    course = gathering().seat_people(BOB, CYD)
    assert refusal_of(course.table, person, command) == "not-the-host"


def test_nothing_is_played_before_the_game() -> None:
    course = gathering()
    decision = course.table.decision
    play = messages.Play(id="p", decision=decision, card="2c")
    rematch = messages.Rematch(id="p", decision=decision)
    ready = messages.Ready(id="p", decision=decision)
    for command in (play, ready, rematch):
        assert refusal_of(course.table, ANN, command) == "not-now"


# -- the host's place


def test_a_host_who_leaves_is_followed_by_the_next_person() -> None:
    course = gathering().seat_people(BOB, CYD)
    course.send(ANN, LEAVE)
    assert course.view(None).host == 1
    course.send(BOB, START)
    assert course.table.number == 1


def test_the_host_of_an_empty_table_is_who_comes_first() -> None:
    course = gathering()
    course.send(ANN, LEAVE)
    assert course.view(None).host is None
    course.send(BOB, sit(2))
    assert course.view(None).host == 2


def test_the_host_s_place_is_handed_over_to_a_person() -> None:
    course = gathering().seat_people(BOB)
    assert refusal_of(course.table, ANN, hand_over(2)) == "no-person-there"
    assert refusal_of(course.table, ANN, hand_over(4)) == "no-such-seat"
    assert nothing_happens(course.table, ANN, hand_over(0))
    assert course.send(ANN, hand_over(1)) == [HostChanged(seat=1)]
    assert refusal_of(course.table, ANN, START) == "not-the-host"
    course.send(BOB, START)


# -- sending away


def test_who_is_sent_away_is_told_and_does_not_come_back() -> None:
    """C50."""
    course = gathering().seat_people(BOB)
    assert course.send(ANN, remove(1)) == [PlayerRemoved(seat=1, level="casual")]
    assert course.table.people == (0,)
    assert refusal_of(course.table, BOB, sit(1)) == "removed"
    assert refusal_of(course.table, BOB, sit(2)) == "removed"
    assert nothing_happens(course.table, ANN, remove(1))
    play = messages.Ready(id="p", decision=course.table.decision)
    assert refusal_of(course.table, BOB, play) == "not-seated"
    course.send(ANN, START)
    assert refusal_of(course.table, BOB, sit(1)) == "removed"


def test_nobody_is_sent_away_in_the_middle_of_a_game() -> None:
    course = gathering().seat_people(BOB)
    course.send(ANN, START)
    assert refusal_of(course.table, ANN, remove(1)) == "not-now"
    course.play()
    course.send(ANN, remove(1))
    course.send(ANN, messages.Rematch(id="m", decision=course.table.decision))
    assert refusal_of(course.table, BOB, sit(1)) == "removed"


def test_the_host_sends_nobody_away_who_is_not_there_and_not_itself() -> None:
    course = gathering().seat_people(BOB)
    assert nothing_happens(course.table, ANN, remove(3))
    assert refusal_of(course.table, ANN, remove(0)) == "not-now"
    assert refusal_of(course.table, ANN, remove(5)) == "no-such-seat"


# -- the end


def test_at_a_closed_table_nothing_is_played_and_nobody_sits_down() -> None:
    course = Course({}, 1).seat_people(BOB)
    decision = course.table.decision
    course.close()
    assert close(course.table) == []
    assert (course.table.phase, course.table.to_act, due(course.table)) == ("closed", (), None)
    assert refusal_of(course.table, CYD, sit(2)) == "table-closed"
    card = messages.Pass(id="p", decision=decision, cards=course.view(0).hand[:3])
    assert refusal_of(course.table, ANN, card) == "already-decided"
    assert course.view(0).phase == "closed"


def test_people_may_still_leave_a_closed_table() -> None:
    course = Course({}, 1).seat_people(BOB)
    course.close()
    course.send(BOB, LEAVE)
    assert course.table.people == (0,)


def test_two_press_the_same_seat_and_one_gets_it() -> None:
    """C51."""
    course = gathering()
    assert course.send(BOB, sit(2)) == [SeatTaken(seat=2, person=BOB)]
    assert refusal_of(course.table, CYD, sit(2)) == "seat-taken"
