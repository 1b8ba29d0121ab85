"""What a table's link invites to is told by few events, and of the cards by none."""

from __future__ import annotations

import pytest

from openhearts.tables.fold import fold
from openhearts.tables.invitation import TOLD_BY, invitation
from tests.tables.driver import NAMES, Course


@pytest.mark.parametrize("seed", range(6))
def test_the_events_that_tell_it_give_the_same_as_all(seed: int) -> None:
    def known(person: str) -> tuple[str | None, bool]:
        return NAMES.get(person), False

    course = Course({"target": 20, "seats": 3 + seed % 4}, seed).wander(300)
    told = [event for event in course.events if isinstance(event, TOLD_BY)]
    assert len(told) < len(course.events) / 3
    invited = invitation(course.table, known)
    assert invited == invitation(fold(told), known)
    assert invited.setup == course.table.setup
    assert invited.free_seats == len(course.table.holders) - len(course.table.people)
