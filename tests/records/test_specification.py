"""The page that specifies the format shows real records, and names all of their fields."""

from __future__ import annotations

from openhearts.records import dumps, loads
from openhearts.rules.ruleset import MoonRule
from tests.docs.pages import DOCS, blocks

PAGE = DOCS / "record.md"


def test_the_example_is_what_openhearts_writes() -> None:
    example, _ = blocks(PAGE, "toml")
    assert dumps(loads(example)) == example
    (deal,) = loads(example).finished
    assert deal.outcome.shooter == 0
    assert deal.outcome.moon is MoonRule.SUBTRACT


def test_the_example_of_a_view_is_read() -> None:
    _, example = blocks(PAGE, "toml")
    view = loads(example).view
    assert view is not None
    assert (view.seat, view.to_act) == (1, (0,))
