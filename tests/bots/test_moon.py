"""How the casual bot settles a moon of its own."""

from __future__ import annotations

from dataclasses import replace

from openhearts.bots.rule import RuleBot
from openhearts.rules.actions import ChooseMoon, ClaimKind, MakeClaim
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import MoonRule, Ruleset, Ties
from openhearts.rules.view import SeatView
from tests.bots.positions import deal_from, view_of

BOT = RuleBot()
CHOICE = Ruleset(moon=MoonRule.CHOICE)


def shot(ruleset: Ruleset) -> Deal:
    """A deal in which seat 0 has just shot the moon and may choose."""
    hands = ["Ac Kc Qc Ad Kd Qd Ah Kh Qh Jh As Ks Qs", "2c", "3c", "4c"]
    deal = deal_from(hands, ruleset=ruleset)
    while deal.to_act != (0,):
        deal = deal.play(deal.legal_cards().lowest())
    deal = deal.play(deal.legal_cards().highest())
    while deal.to_act != (0,):
        deal = deal.play(deal.legal_cards().lowest())
    return deal.act(0, MakeClaim(ClaimKind.REST_ARE_MINE))


def choice(scores: tuple[int, ...], ruleset: Ruleset = CHOICE) -> MoonRule:
    """What the shooter, seat 0, chooses with these ``scores`` before the deal."""
    deal = shot(ruleset)
    assert deal.phase is Phase.CHOOSING
    view = replace(view_of(deal, 0), scores=scores)
    answer = BOT.answer(view, 1)
    assert isinstance(answer, ChooseMoon)
    return answer.moon


def test_what_wins_the_game_is_chosen() -> None:
    """Adding carries the others over the target and leaves seat 0 lowest."""
    assert choice((40, 80, 80, 80)) is MoonRule.ADD


def test_no_other_is_made_to_win() -> None:
    """RULES.md 7, example 6."""
    assert choice((80, 50, 76, 20)) is MoonRule.SUBTRACT


def test_the_leader_hastens_the_end_and_others_do_not() -> None:
    assert choice((10, 30, 30, 30)) is MoonRule.ADD
    assert choice((60, 30, 30, 5)) is MoonRule.SUBTRACT


def test_a_shared_win_is_better_than_none() -> None:
    """Added, (56, 56, 106, 106); subtracted, nobody is at the target."""
    assert choice((56, 30, 80, 80), replace(CHOICE, ties=Ties.SHARE)) is MoonRule.ADD


def test_only_a_shooter_is_asked() -> None:
    deal = shot(CHOICE)
    assert deal.to_act == (0,)
    assert SeatView.moon_choices(view_of(deal, 1)) == {}
