"""Reading what a document remembers of a deal besides its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openhearts.records.errors import RecordError, RecordFault
from openhearts.records.notation import after, check_seats, digits, seat_action, seat_number
from openhearts.records.record import FairDeal, Player, PlayerChange, SeatAction, TakeBack
from openhearts.records.value import Value
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import Ruleset


def read_player(parts: Mapping[str, Value]) -> Player:
    """The player whose ``name`` and ``bot`` may be among these fields."""
    return Player(**{key: parts[key].text() for key in ("name", "bot") if key in parts})


def automatic(actions: Sequence[SeatAction], items: Sequence[Value]) -> tuple[int, ...]:
    """The places of automatic actions among a deal's ``actions``, each one after the last."""
    places: list[int] = []
    for item in items:
        place = item.number()
        if not 1 <= place <= len(actions):
            raise _no_such_action(item, len(actions))
        if places and place <= places[-1]:
            raise item.fault(RecordFault.NOT_IN_ORDER, given=place, before=places[-1])
        places.append(place)
    return tuple(places)


def take_backs(
    begun: Deal, actions: Sequence[SeatAction], items: Sequence[Value]
) -> tuple[TakeBack, ...]:
    """A deal's take-backs, replayed from the last one back: each tells what stood before it.

    ``begun`` is the deal before the first of the ``actions`` that stand.
    """
    if not items:
        return ()
    stood = [begun]  # the deal after each number of actions
    for actor, action in actions:
        stood.append(stood[-1].act(actor, action))
    found: list[TakeBack] = []
    for item in reversed(items):
        parts = item.table(("seat", "after", "undone"))
        seat, kept = seat_number(parts["seat"], begun.ruleset), parts["after"].number()
        if not 0 <= kept < len(stood):
            raise _no_such_action(parts["after"], len(stood) - 1)
        del stood[kept + 1 :]
        undone: list[SeatAction] = []
        for step in parts["undone"].items():
            undone.append(seat_action(step, begun.ruleset))
            stood.append(after(stood[-1], *undone[-1], step))
        if not undone or undone[0][0] != seat:
            raise item.fault(RecordFault.NOT_AN_OWN_DECISION, seat=seat)
        found.append(TakeBack(seat, kept, tuple(undone)))
    return tuple(reversed(found))


def player_changes(
    ruleset: Ruleset, actions: Sequence[SeatAction], items: Sequence[Value]
) -> tuple[PlayerChange, ...]:
    """The changes of players in a deal that had these ``actions``, in their order."""
    changes: list[PlayerChange] = []
    for item in items:
        parts = item.table(("seat", "after"), ("name", "bot"))
        kept = parts["after"].number()
        if not 0 <= kept <= len(actions):
            raise _no_such_action(parts["after"], len(actions))
        if changes and kept < changes[-1].after:
            before = changes[-1].after
            raise parts["after"].fault(RecordFault.NOT_IN_ORDER, given=kept, before=before)
        changes.append(PlayerChange(seat_number(parts["seat"], ruleset), kept, read_player(parts)))
    return tuple(changes)


def fair(ruleset: Ruleset, value: Value) -> FairDeal:
    """What proves that a deal was not chosen."""
    parts = value.table(("seed", "commitment"), ("hashes", "revealed"))
    hashes = parts["hashes"].items() if "hashes" in parts else []
    if "hashes" in parts:
        check_seats(parts["hashes"], ruleset.seats, len(hashes))
    revealed = parts["revealed"].items() if "revealed" in parts else []
    return FairDeal(
        digits(parts["seed"]),
        digits(parts["commitment"]),
        tuple(digits(item) for item in revealed),
        tuple(item.text() and digits(item) for item in hashes),
    )


def _no_such_action(value: Value, actions: int) -> RecordError:
    return value.fault(RecordFault.NO_SUCH_ACTION, action=value.number(), actions=actions)
