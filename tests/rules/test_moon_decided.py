"""Section 5 of docs/rules.md: the moon that scores or its shooter decide."""

from __future__ import annotations

import pytest

from openhearts.rules.actions import ChooseMoon, ClaimKind, MakeClaim, PlayCard
from openhearts.rules.cards import ACE_OF_SPADES, PACK, Card
from openhearts.rules.deal import Phase
from openhearts.rules.errors import IllegalAction, Reason
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule
from openhearts.rules.scoring import adaptive_moon, moon_points, outcome_of
from openhearts.rules.view import SeatView
from tests.rules.stacked import cards, ending, game_at, moon_deal, piles

NOTHING = (0, 0, 0, 0)
OMNIBUS = PRESETS["omnibus"]
CHOICE = STANDARD.with_words({"moon": "choice", "passing": "none"})


# -- adaptive


@pytest.mark.parametrize(
    ("words", "before", "deal", "expected"),
    [
        pytest.param({}, (80, 50, 76, 20), 2, "subtract", id="example-6-another-would-win"),
        pytest.param({}, (80, 50, 60, 60), 2, "add", id="example-6-nobody-at-the-target"),
        pytest.param({}, (20, 50, 76, 30), 2, "add", id="the-shooter-would-win"),
        pytest.param({}, (46, 50, 76, 20), 2, "add", id="level-with-the-shooter"),
        pytest.param({}, (80, 20, 76, 20), 2, "add", id="two-others-level"),
        pytest.param({}, (100, 50, 60, 60), 2, "subtract", id="only-the-shooter-at-the-target"),
        pytest.param({}, (80, 50, 73, 20), 2, "add", id="one-below-the-target"),
        pytest.param({}, (80, 50, 74, 20), 2, "subtract", id="exactly-the-target"),
        pytest.param({"deal_limit": 2}, (80, 50, 60, 20), 2, "subtract", id="limit-reached"),
        pytest.param({"deal_limit": 3}, (80, 50, 60, 20), 2, "add", id="limit-not-reached"),
        pytest.param({"deal_limit": 2}, (46, 50, 60, 20), 2, "add", id="limit-and-a-tie"),
        pytest.param({"deal_limit": 2}, (20, 50, 60, 20), 2, "add", id="limit-shooter-wins"),
        pytest.param({"ties": "share"}, (46, 50, 76, 20), 2, "subtract", id="share-level"),
        pytest.param({"ties": "share"}, (80, 20, 76, 20), 2, "subtract", id="share-two-others"),
        pytest.param({"ties": "share"}, (45, 50, 76, 20), 2, "add", id="share-shooter-alone"),
        pytest.param({"ties": "share"}, (46, 50, 73, 20), 2, "add", id="share-below-the-target"),
        pytest.param(
            {"ties": "share", "deal_limit": 2}, (46, 50, 60, 20), 2, "subtract", id="share-limit"
        ),
        pytest.param({"hearts": "spot"}, (80, 50, 60, 20), 2, "add", id="spot-shooter-lowest"),
        pytest.param({"hearts": "spot"}, (160, 50, 60, 20), 2, "subtract", id="spot"),
    ],
)
def test_adaptive(
    words: dict[str, object], before: tuple[int, ...], deal: int, expected: str
) -> None:
    ruleset = STANDARD.with_words({"moon": "adaptive", **words})
    taken = piles(ruleset, "M", "2c", "3c", "")
    assert adaptive_moon(ruleset, taken, 0, before, deal) is MoonRule(expected)
    score = outcome_of(ruleset, taken, (10, 1, 1, 1), before, deal)
    assert score.moon is MoonRule(expected)
    assert score.points == moon_points(ruleset, taken, 0, MoonRule(expected))


@pytest.mark.parametrize(
    ("keeps", "taken", "before", "expected"),
    [
        # add makes (80, 76, 102, 46), or (80, 76, 92, 46) where seat 2 keeps its 10 off
        (False, ("M", "", "Jd", ""), (80, 50, 76, 20), "subtract"),
        (True, ("M", "", "Jd", ""), (80, 50, 76, 20), "add"),
        # add makes (50, 76, 102, 46), or (40, 76, 102, 46) where the shooter keeps it
        (False, ("M Jd", "", "", ""), (50, 50, 76, 20), "subtract"),
        (True, ("M Jd", "", "", ""), (50, 50, 76, 20), "add"),
    ],
)
def test_adaptive_counts_a_bonus_that_is_kept(
    keeps: bool, taken: tuple[str, ...], before: tuple[int, ...], expected: str
) -> None:
    ruleset = OMNIBUS.with_words(
        {"moon": "adaptive", "moon_keeps_bonus": keeps, "moon_needs_bonus": False}
    )
    assert adaptive_moon(ruleset, piles(ruleset, *taken), 0, before, 2) is MoonRule(expected)


# -- choice


def test_the_shooter_chooses_after_a_claim_and_nobody_else() -> None:
    deal = moon_deal(CHOICE, shooter=2)
    assert deal.phase is Phase.CHOOSING
    assert deal.to_act == (2,)
    assert deal.shooter == 2
    for seat in (0, 1, 3):
        with pytest.raises(IllegalAction) as refused:
            deal.act(seat, ChooseMoon(MoonRule.ADD))
        assert refused.value.reason is Reason.NOT_YOUR_TURN
        assert refused.value.facts == {"seat": 2}
    with pytest.raises(ValueError, match="not over"):
        deal.outcome(NOTHING)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [(MoonRule.ADD, (26, 26, 0, 26)), (MoonRule.SUBTRACT, (0, 0, -26, 0))],
)
def test_what_the_shooter_chooses_is_scored(choice: MoonRule, expected: tuple[int, ...]) -> None:
    deal = moon_deal(CHOICE, shooter=2).act(2, ChooseMoon(choice))
    assert deal.phase is Phase.OVER
    assert deal.to_act == ()
    score = deal.outcome((90, 0, 0, 0))
    assert score.points == expected
    assert score.moon is choice
    with pytest.raises(IllegalAction) as refused:
        deal.act(2, ChooseMoon(choice))
    assert refused.value.reason is Reason.NO_CHOICE_OF_MOON


@pytest.mark.parametrize("moon", [MoonRule.CHOICE, MoonRule.ADAPTIVE, MoonRule.NONE])
def test_a_choice_is_add_or_subtract(moon: MoonRule) -> None:
    with pytest.raises(IllegalAction) as refused:
        moon_deal(CHOICE, shooter=2).act(2, ChooseMoon(moon))
    assert refused.value.reason is Reason.NO_CHOICE_OF_MOON


def test_the_shooter_sees_the_scores_of_both_choices_and_the_others_do_not() -> None:
    game = game_at(CHOICE, (5, 6, 7, 8), moon_deal(CHOICE, shooter=2, number=2))
    assert SeatView.of(game, 2).moon_choices() == {
        MoonRule.ADD: (31, 32, 7, 34),
        MoonRule.SUBTRACT: (5, 6, -19, 8),
    }
    for seat in (0, 1, 3, None):
        assert SeatView.of(game, seat).moon_choices() == {}
    over = game.act(2, ChooseMoon(MoonRule.ADD))
    assert SeatView.of(over, 2).moon_choices() == {}


@pytest.mark.parametrize(
    ("words", "before", "expected"),
    [
        pytest.param({}, (76, 50, 80, 20), MoonRule.SUBTRACT, id="another-would-win"),
        pytest.param({}, (60, 50, 80, 20), MoonRule.ADD, id="nobody-at-the-target"),
        pytest.param({"deal_limit": 2}, (60, 50, 80, 20), MoonRule.SUBTRACT, id="last-deal"),
        pytest.param({"deal_limit": 3}, (60, 50, 80, 20), MoonRule.ADD, id="not-the-last-deal"),
    ],
)
def test_the_shooter_can_be_told_what_adaptive_would_choose_and_the_others_cannot(
    words: dict[str, object], before: tuple[int, ...], expected: MoonRule
) -> None:
    ruleset = CHOICE.with_words(words)
    game = game_at(ruleset, before, moon_deal(ruleset, shooter=2, number=2))
    assert SeatView.of(game, 2).adaptive_choice() is expected
    for seat in (0, 1, 3, None):
        with pytest.raises(ValueError, match="no moon to settle"):
            SeatView.of(game, seat).adaptive_choice()
    over = game.act(2, ChooseMoon(MoonRule.ADD))
    with pytest.raises(ValueError, match="no moon to settle"):
        SeatView.of(over, 2).adaptive_choice()


def test_the_shooter_chooses_after_the_last_trick() -> None:
    hands = ("Ac", "2c", "3c", "4c")
    gone = " ".join(map(str, PACK - cards(" ".join(hands))))
    deal = ending(CHOICE, hands, {0: gone}, leader=0)
    with pytest.raises(IllegalAction) as refused:
        deal.act(0, ChooseMoon(MoonRule.ADD))
    assert refused.value.reason is Reason.NO_CHOICE_OF_MOON
    for card in ["Ac", "2c", "3c", "4c"]:
        deal = deal.play(Card.parse(card))
    assert deal.phase is Phase.CHOOSING
    assert not deal.legal_cards()
    with pytest.raises(IllegalAction) as refused:
        deal.play(ACE_OF_SPADES)
    assert refused.value.reason is Reason.WRONG_PHASE
    assert refused.value.facts == {"phase": "choosing"}
    for kind in ClaimKind:
        with pytest.raises(IllegalAction) as refused:
            deal.act(0, MakeClaim(kind))
        assert refused.value.reason is Reason.WRONG_PHASE
    assert deal.act(0, ChooseMoon(MoonRule.SUBTRACT)).outcome(NOTHING).points == (-26, 0, 0, 0)


@pytest.mark.parametrize(
    "words",
    [{"moon": "choice", "black_maria": True}, {"moon": "add"}, {"moon": "adaptive"}],
)
def test_nobody_is_asked_where_there_is_nothing_to_choose(words: dict[str, object]) -> None:
    ruleset = STANDARD.with_words({"passing": "none", **words})
    assert moon_deal(ruleset).phase is Phase.OVER


def test_a_choice_that_was_not_made_cannot_be_scored() -> None:
    with pytest.raises(ValueError, match="not chosen"):
        outcome_of(CHOICE, piles(CHOICE, "M", "", "", ""), (13, 0, 0, 0), NOTHING, 1)


def test_a_choice_left_over_from_no_moon_is_not_asked_for() -> None:
    hands = ("Ac", "2c", "3c", "4h")
    gone = PACK - cards(" ".join(hands)) - cards("5h 6h 7h 8h")
    deal = ending(CHOICE, hands, {0: " ".join(map(str, gone)), 1: "5h 6h 7h 8h"}, leader=0)
    for card in ["Ac", "2c", "3c", "4h"]:
        deal = deal.act(deal.to_act[0], PlayCard(Card.parse(card)))
    assert deal.phase is Phase.OVER
    assert deal.outcome(NOTHING).points == (22, 4, 0, 0)
