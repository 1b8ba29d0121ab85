"""The score sheet: a row for each finished deal, its moon, and the totals."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from openhearts.rules.actions import ClaimKind, MakeClaim, PlayCard
from openhearts.rules.cards import Card, Cards
from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.tables import messages
from openhearts.tables.seating import UNDER_WAY
from tests.rules import law
from tests.strategies import random_hands, rulesets, seeds
from tests.tables.driver import ANN, Course, moon_hands, plays_of, view_of

HANDS = ("93.983.K53.AT875", "AQJT864.A52.AT.4", "7.KQJ7.QJ976.Q92", "K52.T64.842.KJ63")
PLAYS = """
2c 3c 7c 4c  Ac Qs 9c Kc  9s Js 7s 2s  As Jh 5s 3s  Td 7d 2d 5d
6s 6d Ks 3d  4d Kd Ad Jd  2h Qh 6h 8h  Kh 4h 3h 5h  7h Th 9h Ah
"""
"""A deal without passing that comes to 13, 5, 8 and 0 in ten tricks; then nothing is left."""


def test_a_plain_deal_and_a_moon_make_two_rows() -> None:
    """C64."""
    course = Course(
        {"preset": "subtract-the-moon", "passing": "none"},
        1,
        dealing=lambda _ruleset, _random: [Cards.parse(hand) for hand in HANDS],
    )
    for card in PLAYS.split():
        course.act(course.table.to_act[0], PlayCard(Card.parse(card)))
    claim = messages.Claim(id="c", decision=course.table.decision, claim="nothing-left")
    course.send(ANN, claim)
    course.dealing = moon_hands(3)
    course.play(until=lambda table: len(table.game.finished) == 2)
    first = messages.SheetRow(
        deal=1,
        direction="hold",
        points=(13, 5, 8, 0),
        scores=(13, 5, 8, 0),
        shooter=None,
        moon=None,
    )
    second = messages.SheetRow(
        deal=2,
        direction="hold",
        points=(0, 0, 0, -26),
        scores=(13, 5, 8, -26),
        shooter=3,
        moon="subtract",
    )
    for viewer in (0, 3, None):
        view = course.view(viewer)
        assert view.rows == (first, second)
        assert view.scores == (13, 5, 8, -26)
        assert view.winners == ()
        assert view.rules.fields["target"] == 100


@pytest.mark.parametrize("preset", PRESETS)
def test_a_row_comes_with_the_end_of_its_deal_and_stays(preset: str) -> None:
    """C64."""
    course = Course({"preset": preset, "target": 90}, 3).play()
    rows: tuple[messages.SheetRow, ...] = ()
    for table in course.tables:
        if table.deal is None:
            continue
        view = view_of(table, 2)
        finished = table.deal.number - (table.phase in UNDER_WAY)
        assert len(view.rows) == finished
        assert view.rows[: len(rows)] == rows
        assert view.scores == (view.rows[-1].scores if view.rows else (0, 0, 0, 0))
        rows = view.rows
    assert rows


@settings(max_examples=40)
@given(ruleset=rulesets(), seed=seeds())
def test_rows_and_winners_are_those_of_a_second_opinion(ruleset: Ruleset, seed: int) -> None:
    """C11, C64: points, moons and the end of the game, from the cards that the views showed."""
    words = ruleset.to_words()
    course = Course({**words, "options": {"older_tricks": True}}, seed, random_hands)
    scores: tuple[int, ...] = (0,) * ruleset.seats
    for number in range(1, 4):
        course.play(until=lambda table: table.phase in ("sheet", "over"))
        view = course.view(None)
        row = view.rows[-1]
        piles = law.taken(words, plays_of(view))
        if view.claim is not None and view.claim.claim == "rest-are-mine":
            rest = {*law.deck(ruleset.seats)} - {card for pile in piles for card in pile}
            piles[view.claim.seat] += rest
        shooter = law.shooter(words, piles)
        chosen = row.moon if ruleset.moon.value == "choice" else None
        expected = law.deal_points(words, piles, scores, number, chosen)
        scores = tuple(score + more for score, more in zip(scores, expected, strict=True))
        assert (row.deal, row.shooter) == (number, shooter)
        assert (row.moon is None) == (shooter is None)
        assert list(row.points) == expected
        assert row.scores == view.scores == scores
        assert list(view.winners) == law.winners(words, scores, number)
        if view.winners:
            break
        course.happens_by_itself()


def test_the_sheet_shows_who_is_done_with_it() -> None:
    course = Course({}, 1)
    course.play(until=lambda table: table.phase == "sheet")
    assert course.view(0).ready == (False,) * 4
    course.send(ANN, messages.Ready(id="r", decision=course.table.decision))
    assert course.view(None).ready == (True, False, False, False)


def test_a_deal_claimed_as_the_rest_is_scored_as_if_it_had_been_played() -> None:
    """C12."""
    course = Course({"passing": "none", "preset": "standard"}, 1, moon_hands(1))
    course.play(until=lambda table: bool(table.deal and table.deal.tricks))
    course.act(1, MakeClaim(ClaimKind.REST_ARE_MINE))
    assert course.view(0).rows[0].points == (26, 0, 26, 26)
