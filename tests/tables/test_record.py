"""A table's games written down: everything of the deals that are over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from openhearts.records import Player, Record, dumps, loads
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.events import (
    Dealt,
)
from openhearts.tables.fairness import commitment, draw_hands
from openhearts.tables.record import NoSuchGame, game_record, persons_in
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.table import Table
from tests.strategies import random_hands, rulesets, seeds
from tests.tables.driver import ANN, BOB, CYD, NAMES, Course, random_answer
from tests.tables.witness import check_many, check_records, record_of
from tools.golden_logs import LOGS, read_log

GOLDEN = sorted(LOGS.glob("*/*.jsonl"))


@settings(max_examples=60)
@given(ruleset=rulesets(), seed=seeds())
def test_a_record_tells_all_that_was_done_in_deals_that_are_over(
    ruleset: Ruleset, seed: int
) -> None:
    """With take-backs, claims, bots that failed, people who come and go, and games that follow."""
    course = Course(ruleset.to_words(), seed, random_hands)
    course.wander(Random(seed).randrange(250))
    check_records(course)


def test_random_games_come_back_as_they_were_written() -> None:
    """C74; `make prove` checks a thousand."""
    check_many(Random(0), least=80)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_log_of_a_released_version_is_written_down_as_it_came_out(file: Path) -> None:
    events = read_log(file)
    record = game_record(events, ANN, NAMES.get)
    outcome = json.loads(file.with_suffix(".outcome.json").read_text("utf-8"))
    assert record.ruleset.to_words() == outcome["ruleset"]
    assert [list(finished.outcome.points) for finished in record.finished] == outcome["points"]
    assert list(record.game.scores) == outcome["scores"]
    assert list(record.game.winners) == outcome["winners"]
    assert loads(dumps(record)) == record


def test_a_record_made_after_three_deals_replays_to_the_same_totals_and_legal_cards() -> None:
    """C73: in the library."""
    rulesets: list[dict[str, object]] = [
        {},
        {"preset": "black-maria"},
        {"seats": 6, "hearts": "spot"},
    ]
    for seed, ruleset in enumerate(rulesets):
        course = Course({"target": 1000, **ruleset}, seed, random_hands)
        course.play(until=lambda table: len(table.game.finished) == 3)
        record = loads(dumps(record_of(course)))
        assert record.game.scores == course.table.game.scores == course.view(None).scores
        assert [finished.outcome.points for finished in record.finished] == [
            row.points for row in course.view(None).rows
        ]
        shown = [
            (seat, legal_for(course, table, seat))
            for table in course.tables
            if table.phase in ("passing", "playing")
            for seat in table.to_act[:1]
        ]
        assert legal_in(record) == shown


def legal_for(course: Course, table: Table, seat: int) -> tuple[str, ...]:
    """What the client on this seat is told that it may play."""
    return course.view(seat, table).legal


def legal_in(record: Record) -> list[tuple[int, tuple[str, ...]]]:
    """At each step of a record: the first seat to act, and what it may play."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for recorded in record.deals:
        deal = Deal.start(record.ruleset, recorded.deal.number, recorded.deal.dealt)
        for seat, action in recorded.actions():
            legal = tuple(str(card) for card in deal.legal_cards())
            found.append((deal.to_act[0], legal))
            deal = deal.act(seat, action)
    return found


def test_the_seed_and_its_commitment_prove_the_deal() -> None:
    course = Course({"target": 60}, 4).play()
    record = record_of(course)
    assert len(record.deals) > 1
    for recorded in record.deals:
        assert recorded.fair is not None
        seed = bytes.fromhex(recorded.fair.seed)
        assert commitment(seed) == recorded.fair.commitment
        assert draw_hands(4, recorded.deal.number, seed) == recorded.deal.dealt


def test_who_sat_where_is_told_by_name_or_level_and_never_by_identity() -> None:
    course = Course({"level": "beginner", "target": 1000}, 5)
    course.seat_people(BOB)
    course.play(until=lambda table: len(table.actions) == 20)
    course.send(BOB, messages.Leave(id="c"))
    course.play(until=lambda table: table.phase == "sheet")
    course.send(CYD, messages.Sit(id="c", seat=2))
    course.play(until=lambda table: len(table.game.finished) == 2)
    record = record_of(course)
    ann, bot = Player(name="Ann"), Player(bot="beginner")
    assert record.players == (ann, bot, bot, bot)
    first, second = record.deals
    assert [(c.seat, c.after, c.player) for c in first.player_changes] == [
        (1, 0, Player(name="Bob")),
        (1, 20, bot),
    ]
    assert [(c.seat, c.after, c.player) for c in second.player_changes] == [(2, 0, Player())]
    assert not re.search("person-", dumps(record))
    assert persons_in(course.events) == {ANN, BOB, CYD}


def test_who_came_and_went_between_two_deals_is_not_told() -> None:
    course = Course({"target": 1000}, 5).play(until=lambda table: table.phase == "sheet")
    course.send(BOB, messages.Sit(id="c", seat=1))
    course.send(BOB, messages.Leave(id="c"))
    course.play(until=lambda table: len(table.game.finished) == 2)
    assert not any(recorded.player_changes for recorded in record_of(course).deals)


def test_a_take_back_keeps_who_sits_where_and_tells_what_was_undone() -> None:
    """Ann goes back before Bob sat down, who has left: the bot answers those decisions."""
    course = Course({"passing": "none", "target": 1000}, 6)
    course.play(until=lambda table: len(table.actions) == 4 and table.to_act != (0,))
    bobs = course.table.to_act[0]
    course.send(BOB, messages.Sit(id="c", seat=bobs))
    course.play(until=lambda table: len(table.actions) == 9 and table.to_act != (0,))
    course.send(BOB, messages.Leave(id="c"))
    while len(course.table.actions) >= 4:
        course.send(ANN, messages.TakeBack(id="c", decision=course.table.decision))
    kept = len(course.table.actions)
    course.play(until=lambda table: table.phase == "sheet")
    (recorded,) = record_of(course).deals
    assert len(recorded.take_backs) > 1
    assert {take_back.seat for take_back in recorded.take_backs} == {0}
    bot = Player(bot="casual")
    changes = [(change.seat, change.after, change.player) for change in recorded.player_changes]
    assert changes == [(bobs, kept, Player(name="Bob")), (bobs, kept, bot)]


def test_what_was_automatic_is_told_unless_it_was_taken_back() -> None:
    course = Course({"passing": "none", "target": 1000}, 6)
    kept = fails_after_ann(course)
    undone = fails_after_ann(course)
    course.send(ANN, messages.TakeBack(id="c", decision=course.table.decision))
    course.play(until=lambda table: table.phase == "sheet")
    (recorded,) = record_of(course).deals
    assert recorded.automatic == (kept,)
    (take_back,) = recorded.take_backs
    assert take_back.after < undone < len(list(recorded.actions()))


def fails_after_ann(course: Course) -> int:
    """The bot after Ann fails to answer her next card; the place of what is played for it."""
    before = len(course.table.actions)
    course.play(until=lambda table: len(table.actions) > before and table.to_act == (1,))
    course.play(until=lambda table: table.actions[-1][0] == 0 and table.to_act == (1,))
    answer = random_answer(SeatView.of(course.table.game, 1), course.random)
    course.act(1, answer, automatic=True)
    return len(course.table.actions)


def test_what_browsers_added_to_a_deal_is_told() -> None:
    course = Course({"target": 1}, 6).play()
    added = ("00ff", "0123")
    events = [
        msgspec.structs.replace(event, revealed=added) if isinstance(event, Dealt) else event
        for event in course.events
    ]
    fair = game_record(events, ANN, NAMES.get).deals[0].fair
    assert fair is not None
    assert fair.revealed == added


def test_what_is_known_of_a_game_stands_in_its_record() -> None:
    """C73: options and versions too."""
    options = {"older_tricks": True, "sheet_seconds": 45}
    course = Course({"preset": "omnibus", "target": 20, "options": options}, 2).play()
    course.send(ANN, messages.Replay(id="c", decision=course.table.decision))
    about = [("program", "openhearts 0.2.0"), ("date", "2026-10-07")]
    record = game_record(course.events, ANN, NAMES.get, about=about)
    assert record.about == (
        ("program", "openhearts 0.2.0"),
        ("date", "2026-10-07"),
        ("preset", "omnibus"),
        ("game", 2),
        ("replays", 1),
        ("listed", False),
        ("running_points", True),
        ("older_tricks", True),
        ("spectators", True),
        ("take_back", True),
        ("hints", "alone"),
        ("talk", "all"),
        ("sheet_seconds", 45),
        ("clock_seconds", 0),
        ("reserve_seconds", 0),
    )
    assert dict(record_of(course, 1).about)["game"] == 1
    assert "replays" not in dict(record_of(course, 1).about)
    assert loads(dumps(record)) == record


def test_every_game_of_a_table_has_its_record() -> None:
    course = Course({"target": 10}, 3)
    outcomes = []
    for _ in range(4):
        course.play()
        outcomes.append(course.table.game)
        course.send(ANN, messages.Rematch(id="c", decision=course.table.decision))
    for game, played in enumerate(outcomes, 1):
        record = record_of(course, game)
        assert record.game.finished == played.finished
        assert record.game.winners == played.winners
    assert record_of(course).deals == ()
    for game in (0, -1, 6, 10**9):
        with pytest.raises(NoSuchGame) as error:
            record_of(course, game)
        assert error.value.games == 5


def test_a_game_whose_first_deal_is_not_over_has_a_record_without_deals() -> None:
    course = Course({}, 3).play(until=lambda table: len(table.actions) == 30)
    record = record_of(course)
    assert record.deals == ()
    assert record.players == (Player(name="Ann"), *(Player(bot="casual"),) * 3)
    assert loads(dumps(record)) == record


def test_a_table_without_spectators_gives_its_record_to_those_who_sit_there() -> None:
    course = Course({"target": 10, "options": {"spectators": False}}, 3).seat_people(BOB).play()
    assert record_of(course, person=BOB) == record_of(course, person=ANN)
    with pytest.raises(TableRefusal) as refused:
        record_of(course, person=CYD)
    assert refused.value.code == "not-seated"
    course.send(BOB, messages.Leave(id="c"))
    with pytest.raises(TableRefusal):
        record_of(course, person=BOB)
    watched = Course({"target": 10}, 3).play()
    assert record_of(watched, person=CYD) == record_of(watched)
