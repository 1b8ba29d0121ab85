"""What a seat can infer from its view, against what is really there."""

from __future__ import annotations

from openhearts.bots.contract import random_positions
from openhearts.bots.memory import Memory
from openhearts.bots.odds import chance_to_take, points_if_taken
from openhearts.rules.cards import QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import PRESETS, STANDARD
from tests.bots.positions import cards, deal_at, deal_from, filled, view_of


def memory_after(hands: list[str], plays: str) -> Memory:
    deal = deal_from(hands, plays)
    seat = deal.to_act[0]
    return Memory.of(view_of(deal, seat), seat)


def test_what_is_inferred_is_never_untrue() -> None:
    """In random positions of all rulesets: no seat holds a card that it is said not to have."""
    for seed in range(60):
        for position in random_positions(seed):
            if position.deal.phase is Phase.CHOOSING:
                continue
            memory = Memory.of(position.view, position.seat)
            for seat in memory.others:
                for card in position.deal.hands[seat]:
                    assert memory.chance_held(card, seat) > 0
                for suit in memory.voids[seat]:
                    assert not position.deal.hands[seat].of_suit(suit)


def test_every_unseen_card_is_somewhere() -> None:
    for seed in range(60):
        for position in random_positions(seed):
            if position.deal.phase is Phase.CHOOSING:
                continue
            memory = Memory.of(position.view, position.seat)
            for card in memory.unseen:
                together = sum(memory.chance_held(card, seat) for seat in memory.others)
                assert abs(together - 1) < 1e-9


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    memory = memory_after(
        ["2c 3c", "Ac", "5d 2d 3d 4d 6d 7d 8d 9d Td Jd Qd Kd Ad", "4c"], "2c Ac 5d"
    )
    assert memory.voids[2] == {Suit.CLUBS}
    assert memory.chance_void(2, Suit.CLUBS) == 1
    assert memory.chance_held(Card.parse("Kc"), 2) == 0


def test_a_card_that_was_passed_is_where_it_went_until_it_is_played_c31() -> None:
    deal = Deal.start(STANDARD, 1, filled(["Qs Ks As", "2c", "3c", "4c"]))
    deal = deal.pass_cards(0, cards("Qs Ks As"))
    for seat in (1, 2, 3):
        deal = deal.pass_cards(seat, [card for card in deal.hands[seat] if card.rank > 4][:3])
    memory = Memory.of(view_of(deal, 0), 0)
    assert memory.known == Cards.of(cards("Qs Ks As"))
    assert memory.chance_held(QUEEN_OF_SPADES, 1) == 1
    assert memory.chance_void(1, Suit.SPADES) == 0


def test_nobody_adds_points_to_a_first_trick_that_bars_them() -> None:
    memory = memory_after(["2c", "Ac", "", ""], "2c")
    assert points_if_taken(memory, Card.parse("Ac")) == 0


def test_the_last_player_knows_who_takes_the_trick() -> None:
    deal = deal_at(
        ["4d Kd 5c", "Td 3c 2s", "Qs 9c 6s", "6d 8c 7s"],
        leader=1,
        table="Td Qs 6d",
        hearts=[0, 4, 9, 0],
    )
    memory = Memory.of(view_of(deal, 0), 0)
    assert chance_to_take(memory, Card.parse("4d")) == 0
    assert chance_to_take(memory, Card.parse("Kd")) == 1
    assert points_if_taken(memory, Card.parse("Kd")) == 13


def test_cards_are_priced_by_the_ruleset_alone() -> None:
    for preset, queen, heart, jack, ace in (
        ("standard", 13, 1, 0, 0),
        ("spot-hearts", 25, 14, 0, 0),
        ("omnibus", 13, 1, -10, 0),
        ("black-maria", 13, 1, 0, 7),
    ):
        ruleset = PRESETS[preset]
        deal = Deal.start(ruleset, 4, filled([], ruleset))
        memory = Memory.of(view_of(deal, 0), 0)
        prices = [memory.price(card) for card in cards("Qs Ah Jd As")]
        assert prices == [queen, heart, jack, ace]
