"""The record of a table's game over HTTP, on a real server."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from openhearts.records import Record, from_document, loads
from openhearts.rules.actions import PlayCard
from openhearts.rules.deal import Deal
from openhearts.server import record_export
from openhearts.server.limits import RECORDS
from openhearts.server.record_export import RecordExport
from openhearts.tables.fairness import commitment
from openhearts.tables.record import game_record
from tests.databases import change
from tests.running import Client, Server, Visitor, play_until
from tests.server.logs import folded, log_of
from tests.server.test_host import PERSON, hosting, setup


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    """A person at a table, in the middle of its second deal; they have a name."""
    visitor = Visitor(server)
    table = visitor.open_table(preset="omnibus", target=500, level="casual")
    with visitor.sit_down(table) as client:
        client.see(lambda _: True)
        assert client.do("rename", name="Ann")["kind"] == "done"
        play_until(client, lambda view: (view["deal"], view["tricksPlayed"]) == (2, 3), CHANCE)
        client.see(lambda view: bool(view["legal"]))
        yield client


CHANCE = random.Random(5)


def get(
    visitor: Visitor, table: str, query: str = "", accept: str | None = None
) -> tuple[int, Any, bytes]:
    """GET the table's record: status, headers, body."""
    headers = {} if accept is None else {"accept": accept}
    return visitor.request(f"/api/tables/{table}/record{query}", None, headers)


def record_from(visitor: Visitor, table: str, query: str = "") -> Record:
    """The record that a program reads from the answer."""
    status, _, body = get(visitor, table, query)
    assert status == 200, body
    return loads(body)


def fault_from(visitor: Visitor, table: str, query: str = "") -> tuple[int, dict[str, Any]]:
    """What the table answers to a request that it does not take."""
    status, headers, body = get(visitor, table, query)
    assert headers["content-type"] == "application/json"
    return status, json.loads(body)


class TestFile:
    """What is answered where nothing is wrong."""

    def test_it_is_a_hearts_file_that_a_browser_saves(self, client: Client) -> None:
        before = datetime.now(UTC).date()
        status, headers, body = get(client.visitor, client.table)
        assert status == 200
        assert headers["content-type"] == "application/toml"
        day = re.fullmatch(
            r'attachment; filename="hearts-(\d{4}-\d\d-\d\d)\.hearts"',
            headers["content-disposition"],
        )
        assert day
        assert 0 <= (before - datetime.fromisoformat(day[1]).date()).days <= 1
        assert dict(loads(body).about)["date"] == day[1]
        assert headers["cache-control"] == "private, no-cache"
        assert headers["vary"] == "accept"

    def test_it_holds_what_the_log_tells_of_finished_deals(self, client: Client) -> None:
        database = client.visitor.server.database
        record = record_from(client.visitor, client.table)
        log = log_of(database, client.table)
        told = game_record(log, _identity(client), {_identity(client): "Ann"}.get)
        assert record == replace(told, about=record.about)
        assert record.about[0] == ("program", "openhearts 0.2.0")
        assert record.about[2:] == told.about
        assert record.players[0].name == "Ann"
        assert [recorded.deal.number for recorded in record.deals] == [1]
        assert record.game.scores == tuple(client.view["scores"])

    def test_nothing_of_the_running_deal_and_no_secret_is_in_it(self, client: Client) -> None:
        """C41: nor the table's id, which is the table's link."""
        table = folded(client.visitor.server.database, client.table)
        assert table.deal is not None
        secrets = {
            client.table,
            table.bot_secret,
            _identity(client),
            table.seeds[1],
            commitment(bytes.fromhex(table.seeds[1])),
            *(str(hand) for hand in table.deal.dealt),
            *(str(trick) for trick in table.deal.tricks),
        }
        for query in ("", "?format=json"):
            _, headers, body = get(client.visitor, client.table, query)
            told = body.decode() + str(headers)
            assert table.seeds[0] in told
            assert not any(secret in told for secret in secrets)

    def test_it_is_json_where_that_is_asked_for(self, client: Client) -> None:
        status, headers, body = get(client.visitor, client.table, "?format=json")
        assert status == 200
        assert headers["content-type"] == "application/json"
        assert re.search(r'"hearts-[\d-]{10}\.json"', headers["content-disposition"])
        assert from_document(json.loads(body)) == record_from(client.visitor, client.table)

    @pytest.mark.parametrize(
        ("accept", "query", "kind"),
        [
            ("application/json", "", "json"),
            ("Application/JSON; charset=utf-8", "", "json"),
            ("application/json, */*;q=0.5", "", "json"),
            ("application/toml;q=0.2, application/*;q=0.9", "", "json"),
            ("application/json;q=0.5, application/toml", "", "toml"),
            ("application/json;q=0, */*", "", "toml"),
            ("application/json;q=much, */*;q=0.1", "", "toml"),
            ("text/html,application/xhtml+xml,*/*;q=0.8", "", "toml"),
            ("*/*", "", "toml"),
            ("image/png", "", "toml"),
            (";;,=q", "", "toml"),
            ("application/json", "?format=hearts", "toml"),
            ("application/toml", "?format=json", "json"),
        ],
    )
    def test_what_the_program_likes_better_is_given_unless_it_asks_by_name(
        self, client: Client, accept: str, query: str, kind: str
    ) -> None:
        _, headers, _ = get(client.visitor, client.table, query, accept)
        assert headers["content-type"] == f"application/{kind}"

    def test_whoever_has_the_link_may_have_it_where_people_may_watch(self, client: Client) -> None:
        stranger = Visitor(client.visitor.server)
        assert record_from(stranger, client.table) == record_from(client.visitor, client.table)

    def test_before_the_first_deal_is_over_it_has_no_deals(self, server: Server) -> None:
        visitor = Visitor(server)
        table = visitor.open_table()
        record = record_from(visitor, table)
        assert record.deals == ()
        assert len(record.players) == 4

    def test_each_game_of_a_table_has_its_own(self, server: Server) -> None:
        visitor = Visitor(server)
        table = visitor.open_table(target=1)
        with visitor.sit_down(table) as client:
            view = play_until(client, lambda view: view["phase"] == "over", CHANCE)
            assert record_from(visitor, table).game.winners == tuple(view["winners"])
            assert client.do("replay")["kind"] == "done"
            assert record_from(visitor, table, "?game=1").deals == ()
            view = play_until(client, lambda view: view["phase"] == "over", CHANCE)
        first, second = (record_from(visitor, table, f"?game={game}") for game in (1, 2))
        assert second == record_from(visitor, table)
        assert second.game.scores == tuple(view["scores"])
        assert dict(second.about)["replays"] == 1
        assert first.deals[0].deal.dealt == second.deals[0].deal.dealt
        assert first.deals[0].fair == second.deals[0].fair


def test_after_three_hands_a_record_replays_to_the_same_totals_and_legal_cards(
    server: Server,
) -> None:
    """C73: what the server showed at each step, and what the library makes of its record."""
    visitor = Visitor(server)
    table = visitor.open_table(target=500)
    with visitor.sit_down(table) as client:
        view = play_until(client, lambda view: len(view["rows"]) == 3, CHANCE)
    record = record_from(visitor, table)
    assert [list(finished.outcome.points) for finished in record.finished] == [
        row["points"] for row in view["rows"]
    ]
    assert list(record.game.scores) == view["scores"]
    shown = {
        (seen["deal"], seen["tricksPlayed"], len(seen["trick"]["cards"]) if seen["trick"] else 0): (
            seen["legal"]
        )
        for seen in client.views
        if seen["legal"]
    }
    assert len(shown) > 20
    assert legal_of_seat_0(record) == shown


def legal_of_seat_0(record: Record) -> dict[tuple[int, int, int], list[str]]:
    """By deal, tricks played and cards on the table: what seat 0 may play."""
    found: dict[tuple[int, int, int], list[str]] = {}
    for recorded in record.deals:
        deal = Deal.start(record.ruleset, recorded.deal.number, recorded.deal.dealt)
        for seat, action in recorded.actions():
            if deal.trick is not None and deal.to_act == (0,):
                place = (deal.number, len(deal.tricks), len(deal.trick.cards))
                found[place] = [str(card) for card in deal.legal_cards()]
                assert not isinstance(action, PlayCard) or seat == 0
            deal = deal.act(seat, action)
    return found


class TestFault:
    """What is answered where something is wrong."""

    @pytest.mark.parametrize("table", ["nothing", "%00", "%ff", "x" * 3000])
    def test_no_table(self, server: Server, table: str) -> None:
        assert fault_from(Visitor(server), table) == (404, {"code": "no-such-table"})

    @pytest.mark.parametrize("query", ["", "?game=1", "?game=0", "?format=json"])
    def test_a_table_at_which_no_game_has_begun(self, server: Server, query: str) -> None:
        visitor = Visitor(server)
        table = visitor.open_table(gathers=True)
        assert fault_from(visitor, table, query) == (404, {"code": "no-such-game"})

    @pytest.mark.parametrize(
        ("query", "field", "value", "allowed"),
        [
            ("?format=pbn", "format", "pbn", ["hearts", "json"]),
            ("?format=", "format", "", ["hearts", "json"]),
            ("?format=JSON", "format", "JSON", ["hearts", "json"]),
            ("?game=2", "game", "2", ["1 to 1"]),
            ("?game=0", "game", "0", ["1 to 1"]),
            ("?game=-1", "game", "-1", ["1 to 1"]),
            ("?game=", "game", "", ["1 to 1"]),
            ("?game=1.0", "game", "1.0", ["1 to 1"]),
            ("?game=%C2%B9", "game", "\u00b9", ["1 to 1"]),
            ("?game=1" + "0" * 5000, "game", "1" + "0" * 5000, ["1 to 1"]),
            ("?deal=1", "deal", None, ["format", "game"]),
        ],
        ids=range(11),
    )
    def test_a_wrong_field_is_named_with_what_it_allows(
        self, client: Client, query: str, field: str, value: str | None, allowed: list[str]
    ) -> None:
        wrong = {"field": field, "value": value, "allowed": allowed}
        answer = fault_from(client.visitor, client.table, query)
        assert answer == (422, {"code": "wrong-field", **wrong})

    def test_a_table_without_spectators_gives_it_only_to_those_who_sit_there(
        self, server: Server
    ) -> None:
        """C42."""
        visitor = Visitor(server)
        table = visitor.open_table(options={"spectators": False})
        assert record_from(visitor, table).deals == ()
        assert fault_from(Visitor(server), table) == (403, {"code": "not-seated"})

    def test_one_person_cannot_keep_the_server_busy(self, client: Client, server: Server) -> None:
        path = f"/api/tables/{client.table}/record"
        school = {"x-forwarded-for": "203.0.113.5"}
        allowed = RECORDS.person.at_once
        busy = [client.visitor.request(path, None, school) for _ in range(allowed + 5)]
        assert [status for status, *_ in busy[:allowed]] == [200] * allowed
        status, headers, body = busy[-1]
        told = json.loads(body)
        assert (status, told["code"]) == (429, "too-many-records")
        assert int(headers["retry-after"]) == told["retryIn"] > 0
        assert Visitor(server).request(path, None, school)[0] == 200
        assert get(client.visitor, client.table)[0] == 200

    def test_a_log_that_cannot_be_read(self, tmp_path: Path) -> None:
        server = Server(tmp_path / "games.sqlite3")
        try:
            server.start()
            visitor = Visitor(server)
            table = visitor.open_table()
            change(server.database, f"UPDATE event SET body = '{{}}' WHERE table_id = '{table}'")
            assert fault_from(visitor, table) == (503, {"code": "server-fault"})
            assert f"record-not-written table={table} " in server.logged
            change(server.database, "DROP TABLE event")
            assert fault_from(visitor, table) == (503, {"code": "server-fault"})
            assert 'error=StoreFailed detail="no such table: event"' in server.logged
        finally:
            server.close()


def test_while_a_record_is_written_the_server_does_other_things(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, others_served = threading.Event(), threading.Event()

    def waits_for_the_others(*arguments: Any, **names: Any) -> Record:
        begun.set()
        if not others_served.wait(20):
            raise AssertionError("nobody else had a turn")
        return game_record(*arguments, **names)

    monkeypatch.setattr(record_export, "game_record", waits_for_the_others)

    async def run() -> int:
        async with hosting(tmp_path / "games.sqlite3") as (host, _):
            table = await host.open_table(PERSON, setup())
            asking = asyncio.create_task(RecordExport(host).record(request_for(table)))
            while not asking.done():
                await host.check()
                if begun.is_set():
                    others_served.set()
            return (await asking).status_code

    assert asyncio.run(run()) == 200


def request_for(table: str) -> Request:
    """A request for the record of a table, by the person who opened it."""
    return Request(
        {
            "type": "http",
            "method": "GET",
            "headers": [],
            "query_string": b"",
            "path_params": {"table_id": table},
            "state": {"person": PERSON},
        }
    )


def _identity(client: Client) -> str:
    """Who the client's person is in the log."""
    return client.visitor.cookie.removeprefix("openhearts=").partition(".")[0]
