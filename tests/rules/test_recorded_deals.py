"""1,600 deals that two other programs played, replayed by our rules.

The file and its licence lie in ../shared/data (see its README): standard rules, the dealt
hands follow from the plays, the passes and the direction.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from openhearts.rules.seats import Direction

pytestmark = pytest.mark.no_cover

COMPASS = "NESW"
DEAL_NUMBERS = {Direction.LEFT: 1, Direction.RIGHT: 2, Direction.ACROSS: 3, Direction.HOLD: 4}


@dataclass(frozen=True)
class Recorded:
    """One line of the file; seats are 0 (north) to 3 (west)."""

    number: int
    passed: list[list[Card]]
    plays: list[tuple[int, Card]]
    points: tuple[int, ...]
    shooter: int | None

    def dealt(self) -> list[Cards]:
        """The hands before the pass."""
        direction = STANDARD.direction(self.number)
        hands = [Cards.of(card for who, card in self.plays if who == seat) for seat in range(4)]
        for seat, given in enumerate(self.passed):
            hands[direction.receiver(seat, 4)] -= Cards.of(given)
        for seat, given in enumerate(self.passed):
            hands[seat] |= Cards.of(given)
        return hands

    def start(self, ruleset: Ruleset) -> Deal:
        """The deal when the first card is to be led."""
        deal = Deal.start(ruleset, self.number, self.dealt())
        for seat, given in enumerate(self.passed):
            deal = deal.pass_cards(seat, given)
        return deal


def cards(text: str) -> list[Card]:
    return [Card.parse(text[at] + text[at + 1].lower()) for at in range(0, len(text), 2)]


def read(path: Path) -> Iterator[Recorded]:
    with path.open(newline="") as lines:
        for row in csv.DictReader(lines):
            plays = row["plays_by_trick"].replace("/", "")
            yield Recorded(
                number=DEAL_NUMBERS[Direction(row["direction"])],
                passed=[cards(given) for given in row["passes_nesw"].split("/") if given],
                plays=[
                    (COMPASS.index(plays[at]), cards(plays[at + 1 : at + 3])[0])
                    for at in range(0, len(plays), 3)
                ],
                points=tuple(int(row[name]) for name in ("north", "east", "south", "west")),
                shooter=COMPASS.index(row["shooter"]) if row["shooter"] else None,
            )


@pytest.fixture(scope="module")
def recorded(shared: Path) -> list[Recorded]:
    return list(read(shared / "data" / "hearts-engine-1600-deals.csv"))


def test_1600_recorded_deals_are_legal_and_score_the_same(recorded: list[Recorded]) -> None:
    moons = 0
    assert len(recorded) == 1600
    for deal in recorded:
        played = deal.start(STANDARD)
        for seat, card in deal.plays:
            assert played.to_act == (seat,)
            played = played.play(card)
        assert played.phase is Phase.OVER
        score = played.outcome((0, 0, 0, 0))
        assert score.points == deal.points
        assert score.shooter == deal.shooter
        moons += score.shooter is not None
    assert moons == 252


def test_the_252_recorded_moons_under_subtract(recorded: list[Recorded]) -> None:
    ruleset, seen = PRESETS["subtract-the-moon"], 0
    for deal in recorded:
        if deal.shooter is None:
            continue
        played = deal.start(ruleset)
        for _, card in deal.plays:
            played = played.play(card)
        expected = tuple(-26 if seat == deal.shooter else 0 for seat in range(4))
        assert played.outcome((0, 0, 0, 0)).points == expected
        seen += 1
    assert seen == 252
