"""What a seat may know of a deal: all of that, and nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from openhearts.bots.hidden import another_world
from openhearts.rules.actions import ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import IllegalAction, Reason
from openhearts.rules.game import Game
from openhearts.rules.ruleset import STANDARD, MoonRule
from openhearts.rules.scoring import total
from openhearts.rules.view import SeatView
from tests.rules.stacked import cards, game_at, moon_deal, plays, stacked_hands
from tests.strategies import games, is_valid, random_action, random_hands, seeds


def deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def everybody(game: Game) -> list[int | None]:
    return [None, *range(game.ruleset.seats)]


@given(games(), seeds())
def test_c41_a_view_holds_nothing_that_its_seat_cannot_know(game: Game, seed: int) -> None:
    if deal_of(game).phase is Phase.OVER:
        return
    random = Random(seed)
    for seat in everybody(game):
        view = SeatView.of(game, seat)
        for _ in range(3):
            assert SeatView.of(another_world(game, seat, random), seat) == view


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_c41_not_at_any_step_of_some_whole_deals(seats: int) -> None:
    ruleset = STANDARD.with_words({"seats": seats, "moon": "choice", "target": 1000})
    random, phases, game = Random(2), set(), Game(ruleset)
    while Phase.CHOOSING not in phases or game.next_number < 5:
        game = game.start_deal(random_hands(ruleset, random))
        while (phase := deal_of(game).phase) is not Phase.OVER:
            phases.add(phase)
            for seat in everybody(game):
                world = another_world(game, seat, random)
                assert SeatView.of(world, seat) == SeatView.of(game, seat)
            game = game.act(*random_action(deal_of(game), random))
    assert phases == {Phase.PASSING, Phase.PLAYING, Phase.CHOOSING}


def test_another_world_does_change_what_is_hidden() -> None:
    game, random = Game(STANDARD).start_deal(stacked_hands(STANDARD, {})), Random(1)
    while deal_of(game).phase is not Phase.OVER:
        for seat in everybody(game):
            world = deal_of(another_world(game, seat, random))
            deal = deal_of(game)
            if len(deal.tricks) < 8:
                assert world.hands != deal.hands
            assert sum(map(len, world.hands)) == sum(map(len, deal.hands))
            assert world.played == deal.played
            assert Deal.start(STANDARD, 1, world.dealt).dealt == world.dealt
            assert world.opening_hands != deal.opening_hands or len(deal.tricks) >= 8
            if None not in deal.passed:
                assert world.passed != deal.passed
        game = game.act(*random_action(deal_of(game), random))


@given(games())
def test_a_view_holds_what_everybody_knows(game: Game) -> None:
    deal = deal_of(game)
    for seat in everybody(game):
        view = SeatView.of(game, seat)
        assert view.ruleset == game.ruleset
        assert view.number == deal.number
        assert view.seat == seat
        assert view.scores == game.scores_before
        assert view.phase is deal.phase
        assert view.to_act == deal.to_act
        assert view.is_my_turn == (seat in deal.to_act)
        assert view.direction is deal.direction
        assert view.has_passed == tuple(cards is not None for cards in deal.passed)
        assert view.hand_sizes == tuple(map(len, deal.hands))
        assert (view.tricks, view.trick, view.claim) == (deal.tricks, deal.trick, deal.claim)
        assert view.played == deal.played == cards(" ".join(card for _, card in plays(deal)))
        assert view.hearts_broken == deal.hearts_broken
        assert view.taken == deal.taken


@given(games())
def test_a_view_holds_its_seats_own_cards_and_a_spectators_none(game: Game) -> None:
    deal = deal_of(game)
    for seat in range(game.ruleset.seats):
        view = SeatView.of(game, seat)
        assert view.hand == deal.hands[seat]
        assert view.given == deal.given(seat)
        assert view.received == deal.received(seat)
    spectator = SeatView.of(game, None)
    assert not spectator.hand
    assert not spectator.given
    assert not spectator.received
    assert not spectator.legal_cards()
    assert spectator.refusals() == {}
    assert spectator.claims() == ()
    assert spectator.moon_choices() == {}


@given(games())
def test_hands_passes_and_outcome_are_shown_once_the_deal_is_over_and_not_before(
    game: Game,
) -> None:
    deal = deal_of(game)
    for seat in everybody(game):
        view = SeatView.of(game, seat)
        if deal.phase is Phase.OVER:
            assert view.opening_hands == deal.opening_hands
            assert view.passes == tuple(deal.given(giver) for giver in range(game.ruleset.seats))
            assert view.outcome == game.finished[-1].outcome
            assert view.outcome is not None
            assert total(view.scores, view.outcome.points) == game.scores
        else:
            assert view.opening_hands == view.passes == ()
            assert view.outcome is None


@given(games())
def test_c57_the_seat_on_turn_sees_what_is_legal_and_why_the_rest_is_not(game: Game) -> None:
    deal = deal_of(game)
    for seat in range(game.ruleset.seats):
        view = SeatView.of(game, seat)
        if deal.phase is not Phase.PLAYING or seat not in deal.to_act:
            assert not view.legal_cards()
            assert view.refusals() == {}
            continue
        legal, refusals = view.legal_cards(), view.refusals()
        assert legal == deal.legal_cards()
        assert legal | Cards.of(refusals) == view.hand
        assert not legal & Cards.of(refusals)
        for card, refused in refusals.items():
            with pytest.raises(IllegalAction) as error:
                deal.act(seat, PlayCard(card))
            assert (error.value.reason, error.value.facts) == (refused.reason, refused.facts)


@given(games())
def test_the_claims_of_a_view_are_those_that_the_deal_accepts(game: Game) -> None:
    for seat in range(game.ruleset.seats):
        seen = SeatView.of(game, seat).claims()
        for kind in ClaimKind:
            assert (kind in seen) == is_valid(deal_of(game), seat, MakeClaim(kind))


@given(games())
def test_only_a_claim_of_the_rest_shows_a_hand(game: Game) -> None:
    claim = deal_of(game).claim
    for seat in everybody(game):
        view = SeatView.of(game, seat)
        if claim is not None and claim.kind is ClaimKind.REST_ARE_MINE:
            assert view.shown_hand == deal_of(game).hands[claim.seat] != Cards()
        else:
            assert not view.shown_hand


@given(games(moon=MoonRule.CHOICE, black_maria=False), seeds())
def test_the_scores_that_a_shooter_is_offered_are_those_that_it_gets(game: Game, seed: int) -> None:
    random = Random(seed)
    while deal_of(game).phase in (Phase.PASSING, Phase.PLAYING):
        game = game.act(*random_action(deal_of(game), random))
    if deal_of(game).phase is Phase.CHOOSING:
        (shooter,) = deal_of(game).to_act
        choices = SeatView.of(game, shooter).moon_choices()
        assert list(choices) == [MoonRule.ADD, MoonRule.SUBTRACT]
        for moon, scores in choices.items():
            assert game.act(shooter, ChooseMoon(moon)).scores == scores
        for other in set(everybody(game)) - {shooter}:
            assert SeatView.of(game, other).moon_choices() == {}


def test_the_passed_cards_are_known_to_giver_and_receiver_until_the_deal_is_over() -> None:
    game = Game(STANDARD).start_deal(stacked_hands(STANDARD, {}))
    for seat in range(4):
        game = game.act(seat, PassCards(tuple(list(deal_of(game).hands[seat])[:3])))
    given = cards(" ".join(str(card) for card in deal_of(game).given(0)))
    assert SeatView.of(game, 0).given == given
    assert SeatView.of(game, 1).received == given
    for stranger in (2, 3, None):
        view = SeatView.of(game, stranger)
        assert not given & (view.hand | view.given | view.received)


def test_which_moon_was_chosen_is_told_when_the_deal_is_over() -> None:
    ruleset = STANDARD.with_words({"moon": "choice", "passing": "none"})
    game = game_at(ruleset, (1, 2, 3, 4), moon_deal(ruleset, shooter=1, number=2))
    views = {
        SeatView.of(game.act(1, ChooseMoon(moon)), None)
        for moon in (MoonRule.ADD, MoonRule.SUBTRACT)
    }
    assert {view.outcome and view.outcome.points for view in views} == {
        (26, 0, 26, 26),
        (0, -26, 0, 0),
    }


def test_there_is_no_view_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match="no deal"):
        SeatView.of(Game(STANDARD), 0)


@pytest.mark.parametrize("seat", [-1, 4, 17])
def test_there_is_no_view_for_a_seat_that_is_not_at_the_table(seat: int) -> None:
    game = Game(STANDARD).start_deal(stacked_hands(STANDARD, {}))
    with pytest.raises(ValueError, match=str(seat)):
        SeatView.of(game, seat)


def test_before_its_turn_a_seat_sees_no_legal_card_and_no_refusal() -> None:
    ruleset = STANDARD.with_words({"passing": "none"})
    game = Game(ruleset).start_deal(stacked_hands(ruleset, {2: "2c Ac"}))
    assert SeatView.of(game, 2).legal_cards() == cards("2c")
    refused = SeatView.of(game, 2).refusals()[Card.parse("Ac")]
    assert (refused.reason, refused.facts) == (Reason.MUST_OPEN, {"card": "2c"})
    for seat in (0, 1, 3):
        assert not SeatView.of(game, seat).legal_cards()
        assert SeatView.of(game, seat).refusals() == {}
