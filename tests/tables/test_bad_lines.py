"""Whole games over a bad line: copies that come late, and in any order, change nothing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from openhearts.tables import messages
from openhearts.tables.events import CardsPassed, Event
from openhearts.tables.fold import apply, fold
from openhearts.tables.handle import handle
from openhearts.tables.table import Table
from tests.strategies import random_hands
from tests.tables.driver import ANN, BOB, CYD, DOT, Course, nothing_happens, refusal_of

FOUR = (ANN, BOB, CYD, DOT)

Step = tuple[str, messages.Deciding] | list[Event]
"""What a person sent, or what happened by itself."""


def a_recorded_game(seed: int) -> tuple[Table, list[Step], list[Event]]:
    """A game of four persons: the table when all sat, every step, and all its events."""
    course = Course({"target": 30, "moon": "choice"}, seed, random_hands).seat_people(BOB, CYD, DOT)
    opening, events, steps = course.table, list(course.events), list[Step]()
    while course.table.phase != "over" or course.table.number == 1:
        persons = course.table.to_act or ((1,) if course.table.phase == "over" else ())
        before = len(course.events)
        if persons:
            seat = course.random.choice(persons)
            rematch = messages.Rematch(id="c", decision=course.table.decision)
            over = course.table.phase == "over"
            command = rematch if over else course.random_command(seat)
            course.send(FOUR[seat], command)
            steps.append((FOUR[seat], command))
        else:
            course.happens_by_itself()
            steps.append(course.events[before:])
        events += course.events[before:]
    return opening, steps, events


@pytest.mark.parametrize("seed", range(3))
def test_a_thousand_repeats_and_late_copies_leave_the_log_as_it_is(seed: int) -> None:
    """C51: old commands in any order, at any moment, and other answers to old decisions."""
    table, steps, expected = a_recorded_game(seed)
    random = Random(seed)
    log = expected[: table.version]
    sent: list[tuple[str, messages.Deciding]] = []
    copies = refused = 0
    for step in steps:
        for person, command in random.choices(sent, k=5) if sent else ():
            copies += 1
            copy = another_answer(command, random) if random.randrange(3) == 0 else command
            if not nothing_happens(table, person, copy):
                assert refusal_of(table, person, copy) == "already-decided"
                refused += 1
        if isinstance(step, list):
            events = step
        else:
            sent.append(step)
            person, command = step
            events = handle(table, person, command, Random(0).randbytes)
            if isinstance(command, messages.Rematch):
                events = expected[table.version : table.version + len(events)]
        for event in events:
            table = apply(table, event)
        log += events
    assert copies > 1000
    assert 0 < refused < copies
    assert log == expected


def another_answer(command: messages.Deciding, random: Random) -> messages.Deciding:
    """What a second tab might have answered instead."""
    match command:
        case messages.Play():
            return msgspec.structs.replace(command, card=random.choice(["2c", "Qs", "Ah", "7d"]))
        case messages.Pass(cards=cards):
            return msgspec.structs.replace(command, cards=cards[1:])
        case messages.ChooseMoon(moon=moon):
            other: messages.MoonChoice = "add" if moon == "subtract" else "subtract"
            return msgspec.structs.replace(command, moon=other)
        case _:
            return command


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_simultaneous_answers_arrive_makes_no_difference(seed: int) -> None:
    """C20, C51: passes, and hands put down after the sheet, in another order."""
    opening, steps, expected = a_recorded_game(seed)
    random = Random(seed)
    events: list[Event] = expected[: opening.version]
    rest = expected[opening.version :]
    while rest:
        together = 1
        if isinstance(rest[0], CardsPassed):
            together = 4
        group, rest = rest[:together], rest[together:]
        random.shuffle(group)
        events += group
    assert len(steps) > 50
    assert events != expected
    one, other = fold(events), fold(expected)
    assert one.game == other.game
    assert one.decision == other.decision
    assert one.answers == other.answers
