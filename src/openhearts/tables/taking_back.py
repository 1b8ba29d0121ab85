"""Taking back: alone with bots at once; among people with everybody's consent, and only as long
as nobody has acted on what they saw."""

from __future__ import annotations

from openhearts.rules.actions import PlayCard
from openhearts.tables import messages
from openhearts.tables.events import (
    Event,
    PassWithdrawn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.table import Table


def can_take_back(table: Table, seat: int) -> bool:
    """Whether the person on ``seat`` may go back to an own decision of this deal, or ask to."""
    return bool(_taking_back(table, seat))


def take_back(table: Table, seat: int) -> list[Event]:
    """What happens if the person on ``seat`` wants its last decision back.

    Raises TableRefusal.
    """
    if table.asks_back == seat:
        return []
    if events := _taking_back(table, seat):
        return events
    raise TableRefusal("take-back-unavailable")


def answer_take_back(table: Table, seat: int, command: messages.AnswerTakeBack) -> list[Event]:
    """What happens if the person on ``seat`` agrees, or not; its asker may still think better.

    Raises TableRefusal.
    """
    if command.request != request_of(table):
        raise TableRefusal("no-take-back-asked")
    if command.agrees and seat not in table.agreement_needed:
        return []
    answered = TakeBackAnswered(seat=seat, agrees=command.agrees)
    if not command.agrees or table.agreement_needed != (seat,):
        return [answered]
    assert table.asks_back is not None  # else nobody's agreement would be needed
    return [answered, _last_one_back(table, table.asks_back)]


def request_of(table: Table) -> str:
    """Names the taking back that is asked for; empty if none is."""
    asker = table.asks_back
    return "" if asker is None else f"{table.decision}.{len(table.actions)}.{asker}"


def _taking_back(table: Table, seat: int) -> list[Event]:
    """What taking back would begin with; nothing where it is not possible."""
    if table.phase == "passing" and len(table.people) > 1:
        # Nobody has seen these cards yet: it needs no consent.
        chosen = seat not in table.to_act
        return [PassWithdrawn(seat=seat)] if chosen else []
    if not table.setup.options.take_back or table.phase == "shuffling":
        return []
    if table.people == (seat,):
        kept = _last_action(table, seat)
        return [] if kept is None else [TakenBack(seat=seat, kept=kept)]
    if not _played_last(table, seat):
        return []
    others = [other for other in table.people if other != seat and other not in table.stand_ins]
    return [TakeBackAsked(seat=seat)] if others else [_last_one_back(table, seat)]


def _played_last(table: Table, seat: int) -> bool:
    """Whether the person on ``seat`` played the last card, and the deal goes on."""
    if table.phase not in ("playing", "choosing") or _last_action(table, seat) is None:
        return False
    actor, action = table.actions[-1]
    return actor == seat and isinstance(action, PlayCard)


def _last_one_back(table: Table, seat: int) -> TakenBack:
    return TakenBack(seat=seat, kept=len(table.actions) - 1)


def _last_action(table: Table, seat: int) -> int | None:
    """The place, among the deal's actions, of the last one of the person on ``seat``."""
    first = table.sat_down_at(seat)
    own = (p for p, (actor, _) in enumerate(table.actions) if actor == seat and p >= first)
    return max(own, default=None)
