"""How strong and how fast the casual bot is: python bench/bots.py [--deals N] [--seed N].

Strength is points a deal against three (or as many as there are) players who act at random:
own points less the mean of the others', so lower is better. The unit is a block: one deal,
with the bot once in each seat. Passing goes through its cycle. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from openhearts.bots.at_random import RandomBot
from openhearts.bots.bot import Bot
from openhearts.bots.rule import RuleBot
from openhearts.rules.actions import Action
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal
from openhearts.rules.game import Game
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from openhearts.rules.view import SeatView


@dataclass
class Timed:
    """A bot, and how long each of its answers took, in seconds."""

    bot: Bot
    seconds: list[float] = field(default_factory=list)

    def answer(self, view: SeatView, seed: int) -> Action:
        start = perf_counter()
        action = self.bot.answer(view, seed)
        self.seconds.append(perf_counter() - start)
        return action


@dataclass(frozen=True)
class Strength:
    """Mean points a deal, own less the mean of the others, and its standard error."""

    mean: float
    standard_error: float


def strength(bot: Bot, others: Bot, ruleset: Ruleset, deals: int, first_seed: int = 0) -> Strength:
    """``bot`` alone among ``others``, over ``deals`` blocks."""
    blocks = [
        fmean(_margins(bot, others, ruleset, seed))
        for seed in range(first_seed, first_seed + deals)
    ]
    return Strength(fmean(blocks), stdev(blocks) / len(blocks) ** 0.5)


def _margins(bot: Bot, others: Bot, ruleset: Ruleset, seed: int) -> Iterable[float]:
    hands = random_hands(ruleset, seed)
    for seat in range(ruleset.seats):
        bots = [bot if place == seat else others for place in range(ruleset.seats)]
        points = play_deal(Deal.start(ruleset, seed % 4 + 1, hands), bots, seed)
        yield points[seat] - (sum(points) - points[seat]) / (ruleset.seats - 1)


def random_hands(ruleset: Ruleset, seed: int) -> list[Cards]:
    deck = list(ruleset.deck)
    Random(seed).shuffle(deck)
    size = ruleset.hand_size
    return [Cards.of(deck[first : first + size]) for first in range(0, len(deck), size)]


def play_deal(deal: Deal, bots: Sequence[Bot], seed: int) -> tuple[int, ...]:
    """The points by seat when ``bots``, by seat, play ``deal`` to its end."""
    place = 0
    while deal.to_act:
        for seat in deal.to_act:
            view = SeatView.of(Game(deal.ruleset, deal=deal), seat)
            deal = deal.act(seat, bots[seat].answer(view, seed * 1_000 + place))
            place += 1
    return deal.outcome((0,) * deal.ruleset.seats).points


def milliseconds_a_deal(bot: Bot, deals: int) -> float:
    """How long a whole deal of standard Hearts takes with ``bot`` in every seat, rules and all."""
    start = perf_counter()
    for seed in range(deals):
        play_deal(Deal.start(STANDARD, seed % 4 + 1, random_hands(STANDARD, seed)), [bot] * 4, seed)
    return (perf_counter() - start) / deals * 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the casual bot.")
    parser.add_argument("--deals", type=int, default=1_000, help="blocks for each preset")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    options = parser.parse_args()
    figures = {}
    print(f"{'preset':20} {'points a deal':>16} {'ms an answer':>13} {'p99':>6}")
    for name, ruleset in PRESETS.items():
        timed = Timed(RuleBot())
        result = strength(timed, RandomBot(), ruleset, options.deals, options.seed)
        timed.seconds.sort()
        mean = fmean(timed.seconds) * 1_000
        slow = timed.seconds[int(len(timed.seconds) * 0.99)] * 1_000
        print(
            f"{name:20} {result.mean:8.2f} ± {result.standard_error:5.2f} {mean:13.3f} {slow:6.2f}"
        )
        figures[name] = {
            "points": round(result.mean, 3),
            "standard_error": round(result.standard_error, 3),
            "ms_an_answer": round(mean, 4),
            "ms_an_answer_p99": round(slow, 4),
        }
    whole = milliseconds_a_deal(RuleBot(), 50)
    print(f"a whole deal of four: {whole:.1f} ms")
    print(json.dumps({"deals": options.deals, "presets": figures, "ms_a_deal": round(whole, 2)}))


if __name__ == "__main__":
    main()
