"""What stands in for a bot that fails: C32."""

from __future__ import annotations

from dataclasses import replace

import pytest

from openhearts.bots.contract import check_bot, random_positions
from openhearts.bots.fallback import fallback_action
from openhearts.rules.actions import Action, ChooseMoon, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import STANDARD, MoonRule, Ruleset
from openhearts.rules.view import SeatView
from tests.bots.positions import cards, deal_at, deal_from, filled, view_of
from tests.bots.test_moon import shot


class Fallback:
    """The fallback as a bot, to be checked like one."""

    def answer(self, view: SeatView, seed: int) -> Action:
        del seed
        return fallback_action(view)


def test_it_can_always_stand_in_c32() -> None:
    check_bot(Fallback(), deals=60)


def test_the_lowest_card_by_rank_is_played_c32() -> None:
    deal = deal_at(["9d 3h 3s", "Td 5c 6c", "2d 7c 8c", "Ks 4h 3c"], 0, "9d Td 2d", [4, 7, 0, 0], 0)
    assert fallback_action(view_of(deal, 3)) == PlayCard(Card.parse("3c"))


def test_equal_ranks_go_by_clubs_diamonds_hearts_spades() -> None:
    hands = ["2s 2h 2d Ac Kc Qc Jc Tc Ad Kd Qd Jd Td", "2c"]
    deal = Deal.start(STANDARD, 1, filled(hands))
    assert fallback_action(view_of(deal, 0)) == PassCards(cards("2d 2h 2s"))


def test_the_lowest_cards_are_passed_as_many_as_the_ruleset_asks_for() -> None:
    ruleset = replace(STANDARD, pass_count=5)
    hands = ["2s 3h 4d 5c 6c Qc Jc Tc Ad Kd Qd Jd Td"]
    deal = Deal.start(ruleset, 1, filled(hands, ruleset))
    assert fallback_action(view_of(deal, 0)) == PassCards(cards("2s 3h 4d 5c 6c"))


def test_only_legal_cards_are_weighed() -> None:
    """The lowest card of the hand is a heart, and hearts are not broken."""
    deal = deal_from(["Ac 2h Ks", "2c", "3c", "4c"], "2c 3c 4c Ac")
    answer = fallback_action(view_of(deal, 0))
    assert isinstance(answer, PlayCard)
    assert answer.card in deal.legal_cards()
    assert answer.card == min(deal.legal_cards(), key=lambda card: (card.rank, card.suit))


@pytest.mark.parametrize(
    ("scores", "moon"),
    [((80, 50, 76, 20), MoonRule.SUBTRACT), ((80, 50, 60, 60), MoonRule.ADD)],
)
def test_a_moon_is_settled_as_in_adaptive(scores: tuple[int, ...], moon: MoonRule) -> None:
    """RULES.md 7, example 6."""
    view = replace(view_of(shot(Ruleset(moon=MoonRule.CHOICE)), 0), scores=scores)
    assert fallback_action(view) == ChooseMoon(moon)


def test_a_view_without_a_decision_is_refused() -> None:
    for position in random_positions(3):
        waiting = set(range(position.view.ruleset.seats)) - set(position.view.to_act)
        if position.deal.phase is Phase.PLAYING:
            with pytest.raises(ValueError, match="nothing to decide"):
                fallback_action(view_of(position.deal, waiting.pop()))
