"""Tunes the weights of the rules of thumb for point tables and numbers of seats.

``python tools/tune.py [PRESET ...] [--seats N ...] [--deals N] [--sweeps N]`` starts from the
weights in src/openhearts/bots/weights.json and writes back what is better. Each weight in turn is
tried a step higher and a step lower, by one seat among others that keep to the old ones, over the
same deals in every rotation. A step is kept where it pays on them and on fresh ones. The seeds
are fixed: the same start ends in the same weights.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean, stdev

from openhearts.bots.tuned import WEIGHTS_FILE, point_table, weights_for
from openhearts.kernel import Weights, thumb_deals
from openhearts.rules.ruleset import PRESETS, Ruleset

STEPS = (0.6, 1.6)
SURE = 1.5  # standard errors, twice over: on the deals of the trial, and on fresh ones
LEAST = 1e-3  # points a deal: what gains less is left alone
KEPT = ("shoots", "remembers", "unsure", "passing_dead")  # what makes a level, or cannot matter


def margins(ruleset: Ruleset, one: Weights, others: Weights, deals: int, seed: int) -> list[float]:
    """By deal: own points less the mean of the others', the mean over every seat for ``one``."""
    seats = range(ruleset.seats)
    sums = [0.0] * deals
    for seat in seats:
        weights = [one if each == seat else others for each in seats]
        for number, points in enumerate(thumb_deals(ruleset, weights, deals, seed)):
            sums[number] += points[seat] - (sum(points) - points[seat]) / (ruleset.seats - 1)
    return [total / ruleset.seats for total in sums]


def tuned(ruleset: Ruleset, start: Weights, deals: int, sweeps: int) -> Weights:
    """The weights after so many sweeps, or when a whole one has changed nothing."""
    best, seed = start, 0
    for sweep in range(sweeps):
        before = best
        for name in (name for name in asdict(start) if name not in KEPT):
            for step in STEPS:
                value = getattr(best, name)
                one = replace(best, **{name: round(min(value * step, 1.0), 4)})
                seed += 2
                if all(_is_better(ruleset, one, best, deals, seed + half) for half in (0, 1)):
                    best = one
                    print(f"  sweep {sweep + 1}: {name} {getattr(one, name)}", flush=True)
        if best == before:
            break
    return best


def _is_better(ruleset: Ruleset, one: Weights, others: Weights, deals: int, seed: int) -> bool:
    all_margins = margins(ruleset, one, others, deals, seed)
    error = stdev(all_margins) / len(all_margins) ** 0.5
    return bool(fmean(all_margins) < -max(SURE * error, LEAST))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presets", nargs="*", default=list(PRESETS))
    parser.add_argument("--seats", type=int, nargs="*", default=[4])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--sweeps", type=int, default=3)
    options = parser.parse_args()
    kept = json.loads(WEIGHTS_FILE.read_text()) if WEIGHTS_FILE.exists() else {}
    for preset in options.presets:
        for seats in options.seats:
            ruleset = replace(PRESETS[preset], seats=seats)
            name = point_table(ruleset)
            print(f"{preset}, {seats} seats ({name})", flush=True)
            start = weights_for(ruleset)
            end = tuned(ruleset, start, options.deals, options.sweeps)
            final = margins(ruleset, end, start, options.deals, 999)
            error = stdev(final) / len(final) ** 0.5
            print(f"  {fmean(final):+.3f} ± {error:.3f} points a deal against the start")
            kept[f"{name} {seats}"] = asdict(end)
            Path(WEIGHTS_FILE).write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
            weights_for.cache_clear()


if __name__ == "__main__":
    main()
