"""Seeds of their own for everything in a match that is left to chance.

Each is derived from the match's seed and the place where it is used, never from what was
drawn before or from a clock: so it is the same in whatever order the blocks are played.
"""

from __future__ import annotations

import hashlib

BITS = 53
"""Programs that read every number of JSON as a float lose nothing of a seed."""


def derived(seed: int, *place: int | str) -> int:
    """The seed of ``place`` in the match of ``seed``; those of two places are unrelated."""
    name = "/".join(map(str, (seed, *place)))
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 64 - BITS
