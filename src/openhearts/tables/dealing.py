"""How games and deals begin: the events that put cards on a table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from openhearts.tables.events import DealCommitted, Dealt, Event, GameStarted, Holder
from openhearts.tables.fairness import SEED_BYTES, commitment, draw_hands
from openhearts.tables.setup import Setup
from openhearts.tables.table import Table

Entropy = Callable[[int], bytes]
"""So many bytes that nobody can foresee."""

SECRET_BYTES = 32


def first_game(
    setup: Setup, host: str, holders: tuple[Holder, ...], entropy: Entropy
) -> list[Event]:
    """The first game of a table at which nobody has to gather, and its first deal."""
    return _game(_start(setup, host, holders, entropy), entropy)


def next_game(table: Table, entropy: Entropy, *, again: bool = False) -> list[Event]:
    """One more game of the table, its first included, with the same rules and seats, and its
    first deal. ``again``: with the deals of the game that is over.
    """
    started = msgspec.structs.replace(
        _start(table.setup, table.host, table.holders, entropy),
        game=table.number + 1,
        replays=table.number if again else None,
        seeds=table.seeds if again else (),
        stand_ins=tuple(sorted(table.stand_ins)),
        removed=tuple(sorted(table.removed)),
    )
    return _game(started, entropy)


def next_deal(table: Table, entropy: Entropy) -> list[Event]:
    """The next deal of the table's game."""
    number = table.game.next_number
    repeats = table.replays is not None and number <= len(table.seeds)
    seed = bytes.fromhex(table.seeds[number - 1]) if repeats else entropy(SEED_BYTES)
    return _deal(table.ruleset.seats, number, seed)


def _start(setup: Setup, host: str, holders: tuple[Holder, ...], entropy: Entropy) -> GameStarted:
    return GameStarted(
        game=1,
        host=host,
        preset=setup.preset,
        ruleset=setup.ruleset.to_words(),
        options=setup.options,
        level=setup.level,
        holders=holders,
        bot_secret=entropy(SECRET_BYTES).hex(),
    )


def _game(started: GameStarted, entropy: Entropy) -> list[Event]:
    seed = bytes.fromhex(started.seeds[0]) if started.seeds else entropy(SEED_BYTES)
    return [started, *_deal(len(started.holders), 1, seed)]


def _deal(seats: int, number: int, seed: bytes) -> list[Event]:
    """The seed's commitment, then the cards that it draws."""
    hands = draw_hands(seats, number, seed)
    return [
        DealCommitted(deal=number, seed=seed.hex(), commitment=commitment(seed)),
        Dealt(deal=number, revealed=(), hands=tuple(str(hand) for hand in hands)),
    ]
