"""The score sheet of a record, as lines of text for a terminal or a printer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from openhearts.records.record import Record
from openhearts.rules.game import FinishedDeal
from openhearts.rules.scoring import total
from openhearts.words.catalogue import Catalogue, written
from openhearts.words.players import player_names

_GAP = "  "


def score_sheet(record: Record, catalogue: Catalogue) -> Iterator[str]:
    """A line for each finished deal, with every seat's score and points, and how it ended."""
    names = player_names(record, catalogue)
    yield catalogue.say("records.sheet.rules", rules=str(record.ruleset))
    rows = [[catalogue.say("records.sheet.hand"), catalogue.say("records.sheet.passing"), *names]]
    scores: tuple[int, ...] = (0,) * record.ruleset.seats
    game = record.game
    for finished in game.finished:
        points = finished.outcome.points
        scores = total(scores, points)
        rows.append(
            [
                str(finished.deal.number),
                catalogue.say(f"records.direction.{finished.deal.direction}"),
                *(
                    f"{written(score)} ({_signed(p)})"
                    for score, p in zip(scores, points, strict=True)
                ),
                "; ".join(_remarks(finished, names, catalogue)),
            ]
        )
    yield from _aligned(rows)
    if not game.winners:
        yield catalogue.say("records.sheet.not-over")
    for seat in game.winners:
        key = "shared" if len(game.winners) > 1 else "winner"
        yield catalogue.say(f"records.sheet.{key}", name=names[seat], score=scores[seat])


def _remarks(finished: FinishedDeal, names: Sequence[str], catalogue: Catalogue) -> Iterator[str]:
    """What was special about a deal: a moon, a claim."""
    outcome, claim = finished.outcome, finished.deal.claim
    if outcome.shooter is not None:
        yield catalogue.say(f"records.sheet.moon.{outcome.moon}", name=names[outcome.shooter])
    if claim is not None:
        yield catalogue.say(f"records.claim.{claim.kind}", name=names[claim.seat])


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else written(points)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows in columns, numbers to the right; what is beyond the first row's is a remark."""
    columns = len(rows[0])
    widths = [max(cell_len(row[column]) for row in rows) for column in range(columns)]
    for row in rows:
        cells = [
            " " * (width - cell_len(cell)) + cell if place != 1 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        yield _GAP.join((*cells, *row[columns:])).rstrip()
