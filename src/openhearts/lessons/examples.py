"""The worked examples of the rules pages: the last tricks of a deal, trick by trick."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from openhearts.lessons.replaying import LEARNER, deal_of, picture, record_of, settled, tables_of
from openhearts.records import Record
from openhearts.rules.game import FinishedDeal
from openhearts.tables.messages import View
from openhearts.tables.table import Table

TRICKS = 4
"""How many tricks an example plays."""


@dataclass(frozen=True, slots=True)
class Example:
    """The end of a deal, told over the shoulder of the person of the story.

    ``start`` has the trick before the example's first; one of ``tricks`` follows after each
    of its own, with that trick still on the table, and ``result`` after the deal.
    """

    preset: str
    record: Record
    finished: FinishedDeal
    """The deal that it ends, with its outcome."""
    scores_before: tuple[int, ...]
    """By seat, before that deal."""
    start: View
    tricks: tuple[View, ...]
    result: View

    @property
    def steps(self) -> tuple[View, ...]:
        """Every picture, in order."""
        return (self.start, *self.tricks, self.result)


@cache
def example(preset: str) -> Example:
    """The worked example of this preset."""
    record = record_of("examples", preset)
    return example_of(record, preset)


def example_of(record: Record, preset: str) -> Example:
    """The end of the record's last deal as an example."""
    ends = [table for table in tables_of(record, preset) if _trick_is_over(table)]
    before, *shown = ends[-TRICKS - 1 :]
    start, *tricks, result = map(_over_the_shoulder, (before, *shown))
    tricks.append(_unwritten(result, start))
    game = record.game
    return Example(
        preset,
        record,
        game.finished[-1],
        game.scores_before,
        start,
        tuple(tricks),
        settled(result),
    )


def _trick_is_over(table: Table) -> bool:
    deal = deal_of(table)
    return bool(deal.tricks and deal.trick and not deal.trick.cards)


def _over_the_shoulder(table: Table) -> View:
    """What a spectator sees, with the hand of the person of the story; nobody is asked for
    anything while the last trick is looked at."""
    hand = tuple(str(card) for card in deal_of(table).hands[LEARNER])
    return replace(picture(table, None), hand=hand, to_act=())


def _unwritten(result: View, start: View) -> View:
    """The last trick of a deal, before its points are written down."""
    return replace(
        result,
        phase="playing",
        tricks=result.tricks[-1:],
        rows=start.rows,
        scores=start.scores,
        hands=(),
        next_direction=None,
        winners=(),
        ready=start.ready,
    )
