"""The search bot: every card tried in many worlds that fit what the seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.bots.hints import CardValue, Hint
from openhearts.bots.rule import RuleBot
from openhearts.bots.tuned import growth_of, plans_moons, weights_for
from openhearts.kernel import Effort, Verdict, known, search
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
        action, _ = self._decide(view, seed)
        return action

    def hint(self, view: SeatView, seed: int) -> Hint:
        """The same action, with what the search found out about each card."""
        action, verdicts = self._decide(view, seed)
        values = (
            CardValue(card, verdict.points, verdict.moon)
            for verdict in verdicts
            if verdict.worlds  # else nothing was played out: its numbers say nothing
            for card in verdict.cards
        )
        return Hint(action, tuple(sorted(values, key=lambda value: value.card)))

    def _decide(self, view: SeatView, seed: int) -> tuple[Action, tuple[Verdict, ...]]:
        """The action, and the verdicts where it took a search to find it."""
        if view.phase is not Phase.PLAYING or len(view.legal_cards()) < 2 or view.claims():
            return RuleBot().answer(view, seed), ()
        ruleset = view.ruleset
        effort = self.effort if plans_moons(ruleset) else self.effort.without_plans()
        verdicts = search(known(view), weights_for(ruleset), growth_of(ruleset), effort, seed)
        return PlayCard(verdicts[0].cards.lowest()), verdicts
