"""The search bot: every card tried in many worlds that fit what the seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.bots.rule import RuleBot
from openhearts.bots.tuned import growth_of, weights_for
from openhearts.kernel import Effort, known, search
from openhearts.rules.actions import Action, PlayCard
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Passes, claims and settles a moon as the rule bot does; plays what the search says."""

    effort: Effort

    def answer(self, view: SeatView, seed: int) -> Action:
        """The action of ``view.seat``; ``seed`` draws the worlds.

        Raises ValueError for a view whose seat has nothing to decide.
        """
        if view.phase is not Phase.PLAYING or len(view.legal_cards()) < 2 or view.claims():
            return RuleBot().answer(view, seed)
        ruleset = view.ruleset
        best = search(known(view), weights_for(ruleset), growth_of(ruleset), self.effort, seed)[0]
        return PlayCard(best.cards.lowest())
