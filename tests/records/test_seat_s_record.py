"""A seat writes down what it saw: unknown cards are ``??``, and still every card is checked."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.bots.hidden import another_world
from openhearts.records import Record, RecordError, dumps, loads
from openhearts.rules.deal import Phase
from openhearts.rules.game import Game
from openhearts.rules.view import SeatView
from tests.strategies import games, seeds


@given(games(), st.integers(0, 2) | st.none())
def test_what_a_seat_saw_reads_back_as_it_was(game: Game, seat: int | None) -> None:
    record = Record.as_seen(game, seat)
    assert loads(dumps(record)) == record
    assert game.deal is not None
    if game.deal.phase is not Phase.OVER:
        assert record.view == SeatView.of(game, seat)
    assert record.finished == game.finished


@given(games(), st.integers(0, 2) | st.none(), seeds())
def test_what_a_seat_cannot_know_is_nowhere_in_its_record(
    game: Game, seat: int | None, seed: int
) -> None:
    assert game.deal is not None
    if game.deal.phase is not Phase.OVER:
        other = another_world(game, seat, Random(seed))
        assert dumps(Record.as_seen(other, seat)) == dumps(Record.as_seen(game, seat))


SEEN = """\
hearts = 1

[ruleset]

[[deals]]
number = 1
hands = [
  "??",
  "AQ2.KT.975.T8642",
  "??",
  "??",
]
passes = [
  "1 As Qs 8c",
  "0 Kd Ks 3c",
  "2 ?? ?? ??",
  "3 ?? ?? ??",
]
tricks = [
  "1 2c Ac 9c 5c",
  "2 Qd 2d 3d Kd",
  "1 2s As 3s 4s",
  "2 6s 8d 9s Ks",
  "1 9d Jd Td -",
]
"""
"""Seat 1 got the kings from seat 0; in the fourth trick seat 3 has no spade any more."""


def changed(old: str, new: str) -> str:
    assert SEEN.count(old) == 1, old
    return SEEN.replace(old, new)


def test_a_hand_written_view_is_read() -> None:
    view = loads(SEEN).view
    assert view is not None
    assert view.seat == 1
    assert str(view.hand) == ".KT.75.T643"
    assert view.to_act == (0,)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (changed("As 3s 4s", "As 3s Ac"), "line 22, deal 1, trick 3", "card-twice"),
        (changed("As 3s 4s", "5s 3s As"), "line 22, deal 1, trick 3", "card-twice"),
        (changed("As 3s 4s", "As 3s Ks"), "line 22, deal 1, trick 3", "card-twice"),
        (changed("8d 9s Ks", "8d 9s Qh"), "line 23, deal 1, trick 4", "not-in-hand"),
        (changed("8d 9s Ks", "8d 9s 8c"), "line 23, deal 1, trick 4", "card-twice"),
        (changed("8d 9s Ks", "8d 9s Kh"), "line 23, deal 1, trick 4", "must-follow"),
        (changed("8d 9s Ks", "8d Qs Ks"), "line 23, deal 1, trick 4", "card-twice"),
        (changed('"1 9d Jd', '"0 9d Jd'), "line 24, deal 1, trick 5", "card-twice"),
        (changed('"1 9d Jd Td -', '"2 Jd Td - -'), "line 24, deal 1, trick 5", "wrong-seat"),
        (changed('"1 9d Jd Td -', '"2 - - - -'), "line 24, deal 1, trick 5", "wrong-seat"),
        (changed("9d Jd Td -", "9d Jd 7s -"), "line 23, deal 1, trick 4", "must-follow"),
        (changed("6s 8d 9s Ks", "6s 8d - -"), "line 23, deal 1, trick 4", "trick-not-complete"),
        (changed('"1 As Qs 8c"', '"1 As Qs Ah"'), "line 14, deal 1", "not-in-hand"),
        (changed('"1 As Qs 8c"', '"1 As Qs"'), "line 14, deal 1", "wrong-number-of-cards"),
        (changed('"1 As Qs 8c"', '"1 ?? ?? ??"'), "line 14, deal 1", "not-a-view"),
        (changed('"0 Kd Ks 3c"', '"0 ?? ?? ??"'), "line 15, deal 1", "not-a-view"),
        (changed('"2 ?? ?? ??"', '"2 9c 7c 5c"'), "line 16, deal 1", "not-a-view"),
        (changed('"3 ?? ?? ??"', '"2 ?? ?? ??"'), "line 15, deal 1", "not-a-view"),
        (changed('"3 ?? ?? ??"', '"4 ?? ?? ??"'), "line 17, deal 1", "not-a-seat"),
        (changed("975.T8642", "975.T8624"), "line 9, deal 1", "wrong-notation"),
        (changed("975.T8642", "975.T8643"), "line 20, deal 1, trick 1", "not-in-hand"),
        (changed('  "??",\n  "A', '  "K...",\n  "A'), "line 7, deal 1", "not-a-view"),
        (changed("AQ2.KT.975.T8642", "AQ2.KT.975.T864"), "line 9, deal 1", "wrong-hand-size"),
        (changed("number = 1", "number = 4"), "line 14, deal 4", "nothing-to-pass"),
        (changed("number = 1", "number = 1\nfair = {}"), "line 7, deal 1", "unknown-field"),
        (SEEN + '[[deals]]\nnumber = 2\nhands = ["??"]\n', "line 5, deal 1", "deal-not-over"),
    ],
)
def test_a_fault_in_a_view_is_found_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert (str(caught.value.place), caught.value.reason) == (place, reason)
