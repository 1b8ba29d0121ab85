"""Worlds fit what a seat knows, each as likely as any other, however little is left to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest

from openhearts.bots.contract import random_positions
from openhearts.kernel import PATHS, known, worlds
from openhearts.rules.cards import HEARTS, Cards, Suit
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.legal import legal_cards
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView
from tests.bots.positions import cards, deal_from, filled, view_of


def views(count: int) -> Iterator[SeatView]:
    """Views of seats on turn to play, in random rulesets, with 3 to 6 seats."""
    seeds = (position for seed in range(count) for position in random_positions(seed))
    return (each.view for each in seeds if each.view.phase is Phase.PLAYING)


def test_every_world_could_have_been_dealt_and_played() -> None:
    """Played again card by card from the world's opening hands, nothing in it was illegal."""
    for view in islice(views(60), 1_500):
        for world in worlds(known(view), 3, seed=1):
            hands = [Cards(mask) for mask in world]
            assert hands[view.seat or 0] == view.hand
            assert tuple(map(len, hands)) == view.hand_sizes
            assert (
                Cards.of(card for hand in hands for card in hand) | view.played == view.ruleset.deck
            )
            assert was_legal(view, hands)


def was_legal(view: SeatView, hands: list[Cards]) -> bool:
    """Whether the cards played so far could be played from these hands, and what I passed is
    where it went."""
    ruleset = view.ruleset
    played = view.played
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    plays = [(trick, place) for trick in tricks for place in range(len(trick.cards))]
    for trick, place in reversed(plays):
        seat, card = (trick.leader + place) % ruleset.seats, trick.cards[place]
        played = played.without_card(card)
        hands[seat] = hands[seat].with_card(card)
        before = Trick(trick.leader, ruleset.seats, trick.cards[:place])
        if card not in legal_cards(ruleset, hands[seat], before, played):
            return False
    assert view.seat is not None
    return view.given <= hands[view.direction.receiver(view.seat, ruleset.seats)]


def every_world(view: SeatView) -> set[tuple[int, ...]]:
    """All that is consistent with the view, found by trying every way to give the cards out."""
    unseen = view.ruleset.deck - view.played - view.hand
    found = set()

    def give(seat: int, left: Cards, hands: tuple[Cards, ...]) -> None:
        if seat == view.ruleset.seats:
            if was_legal(view, list(hands)):
                found.add(tuple(hand.mask for hand in hands))
            return
        if seat == view.seat:
            give(seat + 1, left, (*hands, view.hand))
            return
        for some in combinations(left, view.hand_sizes[seat]):
            hand = Cards.of(some)
            give(seat + 1, left - hand, (*hands, hand))

    give(0, unseen, ())
    return found


def small_views() -> Iterator[SeatView]:
    """Views with few cards unseen, of which some seat cannot hold all."""
    for view in views(400):
        unseen = len(view.ruleset.deck - view.played - view.hand)
        if 5 <= unseen <= 8 and view.seat is not None:
            yield view


@pytest.mark.parametrize("path", PATHS)
def test_every_world_is_as_likely_as_any_other(path: str) -> None:
    """Against full enumeration: all are found, none besides, and chi-square is within chance."""
    tried = 0
    for view in islice(small_views(), 30):
        possible = every_world(view)
        if not 2 <= len(possible) <= 300:
            continue
        tried += 1
        draws = 60 * len(possible)
        drawn = worlds(known(view), draws, seed=7, path=path)
        counts = Counter(drawn)
        assert set(counts) == possible
        expected = draws / len(possible)
        chi_square = sum((counts[world] - expected) ** 2 / expected for world in possible)
        freedom = len(possible) - 1
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5
    assert tried >= 10


def test_who_does_not_follow_has_none_of_the_suit_c79() -> None:
    no_clubs = "4s 5s 6s 7s 2d 3d 4d 5d 6d 7d 8d 2h 3h"
    deal = deal_from(["2c 5c", "3c", no_clubs, "4c"], "2c 3c 4s 4c")
    for world in worlds(known(view_of(deal, 3)), 10_000, seed=1):
        assert not Cards(world[2]).of_suit(Suit.CLUBS)


def test_what_was_passed_stays_where_it_went_until_it_is_played_c79() -> None:
    hands = filled(["As Ks Qs 2c", "3c 4c 5c", "6c", "7c"])
    deal = Deal.start(STANDARD, 1, hands).pass_cards(0, cards("As Ks Qs"))
    for seat in (1, 2, 3):
        low = [card for card in deal.hands[seat] if card.suit is Suit.DIAMONDS][:3]
        deal = deal.pass_cards(seat, low)
    for card in cards("2c 3c 6c 7c"):
        deal = deal.play(card)
    for world in worlds(known(view_of(deal, 0)), 10_000, seed=1):
        assert Cards.of(cards("As Ks Qs")) <= Cards(world[1])


def test_a_penalty_card_on_the_first_trick_shows_a_hand_of_them_c79() -> None:
    hearts = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Qs"
    deal = deal_from(["2c", hearts, "3c", "4c"], "2c Qs 3c 4c")
    for world in worlds(known(view_of(deal, 0)), 1_000, seed=1):
        assert Cards(world[1]) <= HEARTS


def test_a_heart_led_before_they_are_broken_shows_a_hand_of_hearts_c79() -> None:
    hearts = "Ac 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    deal = deal_from(["2c 5c", hearts, "3c", "4c"], "2c Ac 3c 4c 7h")
    for world in worlds(known(view_of(deal, 2)), 1_000, seed=1):
        assert Cards(world[1]) <= HEARTS


def test_tight_constraints_end_c79() -> None:
    """Each seat has a suit of its own, and nobody can follow: few worlds are left, and found."""
    whole = [" ".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "cdhs"]
    free = STANDARD.with_words({"first_trick": "free", "passing": "none"})
    deal = deal_from(whole, "2c 2d 2h 2s 3c 3d 3h 3s", ruleset=free)
    for seat in range(4):
        view = view_of(deal, seat)
        for world in worlds(known(view), 1_000, seed=1):
            assert was_legal(view, [Cards(mask) for mask in world])


@pytest.mark.parametrize("ruleset", [*PRESETS.values(), STANDARD.with_words({"seats": 6})])
def test_every_path_draws_the_same_worlds(ruleset: Ruleset) -> None:
    deal = Deal.start(ruleset, ruleset.seats, filled([], ruleset, seed=3))
    if deal.phase is Phase.PASSING:
        for seat in deal.to_act:
            deal = deal.pass_cards(seat, list(deal.hands[seat])[: ruleset.pass_count])
    chance = Random(5)
    while deal.to_act and len(deal.tricks) < 4:
        view = known(view_of(deal, deal.to_act[0]))
        drawn = {tuple(worlds(view, 50, seed=9, path=path)) for path in PATHS}
        assert len(drawn) == 1
        deal = deal.play(chance.choice(list(deal.legal_cards())))


def test_a_view_that_contradicts_itself_is_refused() -> None:
    """Seat 1 could not follow clubs, and is said to have got one."""
    no_clubs = "4s 5s 6s 7s 2d 3d 4d 5d 6d 7d 8d 2h 3h"
    view = view_of(deal_from(["2c", no_clubs], "2c 4s"), 0)
    mistaken = replace(
        view, number=1, given=Cards.of(cards("3c")), hand=view.hand - Cards.of(cards("3c"))
    )
    with pytest.raises(ValueError, match="no world"):
        worlds(known(mistaken), 1, seed=1)


def test_a_spectator_knows_no_hand() -> None:
    view = replace(view_of(deal_from(["2c"]), 0), seat=None)
    with pytest.raises(ValueError, match="spectator"):
        known(view)
