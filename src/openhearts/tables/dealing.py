"""How games and deals begin: what a deal is drawn from, and the cards (docs/design.md 5)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from openhearts.tables import messages
from openhearts.tables.events import (
    BytesRevealed,
    DealCommitted,
    Dealt,
    Event,
    GameStarted,
    HashGiven,
    Holder,
)
from openhearts.tables.fairness import SEED_BYTES, commitment, draw_hands
from openhearts.tables.refusal import TableRefusal, demand
from openhearts.tables.setup import Setup
from openhearts.tables.table import Shuffle, Table

Entropy = Callable[[int], bytes]
"""So many bytes that nobody can foresee."""

SECRET_BYTES = 32

BETWEEN_DEALS = ("gathering", "sheet", "over")
"""The phases in which browsers say that they will add to the next deal."""


def first_game(
    setup: Setup, host: str, holders: tuple[Holder, ...], entropy: Entropy, browser_hash: str = ""
) -> list[Event]:
    """The first game of a table at which nobody has to gather, and the beginning of its first
    deal. ``browser_hash`` is of the bytes that the browser of who is on seat 0 adds, if any."""
    hashes = (browser_hash, *("",) * (len(holders) - 1))
    started = _start(setup, host, holders, entropy)
    return [started, *_deal(1, Shuffle(entropy(SEED_BYTES).hex(), hashes), len(holders))]


def next_game(table: Table, entropy: Entropy, *, again: bool = False) -> list[Event]:
    """One more game of the table, its first included, with the same rules and seats, and the
    beginning of its first deal. ``again``: with the deals of the game that is over.
    """
    started = msgspec.structs.replace(
        _start(table.setup, table.host, table.holders, entropy),
        game=table.number + 1,
        replays=table.number if again else None,
        seeds=table.seeds if again else (),
        revealed=tuple(shuffle.revealed for shuffle in table.shuffles) if again else (),
        stand_ins=tuple(sorted(table.stand_ins)),
        removed=tuple(sorted(table.removed)),
    )
    return [started, *_begin_deal(table, 1, entropy, repeats=again)]


def next_deal(table: Table, entropy: Entropy) -> list[Event]:
    """The next step to the next deal of the table's game: its seed is fixed; then, once nobody's
    bytes are waited for any more, which may be at once, the cards are dealt."""
    if shuffle := table.next_shuffle:
        return [_dealt(table.committed, shuffle, table.ruleset.seats)]
    number = table.game.next_number
    repeats = table.replays is not None and number <= len(table.shuffles)
    return _begin_deal(table, number, entropy, repeats=repeats)


def give_hash(table: Table, seat: int, command: messages.GiveHash) -> list[Event]:
    """What happens if a browser will add bytes to the next deal. Raises TableRefusal."""
    if table.hashes and table.hashes[seat] == command.hash:
        return []
    demand(table.phase in BETWEEN_DEALS, "not-now")
    return [HashGiven(seat=seat, hash=command.hash)]


def reveal(table: Table, seat: int, command: messages.Reveal) -> list[Event]:
    """What happens when a browser shows its bytes; after the last ones the cards are dealt.

    Raises TableRefusal.
    """
    shuffle = table.next_shuffle
    if shuffle is None or seat not in table.to_act:
        raise TableRefusal("not-now")
    demand(commitment(bytes.fromhex(command.bytes)) == shuffle.hashes[seat], "other-bytes")
    shown = BytesRevealed(seat=seat, bytes=command.bytes)
    if table.to_act != (seat,):
        return [shown]
    revealed = (*shuffle.revealed[:seat], command.bytes, *shuffle.revealed[seat + 1 :])
    drawn = Shuffle(shuffle.seed, shuffle.hashes, revealed)
    return [shown, _dealt(table.committed, drawn, table.ruleset.seats)]


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


def _begin_deal(table: Table, number: int, entropy: Entropy, *, repeats: bool) -> list[Event]:
    """The deal of this number; ``repeats``: the one that an earlier game had."""
    if repeats:
        return _deal(number, table.shuffles[number - 1], table.ruleset.seats)
    hashes = tuple(
        hash_ if seat in table.people and seat not in table.stand_ins else ""
        for seat, hash_ in enumerate(table.hashes)
    )
    return _deal(number, Shuffle(entropy(SEED_BYTES).hex(), hashes), table.ruleset.seats)


def _deal(number: int, shuffle: Shuffle, seats: int) -> list[Event]:
    """The seed is fixed; the cards follow at once unless bytes have to be shown first."""
    hashes = shuffle.hashes if any(shuffle.hashes) else ()
    committed = DealCommitted(
        deal=number, seed=shuffle.seed, commitment=shuffle.commitment, hashes=hashes
    )
    if hashes and not shuffle.revealed:
        return [committed]
    return [committed, _dealt(number, shuffle, seats)]


def _dealt(number: int, shuffle: Shuffle, seats: int) -> Dealt:
    hands = draw_hands(seats, number, bytes.fromhex(shuffle.seed), shuffle.added)
    return Dealt(deal=number, revealed=shuffle.revealed, hands=tuple(str(hand) for hand in hands))
