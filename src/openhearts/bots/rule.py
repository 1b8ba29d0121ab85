"""The rule bot: rules of thumb that a casual player respects, in any ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from openhearts.bots.moon import settle_moon
from openhearts.bots.tuned import weights_for
from openhearts.kernel import Weights, known, thumb_card, thumb_pass
from openhearts.rules.actions import Action, ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class RuleBot:
    """Weighs every card in points of the ruleset (kernel/thumb.hpp), with ``weights`` or, where
    there are none, with those that were tuned for it."""

    weights: Weights | None = None

    def answer(self, view: SeatView, seed: int) -> Action:
        """The action of ``view.seat``; ``seed`` picks among nearly equal ones.

        Raises ValueError for a view whose seat has nothing to decide.
        """
        if not view.is_my_turn:
            raise ValueError("this view's seat has nothing to decide")
        if view.phase is Phase.CHOOSING:
            return ChooseMoon(settle_moon(view))
        weights = self.weights or weights_for(view.ruleset)
        if view.phase is Phase.PASSING:
            return PassCards(tuple(thumb_pass(known(view), weights, seed)))
        # Both claims only say what is certain: one fixes the points, the other is made by who
        # takes all tricks to come whatever is played.
        if claims := view.claims():
            return MakeClaim(claims[0])
        return PlayCard(thumb_card(known(view), weights, seed))
