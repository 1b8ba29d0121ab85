"""Names are erased: of people who do not come back, unasked; and whenever the operator wants."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from openhearts.server.database import DatabaseUnusable
from openhearts.server.database_address import DatabaseAddress
from openhearts.server.incidents import note, report
from openhearts.server.store import Store, StoreFailed

SECONDS_BETWEEN = 6 * 3600
"""From one look for such names to the next."""


async def keep_erasing(store: Store, days: int) -> None:
    """Erase, now and every few hours, the names of those who were not here for so many days."""
    while True:
        try:
            if count := await store.forget_unseen(days):
                note("names-erased", count=count)
        except StoreFailed as failure:
            report("names-not-erased", failure)
        await asyncio.sleep(SECONDS_BETWEEN)


def forget(
    database: DatabaseAddress,
    *,
    persons: Sequence[str] = (),
    name: str | None = None,
    days: int | None = None,
) -> int:
    """Erase the names of these persons, this name, and those that nobody came back to for so many
    days; how many there were.

    Raises CannotStart, also where there is no database: no file is made.
    """
    if isinstance(database, Path) and not database.exists():
        raise DatabaseUnusable("database-missing", database)

    async def erase(store: Store) -> int:
        count = await store.forget_names(persons) if persons else 0
        count += await store.forget_named(name) if name is not None else 0
        count += await store.forget_unseen(days) if days is not None else 0
        return count

    with closing(Store(database)) as store:
        try:
            return asyncio.run(erase(store))
        except StoreFailed as failure:
            raise DatabaseUnusable("database-unreachable", database, str(failure)) from failure
