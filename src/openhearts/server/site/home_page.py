"""The home page: play now, the games to choose from, and one's own games that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openhearts.rules.ruleset import PRESETS, STANDARD
from openhearts.tables.setup import DEFAULT_PRESET
from openhearts.tables.summary import TableSummary
from openhearts.words.catalogue import Catalogue
from openhearts.words.games import game_word

SHOWN_AT_ONCE = 3
"""Of one's own games; the others are a click away."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game that waits, in words."""

    id: str
    game: str
    told: str


def home_facts(tables: Sequence[TableSummary], catalogue: Catalogue, now: int) -> dict[str, object]:
    """What the home page shows to somebody with these unfinished tables, at this millisecond."""
    games = [own_game(table, catalogue, now) for table in tables]
    return {
        "games": games[:SHOWN_AT_ONCE],
        "more_games": games[SHOWN_AT_ONCE:],
        "presets": tuple(PRESETS),
        "chosen": DEFAULT_PRESET,
        "target": STANDARD.target,
    }


def own_game(table: TableSummary, catalogue: Catalogue, now: int) -> OwnGame:
    """Which game it is, how one stands, whose turn it is, who else plays, and since when."""
    name = game_word(table.preset)
    game = catalogue.say("home.game", game=name, target=table.target, deal=table.deal)
    told = [] if table.seat is None else [_standing(table, catalogue)]
    if table.others:
        told.append(catalogue.say("home.others", count=table.others))
    ago = catalogue.ago(max(1, (now - table.changed_at) // 1000))
    told.append(catalogue.say("home.played", ago=ago))
    return OwnGame(table.id, game, " ".join(told))


def _standing(table: TableSummary, catalogue: Catalogue) -> str:
    score = table.scores[table.seat or 0]
    turn = "mine" if table.my_turn else "theirs"
    lower = sum(other < score for other in table.scores)
    level = table.scores.count(score)
    if level == len(table.scores):
        return catalogue.say(f"home.standing.even.{turn}", score=score)
    if lower:
        place = catalogue.say(f"home.place.{lower + 1}")
        return catalogue.say(f"home.standing.behind.{turn}", place=place, score=score)
    return catalogue.say(f"home.standing.{'share' if level > 1 else 'lead'}.{turn}", score=score)
