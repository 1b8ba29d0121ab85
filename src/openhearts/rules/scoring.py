"""What cards cost, the moon, and the end of a game (docs/rules.md 2, 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from openhearts.rules.cards import (
    ACE_OF_SPADES,
    HEARTS,
    KING_OF_SPADES,
    QUEEN_OF_SPADES,
    Card,
    Cards,
    Suit,
)
from openhearts.rules.ruleset import HeartValues, MoonRule, Ruleset, Ties

BONUS = -10
"""Points for the taker of the bonus card."""

SHOT_CARDS = HEARTS.with_card(QUEEN_OF_SPADES)
"""What a moon takes, besides a bonus card where it is needed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a deal: ``points`` by seat.

    ``shooter`` is the seat that shot the moon, if one did, and ``moon`` how it was settled:
    MoonRule.ADD or MoonRule.SUBTRACT.
    """

    points: tuple[int, ...]
    shooter: int | None = None
    moon: MoonRule | None = None


def card_points(ruleset: Ruleset, card: Card) -> int:
    """What taking ``card`` costs (docs/rules.md 2); negative for the bonus card."""
    if card == ruleset.bonus_card:
        return BONUS
    if card.suit is Suit.HEARTS:
        return card.rank if ruleset.hearts is HeartValues.SPOT else 1
    if card == QUEEN_OF_SPADES:
        return 25 if ruleset.hearts is HeartValues.SPOT else 13
    if ruleset.black_maria and card == KING_OF_SPADES:
        return 10
    if ruleset.black_maria and card == ACE_OF_SPADES:
        return 7
    return 0


@lru_cache(maxsize=256)
def penalty_cards(ruleset: Ruleset) -> Cards:
    """The cards that cost points: hearts, the queen of spades, Black Maria's king and ace."""
    return Cards.of(card for card in ruleset.deck if card_points(ruleset, card) > 0)


@lru_cache(maxsize=256)
def counting_cards(ruleset: Ruleset) -> Cards:
    """The cards that change a score: penalty cards and the bonus card."""
    return Cards.of(card for card in ruleset.deck if card_points(ruleset, card) != 0)


def moon_value(ruleset: Ruleset) -> int:
    """M of docs/rules.md 5: 26, or 129 with Spot Hearts; the bonus card never changes it."""
    return points_of(ruleset, SHOT_CARDS)


def points_of(ruleset: Ruleset, cards: Cards) -> int:
    """The sum of what these cards cost."""
    return sum(card_points(ruleset, card) for card in cards & counting_cards(ruleset))


def moon_cards(ruleset: Ruleset) -> Cards:
    """The cards that one seat must take to shoot the moon (docs/rules.md 5)."""
    if ruleset.bonus_card is not None and ruleset.moon_needs_bonus:
        return SHOT_CARDS.with_card(ruleset.bonus_card)
    return SHOT_CARDS


def moon_shooter(ruleset: Ruleset, taken: Sequence[Cards]) -> int | None:
    """The seat that shot the moon with the cards ``taken`` by seat, if one did."""
    if not ruleset.has_moon:
        return None
    needed = moon_cards(ruleset)
    return next((seat for seat, cards in enumerate(taken) if needed <= cards), None)


def outcome_of(
    ruleset: Ruleset,
    taken: Sequence[Cards],
    tricks_taken: Sequence[int],
    scores: Sequence[int],
    deal_number: int,
    choice: MoonRule | None = None,
) -> Outcome:
    """The outcome of a finished deal, worked out once, at its end (docs/rules.md 5).

    ``taken`` and ``tricks_taken`` are by seat; ``scores`` are those before the deal, which
    only ``adaptive`` looks at; ``choice`` is the shooter's, which only ``choice`` needs.
    """
    shooter = moon_shooter(ruleset, taken)
    if shooter is None:
        return Outcome(
            tuple(
                points_of(ruleset, cards) - (0 if tricks else ruleset.no_trick_bonus)
                for cards, tricks in zip(taken, tricks_taken, strict=True)
            )
        )
    match ruleset.moon:
        case MoonRule.CHOICE if choice is not None:
            moon = choice
        case MoonRule.CHOICE:
            raise ValueError("the shooter has not chosen yet")
        case MoonRule.ADAPTIVE:
            moon = adaptive_moon(ruleset, taken, shooter, scores, deal_number)
        case fixed:
            moon = fixed
    return Outcome(moon_points(ruleset, taken, shooter, moon), shooter, moon)


def moon_points(
    ruleset: Ruleset, taken: Sequence[Cards], shooter: int, moon: MoonRule
) -> tuple[int, ...]:
    """Points by seat of a moon settled as ``moon``: MoonRule.ADD or MoonRule.SUBTRACT."""
    value = moon_value(ruleset)
    own, other = (0, value) if moon is MoonRule.ADD else (-value, 0)
    bonus = ruleset.bonus_card if ruleset.moon_keeps_bonus else None
    return tuple(
        (own if seat == shooter else other) + (BONUS if bonus in cards else 0)
        for seat, cards in enumerate(taken)
    )


def adaptive_moon(
    ruleset: Ruleset,
    taken: Sequence[Cards],
    shooter: int,
    scores: Sequence[int],
    deal_number: int,
) -> MoonRule:
    """Add, unless adding would make one of the others win; then subtract (docs/rules.md 5)."""
    added = moon_points(ruleset, taken, shooter, MoonRule.ADD)
    winners = game_winners(ruleset, total(scores, added), deal_number)
    return MoonRule.SUBTRACT if any(seat != shooter for seat in winners) else MoonRule.ADD


def total(scores: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """The scores after a deal; nothing stops them at zero."""
    return tuple(score + gained for score, gained in zip(scores, points, strict=True))


def game_winners(ruleset: Ruleset, scores: Sequence[int], deals: int) -> tuple[int, ...]:
    """The seats that win with these ``scores`` after ``deals`` deals; none while it goes on.

    docs/rules.md 6: some score is at the target or the deals are used up, and one seat alone is
    lowest; with ``ties = share`` the lowest seats win together.
    """
    at_the_end = max(scores) >= ruleset.target or (
        ruleset.deal_limit is not None and deals >= ruleset.deal_limit
    )
    if not at_the_end:
        return ()
    lowest = min(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == lowest)
    return winners if len(winners) == 1 or ruleset.ties is Ties.SHARE else ()
