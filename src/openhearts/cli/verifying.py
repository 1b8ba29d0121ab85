"""The command that verifies how deals were drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from openhearts.cli.output import WORDS, show
from openhearts.cli.records import fault_words, read
from openhearts.records import Record, RecordError
from openhearts.tables.verifying import Verdict
from openhearts.tables.verifying import verify as verify_deal
from openhearts.words.players import names_by_deal


def verify(
    files: Annotated[list[Path], typer.Argument(help=WORDS.say("cli.verify.files"))],
) -> None:
    """Say of each hand of each record whether it was dealt as promised."""
    all_right = True
    for file in files:
        try:
            record = read(file)
        except (OSError, RecordError) as error:
            all_right = False
            show(WORDS.say("cli.check.wrong", file=str(file), fault=fault_words(error)))
            continue
        verdicts = list(map(verify_deal, record.deals))
        for line in _lines(str(file), record, verdicts):
            show(line)
        all_right &= not any(verdict and verdict.flaw for verdict in verdicts)
    if not all_right:
        raise typer.Exit(1)


def _lines(file: str, record: Record, verdicts: Sequence[Verdict | None]) -> Iterator[str]:
    if not verdicts:
        yield WORDS.say("cli.verify.empty", file=file)
    names = names_by_deal(record, WORDS)
    for recorded, verdict, players in zip(record.deals, verdicts, names, strict=True):
        told = _told(verdict, players)
        yield WORDS.say("cli.verify.hand", file=file, number=recorded.deal.number, told=told)


def _told(verdict: Verdict | None, players: Sequence[str]) -> str:
    """What was found of one deal, in whole sentences."""
    if verdict is None:
        return WORDS.say("table.check.nothing")
    if verdict.flaw:
        return WORDS.say(f"table.check.flaw.{verdict.flaw}")
    facts = {
        name: WORDS.join([players[seat] for seat in seats])
        for name, seats in (("added", verdict.added), ("missing", verdict.left_out))
        if seats
    }
    right = WORDS.say("table.check.with" if verdict.added else "table.check.alone", **facts)
    missed = [WORDS.say("table.check.left-out", **facts)] if verdict.left_out else []
    return " ".join([right, *missed])
