"""Bots in worker processes: what fails costs a turn, and nothing else (C32)."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from openhearts.bots.levels import DEFAULT_LEVEL, LEVELS
from openhearts.rules.cards import Cards, deck
from openhearts.rules.game import Game
from openhearts.rules.ruleset import Passing, Ruleset
from openhearts.rules.view import SeatView
from openhearts.server.thinking import BotFailed, Thinking
from tests.processes import children_of, is_alive
from tests.server.faulty_bots import FAULTS

FAULTY = "tests.server.faulty_bots:FAULTS"
PATIENCE = 5.0
SHORT = 0.5


def opening_view() -> SeatView:
    """The view of the seat that leads the first trick of a deal without passing."""
    ruleset = Ruleset(passing=Passing.NONE)
    pack = list(deck(4))
    game = Game(ruleset).start_deal(Cards.of(pack[seat::4]) for seat in range(4))
    return SeatView.of(game, 0)


@asynccontextmanager
async def thinking(bots: str = "", workers: int = 1) -> AsyncIterator[Thinking]:
    """Workers for the bots at this place, ended afterwards."""
    pool = Thinking(workers, bots) if bots else Thinking(workers)
    try:
        yield pool
    finally:
        await pool.close()


def test_a_worker_comes_and_goes_without_a_word() -> None:
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "openhearts.bots",
        "openhearts.bots.levels:LIVE_LEVELS",
    ]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert done.stderr == b""


def test_a_worker_answers_as_the_bot_itself_does() -> None:
    view = opening_view()

    async def run() -> None:
        async with thinking() as pool:
            for seed in range(5):
                answer = await pool.ask(DEFAULT_LEVEL, view, seed, PATIENCE)
                assert answer == LEVELS[DEFAULT_LEVEL].answer(view, seed)

    asyncio.run(run())


@pytest.mark.parametrize("fault", [f for f in FAULTS if f != "plays a foreign card"])
def test_a_bot_that_fails_is_reported_and_its_worker_replaced(fault: str) -> None:
    async def run() -> None:
        async with thinking(FAULTY) as pool:
            for _ in range(2):
                with pytest.raises(BotFailed, match=fault):
                    await pool.ask(fault, opening_view(), 1, SHORT)

    asyncio.run(run())


def test_an_unknown_level_is_a_failure_of_the_bot() -> None:
    async def run() -> None:
        async with thinking() as pool:
            with pytest.raises(BotFailed):
                await pool.ask("grandmaster", opening_view(), 1, PATIENCE)
            await pool.ask(DEFAULT_LEVEL, opening_view(), 1, PATIENCE)

    asyncio.run(run())


def test_a_hanging_bot_delays_only_those_behind_it_in_its_own_worker() -> None:
    """C34: others are served meanwhile."""

    async def run() -> None:
        async with thinking(FAULTY, workers=2) as pool:
            hanging = asyncio.create_task(pool.ask("sleeps for ever", opening_view(), 1, 60))
            await asyncio.sleep(0.1)
            with pytest.raises(BotFailed, match="raises"):
                await pool.ask("raises", opening_view(), 1, PATIENCE)
            assert not hanging.done()
            hanging.cancel()

    asyncio.run(run())


def test_a_question_that_nobody_waits_for_any_more_leaves_no_stale_answer() -> None:
    async def run() -> None:
        async with thinking() as pool:
            await pool.ask(DEFAULT_LEVEL, opening_view(), 1, PATIENCE)
            asked = asyncio.create_task(pool.ask(DEFAULT_LEVEL, opening_view(), 2, PATIENCE))
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            answer = await pool.ask(DEFAULT_LEVEL, opening_view(), 3, PATIENCE)
            assert answer == LEVELS[DEFAULT_LEVEL].answer(opening_view(), 3)

    asyncio.run(run())


def test_a_worker_that_was_killed_between_two_questions_is_replaced_unnoticed() -> None:
    async def run() -> None:
        async with thinking() as pool:
            for seed in range(3):
                answer = await pool.ask(DEFAULT_LEVEL, opening_view(), seed, PATIENCE)
                assert answer == LEVELS[DEFAULT_LEVEL].answer(opening_view(), seed)
                kill_the_workers()

    asyncio.run(run())


def test_a_bot_is_asked_once_more_when_somebody_kills_its_worker() -> None:
    """Then it has failed: its table must not wait for ever."""

    async def run() -> int:
        killed = 0
        async with thinking(FAULTY) as pool:
            asked = asyncio.create_task(pool.ask("sleeps for ever", opening_view(), 1, 60))
            while not asked.done():
                await asyncio.sleep(1)  # enough to start one, and to fall asleep
                killed += kill_the_workers()
            with pytest.raises(BotFailed, match=r"sleeps for ever: killed by signal 9"):
                await asked
        return killed

    assert asyncio.run(run()) == 2


def kill_the_workers() -> int:
    """As the system does when it is short of memory; how many there were.

    Other tests' servers are children of this process too: they live on.
    """
    children = children_of(os.getpid(), "openhearts.bots")
    workers = [child for child in children if is_alive(child)]
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    return len(workers)


def test_what_is_said_of_a_failure_quotes_nothing_from_the_bot() -> None:
    """Logs are shown to others; a bot's words may name the cards in its hand."""

    async def run() -> str:
        async with thinking("tests.server.faulty_bots:LOOSE_TONGUES") as pool:
            with pytest.raises(BotFailed) as failure:
                await pool.ask("misspells", opening_view(), 1, PATIENCE)
            return str(failure.value)

    assert asyncio.run(run()) == "misspells: NotationError"
