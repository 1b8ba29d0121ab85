"""What came of a table's finished games, from its log alone."""

from __future__ import annotations

import pytest

from openhearts.tables import messages
from openhearts.tables.events import BotPlayer, Event, Person
from openhearts.tables.results import FinishedGame, finished_games, totals
from tests.tables.driver import ANN, BOB, CYD, Course

SHORT = {"target": 20, "passing": "none"}
MINUTE = 60_000


def logged(course: Course) -> list[tuple[int, int, Event]]:
    """Its events, one a minute."""
    return [(at, at * MINUTE, event) for at, event in enumerate(course.events, 1)]


def rematch(course: Course) -> None:
    course.send(ANN, messages.Rematch(id="r", decision=course.table.decision))


def test_every_finished_game_is_told_as_it_ended_and_the_one_under_way_is_not() -> None:
    course = Course(SHORT, 2, gathers=True).seat_people(BOB)
    course.send(ANN, messages.Start(id="s"))
    course.play()
    first, first_end = course.table, len(course.events)
    course.send(BOB, messages.Leave(id="l"))
    course.send(CYD, messages.Sit(id="s", seat=3))
    rematch(course)
    course.play()
    second = course.table
    rematch(course)
    games = finished_games(logged(course))
    assert [game.number for game in games] == [1, 2]
    assert [game.scores for game in games] == [first.game.scores, second.game.scores]
    assert [game.winners for game in games] == [first.game.winners, second.game.winners]
    assert games[0].holders[1] == Person(BOB), "who left afterwards had played it"
    assert games[1].holders[1:] == (BotPlayer("casual"), BotPlayer("casual"), Person(CYD))
    assert (games[0].version, games[0].at) == (first_end, first_end * MINUTE)
    assert games[0].rules == "subtract-the-moon target=20 passing=none"


def test_each_game_may_be_found_by_itself() -> None:
    course = Course(SHORT, 2).play()
    rematch(course)
    course.play()
    first, second = finished_games(logged(course))
    assert finished_games(logged(course)[first.version :]) == [second]


def test_a_game_whose_last_card_was_taken_back_is_told_as_it_ended_after_that() -> None:
    course = Course(SHORT, 2).play()
    over = finished_games(logged(course))
    course.send(ANN, messages.TakeBack(id="t", decision=course.table.decision))
    assert finished_games(logged(course)) == []
    course.play()
    (again,) = finished_games(logged(course))
    assert again.version > over[0].version
    assert again.scores == course.table.game.scores


@pytest.mark.parametrize("gathers", [True, False])
def test_before_the_first_game_is_over_there_is_nothing_to_tell(gathers: bool) -> None:
    assert finished_games(logged(Course(SHORT, 2, gathers=gathers))) == []


def test_totals_count_games_wins_and_places_by_person() -> None:
    def game(scores: tuple[int, ...], *holders: Person | BotPlayer) -> FinishedGame:
        lowest = min(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == lowest)
        return FinishedGame(1, 0, 1, "standard", holders, scores, winners)

    bot, ann, bob = BotPlayer("casual"), Person(ANN), Person(BOB)
    found = totals(
        [game((5, 9, 9, 30), bot, ann, bob, bot), game((4, 4, 4, 8), ann, bot, bot, bob)]
    )
    assert [(t.person, t.games, t.wins, t.mean_place) for t in found] == [
        (ANN, 2, 1, 1.5),
        (BOB, 2, 0, 3.0),
    ]
