"""What a link shows of a page where it is shared: a title, a sentence, and a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from openhearts.rules.ruleset import PRESETS, Ruleset
from openhearts.rules.scoring import moon_value
from openhearts.server.site.fields import GROUPS
from openhearts.tables.invitation import Invitation
from openhearts.tables.messages import Player
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import Catalogue, Fact
from openhearts.words.describe import paragraphs
from openhearts.words.games import game_word

BOT_NAMES = 16


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat at the table of a picture; ``other_name`` is for a name that cannot be drawn."""

    name: str
    other_name: str
    word: str
    is_free: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """All that a preview picture shows."""

    title: str
    lines: tuple[str, ...] = ()
    """Whole sentences; the last ones are left out where there is no room."""
    moon: str = "none"
    """How a moon is settled: the word of the ruleset's field, or "none"."""
    moon_words: tuple[str, str] = ("", "")
    """What the moon's mark means: what it is of, and what it does."""
    seats: tuple[Seat, ...] = ()
    foot: str = ""
    """What stands at the bottom where there are no seats."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A shared link."""

    title: str
    text: str
    picture: Picture


def table_preview(invited: Invitation, catalogue: Catalogue) -> Preview:
    """The preview of a table's link."""
    say, setup = catalogue.say, invited.setup
    facts: dict[str, Fact] = {
        "game": game_word(setup.preset),
        "target": setup.ruleset.target,
    }
    seats = tuple(_seat(player, catalogue) for player in invited.players)
    picture = Picture(
        title=say("rules.game", **facts),
        lines=(*rules_in_short(setup, catalogue), *_what_changed(setup, catalogue)),
        moon=_moon(setup.ruleset),
        moon_words=_moon_words(setup.ruleset, catalogue),
        seats=seats,
    )
    return Preview(say("preview.title", **facts), _invites(invited, catalogue), picture)


def game_picture(preset: str, catalogue: Catalogue) -> Picture:
    """The picture of the pages about a game."""
    ruleset = PRESETS[preset]
    return Picture(
        title=catalogue.say(f"table.preset.{preset}"),
        lines=(catalogue.say(f"presets.{preset}"),),
        moon=_moon(ruleset),
        moon_words=_moon_words(ruleset, catalogue),
        foot=catalogue.say("site.foot"),
    )


def site_picture(catalogue: Catalogue) -> Picture:
    """The picture of every other page."""
    your = catalogue.say("home.your")
    return Picture(
        title=catalogue.say("home.heading", your=your),
        lines=(catalogue.say("home.lead"),),
        moon="adaptive",
        foot=catalogue.say("site.foot"),
    )


def _invites(invited: Invitation, catalogue: Catalogue) -> str:
    if invited.free_seats:
        return catalogue.say("preview.free", count=invited.free_seats)
    watching = "watch" if invited.setup.options.spectators else "full"
    return catalogue.say(f"preview.{watching}")


def rules_in_short(setup: Setup, catalogue: Catalogue) -> Iterator[str]:
    """The game's own sentence where it is still true, and how much is changed."""
    changed = set(setup.changed_fields) - {"target"}
    if not changed & {*GROUPS["cost"], *GROUPS["moon"]}:
        yield catalogue.say(f"presets.{setup.preset}")
    if changed:
        yield catalogue.say("preview.changed", count=len(changed))


def _what_changed(setup: Setup, catalogue: Catalogue) -> Iterator[str]:
    # What a moon does stands beside its mark, and its sentences need one another.
    told = set(setup.changed_fields) - {"target", *GROUPS["moon"]}
    for paragraph in paragraphs(setup.ruleset, catalogue):
        yield from (sentence.text for sentence in paragraph if told & set(sentence.fields))


def _moon(ruleset: Ruleset) -> str:
    return ruleset.moon.value if ruleset.has_moon else "none"


def _moon_words(ruleset: Ruleset, catalogue: Catalogue) -> tuple[str, str]:
    does = catalogue.say(f"setup.facts.{_moon(ruleset)}", count=moon_value(ruleset))
    return catalogue.say("setup.facts.moon"), does


def _seat(player: Player, catalogue: Catalogue) -> Seat:
    guest = catalogue.say("players.guest", number=player.number + 1)
    if player.kind == "person":
        return Seat(player.name or guest, guest, catalogue.say("preview.taken"), is_free=False)
    name = catalogue.say(f"bots.name.{player.number % BOT_NAMES}")
    return Seat(name, guest, catalogue.say("preview.bot"), is_free=True)
