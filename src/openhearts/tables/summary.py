"""A table in a few facts, for the lists of tables: what anybody at it may know."""

from __future__ import annotations

import msgspec

from openhearts.tables.events import Holder, Person
from openhearts.tables.table import Table, TablePhase


class _Facts(msgspec.Struct, frozen=True):
    """What is stored. The identities in ``holders`` find one's own seat; they go no further."""

    id: str
    preset: str
    target: int
    deal: int
    phase: TablePhase
    to_act: tuple[int, ...]
    scores: tuple[int, ...]
    holders: tuple[Holder, ...]


class TableSummary(msgspec.Struct, frozen=True):
    """A table as one of its persons sees it in a list."""

    id: str
    preset: str
    target: int
    deal: int
    """The number of the deal on the table, from 1; before the first one it is 1 too."""
    phase: TablePhase
    seat: int | None
    """The person's own, if it has one."""
    others: int
    """How many other people have seats there."""
    to_act: tuple[int, ...]
    """Seats that the table waits for."""
    scores: tuple[int, ...]
    """By seat, after the last finished deal."""
    changed_at: int
    """When something last happened there, in milliseconds since 1970."""

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this person."""
        return self.seat is not None and self.seat in self.to_act

    @classmethod
    def read(cls, text: str, person: str, changed_at: int) -> TableSummary:
        """What ``summarise`` wrote, as the person with this identity sees it."""
        facts = msgspec.json.decode(text, type=_Facts)
        people = {seat: h for seat, h in enumerate(facts.holders) if isinstance(h, Person)}
        seat = next((seat for seat, h in people.items() if h.id == person), None)
        return cls(
            id=facts.id,
            preset=facts.preset,
            target=facts.target,
            deal=facts.deal,
            phase=facts.phase,
            seat=seat,
            others=len(people) - (seat is not None),
            to_act=facts.to_act,
            scores=facts.scores,
            changed_at=changed_at,
        )


def summarise(table: Table, table_id: str) -> str:
    """The facts to store beside the events of a table, as JSON."""
    facts = _Facts(
        id=table_id,
        preset=table.setup.preset,
        target=table.ruleset.target,
        deal=table.deal.number if table.deal else 1,
        phase=table.phase,
        to_act=table.to_act,
        scores=table.game.scores,
        holders=table.holders,
    )
    return msgspec.json.encode(facts).decode()
