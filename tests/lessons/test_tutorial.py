"""The lessons: every way through them is legal, and what they teach is true by the rules."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

from openhearts.lessons.replaying import LEARNER, after, deal_of, picture
from openhearts.lessons.tutorial import (
    Lesson,
    lesson,
    passed,
    passing_outcome,
    received,
    tutorial,
)
from openhearts.lessons.walking import Scene, at_rest, scenes
from openhearts.rules.actions import PlayCard
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Phase
from openhearts.rules.errors import Reason
from openhearts.rules.scoring import card_points, moon_value
from openhearts.tables.acting import act

ALL = pytest.mark.parametrize("taught", tutorial(), ids=lambda taught: taught.name)


def the_end(taught: Lesson, outcome: str) -> Scene:
    """An end of the lesson with this outcome."""
    return next(scene for scene in taught.ends if scene.outcome == outcome)


def test_there_are_six_to_eight_short_lessons() -> None:
    assert 6 <= len(tutorial()) <= 8
    assert sum(len(list(scenes(taught.start))) for taught in tutorial()) < 50


@ALL
def test_every_legal_card_leads_on_and_every_other_has_its_reason(taught: Lesson) -> None:
    for scene in scenes(taught.start):
        view = scene.view
        if scene.plays:
            legal = {str(card) for card in deal_of(scene.table).legal_cards()}
            assert {*scene.plays} == {*view.legal} == legal
            assert {*view.refusals} == {*view.hand} - legal
        else:
            assert not view.legal


@ALL
def test_a_card_leads_where_the_table_itself_goes(taught: Lesson) -> None:
    for scene in scenes(taught.start):
        for card, following in scene.plays.items():
            played = after(scene.table, act(scene.table, LEARNER, PlayCard(Card.parse(card))))
            tricks = deal_of(following.table).tricks
            on_table = deal_of(played).trick
            cards = (*tricks[-1].cards, *(c for t in tricks for c in t.cards))
            assert Card.parse(card) in cards
            assert on_table is not None
            assert following.table.version > scene.table.version


@ALL
def test_every_outcome_can_be_reached_and_at_its_end_nobody_is_asked_for_anything(
    taught: Lesson,
) -> None:
    if taught.start.view.phase == "passing":
        hand = deal_of(taught.start.table).hands[LEARNER]
        reached = {passing_outcome(Cards.of(three)) for three in combinations(hand, 3)}
    else:
        reached = {scene.outcome for scene in taught.ends}
        assert all(scene.view.to_act == () for scene in taught.ends)
    assert reached == {*taught.outcomes}
    assert {*taught.good} <= reached


def test_the_highest_card_of_the_suit_that_was_led_takes_the_queen() -> None:
    taught = lesson("points")
    queen = card_points(taught.start.table.ruleset, QUEEN_OF_SPADES)
    before = taught.start.view.points
    assert before is not None
    for outcome, taker in (("mine", LEARNER), ("theirs", 2)):
        points = the_end(taught, outcome).view.points
        assert points is not None
        assert points[taker] - before[taker] == queen
        assert sum(points) - sum(before) == queen


def test_a_higher_card_of_another_suit_does_not_take_the_trick() -> None:
    taught = lesson("follow")
    assert {r.code for r in taught.start.view.refusals.values()} == {Reason.MUST_FOLLOW.value}
    for scene in taught.ends:
        trick = deal_of(scene.table).tricks[-1]
        taking = dict(trick.plays())[trick.winner]
        assert taking.suit is trick.led
        assert any(card.rank > taking.rank and card.suit is not trick.led for card in trick.cards)
        assert not any(card_points(scene.table.ruleset, card) for card in trick.cards)


def test_without_the_suit_anything_may_be_thrown_and_the_queen_costs_who_takes_her() -> None:
    taught = lesson("discard")
    deal = deal_of(taught.start.table)
    assert deal.trick is not None
    assert deal.trick.led is not None
    assert not deal.hands[LEARNER].of_suit(deal.trick.led)
    assert deal.legal_cards() == deal.hands[LEARNER]
    queen = card_points(deal.ruleset, QUEEN_OF_SPADES)
    best = the_end(taught, "queen").view.points or ()
    assert max(b - a for a, b in zip(taught.start.view.points or (), best, strict=True)) == queen
    assert best[LEARNER] == (taught.start.view.points or ())[LEARNER]


def test_hearts_may_be_led_only_once_one_has_been_discarded() -> None:
    taught = lesson("break")
    view = taught.start.view
    assert not view.hearts_broken
    assert {card for card, why in view.refusals.items() if why.code == "hearts-not-broken"} == {
        card for card in view.hand if card.endswith("h")
    }
    assert the_end(taught, "broken").view.hearts_broken
    assert not the_end(taught, "waiting").view.hearts_broken
    broken = deal_of(the_end(taught, "broken").table).tricks[-1]
    assert broken.led is not Suit.HEARTS


def test_after_any_pass_the_page_shows_what_the_table_would() -> None:
    """C: the page takes what was passed out of one picture; for all 286 choices it is right."""
    taught = lesson("pass")
    hand = deal_of(taught.start.table).hands[LEARNER]
    shown = received(taught)
    choices = list(combinations(hand, taught.start.view.pass_count))
    assert len(choices) == 286
    for three in choices:
        cards = [str(card) for card in three]
        real = at_rest(picture(passed(taught, Cards.of(three)), LEARNER))
        left = [card for card in shown.hand if card not in cards]
        assert sorted(left) == sorted(real.hand)
        kept = msgspec.structs.replace(shown, hand=real.hand, given=real.given)
        assert kept == real


def test_the_moon_takes_its_value_off_the_learner_s_score_and_moves_nobody_else() -> None:
    taught = lesson("moon")
    shot, missed = the_end(taught, "shot"), the_end(taught, "missed")
    rules = shot.table.ruleset
    assert shot.view.scores == (-moon_value(rules), 0, 0, 0)
    assert deal_of(shot.table).shooter == LEARNER
    assert deal_of(missed.table).shooter is None
    assert sum(missed.view.scores) == moon_value(rules)
    assert missed.view.scores[LEARNER] > 0
    assert deal_of(taught.start.table).taken[LEARNER] & HEARTS


def test_the_game_ends_at_the_target_with_the_lowest_score_winning() -> None:
    taught = lesson("win")
    target = taught.start.table.ruleset.target
    won, goes_on = the_end(taught, "won"), the_end(taught, "goes-on")
    assert max(won.view.scores) >= target
    assert won.view.winners == (LEARNER,)
    assert won.view.phase == "over"
    assert max(goes_on.view.scores) < target
    assert min(goes_on.view.scores) < goes_on.view.scores[LEARNER]
    assert all(deal_of(end.table).phase is Phase.OVER for end in taught.ends)
