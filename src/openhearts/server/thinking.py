"""Bots think in worker processes: one that fails costs its turn, never the table."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import TypeVar

from openhearts.bots.hints import ADVISER, Hint
from openhearts.bots.worker import (
    LENGTH_BYTES,
    Question,
    decode_action,
    decode_hint,
    framed,
    told_failure,
)
from openhearts.rules.actions import Action
from openhearts.rules.view import SeatView

SHIPPED_BOTS = "openhearts.bots.levels:LIVE_LEVELS"
SECONDS_TO_START = 10.0
LONGEST_ANSWER = 4096

GONE = (EOFError, ConnectionError)
"""What a worker that is no longer there looks like from here."""

SECONDS_TO_DIE = 1.0

_Answer = TypeVar("_Answer", Action, Hint)


class BotFailed(Exception):
    """The bot raised, hung, or answered what is no action. Says how."""


class _Told(Exception):
    """The worker itself says what failed."""


class _WorkerKilled(BotFailed):
    """A signal ended the process while the bot thought: it may be asked once more."""


class Thinking:
    """A few worker processes, each started when first needed and replaced when it fails."""

    def __init__(self, workers: int, bots: str = SHIPPED_BOTS) -> None:
        self._bots = bots
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._all = [_Worker(bots) for _ in range(workers)]
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def ask(self, level: str, view: SeatView, seed: int, deadline: float) -> Action:
        """What the bot of this level answers to ``view``, within ``deadline`` seconds.

        Waiting for a free worker is not counted. Raises BotFailed.
        """
        return await self._ask(Question(level, view, seed), decode_action, deadline)

    async def hint(self, view: SeatView, seed: int, deadline: float) -> Hint:
        """What the expert would do there, within ``deadline`` seconds, waiting included.

        Raises BotFailed.
        """
        question = Question(ADVISER, view, seed, wants_hint=True)
        try:
            async with asyncio.timeout(deadline):
                return await self._ask(question, decode_hint, deadline)
        except TimeoutError as late:
            raise BotFailed(f"{ADVISER}: no hint in time") from late

    async def _ask(
        self, question: Question, decode: Callable[[bytes], _Answer], deadline: float
    ) -> _Answer:
        worker = await self._idle.get()
        try:
            try:
                return await worker.ask(question, decode, deadline)
            except _WorkerKilled:  # whoever stops the server may have stopped this one first
                return await worker.ask(question, decode, deadline)
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End the processes."""
        for worker in self._all:
            await worker.stop()


class _Worker:
    """One process, or the place of one that is not running now."""

    def __init__(self, bots: str) -> None:
        self._bots = bots
        self._process: Process | None = None

    async def ask(
        self, question: Question, decode: Callable[[bytes], _Answer], deadline: float
    ) -> _Answer:
        answered = False
        try:
            process = await self._running()
            async with asyncio.timeout(deadline):
                answer = await self._exchange(process, pickle.dumps(question))
            decoded = decode(answer)
            answered = True
            return decoded
        except _Told as told:
            raise BotFailed(f"{question.level}: {told}") from None
        except Exception as error:  # whatever a bot does, its table goes on
            if isinstance(error, GONE) and (killer := await self._killer()):
                raise _WorkerKilled(f"{question.level}: killed by signal {killer}") from error
            # Not what the error says: it may quote the cards of the bot's hand.
            raise BotFailed(f"{question.level}: {type(error).__name__}") from error
        finally:
            if not answered:  # failed, or nobody waits any more: its next answer would be stale
                await self.stop()

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            async with asyncio.timeout(SECONDS_TO_START):
                # A session of its own: Ctrl+C is for the server, which lets its bots finish.
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "openhearts.bots", self._bots),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,  # what a bot prints may name its cards
                    start_new_session=True,
                )
                await _read_frame(self._process)
        return self._process

    async def _killer(self) -> int:
        """The number of the signal that ended the process; 0 if none did."""
        if self._process is None:
            return 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_DIE):
                await self._process.wait()
        return max(0, -(self._process.returncode or 0))

    async def _exchange(self, process: Process, question: bytes) -> bytes:
        if process.stdin is None:
            raise OSError("no pipes")
        process.stdin.write(framed(question))
        await process.stdin.drain()
        return await _read_frame(process)


async def _read_frame(process: Process) -> bytes:
    if process.stdout is None:
        raise OSError("no pipes")
    length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
    if length > LONGEST_ANSWER:
        raise ValueError(f"an answer of {length} bytes")
    frame = await process.stdout.readexactly(length)
    if failure := told_failure(frame):
        raise _Told(failure)
    return frame
