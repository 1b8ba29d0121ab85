"""Reading one deal of a document: its hands, passes, tricks, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from openhearts.records.errors import RecordFault
from openhearts.records.notation import after, check_seats, parsed, seat_action
from openhearts.records.notes_reading import automatic, fair, player_changes, take_backs
from openhearts.records.record import RecordedDeal
from openhearts.records.value import Value
from openhearts.rules.actions import PlayCard
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import NotTheDeck
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.trick import Trick

DEAL_FIELDS = (
    *("passes", "tricks", "claim", "moon", "points"),
    *("automatic", "take_backs", "player_changes", "fair"),
)
"""Of a deal, besides its number and its hands."""


def read_deal(ruleset: Ruleset, number: int, value: Value) -> RecordedDeal:
    """Deal ``number`` of a game, with every card played again."""
    parts = value.table(("number", "hands"), DEAL_FIELDS)
    begun = _dealt(ruleset, number, parts["hands"])
    deal, pass_order = passed(begun, items_of(parts, "passes"))
    deal = ended(played(deal, items_of(parts, "tricks")), parts)
    recorded = RecordedDeal(deal, pass_order)
    actions = list(recorded.actions())
    return replace(
        recorded,
        automatic=automatic(actions, items_of(parts, "automatic")),
        take_backs=take_backs(begun, actions, items_of(parts, "take_backs")),
        player_changes=player_changes(ruleset, actions, items_of(parts, "player_changes")),
        fair=fair(ruleset, parts["fair"]) if "fair" in parts else None,
    )


def _dealt(ruleset: Ruleset, number: int, value: Value) -> Deal:
    items = value.items()
    hands = [parsed(item, item.text(), Cards.parse) for item in items]
    return started(ruleset, number, hands, value)


def started(ruleset: Ruleset, number: int, hands: Sequence[Cards], value: Value) -> Deal:
    """The deal with these hands, which ``value`` holds."""
    try:
        return Deal.start(ruleset, number, hands)
    except NotTheDeck as error:
        seat = error.facts.get("seat")
        wrong = value.items()[seat] if isinstance(seat, int) else value
        raise wrong.fault(error.reason, **error.facts) from error


def passed(deal: Deal, items: Sequence[Value]) -> tuple[Deal, tuple[int, ...]]:
    """The deal after these seats' passes, and the seats in their order."""
    order: list[int] = []
    for item in items:
        seat, action = seat_action(item, deal.ruleset, "pass ")
        deal = after(deal, seat, action, item)
        order.append(seat)
    return deal, tuple(order)


def played(deal: Deal, items: Sequence[Value]) -> Deal:
    """The deal after these tricks, of which only the last may be unfinished."""
    for place, item in enumerate(items, 1):
        here = item.at(trick=place)
        trick = read_trick(here, deal.ruleset)
        if not trick.cards or not (trick.is_complete or place == len(items)):
            raise here.fault(RecordFault.TRICK_NOT_COMPLETE)
        if deal.phase is Phase.PLAYING:
            check_leader(here, deal, trick)
        for seat, card in trick.plays():
            deal = after(deal, seat, PlayCard(card), here)
    return deal


def check_leader(value: Value, deal: Deal, trick: Trick) -> None:
    """Whether the seat that leads ``trick`` is the one on turn."""
    if deal.to_act != (trick.leader,):
        raise value.fault(RecordFault.WRONG_SEAT, expected=deal.to_act[0], given=trick.leader)


def read_trick(value: Value, ruleset: Ruleset) -> Trick:
    """A trick with a place for each seat."""
    trick = parsed(value, value.text(), Trick.parse)
    check_seats(value, ruleset.seats, trick.seats)
    return trick


def ended(deal: Deal, parts: Mapping[str, Value]) -> Deal:
    """The deal after the claim and the shooter's choice, where there were any."""
    for key, verb in (("claim", "claim "), ("moon", "moon ")):
        if key in parts:
            seat, action = seat_action(parts[key], deal.ruleset, verb)
            deal = after(deal, seat, action, parts[key])
    return deal


def items_of(parts: Mapping[str, Value], key: str) -> list[Value]:
    """The values of an array that may be left out."""
    return parts[key].items() if key in parts else []
