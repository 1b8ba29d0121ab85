"""What a match says while it goes on, and at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from openhearts.arena.blocks import Block
from openhearts.arena.entrants import command_of
from openhearts.arena.faults import Fault
from openhearts.arena.match import A, B, Match
from openhearts.arena.playing import MOST_DEALS
from openhearts.arena.statistics import Estimate, RunningEstimate, Summary, difference
from openhearts.cli.output import WORDS

_GAP = "  "


class Progress:
    """A bar on standard error with the estimate so far; nothing where that is no terminal."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._estimate = RunningEstimate()
        console = Console(stderr=True)
        self._bar = Bar(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._task = self._bar.add_task("", total=match.blocks)

    def tell(self, block: Block) -> None:
        """One more block is played."""
        self._estimate.add(difference(self._match, block))
        so_far = _with_error(self._estimate.estimate)
        self._bar.update(self._task, advance=1, description=so_far)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._bar.stop()


def report(
    match: Match, summary: Summary, names: Sequence[str], *, is_fresh: bool
) -> Iterator[str]:
    """The result in lines; ``names`` are what the entrants are called."""
    kind = "games" if match.whole_games else "deals"
    yield WORDS.say(
        f"cli.arena.played.{kind}",
        count=match.blocks,
        seatings=len(match.seatings),
        rules=str(match.ruleset),
        **({"deals": summary.deals} if match.whole_games else {}),
    )
    yield WORDS.say(f"cli.arena.{'fresh' if is_fresh else 'given'}-seed", seed=match.seed)
    yield ""
    yield from _aligned([["", f"A: {names[A]}", f"B: {names[B]}"], *_rows(match, summary)])
    yield ""
    if summary.unfinished:
        yield WORDS.say("cli.arena.unfinished", count=summary.unfinished, most=MOST_DEALS)
    yield WORDS.say("cli.arena.difference", difference=_signed(summary.difference.mean))
    interval, error = summary.difference.interval, summary.difference.standard_error
    if interval is not None and error is not None:
        low, high = map(_signed, interval)
        yield WORDS.say("cli.arena.certainty", error=WORDS.decimal(error, 3), low=low, high=high)


def _rows(match: Match, summary: Summary) -> Iterator[list[str]]:
    yield _row("points", [WORDS.decimal(points, 2) for points in summary.points])
    yield _row("moons", [WORDS.decimal(moons, 1) for moons in summary.moons])
    if summary.places is not None and summary.win_shares is not None:
        yield _row("place", list(map(_with_error, summary.places)))
        yield _row("win-share", [_percent(share) for share in summary.win_shares])
    times = []
    for entrant, milliseconds in zip(match.entrants, summary.milliseconds, strict=True):
        clock = "cpu" if command_of(entrant) is None else "elapsed"
        time = WORDS.decimal(milliseconds, 3)
        times.append(WORDS.say(f"cli.arena.{clock}", milliseconds=time))
    yield _row("time", times)
    for fault in Fault:
        counts = [faults.get(fault, 0) for faults in summary.faults]
        if any(counts):
            yield _row(fault, list(map(str, counts)))


def _row(what: str, cells: Sequence[str]) -> list[str]:
    return [WORDS.say(f"cli.arena.row.{what}"), *cells]


def _signed(value: float) -> str:
    text = WORDS.decimal(value, 2)
    return text if text.startswith("−") or not text.strip("0.,") else f"+{text}"


def _with_error(estimate: Estimate) -> str:
    mean = WORDS.decimal(estimate.mean, 2)
    if estimate.standard_error is None:
        return mean
    error = WORDS.decimal(estimate.standard_error, 2)
    return WORDS.say("cli.arena.estimate", value=mean, error=error)


def _percent(estimate: Estimate) -> str:
    scaled = Estimate(
        100 * estimate.mean,
        None if estimate.standard_error is None else 100 * estimate.standard_error,
    )
    return WORDS.say("cli.arena.percent", share=_with_error(scaled))


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows in columns, the first to the left and the others to the right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        spaces = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
        cells = [space + cell for space, cell in zip(spaces, row, strict=True)]
        cells[0] = row[0] + spaces[0]
        yield _GAP.join(cells)
