"""A bot's own process: reads questions, writes answers, one at a time.

Run as ``python -m openhearts.bots MODULE:NAME``, where NAME is a dictionary of bots
by level. A question is a pickled Question from the server that started it; an answer is JSON.
Each has its length in front, four bytes; an empty one says that the worker is ready. It ends
with its input, or with a bot that fails: then it has answered what failed, and where.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import traceback
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from openhearts.bots.bot import Bot
from openhearts.bots.hints import Adviser, CardValue, Hint
from openhearts.rules.actions import Action, ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.view import SeatView

LENGTH_BYTES = 4


@dataclass(frozen=True, slots=True)
class Question:
    """What the bot of ``level`` is asked about ``view``: for its answer, or for a hint."""

    level: str
    view: SeatView
    seed: int
    wants_hint: bool = False


def encode_action(action: Action) -> bytes:
    """The action as JSON. Raises TypeError for what is none."""
    return json.dumps(_action_in_words(action)).encode()


def decode_action(body: bytes) -> Action:
    """The action that the JSON says. Raises ValueError for anything else."""
    return _action_of(json.loads(body))


def encode_hint(hint: Hint) -> bytes:
    """The hint as JSON. Raises TypeError for one whose action is none."""
    values = [[str(value.card), value.points, value.moon] for value in hint.values]
    return json.dumps({"action": _action_in_words(hint.action), "values": values}).encode()


def decode_hint(body: bytes) -> Hint:
    """The hint that the JSON says. Raises ValueError or TypeError for anything else."""
    match json.loads(body):
        case {"action": action, "values": [*values]}:
            read = (CardValue(Card.parse(card), float(p), float(moon)) for card, p, moon in values)
            return Hint(_action_of(action), tuple(read))
        case other:
            raise ValueError(f"not a hint: {other!r}")


def _action_in_words(action: Action) -> dict[str, object]:
    match action:
        case PassCards(cards):
            return {"pass": [str(card) for card in cards]}
        case PlayCard(card):
            return {"play": str(card)}
        case MakeClaim(kind):
            return {"claim": kind.value}
        case ChooseMoon(moon):
            return {"moon": moon.value}
        case _:
            raise TypeError(f"not an action: {action!r}")


def _action_of(words: object) -> Action:
    match words:
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


def told_failure(body: bytes) -> str | None:
    """What failed and where, if the body is no answer but tells of that."""
    found = json.loads(body) if body else None
    failure = found.get("failed") if isinstance(found, dict) else None
    return failure if isinstance(failure, str) else None


def _failed(error: Exception) -> bytes:
    """The error's kind, and where it came from. What it says may quote cards."""
    *_, place = traceback.extract_tb(error.__traceback__)
    where = f"{Path(place.filename).name}:{place.lineno}"
    return json.dumps({"failed": f"{type(error).__name__} at {where}"}).encode()


def framed(body: bytes) -> bytes:
    """The body with its length in front."""
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def _serve(bots: dict[str, Bot], questions: BinaryIO, answers: BinaryIO) -> None:
    _say(answers, b"")
    while head := questions.read(LENGTH_BYTES):
        question: Question = pickle.loads(questions.read(int.from_bytes(head, "big")))
        _say(answers, _answer(bots[question.level], question))


def _answer(bot: Bot, question: Question) -> bytes:
    if not question.wants_hint:
        return encode_action(bot.answer(question.view, question.seed))
    if not isinstance(bot, Adviser):
        raise TypeError(f"{question.level} gives no hints")
    return encode_hint(bot.hint(question.view, question.seed))


def _say(answers: BinaryIO, body: bytes) -> None:
    answers.write(framed(body))
    answers.flush()


def main(place: str) -> None:
    """Answer questions until there are none, with the bots at ``place``: ``MODULE:NAME``."""
    module, name = place.split(":")
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with its answers
    try:
        bots: dict[str, Bot] = getattr(import_module(module), name)
        _serve(bots, sys.stdin.buffer, answers)
    except BrokenPipeError:  # the server is gone: nobody is left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
    except Exception as error:
        _say(answers, _failed(error))
        sys.stdin.buffer.read()  # until the server has ended us: one that ends alone is missed
        sys.exit(1)
