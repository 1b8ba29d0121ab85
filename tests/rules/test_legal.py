"""Section 4 of docs/rules.md: the ladder of legal play, rung by rung."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import PACK, Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import IllegalAction, NotationError, Reason
from openhearts.rules.legal import legal_cards, refusal
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule, Opening, Passing, Ruleset
from openhearts.rules.seats import Direction
from openhearts.rules.trick import Trick
from tests.rules import law
from tests.rules.stacked import cards, ending, plays, stacked_hands, trick
from tests.strategies import deals, random_hands

OMNIBUS = PRESETS["omnibus"]
BLACK_MARIA = PRESETS["black-maria"]
LEFT_LEADS = STANDARD.with_words({"opening": "left-of-dealer"})
STRICT_MARIA = STANDARD.with_words({"opening": "left-of-dealer", "black_maria": True})
QUEEN_BREAKS = STANDARD.with_words({"queen_breaks": True})
FREE_START = LEFT_LEADS.with_words({"first_trick": "free"})
FIVE, SIX, THREE = (Ruleset(seats=seats) for seats in (5, 6, 3))

FOLLOW, OPEN = Reason.MUST_FOLLOW, Reason.MUST_OPEN
NO_PENALTY, UNBROKEN = Reason.NO_PENALTY_ON_FIRST_TRICK, Reason.HEARTS_NOT_BROKEN

LATER = "2c 3c 4c Ac"
"""A first trick that broke nothing."""

C02_HAND = "2d 3d 6d 7d 9d Td Kd 4s Qs 5h 8h Jh Ah"

LADDER: dict[str, tuple[Ruleset, str, str, str, str, Reason | None]] = {
    # name: ruleset, played before this trick, on the table, hand, legal of it, why not the rest
    "1 follows suit": (STANDARD, LATER, "Td", "2d 9d 3h As", "2d 9d", FOLLOW),
    "1 a heart follows a heart": (STANDARD, LATER + " 2h", "Th", "3h As Kd", "3h", FOLLOW),
    "1 follows with a penalty card on trick 1": (LEFT_LEADS, "", "2s", "Qs 5h 6d", "Qs", FOLLOW),
    "1 the only card of the suit": (STANDARD, "", "2c 3c 4c", "Ac Kd 5h", "Ac", FOLLOW),
    "2 the two of clubs opens": (STANDARD, "", "", "2c Ac 5d 7h", "2c", OPEN),
    "2 with three seats": (THREE, "", "", "2c Ac 5d 7h", "2c", OPEN),
    "2 with five seats the three": (FIVE, "", "", "3c Ac 5d 7h", "3c", OPEN),
    "2 with six seats the four": (SIX, "", "", "4c Ac 5d 7h", "4c", OPEN),
    "2 opens although first trick and hearts are free": (
        STANDARD.with_words({"first_trick": "free", "must_break": False}),
        "", "", "2c Ac 5d 7h", "2c", OPEN,
    ),
    "3 void may discard anything": (STANDARD, LATER, "Td", "3h As Qs 2c", "3h As Qs 2c", None),
    "3 leads anything once hearts are broken": (
        STANDARD, LATER + " 9h", "", "3h As Kd", "3h As Kd", None,
    ),
    "4 C02 no penalty card on the first trick": (
        STANDARD, "", "2c", C02_HAND, "2d 3d 6d 7d 9d Td Kd 4s", NO_PENALTY,
    ),
    "4 C02 the jack of Omnibus is no penalty card": (
        OMNIBUS, "", "2c", "Jd 2d 4s Qs 5h", "Jd 2d 4s", NO_PENALTY,
    ),
    "4 hearts and the queen only: anything": (STANDARD, "", "2c", "2h Ah Qs", "2h Ah Qs", None),
    "4 hearts only: anything": (STANDARD, "", "2c", "2h Ah", "2h Ah", None),
    "4 the queen only": (STANDARD, "", "2c", "Qs", "Qs", None),
    "4 one other card is forced": (STANDARD, "", "2c", "2h Ah Qs 2d", "2d", NO_PENALTY),
    "4 king and ace of spades are free in plain games": (
        STANDARD, "", "2c", "Ks As 2h", "Ks As", NO_PENALTY,
    ),
    "4 king and ace of spades are barred with Black Maria": (
        STRICT_MARIA, "", "2c", "Ks As Js 2h Qs", "Js", NO_PENALTY,
    ),
    "4 Black Maria's penalty cards only: anything": (
        STRICT_MARIA, "", "2c", "Ks As 2h Qs", "Ks As 2h Qs", None,
    ),
    "4 the first trick is free in Black Maria's preset": (
        BLACK_MARIA, "", "2c", "Ks As 2h Qs 3d", "Ks As 2h Qs 3d", None,
    ),
    "4 holds for the opening lead of the seat left of the dealer": (
        LEFT_LEADS, "", "", "Qs 4s 2h 3d Ac", "4s 3d Ac", NO_PENALTY,
    ),
    "4 holds for the lead with hearts that need no breaking": (
        LEFT_LEADS.with_words({"must_break": False}), "", "", "Qs 2h 3d", "3d", NO_PENALTY,
    ),
    "4 a penalty hand that needs no breaking leads anything": (
        LEFT_LEADS.with_words({"must_break": False}), "", "", "Qs 2h", "Qs 2h", None,
    ),
    "4 is over with the first trick": (STANDARD, LATER, "Td", "Qs 2h 3c", "Qs 2h 3c", None),
    "4 with six seats": (SIX, "", "4c 5c 6c", "Qs 2h 3h 3d", "3d", NO_PENALTY),
    "4 and 5 hearts and the queen only: the queen leads": (
        LEFT_LEADS, "", "", "Qs 2h Ah", "Qs", UNBROKEN,
    ),
    "4 and 5 hearts only may open": (LEFT_LEADS, "", "", "2h Ah", "2h Ah", None),
    "4 and 5 Black Maria's spades lead before hearts": (
        STRICT_MARIA, "", "", "Ks Qs 2h", "Ks Qs", UNBROKEN,
    ),
    "5 a free first trick still needs breaking": (
        FREE_START, "", "", "Qs 2h 3d", "Qs 3d", UNBROKEN,
    ),
    "5 C04 no heart before they are broken": (STANDARD, LATER, "", "5h 7c Kd", "7c Kd", UNBROKEN),
    "5 C04 hearts alone may lead one": (STANDARD, LATER, "", "2h 9h Qh", "2h 9h Qh", None),
    "5 hearts and the queen must lead the queen": (
        STANDARD, LATER, "", "2h 9h Qs", "Qs", UNBROKEN,
    ),
    "5 C04 once broken both": (STANDARD, LATER + " 3h", "", "5h Kd", "5h Kd", None),
    "5 the queen breaks nothing by default": (
        STANDARD, LATER + " 3s 4s 5s Qs", "", "5h Kd", "Kd", UNBROKEN,
    ),
    "5 the queen breaks where the table chose so": (
        QUEEN_BREAKS, LATER + " 3s 4s 5s Qs", "", "5h Kd", "5h Kd", None,
    ),
    "5 Black Maria's king and ace break nothing": (
        STRICT_MARIA.with_words({"queen_breaks": True}),
        LATER + " Ks As 4s 5s", "", "5h Kd", "Kd", UNBROKEN,
    ),
    "5 off: hearts lead at once": (
        STANDARD.with_words({"must_break": False}), LATER, "", "5h Kd", "5h Kd", None,
    ),
    "5 does not bind discards": (STANDARD, LATER, "Td", "5h Kc", "5h Kc", None),
}  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "before", "table", "hand", "legal", "reason"), LADDER.values(), ids=LADDER
)
def test_the_ladder(
    ruleset: Ruleset, before: str, table: str, hand: str, legal: str, reason: Reason | None
) -> None:
    on_table = trick(0, table, ruleset.seats)
    played = cards(before) | cards(table)
    assert legal_cards(ruleset, cards(hand), on_table, played) == cards(legal)
    for card in PACK:
        refused = refusal(ruleset, cards(hand), on_table, played, card)
        if card in cards(legal):
            assert refused is None
        else:
            expected = reason if card in cards(hand) else Reason.NOT_IN_HAND
            assert refused is not None
            assert refused.reason is expected


@pytest.mark.parametrize(
    ("ruleset", "before", "table", "hand", "card", "facts"),
    [
        (STANDARD, LATER, "Td", "2d 9d 3h", "3h", {"suit": "d", "count": 2}),
        (STANDARD, "", "", "2c Ac 5d", "Ac", {"card": "2c"}),
        (SIX, "", "", "4c Ac 5d", "Ac", {"card": "4c"}),
        (STANDARD, "", "2c", "Qs 2d", "Qs", {"card": "Qs"}),
        (STANDARD, LATER, "", "2h 2d", "2h", {}),
        (STANDARD, LATER, "", "2h 2d", "As", {"card": "As"}),
    ],
)
def test_a_refusal_says_its_facts(
    ruleset: Ruleset, before: str, table: str, hand: str, card: str, facts: dict[str, object]
) -> None:
    on_table = trick(0, table, ruleset.seats)
    played = cards(before) | cards(table)
    refused = refusal(ruleset, cards(hand), on_table, played, Card.parse(card))
    assert refused is not None
    assert refused.facts == facts
    assert str(refused).startswith(str(refused.reason))
    assert all(str(fact) in str(refused) for fact in facts.values())


@given(deals())
def test_legal_cards_and_refusals_agree_with_the_law_at_any_moment(deal: Deal) -> None:
    if deal.phase is not Phase.PLAYING:
        assert not deal.legal_cards()
        return
    words, (seat,) = deal.ruleset.to_words(), deal.to_act
    expected = law.legal(words, [str(card) for card in deal.hands[seat]], plays(deal))
    legal = {card for card, answer in expected.items() if answer == "legal"}
    assert legal
    assert deal.legal_cards() == Cards.of(map(Card.parse, legal))
    broken = any(card[1] == "h" for _, card in plays(deal)) or (
        deal.ruleset.queen_breaks and "Qs" in [card for _, card in plays(deal)]
    )
    assert deal.hearts_broken == broken
    for card in PACK:
        answer = expected.get(str(card), "not-in-hand")
        if answer == "legal":
            after = deal.act(seat, PlayCard(card))
            assert after == deal.play(card)
            assert card not in after.hands[seat]
            assert card in after.played
        else:
            with pytest.raises(IllegalAction) as refused:
                deal.act(seat, PlayCard(card))
            assert refused.value.reason.value == answer
    for other in set(range(deal.ruleset.seats)) - {seat}:
        with pytest.raises(IllegalAction) as refused:
            deal.act(other, PlayCard(deal.hands[seat].lowest()))
        assert refused.value.reason is Reason.NOT_YOUR_TURN
        assert refused.value.facts == {"seat": seat}


@pytest.mark.no_cover
def test_c05_the_two_of_clubs_opens_10_000_deals_in_each_direction() -> None:
    two = Card.parse("2c")
    pack, random = list(PACK), Random(5)
    for _ in range(10_000):
        random.shuffle(pack)
        hands = [Cards.of(pack[seat::4]) for seat in range(4)]
        given = [pack[seat : seat + 12 : 4] for seat in range(4)]
        holder = next(seat for seat in range(4) if two in hands[seat])
        for number, direction in enumerate(
            (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD), start=1
        ):
            deal = Deal.start(STANDARD, number, hands)
            opener = holder
            if direction is not Direction.HOLD:
                for seat in range(4):
                    deal = deal.pass_cards(seat, given[seat])
                if two in given[holder]:
                    opener = direction.receiver(holder, 4)
            assert deal.to_act == (opener,)
            assert deal.legal_cards().mask == 1


def test_c05_a_hold_deal_opens_at_once_whoever_won_before() -> None:
    deal = Deal.start(STANDARD, 4, stacked_hands(STANDARD, {3: "2c"}))
    assert deal.to_act == (3,)
    assert deal.legal_cards() == cards("2c")


def test_c05_the_opener_is_found_after_the_pass() -> None:
    deal = Deal.start(STANDARD, 1, stacked_hands(STANDARD, {0: "2c 3c 4c"}))
    for seat in range(4):
        deal = deal.pass_cards(seat, list(deal.hands[seat])[:3])
    assert deal.to_act == (1,)


@given(deals())
def test_c05_no_rule_mentions_the_lowest_club_once_it_is_played(deal: Deal) -> None:
    if deal.phase is not Phase.PLAYING or not deal.played:
        return
    lowest, (seat,) = deal.ruleset.lowest_club, deal.to_act
    if deal.ruleset.opening is Opening.LOWEST_CLUB:
        assert not any(lowest in hand for hand in deal.hands)
    for card in deal.hands[seat]:
        assert reason_not_to_play(deal, card) is not Reason.MUST_OPEN


def reason_not_to_play(deal: Deal, card: Card) -> Reason | None:
    try:
        deal.play(card)
    except IllegalAction as refused:
        return refused.reason
    return None


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("number", range(1, 8))
def test_left_of_the_dealer_opens(seats: int, number: int) -> None:
    ruleset = Ruleset(seats=seats, opening=Opening.LEFT_OF_DEALER, passing=Passing.NONE)
    deal = Deal.start(ruleset, number, random_hands(ruleset, Random(number)))
    assert deal.to_act == (number % seats,)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_holder_of_the_lowest_club_opens(seats: int) -> None:
    ruleset = Ruleset(seats=seats, passing=Passing.NONE)
    for holder in range(seats):
        hands = stacked_hands(ruleset, {holder: str(ruleset.lowest_club)})
        assert Deal.start(ruleset, 1, hands).to_act == (holder,)


def test_c04_a_heart_breaks_hearts_at_its_play_and_not_at_the_end_of_the_trick() -> None:
    ruleset = STANDARD.with_words({"passing": "none"})
    void_in_diamonds = "5c 3h 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs"
    hands = {0: "2c Td", 1: "Ac 9d 2h", 2: void_in_diamonds, 3: "6c Ad Kd 5h"}
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, hands))
    for card in ["2c", "Ac", "5c", "6c"]:
        deal = deal.play(Card.parse(card))
    assert Card.parse("2h") not in deal.legal_cards()
    deal = deal.play(Card.parse("9d"))
    assert not deal.hearts_broken
    deal = deal.play(Card.parse("3h"))
    assert deal.hearts_broken
    deal = deal.play(Card.parse("Ad")).play(Card.parse("Td"))
    assert deal.to_act == (3,)
    assert cards("5h Kd") <= deal.legal_cards()


def c06_deal() -> Deal:
    """The trick 3h 6h Th is on the table, and seat 3 is to play from 5c 6c 8h Ks."""
    hands = ("2d 3d 4d", "5d 6d 7d", "2s 3s 4s", "5c 6c 8h Ks")
    table = "3h 6h Th"
    gone = PACK - cards(" ".join((*hands, table)))
    return ending(STANDARD, hands, {1: " ".join(map(str, gone))}, leader=0, on_table=table)


@pytest.mark.parametrize(
    ("seat", "card", "reason", "facts"),
    [
        (3, "3h", Reason.NOT_IN_HAND, {"card": "3h"}),
        (3, "As", Reason.NOT_IN_HAND, {"card": "As"}),
        (3, "5c", Reason.MUST_FOLLOW, {"suit": "h", "count": 1}),
        (2, "8h", Reason.NOT_YOUR_TURN, {"seat": 3}),
        (2, "2s", Reason.NOT_YOUR_TURN, {"seat": 3}),
    ],
)
def test_c06_a_card_that_cannot_be_played_changes_nothing(
    seat: int, card: str, reason: Reason, facts: dict[str, object]
) -> None:
    deal = c06_deal()
    before = hash(deal)
    with pytest.raises(IllegalAction) as refused:
        deal.act(seat, PlayCard(Card.parse(card)))
    assert refused.value.reason is reason
    assert refused.value.facts == facts
    assert hash(deal) == before
    assert deal.play(Card.parse("8h")).tricks[-1].winner == 2, "still playable"


@pytest.mark.parametrize("seat", [-1, 4, 17])
@pytest.mark.parametrize(
    "action",
    [
        PlayCard(Card.parse("8h")),
        PassCards(tuple(cards("2d 3d 4d"))),
        MakeClaim(ClaimKind.REST_ARE_MINE),
        MakeClaim(ClaimKind.NOTHING_LEFT),
        ChooseMoon(MoonRule.ADD),
    ],
)
def test_c06_a_seat_that_is_not_at_the_table_does_nothing(seat: int, action: Action) -> None:
    for deal in (c06_deal(), Deal.start(STANDARD, 1, stacked_hands(STANDARD, {}))):
        with pytest.raises(ValueError, match=r"\S"):
            deal.act(seat, action)


@pytest.mark.parametrize("text", ["ZZ", "", "17"])
def test_c06_what_is_no_card_is_no_card(text: str) -> None:
    with pytest.raises(NotationError):
        Card.parse(text)


def test_the_highest_card_of_the_led_suit_takes_the_trick_and_its_seat_leads_next() -> None:
    assert trick(2, "9d As Ad Kh").winner == 0
    assert trick(2, "9d As 8d Kh").winner == 2
    assert trick(3, "2d Ac Ah As").winner == 3
    assert trick(1, "2d 3d 4d", seats=3).winner == 0
    assert trick(4, "2h Ah Kh Qh Jh 3h", seats=6).winner == 5
    deal = c06_deal().play(Card.parse("8h"))
    assert deal.to_act == (2,)
    assert deal.trick == Trick(2, 4)


def test_a_trick_on_the_table() -> None:
    before = Trick(2, 4)
    assert before.led is None
    assert before.to_play == 2
    with pytest.raises(ValueError, match="nobody"):
        _ = before.winner
    half = trick(2, "9d Ad")
    assert half.led is Card.parse("9d").suit
    assert half.to_play == 0
    assert half.winner == 3
    assert not half.is_complete
    assert [half.card_of(seat) for seat in range(4)] == [
        None,
        None,
        Card.parse("9d"),
        Card.parse("Ad"),
    ]
    assert list(half.plays()) == [(2, Card.parse("9d")), (3, Card.parse("Ad"))]
    whole = half.play(Card.parse("2s")).play(Card.parse("3s"))
    assert whole.is_complete
    assert whole.to_play == 2


def test_nobody_plays_after_the_last_card() -> None:
    hands = ("2d", "", "", "")
    gone = PACK - cards("2d 3d 4d 5d")
    deal = ending(STANDARD, hands, {1: " ".join(map(str, gone))}, leader=1, on_table="3d 4d 5d")
    deal = deal.play(Card.parse("2d"))
    assert deal.phase is Phase.OVER
    assert deal.to_act == ()
    assert not deal.legal_cards()
    for seat in range(4):
        with pytest.raises(IllegalAction) as refused:
            deal.act(seat, PlayCard(Card.parse("2d")))
        assert refused.value.reason is Reason.DEAL_OVER


def test_a_rare_hand_with_six_seats_holds_nothing_but_penalty_cards() -> None:
    ruleset = Ruleset(seats=6, passing=Passing.NONE)
    rare = "2h 3h 4h 5h 6h 7h 8h Qs"
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {0: "4c", 1: rare}))
    deal = deal.play(Card.parse("4c"))
    assert deal.to_act == (1,)
    assert deal.legal_cards() == cards(rare)
    assert deal.play(Card.parse("Qs")).play(deal.hands[2].lowest()).played >= cards("Qs")
