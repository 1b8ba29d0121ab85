"""A table is the fold of its events, at every version, also after they were stored as JSON."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from openhearts.rules.actions import ClaimKind, MakeClaim
from openhearts.rules.ruleset import Ruleset
from openhearts.tables import messages
from openhearts.tables.events import (
    EVENT_KINDS,
    BotPlayer,
    BotStoodIn,
    BytesRevealed,
    CardPlayed,
    CardsPassed,
    Claimed,
    DealCommitted,
    Dealt,
    Event,
    GameStarted,
    HashGiven,
    HostChanged,
    MoonChosen,
    PassWithdrawn,
    Person,
    PlayerCameBack,
    PlayerRemoved,
    ReserveSpent,
    SeatLeft,
    SeatTaken,
    SheetRead,
    TableClosed,
    TableOpened,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TimeGiven,
    UnknownEvent,
    decode,
    encode,
)
from openhearts.tables.fold import apply, fold
from openhearts.tables.options import TableOptions
from openhearts.tables.seating import close
from openhearts.tables.table import Table
from tests.strategies import random_hands, rulesets, seeds
from tests.tables.driver import ANN, BOB, Course, moon_hands

ONE_OF_EVERY_KIND: tuple[Event, ...] = (
    GameStarted(
        game=2,
        host=ANN,
        preset="omnibus",
        ruleset=Ruleset().to_words(),
        options=TableOptions(running_points=False, sheet_seconds=90),
        level="casual",
        holders=(Person(ANN), BotPlayer("casual"), Person(BOB), BotPlayer("beginner")),
        bot_secret="ab" * 32,
        replays=1,
        seeds=("cd" * 32, "ef" * 32),
        revealed=((), ("", "ab" * 32, "", "")),
    ),
    HashGiven(seat=1, hash="67" * 32),
    DealCommitted(deal=3, seed="01" * 32, commitment="23" * 32, hashes=("", "67" * 32, "", "")),
    BytesRevealed(seat=1, bytes="45" * 32),
    Dealt(deal=3, revealed=("", "45" * 32, "", ""), hands=("AKQJT98765432...", "...2", "", ".A..")),
    CardsPassed(seat=1, cards=("Qs", "2c", "Td"), automatic=True),
    CardPlayed(seat=3, card="2c", automatic=True),
    Claimed(seat=0, claim="rest-are-mine"),
    MoonChosen(seat=2, moon="subtract", automatic=True),
    SheetRead(seat=0),
    TakenBack(seat=0, kept=17),
    SeatTaken(seat=2, person=BOB),
    SeatLeft(seat=2, level="casual"),
    TableOpened(
        host=ANN,
        preset="standard",
        ruleset=Ruleset().to_words(),
        options=TableOptions(listed=True, talk="phrases", clock_seconds=30, reserve_seconds=60),
        level="strong",
        holders=(Person(ANN), BotPlayer("strong")),
    ),
    TakeBackAsked(seat=1),
    TakeBackAnswered(seat=0, agrees=False),
    PassWithdrawn(seat=3),
    PlayerRemoved(seat=2, level="expert"),
    HostChanged(seat=1),
    BotStoodIn(seat=1),
    PlayerCameBack(seat=1),
    ReserveSpent(seat=0, milliseconds=1500),
    TimeGiven(giver=2, seat=0, seconds=30),
    TableClosed(),
)


def stored(event: Event) -> Event:
    """The event after a way through the log, as text."""
    kind, version, body = encode(event)
    return decode(kind, version, body.decode())


@settings(max_examples=25)
@given(ruleset=rulesets(), seed=seeds())
def test_the_stored_log_folds_to_the_table_at_every_version(ruleset: Ruleset, seed: int) -> None:
    course = a_long_course(ruleset, seed)
    table: Table | None = None
    for version, (event, expected) in enumerate(zip(course.events, course.tables, strict=True), 1):
        table = apply(table, stored(event))
        assert table == expected
        assert table.version == version
    middle = Random(seed).randrange(1, len(course.events))
    assert fold(course.events[:middle]) == course.tables[middle - 1]
    assert fold(iter(course.events)) == course.table


def test_an_older_table_stays_what_it_was() -> None:
    course = Course({}, 4)
    course.play(until=lambda table: table.phase == "playing")
    before = course.table
    picture = repr(before)
    course.play(until=lambda table: table.phase == "sheet")
    assert repr(before) == picture
    assert course.table != before


@pytest.mark.parametrize("event", ONE_OF_EVERY_KIND, ids=lambda event: event.KIND)
def test_every_kind_of_event_comes_back_from_json(event: Event) -> None:
    kind, version, body = encode(event)
    assert isinstance(json.loads(body), dict)
    again = decode(kind, version, body)
    assert type(again) is type(event)
    assert again == event
    assert stored(event) == event


def test_there_is_one_of_every_kind_here_and_kinds_have_their_own_names() -> None:
    assert {type(event) for event in ONE_OF_EVERY_KIND} == set(Event.__subclasses__())
    assert {event.KIND: type(event) for event in ONE_OF_EVERY_KIND} == EVENT_KINDS
    assert len(EVENT_KINDS) == len(ONE_OF_EVERY_KIND)


def test_an_event_of_a_newer_program_is_refused_by_name() -> None:
    kind, version, body = encode(SheetRead(seat=0))
    with pytest.raises(UnknownEvent, match=f"{kind} version {version + 1}"):
        decode(kind, version + 1, body)
    for never in (0, -1):
        with pytest.raises(UnknownEvent):
            decode(kind, never, body)
    with pytest.raises(UnknownEvent, match="bribe-offered version 1"):
        decode("bribe-offered", 1, body)


@pytest.mark.parametrize("body", ["", "{", "[]", '{"seat": "0"}', "{}", '{"seat": null}'])
def test_a_corrupt_body_is_an_error_and_never_an_event(body: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode("sheet-read", 1, body)


def test_a_table_begins_with_a_game_and_with_nothing_else() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        fold([])
    with pytest.raises(ValueError, match="seat-taken"):
        fold([SeatTaken(seat=1, person=BOB)])


def test_events_hold_identities_and_no_names() -> None:
    course = Course({"target": 30}, 8).seat_people(BOB)
    course.play()
    log = b"".join(encode(event)[2] for event in course.events).decode()
    assert ANN in log
    assert BOB in log
    assert '"Ann"' not in log
    assert '"Bob"' not in log


def test_a_claim_a_choice_a_take_back_and_a_new_game_fold_too() -> None:
    """So that the comparison of folds above really meets every kind of event."""
    seen: set[type[Event]] = set()
    for seed in range(12):
        seen |= {type(event) for event in a_long_course(Ruleset(), seed).events}
    course = Course({"moon": "choice", "passing": "none"}, 1, dealing=moon_hands(3))
    course.play(until=lambda table: table.phase == "choosing")
    course.step()
    seen |= {type(event) for event in course.events}
    sent_away = Course({}, 1, gathers=True).seat_people(BOB)
    seen |= {type(event) for event in sent_away.send(ANN, messages.Remove(id="c", seat=1))}
    seen |= {type(event) for event in close(course.table)}
    assert seen == set(Event.__subclasses__())


def a_long_course(ruleset: Ruleset, seed: int) -> Course:
    """A few deals in which people come and go, take back, and start again."""
    clock = {"options": {"clock_seconds": 30, "reserve_seconds": 60}} if seed % 2 else {}
    words = {**ruleset.to_words(), **clock}
    course = Course(words, seed, random_hands, gathers=seed % 3 == 0)
    return course.wander(Random(seed).randrange(20, 180))


def test_a_claim_is_stored_by_its_kind() -> None:
    course = Course({"passing": "none"}, 1, dealing=moon_hands(3))
    course.play(until=lambda table: bool(table.deal and table.deal.tricks))
    course.act(3, MakeClaim(ClaimKind.REST_ARE_MINE))
    assert course.events[-1] == Claimed(seat=3, claim="rest-are-mine")
    assert fold(map(stored, course.events)) == course.table
