"""How a live deal is drawn: from a seed that is committed to before the deal, and from bytes
that players' browsers had committed to before that (docs/fairness.md).

The pack is shuffled by Fisher and Yates's method, driven by HMAC-SHA256 with the seed as its
key, so that anyone who learns the seed and the bytes afterwards can draw the same deal again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from openhearts.rules.cards import Card, Cards, deck

SEED_BYTES = 32


def commitment(secret: bytes) -> str:
    """What is shown before the deal of a seed, or of a browser's bytes: SHA-256, hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def draw_hands(
    seats: int, deal_number: int, seed: bytes, revealed: Sequence[bytes] = ()
) -> tuple[Cards, ...]:
    """The hands by seat of deal ``deal_number``: the i-th card of the shuffled pack goes to seat
    i modulo ``seats``."""
    pack = shuffled_pack(seats, deal_number, seed, revealed)
    return tuple(Cards.of(pack[seat::seats]) for seat in range(seats))


def shuffled_pack(
    seats: int, deal_number: int, seed: bytes, revealed: Sequence[bytes] = ()
) -> list[Card]:
    """The pack for so many seats, every order of it equally likely.

    ``revealed`` are the bytes that players' browsers added, by seat, at most 255 each, none
    from a seat that added nothing. HMAC's message is: for each of them its length in a byte
    and itself; the number of the deal in four bytes; the number of the block, from 0, in
    four bytes. The pack starts in the order of its cards.
    """
    pack = list(deck(seats))
    message = b"".join(len(added).to_bytes(1, "big") + added for added in revealed)
    numbers = _uniform_words(seed, message + deal_number.to_bytes(4, "big"))
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, numbers)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def _uniform_words(key: bytes, message: bytes) -> Iterator[int]:
    """Independent whole numbers below 2**32, without end."""
    block = 0
    while True:
        digest = hmac.digest(key, message + block.to_bytes(4, "big"), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number below ``limit``, each equally likely: words that would favour some are dropped."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in words if word < fair) % limit
