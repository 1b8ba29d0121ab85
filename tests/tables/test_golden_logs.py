"""Logs of released versions fold for ever to what they were then (docs/design.md 4).

They are written once, by ``python -m tools.golden_logs``, and never again.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from openhearts.rules.ruleset import PRESETS
from openhearts.tables.events import EVENT_KINDS, TableClosed
from openhearts.tables.fold import fold
from tools.golden_logs import LOGS, outcome, read_log

FILES = sorted(LOGS.glob("*/*.jsonl"))


def test_every_version_left_a_complete_game_of_every_preset() -> None:
    versions = [folder for folder in LOGS.iterdir() if folder.is_dir()]
    assert "0.1" in {folder.name for folder in versions}
    for folder in versions:
        names = {file.stem for file in folder.glob("*.jsonl")}
        assert names >= {*PRESETS, "every-kind"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_golden_log_folds_to_its_recorded_outcome(file: Path) -> None:
    """C52."""
    table = fold(read_log(file))
    recorded = json.loads(file.with_suffix(".outcome.json").read_text("utf-8"))
    found = json.loads(json.dumps(outcome(table)))
    assert {name: found[name] for name in recorded} == recorded
    assert table.phase == "over"


def test_the_newest_logs_hold_every_kind_of_event() -> None:
    newest = max(LOGS.iterdir(), key=lambda folder: [int(part) for part in folder.name.split(".")])
    kinds = {type(event) for event in read_log(newest / "every-kind.jsonl")}
    assert kinds == set(EVENT_KINDS.values()) - {TableClosed}  # after which nothing happens
