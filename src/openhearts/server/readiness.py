"""Whether people can be sent here: /readyz, for whoever stands before the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from openhearts.server.incidents import note, report
from openhearts.server.stopping import Stopping
from openhearts.server.store import StoreFailed

SECONDS_KEPT = 1.0
"""Anybody may ask, and the answer costs a write: it is sought once a second at most."""

READY, STOPPING, STORE_FAILED = "ready", "stopping", "store-failed"


class Readiness:
    """Looks whether tables can be read and changed, and whether the server goes on."""

    def __init__(self, check: Callable[[], Awaitable[None]], stopping: Stopping) -> None:
        """``check`` raises StoreFailed unless tables can be read and changed."""
        self._check = check
        self._stopping = stopping
        self._found = READY
        self._until = 0.0
        self._looking = asyncio.Lock()

    async def look(self) -> str:
        """READY, or why not."""
        if self._stopping.has_begun:
            return STOPPING
        async with self._looking:
            if time.monotonic() > self._until:
                await self._look_anew()
                self._until = time.monotonic() + SECONDS_KEPT
        return self._found

    async def _look_anew(self) -> None:
        before = self._found
        try:
            await self._check()
        except StoreFailed as failure:
            self._found = STORE_FAILED
            if before == READY:
                report("not-ready", failure)
        else:
            self._found = READY
            if before != READY:
                note("ready-again")
