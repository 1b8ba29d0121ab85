"""A match from its first block to its summary, kept on disk on the way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from openhearts.arena.blocks import Block
from openhearts.arena.match import Match
from openhearts.arena.match_file import MatchFile
from openhearts.arena.playing import PlayedBlock
from openhearts.arena.statistics import Summary
from openhearts.arena.workers import play_blocks
from openhearts.records import dumps


class RecordsThere(ValueError):
    """A folder for the records of a new match holds some already."""


def play(
    match: Match,
    jobs: int,
    out: Path | None = None,
    records: Path | None = None,
    tell: Callable[[Block], object] = lambda _block: None,
) -> Summary:
    """Play what is not in the file ``out`` yet, and sum up all.

    ``tell`` is called with each block, those of the file first. Raises what MatchFile and
    play_blocks do, and RecordsThere.
    """
    with MatchFile(out, match) if out is not None else nullcontext() as file:
        blocks = [] if file is None else list(file.blocks)
        if records is not None:
            _prepare(records, is_new=file is None or file.is_new)
        for block in blocks:
            tell(block)
        with_records = records is not None
        for played in play_blocks(match, len(blocks), jobs, with_records=with_records):
            if records is not None:
                _write_records(match, played, records)
            if file is not None:
                file.add(played.block)
            blocks.append(played.block)
            tell(played.block)
        summary = Summary.of(match, blocks)
        if file is not None:
            file.finish(summary)
    return summary


def _prepare(folder: Path, *, is_new: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if is_new and next(folder.glob("*.hearts"), None) is not None:
        raise RecordsThere


def _write_records(match: Match, played: PlayedBlock, folder: Path) -> None:
    """A file for each seating, named by the numbers of block and seating, both from 1."""
    block = played.block.number
    width = len(str(match.blocks))
    for seating, record in enumerate(played.records, 1):
        about = (("seed", match.seed), ("block", block), ("seating", seating - 1))
        text = dumps(replace(record, about=about))
        (folder / f"{block + 1:0{width}}-{seating}.hearts").write_text(text, encoding="utf-8")
