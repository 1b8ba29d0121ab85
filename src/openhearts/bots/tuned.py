"""The numbers that the bots play a ruleset by."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from statistics import fmean

from openhearts.kernel import Growth, Weights, thumb_deals
from openhearts.rules.ruleset import Ruleset

_MEASURED = 2_000


def weights_for(ruleset: Ruleset) -> Weights:
    """The weights of the rules of thumb."""
    return Weights()


@lru_cache(maxsize=64)
def growth_of(ruleset: Ruleset) -> Growth:
    """How scores grow, measured in deals by rules of thumb: the same for the same ruleset."""
    players = [weights_for(ruleset)] * ruleset.seats
    deals = thumb_deals(ruleset, players, _MEASURED, seed=0).tolist()
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
