"""The kernel plays what the rules play: the same legal cards, the same points, on every path."""

from __future__ import annotations

from random import Random

import pytest

from openhearts.kernel import PATHS, Position, points_of, position, random_deal, random_deals
from openhearts.rules.actions import ChooseMoon
from openhearts.rules.cards import Cards, Suit
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule, Ruleset
from tests.kernel.random_rules import (
    CARDS,
    dealt_and_passed,
    random_ruleset,
    told_by_the_rules,
)

SEATS = (3, 4, 5, 6)


@pytest.mark.parametrize("path", PATHS)
def test_random_deals_are_legal_and_cost_what_the_rules_say(path: str) -> None:
    chance = Random(1)
    for number in range(1, 601):
        ruleset = random_ruleset(chance)
        told = random_deal(ruleset, number, 7, path=path)
        assert told_by_the_rules(ruleset, number, told) == told.points


def test_step_by_step_the_same_cards_are_legal_and_a_step_back_restores_everything() -> None:
    chance = Random(2)
    for number in range(1, 301):
        ruleset = random_ruleset(chance)
        told = random_deal(ruleset, number, 3)
        deal = dealt_and_passed(ruleset, number, told)
        assert deal.trick is not None
        kernel = position(ruleset, deal.hands, deal.trick.leader)
        for place in told.plays:
            assert kernel.legal == deal.legal_cards().mask
            assert kernel.legal_places() == [card.index for card in deal.legal_cards()]
            assert (kernel.to_play,) == deal.to_act
            before = (kernel.to_play, kernel.legal, kernel.hands, kernel.taken)
            kernel.push(place)
            kernel.pop()
            assert (kernel.to_play, kernel.legal, kernel.hands, kernel.taken) == before
            kernel.push(place)
            deal = deal.play(CARDS[place])
        assert kernel.is_over
        assert kernel.legal_places() == []
        assert kernel.taken == [cards.mask for cards in deal.taken]
        for _ in told.plays:
            kernel.pop()
        assert kernel.hands == [hand.mask for hand in deal.opening_hands]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("moon", [moon for moon in MoonRule if moon is not MoonRule.NONE])
def test_every_moon_is_settled_as_the_rules_settle_it(moon: MoonRule, seats: int) -> None:
    chance = Random(3)
    free = {"seats": seats, "moon": moon.value, "opening": "left-of-dealer", "passing": "none"}
    free |= {"first_trick": "free", "must_break": False}
    for _ in range(200):
        ruleset = random_ruleset(chance).with_words(free | {"black_maria": False})
        scores = tuple(chance.randrange(60, 110) for _ in range(seats))
        number = seats * chance.randrange(1, 4)  # then seat 0 leads
        deal = shot(ruleset, number)
        kernel = replayed(deal)
        choices = (MoonRule.ADD, MoonRule.SUBTRACT) if moon is MoonRule.CHOICE else (moon,)
        for choice in choices:
            over = deal.act(0, ChooseMoon(choice)) if moon is MoonRule.CHOICE else deal
            expected = over.outcome(scores)
            assert expected.shooter == 0
            adds = choice is MoonRule.ADD
            assert points_of(kernel, scores, deals=number, adds=adds) == expected.points


def shot(ruleset: Ruleset, number: int) -> Deal:
    """A deal in which seat 0 holds the highest hearts and spades, and takes every trick."""
    by_worth = sorted(ruleset.deck, key=lambda card: (card.suit is Suit.HEARTS, card.suit, card))
    best = Cards.of(by_worth[-ruleset.hand_size :])
    rest = [card for card in ruleset.deck if card not in best]
    others = [Cards.of(rest[seat :: ruleset.seats - 1]) for seat in range(ruleset.seats - 1)]
    deal = Deal.start(ruleset, number, (best, *others))
    while deal.phase is Phase.PLAYING:
        deal = deal.play(deal.legal_cards().highest())
    return deal


def replayed(deal: Deal) -> Position:
    """The same deal in the kernel."""
    kernel = position(deal.ruleset, deal.opening_hands, deal.tricks[0].leader)
    for trick in deal.tricks:
        for card in trick.cards:
            kernel.push(card.index)
    return kernel


@pytest.mark.parametrize("seats", SEATS)
def test_in_bulk_a_deal_is_the_one_that_is_told(seats: int) -> None:
    ruleset = STANDARD.with_words({"seats": seats, "moon": "subtract"})
    told = [list(random_deal(ruleset, number, 5).points) for number in range(3, 12)]
    for path in PATHS:
        for count in range(10):
            points: object = random_deals(ruleset, count, 5, first=3, path=path).tolist()
            assert points == told[:count]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_paths_play_the_same_deals(preset: str, seats: int) -> None:
    ruleset = PRESETS[preset].with_words({"seats": seats})
    first, *others = (bytes(random_deals(ruleset, 3_000, 11, path=path)) for path in PATHS)
    assert all(other == first for other in others)
