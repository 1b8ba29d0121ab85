"""The file of a match: nothing that was played is lost, and nothing else is overwritten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from openhearts.arena.blocks import Block
from openhearts.arena.match import Match
from openhearts.arena.match_file import MatchFile, OtherMatch, seed_in
from openhearts.arena.playing import play_block
from openhearts.arena.statistics import Summary
from openhearts.rules.ruleset import Ruleset

MATCH = Match(("random", "random"), Ruleset(), 7, 4)
BLOCKS = [play_block(MATCH, number).block for number in range(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def written(path: Path, blocks: int, *, finished: bool = False) -> bytes:
    """What is in the file after so many blocks."""
    with MatchFile(path, MATCH) as file:
        for block in BLOCKS[:blocks]:
            file.add(block)
        if finished:
            file.finish(Summary.of(MATCH, BLOCKS))
    return path.read_bytes()


def found(path: Path, match: Match = MATCH) -> list[Block]:
    with MatchFile(path, match) as file:
        return file.blocks


def documents(path: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, path.read_text("utf-8").splitlines())


def test_the_first_line_says_what_was_played_and_the_last_one_sums_up(path: Path) -> None:
    written(path, 4, finished=True)
    first, *blocks, last = documents(path)
    assert first["entrants"] == ["random", "random"]
    assert (first["seed"], first["deals"], first["arena"]) == (7, 4, 1)
    assert first["ruleset"] == Ruleset().to_words()
    assert first["seatings"] == [list(seating) for seating in MATCH.seatings]
    assert [block["block"] for block in blocks] == [0, 1, 2, 3]
    assert last == Summary.of(MATCH, BLOCKS).to_document()


def test_what_was_written_is_found_again(path: Path) -> None:
    written(path, 3)
    assert found(path) == BLOCKS[:3]


def test_a_last_line_that_was_cut_short_is_dropped(path: Path) -> None:
    whole = written(path, 3)
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        assert found(path) == BLOCKS[:2]
        assert path.read_bytes() == whole[:start]


def test_a_summary_that_was_cut_short_is_written_again(path: Path) -> None:
    whole = written(path, 4, finished=True)
    path.write_bytes(whole[:-9])
    with MatchFile(path, MATCH) as file:
        assert file.blocks == BLOCKS
        file.finish(Summary.of(MATCH, file.blocks))
    assert path.read_bytes() == whole


def test_a_finished_match_stays_as_it_is(path: Path) -> None:
    whole = written(path, 4, finished=True)
    assert written(path, 0, finished=True) == whole


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"entrants": ("rule", "random")}, "entrants"),
        ({"ruleset": Ruleset(target=50)}, "ruleset"),
        ({"seed": 8}, "seed"),
        ({"blocks": 5}, "deals"),
        ({"whole_games": True}, "games"),
        ({"pairs": True}, "seatings"),
        ({"own_seeds": True}, "own_seeds"),
        ({"seconds": 1.0}, "seconds"),
    ],
)
def test_another_match_is_refused_and_left_as_it_is(
    path: Path, change: dict[str, Any], field: str
) -> None:
    whole = written(path, 2) + b'{"block": 2, "resul'
    path.write_bytes(whole)
    with pytest.raises(OtherMatch) as refused:
        found(path, replace(MATCH, **change))
    assert refused.value.field == field
    assert path.read_bytes() == whole


def test_a_match_of_another_version_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, 2)
    monkeypatch.setattr("openhearts.arena.match.version", lambda _: "9.9")
    with pytest.raises(OtherMatch, match="openhearts"):
        found(path)


HEADING = json.dumps(MATCH.to_document())
LINES = [json.dumps(block.to_document()) for block in BLOCKS]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("dear diary", id="no line"),
        pytest.param("dear diary\n", id="a text"),
        pytest.param("[]\n", id="a list"),
        pytest.param("{}\n", id="no heading"),
        pytest.param("\n", id="an empty line"),
        pytest.param(HEADING, id="half a heading"),
        pytest.param(f"{HEADING}\n{LINES[1]}\n", id="a block is missing"),
        pytest.param(f"{HEADING}\n{LINES[0]}\n{LINES[0]}\n", id="a block twice"),
        pytest.param(f"{HEADING}\n{{}}\n", id="a summary too early"),
        pytest.param(f"{HEADING}\n{LINES[0][:-9]}\n{LINES[1]}\n", id="a broken line"),
        pytest.param("\n".join([HEADING, *LINES, "{}", "{}", ""]), id="two summaries"),
        pytest.param("\n".join([HEADING, *LINES, LINES[3], ""]), id="too many blocks"),
        pytest.param(f'{HEADING}\n{{"block": 0, "results": [], "answers": []}}\n', id="empty"),
    ],
)
def test_what_is_no_match_is_refused_and_left_as_it_is(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(OtherMatch) as refused:
        found(path)
    assert refused.value.field is None
    assert path.read_text("utf-8") == text


def test_no_text_is_no_match(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00\n")
    with pytest.raises(OtherMatch):
        found(path)


def test_the_seed_of_a_match_can_be_looked_up(path: Path, tmp_path: Path) -> None:
    written(path, 0)
    assert seed_in(path) == 7
    assert seed_in(tmp_path / "none") is None
    assert seed_in(tmp_path) is None
    path.write_text("dear diary", "utf-8")
    assert seed_in(path) is None
