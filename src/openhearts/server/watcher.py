"""One client that looks at a table: a mailbox that its socket empties at its own pace."""

from __future__ import annotations

import asyncio
from collections import deque

from openhearts.tables.messages import AnyUpdate, Reply, View

MOST_REPLIES = 64
"""A client that sends commands and reads no reply gets the newest ones only."""


class Watcher:
    """A client's mailbox: its newest view, and the replies to its own commands."""

    def __init__(self, person: str) -> None:
        self.person = person
        self._view: View | None = None
        self._replies: deque[Reply] = deque(maxlen=MOST_REPLIES)
        self._filled = asyncio.Event()

    def show(self, view: View) -> None:
        """Put the view in place of one that was not fetched yet: only the newest counts."""
        self._view = view
        self._filled.set()

    def reply(self, reply: Reply) -> None:
        """Queue an answer to the client's own command."""
        self._replies.append(reply)
        self._filled.set()

    @property
    def has_replies(self) -> bool:
        """Whether a reply waits to be sent."""
        return bool(self._replies)

    async def next_updates(self) -> list[AnyUpdate]:
        """Wait for something to send, and take all of it: the view first, then the replies."""
        await self._filled.wait()
        self._filled.clear()
        updates: list[AnyUpdate] = [] if self._view is None else [self._view]
        updates.extend(self._replies)
        self._view = None
        self._replies.clear()
        return updates
