"""After a game: rematch under the same rules with new deals, or the same deals once more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from openhearts.tables import messages
from openhearts.tables.events import Dealt, Event, GameStarted
from tests.tables.driver import ANN, BOB, Course, refusal_of

WORDS: dict[str, object] = {
    "preset": "spot-hearts",
    "moon": "subtract",
    "target": 50,
    "level": "beginner",
    "options": {"older_tricks": True, "sheet_seconds": 45},
}


def rematch(course: Course) -> list[Event]:
    return course.send(ANN, messages.Rematch(id="r", decision=course.table.decision))


def replay(course: Course) -> list[Event]:
    return course.send(ANN, messages.Replay(id="r", decision=course.table.decision))


def deals_of(course: Course, game: int) -> list[tuple[str, ...]]:
    """The hands dealt in one game of a table, deal by deal."""
    places = range(len(course.events))
    dealt = [(course.events[place], course.tables[place]) for place in places]
    return [e.hands for e, table in dealt if isinstance(e, Dealt) and table.number == game]


def test_a_rematch_has_the_same_rules_and_seats_and_new_deals() -> None:
    """C14."""
    course = Course(WORDS, 3).seat_people(BOB).play()
    before = course.table
    assert max(before.game.scores) >= 50
    first, *_ = rematch(course)
    assert isinstance(first, GameStarted)
    after = course.table
    assert after.setup == before.setup
    assert after.ruleset == before.ruleset
    assert after.holders == before.holders
    assert after.host == before.host
    assert after.number == 2
    view = course.view(0)
    assert (view.deal, view.direction, view.rows, view.winners) == (1, "left", (), ())
    assert view.scores == (0, 0, 0, 0)
    assert not view.replayed
    assert after.bot_secret != before.bot_secret
    course.play()
    one, two = deals_of(course, 1), deals_of(course, 2)
    assert len(set(one + two)) == len(one + two)


def test_a_table_shows_itself_right_after_a_rematch() -> None:
    """The client gets a view of whatever is stored, so every stored moment has one."""
    course = Course({"target": 5}, 3).play()
    course.send(ANN, messages.Rematch(id="r", decision=course.table.decision))
    assert course.view(0).game == 2
    assert course.view(None).scores == (0, 0, 0, 0)


def test_a_table_shows_itself_right_after_it_was_opened() -> None:
    course = Course({"target": 5}, 3)
    assert course.view(0).game == 1


def test_replay_brings_the_very_deals_again() -> None:
    course = Course(WORDS | {"target": 200}, 3).play()
    first_game = deals_of(course, 1)
    assert len(first_game) > 1
    commitments = {table.shuffle.commitment for table in course.tables if table.shuffle}
    replay(course)
    assert course.view(0).replayed
    assert course.table.shuffle
    assert course.table.shuffle.commitment in commitments
    course.play()
    second_game = deals_of(course, 2)
    common = min(len(first_game), len(second_game))
    assert second_game[:common] == first_game[:common]
    assert course.table.replays == 1


def test_a_replay_that_goes_on_longer_gets_new_deals_then() -> None:
    for seed in range(30):
        course = Course({"target": 60}, seed).play()
        replay(course)
        course.play()
        one, two = deals_of(course, 1), deals_of(course, 2)
        common = min(len(one), len(two))
        assert one[:common] == two[:common]
        if len(two) > len(one):
            assert len(set(one + two)) == len(two)
            return
    pytest.fail("no replay went on longer")


def test_replays_of_replays_and_rematches_after_them() -> None:
    course = Course({"target": 60}, 5).play()
    replay(course)
    course.play()
    replay(course)
    course.play()
    games = [deals_of(course, game) for game in (1, 2, 3)]
    for one, two in pairwise(games):
        common = min(len(one), len(two))
        assert one[:common] == two[:common]
    assert course.table.replays == 2
    rematch(course)
    course.play()
    assert course.view(0).game == 4
    assert not course.view(0).replayed
    assert not set(deals_of(course, 4)) & {hands for game in games for hands in game}


def test_a_take_back_does_not_change_what_is_replayed() -> None:
    course = Course({"target": 60}, 5)
    course.play(until=lambda table: bool(table.game.earlier) and len(table.actions) > 30)
    course.send(ANN, messages.TakeBack(id="t", decision=course.table.decision))
    course.play()
    replay(course)
    course.play()
    one, two = deals_of(course, 1), deals_of(course, 2)
    common = min(len(one), len(two))
    assert common > 1
    assert one[:common] == two[:common]


def test_deals_are_replayed_only_for_somebody_alone_with_bots() -> None:
    course = Course({"target": 5}, 3).seat_people(BOB).play()
    assert not course.view(0).can_replay
    again = messages.Replay(id="r", decision=course.table.decision)
    assert refusal_of(course.table, ANN, again) == "replay-unavailable"
    course.send(BOB, messages.Leave(id="c"))
    assert course.view(0).can_replay
    assert not course.view(None).can_replay


def test_no_game_is_followed_by_another_before_it_is_over() -> None:
    course = Course({}, 3)
    for phase in ("passing", "playing", "sheet"):
        while course.table.phase != phase:
            course.step()
        for kind in (messages.Rematch, messages.Replay):
            command = kind(id="r", decision=course.table.decision)
            assert refusal_of(course.table, ANN, command) == "not-now"
        assert not course.view(0).can_replay


def test_many_games_follow_one_another() -> None:
    course = Course({"target": 10}, 3)
    for number in range(1, 9):
        course.play()
        assert course.table.number == number
        assert course.view(0).can_replay
        (rematch if number % 2 else replay)(course)
    dealt = [event for event in course.events if isinstance(event, Dealt)]
    assert len(dealt) >= 9
