"""Section 3 of docs/rules.md: directions, the choice, the exchange."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given

from openhearts.rules.actions import PassCards
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import DeckFault, IllegalAction, NotTheDeck, Reason
from openhearts.rules.game import Game
from openhearts.rules.ruleset import STANDARD, Passing, Ruleset
from openhearts.rules.seats import Direction, dealer
from openhearts.rules.view import SeatView
from tests.rules.stacked import cards, stacked_hands
from tests.strategies import deals

GIVEN = ("2s 3s 4s", "2h 3h 4h", "5s 6s 7s", "5h 6h 7h")


def passing_deal(number: int = 1, ruleset: Ruleset = STANDARD) -> Deal:
    return Deal.start(ruleset, number, stacked_hands(ruleset, dict(enumerate(GIVEN))))


def passed(deal: Deal, seat: int, text: str | None = None) -> Deal:
    return deal.act(seat, PassCards(tuple(map(Card.parse, (text or GIVEN[seat]).split()))))


@pytest.mark.parametrize(
    ("seats", "passing", "expected"),
    [
        (4, Passing.CYCLE, "left right across hold left right across hold"),
        (3, Passing.CYCLE, "left right hold left right hold left right"),
        (5, Passing.CYCLE, "left right second-left second-right hold left right second-left"),
        (6, Passing.CYCLE, "left right second-left second-right across hold left right"),
        (4, Passing.NO_HOLD, "left right across left right across left right"),
        (3, Passing.NO_HOLD, "left right left right left right left right"),
        (5, Passing.NO_HOLD, "left right second-left second-right " * 2),
        (6, Passing.NO_HOLD, "left right second-left second-right across left right second-left"),
        *((seats, Passing.ALWAYS_RIGHT, "right " * 8) for seats in (3, 4, 5, 6)),
        *((seats, Passing.ALWAYS_LEFT, "left " * 8) for seats in (3, 4, 5, 6)),
        *((seats, Passing.NONE, "hold " * 8) for seats in (3, 4, 5, 6)),
    ],
)  # fmt: skip
def test_c16_the_directions_of_the_first_eight_deals(
    seats: int, passing: Passing, expected: str
) -> None:
    ruleset = Ruleset(seats=seats, passing=passing)
    found = [ruleset.direction(number).value for number in range(1, 9)]
    assert found == expected.split()


@pytest.mark.parametrize(
    ("seats", "direction", "receivers"),
    [
        (4, Direction.LEFT, (1, 2, 3, 0)),
        (4, Direction.RIGHT, (3, 0, 1, 2)),
        (4, Direction.ACROSS, (2, 3, 0, 1)),
        (4, Direction.HOLD, (0, 1, 2, 3)),
        (3, Direction.LEFT, (1, 2, 0)),
        (3, Direction.RIGHT, (2, 0, 1)),
        (5, Direction.SECOND_LEFT, (2, 3, 4, 0, 1)),
        (5, Direction.SECOND_RIGHT, (3, 4, 0, 1, 2)),
        (6, Direction.SECOND_LEFT, (2, 3, 4, 5, 0, 1)),
        (6, Direction.SECOND_RIGHT, (4, 5, 0, 1, 2, 3)),
        (6, Direction.ACROSS, (3, 4, 5, 0, 1, 2)),
    ],
)
def test_c16_who_receives(seats: int, direction: Direction, receivers: tuple[int, ...]) -> None:
    for seat, receiver in enumerate(receivers):
        assert direction.receiver(seat, seats) == receiver
        assert direction.giver(receiver, seats) == seat


@pytest.mark.parametrize(("number", "receiver"), [(1, 1), (2, 3), (3, 2), (5, 1), (6, 3), (7, 2)])
def test_c16_where_the_three_lowest_spades_of_seat_0_go(number: int, receiver: int) -> None:
    deal = passing_deal(number)
    for seat in range(4):
        assert deal.phase is Phase.PASSING
        deal = passed(deal, seat)
    assert deal.phase is Phase.PLAYING
    low_spades = cards(GIVEN[0])
    assert low_spades <= deal.hands[receiver]
    assert not low_spades & deal.hands[0]
    assert deal.received(receiver) == low_spades == deal.given(0)


@pytest.mark.parametrize("number", [4, 8])
def test_c16_a_hold_deal_asks_nobody(number: int) -> None:
    deal = passing_deal(number)
    assert deal.phase is Phase.PLAYING
    assert deal.direction is Direction.HOLD
    assert deal.hands == deal.dealt == deal.opening_hands
    assert all(not deal.given(seat) and not deal.received(seat) for seat in range(4))
    for seat in range(4):
        with pytest.raises(IllegalAction) as refused:
            passed(deal, seat)
        assert refused.value.reason is Reason.NOTHING_TO_PASS


def test_c20_every_order_of_choosing_gives_the_same_exchange() -> None:
    outcomes = set()
    for order in permutations(range(4)):
        deal = passing_deal()
        for place, seat in enumerate(order):
            assert deal.phase is Phase.PASSING
            assert deal.to_act == tuple(sorted(order[place:]))
            assert deal.hands == deal.dealt, "nothing moves before the last has chosen"
            assert all(not deal.received(taker) for taker in range(4))
            deal = passed(deal, seat)
            assert deal.given(seat) == cards(GIVEN[seat])
        outcomes.add(deal)
    assert len(outcomes) == 1
    deal = outcomes.pop()
    for seat in range(4):
        kept = deal.dealt[seat] - cards(GIVEN[seat])
        assert deal.hands[seat] == kept | cards(GIVEN[(seat - 1) % 4])
        assert deal.opening_hands[seat] == deal.hands[seat]


def test_c20_the_others_see_only_who_has_chosen() -> None:
    game = Game(STANDARD).start_deal(passing_deal().dealt)
    game = game.act(2, PassCards(tuple(cards(GIVEN[2]))))
    for seat in (0, 1, 3, None):
        view = SeatView.of(game, seat)
        assert view.has_passed == (False, False, True, False)
        assert view.to_act == (0, 1, 3)
        assert not view.given
        assert not view.received
    assert SeatView.of(game, 2).given == cards(GIVEN[2])
    assert not SeatView.of(game, 2).received


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("2s 3s", Reason.WRONG_NUMBER_OF_CARDS, {"count": 3, "given": 2}),
        ("2s 3s 4s Qs", Reason.WRONG_NUMBER_OF_CARDS, {"count": 3, "given": 4}),
        ("2s 3s 2s", Reason.REPEATED_CARD, {"card": "2s"}),
        ("2s 3s 3s", Reason.REPEATED_CARD, {"card": "3s"}),
        ("2s 2h 3s", Reason.NOT_IN_HAND, {"card": "2h"}),
    ],
)
def test_c15_exactly_three_own_and_different_cards(
    text: str, reason: Reason, facts: dict[str, object]
) -> None:
    deal = Deal.start(STANDARD, 1, stacked_hands(STANDARD, {0: "2s 3s 4s Qs", 1: "2h"}))
    before = hash(deal)
    with pytest.raises(IllegalAction) as refused:
        passed(deal, 0, text)
    assert refused.value.reason is reason
    assert refused.value.facts == facts
    assert hash(deal) == before
    assert deal.to_act == (0, 1, 2, 3)


def test_c15_no_cards_are_not_three() -> None:
    with pytest.raises(IllegalAction) as refused:
        passing_deal().pass_cards(0, [])
    assert refused.value.reason is Reason.WRONG_NUMBER_OF_CARDS
    assert refused.value.facts == {"count": 3, "given": 0}


def test_c15_nobody_passes_twice_before_or_after_the_exchange() -> None:
    deal = passed(passing_deal(), 0)
    for text in (GIVEN[0], "2s 3s Ac"):
        with pytest.raises(IllegalAction) as refused:
            passed(deal, 0, text)
        assert refused.value.reason is Reason.ALREADY_PASSED
    for seat in (1, 2, 3):
        deal = passed(deal, seat)
    for seat in range(4):
        with pytest.raises(IllegalAction) as refused:
            passed(deal, seat)
        assert refused.value.reason is Reason.ALREADY_PASSED


@pytest.mark.parametrize("seat", [-1, 4, 17])
def test_c15_a_seat_that_is_not_at_the_table_does_nothing(seat: int) -> None:
    deal = passing_deal()
    with pytest.raises(ValueError, match="seat"):
        deal.pass_cards(seat, cards(GIVEN[3]))


@pytest.mark.parametrize("count", [1, 2, 4, 5])
def test_as_many_cards_as_the_ruleset_says(count: int) -> None:
    ruleset = Ruleset(pass_count=count)
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {}))
    for seat in range(4):
        with pytest.raises(IllegalAction):
            deal.pass_cards(seat, list(deal.hands[seat])[: count + 1])
        deal = deal.pass_cards(seat, list(deal.hands[seat])[:count])
    assert [len(deal.received(seat)) for seat in range(4)] == [count] * 4
    assert [len(hand) for hand in deal.hands] == [13] * 4


def test_no_card_is_played_and_no_claim_made_before_the_exchange() -> None:
    deal = passing_deal()
    assert not deal.legal_cards()
    with pytest.raises(IllegalAction) as refused:
        deal.play(Card.parse("2c"))
    assert refused.value.reason is Reason.WRONG_PHASE
    assert refused.value.facts == {"phase": "passing"}


@given(deals())
def test_what_is_given_is_received_and_no_card_is_lost(deal: Deal) -> None:
    seats = range(deal.ruleset.seats)
    hands = deal.hands if deal.phase is Phase.PASSING else deal.opening_hands
    together = Cards()
    for seat in seats:
        assert not together & hands[seat]
        together |= hands[seat]
        assert len(hands[seat]) == deal.ruleset.hand_size
        assert deal.given(seat) <= deal.dealt[seat]
        if None not in deal.passed:
            receiver = deal.direction.receiver(seat, len(seats))
            assert deal.received(receiver) == deal.given(seat)
            assert deal.given(seat) <= deal.opening_hands[receiver]
    assert together == deal.ruleset.deck


@pytest.mark.parametrize(
    ("seats", "dealers"), [(3, "01201"), (4, "01230"), (5, "01234"), (6, "01234")]
)
def test_the_deal_goes_round_by_the_number_of_the_deal(seats: int, dealers: str) -> None:
    assert [str(dealer(number, seats)) for number in range(1, 6)] == list(dealers)


DEALT = stacked_hands(STANDARD, {})
CLUBS = Cards.parse("...AKQJT98765432")


@pytest.mark.parametrize(
    ("hands", "reason", "facts"),
    [
        ([], DeckFault.WRONG_NUMBER_OF_HANDS, {"expected": 4, "given": 0}),
        ([STANDARD.deck], DeckFault.WRONG_NUMBER_OF_HANDS, {"expected": 4, "given": 1}),
        (DEALT[:3], DeckFault.WRONG_NUMBER_OF_HANDS, {"expected": 4, "given": 3}),
        ([*DEALT, Cards()], DeckFault.WRONG_NUMBER_OF_HANDS, {"expected": 4, "given": 5}),
        ([CLUBS] * 4, DeckFault.CARD_TWICE, {"seat": 1, "card": "2c"}),
        (
            [DEALT[0], DEALT[1].without_card(DEALT[1].lowest()) | cards("4c"), *DEALT[2:]],
            DeckFault.CARD_TWICE,
            {"seat": 1, "card": "4c"},
        ),
        (
            [*DEALT[:3], Cards()],
            DeckFault.WRONG_HAND_SIZE,
            {"seat": 3, "expected": 13, "given": 0},
        ),
        (
            [DEALT[0], DEALT[1] | DEALT[2], Cards(), DEALT[3]],
            DeckFault.WRONG_HAND_SIZE,
            {"seat": 1, "expected": 13, "given": 26},
        ),
    ],
)
def test_a_deal_needs_equal_parts_of_its_deck(
    hands: list[Cards], reason: DeckFault, facts: dict[str, object]
) -> None:
    with pytest.raises(NotTheDeck) as refused:
        Deal.start(STANDARD, 1, hands)
    assert refused.value.reason is reason
    assert refused.value.facts == facts
    assert str(refused.value).startswith(f"{reason}: ")


@pytest.mark.parametrize(("seats", "card"), [(3, "2d"), (5, "2c"), (6, "2s"), (6, "3c")])
def test_a_deal_needs_hands_without_the_cards_that_are_left_out(seats: int, card: str) -> None:
    ruleset = Ruleset(seats=seats)
    hands = stacked_hands(ruleset, {})
    hands[2] = hands[2].without_card(hands[2].lowest()) | cards(card)
    with pytest.raises(NotTheDeck) as refused:
        Deal.start(ruleset, 1, hands)
    assert refused.value.reason is DeckFault.NOT_IN_DECK
    assert refused.value.facts == {"seat": 2, "card": card}


@pytest.mark.parametrize("number", [0, -1])
def test_deals_count_from_1(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        passing_deal(number)
