"""What a bot is: a player that sees a SeatView and answers with an action."""

from __future__ import annotations

from typing import Protocol

from openhearts.rules.actions import Action
from openhearts.rules.view import SeatView


class Bot(Protocol):
    """Answers for a seat whose turn it is.

    ``answer`` must be legal for the view, and the same for the same view and ``seed``: a bot
    keeps nothing between answers, so any of them may play for anybody at any time.
    """

    def answer(self, view: SeatView, seed: int) -> Action:
        """The action of ``view.seat``, one of the seats that the deal waits for.

        ``seed`` drives every choice between equals.
        """
        ...
