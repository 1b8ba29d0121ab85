"""What the operator reads when something goes wrong."""

from __future__ import annotations

import logging

from openhearts.server.store import StoreFailed

log = logging.getLogger("openhearts")


def report(what: str, error: Exception) -> None:
    """One line where the store failed, which an operator can mend; else the whole trace too."""
    log.error("%s: %s", what, error, exc_info=None if isinstance(error, StoreFailed) else error)
