"""The lobby: the public tables in words, and the rules that are popular there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openhearts.server.lobby import LobbyContent, LobbyTable
from openhearts.server.site.forms import setup_query
from openhearts.server.site.preview import rules_in_short
from openhearts.tables.events import Person
from openhearts.tables.listing import read_rules
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import Catalogue
from openhearts.words.games import game_word


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of the lobby, in words."""

    id: str
    game: str
    rules: Sequence[str]
    told: Sequence[str]
    """Who sits there, how far they are, how long one may think."""
    way: str
    """What a visitor may do: join, watch, or nothing because it is full."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules that are popular, in words, and the page that opens a table with them."""

    game: str
    rules: Sequence[str]
    query: str


def lobby_facts(
    content: LobbyContent, catalogue: Catalogue, default_level: str, now: int
) -> dict[str, object]:
    """What the page shows, at this millisecond."""
    tables = [_table(table, catalogue, now) for table in content.tables]
    popular = [_rules(rules, catalogue, default_level) for rules in content.popular]
    return {"tables": tables, "popular": popular}


def _table(table: LobbyTable, catalogue: Catalogue, now: int) -> OpenTable:
    listing = table.listing
    setup = listing.setup
    return OpenTable(
        id=listing.id,
        game=_game(setup, catalogue),
        rules=tuple(rules_in_short(setup, catalogue)),
        told=_told(table, catalogue, now),
        way=_way(table),
    )


def _told(table: LobbyTable, catalogue: Catalogue, now: int) -> list[str]:
    listing, say = table.listing, catalogue.say
    options = listing.options
    names = [
        table.names.get(holder.id) or say("players.guest", number=seat + 1)
        for seat, holder in enumerate(listing.holders)
        if isinstance(holder, Person)
    ]
    minutes = max(1, (now - table.changed_at) // 60_000)
    stage = "gathering" if listing.phase == "gathering" else "playing"
    free = listing.free_seats
    told = [
        say("lobby.seated", names=catalogue.join(names)),
        say("lobby.free", count=free) if free else say("lobby.full"),
        say(f"lobby.{stage}", deal=listing.deal),
    ]
    if options.clock_seconds:
        time = say(f"options.clock_seconds.choice.{options.clock_seconds}")
        told.append(say("lobby.clock", time=time))
    if not table.is_attended:
        told.append(say("lobby.away", ago=catalogue.ago(60 * minutes)))
    return told


def _way(table: LobbyTable) -> str:
    if table.listing.free_seats:
        return "join"
    return "watch" if table.listing.options.spectators else "full"


def _rules(rules: str, catalogue: Catalogue, default_level: str) -> Rules:
    preset, ruleset = read_rules(rules)
    setup = Setup(preset, ruleset, TableOptions(), default_level)
    return Rules(
        game=_game(setup, catalogue),
        rules=tuple(rules_in_short(setup, catalogue)),
        query=setup_query(setup, default_level),
    )


def _game(setup: Setup, catalogue: Catalogue) -> str:
    return catalogue.say("rules.game", game=game_word(setup.preset), target=setup.ruleset.target)
