"""C07, C09: every preset with every toggle, and the presets together, as the law says.

Whole random deals, claims and moons among them, are judged by law.py: every step, and the points.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given

from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from tests.rules import law, section_two
from tests.rules.stacked import as_told, replayed
from tests.strategies import deals, random_hands, to_the_end

pytestmark = pytest.mark.no_cover

RANGES: dict[str, tuple[section_two.Word, ...]] = {
    "target": (1, 50, 500, 1000),
    "pass_count": (1, 2, 4, 5),
    "deal_limit": (1, 6, 100),
}
"""Values tried of a field that has a range."""


def toggles(preset: str) -> Iterator[tuple[str, section_two.Word]]:
    """Every other value of every field."""
    words = PRESETS[preset].to_words()
    for name, field in section_two.fields().items():
        for value in (*field.values, *RANGES.get(name, ())):
            if value != words[name]:
                yield name, value


@pytest.mark.parametrize(
    ("preset", "field", "value"),
    [
        pytest.param(preset, *toggle, id=f"{preset}-{toggle[0]}-{toggle[1]}")
        for preset in PRESETS
        for toggle in toggles(preset)
    ],
)
def test_every_preset_with_every_toggle_is_played_as_the_law_says(
    preset: str, field: str, value: section_two.Word
) -> None:
    random = Random(f"{preset} {field} {value}")
    for ruleset in with_any_seats(PRESETS[preset], {field: value}):
        for _ in range(4):
            assert_law(finished_deal(ruleset, random), random)


TOGETHER = [names for count in range(1, 5) for names in combinations(list(PRESETS)[1:], count)]


@pytest.mark.parametrize("presets", TOGETHER, ids=" + ".join)
def test_presets_taken_together_are_played_as_the_law_says(presets: tuple[str, ...]) -> None:
    words = {field: word for name in presets for field, word in section_two.presets()[name].items()}
    random, moons = Random(" ".join(presets)), 0
    for ruleset in with_any_seats(STANDARD, words):
        for _ in range(20):
            deal = finished_deal(ruleset, random)
            assert_law(deal, random)
            moons += deal.shooter is not None
    assert moons > 3 or "black-maria" in presets


@given(deals())
def test_c07_a_field_without_effect_changes_nothing_in_a_deal(deal: Deal) -> None:
    if deal.phase is Phase.PASSING:
        return
    for field in deal.ruleset.idle_fields():
        for value in (*section_two.fields()[field].values, *RANGES.get(field, ())):
            if (deal.ruleset.seats, value) == (6, 5):
                continue
            other = replayed(deal.ruleset.with_words({field: value}), as_told(deal))
            assert other.to_act == deal.to_act
            assert other.legal_cards() == deal.legal_cards()
            if deal.phase is Phase.OVER:
                scores = [20 * seat for seat in range(deal.ruleset.seats)]
                assert other.outcome(scores) == deal.outcome(scores)


def with_any_seats(ruleset: Ruleset, words: dict[str, section_two.Word]) -> Iterator[Ruleset]:
    """The ruleset with these words set, for each number of seats with which it goes."""
    for seats in {words["seats"]} if "seats" in words else (3, 4, 5, 6):
        if (seats, words.get("pass_count")) != (6, 5):  # more than half the hand
            yield ruleset.with_words({**words, "seats": seats})


def finished_deal(ruleset: Ruleset, random: Random) -> Deal:
    hands = random_hands(ruleset, random)
    return to_the_end(Deal.start(ruleset, random.randrange(1, 8), hands), random)


def assert_law(deal: Deal, random: Random) -> None:
    words, by_law = deal.ruleset.to_words(), as_told(deal)
    law.check(words, by_law)
    target = deal.ruleset.target
    before = [random.choice((-26, 0, 30, target - 26, target)) for _ in deal.hands]
    piles = law.piles_of(words, by_law)
    outcome = deal.outcome(before)
    assert outcome.shooter == law.shooter(words, piles)
    assert list(outcome.points) == law.deal_points(
        words, piles, before, deal.number, deal.moon_choice
    )
