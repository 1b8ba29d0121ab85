"""A record told card by card, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from openhearts.records.record import Record, RecordedDeal, SeatAction
from openhearts.rules.actions import ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal
from openhearts.rules.scoring import points_of
from openhearts.rules.seats import Direction
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView
from openhearts.words.actions import action_words
from openhearts.words.catalogue import Catalogue, Fact
from openhearts.words.players import player_name, player_names


def play_by_play(record: Record, catalogue: Catalogue) -> Iterator[str]:
    """Every deal: its hands, passes, tricks and what else happened, in the order of play."""
    teller = _Teller(record, catalogue)
    for recorded in record.deals:
        yield from teller.deal(recorded)
        yield ""
    if record.view is not None:
        yield from teller.view(record.view)
        yield ""


class _Teller:
    def __init__(self, record: Record, catalogue: Catalogue) -> None:
        self._ruleset = record.ruleset
        self._names = player_names(record, catalogue)
        self._catalogue = catalogue

    def deal(self, recorded: RecordedDeal) -> Iterator[str]:
        end = recorded.deal
        yield self._say("hand", number=end.number, direction=self._direction(end.direction))
        for seat, hand in enumerate(end.dealt):
            yield self._say("dealt", name=self._names[seat], cards=str(hand))
        deal = Deal.start(self._ruleset, end.number, end.dealt)
        actions = list(recorded.actions())
        for place, (seat, action) in enumerate(actions):
            yield from self._before(recorded, place)
            if place + 1 in recorded.automatic:
                yield self._say("automatic", name=self._names[seat])
            deal = deal.act(seat, action)
            yield from self._action(deal, seat, action)
        yield from self._before(recorded, len(actions))
        yield from self._on_table(deal.trick)

    def view(self, view: SeatView) -> Iterator[str]:
        """A deal under way, as its seat or a spectator saw it."""
        direction, seat = view.direction, view.seat
        facts: dict[str, Fact] = {
            "number": view.number,
            "direction": self._direction(direction),
        }
        if seat is None:
            yield self._say("watched", **facts)
        else:
            name = self._names[seat]
            yield self._say("seen", name=name, **facts)
            yield self._say("held", name=name, cards=str(view.hand))
            seats = self._ruleset.seats
            if view.given:
                yield self._pass(seat, view.given, direction.receiver(seat, seats))
            if view.received:
                yield self._pass(direction.giver(seat, seats), view.received, seat)
        for number, trick in enumerate(view.tricks, 1):
            yield self._trick(number, trick)
        yield from self._on_table(view.trick)

    def _action(self, deal: Deal, seat: int, action: object) -> Iterator[str]:
        name = self._names[seat]
        match action:
            case PassCards(cards):
                yield self._pass(seat, cards, deal.direction.receiver(seat, self._ruleset.seats))
            case PlayCard() if deal.trick is not None and not deal.trick.cards:
                yield self._trick(len(deal.tricks), deal.tricks[-1])
            case MakeClaim(kind):
                yield self._event(f"claim.{kind}", name)
            case ChooseMoon(moon):
                yield self._event(f"moon-choice.{moon}", name)

    def _pass(self, seat: int, cards: Iterable[Card], taker: int) -> str:
        given = " ".join(map(str, cards))
        return self._say("pass", name=self._names[seat], cards=given, taker=self._names[taker])

    def _event(self, key: str, name: str) -> str:
        return self._say("event", text=self._catalogue.say(f"records.{key}", name=name))

    def _on_table(self, trick: Trick | None) -> Iterator[str]:
        if trick is not None and trick.cards:
            yield self._say("on-table", cards=self._plays(trick))

    def _direction(self, direction: Direction) -> str:
        return self._catalogue.say(f"records.direction.{direction}")

    def _trick(self, number: int, trick: Trick) -> str:
        points = points_of(self._ruleset, Cards.of(trick.cards))
        winner = self._names[trick.winner]
        return self._say(
            "trick", number=number, cards=self._plays(trick), name=winner, count=points
        )

    def _before(self, recorded: RecordedDeal, place: int) -> Iterator[str]:
        """What happened after ``place`` actions, before the next one."""
        for take_back in recorded.take_backs:
            if take_back.after == place:
                undone = ", ".join(map(self._undone, take_back.undone))
                yield self._say("take-back", name=self._names[take_back.seat], undone=undone)
        for change in recorded.player_changes:
            if change.after == place:
                player = player_name(change.player, change.seat, self._catalogue)
                yield self._say("change", name=self._names[change.seat], player=player)

    def _undone(self, undone: SeatAction) -> str:
        seat, action = undone
        return action_words(str(action), self._names[seat], self._catalogue)

    def _plays(self, trick: Trick) -> str:
        return ", ".join(f"{self._names[seat]} {card}" for seat, card in trick.plays())

    def _say(self, key: str, **facts: Fact) -> str:
        return self._catalogue.say(f"records.told.{key}", **facts)
