"""Coming and going: persons take bots' seats, and bots take theirs when they leave."""

from __future__ import annotations

import pytest

from openhearts.tables import messages
from openhearts.tables.due import BotsDue, DealDue, due
from openhearts.tables.events import (
    BotPlayer,
    BotStoodIn,
    CardPlayed,
    CardsPassed,
    Person,
    PlayerCameBack,
    SeatLeft,
    SeatTaken,
    SheetRead,
)
from openhearts.tables.fold import apply
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.seating import UNDER_WAY, come_to
from openhearts.tables.table import Table
from tests.strategies import random_hands
from tests.tables.driver import ANN, BOB, CYD, DOT, Course, moon_hands, nothing_happens, refusal_of

LEAVE = messages.Leave(id="l")


def sit(seat: int) -> messages.Sit:
    return messages.Sit(id="s", seat=seat)


# -- sitting down


def test_a_table_opens_with_its_host_on_seat_0_and_bots_on_the_others() -> None:
    course = Course({"seats": 5, "level": "beginner"}, 1)
    assert course.table.holders == (Person(ANN), *(BotPlayer("beginner"),) * 4)
    kinds = [(player.kind, player.name, player.level) for player in course.view(0).players]
    assert kinds == [("person", "Ann", None), *[("bot", None, "beginner")] * 4]


def test_a_second_person_takes_a_bot_s_seat() -> None:
    course = Course({}, 1)
    assert course.send(BOB, sit(2)) == [SeatTaken(seat=2, person=BOB)]
    assert course.table.people == (0, 2)
    assert course.table.seat_of(BOB) == 2
    assert course.view(0).players[2].name == "Bob"
    assert course.view(0).players[2].kind == "person"


def test_sitting_down_twice_is_done_once() -> None:
    """C51."""
    course = Course({}, 1)
    course.send(BOB, sit(2))
    assert nothing_happens(course.table, BOB, sit(2))
    course.play(until=lambda table: table.phase == "sheet")
    assert nothing_happens(course.table, BOB, sit(2))


def test_a_seat_is_taken_once() -> None:
    """C51: two persons press it at once; the second is told."""
    course = Course({}, 1)
    course.send(BOB, sit(2))
    assert refusal_of(course.table, CYD, sit(2)) == "seat-taken"
    assert refusal_of(course.table, CYD, sit(0)) == "seat-taken"
    assert course.send(CYD, sit(1)) == [SeatTaken(seat=1, person=CYD)]


def test_nobody_holds_two_seats() -> None:
    course = Course({}, 1)
    assert refusal_of(course.table, ANN, sit(1)) == "already-seated"


@pytest.mark.parametrize(("seats", "seat"), [(3, 3), (4, 4), (4, 5), (5, 5)])
def test_a_seat_that_the_table_does_not_have_is_refused(seats: int, seat: int) -> None:
    course = Course({"seats": seats}, 1)
    assert refusal_of(course.table, BOB, sit(seat)) == "no-such-seat"


# -- leaving


def test_who_leaves_is_followed_by_a_bot_of_the_table_s_level() -> None:
    course = Course({"level": "beginner"}, 1).seat_people(BOB)
    assert course.send(BOB, LEAVE) == [SeatLeft(seat=1, level="beginner")]
    assert course.table.holders[1] == BotPlayer("beginner")
    assert course.view(0).players[1].kind == "bot"


def test_leaving_twice_is_done_once() -> None:
    """C51."""
    course = Course({}, 1).seat_people(BOB)
    course.send(BOB, LEAVE)
    assert nothing_happens(course.table, BOB, LEAVE)
    assert nothing_happens(course.table, CYD, LEAVE)


def test_who_has_left_decides_nothing_more() -> None:
    """C50."""
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "passing")
    command = course.random_command(1)
    course.send(BOB, LEAVE)
    assert refusal_of(course.table, BOB, command) == "not-seated"


def test_who_leaves_may_come_back() -> None:
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "playing")
    hand = course.view(1).hand
    course.send(BOB, LEAVE)
    course.send(BOB, sit(1))
    assert course.view(1).hand == hand
    course.play()


def test_the_host_may_leave_and_the_others_play_on() -> None:
    course = Course({"target": 30}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "playing")
    course.send(ANN, LEAVE)
    course.play()
    assert course.table.people == (1,)


@pytest.mark.parametrize("phase", ["passing", "playing", "sheet", "over"])
def test_a_table_without_persons_sleeps_and_wakes_where_it_was(phase: str) -> None:
    course = Course({"target": 30}, 1).play(until=lambda table: table.phase == phase)
    before = course.table
    course.send(ANN, LEAVE)
    assert due(course.table) is None
    assert not course.step()
    course.send(ANN, sit(0))
    assert course.table.game == before.game
    assert course.table.decision == before.decision
    assert due(course.table) == due(before)
    course.play()


# -- taking over in the middle


def test_a_person_sees_what_the_bot_on_that_seat_has_already_passed() -> None:
    """The bot's pass stands: it is one choice of the seat, made once."""
    course = Course({}, 1)
    course.happens_by_itself()
    ((seat, _),) = course.table.actions
    course.send(BOB, sit(seat))
    view = course.view(seat)
    assert view.phase == "passing"
    assert seat not in view.to_act
    assert len(view.given) == 3
    assert set(view.given) <= set(view.hand)
    hand = [card for card in view.hand if card not in view.given]
    another = messages.Pass(id="p", decision=view.decision, cards=tuple(hand[:3]))
    assert refusal_of(course.table, BOB, another) in ("already-passed", "already-decided")
    course.play(until=lambda table: table.phase == "playing")
    assert not set(view.given) & set(course.view(seat).hand)


def test_a_person_passes_where_the_bot_had_not_yet() -> None:
    course = Course({}, 1)
    course.play(until=lambda table: table.phase == "passing")
    course.send(BOB, sit(3))
    assert isinstance(pending := due(course.table), BotsDue)
    assert pending.seats == (1, 2)
    events = course.send(BOB, course.random_command(3))
    assert [type(event) for event in events] == [CardsPassed]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_person_takes_over_in_the_middle_of_a_trick(seat: int) -> None:
    course = Course({}, 1)
    course.play(
        until=lambda table: bool(
            table.deal and table.deal.tricks[2:] and table.deal.trick and table.deal.trick.cards
        )
    )
    before = course.view(None)
    course.send(BOB, sit(seat))
    view = course.view(seat)
    assert (view.trick, view.tricks, view.to_act) == (before.trick, before.tricks, before.to_act)
    assert view.decision == before.decision
    assert len(view.hand) == before.hand_sizes[seat]
    while seat not in course.table.to_act and course.table.phase == "playing":
        course.step()
    assert due(course.table) is None, "the bot's turn is the person's now"
    events = course.send(BOB, course.random_command(seat))
    assert len(events) == 1
    course.play(until=lambda table: table.phase == "sheet")


def test_a_person_takes_the_shooter_s_seat_and_its_choice() -> None:
    course = Course({"passing": "none", "moon": "choice"}, 1, moon_hands(2))
    course.play(until=lambda table: table.phase == "choosing")
    course.send(BOB, sit(2))
    assert due(course.table) is None
    view = course.view(2)
    assert set(view.moon_choices) == {"add", "subtract"}
    course.send(BOB, messages.ChooseMoon(id="m", decision=view.decision, moon="subtract"))
    assert course.view(0).scores == (0, 0, -26, 0)


def test_a_person_who_sits_down_at_the_sheet_reads_it_too() -> None:
    course = Course({}, 1)
    course.play(until=lambda table: table.phase == "sheet")
    course.send(ANN, messages.Ready(id="r", decision=course.table.decision))
    assert due(course.table) == DealDue(0)
    course.send(BOB, sit(1))
    assert course.table.to_act == (1,)
    assert due(course.table) == DealDue(30)
    course.send(BOB, LEAVE)
    assert due(course.table) == DealDue(0)


@pytest.mark.parametrize("next_person", [BOB, CYD])
def test_whoever_sits_down_where_somebody_was_ready_may_be_ready_in_turn(next_person: str) -> None:
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    ready = messages.Ready(id="r", decision=course.table.decision)
    course.send(BOB, ready)
    course.send(BOB, LEAVE)
    course.send(next_person, sit(1))
    assert 1 in course.table.to_act
    assert course.send(next_person, ready) == [SheetRead(seat=1)]
    assert 1 not in course.table.to_act


def test_a_person_who_sits_down_after_the_game_plays_in_the_next() -> None:
    course = Course({"target": 5}, 1).play()
    course.send(BOB, sit(3))
    course.send(ANN, messages.Rematch(id="r", decision=course.table.decision))
    assert course.table.holders[3] == Person(BOB)
    course.play()


# -- one hand a deal


@pytest.mark.parametrize("phase", ["passing", "playing"])
def test_nobody_looks_into_two_hands_of_a_deal(phase: str) -> None:
    """C42: one leaves one seat and sits down on another, and knows what both hold."""
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == phase and bool(table.actions))
    course.send(ANN, LEAVE)
    for seat in (2, 3):
        assert refusal_of(course.table, ANN, sit(seat)) == "saw-another-hand"
    assert course.send(ANN, sit(0))
    course.send(ANN, LEAVE)
    course.play(until=lambda table: table.phase == "sheet")
    course.send(ANN, sit(2))
    course.play(until=lambda table: table.phase == "passing")
    assert course.table.seat_of(ANN) == 2


def test_who_came_later_is_held_to_its_first_seat_of_the_deal_too() -> None:
    course = Course({}, 1)
    course.play(until=lambda table: table.phase == "playing")
    course.send(BOB, sit(2))
    course.send(BOB, LEAVE)
    assert refusal_of(course.table, BOB, sit(1)) == "saw-another-hand"
    course.send(CYD, sit(1))
    assert course.send(BOB, sit(2))


def test_a_new_deal_is_a_new_hand() -> None:
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: bool(table.game.earlier))
    course.send(BOB, LEAVE)
    course.send(BOB, sit(1))
    course.send(BOB, LEAVE)
    assert refusal_of(course.table, BOB, sit(3)) == "saw-another-hand"
    deal = course.table.deal
    assert deal is not None
    course.play(
        until=lambda table: table.game.next_number == deal.number + 2 and bool(table.actions)
    )
    assert course.send(BOB, sit(3))


def test_a_take_back_does_not_make_one_forget_a_hand() -> None:
    course = Course({}, 1)
    course.play(until=lambda table: len(table.actions) > 20)
    course.send(BOB, sit(2))
    course.send(BOB, LEAVE)
    for _ in range(3):
        course.send(ANN, messages.TakeBack(id="t", decision=course.table.decision))
    assert refusal_of(course.table, BOB, sit(1)) == "saw-another-hand"


def test_one_s_own_decisions_are_those_since_one_sat_down_last() -> None:
    course = Course({}, 1)
    course.play(until=lambda table: len(table.actions) > 30)
    course.send(BOB, sit(2))
    course.send(BOB, LEAVE)
    while len(course.table.actions) > 12:
        course.send(ANN, messages.TakeBack(id="t", decision=course.table.decision))
    course.send(BOB, sit(2))
    course.send(ANN, LEAVE)
    assert not course.view(2).can_take_back
    start = len(course.table.actions)

    def has_played(table: Table) -> bool:
        return any(seat == 2 for seat, _ in table.actions[start:])

    course.play(until=has_played)
    assert course.view(2).can_take_back


@pytest.mark.parametrize("seed", range(4))
def test_a_game_survives_people_coming_and_going_at_any_moment(seed: int) -> None:
    course = Course({"target": 60, "moon": "choice"}, seed, random_hands)
    random, persons = course.random, (ANN, BOB, CYD)
    for _ in range(500):
        table = course.table
        person = random.choice(persons)
        if random.random() < 0.2:
            seat = table.seat_of(person)
            wanted = random.randrange(4)
            if seat is not None:
                course.send(person, LEAVE)
            elif refused(course, person, wanted) is None:
                course.send(person, sit(wanted))
        else:
            course.step()
        assert course.table.people == tuple(
            place for place, holder in enumerate(course.table.holders) if isinstance(holder, Person)
        )
        seats = [course.table.seat_of(who) for who in persons]
        taken = [seat for seat in seats if seat is not None]
        assert len(set(taken)) == len(taken)
    played = [event for event in course.events if isinstance(event, CardPlayed)]
    assert len(played) > 50


def refused(course: Course, person: str, wanted: int) -> str | None:
    """Why ``person`` may not sit there now, worked out from outside."""
    table = course.table
    if isinstance(table.holders[wanted], Person):
        return "seat-taken"
    if table.phase in UNDER_WAY and table.hands_seen(person) - {wanted}:
        return "saw-another-hand"
    return None


# -- coming to play, as whoever opens the link of a chair does


def test_who_comes_sits_down_on_the_usual_seat_else_on_any_that_is_free() -> None:
    course = Course({}, 2)
    assert come_to(course.table, BOB, 2) == [SeatTaken(seat=2, person=BOB)]
    course.send(CYD, sit(2))
    assert come_to(course.table, BOB, 2) == [SeatTaken(seat=1, person=BOB)]


def test_who_has_a_seat_stays_there_and_takes_it_back_from_a_stand_in() -> None:
    course = Course({"passing": "none"}, 2).seat_people(BOB)
    assert come_to(course.table, BOB, 3) == []
    stood_in = apply(course.table, BotStoodIn(seat=1))
    assert come_to(stood_in, BOB, 3) == [PlayerCameBack(seat=1)]


def test_who_finds_no_seat_is_refused() -> None:
    course = Course({"seats": 3}, 2).seat_people(BOB, CYD)
    with pytest.raises(TableRefusal, match="seat-taken"):
        come_to(course.table, DOT, 1)
