"""How strong the bots are.

``python prove/strength.py [PART ...] [--seed N]`` plays matches whose sizes are set here, not
when the figures are seen, with a seed that is drawn afresh unless it is given. Each has a claim,
which is kept or missed; the script fails where one is missed. Levels count worlds, so that a seed
gives the same figures anywhere. The rule bot of old is that of the commit ``OLD``, run from its
own sources over the line protocol.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from openhearts.arena.blocks import Block
from openhearts.arena.match import A, Match
from openhearts.arena.statistics import Estimate, Summary
from openhearts.arena.workers import play_blocks
from openhearts.bots.levels import LEVEL_NAMES
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from openhearts.rules.scoring import points_of

ROOT = Path(__file__).resolve().parents[1]
OLD = "860f31e"
OPPONENTS = "python:prove.opponents:"


@dataclass(frozen=True)
class Claim:
    """A match of ``a`` against ``b``, a figure of it, and what the figure has to be."""

    part: str
    name: str
    a: str
    b: str
    blocks: int
    wants: str
    is_kept: Callable[[Estimate], bool]
    ruleset: Ruleset = STANDARD
    figure: Callable[[Match, Sequence[Block]], Estimate] = lambda match, blocks: (
        Summary.of(match, blocks).difference
    )
    whole_games: bool = False
    pairs: bool = False
    own_seeds: bool = False


def claims(old: str) -> Iterator[Claim]:
    """All of them; ``old`` is the entrant that plays as the rule bot of old."""
    yield Claim("rule", "rule / 3 random", "rule", "random", 1_000, *at_most(-6.5))
    yield Claim("old", "expert / 3 old", "expert", old, 1_000, *at_most(-2.2))
    for name, ruleset in PRESETS.items():
        yield Claim("presets", name, "expert", old, 400, *at_most(-quarter(ruleset)), ruleset)
    for seats in (3, 5, 6):
        ruleset = replace(STANDARD, seats=seats)
        yield Claim(
            "seats", f"{seats} seats", "expert", old, 600, *at_most(-quarter(ruleset)), ruleset
        )
    for name, ruleset in PRESETS.items():
        for lower, higher in pairwise(LEVEL_NAMES):
            blocks = 1_000 if higher == "expert" else 400
            title = f"{higher} / 3 {lower}, {name}"
            yield Claim("levels", title, higher, lower, blocks, *surely_below(0), ruleset)
    yield Claim(
        "equity", "place / points", "expert", f"{OPPONENTS}EXPERT_FOR_POINTS", 1_600,
        *surely_below(2.5), figure=place, whole_games=True,
    )  # fmt: skip
    yield Claim(
        "self", "casual / 3 casual", "casual", "casual", 5_000, "within 3 errors of 0",
        lambda figure: abs(figure.mean) <= 3 * (figure.standard_error or 0), own_seeds=True,
    )  # fmt: skip
    for opponent in ("SHOOTER", "DUCKER"):
        yield Claim(
            "exploits",
            f"expert / 3 {opponent.lower()}",
            "expert",
            f"{OPPONENTS}{opponent}",
            300,
            *surely_below(0.3),
        )
    yield Claim("exploits", "expert / 3 random", "expert", "random", 300, *surely_below(0.3))
    yield Claim(
        "exploits", "2 expert / a pair", "expert", f"{OPPONENTS}SERVANT", 600,
        *surely_below(0.3), figure=against_friends, pairs=True,
    )  # fmt: skip


def at_most(bound: float) -> tuple[str, Callable[[Estimate], bool]]:
    return f"at most {bound:.2f}", lambda figure: figure.mean <= bound


def surely_below(bound: float) -> tuple[str, Callable[[Estimate], bool]]:
    def is_kept(figure: Estimate) -> bool:
        assert figure.interval is not None
        return figure.interval[1] <= bound

    return f"99 % below {bound:.2f}", is_kept


def quarter(ruleset: Ruleset) -> float:
    """A quarter of what a seat takes in the mean where nobody shoots, in points."""
    return points_of(ruleset, ruleset.deck) / ruleset.seats / 4


def place(match: Match, blocks: Sequence[Block]) -> Estimate:
    """A's mean place, from 1 for the best."""
    places = Summary.of(match, blocks).places
    assert places is not None
    return places[A]


def against_friends(match: Match, blocks: Sequence[Block]) -> Estimate:
    """A's points less the mean of the others', where the two of B sit across the table."""
    facing = [at for at, seating in enumerate(match.seatings) if seating[0] == seating[2]]
    margins = []
    for block in blocks:
        own = [
            result.points[seat] - (sum(result.points) - result.points[seat]) / 3
            for at in facing
            for result in [block.results[at]]
            for seat, sitting in enumerate(match.seatings[at])
            if sitting == A
        ]
        margins.append(sum(own) / len(own))
    return Estimate.of(margins)


def old_sources(folder: Path) -> Path | None:
    """The sources of OLD, unpacked; None where this is no clone that has them."""
    packed = folder / "old.tar"
    asked = ["git", "archive", "--output", str(packed), OLD, "src"]
    if subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode:
        return None
    subprocess.run(["tar", "-xf", str(packed), "-C", str(folder)], check=True)
    return folder


def main() -> int:
    parts = list(dict.fromkeys(claim.part for claim in claims("")))
    parser = argparse.ArgumentParser(description="Play what shows how strong the bots are.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="all, if none is named")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    options = parser.parse_args()
    if unknown := set(options.parts) - set(parts):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
    print(f"seed {options.seed}")
    missed, figures = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        sources = old_sources(Path(folder))
        old = f"external:{sys.executable} {ROOT / 'tools' / 'old_bot.py'} {sources}"
        for claim in claims(old):
            if options.parts and claim.part not in options.parts:
                continue
            if claim.b == old and sources is None:
                print(f"{claim.name:40} skipped: commit {OLD} is not in this clone")
                continue
            begun = time.monotonic()
            match = Match(
                (claim.a, claim.b), claim.ruleset, options.seed, claim.blocks,
                whole_games=claim.whole_games, pairs=claim.pairs, own_seeds=claim.own_seeds,
            )  # fmt: skip
            blocks = [played.block for played in play_blocks(match, 0, os.cpu_count() or 1)]
            figure, summary = claim.figure(match, blocks), Summary.of(match, blocks)
            kept = claim.is_kept(figure)
            missed += not kept
            figures[f"{claim.part}: {claim.name}"] = [figure.mean, figure.standard_error]
            print(
                f"{claim.name:40} {figure.mean:+7.2f} ± {figure.standard_error:.3f}"
                f"  {claim.wants}: {'kept' if kept else 'MISSED'}"
                f"  ({claim.blocks} blocks, moons {summary.moons[0]:.0f} and {summary.moons[1]:.0f}"
                f" in 1,000, {summary.milliseconds[0]:.2f} ms an answer,"
                f" {time.monotonic() - begun:.0f} s)",
                flush=True,
            )
    print(json.dumps({"seed": options.seed, "missed": missed, "figures": figures}))
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
