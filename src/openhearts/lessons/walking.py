"""Every way on from a moment at which the learner decides, played out by the table itself.

The learner may play any legal card; everybody else plays as in ``opponents``. So the whole of
a lesson is known beforehand, and a page that plays it need not know the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from openhearts.lessons.opponents import careful_card
from openhearts.lessons.replaying import LEARNER, after, deal_of, picture, settled
from openhearts.rules.actions import PlayCard
from openhearts.rules.cards import Card
from openhearts.tables.acting import act
from openhearts.tables.messages import View
from openhearts.tables.table import Table

Outcome = Callable[[Table], str]
"""What has become of a lesson at this table, by name; nothing while it goes on."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment: what the learner sees, and by legal card the scene to which it leads.

    Where the walk ends no card leads on, and ``outcome`` names what became of it.
    """

    table: Table
    view: View
    plays: Mapping[str, Scene] = field(default_factory=dict)
    outcome: str = ""


def walk(table: Table, outcome: Outcome) -> Scene:
    """The scene of a table that waits for the learner, with all that can follow."""
    if ended := outcome(table):
        return Scene(table, at_rest(picture(table, LEARNER)), outcome=ended)
    view = picture(table, LEARNER)
    plays = {card: walk(_played(table, Card.parse(card), outcome), outcome) for card in view.legal}
    return Scene(table, view, plays)


def scenes(start: Scene) -> Iterator[Scene]:
    """This scene and all that can follow."""
    yield start
    for scene in start.plays.values():
        yield from scenes(scene)


def at_rest(view: View) -> View:
    """The picture of a table at which nobody is asked for anything any more."""
    return settled(replace(view, to_act=(), legal=(), refusals={}, claims=()))


def _played(table: Table, card: Card, outcome: Outcome) -> Table:
    """The table after the learner's card, and all that is played until the next decision."""
    table = after(table, act(table, LEARNER, PlayCard(card)))
    while not outcome(table) and not _decides(table):
        (seat,) = table.to_act
        table = after(table, act(table, seat, PlayCard(careful_card(deal_of(table)))))
    return table


def _decides(table: Table) -> bool:
    """Whether the learner has a choice; a last card plays itself."""
    return table.to_act == (LEARNER,) and len(deal_of(table).hands[LEARNER]) > 1
