"""What is marked as not done by the person whose cards they are: by the clock, or by a bot."""

from __future__ import annotations

from openhearts.tables import messages
from openhearts.tables.table import Table
from openhearts.tables.views import Surroundings, table_view
from tests.tables.driver import ANN, BOB, Course

CLOCK = {"options": {"clock_seconds": 30, "reserve_seconds": 60, "older_tricks": True}}


def bob_plays_next(table: Table) -> bool:
    return table.phase == "playing" and table.to_act == (1,)


def test_what_the_clock_does_for_a_person_is_marked_for_everybody() -> None:
    """C43: the pass, and each card; not what the person plays after that, nor what bots do."""
    course = Course(CLOCK, 4).seat_people(BOB)
    course.time_out(1)
    assert course.view(0).passed_automatically == (1,)
    course.play(until=bob_plays_next)
    marked = course.table.deal
    assert marked is not None
    number = len(marked.tricks)
    course.time_out(1)
    course.play(until=lambda t: t.deal is not None and len(t.deal.tricks) == number + 1)
    for viewer in (0, 2, None):
        assert course.view(viewer).tricks[-1].automatic == (1,)
        assert course.view(viewer).passed_automatically == (1,)
    course.play(until=lambda t: t.deal is not None and len(t.deal.tricks) == number + 2)
    assert course.view(0).tricks[-1].automatic == ()
    course.play(until=lambda t: t.game.next_number == 3)
    assert course.view(0).passed_automatically == ()


def test_a_card_that_is_taken_back_is_marked_no_more() -> None:
    course = Course({**CLOCK, "passing": "none"}, 4).seat_people(BOB)
    course.play(until=bob_plays_next)
    course.time_out(1)
    asked = messages.TakeBack(id="c", decision=course.table.decision)
    course.send(BOB, asked)
    request = course.view(0).take_back
    assert request is not None
    course.send(ANN, messages.AnswerTakeBack(id="c", request=request.request, agrees=True))
    assert course.table.automatic == frozenset()


def test_who_was_away_is_told_what_a_bot_has_played_meanwhile_and_nobody_else_is() -> None:
    """C47."""
    course = Course({"passing": "none"}, 4).seat_people(BOB)
    course.play(until=bob_plays_next)
    course.play(until=lambda t: t.to_act != (1,)).stand_in(1)
    own = set(course.view(1).hand)
    course.play(until=lambda t: len(t.deal.hands[1]) == 10 if t.deal else False)
    view = course.view(1)
    assert set(view.played_for_me) == own - set(view.hand)
    assert course.view(0).played_for_me == ()
    course.send(BOB, messages.ComeBack(id="c"))
    assert course.view(1).played_for_me == ()


def test_the_reserve_is_told_beside_the_time_that_is_left() -> None:
    course = Course(CLOCK, 4).seat_people(BOB)
    around = Surroundings(lambda _: (None, True), seconds_left={1: 75.0})
    player = table_view(course.table, "table7", 0, around).players[1]
    assert (player.seconds_left, player.reserve_left) == (75.0, 60.0)
    assert course.view(0).players[1].reserve_left is None
