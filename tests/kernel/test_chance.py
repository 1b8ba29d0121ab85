"""Chance is even: every card as likely in every hand, every legal card as likely to be played."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from openhearts.kernel import PATH, RandomDeal, random_deal
from openhearts.rules.ruleset import STANDARD

DEALS = 6_000
SIGMAS = 5
"""Among a few hundred counts one this far off is a fault; the seed is fixed."""


def deals_of(seats: int) -> list[RandomDeal]:
    ruleset = STANDARD.with_words({"seats": seats, "passing": "always-left"})
    return [random_deal(ruleset, number, 99) for number in range(1, DEALS + 1)]


def assert_even(counts: Counter[object], expected: float, chance: float) -> None:
    """Each count is near what it should be; ``chance`` is that of one event a deal."""
    spread = sqrt(DEALS * chance * (1 - chance))
    assert {what: n for what, n in counts.items() if abs(n - expected) > SIGMAS * spread} == {}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_card_is_dealt_and_passed_evenly(seats: int) -> None:
    ruleset = STANDARD.with_words({"seats": seats})
    dealt, given, pairs = Counter[object](), Counter[object](), Counter[object]()
    for deal in deals_of(seats):
        for seat in range(seats):
            dealt.update((seat, card.index) for card in deal.dealt[seat])
            given.update((seat, card.index) for card in deal.given[seat])
        first = [card.index for card in deal.dealt[0]]
        pairs.update((a, b) for at, a in enumerate(first) for b in first[at + 1 :])
    hand, deck = ruleset.hand_size, len(ruleset.deck)
    assert len(dealt) == len(given) == seats * deck
    assert_even(dealt, DEALS / seats, 1 / seats)
    passed = ruleset.pass_count / deck
    assert_even(given, DEALS * passed, passed)
    together = hand * (hand - 1) / (deck * (deck - 1))
    assert len(pairs) == deck * (deck - 1) // 2
    assert_even(pairs, DEALS * together, together)


def test_every_legal_card_is_played_evenly() -> None:
    """By its place among the legal cards: for each number of them, all places are as frequent."""
    places = Counter[tuple[int, int]]()
    for deal in deals_of(4):
        hands = [deal.dealt[s] - deal.given[s] | deal.given[(s - 1) % 4] for s in range(4)]
        seat = next(s for s, hand in enumerate(hands) if 0 in {card.index for card in hand})
        # The second card: follows clubs if it can.
        follower = (seat + 1) % 4
        clubs = sorted(card.index for card in hands[follower] if card.index < 13)
        if clubs:
            places[len(clubs), clubs.index(deal.plays[1])] += 1
    for size in range(2, 6):
        counts = [places[size, place] for place in range(size)]
        spread = sqrt(sum(counts) / size * (1 - 1 / size))
        assert max(abs(n - sum(counts) / size) for n in counts) < SIGMAS * spread, counts


def test_another_seed_and_another_number_are_other_deals() -> None:
    some = {random_deal(STANDARD, number, seed).dealt for number in (1, 2, 3) for seed in (1, 2, 3)}
    assert len(some) == 9
    assert random_deal(STANDARD, 2, 1) == random_deal(STANDARD, 2, 1, path=PATH)
