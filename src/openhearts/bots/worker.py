"""A bot's own process: reads questions, writes answers, one at a time.

Run as ``python -m openhearts.bots MODULE:NAME``, where NAME is a dictionary of bots
by level. A question is a pickled (level, view, seed) from the server that started it; an
answer is JSON. Each has its length in front, four bytes; an empty one says that the worker
is ready. It ends with its input.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from importlib import import_module
from typing import BinaryIO

from openhearts.bots.bot import Bot
from openhearts.rules.actions import Action, ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.ruleset import MoonRule

LENGTH_BYTES = 4


def encode_action(action: Action) -> bytes:
    """The action as JSON. Raises TypeError for what is none."""
    match action:
        case PassCards(cards):
            return json.dumps({"pass": [str(card) for card in cards]}).encode()
        case PlayCard(card):
            return json.dumps({"play": str(card)}).encode()
        case MakeClaim(kind):
            return json.dumps({"claim": kind.value}).encode()
        case ChooseMoon(moon):
            return json.dumps({"moon": moon.value}).encode()
        case _:
            raise TypeError(f"not an action: {action!r}")


def decode_action(body: bytes) -> Action:
    """The action that the JSON says. Raises ValueError for anything else."""
    match json.loads(body):
        case {"pass": [*cards]}:
            return PassCards(tuple(Card.parse(card) for card in cards))
        case {"play": str(card)}:
            return PlayCard(Card.parse(card))
        case {"claim": str(kind)}:
            return MakeClaim(ClaimKind(kind))
        case {"moon": str(moon)}:
            return ChooseMoon(MoonRule(moon))
        case other:
            raise ValueError(f"not an action: {other!r}")


def framed(body: bytes) -> bytes:
    """The body with its length in front."""
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def _serve(bots: dict[str, Bot], questions: BinaryIO, answers: BinaryIO) -> None:
    _say(answers, b"")
    while head := questions.read(LENGTH_BYTES):
        level, view, seed = pickle.loads(questions.read(int.from_bytes(head, "big")))
        _say(answers, encode_action(bots[level].answer(view, seed)))


def _say(answers: BinaryIO, body: bytes) -> None:
    answers.write(framed(body))
    answers.flush()


def main(place: str) -> None:
    """Answer questions until there are none, with the bots at ``place``: ``MODULE:NAME``."""
    module, name = place.split(":")
    bots: dict[str, Bot] = getattr(import_module(module), name)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with its answers
    try:
        _serve(bots, sys.stdin.buffer, answers)
    except BrokenPipeError:  # the server is gone: nobody is left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
