"""What the tests of the arena share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from openhearts.arena.entrants import close_programs
from tests.arena.programs import Programs


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    folder = tmp_path / "programs"
    folder.mkdir()
    yield Programs(folder)
    close_programs()
