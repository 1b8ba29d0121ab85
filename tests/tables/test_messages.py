"""Commands are read strictly: what is not well formed is no command (issue: Bad input)."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from openhearts.tables import messages
from openhearts.tables.messages import AnyCommand

ONE_OF_EACH: tuple[messages.AnyCommand, ...] = (
    messages.Pass(id="1", decision="1.1.passing.0.0", cards=("Qs", "2c", "Th")),
    messages.Play(id="1", decision="d", card="As"),
    messages.Claim(id="1", decision="d", claim="nothing-left"),
    messages.ChooseMoon(id="1", decision="d", moon="subtract"),
    messages.Ready(id="1", decision="d"),
    messages.TakeBack(id="1", decision="d"),
    messages.Rematch(id="1", decision="d"),
    messages.Replay(id="1", decision="d"),
    messages.Sit(id="1", seat=5),
    messages.Leave(id="1"),
    messages.Start(id="1"),
    messages.Remove(id="1", seat=1),
    messages.HandOver(id="1", seat=2),
    messages.ComeBack(id="1"),
    messages.GiveTime(id="1", decision="d", seat=3),
    messages.AnswerTakeBack(id="1", request="d.12.3", agrees=True),
    messages.GiveHash(id="1", hash="0f" * 32),
    messages.Reveal(id="1", decision="d", bytes="0f" * 32),
    messages.AskHint(id="1", decision="d"),
    messages.Say(id="1", phrase="well-played"),
    messages.Write(id="1", text="Shall we play another?"),
    messages.Rename(id="1", name="Ann"),
    messages.ForgetName(id="1"),
)
PLAY: dict[str, Any] = {"kind": "play", "id": "1", "decision": "d", "card": "As"}
PASS: dict[str, Any] = {"kind": "pass", "id": "1", "decision": "d", "cards": ["As"]}
DIGITS = "0f" * 32
NOT_32_BYTES = ("", DIGITS[2:], DIGITS + "0f", DIGITS.upper(), "0g" * 32, DIGITS + "\n", None, 7)
SIT: dict[str, Any] = {"kind": "sit", "id": "1", "seat": 2}


def read(text: str | bytes) -> messages.AnyCommand:
    return msgspec.json.decode(text, type=AnyCommand)


@pytest.mark.parametrize("command", ONE_OF_EACH, ids=lambda command: type(command).__name__)
def test_every_command_comes_back_from_its_json(command: messages.AnyCommand) -> None:
    assert read(msgspec.json.encode(command)) == command


def test_there_is_one_of_each_here() -> None:
    assert {type(command) for command in ONE_OF_EACH} == set(get_args(AnyCommand))


@pytest.mark.parametrize(
    "card", ["ZZ", "", None, 17, "as", "10s", "Qs ", "Qs\n", "QS", "1c", ["Qs"], "♠Q"]
)
def test_what_is_no_card_is_no_command(card: object) -> None:
    """C06."""
    for wrong in (PLAY | {"card": card}, PASS | {"cards": ["2c", card]}):
        with pytest.raises(msgspec.ValidationError):
            read(json.dumps(wrong))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [],
        None,
        "play",
        3,
        {"kind": "play"},
        {"kind": "cheat", "id": "1"},
        {"kind": None, "id": "1"},
        {"kind": ["play"], "id": "1"},
        {key: value for key, value in PLAY.items() if key != "decision"},
        {key: value for key, value in PLAY.items() if key != "id"},
        PLAY | {"id": ""},
        PLAY | {"id": 1},
        PLAY | {"id": "x" * 33},
        PLAY | {"decision": "x" * 65},
        PLAY | {"decision": None},
        PLAY | {"seat": 2},
        PLAY | {"automatic": True},
        PASS | {"cards": ["2c", "3c", "4c", "5c", "6c", "7c"]},
        PASS | {"cards": "2c"},
        PASS | {"cards": None},
        SIT | {"seat": -1},
        SIT | {"seat": 6},
        SIT | {"seat": "2"},
        SIT | {"seat": 2.5},
        SIT | {"seat": True},
        {"kind": "claim", "id": "1", "decision": "d", "claim": "everything"},
        {"kind": "choose-moon", "id": "1", "decision": "d", "moon": "adaptive"},
        {"kind": "rename", "id": "1", "name": ""},
        {"kind": "rename", "id": "1", "name": "x" * 25},
        {"kind": "leave", "id": "1", "seat": 3},
        {"kind": "say", "id": "1", "phrase": "you cheat"},
        {"kind": "say", "id": "1", "phrase": "hello", "text": "you cheat"},
        {"kind": "write", "id": "1", "text": ""},
        {"kind": "write", "id": "1", "text": "x" * 201},
        {"kind": "write", "id": "1", "text": None},
        *({"kind": "give-hash", "id": "1", "hash": wrong} for wrong in NOT_32_BYTES),
        *({"kind": "reveal", "id": "1", "decision": "d", "bytes": wrong} for wrong in NOT_32_BYTES),
    ],
    ids=json.dumps,
)
def test_what_is_malformed_or_says_too_much_is_no_command(wrong: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(json.dumps(wrong))


@pytest.mark.parametrize(
    "text", ["", "{", "play", '{"kind": "leave", "id": "1"} x', "\0", "[" * 200]
)
def test_what_is_no_json_is_no_command(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read(text)
