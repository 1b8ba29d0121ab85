"""Which way a moon of one's own is settled by who wants to win the game."""

from __future__ import annotations

from openhearts.bots.tuned import growth_of
from openhearts.kernel import places_behind
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.view import SeatView


def settle_moon(view: SeatView) -> MoonRule:
    """Add or subtract: after which the shooter may expect the better place.

    Raises ValueError for a view whose seat has no moon to settle.
    """
    choices, seat = view.moon_choices(), view.seat
    if seat is None or not choices:
        raise ValueError("this seat has no moon to settle")
    growth = growth_of(view.ruleset)

    def behind(moon: MoonRule) -> float:
        return places_behind(view.ruleset, growth, choices[moon], view.number, seat)

    return min(choices, key=behind)
