"""The results of a table across its evenings, to read and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from openhearts.server.results import TableResults
from openhearts.server.site.preview import BOT_NAMES
from openhearts.tables.events import Person
from openhearts.tables.listing import read_rules
from openhearts.tables.results import FinishedGame, totals
from openhearts.words.catalogue import Catalogue
from openhearts.words.games import game_word

COLUMNS = ("game", "ended", "rules", "seat", "player", "name", "score", "place", "won")
"""Of the CSV: codes, which programs read, the same in every language."""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One seat of a finished game, in words."""

    name: str
    score: int
    place: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game, in words: the winner first."""

    number: int
    day: str
    moment: str
    """For programs, in ISO 8601."""
    rules: str
    """Only where they are not those of the game before it."""
    players: Sequence[PlayerScore]


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """A person's games at the table, in words."""

    name: str
    games: int
    wins: int
    mean_place: str


def results_facts(results: TableResults, catalogue: Catalogue) -> dict[str, object]:
    """What the page shows, the newest game first."""
    games = list(_games(results, catalogue))
    return {"games": games[::-1], "totals": list(_totals(results, catalogue))}


def results_csv(results: TableResults, catalogue: Catalogue) -> str:
    """A line a seat of each game, oldest first."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for game in results.games:
        for seat, holder in enumerate(game.holders):
            writer.writerow(
                (
                    game.number,
                    _moment(game),
                    game.rules,
                    seat,
                    "person" if isinstance(holder, Person) else "bot",
                    _plain(_name(results, game, seat, catalogue)),
                    game.scores[seat],
                    game.place(seat),
                    int(seat in game.winners),
                )
            )
    return text.getvalue()


def _games(results: TableResults, catalogue: Catalogue) -> Iterator[GameResult]:
    rules = ""
    for game in results.games:
        players = [
            PlayerScore(
                _name(results, game, seat, catalogue),
                game.scores[seat],
                game.place(seat),
                seat in game.winners,
            )
            for seat in range(len(game.holders))
        ]
        yield GameResult(
            number=game.number,
            day=catalogue.date(_ended(game).date()),
            moment=_moment(game),
            rules="" if game.rules == rules else _rules(game, catalogue),
            players=sorted(players, key=lambda player: (not player.won, player.place)),
        )
        rules = game.rules


def _totals(results: TableResults, catalogue: Catalogue) -> Iterator[PersonTotal]:
    guests = catalogue.say("results.nameless")
    for total in totals(results.games):
        yield PersonTotal(
            name=results.names.get(total.person, guests),
            games=total.games,
            wins=total.wins,
            mean_place=catalogue.decimal(total.mean_place, 1),
        )


def _name(results: TableResults, game: FinishedGame, seat: int, catalogue: Catalogue) -> str:
    holder = game.holders[seat]
    if isinstance(holder, Person):
        guest = catalogue.say("players.guest", number=seat + 1)
        return results.names.get(holder.id, guest)
    return catalogue.say("results.bot", name=catalogue.say(f"bots.name.{seat % BOT_NAMES}"))


def _rules(game: FinishedGame, catalogue: Catalogue) -> str:
    preset, ruleset = read_rules(game.rules)
    return catalogue.say("rules.game", game=game_word(preset), target=ruleset.target)


def _ended(game: FinishedGame) -> datetime:
    return datetime.fromtimestamp(game.at / 1000, UTC)


def _moment(game: FinishedGame) -> str:
    return _ended(game).isoformat(timespec="seconds")


def _plain(name: str) -> str:
    """A name as no spreadsheet takes it for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name
