"""How games and deals begin: the events that put cards on a table."""

from __future__ import annotations

from collections.abc import Callable

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
    """A table's first game, and its first deal."""
    return _game(setup, host, holders, 1, None, (), entropy)


def next_game(table: Table, entropy: Entropy, *, again: bool = False) -> list[Event]:
    """One more game with the same rules and seats, and its first deal.

    ``again``: with the deals of the game that is over.
    """
    replays, seeds = (table.number, table.seeds) if again else (None, ())
    number = table.number + 1
    return _game(table.setup, table.host, table.holders, number, replays, seeds, entropy)


def next_deal(table: Table, entropy: Entropy) -> list[Event]:
    """The next deal of the table's game."""
    number = table.game.next_number
    repeats = table.replays is not None and number <= len(table.seeds)
    seed = bytes.fromhex(table.seeds[number - 1]) if repeats else entropy(SEED_BYTES)
    return _deal(table.ruleset.seats, number, seed)


def _game(
    setup: Setup,
    host: str,
    holders: tuple[Holder, ...],
    number: int,
    replays: int | None,
    seeds: tuple[str, ...],
    entropy: Entropy,
) -> list[Event]:
    started = GameStarted(
        game=number,
        host=host,
        preset=setup.preset,
        ruleset=setup.ruleset.to_words(),
        options=setup.options,
        level=setup.level,
        holders=holders,
        bot_secret=entropy(SECRET_BYTES).hex(),
        replays=replays,
        seeds=seeds,
    )
    seed = bytes.fromhex(seeds[0]) if seeds else entropy(SEED_BYTES)
    return [started, *_deal(setup.ruleset.seats, 1, seed)]


def _deal(seats: int, number: int, seed: bytes) -> list[Event]:
    """The seed's commitment, then the cards that it draws."""
    hands = draw_hands(seats, number, seed)
    return [
        DealCommitted(deal=number, seed=seed.hex(), commitment=commitment(seed)),
        Dealt(deal=number, revealed=(), hands=tuple(str(hand) for hand in hands)),
    ]
