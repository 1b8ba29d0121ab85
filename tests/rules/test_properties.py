"""What holds in every deal of every ruleset, at every moment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given

from openhearts.rules.actions import ClaimKind, MakeClaim
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import IllegalAction
from openhearts.rules.ruleset import HeartValues, MoonRule, Ruleset
from tests.rules import law
from tests.rules.stacked import plays
from tests.strategies import deals, finished_deals, is_valid, random_action, seeds

SUMS = {
    (HeartValues.ONE, False): 26,
    (HeartValues.SPOT, False): 129,
    (HeartValues.ONE, True): 43,
    (HeartValues.SPOT, True): 146,
}
"""What all cards cost by hearts and black_maria, before a bonus card (docs/rules.md 2)."""


def sum_of_cards(ruleset: Ruleset) -> int:
    bonus = 10 if ruleset.bonus_card is not None else 0
    return SUMS[ruleset.hearts, ruleset.black_maria] - bonus


@given(finished_deals(no_trick_bonus=0))
def test_the_points_of_a_deal_without_a_moon_add_up_to_what_its_cards_cost(deal: Deal) -> None:
    outcome = deal.outcome([0] * deal.ruleset.seats)
    if outcome.shooter is None:
        assert sum(outcome.points) == sum_of_cards(deal.ruleset)


@given(finished_deals(no_trick_bonus=5))
def test_each_seat_without_a_trick_takes_5_off_the_sum(deal: Deal) -> None:
    outcome = deal.outcome([0] * deal.ruleset.seats)
    if outcome.shooter is None:
        idle_seats = deal.tricks_taken.count(0)
        assert sum(outcome.points) == sum_of_cards(deal.ruleset) - 5 * idle_seats


@given(finished_deals(black_maria=False))
def test_a_moon_adds_up_to_its_value_for_each_other_seat_or_takes_it_off_once(deal: Deal) -> None:
    ruleset = deal.ruleset
    outcome = deal.outcome([0] * ruleset.seats)
    if outcome.shooter is None:
        return
    value = SUMS[ruleset.hearts, False]
    expected = value * (ruleset.seats - 1) if outcome.moon is MoonRule.ADD else -value
    if ruleset.bonus_card is not None and ruleset.moon_keeps_bonus:
        expected -= 10
    assert sum(outcome.points) == expected


@given(deals())
def test_every_card_is_in_one_place_at_any_moment(deal: Deal) -> None:
    tricks = deal.tricks if deal.trick is None else (*deal.tricks, deal.trick)
    played = [card for trick in tricks for card in trick.cards]
    held = [card for hand in deal.hands for card in hand]
    assert sorted(played + held) == sorted(deal.ruleset.deck)
    assert sorted(deal.played) == sorted(played)
    assert all(trick.is_complete for trick in deal.tricks)


@given(deals())
def test_the_winner_of_a_trick_leads_the_next_and_the_others_follow_clockwise(deal: Deal) -> None:
    seats, played = deal.ruleset.seats, plays(deal)
    for place, (seat, _) in enumerate(played):
        if place == 0:
            continue
        if place % seats == 0:
            assert seat == law.winner(played[place - seats : place])
        else:
            assert seat == (played[place - 1][0] + 1) % seats


@given(deals())
def test_a_seat_on_turn_to_play_always_has_a_legal_card_of_its_own(deal: Deal) -> None:
    if deal.phase is Phase.PLAYING:
        (seat,) = deal.to_act
        assert deal.legal_cards()
        assert deal.legal_cards() <= deal.hands[seat]
    else:
        assert not deal.legal_cards()


@given(deals())
def test_a_deal_that_is_not_over_waits_for_somebody_and_one_that_is_over_for_nobody(
    deal: Deal,
) -> None:
    assert (deal.to_act == ()) == (deal.phase is Phase.OVER)


@given(deals(), seeds())
def test_c12_a_claim_is_valid_when_the_law_says_so(deal: Deal, seed: int) -> None:
    random = Random(seed)
    for moment in moments(deal, random):
        seats = range(moment.ruleset.seats)
        for claim in [(seat, kind) for seat in seats for kind in ClaimKind]:
            hand = [str(card) for card in moment.hands[claim[0]]]
            words = moment.ruleset.to_words()
            assert refusal_of(moment, *claim) == law.claim_refusal(
                words, claim, moment.to_act[0], hand, plays(moment)
            )


def refusal_of(deal: Deal, seat: int, kind: ClaimKind) -> str | None:
    try:
        deal.act(seat, MakeClaim(kind))
    except IllegalAction as refused:
        return refused.reason
    return None


@given(deals(), seeds())
def test_c12_a_claim_gives_what_any_playing_on_gives(deal: Deal, seed: int) -> None:
    random = Random(seed)
    for moment in moments(deal, random):
        for kind in ClaimKind:
            (seat,) = moment.to_act
            if not is_valid(moment, seat, MakeClaim(kind)):
                continue
            claimed = moment.act(seat, MakeClaim(kind))
            for _ in range(3):
                played = played_on(moment, random)
                assert played.shooter == claimed.shooter
                if kind is ClaimKind.REST_ARE_MINE:
                    assert played.taken == claimed.taken
                    assert played.tricks_taken == claimed.tricks_taken
                if played.phase is Phase.OVER:
                    before = [random.randrange(-30, 130) for _ in moment.hands]
                    assert played.outcome(before) == claimed.outcome(before)
                else:
                    assert played.to_act == claimed.to_act == (played.shooter,)


def moments(deal: Deal, random: Random) -> Iterator[Deal]:
    """Moments of random play from ``deal`` on: now and then one, and all of the last tricks."""
    while deal.phase is Phase.PASSING:
        deal = deal.act(*random_action(deal, random))
    while deal.phase is Phase.PLAYING:
        if random.randrange(5) == 0 or len(deal.hands[deal.to_act[0]]) < 4:
            yield deal
        deal = with_another_card(deal, random)


def played_on(deal: Deal, random: Random) -> Deal:
    """``deal`` after the last card."""
    while deal.phase is Phase.PLAYING:
        deal = with_another_card(deal, random)
    return deal


def with_another_card(deal: Deal, random: Random) -> Deal:
    return deal.play(random.choice(list(deal.legal_cards())))
