"""A bot plays for a person who is away, says so, and gives the seat back when it is asked for."""

from __future__ import annotations

from openhearts.tables import messages
from openhearts.tables.due import BotsDue, DealDue, due
from openhearts.tables.events import BotStoodIn, PlayerCameBack
from openhearts.tables.seating import stand_in
from openhearts.tables.table import Table
from tests.tables.driver import ANN, BOB, CYD, Course, nothing_happens, refusal_of

BACK = messages.ComeBack(id="b")


def bobs_turn(table: Table) -> bool:
    return table.phase == "playing" and table.to_act == (1,)


def with_bob_away() -> Course:
    course = Course({}, 3).seat_people(BOB).play(until=bobs_turn)
    return course.stand_in(1)


def test_a_bot_stands_in_where_the_table_waits_for_somebody() -> None:
    """C47, C48: and nowhere else."""
    course = Course({}, 3).seat_people(BOB).play(until=bobs_turn)
    assert stand_in(course.table, 0) == []
    assert stand_in(course.table, 2) == []
    assert stand_in(course.table, 1) == [BotStoodIn(seat=1)]


def test_the_seat_stays_its_person_s_and_a_bot_acts_there() -> None:
    """C47: everybody sees it."""
    course = with_bob_away()
    pending = due(course.table)
    assert isinstance(pending, BotsDue)
    assert pending.seats == (1,)
    assert course.table.seat_of(BOB) == 1
    for seat in (0, 1, None):
        player = course.view(seat).players[1]
        assert (player.kind, player.name, player.stand_in) == ("person", "Bob", True)
        assert player.level == "casual"


def test_whose_seat_it_is_sees_the_hand_and_plays_nothing_meanwhile() -> None:
    course = with_bob_away()
    view = course.view(1)
    assert view.hand
    assert (view.legal, view.refusals, view.claims) == ((), {}, ())
    card = messages.Play(id="p", decision=view.decision, card=view.hand[0])
    assert refusal_of(course.table, BOB, card) == "stand-in-plays"


def test_who_comes_back_plays_from_the_next_decision_on() -> None:
    """C44, C47."""
    course = with_bob_away()
    assert course.happens_by_itself()  # the bot's card
    assert course.send(BOB, BACK) == [PlayerCameBack(seat=1)]
    assert nothing_happens(course.table, BOB, BACK)
    course.play(until=bobs_turn)
    assert course.view(1).legal
    assert due(course.table) is None


def test_a_table_at_which_bots_stand_in_for_all_sleeps() -> None:
    course = with_bob_away()
    course.stand_in(0)
    assert due(course.table) is None
    course.send(ANN, BACK)
    assert isinstance(due(course.table), BotsDue)


def test_the_sheet_waits_for_nobody_who_is_away() -> None:
    course = with_bob_away()
    course.play(until=lambda table: table.phase == "sheet")
    assert course.table.to_act == (0,)
    course.send(ANN, course.random_command(0))
    assert due(course.table) == DealDue(0)


def test_the_stand_in_s_cards_are_a_bot_s_in_the_record_and_no_lapses() -> None:
    course = with_bob_away()
    course.happens_by_itself()
    assert course.table.lapses == (0, 0, 0, 0)


def test_a_seat_that_is_left_needs_no_stand_in_any_more() -> None:
    course = with_bob_away()
    course.send(BOB, messages.Leave(id="l"))
    assert course.table.stand_ins == frozenset()
    course.send(CYD, messages.Sit(id="s", seat=1))
    assert course.view(1).legal


def test_whoever_was_away_when_a_game_ended_is_away_in_the_next() -> None:
    course = Course({"target": 1}, 3).seat_people(BOB).play(until=bobs_turn).stand_in(1)
    course.play()
    course.send(ANN, messages.Rematch(id="m", decision=course.table.decision))
    assert course.table.stand_ins == {1}
    assert course.view(0).players[1].stand_in
