"""The lessons of the tutorial: where each begins, and what may become of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from openhearts.lessons.replaying import LEARNER, after, deal_of, picture, record_of, tables_of
from openhearts.lessons.walking import Outcome, Scene, at_rest, scenes, walk
from openhearts.rules.actions import PassCards
from openhearts.rules.cards import QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Phase
from openhearts.tables.acting import act
from openhearts.tables.messages import View
from openhearts.tables.table import Table

PRESET = "subtract-the-moon"
"""What is taught: the game that the home page offers first."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: its first scene, the ``outcomes`` that it may have, and which are ``good``."""

    name: str
    start: Scene
    outcomes: tuple[str, ...]
    good: tuple[str, ...]

    @property
    def ends(self) -> list[Scene]:
        """The scenes at which it may end; where cards are passed, there are none."""
        return [scene for scene in scenes(self.start) if scene.outcome]


def tutorial() -> list[Lesson]:
    """All lessons, in their order."""
    return [lesson(name) for name in OUTCOMES]


@cache
def lesson(name: str) -> Lesson:
    """The lesson of this name."""
    *_, table = tables_of(record_of("tutorial", name), PRESET)
    outcome, outcomes, good = OUTCOMES[name]
    started = len(deal_of(table).tricks)

    def of_trick(later: Table) -> str:
        return outcome(later) if len(deal_of(later).tricks) > started else ""

    if deal_of(table).phase is Phase.PASSING:
        return Lesson(name, Scene(table, picture(table, LEARNER)), outcomes, good)
    return Lesson(name, walk(table, of_trick), outcomes, good)


def passed(lesson: Lesson, cards: Cards) -> Table:
    """The table once the learner has passed these cards, where that is what the lesson asks."""
    table = lesson.start.table
    return after(table, act(table, LEARNER, PassCards(tuple(cards))))


def passing_outcome(cards: Cards) -> str:
    """What becomes of passing these cards."""
    *deciding, otherwise = PASSING
    return PASSING[next((card for card in deciding if Card.parse(card) in cards), otherwise)]


def received(lesson: Lesson) -> View:
    """The picture once everybody has passed, with all that the learner held and got.

    Whatever was passed has then to be taken out: nothing else depends on it.
    """
    before = lesson.start.view
    some = Cards.of(list(deal_of(lesson.start.table).hands[LEARNER])[: before.pass_count])
    view = at_rest(picture(passed(lesson, some), LEARNER))
    return replace(view, hand=(*before.hand, *view.received), given=())


def _taker(table: Table) -> str:
    return "mine" if deal_of(table).tricks[-1].winner == LEARNER else "theirs"


def _discard(table: Table) -> str:
    card = dict(deal_of(table).tricks[-1].plays())[LEARNER]
    if card == QUEEN_OF_SPADES:
        return "queen"
    return "heart" if card.suit is Suit.HEARTS else "kept"


def _breaking(table: Table) -> str:
    return "broken" if deal_of(table).hearts_broken else "waiting"


def _moon(table: Table) -> str:
    if deal_of(table).phase is not Phase.OVER:
        return ""
    return "shot" if deal_of(table).shooter == LEARNER else "missed"


def _winner(table: Table) -> str:
    if deal_of(table).phase is not Phase.OVER:
        return ""
    return "won" if table.game.winners == (LEARNER,) else "goes-on"


PASSING: Mapping[str, str] = {str(QUEEN_OF_SPADES): "queen", "": "kept"}
"""By card: what becomes of passing it; last, what becomes of passing none of these."""

OUTCOMES: Mapping[str, tuple[Outcome, tuple[str, ...], tuple[str, ...]]] = {
    "points": (_taker, ("theirs", "mine"), ("theirs",)),
    "follow": (_taker, ("theirs", "mine"), ("theirs", "mine")),
    "discard": (_discard, ("queen", "heart", "kept"), ("queen",)),
    "break": (_breaking, ("broken", "waiting"), ("broken",)),
    "pass": (lambda _table: "", ("queen", "kept"), ("queen",)),
    "moon": (_moon, ("shot", "missed"), ("shot",)),
    "win": (_winner, ("won", "goes-on"), ("won",)),
}
"""By lesson: how it ends once its first trick is over, how it may, and how it ends well."""
