"""What happens at a table by itself: deals, and the turns of bots."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from openhearts.tables.events import BotPlayer, DealCommitted, Dealt, Event
from openhearts.tables.fairness import SEED_BYTES, commitment, draw_hands
from openhearts.tables.handle import Entropy
from openhearts.tables.table import Table


@dataclass(frozen=True, slots=True)
class DealDue:
    """The next deal starts in ``seconds``, unless its people are done with the sheet before."""

    seconds: float


@dataclass(frozen=True, slots=True)
class BotsDue:
    """The bots on these seats are to answer ``decision``."""

    seats: tuple[int, ...]
    decision: str


Due = DealDue | BotsDue


def due(table: Table) -> Due | None:
    """What happens next by itself; None while the table waits for people, or sleeps."""
    if not table.people:
        return None
    match table.phase:
        case "over":
            return None
        case "sheet":
            begins = table.deal is None or not table.to_act
            return DealDue(0 if begins else table.setup.options.sheet_seconds)
        case _:
            bots = tuple(s for s in table.to_act if isinstance(table.holders[s], BotPlayer))
            return BotsDue(bots, table.decision) if bots else None


def next_deal(table: Table, entropy: Entropy) -> list[Event]:
    """The next deal of the table's game: its seed's commitment, then its cards."""
    number = table.game.next_number
    seed = _seed_to_replay(table, number) or entropy(SEED_BYTES)
    hands = draw_hands(table.ruleset.seats, number, seed)
    return [
        DealCommitted(deal=number, seed=seed.hex(), commitment=commitment(seed)),
        Dealt(deal=number, revealed=(), hands=tuple(str(hand) for hand in hands)),
    ]


def bot_seed(table: Table, seat: int) -> int:
    """What drives the choices of the bot on ``seat`` in the decision at hand.

    The same after a take-back: a bot does not change its mind by itself. Secret, and apart
    from the deal's seed.
    """
    deal = table.deal
    place = f"{table.number}.{deal.number}.{len(deal.tricks)}.{seat}" if deal else f"{seat}"
    digest = hmac.digest(bytes.fromhex(table.bot_secret), place.encode(), "sha256")
    return int.from_bytes(digest[:8], "big")


def _seed_to_replay(table: Table, number: int) -> bytes | None:
    if table.replays is None or number > len(table.seeds):
        return None
    return bytes.fromhex(table.seeds[number - 1])
