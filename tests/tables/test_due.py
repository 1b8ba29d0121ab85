"""What happens by itself, and when: deals, and the turns of bots."""

from __future__ import annotations

import pytest

from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.dealing import next_deal
from openhearts.tables.due import BotsDue, DealDue, bot_seed, due
from openhearts.tables.events import DealCommitted, Dealt
from openhearts.tables.table import Table
from tests.tables.driver import ANN, BOB, CYD, DOT, Course, moon_hands, random_answer


def test_a_table_is_opened_with_its_first_deal() -> None:
    course = Course({}, 1)
    assert course.table.phase == "passing"
    assert course.table.deal is not None
    assert course.table.deal.number == 1


def test_bots_are_asked_all_at_once_while_passing() -> None:
    """C20: a person who thinks keeps no bot waiting, nor the other way round."""
    course = Course({}, 1)
    assert due(course.table) == BotsDue((1, 2, 3), course.table.decision)
    course.send(ANN, course.random_command(0))
    assert due(course.table) == BotsDue((1, 2, 3), course.table.decision)
    seat = 2
    course.act(seat, random_answer(SeatView.of(course.table.game, seat), course.random))
    assert due(course.table) == BotsDue((1, 3), course.table.decision)


def test_nothing_is_due_while_only_persons_still_pass() -> None:
    course = Course({}, 1)
    while due(course.table) is not None:
        course.happens_by_itself()
    assert course.table.phase == "passing"
    assert course.table.to_act == (0,)


def test_in_play_the_bot_on_turn_is_asked_and_a_person_is_waited_for() -> None:
    """C69: no clock runs for whoever thinks."""
    course = Course({}, 1)
    course.play(until=lambda table: table.phase == "playing")
    met: set[str] = set()
    while course.table.phase == "playing":
        (seat,) = course.table.to_act
        if seat == 0:
            assert due(course.table) is None
            met.add("person")
        else:
            assert due(course.table) == BotsDue((seat,), course.table.decision)
            met.add("bot")
        course.step()
    assert met == {"person", "bot"}


def test_a_bot_that_shot_the_moon_is_asked_to_choose_and_a_person_is_waited_for() -> None:
    words: dict[str, object] = {"passing": "none", "moon": "choice"}
    for shooter in (0, 1):
        course = Course(words, 1, moon_hands(shooter))
        course.play(until=lambda table: table.phase == "choosing")
        asked = None if shooter == 0 else BotsDue((1,), course.table.decision)
        assert due(course.table) == asked


def test_persons_alone_make_nothing_due_but_deals() -> None:
    course = Course({"target": 30}, 1).seat_people(BOB, CYD, DOT)
    while course.table.phase != "over":
        pending = due(course.table)
        assert pending is None or isinstance(pending, DealDue)
        assert (pending is None) == (course.table.phase != "sheet")
        course.step()
    assert due(course.table) is None


@pytest.mark.parametrize("seconds", [5, 30, 600])
def test_the_sheet_waits_its_time_for_those_who_still_read(seconds: int) -> None:
    course = Course({"options": {"sheet_seconds": seconds}}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    ready = messages.Ready(id="r", decision=course.table.decision)
    assert due(course.table) == DealDue(seconds)
    course.send(BOB, ready)
    assert course.view(0).to_act == (0,)
    assert due(course.table) == DealDue(seconds)
    course.send(ANN, ready)
    assert course.view(0).to_act == ()
    assert due(course.table) == DealDue(0)


def test_the_next_deal_starts_whoever_still_reads() -> None:
    """C11."""
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    assert course.table.to_act == (0, 1)
    assert course.happens_by_itself()
    assert course.table.phase == "passing"


def test_every_sheet_is_read_anew() -> None:
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    course.send(BOB, messages.Ready(id="r", decision=course.table.decision))
    course.happens_by_itself()
    assert course.view(0).ready == (False,) * 4
    course.play(until=lambda table: table.phase == "sheet")
    assert course.view(0).ready == (False,) * 4
    assert course.view(0).to_act == (0, 1)


def test_nothing_that_persons_do_makes_the_sheet_another_one_or_longer() -> None:
    """The time is counted from the decision that the sheet is; only a take-back, alone, ends it."""
    course = Course({"options": {"sheet_seconds": 40}}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    decision = course.table.decision
    leave = messages.Leave(id="l")
    for person, command in (
        (BOB, messages.Ready(id="r", decision=decision)),
        (BOB, leave),
        (BOB, messages.Sit(id="s", seat=3)),
        (CYD, messages.Sit(id="s", seat=1)),
        (CYD, messages.Ready(id="r", decision=decision)),
        (ANN, leave),
        (ANN, messages.Sit(id="s", seat=0)),
    ):
        course.send(person, command)
        assert course.table.decision == decision
        pending = due(course.table)
        assert isinstance(pending, DealDue)
        assert pending.seconds <= 40


def test_every_bot_s_decision_is_due_until_it_is_made_and_never_again() -> None:
    course = Course({"target": 40}, 2)
    asked: set[tuple[int, str]] = set()
    while course.table.phase != "over":
        pending = due(course.table)
        if isinstance(pending, BotsDue):
            seat = course.random.choice(pending.seats)
            assert (seat, pending.decision) not in asked
            asked.add((seat, pending.decision))
            course.act(seat, random_answer(SeatView.of(course.table.game, seat), course.random))
        else:
            course.step()
    assert len(asked) > 39


# -- the next deal


def test_a_deal_s_seed_is_fresh_and_is_committed_to_before_the_cards() -> None:
    course = Course({"target": 200}, 3).play()
    committed = [event for event in course.events if isinstance(event, DealCommitted)]
    assert len(committed) > 3
    assert len({event.seed for event in committed}) == len(committed)
    assert {len(bytes.fromhex(event.seed)) for event in committed} == {32}
    assert [event.deal for event in committed] == list(range(1, len(committed) + 1))


def test_next_deal_takes_its_chance_from_its_argument_alone() -> None:
    """C37, C38: 256 bits a deal, and nothing else that could steer it."""
    course = Course({}, 3)
    course.play(until=lambda table: table.phase == "sheet")
    asked: list[int] = []

    def entropy(count: int) -> bytes:
        asked.append(count)
        return bytes(range(count))

    one, two = next_deal(course.table, entropy), next_deal(course.table, entropy)
    assert one == two
    assert asked == [32, 32]
    assert [type(event) for event in one] == [DealCommitted, Dealt]


# -- the seeds of bots


def test_bots_seeds_differ_by_seat_decision_and_table() -> None:
    seeds: set[int] = set()
    decisions = 0
    for number in range(3):
        course = Course({"target": 30}, number)
        known = ""
        while course.table.phase != "over":
            if course.table.decision != known and course.table.phase != "sheet":
                known = course.table.decision
                decisions += 1
                seeds |= {bot_seed(course.table, seat) for seat in range(4)}
            course.step()
    assert len(seeds) == 4 * decisions


def test_a_bot_s_seed_depends_on_neither_the_cards_nor_the_deal_s_seed() -> None:
    """C36: a bot draws from a stream of its own."""
    course = Course({}, 5)
    other = Course({}, 5, moon_hands(1))
    assert course.table.deal != other.table.deal
    assert bot_seed(course.table, 1) == bot_seed(other.table, 1)
    assert not shares_a_secret(course.table)


def shares_a_secret(table: Table) -> bool:
    return table.bot_secret in table.seeds
