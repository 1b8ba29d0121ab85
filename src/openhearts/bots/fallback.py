"""What is done for a bot that raises, hangs or answers nonsense: never clever, always legal."""

from __future__ import annotations

from openhearts.rules.actions import Action, ChooseMoon, PassCards, PlayCard
from openhearts.rules.cards import Card, Suit
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView


def fallback_action(view: SeatView) -> Action:
    """The lowest legal card by rank, then C D H S; in the pass the lowest ones the same way;
    a moon as in adaptive (docs/rules.md 5).

    Raises ValueError for a view whose seat has nothing to decide.
    """
    if not view.is_my_turn:
        raise ValueError("this view's seat has nothing to decide")
    if view.phase is Phase.CHOOSING:
        return ChooseMoon(view.adaptive_choice())
    if view.phase is Phase.PASSING:
        return PassCards(tuple(sorted(view.hand, key=_rank_first)[: view.ruleset.pass_count]))
    return PlayCard(min(view.legal_cards(), key=_rank_first))


def _rank_first(card: Card) -> tuple[int, Suit]:
    return card.rank, card.suit
