"""What was said at tables that sleep: kept in memory alone, and only so much of it."""

from __future__ import annotations

from openhearts.server.limits import MOST_TALK_KEPT
from openhearts.tables.talk import Lines


class TalkKept:
    """The talk of tables that nobody looks at, so that whoever comes back can read it.

    It is in no database: a restart forgets it.
    """

    def __init__(self) -> None:
        self._talk: dict[str, Lines] = {}

    def keep(self, table_id: str, talk: Lines) -> None:
        """Keep it while the table sleeps; the talk that has been kept longest may have to go."""
        if talk:
            self._talk[table_id] = talk
        if len(self._talk) > MOST_TALK_KEPT:
            del self._talk[next(iter(self._talk))]

    def take(self, table_id: str) -> Lines:
        """The talk of a table that wakes."""
        return self._talk.pop(table_id, ())
