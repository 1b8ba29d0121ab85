"""Takes tables out of the store when something is due there, and closes abandoned ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from openhearts.server.incidents import report
from openhearts.server.resting import longer
from openhearts.server.store import Store, StoreFailed

SOON = 60.0
"""Seconds: a table at which something happens by then is kept in memory, or taken into it."""
SECONDS_TO_COME_BACK = 90 * 24 * 3600.0
"""A table at which nothing has happened for so long is closed."""


class Waker:
    """One server's; ``run`` it for as long as the server runs."""

    def __init__(
        self,
        store: Store,
        wake: Callable[[str], Awaitable[object]],
        close: Callable[[str], Awaitable[None]],
    ) -> None:
        """``wake`` takes the table of an id into memory; ``close`` closes it if it sleeps."""
        self._store = store
        self._wake = wake
        self._close = close
        self._unwakeable: set[str] = set()

    async def run(self) -> None:
        """Take out of the store, again and again, the tables at which something is due soon."""
        resumed, rest = False, 0.0
        while True:
            try:
                if not resumed:
                    await self._store.resume_clocks()
                    resumed = True
                await self._store.give_sign_of_life()
                for table_id in await self._store.due_tables(SOON):
                    await self._wake_one(table_id)
                await self._close_abandoned()
                rest = 0.0
            except StoreFailed as failure:
                report("no-table-woken", failure)
                rest = longer(rest)
            await asyncio.sleep(rest or SOON / 2)

    async def _wake_one(self, table_id: str) -> None:
        if table_id in self._unwakeable:
            return
        try:
            await self._wake(table_id)
        except StoreFailed:
            raise
        except Exception as error:
            report("table-not-woken", error, table=table_id)
            self._unwakeable.add(table_id)

    async def _close_abandoned(self) -> None:
        """Close the tables to which nobody has come back for a long time."""
        for table_id in await self._store.unchanged_tables(SECONDS_TO_COME_BACK):
            await self._close(table_id)
