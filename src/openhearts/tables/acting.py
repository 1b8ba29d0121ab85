"""Steps of the rules as events: what a player's action makes happen, whoever the player is."""

from __future__ import annotations

from openhearts.rules.actions import Action, ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.tables.events import CardPlayed, CardsPassed, Claimed, Event, MoonChosen
from openhearts.tables.table import Table


def act(table: Table, seat: int, action: Action, *, automatic: bool = False) -> list[Event]:
    """What ``action`` of the player on ``seat`` makes happen; ``automatic`` if not its own.

    Raises IllegalAction.
    """
    table.game.act(seat, action)
    match action:
        case PassCards(cards):
            texts = tuple(str(card) for card in cards)
            return [CardsPassed(seat=seat, cards=texts, automatic=automatic)]
        case PlayCard(card):
            return [CardPlayed(seat=seat, card=str(card), automatic=automatic)]
        case MakeClaim(kind):
            return [Claimed(seat=seat, claim=kind.value)]
        case ChooseMoon(moon):
            return [MoonChosen(seat=seat, moon=moon.value, automatic=automatic)]
