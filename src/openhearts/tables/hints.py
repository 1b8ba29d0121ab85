"""Hints: what the expert would do, told to whoever asked, and to nobody else."""

from __future__ import annotations

from openhearts.bots.hints import Hint
from openhearts.rules.actions import ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.seating import UNDER_WAY
from openhearts.tables.table import Table


def can_hint(table: Table, seat: int) -> bool:
    """Whether the person on ``seat`` may ask for a hint now."""
    return _allows_hints(table) and _decides(table, seat)


def view_for_hint(table: Table, person: str, command: messages.AskHint) -> SeatView:
    """What the person with this identity knows: a hint is made from nothing else.

    Raises TableRefusal.
    """
    seat = table.seat_of(person)
    if seat is None:
        raise TableRefusal("not-seated")
    if not _allows_hints(table):
        raise TableRefusal("hints-not-allowed")
    if command.decision != table.decision:
        raise TableRefusal("already-decided")
    if not _decides(table, seat):
        raise TableRefusal("not-your-turn")
    return SeatView.of(table.game, seat)


def hint_update(hint: Hint, command: messages.AskHint) -> messages.Hint:
    """The hint as the answer to the command that asked for it."""
    cards: tuple[str, ...] = ()
    claim: messages.ClaimKind | None = None
    moon: messages.MoonChoice | None = None
    match hint.action:
        case PassCards(passed):
            cards = tuple(map(str, passed))
        case PlayCard(card):
            cards = (str(card),)
        case MakeClaim(kind):
            claim = kind.value
        case ChooseMoon(chosen):
            moon = moon_word(chosen)
    return messages.Hint(
        id=command.id,
        decision=command.decision,
        cards=cards,
        claim=claim,
        moon=moon,
        values=tuple(
            messages.CardValue(
                card=str(value.card), points=round(value.points, 1), moon=round(value.moon, 2)
            )
            for value in hint.values
        ),
    )


def moon_word(moon: MoonRule) -> messages.MoonChoice:
    """How a moon was settled, or would be."""
    return "add" if moon is MoonRule.ADD else "subtract"


def _allows_hints(table: Table) -> bool:
    allowed = table.setup.options.hints
    return allowed == "all" or (allowed == "alone" and len(table.people) == 1)


def _decides(table: Table, seat: int) -> bool:
    waits = table.phase in UNDER_WAY and seat in table.to_act
    return waits and seat not in table.stand_ins
