"""A public table in the lobby's list: what anybody may know of it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.tables import messages
from openhearts.tables.listing import listing, read_rules, rules_text
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from tests.strategies import rulesets
from tests.tables.driver import ANN, BOB, Course

PUBLIC = {"target": 30, "options": {"listed": True}}


@pytest.mark.parametrize("gathers", [True, False])
def test_a_public_table_is_listed_with_its_rules_and_its_seats(gathers: bool) -> None:
    course = Course({"preset": "omnibus", **PUBLIC}, 2, gathers=gathers)
    course.send(BOB, messages.Sit(id="s", seat=2))
    found = listing(course.table, "table7")
    assert found is not None
    assert found.setup == course.table.setup
    assert (found.persons, found.free_seats) == ((ANN, BOB), 2)
    assert found.phase == ("gathering" if gathers else "passing")


def test_a_private_table_is_never_listed() -> None:
    """C42: nobody learns of it but by its link."""
    course = Course({"target": 30}, 2)
    course.play()
    assert not any(listing(table, "table7") for table in course.tables)


def test_a_table_is_listed_until_its_game_is_over_or_nobody_sits_there() -> None:
    over = Course(PUBLIC, 2).play()
    assert [listing(table, "t") is None for table in over.tables[-2:]] == [False, True]
    left = Course(PUBLIC, 2)
    left.send(ANN, messages.Leave(id="l"))
    assert listing(left.table, "t") is None


def test_a_listing_holds_no_card_and_no_secret() -> None:
    """C41."""
    course = Course(PUBLIC, 2).play(until=lambda table: table.phase == "playing")
    text = msgspec.json.encode(listing(course.table, "t")).decode()
    deal = course.table.deal
    assert deal is not None
    assert course.table.bot_secret not in text
    assert not any(seed in text for seed in course.table.seeds)
    assert not any(str(hand) in text for hand in deal.hands)


@given(ruleset=rulesets())
def test_any_rules_are_read_as_they_were_written(ruleset: Ruleset) -> None:
    for preset in PRESETS:
        written = rules_text(Setup(preset, ruleset, TableOptions(), "casual"))
        assert read_rules(written) == (preset, ruleset)
