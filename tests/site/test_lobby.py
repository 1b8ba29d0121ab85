"""The lobby, as it is without scripts."""

from __future__ import annotations

import msgspec
import pytest

from openhearts.server.lobby import LobbyContent, LobbyTable
from openhearts.server.site.lobby_page import OpenTable, lobby_facts
from openhearts.tables.events import BotPlayer, Holder, Person
from openhearts.tables.listing import Listing
from openhearts.tables.options import TableOptions
from openhearts.words.catalogue import Catalogue, languages
from tests.site.visiting import Tables, Visitor

ENGLISH = Catalogue.load("en")
MINUTE = 60_000
BOT = BotPlayer("casual")

LISTING = Listing(
    id="abc",
    rules="omnibus target=50 must_break=false",
    options=TableOptions(listed=True, clock_seconds=30),
    level="casual",
    holders=(Person("p1"), BOT, Person("p2"), BOT),
    phase="playing",
    deal=3,
)


def a_table(*, is_attended: bool = True, **changes: object) -> LobbyTable:
    listed = msgspec.structs.replace(LISTING, **changes)
    return LobbyTable(listed, {"p1": "Aino <"}, is_attended, changed_at=0)


def shown_tables(tables: list[LobbyTable], now: int) -> list[OpenTable]:
    shown = lobby_facts(LobbyContent(tables, []), ENGLISH, "casual", now)["tables"]
    assert isinstance(shown, list)
    return shown


TAKEN = (Person("p1"), Person("p2"), Person("p3"))
FULL_LOBBY = LobbyContent(
    [
        a_table(),
        a_table(is_attended=False, phase="gathering"),
        a_table(holders=TAKEN),
        a_table(holders=TAKEN, options=TableOptions(spectators=False)),
    ],
    ["omnibus"],
)
"""A table in every state."""


def test_without_tables_it_invites_to_open_one(visitor: Visitor) -> None:
    page = visitor.get("/lobby")
    assert page.status == 200
    assert ENGLISH.say("lobby.none") in page.words
    (open_one,) = page.having(href="/en/setup?options.listed=true")
    assert visitor.get(open_one["href"]).answers["options.listed"] == "true"
    assert ENGLISH.say("lobby.popular") not in page.words


def test_a_table_is_told_in_words_with_a_way_to_it(visitor: Visitor, tables: Tables) -> None:
    tables.lobby = LobbyContent([a_table()], [])
    page = visitor.get("/lobby")
    for words in (
        "Omnibus to 50",
        "The jack of diamonds takes 10 off your score.",
        "One rule is changed at this table.",
        "At the table: Aino < and Guest 3.",
        "2 seats are free. Hand 3 is being played.",
        "Time for a decision: 30 seconds.",
    ):
        assert words in page.words
    assert "Aino &lt;" in page.html
    assert "p1" not in page.html, "identities go no further"
    (join,) = page.having(id="way-abc")
    assert join["href"] == "/t/abc"
    assert " Join " in page.words
    assert page.having(href="/t/abc/rules")


@pytest.mark.parametrize(
    ("holders", "spectators", "way"),
    [
        (LISTING.holders, True, "join"),
        (LISTING.holders, False, "join"),
        (TAKEN, True, "watch"),
        (TAKEN, False, "full"),
    ],
)
def test_one_joins_while_a_seat_is_free_and_else_watches_if_one_may(
    holders: tuple[Holder, ...], spectators: bool, way: str
) -> None:
    options = TableOptions(listed=True, spectators=spectators)
    (shown,) = shown_tables([a_table(options=options, holders=holders)], now=0)
    assert shown.way == way
    assert ("Every seat is taken." in shown.told) == (holders == TAKEN)


def test_a_table_that_nobody_is_at_says_since_when() -> None:
    tables = [a_table(), a_table(is_attended=False, phase="gathering")]
    here, away = shown_tables(tables, now=5 * MINUTE)
    assert "Nobody is there" not in " ".join(here.told)
    assert away.told[-1] == "Nobody is there right now, last played 5 minutes ago."
    assert "The game has not begun." in away.told


def test_popular_rules_lead_to_a_table_with_just_these(visitor: Visitor, tables: Tables) -> None:
    tables.lobby = LobbyContent([], ["spot-hearts target=500", "standard"])
    page = visitor.get("/lobby")
    assert "Spot Hearts to 500" in page.words
    (play,) = page.having(href="/en/setup?preset=spot-hearts&target=500")
    answers = visitor.get(play["href"]).answers
    assert (answers["preset"], answers["target"], answers["hearts"]) == (
        "spot-hearts",
        "500",
        "spot",
    )


@pytest.mark.parametrize("language", languages())
def test_its_list_alone_is_the_same_for_everybody(
    visitor: Visitor, tables: Tables, language: str
) -> None:
    tables.lobby = LobbyContent([a_table()], [])
    words = Catalogue.load(language)
    page = visitor.get(f"/{language}/{words.say('lobby.slug')}")
    (list_,) = [e for e in page.elements if "data-fresh" in e.attributes]
    fresh = visitor.get(list_["data-fresh"])
    assert fresh.headers["cache-control"] == "public, max-age=2"
    assert fresh.html.strip() in page.html
    (told,) = [e["data-count"] for e in fresh.elements if "data-count" in e.attributes]
    assert told == words.say("lobby.count", count=1)
    assert told in page.words


def test_the_lobby_is_to_be_found_and_its_tables_are_not(visitor: Visitor, tables: Tables) -> None:
    tables.lobby = LobbyContent([a_table()], [])
    page = visitor.get("/lobby")
    assert page.having(rel="canonical")
    assert not page.having(name="robots")
    assert all(
        e["rel"] == "nofollow" for e in page.elements if "/t/" in e.attributes.get("href", "")
    )
    assert "/t/" not in visitor.get("/sitemap.xml").html
    assert "/en/lobby" in visitor.get("/sitemap.xml").html
