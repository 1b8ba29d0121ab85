"""The numbers and the drawings of the rules pages, worked out by the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from openhearts.lessons.examples import example
from openhearts.rules.cards import (
    ACE_OF_SPADES,
    JACK_OF_DIAMONDS,
    KING_OF_SPADES,
    QUEEN_OF_SPADES,
    Card,
    Cards,
    Suit,
)
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule, Ruleset
from openhearts.rules.scoring import (
    card_points,
    counting_cards,
    game_winners,
    moon_cards,
    moon_points,
    moon_value,
    penalty_cards,
    points_of,
    total,
)
from openhearts.server.site.example import names_in

SPOT = PRESETS["spot-hearts"]
OMNIBUS = PRESETS["omnibus"]
MARIA = PRESETS["black-maria"]

SUGGESTED_SPOT_TARGET = 500
"""docs/rules.md 2: suggested with Spot Hearts, never set silently."""


def numbers() -> dict[str, int]:
    """By name: every number that the text of a rules page may state."""
    bonus = -card_points(OMNIBUS, JACK_OF_DIAMONDS)
    moon, spot_moon = moon_value(STANDARD), moon_value(SPOT)
    spot_hearts = {rank: card_points(SPOT, Card(rank, Suit.HEARTS)) for rank in range(11, 15)}
    before = scores_before()[0]
    return {
        "target": STANDARD.target,
        "pass": STANDARD.pass_count,
        "hearts": len(penalty_cards(STANDARD).of_suit(Suit.HEARTS)),
        "penalties": len(penalty_cards(STANDARD)),
        "queen": card_points(STANDARD, QUEEN_OF_SPADES),
        "moon": moon,
        "before": before,
        "after": before - moon,
        "two_moons": -2 * moon,
        "spot_jack": spot_hearts[11],
        "spot_heart_queen": spot_hearts[12],
        "spot_king": spot_hearts[13],
        "spot_ace": spot_hearts[14],
        "spot_queen": card_points(SPOT, QUEEN_OF_SPADES),
        "spot_moon": spot_moon,
        "spot_after": before - spot_moon,
        "spot_pace": (spot_moon + moon // 2) // moon,
        "spot_target": SUGGESTED_SPOT_TARGET,
        "bonus": bonus,
        "moon_and_bonus": moon + bonus,
        "omnibus_sum": points_of(OMNIBUS, OMNIBUS.deck),
        "king": card_points(MARIA, KING_OF_SPADES),
        "ace": card_points(MARIA, ACE_OF_SPADES),
        "maria": points_of(MARIA, MARIA.deck),
    }


@dataclass(frozen=True, slots=True)
class Price:
    """What taking a card costs; ``each`` heart where all cost alike."""

    card: Card
    points: int
    each: bool = False


def prices(ruleset: Ruleset) -> list[Price]:
    """What the cards cost: one heart for all that cost alike, the lowest and highest else."""
    return [*_hearts(ruleset), *_others(ruleset)]


def _hearts(ruleset: Ruleset) -> Iterator[Price]:
    hearts = list(counting_cards(ruleset).of_suit(Suit.HEARTS))
    costs = {card_points(ruleset, card) for card in hearts}
    if len(costs) == 1:
        yield Price(hearts[-1], costs.pop(), each=True)
    else:
        yield from (Price(card, card_points(ruleset, card)) for card in (hearts[0], hearts[-1]))


def _others(ruleset: Ruleset) -> Iterator[Price]:
    others = [card for card in counting_cards(ruleset) if card.suit is not Suit.HEARTS]
    priced = [Price(card, card_points(ruleset, card)) for card in others]
    yield from sorted(priced, key=lambda price: -price.points)


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon under one ruleset, late in a game: ``points`` and ``scores`` by seat.

    ``winners`` are the seats that have won by it; none if the game goes on.
    """

    preset: str
    rule: MoonRule
    points: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def people() -> list[str]:
    """By seat: who plays in the story of the moon; the first of them shoots it."""
    return names_in(example("standard"))


def scores_before() -> tuple[int, ...]:
    """Where they stand before it, late in a game."""
    return example("standard").scores_before


def late_moon(preset: str) -> Moon | None:
    """The first seat's moon under the rules of ``preset``; None where there is no moon."""
    rules = PRESETS[preset]
    if not rules.has_moon:
        return None
    taken = [moon_cards(rules), *[Cards()] * (rules.seats - 1)]
    points = moon_points(rules, taken, 0, rules.moon)
    after = total(scores_before(), points)
    return Moon(preset, rules.moon, points, after, game_winners(rules, after, 1))


def late_moons(preset: str) -> list[Moon]:
    """The same moon in the standard game and in the game of ``preset``, to be compared."""
    both = dict.fromkeys(("standard", preset))
    return [moon for name in both if (moon := late_moon(name))]


def subtracting(preset: str) -> bool:
    """Whether a moon takes the shooter's own score down."""
    return PRESETS[preset].has_moon and PRESETS[preset].moon is MoonRule.SUBTRACT
