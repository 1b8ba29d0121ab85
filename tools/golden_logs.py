"""Writes the logs that every later version must fold as this one does.

``python -m tools.golden_logs`` from the repository's root writes one log of a complete game
for each preset, and one in which every kind of event happens, under
``tests/golden/logs/VERSION``, with what they fold to. It never writes over a folder that is
there: logs of a released version are changed by nobody, and those of a version that is not
released yet are deleted by hand first.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from openhearts.rules.ruleset import PRESETS
from openhearts.tables.events import (
    EVENT_KINDS,
    Event,
    Holder,
    Person,
    TableClosed,
    decode,
    encode,
)
from openhearts.tables.table import Table
from tests.strategies import random_hands
from tests.tables.driver import Course

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "tests" / "golden" / "logs"


def read_log(file: Path) -> list[Event]:
    """The events of a golden log: a line holds an event's kind, version and body."""
    lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return [decode(line["kind"], line["version"], json.dumps(line["body"])) for line in lines]


def outcome(table: Table) -> dict[str, object]:
    """What a log has come to, in facts that no later version may see otherwise."""
    deal = table.deal
    return {
        "version": table.version,
        "preset": table.setup.preset,
        "level": table.setup.level,
        "ruleset": table.ruleset.to_words(),
        "holders": [_holder(holder) for holder in table.holders],
        "game": table.number,
        "deal": deal.number if deal else None,
        "phase": table.phase,
        "to_act": list(table.to_act),
        "take_backs": table.take_backs,
        "commitment": table.shuffle.commitment if table.shuffle else "",
        "hands": [str(hand) for hand in deal.opening_hands] if deal else [],
        "tricks": [
            [trick.leader, *(str(card) for card in trick.cards)]
            for trick in (deal.tricks if deal else ())
        ],
        "points": [list(finished.outcome.points) for finished in table.game.finished],
        "moons": [
            [finished.outcome.shooter, str(finished.outcome.moon)]
            for finished in table.game.finished
            if finished.outcome.shooter is not None
        ],
        "scores": list(table.game.scores),
        "winners": list(table.game.winners),
    }


def _holder(holder: Holder) -> str:
    return holder.id if isinstance(holder, Person) else f"bot {holder.level}"


def _courses() -> Iterator[tuple[str, Course]]:
    """Names, and the courses whose logs are kept under them."""
    for seed, preset in enumerate(PRESETS):
        target = 200 if preset == "spot-hearts" else 40
        yield preset, Course({"preset": preset, "target": target}, seed).play()
    words = {"moon": "choice", "bonus_card": "Jd", "moon_needs_bonus": False, "target": 30}
    words["options"] = {"clock_seconds": 30, "reserve_seconds": 60}
    for seed in count():
        course = Course(words | {"level": "beginner"}, seed, random_hands, gathers=True)
        course.wander(600)
        kinds = {type(event) for event in course.events}
        if kinds == set(EVENT_KINDS.values()) - {TableClosed}:
            yield "every-kind", course.play()
            return


def _write(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, course in _courses():
        lines = []
        for event in course.events:
            kind, version, body = encode(event)
            lines.append(f'{{"kind": "{kind}", "version": {version}, "body": {body.decode()}}}\n')
        (folder / f"{name}.jsonl").write_text("".join(lines), "utf-8")
        found = json.dumps(outcome(course.table), indent=2)
        (folder / f"{name}.outcome.json").write_text(found + "\n", "utf-8")


def main() -> None:
    """Write the logs of the version that pyproject.toml names, unless they are there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    folder = LOGS / ".".join(project["version"].split(".")[:2])
    if folder.exists():
        sys.exit(f"{folder.relative_to(ROOT)} is there already and is not written over.")
    _write(folder)


if __name__ == "__main__":
    main()
