"""Players that a good bot must not lose to, and the expert with one of its senses switched off.

They take part in the arena as ``python:prove.opponents:NAME``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from openhearts.bots.levels import LEVELS
from openhearts.bots.search import SearchBot
from openhearts.rules.actions import Action, ChooseMoon, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.deal import Phase
from openhearts.rules.scoring import card_points, penalty_cards
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView


@dataclass(frozen=True)
class Stubborn:
    """Plays by one idea: ``takes`` everything, or nothing."""

    takes: bool

    def answer(self, view: SeatView, seed: int) -> Action:
        del seed  # it has no doubts
        if view.phase is Phase.CHOOSING:
            return ChooseMoon(view.adaptive_choice())
        if view.phase is Phase.PASSING:
            hand = sorted(view.hand, key=_rank, reverse=not self.takes)
            return PassCards(tuple(hand[: view.ruleset.pass_count]))
        return PlayCard(self._shoot(view) if self.takes else self._duck(view))

    def _shoot(self, view: SeatView) -> Card:
        """The highest card that may take the trick; else the one that costs the least."""
        legal, trick = view.legal_cards(), view.trick
        assert trick is not None
        if trick.led is None or legal.of_suit(trick.led):
            return max(legal, key=_rank)
        return min(legal, key=lambda card: (card_points(view.ruleset, card), card.rank))

    def _duck(self, view: SeatView) -> Card:
        """Stays under the trick as high as can be, and throws away what costs the most."""
        legal, trick = view.legal_cards(), view.trick
        assert trick is not None
        if trick.led is None:
            return min(legal, key=_rank)
        best = _best(trick)
        if not legal.of_suit(trick.led):
            return max(legal, key=lambda card: (card_points(view.ruleset, card), card.rank))
        under = [card for card in legal if card < best]
        return max(under, key=_rank) if under else min(legal, key=_rank)


@dataclass(frozen=True)
class Servant:
    """One of a pair: plays by the rules of thumb, but for its friend across the table: takes the
    points that its friend would get, and gives it none."""

    def answer(self, view: SeatView, seed: int) -> Action:
        thumb = LEVELS["casual"].answer(view, seed)
        if not isinstance(thumb, PlayCard) or view.seat is None or view.trick is None:
            return thumb
        trick, legal = view.trick, view.legal_cards()
        friend = (view.seat + 2) % view.ruleset.seats
        if trick.led is None or trick.winner != friend:
            return thumb
        costly = penalty_cards(view.ruleset)
        best = _best(trick)
        over = [card for card in legal if card.suit is trick.led and card > best]
        if over and any(card in costly for card in trick.cards):
            return PlayCard(min(over, key=_rank))
        harmless = [card for card in legal if card not in costly]
        return thumb if thumb.card not in costly or not harmless else PlayCard(harmless[-1])


def _best(trick: Trick) -> Card:
    card = trick.card_of(trick.winner)
    assert card is not None
    return card


def _rank(card: Card) -> int:
    return card.rank


_EXPERT = LEVELS["expert"]
assert isinstance(_EXPERT, SearchBot)

SHOOTER = Stubborn(takes=True)
DUCKER = Stubborn(takes=False)
SERVANT = Servant()
EXPERT_FOR_POINTS = SearchBot(replace(_EXPERT.effort, for_place=False))
