"""How a live deal is drawn: fixed by a seed that is committed to before the deal.

The seed's SHA-256 is public before the deal; the pack is shuffled by Fisher and Yates's
method, driven by HMAC-SHA256 with the seed as its key, so that anyone who learns the seed
afterwards can draw the same deal again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from openhearts.rules.cards import Card, Cards, deck

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is shown before the deal: SHA-256 of its ``seed``, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def draw_hands(
    seats: int, deal_number: int, seed: bytes, revealed: Sequence[bytes] = ()
) -> tuple[Cards, ...]:
    """The hands by seat of deal ``deal_number``, every order of the pack equally likely.

    ``revealed`` are the bytes that players' browsers added, by seat, at most 255 each, none
    from a seat that added nothing. HMAC's message is: for each of them its length in a byte
    and itself; the number of the deal in four bytes; the number of the block, from 0, in
    four bytes. The pack starts in the order of its cards; the i-th card of the shuffled
    pack goes to seat i modulo ``seats``.
    """
    pack = list(deck(seats))
    message = b"".join(len(added).to_bytes(1, "big") + added for added in revealed)
    numbers = _uniform_words(seed, message + deal_number.to_bytes(4, "big"))
    for last in range(len(pack) - 1, 0, -1):
        other = _below(last + 1, numbers)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(_hand(pack, seat, seats) for seat in range(seats))


def _hand(pack: Sequence[Card], seat: int, seats: int) -> Cards:
    return Cards.of(pack[seat::seats])


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
