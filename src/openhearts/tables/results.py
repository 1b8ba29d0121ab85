"""What came of a table's finished games: who sat where at the end, the scores, who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from openhearts.tables.events import Event, GameStarted, Holder, Person
from openhearts.tables.fold import apply
from openhearts.tables.listing import rules_text
from openhearts.tables.table import Table


class FinishedGame(msgspec.Struct, frozen=True):
    """One game that is over. The identities in ``holders`` find names; they go no further."""

    number: int
    at: int
    """When it ended, in milliseconds since 1970."""
    version: int
    """How many events the table had then."""
    rules: str
    """As ``listing.rules_text`` writes them."""
    holders: tuple[Holder, ...]
    """By seat, as the game ended."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Seats; several share a win."""

    def place(self, seat: int) -> int:
        """How many were better, and one."""
        return 1 + sum(score < self.scores[seat] for score in self.scores)


@dataclass(frozen=True, slots=True)
class Total:
    """A person's games at a table."""

    person: str
    games: int
    wins: int
    mean_place: float


def finished_games(log: Iterable[tuple[int, int, Event]]) -> list[FinishedGame]:
    """The finished games among these events of a table, oldest first.

    Each event comes after its version and its time. What comes before a game's start is passed
    over, and so is what happens at the table once the game is over.
    """
    games: list[FinishedGame] = []
    table: Table | None = None
    was_over = False
    for version, at, event in log:
        is_start = isinstance(event, GameStarted)
        if table is None and not is_start:
            continue
        table = apply(None if is_start else table, event)  # every game has a snapshot of its own
        is_over = table.phase == "over"
        if is_over and not was_over:
            games.append(_finished(table, at, version))
        elif was_over and not is_over and not is_start and table.phase != "closed":
            games.pop()  # its last card was taken back
        was_over = is_over
    return games


def _finished(table: Table, at: int, version: int) -> FinishedGame:
    return FinishedGame(
        number=table.number,
        at=at,
        version=version,
        rules=rules_text(table.setup),
        holders=table.holders,
        scores=table.game.scores,
        winners=table.game.winners,
    )


def totals(games: Sequence[FinishedGame]) -> list[Total]:
    """Every person's games, the one with most wins first, then by mean place."""
    places: dict[str, list[int]] = {}
    wins: dict[str, int] = {}
    for game in games:
        for seat, holder in enumerate(game.holders):
            if isinstance(holder, Person):
                places.setdefault(holder.id, []).append(game.place(seat))
                wins[holder.id] = wins.get(holder.id, 0) + (seat in game.winners)
    found = [
        Total(person, len(taken), wins[person], sum(taken) / len(taken))
        for person, taken in places.items()
    ]
    return sorted(found, key=lambda total: (-total.wins, total.mean_place))
