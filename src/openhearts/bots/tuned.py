"""The numbers that the bots play a ruleset by."""

from __future__ import annotations

import json
from functools import lru_cache
from math import sqrt
from pathlib import Path
from statistics import fmean

from openhearts.kernel import Growth, Weights, thumb_deals
from openhearts.rules.ruleset import STANDARD, Ruleset

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
"""What tools/tune.py found, by point table and number of seats."""

_MEASURED = 2_000


def point_table(ruleset: Ruleset) -> str:
    """A name for what the cards cost, which the rules of thumb hang on most."""
    names = [ruleset.hearts.value]
    if ruleset.black_maria:
        names.append("black-maria")
    if ruleset.bonus_card is not None:
        names.append("bonus")
    return " ".join(names)


@lru_cache(maxsize=64)
def weights_for(ruleset: Ruleset) -> Weights:
    """The weights of the rules of thumb: those tuned for its point table and seats; else for its
    point table at four seats; else for the standard game."""
    tuned = json.loads(WEIGHTS_FILE.read_text())
    table = point_table(ruleset)
    names = (f"{table} {ruleset.seats}", f"{table} 4", f"{point_table(STANDARD)} 4")
    return Weights(**next((tuned[name] for name in names if name in tuned), {}))


def plans_moons(ruleset: Ruleset) -> bool:
    """Whether it pays to plan for a moon: not where a bonus card is out, against strong bots and
    weak ones alike (docs/measurements.md)."""
    return ruleset.bonus_card is None


@lru_cache(maxsize=64)
def growth_of(ruleset: Ruleset) -> Growth:
    """How scores grow, measured in deals by rules of thumb: the same for the same ruleset."""
    players = [weights_for(ruleset)] * ruleset.seats
    deals = thumb_deals(ruleset, players, _MEASURED, seed=0)
    spread = sqrt(fmean((deal[0] - deal[1]) ** 2 for deal in deals))
    games: list[float] = []
    totals = [0] * ruleset.seats
    for deal in deals:
        before = max(totals)
        totals = [total + points for total, points in zip(totals, deal, strict=True)]
        games.append(max(totals) - before)
        if max(totals) >= ruleset.target:
            totals = [0] * ruleset.seats
    return Growth(spread, max(fmean(games), 0.01))
