"""Whether a deal was drawn as promised, worked out anew from its record (docs/fairness.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from openhearts.records import FairDeal, RecordedDeal
from openhearts.tables.fairness import commitment, draw_hands


class Flaw(StrEnum):
    """What does not fit. Each has its sentence in the catalogue."""

    SEED = "seed"
    """The seed is not the one whose hash was shown before the deal."""
    BYTES = "bytes"
    """Bytes were added whose hash nobody had given before, or not in the order of the seats."""
    HANDS = "hands"
    """The seed and the bytes draw other hands."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of verifying a deal: its first ``flaw``, if any.

    ``added`` are the seats whose browsers' bytes the deal was drawn from, ``left_out`` those that
    had given a hash and no bytes.
    """

    flaw: Flaw | None = None
    added: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


def verify(recorded: RecordedDeal) -> Verdict | None:
    """The verdict on a deal; None where its record holds nothing to verify it by."""
    fair, deal = recorded.fair, recorded.deal
    if fair is None:
        return None
    seed = bytes.fromhex(fair.seed)
    if commitment(seed) != fair.commitment:
        return Verdict(Flaw.SEED)
    added = _seats_of(fair)
    if len(added) != len(fair.revealed):
        return Verdict(Flaw.BYTES)
    left_out = (seat for seat, hash_ in enumerate(fair.hashes) if hash_ and seat not in added)
    revealed = [bytes.fromhex(text) for text in fair.revealed]
    hands = draw_hands(deal.ruleset.seats, deal.number, seed, revealed)
    return Verdict(None if hands == deal.dealt else Flaw.HANDS, added, tuple(left_out))


def _seats_of(fair: FairDeal) -> tuple[int, ...]:
    """The seats whose hashes fit what was revealed, in the order of both; fewer than were
    revealed if something fits none."""
    hashes = [commitment(bytes.fromhex(text)) for text in fair.revealed]
    seats: list[int] = []
    for seat, given in enumerate(fair.hashes):
        if len(seats) < len(hashes) and given == hashes[len(seats)]:
            seats.append(seat)
    return tuple(seats)
