"""What happens at a table by itself: deals, and the turns of bots."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from openhearts.tables.events import BotPlayer
from openhearts.tables.table import Table

REVEAL_SECONDS = 5.0
"""So long a deal waits for the bytes that browsers add; who is late is left out."""


@dataclass(frozen=True, slots=True)
class DealDue:
    """The next step to the next deal is in ``seconds``, unless its people are done before: with
    the sheet, or with showing what their browsers add to the deal."""

    seconds: float


@dataclass(frozen=True, slots=True)
class BotsDue:
    """The bots on these seats are to answer ``decision``."""

    seats: tuple[int, ...]
    decision: str


Due = DealDue | BotsDue


def due(table: Table) -> Due | None:
    """What happens next by itself; None while the table waits for people, or sleeps.

    It sleeps when bots stand in for all its people.
    """
    if not set(table.people) - table.stand_ins:
        return None
    match table.phase:
        case "gathering" | "over" | "closed":
            return None
        case "sheet":
            return DealDue(_sheet_seconds(table) if table.to_act else 0)
        case "shuffling":
            return DealDue(REVEAL_SECONDS if table.to_act else 0)
        case _:
            bots = tuple(s for s in table.to_act if isinstance(table.actors[s], BotPlayer))
            return BotsDue(bots, table.decision) if bots else None


def _sheet_seconds(table: Table) -> int:
    options = table.setup.options
    return options.clock_seconds if options.is_slow else options.sheet_seconds


def bot_seed(table: Table, seat: int) -> int:
    """What drives the choices of the bot on ``seat`` in the decision at hand.

    The same after a take-back: a bot does not change its mind by itself. Secret, and apart
    from the deal's seed.
    """
    decision, _attempt = table.decision.rsplit(".", 1)
    digest = hmac.digest(bytes.fromhex(table.bot_secret), f"{decision}.{seat}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
