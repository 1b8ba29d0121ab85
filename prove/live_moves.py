"""How long an expert's answer takes while four tables play on this machine.

Four tables ask for every seat's answers in turn, of the worker processes that a server with two
processors has, with the levels that a server plays: each waits for a free worker as it would
there. Prints the half, the ninety-ninth hundredth and the longest of the times.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from random import Random

from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import STANDARD
from openhearts.rules.shuffling import shuffled_hands
from openhearts.rules.view import SeatView
from openhearts.server.thinking import Thinking

TABLES, WORKERS, DEALS = 4, 2, 12
BUDGET = 0.050


async def table(thinking: Thinking, number: int) -> list[float]:
    """The seconds that each card of a table's deals was waited for."""
    random = Random(number)
    seconds = []
    for count in range(1, DEALS + 1):
        deal = Deal.start(STANDARD, count, shuffled_hands(STANDARD, random))
        while deal.to_act:
            seat = deal.to_act[0]
            view = SeatView.of(Game(STANDARD, deal=deal), seat)
            begun = time.perf_counter()
            action = await thinking.ask("expert", view, random.getrandbits(32), deadline=5)
            if deal.phase is Phase.PLAYING:
                seconds.append(time.perf_counter() - begun)
            deal = deal.act(seat, action)
    return seconds


async def tables() -> list[float]:
    """Those of all tables, once the workers are warm."""
    thinking = Thinking(WORKERS)
    try:
        await table(thinking, 0)
        found = await asyncio.gather(*(table(thinking, number) for number in range(1, TABLES + 1)))
        return sorted(second for each in found for second in each)
    finally:
        await thinking.close()


def main() -> int:
    seconds = asyncio.run(tables())
    figures = {
        "median": seconds[len(seconds) // 2],
        "p99": seconds[int(len(seconds) * 0.99)],
        "longest": seconds[-1],
    }
    for name, value in figures.items():
        print(f"{name:10}{value * 1000:8.1f} ms")
    print(json.dumps({name: round(value * 1000, 1) for name, value in figures.items()}))
    return figures["p99"] > BUDGET


if __name__ == "__main__":
    sys.exit(main())
