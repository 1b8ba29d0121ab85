"""A table's games written down: nothing of deals that are under way or to come, and no secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from openhearts.records import Record, dumps
from openhearts.rules.ruleset import Ruleset
from openhearts.tables import messages
from openhearts.tables.events import (
    BytesRevealed,
    DealCommitted,
    Event,
    GameStarted,
    Person,
    SeatTaken,
)
from openhearts.tables.fairness import commitment
from openhearts.tables.record import game_record, persons_in
from openhearts.tables.seating import UNDER_WAY
from tests.strategies import random_hands, rulesets, seeds
from tests.tables.driver import ANN, BOB, NAMES, Course
from tests.tables.witness import games_of, record_of


@settings(max_examples=60)
@given(ruleset=rulesets(target=1000, deal_limit=None), seed=seeds())
def test_nothing_of_the_deal_under_way_changes_a_byte_of_the_record(
    ruleset: Ruleset, seed: int
) -> None:
    """C41: other hands, passes, plays, seeds, secrets, identities, people: the same bytes."""
    finished = Random(seed).randrange(1, 4)
    one, other = (under_way(ruleset, seed, finished, Random(salt)) for salt in ("one", "other"))
    assert one != other
    text = dumps(game_record(one, ANN, NAMES.get))
    assert dumps(game_record(other, ANN, NAMES.get)) == text
    assert dumps(in_disguise(other, Random(seed))) == text
    assert text.count("[[deals]]") == finished


def test_what_is_withheld_while_a_deal_is_under_way_is_told_when_it_is_over() -> None:
    """So that the test above is known to change something."""
    records = []
    for salt in ("one", "other"):
        course = Course({}, 1).play(until=lambda table: table.phase == "sheet")
        course.random = Random(salt)
        course.play(until=lambda table: len(table.game.finished) == 2)
        records.append(record_of(course))
    one, other = records
    assert one.deals[0] == other.deals[0]
    assert one.deals[1] != other.deals[1]


def under_way(ruleset: Ruleset, seed: int, finished: int, random: Random) -> list[Event]:
    """A log that ends in a deal after so many, from whose beginning on ``random`` decides."""
    course = Course(ruleset.to_words(), seed, random_hands)
    course.play(until=lambda table: len(table.game.finished) == finished)
    course.random = random
    begin = len(course.events)
    if random.randrange(2):
        course.send(BOB, messages.Sit(id="c", seat=random.randrange(1, 3)))
    course.play(until=lambda table: len(table.game.finished) > finished)
    moments = [
        place
        for place, table in enumerate(course.tables, 1)
        if place > begin and table.phase not in ("sheet", "shuffling", "over")
    ]
    return course.events[: random.choice(moments)]


def in_disguise(events: Sequence[Event], random: Random, game: int | None = None) -> Record:
    """The record of a table with these events, where people have the same names only."""
    others = {person: f"somebody {random.random()}" for person in persons_in(events)}
    names = {other: NAMES.get(person) for person, other in others.items()}
    events = [disguised(event, others, random) for event in events]
    return game_record(events, others[ANN], names.__getitem__, game)


def disguised(event: Event, others: dict[str, str], random: Random) -> Event:
    match event:
        case GameStarted(holders=holders, host=host):
            return msgspec.structs.replace(
                event,
                host=others[host],
                bot_secret=random.randbytes(32).hex(),
                holders=tuple(
                    Person(others[holder.id]) if isinstance(holder, Person) else holder
                    for holder in holders
                ),
            )
        case SeatTaken(person=person):
            return msgspec.structs.replace(event, person=others[person])
        case _:
            return event


def test_a_deal_taken_back_after_its_end_is_under_way_again() -> None:
    course = Course({"target": 1000}, 8)
    course.play(until=lambda table: len(table.game.finished) == 2)
    assert len(record_of(course).deals) == 2
    course.send(ANN, messages.TakeBack(id="c", decision=course.table.decision))
    record = record_of(course)
    assert len(record.deals) == 1
    assert course.table.seeds[1] not in dumps(record)
    course.play(until=lambda table: len(table.game.finished) == 2)
    assert [len(recorded.take_backs) for recorded in record_of(course).deals] == [0, 1]


def test_a_game_taken_back_after_its_end_goes_on() -> None:
    course = Course({"target": 1}, 8).play()
    deals = len(record_of(course).deals)
    course.send(ANN, messages.TakeBack(id="c", decision=course.table.decision))
    assert len(record_of(course).deals) == deals - 1


def test_the_same_deals_again_are_withheld_from_all_records_until_they_are_over() -> None:
    """Who comes to the replayed game could else read everybody's hands in an earlier one's."""
    course = Course({"target": 150}, 3).play()
    deals = len(course.table.game.finished)
    assert deals > 4
    replay(course)
    assert [len(record_of(course, game).deals) for game in (1, 2)] == [0, 0]
    for finished in (1, 2, 3):
        course.play(until=lambda table: len(table.game.finished) == finished)  # noqa: B023
        assert [len(record_of(course, game).deals) for game in (1, 2)] == [finished] * 2
        course.play(until=lambda table: table.phase in UNDER_WAY)
        assert [len(record_of(course, game).deals) for game in (1, 2)] == [finished] * 2
    course.play()
    assert len(record_of(course, 1).deals) == deals
    assert len(record_of(course, 2).deals) == len(course.table.game.finished)


def test_deals_that_a_shorter_replay_did_not_reach_are_withheld_in_the_next_one() -> None:
    """Game 3 plays game 2's deals again, and after them those that only game 1 had."""
    for seed in range(60):
        course = Course({"target": 60}, seed).play()
        first = len(course.table.game.finished)
        replay(course)
        course.play()
        second = len(course.table.game.finished)
        if second < first:
            break
    else:
        pytest.fail("no replay was shorter")
    assert [len(record_of(course, game).deals) for game in (1, 2)] == [first, second]
    replay(course)
    assert [len(record_of(course, game).deals) for game in games_of(course)] == [0, 0, 0]
    course.play(until=lambda table: len(table.game.finished) == 1)
    assert [len(record_of(course, game).deals) for game in games_of(course)] == [1, 1, 1]
    course.play()
    assert [len(record_of(course, game).deals) for game in (1, 2)] == [first, second]


def test_a_rematch_with_new_deals_withholds_nothing_of_the_game_before() -> None:
    course = Course({"target": 60}, 3).play()
    deals = len(course.table.game.finished)
    course.send(ANN, messages.Rematch(id="c", decision=course.table.decision))
    assert len(record_of(course, 1).deals) == deals


@pytest.mark.parametrize("finished", [0, 1, 2])
@pytest.mark.parametrize("seed", range(5))
def test_the_deals_of_a_replay_that_are_to_come_change_no_byte_of_any_record(
    finished: int, seed: int
) -> None:
    """C41: the first game's deals are other ones from the deal on that is now under way."""
    texts = []
    for salt in ("one", "other"):
        course = Course({"target": 120}, seed)
        course.play(until=lambda table: len(table.game.finished) == finished)
        course.random = Random(salt)
        course.play()
        replay(course)
        course.random = Random("the same")
        course.play(until=lambda table: len(table.game.finished) == finished)
        course.random = Random(salt)
        course.play(until=lambda table: len(table.actions) == 20)
        texts.append([dumps(record_of(course, game)) for game in (1, 2)])
        texts.append([dumps(in_disguise(course.events, Random(seed), game)) for game in (1, 2)])
    assert texts == [texts[0]] * 4


def replay(course: Course) -> None:
    course.send(ANN, messages.Replay(id="c", decision=course.table.decision))


@pytest.mark.parametrize("seed", range(6))
def test_no_secret_is_in_any_record_at_any_moment(seed: int) -> None:
    """Identities, the bots' secret, and the seeds of deals that are not over."""
    course = Course({"target": 40}, seed).wander(400)
    for end in range(2, len(course.events), 7):
        table = course.tables[end - 1]
        dealt = [event for event in course.events[:end] if isinstance(event, DealCommitted)]
        open_seeds = () if table.phase == "over" else table.seeds[len(table.game.finished) :]
        secrets = {ANN, BOB, table.bot_secret, *open_seeds, *map(_commitment, open_seeds)}
        finished_seeds: set[str] = set()
        for game in range(1, table.number + 1):
            text = dumps(game_record(course.events[:end], ANN, NAMES.get, game))
            assert not any(secret in text for secret in secrets)
            finished_seeds |= set(re.findall(r"[0-9a-f]{32,}", text))
        public = {digits for event in dealt for digits in (event.commitment, *event.hashes)}
        shown = {event.bytes for event in course.events[:end] if isinstance(event, BytesRevealed)}
        assert finished_seeds <= {event.seed for event in dealt} | public | shown


def _commitment(seed: str) -> str:
    return commitment(bytes.fromhex(seed))
