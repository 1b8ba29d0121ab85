"""The commands for records: check, replay, import."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from openhearts.cli.output import WORDS, refuse, show
from openhearts.records import Record, RecordError, dumps, load
from openhearts.records.imports import read_hearts_engine_csv, read_openspiel_histories
from openhearts.words.faults import fault
from openhearts.words.play_by_play import play_by_play
from openhearts.words.score_sheet import score_sheet


class Source(StrEnum):
    """Programs whose deals can be imported."""

    HEARTS_ENGINE = "hearts-engine"
    OPENSPIEL = "openspiel"


_READERS = {
    Source.HEARTS_ENGINE: read_hearts_engine_csv,
    Source.OPENSPIEL: read_openspiel_histories,
}


def check(
    files: Annotated[list[Path], typer.Argument(help=WORDS.say("cli.check.files"))],
) -> None:
    """Say of each record that it is right, or where and why not."""
    all_right = True
    for file in files:
        try:
            record = read(file)
        except (OSError, RecordError) as error:
            all_right = False
            show(WORDS.say("cli.check.wrong", file=str(file), fault=fault_words(error)))
        else:
            show(WORDS.say("cli.check.right", file=str(file), count=len(record.deals)))
    if not all_right:
        raise typer.Exit(1)


def replay(
    file: Annotated[Path, typer.Argument(help=WORDS.say("cli.replay.file"))],
    trick: Annotated[bool, typer.Option("--trick", help=WORDS.say("cli.replay.trick"))] = False,
) -> None:
    """Print a record's score sheet, before it with ``trick`` the play."""
    try:
        record = read(file)
    except (OSError, RecordError) as error:
        refuse("cli.check.wrong", file=str(file), fault=fault_words(error))
    if trick:
        for line in play_by_play(record, WORDS):
            show(line)
    for line in score_sheet(record, WORDS):
        show(line)


def import_deals(
    source: Annotated[Source, typer.Argument(help=WORDS.say("cli.import.source"))],
    file: Annotated[Path, typer.Argument(help=WORDS.say("cli.import.file"))],
    folder: Annotated[Path, typer.Argument(help=WORDS.say("cli.import.folder"))],
) -> None:
    """Write another program's deals into a folder, each as a record of its own."""
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            records = list(_READERS[source](lines))
    except (OSError, RecordError, UnicodeDecodeError) as error:
        refuse("cli.check.wrong", file=str(file), fault=fault_words(error))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, record in enumerate(records, 1):
            with (folder / f"{number:04}.hearts").open("x", encoding="utf-8") as target:
                target.write(dumps(record))
    except OSError as error:
        refuse("cli.check.wrong", file=str(error.filename), fault=fault_words(error))
    show(WORDS.say("cli.import.done", count=len(records), folder=str(folder)))


def read(file: Path) -> Record:
    """The record in a file. Raises OSError or RecordError."""
    with file.open("rb") as opened:
        return load(opened)


def fault_words(error: OSError | RecordError | UnicodeDecodeError) -> str:
    """Why a file is no record, in the words of a sentence about it."""
    match error:
        case RecordError():
            return fault(error, WORDS)
        case UnicodeDecodeError():
            return WORDS.say("records.fault.not-text", position=error.start)
        case _:
            return WORDS.say("cli.check.unreadable", detail=error.strerror or str(error))
