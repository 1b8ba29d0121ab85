"""What the operator is told: each thing by a code, with facts of known kinds.

No fact may hold a card, a hand, a seed, an identity, a name, a cookie, or what somebody sent.
"""

from __future__ import annotations

import logging
from typing import TypedDict, Unpack

log = logging.getLogger("openhearts")


class Facts(TypedDict, total=False):
    """All that a line of the log can say beside its code."""

    table: str
    version: int
    deal: int
    trick: int
    seat: int
    command: str
    """The kind of a command, not what it says."""
    code: str
    """Why something was refused."""
    fault: str
    """What a bot did instead of answering, without its words."""
    request: str
    """The method of a request that failed."""
    peer: str
    """The address of a proxy."""
    address: str
    """Where the server listens."""
    program: str
    """This program's version."""
    count: int
    seconds: float


def detail(event: str, /, **facts: Unpack[Facts]) -> None:
    """Tell what only somebody who looks for a fault wants to know."""
    log.debug(event, extra={"facts": facts})


def note(event: str, /, **facts: Unpack[Facts]) -> None:
    """Tell what is as it should be."""
    log.info(event, extra={"facts": facts})


def warn(event: str, /, **facts: Unpack[Facts]) -> None:
    """Tell what should not be, and was dealt with."""
    log.warning(event, extra={"facts": facts})


def report(event: str, error: BaseException, /, **facts: Unpack[Facts]) -> None:
    """Tell of an error that is the operator's to mend, or ours."""
    log.error(event, extra={"facts": facts}, exc_info=error)
