"""The weakest player that keeps the rules, to measure others against."""

from __future__ import annotations

from random import Random

from openhearts.rules.actions import Action, ChooseMoon, PassCards, PlayCard
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.view import SeatView


class RandomBot:
    """Passes and plays any legal cards, each as likely, and claims nothing."""

    def answer(self, view: SeatView, seed: int) -> Action:
        """Whatever ``seed`` draws of what ``view.seat`` may do."""
        random = Random(seed)
        if view.phase is Phase.PASSING:
            return PassCards(tuple(random.sample(list(view.hand), view.ruleset.pass_count)))
        if view.phase is Phase.CHOOSING:
            return ChooseMoon(random.choice((MoonRule.ADD, MoonRule.SUBTRACT)))
        return PlayCard(random.choice(list(view.legal_cards())))
