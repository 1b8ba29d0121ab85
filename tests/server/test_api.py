"""The HTTP interface for programs, on a real server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from openhearts.rules.ruleset import PRESETS
from tests.running import Server, Visitor


def post(server: Server, body: bytes) -> tuple[int, dict[str, Any]]:
    status, _, answer = Visitor(server).request("/api/tables", body)
    return status, json.loads(answer)


def test_the_server_says_that_it_is_well(server: Server) -> None:
    status, _, body = Visitor(server).request("/healthz")
    assert (status, json.loads(body)) == (200, {"status": "ok"})


@pytest.mark.parametrize("body", [b"", b"{}"])
def test_a_table_is_opened_with_nothing_said(server: Server, body: bytes) -> None:
    visitor = Visitor(server)
    status, headers, answer = visitor.request("/api/tables", body)
    created = json.loads(answer)
    assert status == 201
    assert created["address"] == headers["location"] == f"/t/{created['id']}"
    with visitor.sit_down(created["id"]) as client:
        rules = client.see(lambda _: True)["rules"]
    assert rules["preset"] == "subtract-the-moon"
    assert rules["fields"] == PRESETS["subtract-the-moon"].to_words()


def test_the_asked_rules_are_the_tables_rules(server: Server) -> None:
    """C07: header and view carry what was asked for."""
    visitor = Visitor(server)
    table = visitor.open_table(
        preset="subtract-the-moon", hearts="spot", target=50, options={"older_tricks": True}
    )
    with visitor.sit_down(table) as client:
        view = client.see(lambda _: True)
    assert view["rules"]["fields"]["moon"] == "subtract"
    assert view["rules"]["fields"]["hearts"] == "spot"
    assert view["rules"]["fields"]["target"] == 50
    assert view["rules"]["changed"] == ["target", "hearts"]
    assert view["options"]["older_tricks"] is True


def test_people_may_gather_before_the_game(server: Server) -> None:
    visitor = Visitor(server)
    with visitor.sit_down(visitor.open_table(gathers=True)) as client:
        assert client.see(lambda _: True)["phase"] == "gathering"


@pytest.mark.parametrize(
    ("asked", "field", "allowed"),
    [
        ({"moon": "subtractt"}, "moon", "subtract"),
        ({"scoring": "spot"}, "scoring", "hearts"),
        ({"target": 0}, "target", "1 to 1000"),
        ({"target": "50"}, "target", "1 to 1000"),
        ({"seats": 2}, "seats", "4"),
        ({"seats": 6, "pass_count": 5}, "pass_count", "1 to 4"),
        ({"preset": "hearts"}, "preset", "standard"),
        ({"level": "grandmaster"}, "level", "casual"),
        ({"options": {"colour": 1}}, "options.colour", "take_back"),
        ({"options": 7}, "options", "take_back"),
        ({"gathers": 1}, "gathers", "true"),
        ({"options": {"sheet_seconds": 1}}, "options.sheet_seconds", "5 to 600"),
    ],
)
def test_a_wrong_field_is_named_with_what_it_allows(
    server: Server, asked: dict[str, object], field: str, allowed: str
) -> None:
    """C07."""
    status, answer = post(server, json.dumps(asked).encode())
    assert status == 422
    assert answer["field"] == field
    assert allowed in answer["allowed"]


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 400), (b"[]", 400), (b"\xff", 400), (b"[" * 5000, 400), (b" " * 9000 + b"{}", 413)],
    ids=["not json", "no object", "no text", "deep", "large"],
)
def test_a_body_that_is_no_setup_is_answered(server: Server, body: bytes, status: int) -> None:
    assert post(server, body)[0] == status


def test_a_page_of_another_site_opens_no_table(server: Server) -> None:
    status, _, body = Visitor(server).request(
        "/api/tables", b"{}", {"origin": "https://elsewhere.example"}
    )
    assert (status, json.loads(body)["code"]) == (403, "foreign-page")


def test_pages_forbid_foreign_and_inline_scripts(server: Server) -> None:
    _, headers, _ = Visitor(server).request("/")
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"


def test_an_identity_is_signed_and_kept(server: Server) -> None:
    visitor = Visitor(server)
    _, first, _ = visitor.request("/")
    assert "HttpOnly" in first["set-cookie"]
    assert "SameSite=Lax" in first["set-cookie"]
    _, second, _ = visitor.request("/")
    assert "set-cookie" not in second
    visitor.cookie = "openhearts=somebody.forged"
    _, third, _ = visitor.request("/")
    assert "set-cookie" in third
