"""How the players of a record are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from openhearts.records.record import Player, Record
from openhearts.words.catalogue import Catalogue


def player_names(record: Record, catalogue: Catalogue) -> list[str]:
    """A name for each seat's first player; the seat stands beside names that are not unique."""
    players: Sequence[Player] = record.players or (Player(),) * record.ruleset.seats
    names = [player_name(player, seat, catalogue) for seat, player in enumerate(players)]
    counts = Counter(names)
    return [
        name if counts[name] == 1 else catalogue.say("records.player.again", name=name, seat=seat)
        for seat, name in enumerate(names)
    ]


def names_by_deal(record: Record, catalogue: Catalogue) -> Iterator[list[str]]:
    """For each deal of a record, a name for each seat's player at its beginning."""
    players = list(record.players or (Player(),) * record.ruleset.seats)
    for recorded in record.deals:
        for change in recorded.player_changes:
            if change.after == 0:
                players[change.seat] = change.player
        yield player_names(replace(record, players=tuple(players)), catalogue)
        for change in recorded.player_changes:
            players[change.seat] = change.player


def player_name(player: Player, seat: int, catalogue: Catalogue) -> str:
    """A player's name; else what kind of bot it is, or the seat."""
    if player.name:
        return player.name
    if player.bot:
        return catalogue.say("records.player.bot", bot=player.bot)
    return catalogue.say("records.player.unknown", seat=seat)
