"""Section 6 of docs/rules.md: scores, and the end of a game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.rules.actions import ClaimKind, MakeClaim, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import STANDARD, MoonRule, Passing, Ruleset
from openhearts.rules.scoring import Outcome, game_winners
from tests.rules import law
from tests.rules.stacked import game_at, moon_deal, plays, stacked_hands
from tests.strategies import finished_deals, games, random_action, random_hands, rulesets

UNPASSED = STANDARD.with_words({"passing": "none"})
SUBTRACT = replace(UNPASSED, moon=MoonRule.SUBTRACT)


@pytest.mark.parametrize(
    ("words", "scores", "deals", "winners"),
    [
        pytest.param({}, (99, 20, 30, 40), 9, (), id="nobody-at-the-target"),
        pytest.param({}, (100, 20, 30, 40), 9, (1,), id="exactly-the-target"),
        pytest.param({}, (20, 101, 30, 40), 9, (0,), id="over-the-target"),
        pytest.param({}, (100, 30, 30, 60), 9, (), id="a-tie-plays-on"),
        pytest.param({}, (100, 100, 100, 100), 9, (), id="all-level-at-the-target"),
        pytest.param({}, (100, 100, 100, 99), 9, (3,), id="all-but-one"),
        pytest.param({}, (100, -20, 30, 40), 9, (1,), id="a-negative-score-wins"),
        pytest.param({}, (-130, -20, 30, 99), 9, (), id="negative-scores-go-on"),
        pytest.param({}, (-20, -20, 130, 99), 9, (), id="a-negative-tie"),
        pytest.param({"target": 1}, (1, 0, 0, -1), 1, (3,), id="target-1"),
        pytest.param({"target": 1000}, (999, 0, 1, 2), 60, (), id="target-1000"),
        pytest.param({"ties": "share"}, (100, 30, 30, 60), 9, (1, 2), id="share"),
        pytest.param({"ties": "share"}, (100, 29, 30, 60), 9, (1,), id="share-with-nobody"),
        pytest.param({"ties": "share"}, (99, 30, 30, 60), 9, (), id="share-below-the-target"),
        pytest.param({"ties": "share"}, (100,) * 4, 9, (0, 1, 2, 3), id="share-with-all"),
        pytest.param({"deal_limit": 9}, (50, 29, 30, 60), 9, (1,), id="limit-reached"),
        pytest.param({"deal_limit": 9}, (50, 29, 30, 60), 8, (), id="limit-not-reached"),
        pytest.param({"deal_limit": 9}, (50, 30, 30, 60), 9, (), id="limit-and-a-tie"),
        pytest.param({"deal_limit": 9}, (50, 29, 30, 60), 10, (1,), id="after-the-limit"),
        pytest.param({"deal_limit": 9}, (100, 29, 30, 60), 3, (1,), id="target-before-the-limit"),
        pytest.param(
            {"deal_limit": 9, "ties": "share"}, (50, 30, 30, 60), 9, (1, 2), id="limit-and-share"
        ),
        pytest.param({"deal_limit": 1}, (-26, 0, 0, 0), 1, (0,), id="limit-1"),
        pytest.param({"seats": 3}, (100, 20, 30), 9, (1,), id="3-seats"),
        pytest.param({"seats": 6}, (100, 9, 9, 9, 9, 8), 9, (5,), id="6-seats"),
    ],
)
def test_who_has_won(
    words: dict[str, object], scores: tuple[int, ...], deals: int, winners: tuple[int, ...]
) -> None:
    assert game_winners(STANDARD.with_words(words), scores, deals) == winners


@given(rulesets(), st.data())
def test_winners_are_those_of_the_law(ruleset: Ruleset, data: st.DataObject) -> None:
    score = st.sampled_from((-26, 0, 3, ruleset.target - 1, ruleset.target, ruleset.target + 5))
    scores = data.draw(st.lists(score, min_size=ruleset.seats, max_size=ruleset.seats))
    deals = data.draw(st.sampled_from((1, 2, ruleset.deal_limit or 50)))
    expected = law.winners(ruleset.to_words(), scores, deals)
    assert list(game_winners(ruleset, scores, deals)) == expected


def test_consequence_1_a_seat_that_falls_below_the_target_keeps_the_game_going() -> None:
    before = (104, 30, 30, 90)
    assert game_winners(SUBTRACT, before, 1) == (), "the tie kept it going"
    game = game_at(SUBTRACT, before, moon_deal(SUBTRACT, shooter=0, number=2))
    assert game.scores == (78, 30, 30, 90)
    assert game.winners == ()
    assert game.start_deal(stacked_hands(SUBTRACT, {})).scores_before == (78, 30, 30, 90)


def test_consequence_2_a_moon_that_makes_one_seat_the_lowest_ends_a_prolonged_game() -> None:
    before = (105, 60, 60, 90)
    assert game_winners(SUBTRACT, before, 1) == ()
    game = game_at(SUBTRACT, before, moon_deal(SUBTRACT, shooter=2, number=2))
    assert game.scores == (105, 60, 34, 90)
    assert game.winners == (2,)
    with pytest.raises(ValueError, match="over"):
        game.start_deal(stacked_hands(SUBTRACT, {}))


def test_a_game_of_nothing_but_subtracted_moons_reaches_no_target() -> None:
    ruleset = SUBTRACT.with_words({"target": 1})
    game = Game(ruleset)
    for number in range(1, 11):
        moon = moon_deal(ruleset, shooter=number % 4, number=number)
        game = game.start_deal(moon.dealt)
        for seat, card in plays(moon):
            game = game.act(seat, PlayCard(Card.parse(card)))
        game = game.act(number % 4, MakeClaim(ClaimKind.REST_ARE_MINE))
        assert game.deal == moon
        assert game.winners == ()
    assert game.scores == (-52, -78, -78, -52)


def test_there_is_no_bound_on_the_number_of_deals() -> None:
    game = game_at(SUBTRACT, (0, -26, 0, 0), moon_deal(SUBTRACT, shooter=1, number=1000))
    assert game.scores == (0, -52, 0, 0)
    assert game.winners == ()
    assert game.start_deal(stacked_hands(SUBTRACT, {})).next_number == 1002


@given(finished_deals(target=500), st.sampled_from((50, 100)))
def test_c09_a_score_of_exactly_50_or_100_stays_what_it_is(deal: Deal, landing: int) -> None:
    ruleset = deal.ruleset
    if ruleset.moon is MoonRule.ADAPTIVE:
        return  # its points depend on the scores before
    points = deal.outcome([0] * ruleset.seats).points
    before = FinishedDeal(deal, Outcome(tuple(landing - gained for gained in points)))
    game = Game(ruleset, (before,), deal)
    assert game.scores == (landing,) * ruleset.seats
    if not game.winners:
        assert game.start_deal(deal.dealt).scores_before == game.scores


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_deal_limit_ends_a_game_of_whole_deals(limit: int) -> None:
    ruleset = STANDARD.with_words({"deal_limit": limit, "ties": "share", "target": 1000})
    game, random = Game(ruleset), Random(limit)
    for number in range(1, limit + 1):
        assert game.winners == ()
        assert game.next_number == number
        game = whole_deal(game, random)
    assert len(game.winners) >= 1


def whole_deal(game: Game, random: Random) -> Game:
    game = game.start_deal(random_hands(game.ruleset, random))
    while game.deal is not None and game.deal.phase is not Phase.OVER:
        game = game.act(*random_action(game.deal, random))
    return game


def test_a_new_game_has_no_deal_no_scores_and_no_winner() -> None:
    game = Game(Ruleset(seats=3))
    assert game.deal is None
    assert game.scores == game.scores_before == (0, 0, 0)
    assert game.winners == ()
    assert game.finished == ()
    assert game.next_number == 1
    with pytest.raises(ValueError, match="deal"):
        game.act(0, PlayCard(Card.parse("2c")))


def test_a_deal_under_way_is_finished_before_the_next() -> None:
    game = Game(STANDARD).start_deal(stacked_hands(STANDARD, {}))
    with pytest.raises(ValueError, match="not over"):
        game.start_deal(stacked_hands(STANDARD, {}))


def test_c11_a_game_is_played_deal_after_deal_to_its_target() -> None:
    to_50 = STANDARD.with_words({"target": 50})
    for seed, ruleset in enumerate(
        (to_50, to_50.with_words({"hearts": "spot"}), to_50.with_words({"bonus_card": "Jd"}))
    ):
        random = Random(seed)
        game = Game(ruleset)
        sums = {"spot": 129}.get(ruleset.hearts, 26) - (10 if ruleset.bonus_card else 0)
        while not game.winners:
            before = game.scores
            game = whole_deal(game, random)
            last = game.finished[-1]
            assert last.deal.number == len(game.finished)
            assert last.deal.direction is ruleset.direction(last.deal.number)
            if last.outcome.shooter is None:
                assert sum(last.outcome.points) == sums
            assert game.scores == tuple(map(sum, zip(before, last.outcome.points, strict=True)))
        columns = zip(*(finished.outcome.points for finished in game.finished), strict=True)
        assert game.scores == tuple(map(sum, columns))
        assert max(game.scores) >= 50
        assert game.scores.count(min(game.scores)) == 1
        assert game.winners == (game.scores.index(min(game.scores)),)


@given(games())
def test_scores_and_winners_at_any_moment_are_those_of_the_law(game: Game) -> None:
    words = game.ruleset.to_words()
    total = [0] * game.ruleset.seats
    for place, finished in enumerate(game.finished, start=1):
        assert not law.winners(words, total, place - 1), "over before this deal"
        total = [old + new for old, new in zip(total, finished.outcome.points, strict=True)]
    assert game.scores == tuple(total)
    assert game.deal is not None
    if game.deal.phase is not Phase.OVER:
        assert game.scores_before == game.scores
        assert game.winners == ()
        assert len(game.finished) == game.deal.number - 1
    else:
        assert list(game.winners) == law.winners(words, total, len(game.finished))
        assert len(game.finished) == game.deal.number == game.next_number - 1
        assert game.finished[-1].deal == game.deal


@pytest.mark.parametrize("passing", list(Passing))
def test_every_deal_of_a_game_passes_as_its_number_says(passing: Passing) -> None:
    ruleset = STANDARD.with_words({"passing": passing.value, "target": 1000})
    game, random = Game(ruleset), Random(1)
    for number in range(1, 7):
        game = whole_deal(game, random)
        assert game.deal is not None
        assert game.deal.direction is ruleset.direction(number)
