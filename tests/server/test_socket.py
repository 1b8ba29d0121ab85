"""A client's socket on a real server: what is answered how, and that nothing breaks a table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.running import Client, Server, Visitor, play_together, play_until


def unchanged_after(client: Client, message: str | bytes) -> dict[str, Any]:
    """The refusal of this message, after which the table is as it was and goes on."""
    before = client.view["version"]
    replies = len(client.replies)
    client.send_raw(message)
    refusal: dict[str, Any] = client.wait_for(
        lambda: client.replies[-1] if len(client.replies) > replies else None
    )
    assert client.view["version"] == before
    assert refusal["kind"] == "rejected"
    assert client.do("play", card=client.view["legal"][0])["kind"] == "done"
    return refusal


@pytest.mark.parametrize(
    "message",
    [
        "",
        "null",
        "17",
        "[]",
        "{",
        '"play"',
        "\ufeff{}",
        '{"kind": "play"}',
        '{"kind": "play", "id": "1", "decision": "x", "card": "ZZ"}',
        '{"kind": "play", "id": "1", "decision": "x", "card": ""}',
        '{"kind": "play", "id": "1", "decision": "x", "card": null}',
        '{"kind": "play", "id": "1", "decision": "x", "card": 17}',
        '{"kind": "play", "id": "1", "decision": "x", "card": "2c", "seat": 2}',
        '{"kind": "play", "id": "", "decision": "x", "card": "2c"}',
        '{"kind": "pass", "id": "1", "decision": "x", "cards": "2c3c4c"}',
        '{"kind": "sit", "id": "1", "seat": 9}',
        '{"kind": "rename", "id": "1", "name": ""}',
        '{"kind": 5, "id": "1"}',
        "[" * 4000,
        '{"a":' * 1500,
        b"\x00\x01\x02",
        b"\xff\xfe" * 20,
    ],
    ids=range(22),
)
def test_a_malformed_message_is_answered_and_changes_nothing(
    client: Client, message: str | bytes
) -> None:
    """C06."""
    assert unchanged_after(client, message)["code"] == "malformed"


def test_an_unknown_command_is_answered_with_its_id(client: Client) -> None:
    refusal = unchanged_after(client, json.dumps({"kind": "fold", "id": "mine"}))
    assert (refusal["code"], refusal["id"]) == ("unknown-command", "mine")


@pytest.mark.parametrize("size", [8 * 1024 + 1, 30_000, 64 * 1024])
def test_a_large_message_is_answered_and_changes_nothing(client: Client, size: int) -> None:
    head = '{"kind": "rename", "id": "1", "name": "'
    message = head + "a" * (size - len(head) - 2) + '"}'
    assert len(message) == size
    assert unchanged_after(client, message)["code"] == "too-large"


def test_a_huge_message_closes_the_socket_with_1009_and_the_table_lives(client: Client) -> None:
    client.send_raw("a" * (64 * 1024 + 1))
    with pytest.raises(ConnectionClosed) as closed:
        client.wait_for(lambda: None)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    with client.visitor.sit_down(client.table) as again:
        again.see(lambda view: view["seat"] == 0)
        assert again.do("play", card=again.view["legal"][0])["kind"] == "done"


def test_an_illegal_card_is_refused_with_its_reason_and_facts(client: Client) -> None:
    """C02, C06: the refusal is the one that the view announced."""
    for card, refusal in client.view["refusals"].items():
        reply = client.do("play", card=card)
        assert (reply["code"], reply["facts"]) == (refusal["code"], refusal["facts"])
    foreign = next(c for c in ("2d", "3d", "4d", "5d", "6d") if c not in client.view["hand"])
    assert client.do("play", card=foreign)["code"] == "not-in-hand"


def test_a_repeated_play_plays_once(client: Client) -> None:
    """C51: both answers are the same, and the second one changes nothing."""
    decision, card = client.view["decision"], client.view["legal"][0]
    assert client.do("play", decision=decision, card=card)["kind"] == "done"
    assert client.do("play", decision=decision, card=card)["kind"] == "done"
    other = next(c for c in client.view["hand"] if c != card)
    assert client.do("play", decision=decision, card=other)["code"] == "already-decided"


def test_two_tabs_of_one_seat_both_see_the_card_and_the_first_one_counts(client: Client) -> None:
    """C49."""
    with client.visitor.sit_down(client.table) as other_tab:
        other_tab.see(lambda view: view["version"] == client.view["version"])
        assert other_tab.view["hand"] == client.view["hand"]
        cards = (client.view["hand"] * 2)[:2]
        decision, legal = client.view["decision"], client.view["legal"]
        first = client.send("play", decision=decision, card=legal[0])
        assert client.reply_to(first)["kind"] == "done"
        second = other_tab.do("play", decision=decision, card=cards[0])
        assert second["kind"] == "done" if cards[0] == legal[0] else True
        other_tab.see(lambda view: legal[0] not in view["hand"])


def test_a_stranger_watches_and_cannot_act(client: Client) -> None:
    """C41, C44: without the seat's cookie one sees four backs."""
    stranger = Visitor(client.visitor.server)
    with stranger.sit_down(client.table) as watching:
        view = watching.see(lambda _: True)
        assert view["seat"] is None
        assert view["hand"] == []
        assert view["handSizes"] == client.view["handSizes"]
        reply = watching.do("play", card=client.view["legal"][0])
        assert reply["code"] == "not-seated"


def test_a_second_person_takes_a_bots_seat_and_plays(client: Client) -> None:
    guest = Visitor(client.visitor.server)
    guest.request("/")
    with guest.sit_down(client.table) as seated:
        seated.see(lambda _: True)
        assert seated.do("sit", seat=0)["code"] == "seat-taken"
        assert seated.do("sit", seat=9)["code"] == "malformed"
        assert seated.do("sit", seat=2)["kind"] == "done"
        seated.see(lambda view: view["seat"] == 2)
        assert len(seated.view["hand"]) == seated.view["handSizes"][2]
        assert seated.do("rename", name="Aada")["kind"] == "done"
        client.see(lambda view: view["players"][2]["name"] == "Aada")
        play_together([client, seated], lambda view: view["deal"] == 2, random.Random(1))
        assert seated.do("leave")["kind"] == "done"
        client.see(lambda view: view["players"][2]["kind"] == "bot")


def test_a_flood_of_commands_is_answered_and_does_not_end_the_socket(client: Client) -> None:
    ids = [client.send("rename", name="Flood") for _ in range(200)]
    replies = [client.reply_to(command_id) for command_id in ids[-20:]]
    assert {reply["code"] for reply in replies if reply["kind"] == "rejected"} == {
        "too-many-commands"
    }


def test_a_page_of_another_site_cannot_open_a_socket(client: Client) -> None:
    address = f"ws://127.0.0.1:{client.visitor.server.port}/api/tables/{client.table}/socket"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin=Origin("https://elsewhere.example")).__enter__()
    assert refused.value.response.status_code == 403


def test_an_unknown_table_closes_the_socket_with_its_own_code(server: Server) -> None:
    with Visitor(server).sit_down("nosuchtable2") as client:
        with pytest.raises(ConnectionClosed) as closed:
            client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_a_client_that_reads_nothing_does_not_hold_the_others_up(client: Client) -> None:
    with client.visitor.sit_down(client.table):
        play_until(client, lambda view: view["deal"] == 2, random.Random(2))
