"""The results of a table across its evenings, as they are read and saved."""

from __future__ import annotations

import csv

import pytest

from openhearts.rules.ruleset import PRESETS
from openhearts.server.results import TableResults
from openhearts.tables.events import BotPlayer, Person
from openhearts.tables.options import TableOptions
from openhearts.tables.results import FinishedGame
from openhearts.tables.setup import Setup
from tests.site.visiting import Tables, Visitor

ANN, BOB, BOT = Person("id-ann"), Person("id-bob"), BotPlayer("casual")
DAY = 24 * 3600 * 1000


def game(
    number: int, rules: str, scores: tuple[int, ...], winners: tuple[int, ...]
) -> FinishedGame:
    return FinishedGame(number, number * DAY, 9, rules, (ANN, BOB, BOT, BOT), scores, winners)


EVENINGS = TableResults(
    [
        game(1, "standard", (10, 50, 60, 101), (0,)),
        game(2, "standard", (-26, 40, 60, 104), (0,)),
        game(3, "omnibus target=50", (51, 20, 20, 30), (1, 2)),
    ],
    {"id-ann": "=Aino<"},
)


@pytest.fixture(name="played")
def _played(tables: Tables) -> None:
    tables.opened["abc"] = Setup("standard", PRESETS["standard"], TableOptions(), "casual")
    tables.results = EVENINGS


@pytest.mark.usefixtures("played")
def test_every_game_is_told_with_its_day_the_newest_first(visitor: Visitor) -> None:
    page = visitor.get("/t/abc/results")
    assert page.status == 200
    assert "3 games are over." in page.words
    days = ["Game 3 4 Jan 1970", "Game 2 3 Jan 1970", "Game 1 2 Jan 1970"]
    assert sorted(days, key=page.words.index) == days
    assert "=Aino< won −26" in page.words
    assert page.words.count("Standard Hearts to 100") == 1, "rules are told where they change"
    assert "Omnibus to 50 Guest 2 won 20 Matteo, bot won 20" in page.words
    assert page.having(name="robots", content="noindex")
    assert "id-ann" not in page.html


@pytest.mark.usefixtures("played")
def test_all_games_together_are_told_by_person(visitor: Visitor) -> None:
    words = visitor.get("/t/abc/results").words
    assert "=Aino< 3 2 2.0" in words
    assert "Somebody without a name 3 1 1.7" in words


@pytest.mark.usefixtures("played")
def test_they_are_saved_with_a_line_a_seat_and_no_name_is_a_formula(visitor: Visitor) -> None:
    page = visitor.get("/t/abc/results.csv")
    assert page.headers["content-type"] == "text/csv; charset=utf-8"
    assert "abc" not in page.headers["content-disposition"], "the id is the table's key"
    rows = list(csv.DictReader(page.html.splitlines()))
    assert len(rows) == 12
    assert rows[4] == {
        "game": "2",
        "ended": "1970-01-03T00:00:00+00:00",
        "rules": "standard",
        "seat": "0",
        "player": "person",
        "name": "'=Aino<",
        "score": "-26",
        "place": "1",
        "won": "1",
    }


def test_without_a_finished_game_it_says_so(visitor: Visitor, tables: Tables) -> None:
    tables.opened["abc"] = Setup("standard", PRESETS["standard"], TableOptions(), "casual")
    page = visitor.get("/t/abc/results")
    assert "No game is over at this table yet." in page.words
    assert not page.having(href="/t/abc/results.csv")
