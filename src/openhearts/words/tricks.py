"""A trick, and what a deal comes to, in whole sentences: the table's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openhearts.rules.cards import Cards
from openhearts.rules.game import FinishedDeal
from openhearts.rules.ruleset import MoonRule, Ruleset
from openhearts.rules.scoring import game_winners, points_of, total
from openhearts.rules.trick import Trick
from openhearts.words.cards import card_word
from openhearts.words.catalogue import Catalogue, Fact


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells of the players of one game by their ``names``; the one on seat ``you`` is spoken to."""

    catalogue: Catalogue
    names: Sequence[str]
    you: int | None = None

    def trick(self, trick: Trick, ruleset: Ruleset) -> list[str]:
        """A finished trick, from its lead to its taker."""
        plays = enumerate(trick.plays())
        told = [
            self._of(seat, "trick.played" if place else "trick.led", card=card_word(card))
            for place, (seat, card) in plays
        ]
        return [*told, self.taken(trick, ruleset)]

    def taken(self, trick: Trick, ruleset: Ruleset) -> str:
        """Who took a finished trick, with which card, and what it cost."""
        points = points_of(ruleset, Cards.of(trick.cards))
        card = card_word(dict(trick.plays())[trick.winner])
        key = "trick.took-points" if points else "trick.took-none"
        return self._of(trick.winner, key, card=card, count=points)

    def moon(self, seat: int, taken: int, of: int) -> str:
        """That one seat has every penalty card so far."""
        return self._of(seat, "say.moon", taken=taken, of=of)

    def result(
        self, finished: FinishedDeal, before: Sequence[int], ruleset: Ruleset
    ) -> tuple[str, list[str]]:
        """What a finished deal came to, with the scores ``before`` it: a heading, and the rest."""
        after = total(before, finished.outcome.points)
        title, told = self._settled(finished, after)
        return title, [*told, *self._end(after, finished.deal.number, ruleset)]

    def _settled(self, finished: FinishedDeal, after: Sequence[int]) -> tuple[str, list[str]]:
        outcome = finished.outcome
        shooter = outcome.shooter
        if shooter is None:
            low = min(after)
            lowest = [seat for seat, score in enumerate(after) if score == low]
            title = self._say("sheet.over", deal=finished.deal.number)
            return title, [self._say("sheet.watching", low=low, names=self._list(lowest))]
        score, own = after[shooter], outcome.points[shooter]
        title = self._of(shooter, "sheet.shot")
        if outcome.moon is MoonRule.ADD:
            told = self._of(shooter, "sheet.moon.add", count=max(outcome.points), after=score)
            return title, [told]
        told = self._of(shooter, "sheet.moon.subtract", count=-own, before=score - own, after=score)
        return title, [told, self._say("sheet.nobody")]

    def _end(self, after: Sequence[int], number: int, ruleset: Ruleset) -> list[str]:
        """How the game ends with these scores, if it does."""
        winners = game_winners(ruleset, after, number)
        if len(winners) != 1:
            return []
        at_target = [seat for seat, score in enumerate(after) if score >= ruleset.target]
        if len(at_target) == 1:
            reached = self._of(at_target[0], "over.reached", score=max(after))
        else:
            reached = self._say("over.reached-all.they", names=self._list(at_target))
        return [reached, self._of(winners[0], "over.wins")]

    def _list(self, seats: Sequence[int]) -> str:
        you = self.catalogue.say("players.you")
        return self.catalogue.join([you if s == self.you else self.names[s] for s in seats])

    def _of(self, seat: int, key: str, **facts: Fact) -> str:
        """The sentence of ``key`` that speaks about this seat."""
        person = "you" if seat == self.you else "they"
        return self._say(f"{key}.{person}", name=self.names[seat], **facts)

    def _say(self, key: str, **facts: Fact) -> str:
        return self.catalogue.say(f"table.{key}", **facts)
