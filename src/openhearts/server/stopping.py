"""The end of the server: nothing new begins, and what is under way is finished and answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from openhearts.server.incidents import note

SECONDS_TO_ANSWER = 6.0
"""For the commands that are under way: a little longer than the database may be locked."""
SECONDS_TO_RETURN = 5
"""After which a stopped server may be asked for again: it has been started anew by then."""
RESTARTING = "restarting"
"""The code of what is refused meanwhile."""

_LOOK_AGAIN = 0.01


class Conversation(Protocol):
    """What a client and the server say to one another over one socket."""

    @property
    def is_owed_an_answer(self) -> bool:
        """Whether the client waits for the answer to a command that was taken."""
        ...


class Stopping:
    """Whether the server stops, and what must be finished first."""

    def __init__(self) -> None:
        self.has_begun = False
        self.conversations: set[Conversation] = set()

    async def finish(self, is_urgent: Callable[[], bool]) -> None:
        """Begin to stop; return once every command that was taken has its answer.

        It returns early after SECONDS_TO_ANSWER, or when it has become urgent.
        """
        self.has_begun = True
        note("stopping", count=len(self.conversations))
        deadline = asyncio.get_running_loop().time() + SECONDS_TO_ANSWER
        while any(one.is_owed_an_answer for one in self.conversations):
            if is_urgent() or asyncio.get_running_loop().time() > deadline:
                return
            await asyncio.sleep(_LOOK_AGAIN)
