"""A bot's own process: reads questions, writes answers, one at a time.

Run as ``python -m openhearts.bots.worker MODULE:NAME``, where NAME is a dictionary of bots
by level. A question is a pickled (level, view, seed) from the server that started it; an
answer is JSON. Each has its length in front, four bytes; an empty one says that the worker
is ready. It ends with its input.
"""

from __future__ import annotations

import os
import pickle
import sys
from importlib import import_module
from typing import BinaryIO

from openhearts.bots.bot import Bot
from openhearts.bots.wire import LENGTH_BYTES, encode_action, framed


def _serve(bots: dict[str, Bot], questions: BinaryIO, answers: BinaryIO) -> None:
    _say(answers, b"")
    while head := questions.read(LENGTH_BYTES):
        level, view, seed = pickle.loads(questions.read(int.from_bytes(head, "big")))
        _say(answers, encode_action(bots[level].answer(view, seed)))


def _say(answers: BinaryIO, body: bytes) -> None:
    answers.write(framed(body))
    answers.flush()


def _main(place: str) -> None:
    module, name = place.split(":")
    bots: dict[str, Bot] = getattr(import_module(module), name)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with its answers
    try:
        _serve(bots, sys.stdin.buffer, answers)
    except BrokenPipeError:  # the server is gone: nobody is left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())


if __name__ == "__main__":
    _main(sys.argv[1])
