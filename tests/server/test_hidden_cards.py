"""Whole games in which all that anybody is told is searched for what they may not know: frames,
pages, pictures, records, metrics and the log. ``prove/hidden_cards.py`` plays many more."""

from __future__ import annotations

import random
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from openhearts.rules.cards import Cards
from openhearts.tables import messages
from openhearts.tables.messages import Refusal
from openhearts.tables.table import Table
from openhearts.tables.views import TableViews
from tests.running import PATIENCE, running
from tests.server.evenings import Evening, pages_of
from tests.server.hidden import Truth, cards_in, leaks
from tests.server.test_metrics import free_port
from tests.server.witnesses import Told
from tests.tables.driver import ANN, BOB, Course, wire

STRANGER = "person-who-only-has-the-link"

EVENINGS: dict[str, Mapping[str, object]] = {
    "watched": {
        "preset": "omnibus",
        "options": {"listed": True},
        "moon": "choice",
        "deal_limit": 2,
    },
    "unwatched": {
        "preset": "black-maria",
        "seats": 5,
        "deal_limit": 1,
        "options": {"spectators": False},
    },
}


@pytest.mark.parametrize("evening", EVENINGS)
def test_nobody_is_told_of_cards_that_they_may_not_know(evening: str, tmp_path: Path) -> None:
    """C41, C42, C44: two people, one who comes late, one who watches, and a stranger."""
    port = free_port()
    seen = f"127.0.0.1:{port}", "--log", "json", "--log-level", "debug"
    with running(tmp_path / "games.sqlite3", "--metrics", *seen) as server:
        pages = pages_of(tmp_path, ["en"])
        pages = [page for page in pages if "preview" not in page or "{table_id}" in page]
        setup = {**EVENINGS[evening], "level": "beginner"}
        played = Evening(server, pages, setup, people=2, chance=random.Random(evening))
        truth = played.play()
        with urllib.request.urlopen(f"http://{seen[0]}/metrics", timeout=PATIENCE) as answer:
            measured = answer.read().decode()
    assert played.leaks(truth) == []
    assert len(played.told) > 2 * len(truth.events), "more than one at nearly each step"
    for text in (measured, server.logged):
        assert set(cards_in(text)) == set()
        assert [secret for secret in truth.secrets if secret in text] == []
        assert [witness.cookie for witness in played.witnesses if witness.cookie in text] == []


Plant = Callable[[Cards, Table], dict[str, object]]
PLANTS: dict[str, Plant] = {
    "a hand": lambda hand, _: {"received": tuple(map(str, hand))},
    "one card, as a key": lambda hand, _: {"refusals": {str(min(hand)): Refusal("not-now", {})}},
    "a hand as it is stored": lambda hand, _: {"decision": str(hand)},
    "cards in a row": lambda hand, _: {"next_hash": "".join(map(str, hand))},
    "a hand as a mask": lambda hand, _: {"scores": (hand.mask,)},
    "a hand as numbers": lambda hand, _: {"scores": tuple(card.index for card in hand)},
    "the deal's seed": lambda _, table: {"next_hash": table.seeds[-1]},
    "the seed otherwise": lambda _, table: {"table": in_base64(table.seeds[-1])},
    "the bots' secret": lambda _, table: {"next_hash": table.bot_secret},
    "an identity": lambda _, table: {"decision": table.host},
}
"""By what leaks of another seat's hand, or of the table: fields of a view that tell it."""


@pytest.fixture
def course() -> Course:
    """Two people, two bots, and some tricks of a deal."""
    return Course({}, 7).seat_people(BOB).play(until=lambda table: has_tricks(table, 3))


def in_base64(digits: str) -> str:
    return b64encode(bytes.fromhex(digits)).decode()


def has_tricks(table: Table, number: int) -> bool:
    return table.deal is not None and len(table.deal.tricks) >= number


def told_along(course: Course) -> Iterator[Told]:
    """What a person, and somebody who watches, was told at each step."""
    for version, table in enumerate(course.tables, 1):
        for seat, person in ((0, ANN), (None, STRANGER)):
            body = wire(course.view(seat, table))
            yield Told(person, "/api/tables/table7/socket", body, version, version)


def found_in(course: Course) -> list[str]:
    truth = Truth(course.events)
    return [leak for told in told_along(course) for leak in leaks(truth, told)]


def test_in_what_is_really_told_nothing_is_found(course: Course) -> None:
    assert found_in(course) == []


@pytest.mark.parametrize("plant", PLANTS)
def test_what_a_view_should_not_have_is_found(
    course: Course, plant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the search is known to find something, whatever it is called and however written."""
    made = TableViews.of

    def leaky(views: TableViews, seat: int | None, *, removed: bool = False) -> messages.View:
        view = made(views, seat, removed=removed)
        table = views._table
        if table.deal is None or not has_tricks(table, 2):
            return view
        other = table.deal.hands[((view.seat or 0) + 1) % 4]
        return msgspec.structs.replace(view, **PLANTS[plant](other, table))

    monkeypatch.setattr(TableViews, "of", leaky)
    truth = Truth(course.events)
    for told in told_along(course):
        if has_tricks(truth.tables[told.until - 1], 2):
            assert list(leaks(truth, told)), told.person


@pytest.mark.parametrize(
    "page",
    ["<p>{hand}</p>", "<svg id='{card}'>", "<p data-cards='{cards}'>", "Seat 3 has {sign}."],
)
def test_what_a_page_should_not_have_is_found(course: Course, page: str) -> None:
    deal = course.table.deal
    assert deal is not None
    hand, card = deal.hands[3], min(deal.hands[3])
    sign = str(card)[0] + "♣♦♥♠"[card.suit]
    body = page.format(hand=hand, card=card, cards=" ".join(map(str, hand)), sign=sign)
    told = Told(STRANGER, "/t/table7", b"{}\n" + body.encode(), 1, len(course.events))
    truth = Truth(course.events)
    assert list(leaks(truth, told))
    assert not list(leaks(truth, told, before=map(str, hand)))


def test_a_card_in_a_refusal_is_news_unless_it_was_asked_for(course: Course) -> None:
    deal = course.table.deal
    assert deal is not None
    card = min(deal.hands[3])
    refusal = f'{{"kind": "rejected", "id": "1", "facts": {{"card": "{card}"}}}}'
    version = len(course.events)
    told = Told(ANN, "/api/tables/table7/socket", refusal.encode(), version, version)
    truth = Truth(course.events)
    assert list(leaks(truth, told)) == [f"the card {card}"]
    assert not list(leaks(truth, replace(told, asked=f'{{"kind": "play", "card": "{card}"}}')))


def test_a_deal_that_is_under_way_is_found_in_a_record(course: Course) -> None:
    deal = course.table.deal
    assert deal is not None
    version = len(course.events)
    record = {"hearts": 1, "deals": [{"number": 1, "hands": [str(hand) for hand in deal.dealt]}]}
    path = "/api/tables/table7/record?format=json"
    told = Told(STRANGER, path, b"{}\n" + msgspec.json.encode(record), version, version)
    found = list(leaks(Truth(course.events), told))
    assert "deal 1 is in the record before its end" in found
    course.play(until=lambda table: table.phase == "sheet")
    version = len(course.events)
    assert not list(leaks(Truth(course.events), replace(told, since=version, until=version)))
