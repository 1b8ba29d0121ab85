"""The casual bot: rules of thumb that a casual player respects, in any ruleset."""

from __future__ import annotations

from openhearts.bots.memory import Memory
from openhearts.bots.moon import settle_moon
from openhearts.bots.passing import cards_to_pass
from openhearts.bots.playing import card_to_play
from openhearts.rules.actions import Action, ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView


class HeuristicBot:
    """Weighs every card in points of the ruleset (playing.py, passing.py, danger.py)."""

    def answer(self, view: SeatView, seed: int) -> Action:
        """The action of ``view.seat``; ``seed`` picks among nearly equal ones.

        Raises ValueError for a view whose seat has nothing to decide.
        """
        if view.seat is None or not view.is_my_turn:
            raise ValueError("this view's seat has nothing to decide")
        if view.phase is Phase.CHOOSING:
            return ChooseMoon(settle_moon(view))
        memory = Memory.of(view, view.seat)
        if view.phase is Phase.PASSING:
            return PassCards(tuple(cards_to_pass(memory, seed)))
        # Both claims only say what is certain: one fixes the points, the other is made by who
        # takes all tricks to come whatever is played.
        if claims := view.claims():
            return MakeClaim(claims[0])
        return PlayCard(card_to_play(memory, view.legal_cards(), seed))
