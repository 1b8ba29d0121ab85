"""The command that recounts endings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from openhearts.cli.output import WORDS, refuse, show
from openhearts.rules.counts import CountedEnding, count_plays, counts_by_card, ending_lines
from openhearts.rules.errors import Fact, NotationError
from openhearts.words.faults import expected_words

MOST_MEGABYTES = 10
"""The largest file that is read."""


def count(
    file: Annotated[Path, typer.Argument(help=WORDS.say("cli.count.file"))],
) -> None:
    """Recount the endings of a file."""
    endings = _endings_of(file)
    wrong = plays = 0
    for line, written in endings:
        counted = count_plays(written.ending)
        plays += counted
        if counted != written.plays:
            wrong += 1
            place: dict[str, Fact] = {"file": str(file), "line": line, "name": written.name}
            show(WORDS.say("cli.count.wrong", **place, count=counted, written=written.plays))
            for card, under in counts_by_card(written.ending).items():
                show(WORDS.say("cli.count.under", card=str(card), count=under))
    if wrong:
        show(WORDS.say("cli.count.summary", count=wrong, file=str(file), all=len(endings)))
        raise typer.Exit(1)
    show(WORDS.say("cli.count.right", count=len(endings), plays=plays))


def _endings_of(file: Path) -> list[tuple[int, CountedEnding]]:
    """The endings of a file of counts, each with its line; leaves the program without any."""
    endings: list[tuple[int, CountedEnding]] = []
    for line, text in ending_lines(_text_of(file)):
        try:
            endings.append((line, CountedEnding.parse(text)))
        except NotationError as fault:
            expected = expected_words(fault.expected, fault.facts, WORDS)
            _refuse("malformed", file, line=line, column=fault.position + 1, expected=expected)
    return endings or _refuse("no-endings", file)


def _text_of(file: Path) -> str:
    """What a file says; leaves the program where it cannot be read as a text of some size."""
    try:
        with file.open("rb") as opened:
            found = opened.read(MOST_MEGABYTES * 10**6 + 1)
    except OSError as fault:
        _refuse("unreadable", file, detail=fault.strerror or str(fault))
    if len(found) > MOST_MEGABYTES * 10**6:
        _refuse("too-large", file, most=MOST_MEGABYTES)
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse("not-text", file)


def _refuse(why: str, file: Path, **facts: Fact) -> NoReturn:
    refuse(f"cli.count.{why}", file=str(file), **facts)
