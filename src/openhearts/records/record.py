"""A game written down: everything that happened in it, and nothing that can be derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from openhearts.rules.actions import Action, ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.scoring import total
from openhearts.rules.view import SeatView

VERSION = 1
"""Of the format, docs/record.md."""

UNKNOWN = "??"
"""A card that a seat did not know, or a whole hand of them."""

SeatAction = tuple[int, Action]
"""A seat, and what it did."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who holds a seat: a person, perhaps by ``name``, or the ``bot`` of this level or program."""

    name: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """After the deal's first ``after`` actions ``seat`` had another player: a stand-in, or the
    person back again."""

    seat: int
    after: int
    player: Player


@dataclass(frozen=True, slots=True)
class TakeBack:
    """``seat`` went back to the moment after the deal's first ``after`` actions; ``undone`` are
    those that had followed, which then happened anew or not at all."""

    seat: int
    after: int
    undone: tuple[SeatAction, ...]


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What proves that a deal was not chosen (docs/fairness.md), in hexadecimal digits: the
    ``seed``, its hash shown before (``commitment``), and the bytes that players' browsers added,
    in the order of their seats.

    ``hashes`` are those that these browsers had given before, by seat: empty for a seat that
    would add nothing, and none at all where nobody would.
    """

    seed: str
    commitment: str
    revealed: tuple[str, ...] = ()
    hashes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal, and what is remembered of it besides its cards.

    ``pass_order`` are the seats that have passed, in the order in which they chose.
    ``automatic`` are the places among the actions, from 1, of those that were not done by the
    seat's player, who failed to answer.
    """

    deal: Deal
    pass_order: tuple[int, ...] = ()
    automatic: tuple[int, ...] = ()
    take_backs: tuple[TakeBack, ...] = ()
    player_changes: tuple[PlayerChange, ...] = ()
    fair: FairDeal | None = None

    @classmethod
    def of(cls, deal: Deal) -> RecordedDeal:
        """A deal of which nothing else is known: the passes in the order of the seats."""
        return cls(deal, tuple(seat for seat, cards in enumerate(deal.passed) if cards is not None))

    def actions(self) -> Iterator[SeatAction]:
        """Everything that stands, in the order in which it was done."""
        deal = self.deal
        for seat in self.pass_order:
            yield seat, PassCards(tuple(deal.given(seat)))
        tricks = deal.tricks if deal.trick is None else (*deal.tricks, deal.trick)
        for trick in tricks:
            for seat, card in trick.plays():
                yield seat, PlayCard(card)
        if deal.claim is not None:
            yield deal.claim.seat, MakeClaim(deal.claim.kind)
        if deal.moon_choice is not None and deal.shooter is not None:
            yield deal.shooter, ChooseMoon(deal.moon_choice)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or some successive deals of one: scores then count from the first of them.

    ``players`` are by seat, those at the first deal; none if they are not known. ``about`` are
    names and values that its writer adds: a date, a place, a program. Only the last deal may be
    under way; ``view`` is one that comes after ``deals``, known only as one seat saw it.
    """

    ruleset: Ruleset
    deals: tuple[RecordedDeal, ...] = ()
    players: tuple[Player, ...] = ()
    about: tuple[tuple[str, str | int | bool], ...] = ()
    view: SeatView | None = None

    @classmethod
    def of(cls, game: Game, players: Iterable[Player] = ()) -> Record:
        """The record of a game as it stands."""
        deals = [finished.deal for finished in game.finished]
        if game.deal is not None and game.deal.phase is not Phase.OVER:
            deals.append(game.deal)
        return cls(game.ruleset, tuple(map(RecordedDeal.of, deals)), tuple(players))

    @classmethod
    def as_seen(cls, game: Game, seat: int | None, players: Iterable[Player] = ()) -> Record:
        """What ``seat``, or a spectator, may write down of a game as it stands: the finished
        deals, and of the one under way its view."""
        record = cls.of(game, players).only_finished()
        if game.deal is None or game.deal.phase is Phase.OVER:
            return record
        return replace(record, view=SeatView.of(game, seat))

    @property
    def game(self) -> Game:
        """The game, with its scores and winners."""
        finished: list[FinishedDeal] = []
        scores = (0,) * self.ruleset.seats  # kept up: a game's own are added up each time anew
        for recorded in self.deals[:-1]:
            outcome = recorded.deal.outcome(scores)
            finished.append(FinishedDeal(recorded.deal, outcome))
            scores = total(scores, outcome.points)
        last = self.deals[-1].deal if self.deals else None
        return Game(self.ruleset, tuple(finished), last)

    @property
    def finished(self) -> tuple[FinishedDeal, ...]:
        """The deals that are over, with their outcomes."""
        return self.game.finished

    def only_finished(self) -> Record:
        """This record without a deal that is still under way."""
        finished = tuple(d for d in self.deals if d.deal.phase is Phase.OVER)
        return replace(self, deals=finished, view=None)
