"""Whole games at a table, from its opening to a winner, by nothing but commands and events."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings

from openhearts.rules.ruleset import PRESETS, MoonRule, Ruleset
from openhearts.rules.scoring import game_winners
from openhearts.rules.seats import Direction
from openhearts.tables.events import (
    CardPlayed,
    CardsPassed,
    DealCommitted,
    Dealt,
    GameStarted,
)
from openhearts.tables.table import Table
from tests.strategies import random_hands, rulesets, seeds
from tests.tables.driver import ANN, BOB, Course, moon_hands, wire

WITHOUT_A_MOON = {
    "standard": 26,
    "subtract-the-moon": 26,
    "spot-hearts": 129,
    "omnibus": 16,
    "black-maria": 43,
}
"""What the points of a deal add up to (docs/rules.md 2)."""


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_every_preset_goes_from_deal_to_deal_to_a_winner(preset: str, seed: int) -> None:
    """C11."""
    course = Course({"preset": preset, "target": 50}, seed).play()
    view = course.view(0)
    assert max(view.scores) >= 50
    assert [view.scores[seat] for seat in view.winners] == [min(view.scores)]
    assert [row.deal for row in view.rows] == list(range(1, view.deal + 1))
    for row in view.rows:
        if row.shooter is None:
            assert sum(row.points) == WITHOUT_A_MOON[preset]
    columns = zip(*(row.points for row in view.rows), strict=True)
    assert view.scores == tuple(sum(column) for column in columns) == view.rows[-1].scores
    assert course.table.to_act == ()
    assert not course.happens_by_itself()


def test_the_sheet_stands_between_any_two_deals_and_nothing_else_starts_one() -> None:
    """C11."""
    course = Course({"target": 120}, 5).play()
    dealt = [place for place, event in enumerate(course.events) if isinstance(event, Dealt)]
    assert len(dealt) > 3
    for place in dealt:
        committed, event = course.events[place - 1 : place + 1]
        assert isinstance(committed, DealCommitted)
        assert isinstance(event, Dealt)
        assert committed.deal == event.deal
        before = course.tables[place - 2]
        assert before.phase == "sheet"
        assert (before.deal.number if before.deal else 0) == event.deal - 1


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_deal_s_events_are_the_seats_passes_and_every_card_once(seats: int) -> None:
    course = Course({"seats": seats, "target": 200, "deal_limit": 7, "ties": "share"}, seats).play()
    ends = [place for place, event in enumerate(course.events) if isinstance(event, Dealt)]
    bounds = [*ends, len(course.events)]
    for start, end in pairwise(bounds):
        deal = course.events[start + 1 : end]
        passes = [event.seat for event in deal if isinstance(event, CardsPassed)]
        cards = Counter(event.card for event in deal if isinstance(event, CardPlayed))
        table = course.tables[start]
        assert table.deal is not None
        holds = table.deal.direction is Direction.HOLD
        assert sorted(passes) == ([] if holds else list(range(seats)))
        claimed = course.tables[end - 1].deal
        assert claimed is not None
        if claimed.claim is None:
            assert cards == Counter(str(card) for card in table.ruleset.deck)
        else:
            assert max(cards.values()) == 1


def test_the_passing_of_four_seats_goes_round_by_the_number_of_the_deal() -> None:
    """C16."""
    course = Course({"target": 300}, 2)
    directions = {}
    for _ in range(9):
        course.play(until=lambda table: table.phase not in ("sheet", "over"))
        view = course.view(0)
        directions[view.deal] = (view.direction, view.pass_to, view.receive_from, view.phase)
        course.play(until=lambda table: table.phase in ("sheet", "over"))
    left, right = ("left", 1, 3, "passing"), ("right", 3, 1, "passing")
    across, hold = ("across", 2, 2, "passing"), ("hold", None, None, "playing")
    assert directions == dict(enumerate([left, right, across, hold] * 2 + [left], 1))


def test_the_sheet_says_where_the_next_deal_passes() -> None:
    """C16."""
    course = Course({"target": 300}, 2)
    for _ in range(6):
        course.play(until=lambda table: table.phase == "sheet")
        announced = course.view(0).next_direction
        course.play(until=lambda table: table.phase != "sheet")
        view = course.view(None)
        assert view.direction == announced
        assert view.next_direction is None


def test_scores_go_below_zero_under_subtract() -> None:
    """C64: nothing stops a score at zero, in the table and in every view of it."""
    course = Course(
        {"preset": "subtract-the-moon", "passing": "none", "deal_limit": 3},
        1,
        dealing=moon_hands(3),
    ).play()
    rows = course.view(None).rows
    assert [row.scores for row in rows] == [(0, 0, 0, -26), (0, 0, 0, -52), (0, 0, 0, -78)]
    assert {(row.shooter, row.moon) for row in rows} == {(3, "subtract")}
    assert {row.points for row in rows} == {(0, 0, 0, -26)}
    assert course.view(2).scores == (0, 0, 0, -78)
    assert course.view(2).winners == (3,)


@settings(max_examples=30)
@given(ruleset=rulesets(), seed=seeds())
def test_any_ruleset_can_be_played_by_two_persons_and_bots(ruleset: Ruleset, seed: int) -> None:
    """C07: every field of the table's rules reaches the deals it plays."""
    course = Course(ruleset.to_words(), seed, random_hands).seat_people(BOB)
    assert course.table.ruleset == ruleset

    def is_done(table: Table) -> bool:
        many = table.deal is not None and table.deal.number >= 3 and table.phase == "sheet"
        return table.phase == "over" or many

    course.play(until=is_done)
    table = course.table
    finished = table.game.finished
    assert all(one.deal.ruleset == ruleset for one in finished)
    assert table.game.winners == game_winners(ruleset, table.game.scores, len(finished))
    assert bool(table.game.winners) == (table.phase == "over")
    for seat in (*range(ruleset.seats), None):
        assert wire(course.view(seat))


def test_a_shooter_who_may_choose_is_asked_and_the_choice_is_scored() -> None:
    chosen: set[MoonRule] = set()
    for seed in range(12):
        course = Course({"moon": "choice", "passing": "none"}, seed, dealing=moon_hands(3))
        course.play(until=lambda table: table.phase == "choosing")
        assert course.table.to_act == (3,)
        assert course.view(3).moon_choices == {"add": (26, 26, 26, 0), "subtract": (0, 0, 0, -26)}
        assert course.view(0).moon_choices == course.view(None).moon_choices == {}
        course.step()
        (finished,) = course.table.game.finished
        assert finished.outcome.shooter == 3
        assert finished.outcome.moon is not None
        subtracted = finished.outcome.moon is MoonRule.SUBTRACT
        assert course.table.game.scores == ((0, 0, 0, -26) if subtracted else (26, 26, 26, 0))
        chosen.add(finished.outcome.moon)
    assert chosen == {MoonRule.ADD, MoonRule.SUBTRACT}


def test_a_game_s_first_event_holds_all_that_was_set_up() -> None:
    """C07."""
    words: dict[str, object] = {
        "preset": "spot-hearts",
        "moon": "subtract",
        "target": 500,
        "level": "beginner",
        "options": {"running_points": False, "sheet_seconds": 60},
    }
    first, *_ = Course(words, 1).events
    assert isinstance(first, GameStarted)
    assert (first.game, first.host, first.preset, first.level) == (
        1,
        ANN,
        "spot-hearts",
        "beginner",
    )
    expected = {**Ruleset().to_words(), "hearts": "spot", "moon": "subtract", "target": 500}
    assert first.ruleset == expected
    assert first.options.running_points is False
    assert first.options.sheet_seconds == 60
    assert len(bytes.fromhex(first.bot_secret)) >= 16
