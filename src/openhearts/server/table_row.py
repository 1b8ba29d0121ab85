"""What the store is told of a table beside its log: so that it can be found without it."""

from __future__ import annotations

import msgspec

from openhearts.server.live_table import persons_at
from openhearts.server.store import TableRow
from openhearts.tables.clock import seconds_allowed, timed_seats
from openhearts.tables.due import BotsDue, DealDue, due
from openhearts.tables.listing import listing, rules_text
from openhearts.tables.summary import summarise
from openhearts.tables.table import Table


def row_of(table_id: str, table: Table) -> TableRow:
    """What the store keeps of the table beside its log."""
    status = table.phase if table.phase in ("over", "closed") else "open"
    listed = listing(table, table_id)
    return TableRow(
        status=status,
        due_in=_due_in(table),
        summary=summarise(table, table_id),
        persons=persons_at(table),
        listing=None if listed is None else msgspec.json.encode(listed).decode(),
        public_rules=rules_text(table.setup) if table.setup.options.listed else None,
    )


def _due_in(table: Table) -> float | None:
    """Seconds until something happens at the table even if nobody looks at it."""
    match due(table):
        case DealDue(seconds):
            return seconds
        case BotsDue():
            return 0
        case None if table.setup.options.is_slow:
            seats = timed_seats(table)
            return min((seconds_allowed(table, seat) for seat in seats), default=None)
        case None:
            return None
