"""The processes of a match: their number changes nothing, and none of them is left behind."""

from __future__ import annotations

import json
import multiprocessing
import signal
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from openhearts.arena.blocks import Block
from openhearts.arena.match import Match
from openhearts.arena.whole_match import RecordsThere, play
from openhearts.arena.workers import play_blocks
from openhearts.records import load
from openhearts.rules.ruleset import Ruleset
from tests.arena.programs import Programs
from tests.arena.test_external import has_ended
from tests.arena.test_playing import without_times

MATCH = Match(("rule", "random"), Ruleset(target=60), 11, 14)


def played(match: Match, jobs: int, first: int = 0) -> list[Block]:
    return [without_times(each.block) for each in play_blocks(match, first, jobs)]


@pytest.mark.parametrize("whole_games", [False, True])
def test_the_result_is_the_same_for_any_number_of_processes(whole_games: bool) -> None:
    match = replace(MATCH, whole_games=whole_games, blocks=4 if whole_games else 14)
    alone = played(match, 1)
    assert played(match, 3) == alone
    assert [block.number for block in alone] == list(range(match.blocks))
    assert played(match, 2, first=3) == alone[3:]


def test_more_processes_than_blocks_do_no_harm() -> None:
    assert len(played(replace(MATCH, blocks=1), 3)) == 1


def test_a_process_that_is_ended_is_told(programs: Programs) -> None:
    """And not waited for without end."""
    match = replace(MATCH, entrants=(f"external:{killing_its_parent(programs)}", "random"))
    with pytest.raises(BrokenProcessPool):
        played(match, 2)
    assert multiprocessing.active_children() == []


def test_who_stops_looking_leaves_no_process_behind_and_waits_for_none(programs: Programs) -> None:
    numbers, waited = programs.folder / "numbers", programs.folder / "waited"
    command = programs.script(
        f"open({str(numbers)!r}, 'a').write(f'{{os.getpid()}} {{os.getppid()}} ')\nsay(HELLO)\n"
        "for line in sys.stdin:\n    view = json.loads(line)['view']\n"
        f"    if view['number'] == 3 and not os.path.exists({str(waited)!r}):\n"
        f"        time.sleep(10)\n        open({str(waited)!r}, 'w').close()\n"
        "    say(good(view))"
    )
    match = replace(MATCH, entrants=(f"external:{command}", "random"), blocks=1_000, seconds=60)
    blocks = play_blocks(match, 0, 2)
    next(blocks)
    blocks.close()  # type: ignore[attr-defined]  # it is a generator
    processes = list(map(int, numbers.read_text().split()))
    assert len(processes) >= 2
    assert all(map(has_ended, processes))
    assert not waited.exists()


def test_programs_are_ended_when_all_is_played(programs: Programs) -> None:
    numbers = programs.folder / "numbers"
    command = programs.script(
        f"open({str(numbers)!r}, 'a').write(f'{{os.getpid()}} ')\nsay(HELLO)\n"
        "for line in sys.stdin: say(good(json.loads(line)['view']))\ntime.sleep(600)"
    )
    played(replace(MATCH, entrants=(f"external:{command}", "random"), blocks=3), 2)
    processes = list(map(int, numbers.read_text().split()))
    assert 1 <= len(processes) <= 2
    assert all(map(has_ended, processes))


def killing_its_parent(programs: Programs) -> str:
    kill = f"os.kill(os.getppid(), {int(signal.SIGKILL)})"
    return programs.answering(f"if len(view['tricks']) > 3: {kill}\nsay(good(view))")


# -- from the first block to the summary


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    told: list[Block] = []
    summary = play(MATCH, 2, whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    parted.write_bytes(b"".join(lines[:6]) + lines[6][:40])
    again = play(MATCH, 2, parted, tell=told.append)
    assert [block.number for block in told] == list(range(MATCH.blocks))
    assert again.difference == summary.difference
    assert timeless(parted) == timeless(whole)


def test_what_is_finished_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = play(MATCH, 2, tmp_path / "out")
    whole = (tmp_path / "out").read_bytes()
    monkeypatch.setattr("openhearts.arena.workers.play_block", None)  # no process can be sent it
    assert play(MATCH, 2, tmp_path / "out") == summary
    assert (tmp_path / "out").read_bytes() == whole


def test_every_deal_is_recorded_in_every_seating(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    play(replace(MATCH, blocks=10), 2, records=folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [
        f"{block:02}-{seating}.hearts" for block in range(1, 11) for seating in range(1, 5)
    ]
    with files[5].open("rb") as file:
        record = load(file)
    assert dict(record.about) == {"seed": 11, "block": 1, "seating": 1}
    assert [player.bot for player in record.players] == ["random", "rule", "random", "random"]


def test_records_of_another_match_are_not_mixed_with_those_of_a_new_one(tmp_path: Path) -> None:
    play(replace(MATCH, blocks=1), 1, records=tmp_path)
    with pytest.raises(RecordsThere):
        play(MATCH, 1, records=tmp_path)
    with pytest.raises(RecordsThere):
        play(MATCH, 1, tmp_path / "out", records=tmp_path)


def timeless(path: Path) -> list[object]:
    """The lines of a match's file, but for how long the bots took."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        for own in line.get("answers", []):
            del own["milliseconds"]
        line.pop("milliseconds", None)
    return lines
