"""The search: what its verdicts mean, that chance and machine do not matter, and where it ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from openhearts.bots.contract import random_positions
from openhearts.bots.tuned import growth_of, weights_for
from openhearts.kernel import PATHS, Effort, Verdict, known, places_behind, search
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import PRESETS, STANDARD, Ties
from openhearts.rules.scoring import card_points
from openhearts.rules.view import SeatView
from tests.bots.positions import deal_at, view_of

FEW = Effort(worlds=8, for_place=False)


def verdicts(
    view: SeatView, effort: Effort, seed: int = 1, path: str = PATHS[-1]
) -> tuple[Verdict, ...]:
    ruleset = view.ruleset
    return search(known(view), weights_for(ruleset), growth_of(ruleset), effort, seed, path=path)


def test_every_legal_card_is_judged_once() -> None:
    positions = (position for seed in range(60) for position in random_positions(seed))
    playing = (each.view for each in positions if each.view.phase is Phase.PLAYING)
    for view in islice(playing, 600):
        judged = [card for verdict in verdicts(view, FEW) for card in verdict.cards]
        assert sorted(judged) == sorted(view.legal_cards())


def test_the_same_seed_gives_the_same_verdicts_on_every_path() -> None:
    positions = (position for seed in range(60) for position in random_positions(seed))
    playing = (each.view for each in positions if each.view.phase is Phase.PLAYING)
    for view in islice(playing, 200):
        assert len({verdicts(view, FEW, path=path) for path in PATHS}) == 1
        assert verdicts(view, FEW) == verdicts(view, FEW)


def test_the_card_that_takes_the_queen_costs_what_she_costs() -> None:
    deal = deal_at(
        ["4d Kd 5c", "Td 3c 2s", "Qs 9c 6s", "6d 8c 7s"],
        leader=1,
        table="Td Qs 6d",
        hearts=[0, 4, 9, 0],
    )
    by_card = {str(each.cards): each for each in verdicts(view_of(deal, 0), Effort(worlds=50))}
    assert by_card["..4."].points == 0
    assert by_card["..K."].points == 13


def test_cards_that_differ_in_nothing_share_a_verdict() -> None:
    """They follow one another in their suit, but for cards that are gone or in the same hand,
    and cost the same."""
    positions = (position for seed in range(60) for position in random_positions(seed))
    playing = (each.view for each in positions if each.view.phase is Phase.PLAYING)
    shared = 0
    for view in islice(playing, 600):
        on_table = Cards.of(view.trick.cards) if view.trick else Cards()
        others = (view.ruleset.deck - view.played - view.hand) | on_table
        for verdict in verdicts(view, FEW):
            low, high = verdict.cards.lowest(), verdict.cards.highest()
            shared += low != high
            assert not any(low < card < high for card in others if card.suit is low.suit)
            assert len({card_points(view.ruleset, card) for card in verdict.cards}) == 1
    assert shared > 100


def test_more_worlds_are_played_where_less_is_left() -> None:
    """A world late in the deal costs a fraction of one at its start."""
    deal = deal_at(["2d 7c", "Kc 3h", "9h 4s", "6h 5s"], leader=0, hearts=[0, 5, 5, 0], queen=2)
    judged = verdicts(view_of(deal, 0), Effort(10, contested=99))
    assert {verdict.worlds for verdict in judged} == {10 * 13 // 2}


def test_a_hard_end_is_kept_and_still_gives_an_answer() -> None:
    best = verdicts(first_view(), Effort(worlds=100_000, contested=99, milliseconds=5))[0]
    assert best.worlds < 100_000


class TestPlaces:
    """Places behind at the end of the game: 0 for who wins it."""

    GROWTH = growth_of(STANDARD)

    def behind(self, scores: tuple[int, ...], seat: int, deals: int = 5) -> float:
        return places_behind(STANDARD, self.GROWTH, scores, deals, seat)

    def test_a_game_that_is_over_has_its_places(self) -> None:
        scores = (101, 40, 70, 70)
        assert [self.behind(scores, seat) for seat in range(4)] == [3, 0, 1.5, 1.5]

    def test_equal_scores_are_equal_chances(self) -> None:
        assert [self.behind((20, 20, 20, 20), seat) for seat in range(4)] == [1.5] * 4

    def test_all_places_together_are_shared_out(self) -> None:
        for scores in ((0, 10, 50, 90), (99, 98, 97, 0), (-40, 5, 5, 80)):
            assert sum(self.behind(scores, seat) for seat in range(4)) == pytest.approx(6, abs=1e-4)

    def test_a_lead_is_worth_more_the_nearer_the_end(self) -> None:
        assert self.behind((60, 70, 70, 90), 0) < self.behind((10, 20, 20, 40), 0)

    def test_a_tie_for_the_lead_is_played_on_or_shared_by_the_ruleset(self) -> None:
        shared = replace(STANDARD, ties=Ties.SHARE)
        scores = (101, 40, 40, 70)
        assert places_behind(shared, self.GROWTH, scores, 5, 3) == 2
        assert 1.5 < self.behind(scores, 3) < 2

    def test_the_last_deal_ends_the_game(self) -> None:
        short = STANDARD.with_words({"deal_limit": 5})
        assert places_behind(short, self.GROWTH, (3, 2, 1, 0), 5, 0) == 3


def test_stopping_a_subtracted_moon_is_worth_points_of_my_own() -> None:
    """I am at 70 and take 5 of its points, or it ends 26 points further ahead."""
    subtract = PRESETS["subtract-the-moon"]
    growth = growth_of(subtract)
    shot = places_behind(subtract, growth, (60 - 26, 70, 75, 75), 6, 1)
    stopped = places_behind(subtract, growth, (60 + 21, 70 + 5, 75, 75), 6, 1)
    assert stopped < shot


def first_view() -> SeatView:
    hands = [Cards.of(list(STANDARD.deck)[seat::4]) for seat in range(4)]
    return view_of(Deal.start(STANDARD, 4, hands), 0)


class TestBadInput:
    VIEW = known(
        view_of(
            Deal.start(STANDARD, 4, [Cards.of(list(STANDARD.deck)[seat::4]) for seat in range(4)]),
            0,
        )
    )

    @pytest.mark.parametrize("count", [0, 2_000_000])
    def test_a_number_of_worlds_that_is_none(self, count: int) -> None:
        with pytest.raises(ValueError, match="worlds"):
            verdicts(first_view(), Effort(count))

    def test_a_seat_that_is_not_there(self) -> None:
        with pytest.raises(ValueError, match="seat"):
            places_behind(STANDARD, growth_of(STANDARD), (0, 0, 0, 0), 1, 4)

    def test_scores_of_another_number_of_seats(self) -> None:
        with pytest.raises(ValueError, match="each seat"):
            places_behind(STANDARD, growth_of(STANDARD), (0, 0, 0), 1, 0)
