"""The worked examples: real deals under the rules that they show, told to their last card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openhearts.lessons.examples import TRICKS, Example, example, example_of
from openhearts.lessons.replaying import LEARNER, record_of
from openhearts.rules import scoring
from openhearts.rules.cards import JACK_OF_DIAMONDS, Card, Cards, Suit
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.rules.scoring import card_points, penalty_cards, points_of, total
from openhearts.words.catalogue import Catalogue
from openhearts.words.tricks import Narrator

EXAMPLES = [example(preset) for preset in PRESETS]
BY_PRESET = pytest.mark.parametrize("shown", EXAMPLES, ids=lambda shown: shown.preset)


def last_tricks(shown: Example) -> Cards:
    """The cards of the tricks that an example plays."""
    tricks = shown.finished.deal.tricks[-TRICKS:]
    return Cards.of(card for trick in tricks for card in trick.cards)


@BY_PRESET
def test_it_is_played_to_its_end_by_the_rules_of_its_preset(shown: Example) -> None:
    rules = shown.record.ruleset
    assert replace(rules, target=PRESETS[shown.preset].target) == PRESETS[shown.preset]
    assert shown.finished.deal.phase is Phase.OVER
    assert [player.name for player in shown.record.players] == ["Anna", "Matteo", "Aino", "Elsa"]


@BY_PRESET
def test_every_step_shows_one_more_trick_with_what_it_cost(shown: Example) -> None:
    tricks = shown.finished.deal.tricks
    for step, view in enumerate((shown.start, *shown.tricks)):
        trick = tricks[step - TRICKS - 1]
        assert view.tricks[-1].cards == tuple(map(str, trick.cards))
        assert view.tricks[-1].winner == trick.winner
        assert len(view.hand) == TRICKS - step
        assert (view.phase, view.to_act, view.legal) == ("playing", (), ())
        assert view.scores == shown.scores_before
        taken = tricks[: len(tricks) - TRICKS + step]
        assert sum(view.points or ()) == sum(
            points_of(shown.record.ruleset, Cards.of(one.cards)) for one in taken
        )


@BY_PRESET
def test_the_last_step_shows_the_scores_that_the_rules_give(shown: Example) -> None:
    points = shown.finished.outcome.points
    assert shown.result.points == points
    assert shown.result.scores == total(shown.scores_before, points)
    assert shown.result.phase in ("sheet", "over")


@BY_PRESET
def test_nobody_is_shown_a_hand_but_that_of_the_person_of_the_story(shown: Example) -> None:
    played = {card for t in shown.finished.deal.tricks for card in map(str, t.cards)}
    for view in (shown.start, *shown.tricks):
        assert view.seat is None
        assert not view.hands
        assert (
            {*view.hand} <= {str(c) for c in shown.finished.deal.opening_hands[LEARNER]} <= played
        )


def test_subtract_takes_anna_from_10_to_16_below_zero_and_moves_nobody_else() -> None:
    shown = example("subtract-the-moon")
    assert shown.finished.outcome.shooter == LEARNER
    assert (shown.scores_before[0], shown.result.scores[0]) == (10, -16)
    assert shown.result.scores[1:] == shown.scores_before[1:]
    assert shown.result.winners == ()


def test_by_the_standard_rule_the_same_moon_lifts_another_player_over_the_target() -> None:
    shown, other = example("standard"), example("subtract-the-moon")
    assert shown.finished.deal.tricks == other.finished.deal.tricks
    assert shown.scores_before == other.scores_before
    assert shown.result.scores == total(shown.scores_before, (0, 26, 26, 26))
    reached = [score for score in shown.result.scores if score >= shown.record.ruleset.target]
    assert len(reached) == 1
    assert max(shown.scores_before) < shown.record.ruleset.target
    assert shown.result.winners == (LEARNER,)


def test_the_moon_waxes_with_every_trick_of_its_example() -> None:
    shown = example("subtract-the-moon")
    taken = [view.moon.taken for view in (shown.start, *shown.tricks) if view.moon]
    assert len(taken) == TRICKS + 1
    assert taken == sorted(set(taken))
    assert taken[-1] == 26


def test_spot_hearts_shows_high_and_low_hearts_and_the_queen() -> None:
    shown = example("spot-hearts")
    costs = [card_points(shown.record.ruleset, card) for card in last_tricks(shown)]
    assert {2, 13, 25} <= {*costs}


def test_omnibus_gives_anna_the_jack() -> None:
    shown = example("omnibus")
    (trick,) = (t for t in shown.finished.deal.tricks[-TRICKS:] if JACK_OF_DIAMONDS in t.cards)
    assert trick.winner == LEARNER
    assert shown.result.scores[LEARNER] < shown.scores_before[LEARNER]


def test_black_maria_shows_its_three_spades_and_no_moon() -> None:
    shown = example("black-maria")
    spades = penalty_cards(shown.record.ruleset).of_suit(Suit.SPADES)
    assert len(spades) == 3
    assert spades <= last_tricks(shown)
    assert all(view.moon is None for view in shown.steps)


def test_another_value_in_the_rules_makes_another_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written down twice: what a card costs is asked of the rules."""
    record = record_of("examples", "spot-hearts")
    king = Card.parse("Kh")
    real = scoring.card_points

    def dearer(ruleset: Ruleset, card: Card) -> int:
        return 50 if card == king else real(ruleset, card)

    usual = example("spot-hearts").result.points or ()
    monkeypatch.setattr(scoring, "card_points", dearer)
    shown = example_of(record, "spot-hearts")
    (trick,) = (t for t in record.finished[-1].deal.tricks if king in t.cards)
    more = [new - old for old, new in zip(usual, shown.result.points or (), strict=True)]
    assert more == [50 - 13 if seat == trick.winner else 0 for seat in range(4)]
    told = Narrator(Catalogue.load("en"), ("A", "B", "C", "D")).taken(trick, record.ruleset)
    assert told.endswith(f": {50 + 11} points.")
