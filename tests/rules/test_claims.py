"""Section 4 of docs/rules.md, the early end: what may be claimed, and what a claim gives."""

from __future__ import annotations

import pytest

from openhearts.rules.actions import ClaimKind, MakeClaim
from openhearts.rules.cards import HEARTS, PACK, Card, Cards, Suit
from openhearts.rules.deal import Claim, Deal, Phase
from openhearts.rules.errors import IllegalAction, Reason
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule, Passing, Ruleset
from openhearts.rules.view import SeatView
from tests.rules.stacked import cards, ending, game_at, stacked_hands
from tests.strategies import is_valid

NOTHING_LEFT, REST = ClaimKind.NOTHING_LEFT, ClaimKind.REST_ARE_MINE
OMNIBUS = PRESETS["omnibus"]
BONUS_FOR_NO_TRICK = STANDARD.with_words({"no_trick_bonus": 5})
QUEENS_PILE = "Qs 2h 3h 4h 5h 6h 7h 8h"
"""Twenty points."""
SIX_HEARTS = "9h Th Jh Qh Kh Ah"


def all_but(*texts: str) -> str:
    return " ".join(map(str, PACK - cards(" ".join(texts))))


def with_four_tricks_to_come(
    ruleset: Ruleset, taken: dict[int, str], hands: tuple[str, ...], on_table: str = ""
) -> Deal:
    """Seat 0 leads; what is not taken, held or on the table lies in the first seat's tricks."""
    rest = all_but(on_table, *hands, *taken.values())
    first = next(iter(taken))
    return ending(ruleset, hands, taken | {first: f"{taken[first]} {rest}"}, 0, on_table)


LOW = ("2c 3c 4c 5c", "2d 3d 4d 5d", "6c 7c 8c 9c", "6d 7d 8d 9d")
"""Four harmless cards each; seat 0 leads."""


def accepted(deal: Deal, seat: int, kind: ClaimKind) -> bool:
    return is_valid(deal, seat, MakeClaim(kind))


def refused(deal: Deal, seat: int, kind: ClaimKind) -> IllegalAction:
    before = hash(deal)
    with pytest.raises(IllegalAction) as error:
        deal.act(seat, MakeClaim(kind))
    assert hash(deal) == before
    return error.value


# -- nothing left


def c12_deal(ruleset: Ruleset = STANDARD, hands: tuple[str, ...] = LOW) -> Deal:
    """After trick 9: seat 0 has 20 points, seat 2 has 6."""
    return with_four_tricks_to_come(ruleset, {0: QUEENS_PILE, 2: SIX_HEARTS + " Ac Kc"}, hands)


@pytest.mark.parametrize("seat", range(4))
def test_c12_any_seat_may_end_a_deal_with_no_points_left(seat: int) -> None:
    deal = c12_deal()
    assert len(deal.tricks) == 9
    ended = deal.act(seat, MakeClaim(NOTHING_LEFT))
    assert ended.phase is Phase.OVER
    assert ended.claim == Claim(seat, NOTHING_LEFT)
    assert ended.tricks == deal.tricks
    assert ended.outcome((0, 0, 0, 0)).points == (20, 0, 6, 0)
    for kind in ClaimKind:
        assert refused(ended, seat, kind).reason is Reason.DEAL_OVER
    with pytest.raises(IllegalAction) as error:
        ended.play(Card.parse("2c"))
    assert error.value.reason is Reason.DEAL_OVER


def test_c12_it_may_be_said_in_the_middle_of_a_trick() -> None:
    deal = c12_deal().play(Card.parse("2c")).play(Card.parse("2d"))
    for seat in range(4):
        assert accepted(deal, seat, NOTHING_LEFT)


def test_c12_omnibus_with_the_jack_still_out_goes_on() -> None:
    hands = (LOW[0], "Jd 3d 4d 5d", LOW[2], LOW[3])
    error = refused(c12_deal(OMNIBUS, hands), 0, NOTHING_LEFT)
    assert error.reason is Reason.PENALTIES_STILL_OUT
    assert error.facts == {"count": 1}
    assert accepted(c12_deal(STANDARD, hands), 0, NOTHING_LEFT)
    assert accepted(c12_deal(OMNIBUS, LOW), 0, NOTHING_LEFT)


@pytest.mark.parametrize(
    ("moon", "points"), [(MoonRule.ADD, (0, 26, 26, 26)), (MoonRule.SUBTRACT, (-26, 0, 0, 0))]
)
def test_c12_all_26_in_one_pile_is_claimed_and_scored_as_a_moon(
    moon: MoonRule, points: tuple[int, ...]
) -> None:
    ruleset = STANDARD.with_words({"moon": moon.value})
    deal = with_four_tricks_to_come(ruleset, {0: f"{QUEENS_PILE} {SIX_HEARTS}"}, LOW)
    ended = deal.act(3, MakeClaim(NOTHING_LEFT))
    assert ended.outcome((0, 0, 0, 0)).points == points


def test_c12_omnibus_with_26_in_one_pile_and_the_jack_out_goes_on() -> None:
    hands = (LOW[0], "Jd 3d 4d 5d", LOW[2], LOW[3])
    taken = {0: f"{QUEENS_PILE} {SIX_HEARTS}"}
    for needs in (True, False):
        ruleset = OMNIBUS.with_words({"moon_needs_bonus": needs})
        deal = with_four_tricks_to_come(ruleset, taken, hands)
        assert refused(deal, 0, NOTHING_LEFT).reason is Reason.PENALTIES_STILL_OUT


def test_a_penalty_card_in_a_hand_or_on_the_table_is_still_out() -> None:
    hands = ("2c 3c 4c 2h", *LOW[1:])
    taken = {0: QUEENS_PILE.replace("2h", "Kc"), 2: SIX_HEARTS + " Ac Qc"}
    deal = with_four_tricks_to_come(STANDARD, taken, hands)
    assert refused(deal, 1, NOTHING_LEFT).facts == {"count": 1}
    on_table = with_four_tricks_to_come(STANDARD, taken, ("2c 3c 4c", *LOW[1:]), "2h")
    assert on_table.to_act == (1,)
    assert refused(on_table, 1, NOTHING_LEFT).facts == {"count": 1}


@pytest.mark.parametrize("card", ["Ks", "As"])
def test_black_marias_king_and_ace_are_still_out(card: str) -> None:
    hands = (f"2c 3c 4c {card}", *LOW[1:])
    maria = STANDARD.with_words({"black_maria": True})
    assert refused(c12_deal(maria, hands), 0, NOTHING_LEFT).facts == {"count": 1}
    assert accepted(c12_deal(STANDARD, hands), 0, NOTHING_LEFT)


def test_c12_with_a_bonus_for_no_trick_every_seat_needs_a_trick() -> None:
    deal = c12_deal(BONUS_FOR_NO_TRICK)
    assert refused(deal, 0, NOTHING_LEFT).reason is Reason.TRICKS_STILL_COUNT
    three = {0: QUEENS_PILE, 1: "Ad Kd Qd Jd", 2: SIX_HEARTS + " Ac Kc"}
    assert not accepted(with_four_tricks_to_come(BONUS_FOR_NO_TRICK, three, LOW), 0, NOTHING_LEFT)
    four = three | {3: "As Ks Js Ts"}
    ended = with_four_tricks_to_come(BONUS_FOR_NO_TRICK, four, LOW).act(0, MakeClaim(NOTHING_LEFT))
    assert ended.outcome((0, 0, 0, 0)).points == (20, 0, 6, 0)


def test_c12_with_a_bonus_for_no_trick_a_shot_moon_is_enough() -> None:
    taken = {0: f"{QUEENS_PILE} {SIX_HEARTS}"}
    assert accepted(with_four_tricks_to_come(BONUS_FOR_NO_TRICK, taken, LOW), 2, NOTHING_LEFT)
    for words in ({"moon": "none"}, {"black_maria": True}):
        ruleset = BONUS_FOR_NO_TRICK.with_words(words)
        deal = with_four_tricks_to_come(ruleset, taken, LOW)
        assert refused(deal, 2, NOTHING_LEFT).reason is Reason.TRICKS_STILL_COUNT


def test_penalties_are_still_out_at_the_start() -> None:
    deal = Deal.start(OMNIBUS, 4, stacked_hands(OMNIBUS, {}))
    error = refused(deal, 2, NOTHING_LEFT)
    assert error.reason is Reason.PENALTIES_STILL_OUT
    assert error.facts == {"count": 15}


# -- the rest are mine


def test_the_rest_go_to_the_seat_that_can_lose_no_trick() -> None:
    hands = ("Ac Kc As 3d", "Qc Jc 2d Qs", "2h 3h 4h 5h", "Ks 2c 3c 4c")
    deal = with_four_tricks_to_come(STANDARD, {1: "6h 7h 8h 9h"}, hands)
    ended = deal.act(0, MakeClaim(REST))
    assert ended.phase is Phase.OVER
    assert ended.claim == Claim(0, REST)
    assert ended.tricks_taken == (4, 9, 0, 0)
    assert ended.outcome((0, 0, 0, 0)).points == (17, 9, 0, 0)
    assert len(ended.tricks) == 9


@pytest.mark.parametrize(
    ("hand", "elsewhere", "losing"),
    [
        ("Ac Kc As Ad", "Qc", None),
        ("Kc Qc As Ad", "Ac", "Qc"),
        ("Ac Jc As Ad", "Qc", "Jc"),
        ("Ac 2c As Ad", "", None),
        ("Ac 2c As Ad", "3c", "2c"),
        ("Ac Kc Qc 2h", "3h", "2h"),
    ],
)
def test_a_card_that_a_hidden_one_beats_is_named(
    hand: str, elsewhere: str, losing: str | None
) -> None:
    spades = [str(card) for card in PACK.of_suit(Suit.SPADES)]
    others = [*elsewhere.split(), *spades[:12]][:12]
    hands = (hand, *(" ".join(others[place : place + 4]) for place in (0, 4, 8)))
    deal = with_four_tricks_to_come(STANDARD, {1: ""}, hands)
    if losing is None:
        assert accepted(deal, 0, REST)
    else:
        error = refused(deal, 0, REST)
        assert error.reason is Reason.CAN_LOSE_A_TRICK
        assert error.facts == {"card": losing}


def test_only_the_seat_on_lead_claims_the_rest() -> None:
    hands = ("2c 3c 4c 5c", "Ac Kc Qc As", "2d 3d 4d 5d", "6d 7d 8d 9d")
    deal = with_four_tricks_to_come(STANDARD, {1: QUEENS_PILE}, hands)
    for seat in (1, 2, 3):
        assert refused(deal, seat, REST).reason is Reason.NOT_ON_LEAD


def test_nobody_claims_the_rest_with_a_trick_on_the_table() -> None:
    hands = ("Ac Kc Qc As", "2c 3c 4c 5c", "2d 3d 4d 5d", "6d 7d 8d 9d")
    deal = with_four_tricks_to_come(STANDARD, {1: QUEENS_PILE}, hands)
    assert accepted(deal, 0, REST)
    begun = deal.play(Card.parse("Ac"))
    for seat in range(4):
        assert refused(begun, seat, REST).reason is Reason.NOT_ON_LEAD


def test_a_card_on_the_table_or_taken_beats_nothing_any_more() -> None:
    hands = ("Kc Qc Jc Ts", "2c 3c 4c 5c", "2d 3d 4d 5d", "6d 7d 8d 9d")
    assert accepted(with_four_tricks_to_come(STANDARD, {1: "Ac"}, hands), 0, REST)


def test_the_rest_may_be_claimed_before_the_first_trick() -> None:
    clubs = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    ruleset = STANDARD.with_words({"passing": "none", "moon": "subtract"})
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {3: clubs}))
    ended = deal.act(3, MakeClaim(REST))
    assert ended.taken == (Cards(), Cards(), Cards(), PACK)
    assert ended.tricks_taken == (0, 0, 0, 13)
    assert ended.outcome((0, 0, 0, 0)).points == (0, 0, 0, -26)


def test_with_six_seats_a_hand_of_high_hearts_claims_the_rest_before_the_first_trick() -> None:
    ruleset = Ruleset(seats=6, passing=Passing.NONE).with_words({"opening": "left-of-dealer"})
    high = "7h 8h 9h Th Jh Qh Kh Ah"
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {1: high}))
    assert deal.act(1, MakeClaim(REST)).shooter == 1


def test_a_claimed_moon_needs_what_was_taken_before() -> None:
    hands = ("Ac Kc Qc Jc", "2h 3h 4h Qs", "2d 3d 4d 5d", "6d 7d 8d 9d")
    own = with_four_tricks_to_come(STANDARD, {0: "5h 6h 7h 8h"}, hands)
    assert own.act(0, MakeClaim(REST)).outcome((0, 0, 0, 0)).points == (0, 26, 26, 26)
    one_lost = with_four_tricks_to_come(STANDARD, {0: "5h 6h 7h 8h", 2: "9h Ts 9s 8s"}, hands)
    assert one_lost.act(0, MakeClaim(REST)).outcome((0, 0, 0, 0)).points == (25, 0, 1, 0)


def test_a_claim_of_the_rest_counts_as_tricks_for_the_no_trick_bonus() -> None:
    ruleset = BONUS_FOR_NO_TRICK.with_words({"passing": "none", "moon": "none"})
    clubs = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {2: clubs}))
    assert deal.act(2, MakeClaim(REST)).outcome((0, 0, 0, 0)).points == (-5, -5, 26, -5)


@pytest.mark.parametrize("kind", list(ClaimKind))
def test_no_claim_before_play(kind: ClaimKind) -> None:
    deal = Deal.start(STANDARD, 1, stacked_hands(STANDARD, {}))
    error = refused(deal, 0, kind)
    assert error.reason is Reason.WRONG_PHASE
    assert error.facts == {"phase": "passing"}


def test_c12_the_view_offers_the_claims_that_would_be_accepted_and_shows_the_hand() -> None:
    hands = ("Ac Kc Qc As", "2c 3c 4c 5c", "2d 3d 4d 5d", "6d 7d 8d 9d")
    deal = with_four_tricks_to_come(STANDARD, {1: f"{QUEENS_PILE} {SIX_HEARTS}"}, hands)
    game = game_at(STANDARD, (0, 0, 0, 0), deal)
    assert SeatView.of(game, 0).claims() == (NOTHING_LEFT, REST)
    assert SeatView.of(game, 1).claims() == (NOTHING_LEFT,)
    assert SeatView.of(game, None).claims() == ()
    for seat in (0, 1, 2, 3, None):
        assert not SeatView.of(game, seat).shown_hand
        shown = SeatView.of(game.act(0, MakeClaim(REST)), seat)
        assert shown.shown_hand == cards(hands[0])
        assert shown.claim == Claim(0, REST)
        assert shown.claims() == ()
        unshown = SeatView.of(game.act(0, MakeClaim(NOTHING_LEFT)), seat)
        assert not unshown.shown_hand
        assert unshown.claim == Claim(0, NOTHING_LEFT)


def test_a_claim_leaves_the_hands_that_nobody_saw_out_of_the_views_until_the_deal_is_over() -> None:
    ruleset = STANDARD.with_words({"moon": "choice"})
    hands = ("Ac Kc Qc As", "2c 3c 4c 5c", "2d 3d 4d 5d", "6d 7d 8d 9d")
    deal = with_four_tricks_to_come(ruleset, {0: ""}, hands)
    choosing = game_at(ruleset, (0, 0, 0, 0), deal).act(0, MakeClaim(REST))
    view = SeatView.of(choosing, 1)
    assert view.phase is Phase.CHOOSING
    assert view.opening_hands == ()
    assert view.passes == ()
    assert view.shown_hand == cards(hands[0])
    assert view.taken[0] >= HEARTS
