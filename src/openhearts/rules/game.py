"""A game: deals until the target decides (docs/rules.md 6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from openhearts.rules.actions import Action
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.scoring import Outcome, game_winners, total


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over, and its outcome."""

    deal: Deal
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands. ``Game(ruleset)`` begins one; every step returns the next.

    ``earlier`` are the deals before the one on the table, ``deal``; that one may be over too.
    """

    ruleset: Ruleset
    earlier: tuple[FinishedDeal, ...] = ()
    deal: Deal | None = None

    @property
    def finished(self) -> tuple[FinishedDeal, ...]:
        """Every deal that is over, the one on the table included."""
        if self.deal is None or self.deal.phase is not Phase.OVER:
            return self.earlier
        return (*self.earlier, FinishedDeal(self.deal, self.deal.outcome(self.scores_before)))

    @property
    def scores_before(self) -> tuple[int, ...]:
        """Scores by seat before the deal on the table."""
        return self._total(self.earlier)

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores by seat after the last finished deal."""
        return self._total(self.finished)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the game goes on."""
        finished = self.finished
        return game_winners(self.ruleset, self._total(finished), len(finished)) if finished else ()

    @property
    def next_number(self) -> int:
        """The number of the deal that comes next."""
        return 1 if self.deal is None else self.deal.number + 1

    def start_deal(self, hands: Iterable[Cards]) -> Game:
        """The game with its next deal on the table; ``hands`` are by seat.

        Raises ValueError while a deal is under way or when the game is over.
        """
        if self.deal is not None and self.deal.phase is not Phase.OVER:
            raise ValueError(f"deal {self.deal.number} is not over")
        if self.winners:
            raise ValueError("the game is over")
        deal = Deal.start(self.ruleset, self.next_number, hands)
        return replace(self, earlier=self.finished, deal=deal)

    def act(self, seat: int, action: Action) -> Game:
        """The game after ``seat`` does ``action`` in the deal on the table.

        Raises IllegalAction where the rules do not allow it, and ValueError before the first
        deal.
        """
        if self.deal is None:
            raise ValueError("no deal is on the table")
        return replace(self, deal=self.deal.act(seat, action))

    def _total(self, deals: tuple[FinishedDeal, ...]) -> tuple[int, ...]:
        scores = (0,) * self.ruleset.seats
        for finished in deals:
            scores = total(scores, finished.outcome.points)
        return scores
