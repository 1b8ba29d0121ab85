"""Section 5 of docs/rules.md: the points of a deal, with and without a moon."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from openhearts.rules.cards import PACK, Card, Cards
from openhearts.rules.ruleset import PRESETS, STANDARD, HeartValues, MoonRule, Passing, Ruleset
from openhearts.rules.scoring import (
    SHOT_CARDS,
    card_points,
    counting_cards,
    moon_cards,
    moon_shooter,
    moon_value,
    outcome_of,
    penalty_cards,
    points_of,
    total,
)
from tests.rules import law
from tests.rules.stacked import cards, moon_deal, piles
from tests.strategies import rulesets, seeds

NOTHING = (0, 0, 0, 0)
OMNIBUS = PRESETS["omnibus"]


def points(ruleset: Ruleset, *texts: str, before: tuple[int, ...] = NOTHING) -> tuple[int, ...]:
    taken = piles(ruleset, *texts)
    return outcome_of(ruleset, taken, [1 if pile else 0 for pile in taken], before, 2).points


@pytest.mark.parametrize(
    ("words", "taken", "expected"),
    [
        ({}, ("Qs", "2h 3h", "Ah", ""), (13, 2, 1, 10)),
        ({"hearts": "spot"}, ("Qs", "2h 3h", "Ah Th Jh Qh Kh", ""), (25, 5, 60, 39)),
        ({"black_maria": True}, ("Qs", "Ks", "As 2h", ""), (13, 10, 8, 12)),
        ({"black_maria": True, "hearts": "spot"}, ("Qs", "Ks", "As 2h", ""), (25, 10, 9, 102)),
        ({"bonus_card": "Jd"}, ("Jd", "Qs", "Td 2h", ""), (-10, 13, 1, 12)),
        ({"bonus_card": "Td"}, ("Jd", "Qs", "Td 2h", ""), (0, 13, -9, 12)),
        ({"no_trick_bonus": 5}, ("Qs", "", "2h", ""), (13, -5, 1, 12)),
        ({"no_trick_bonus": 5, "bonus_card": "Jd"}, ("Qs", "", "Jd", ""), (13, -5, -10, 13)),
    ],
)
def test_points_without_a_moon(
    words: dict[str, object], taken: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    assert points(STANDARD.with_words(words), *taken) == expected


@pytest.mark.parametrize(
    ("words", "taken", "expected"),
    [
        ({}, ("M", "2c", "3c", ""), (0, 26, 26, 26)),
        ({"moon": "subtract"}, ("M", "2c", "3c", ""), (-26, 0, 0, 0)),
        ({"moon": "none"}, ("M", "2c", "3c", ""), (26, 0, 0, 0)),
        ({"hearts": "spot"}, ("M", "2c", "3c", ""), (0, 129, 129, 129)),
        ({"hearts": "spot", "moon": "subtract"}, ("M", "2c", "3c", ""), (-129, 0, 0, 0)),
        ({"hearts": "spot", "moon": "none"}, ("M", "2c", "3c", ""), (129, 0, 0, 0)),
        ({"black_maria": True, "moon": "subtract"}, ("M Ks As", "2c", "3c", ""), (43, 0, 0, 0)),
        # with a bonus card, and needing it
        ({"bonus_card": "Jd"}, ("M Jd", "2c", "3c", ""), (0, 26, 26, 26)),
        ({"bonus_card": "Jd"}, ("M", "Jd", "3c", ""), (26, -10, 0, 0)),
        ({"bonus_card": "Jd", "moon": "subtract"}, ("M Jd", "2c", "", ""), (-26, 0, 0, 0)),
        ({"bonus_card": "Jd", "moon": "subtract"}, ("M", "Jd", "3c", ""), (26, -10, 0, 0)),
        ({"bonus_card": "Td"}, ("M Jd", "Td", "", ""), (26, -10, 0, 0)),
        ({"bonus_card": "Jd", "moon": "none"}, ("M Jd", "2c", "", ""), (16, 0, 0, 0)),
        ({"bonus_card": "Jd", "hearts": "spot"}, ("M Jd", "2c", "", ""), (0, 129, 129, 129)),
        # without needing it: cancelled, whoever took it
        ({"bonus_card": "Jd", "moon_needs_bonus": False}, ("M", "Jd", "", ""), (0, 26, 26, 26)),
        (
            {"bonus_card": "Jd", "moon_needs_bonus": False, "moon": "subtract"},
            ("M", "Jd", "", ""),
            (-26, 0, 0, 0),
        ),
        # kept: its taker gets its 10 off besides
        (
            {"bonus_card": "Jd", "moon_keeps_bonus": True},
            ("M Jd", "2c", "", ""),
            (-10, 26, 26, 26),
        ),
        (
            {"bonus_card": "Jd", "moon_keeps_bonus": True, "moon": "subtract"},
            ("M Jd", "2c", "", ""),
            (-36, 0, 0, 0),
        ),
        (
            {"bonus_card": "Jd", "moon_keeps_bonus": True, "moon_needs_bonus": False},
            ("M", "Jd", "", ""),
            (0, 16, 26, 26),
        ),
        (
            {
                "bonus_card": "Td",
                "moon_keeps_bonus": True,
                "moon_needs_bonus": False,
                "moon": "subtract",
            },
            ("M", "", "Td", ""),
            (-26, 0, -10, 0),
        ),
        ({"moon_keeps_bonus": True}, ("M Jd", "", "", ""), (0, 26, 26, 26)),
        # the no-trick bonus, never with a moon
        ({"no_trick_bonus": 5}, ("M", "", "", ""), (0, 26, 26, 26)),
        ({"no_trick_bonus": 5, "moon": "subtract"}, ("M", "", "", ""), (-26, 0, 0, 0)),
        ({"no_trick_bonus": 5, "moon": "none"}, ("M", "", "", "2c"), (26, -5, -5, 0)),
        (
            {"no_trick_bonus": 5, "black_maria": True},
            ("M As Ks", "", "", "2c"),
            (43, -5, -5, 0),
        ),
    ],
)
def test_points_when_one_seat_takes_the_hearts_and_the_queen(
    words: dict[str, object], taken: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    assert points(STANDARD.with_words(words), *taken) == expected


@pytest.mark.parametrize(
    ("words", "taken", "expected"),
    [
        ({}, ("Qs 2h 3h 4h", "Jd", "", ""), (16, -10, 0, 10)),
        ({"moon_needs_bonus": False}, ("M Jd", "", "", ""), (0, 26, 26, 26)),
        ({"hearts": "spot"}, ("Qs 2h 3h 4h 5h 6h 7h 8h 9h Jh Qh Kh Ah", "Th", "Jd", ""),
         (119, 10, -10, 0)),
        ({"moon": "subtract"}, ("M", "2c", "", "Jd"), (26, 0, 0, -10)),
    ],
)  # fmt: skip
def test_the_moon_is_a_set_of_cards_and_never_a_total(
    words: dict[str, object], taken: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    assert points(OMNIBUS.with_words(words), *taken) == expected


@pytest.mark.parametrize("missing", ["2h", "Ah", "Qs"])
def test_a_moon_lacks_no_card(missing: str) -> None:
    taken = [SHOT_CARDS.without_card(Card.parse(missing)), cards(missing), Cards(), Cards()]
    assert moon_shooter(STANDARD, taken) is None
    assert moon_shooter(STANDARD, [SHOT_CARDS, Cards(), Cards(), Cards()]) == 0
    assert moon_shooter(STANDARD, [Cards(), Cards(), Cards(), PACK]) == 3


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("moon", ["add", "subtract"])
@pytest.mark.parametrize("hearts", HeartValues)
@pytest.mark.parametrize("bonus", ["none", "Jd"])
def test_c09_taking_every_trick_is_worth_no_more_than_a_moon(
    seats: int, moon: str, hearts: HeartValues, bonus: str
) -> None:
    ruleset = STANDARD.with_words(
        {"seats": seats, "moon": moon, "hearts": hearts.value, "bonus_card": bonus}
        | {"passing": "none", "no_trick_bonus": 5}
    )
    nothing = (0,) * seats
    every_trick = moon_deal(ruleset).outcome(nothing)
    one_lost = piles(ruleset, "M Jd", *[""] * (seats - 1))
    assert every_trick == outcome_of(ruleset, one_lost, [7] * seats, nothing, 1)
    assert every_trick.shooter == 0


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(("moon", "own", "other"), [("add", 0, 26), ("subtract", -26, 0)])
def test_a_moon_with_any_number_of_seats(seats: int, moon: str, own: int, other: int) -> None:
    ruleset = STANDARD.with_words({"seats": seats, "passing": "none", "moon": moon})
    deal = moon_deal(ruleset, shooter=1)
    every_trick = len(ruleset.deck) // seats
    assert deal.tricks_taken == tuple(every_trick if seat == 1 else 0 for seat in range(seats))
    score = deal.outcome((0,) * seats)
    assert score.points == tuple(own if seat == 1 else other for seat in range(seats))
    assert score.shooter == 1
    assert score.moon is MoonRule(moon)


def test_a_deal_without_a_moon_names_no_shooter() -> None:
    score = outcome_of(STANDARD, piles(STANDARD, "Qs", "", "", ""), (1, 0, 0, 1), NOTHING, 1)
    assert (score.shooter, score.moon) == (None, None)


@pytest.mark.parametrize(
    ("words", "value", "needed"),
    [
        ({}, 26, ""),
        ({"hearts": "spot"}, 129, ""),
        ({"hearts": "spot", "bonus_card": "Jd"}, 129, "Jd"),
        ({"bonus_card": "Td"}, 26, "Td"),
        ({"bonus_card": "Td", "moon_needs_bonus": False}, 26, ""),
        ({"seats": 6}, 26, ""),
    ],
)
def test_what_the_moon_is_worth_and_what_it_takes(
    words: dict[str, object], value: int, needed: str
) -> None:
    ruleset = STANDARD.with_words(words)
    assert moon_value(ruleset) == value
    assert moon_cards(ruleset) == SHOT_CARDS | cards(needed)


@pytest.mark.parametrize(
    ("words", "penalties", "counting"),
    [
        ({}, "", ""),
        ({"bonus_card": "Jd"}, "", "Jd"),
        ({"black_maria": True}, "Ks As", "Ks As"),
        ({"black_maria": True, "bonus_card": "Td"}, "Ks As", "Ks As Td"),
    ],
)
def test_which_cards_are_penalty_cards_and_which_count(
    words: dict[str, object], penalties: str, counting: str
) -> None:
    ruleset = STANDARD.with_words(words)
    assert penalty_cards(ruleset) == SHOT_CARDS | cards(penalties)
    assert counting_cards(ruleset) == SHOT_CARDS | cards(counting)


@given(rulesets())
def test_what_every_card_costs(ruleset: Ruleset) -> None:
    words = ruleset.to_words()
    for card in ruleset.deck:
        assert card_points(ruleset, card) == law.points(words, str(card))
        assert (card in penalty_cards(ruleset)) == law.is_penalty(words, str(card))
    assert points_of(ruleset, ruleset.deck) == sum(
        law.points(words, card) for card in law.deck(ruleset.seats)
    )


@given(rulesets(black_maria=False), seeds())
def test_every_moon_scores_as_the_law_says(ruleset: Ruleset, seed: int) -> None:
    random = Random(seed)
    shooter = random.randrange(ruleset.seats)
    rest = list(ruleset.deck - SHOT_CARDS)
    random.shuffle(rest)
    taken = [Cards.of(rest[seat :: ruleset.seats]) for seat in range(ruleset.seats)]
    taken[shooter] |= SHOT_CARDS
    before = [random.choice((0, 26, ruleset.target, ruleset.target - 26)) for _ in taken]
    choice = random.choice((MoonRule.ADD, MoonRule.SUBTRACT))
    number = random.randrange(1, 101)
    words = ruleset.to_words()
    names = [[str(card) for card in pile] for pile in taken]
    chosen = choice if ruleset.moon is MoonRule.CHOICE else None
    score = outcome_of(ruleset, taken, [1] * ruleset.seats, before, number, chosen)
    assert list(score.points) == law.deal_points(words, names, before, number, chosen)
    assert score.shooter == law.shooter(words, names)


def test_scores_have_no_floor() -> None:
    assert total((10, 0, -5, 3), (-26, 0, -1, 4)) == (-16, 0, -6, 7)
    deal = moon_deal(replace(STANDARD, moon=MoonRule.SUBTRACT, passing=Passing.NONE), shooter=3)
    assert total((0, 0, 0, 10), deal.outcome(NOTHING).points) == (0, 0, 0, -16)
