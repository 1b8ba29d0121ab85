"""A ruleset as the kernel has it: data, without a variant's name."""

from __future__ import annotations

from functools import lru_cache

from openhearts.kernel import _kernel
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Cards
from openhearts.rules.ruleset import FirstTrick, MoonRule, Opening, Ruleset, Ties
from openhearts.rules.scoring import BONUS, card_points, moon_cards, moon_value, penalty_cards

_PLANES = 5
_MOONS = (MoonRule.ADD, MoonRule.SUBTRACT, MoonRule.CHOICE, MoonRule.ADAPTIVE)


@lru_cache(maxsize=64)
def offsets(ruleset: Ruleset) -> list[int]:
    """How many seats on the cards of each deal of a cycle are passed."""
    return [direction.receiver(0, ruleset.seats) for direction in ruleset.passing_cycle]


@lru_cache(maxsize=64)
def compiled(ruleset: Ruleset) -> _kernel.Rules:
    """The ruleset as data."""
    bonus = Cards() if ruleset.bonus_card is None else Cards.of([ruleset.bonus_card])
    penalties = penalty_cards(ruleset)
    opens_low = ruleset.opening is Opening.LOWEST_CLUB
    bars_penalties = ruleset.first_trick is FirstTrick.NO_PENALTY_CARDS
    moon = ruleset.moon if ruleset.has_moon else MoonRule.ADD
    return _kernel.rules(
        seats=ruleset.seats,
        deck=ruleset.deck.mask,
        pass_count=ruleset.pass_count,
        opener=Cards.of([ruleset.lowest_club]).mask if opens_low else 0,
        barred_first=penalties.mask if bars_penalties else 0,
        barred_lead=HEARTS.mask if ruleset.must_break else 0,
        breakers=(HEARTS.with_card(QUEEN_OF_SPADES) if ruleset.queen_breaks else HEARTS).mask,
        planes=[
            sum(1 << card.index for card in penalties if card_points(ruleset, card) >> plane & 1)
            for plane in range(_PLANES)
        ],
        bonus_card=bonus.mask,
        bonus=BONUS,
        no_trick_bonus=ruleset.no_trick_bonus,
        moon_cards=moon_cards(ruleset).mask if ruleset.has_moon else 0,
        moon_value=moon_value(ruleset),
        moon=_MOONS.index(moon),
        moon_keeps_bonus=ruleset.moon_keeps_bonus,
        target=ruleset.target,
        deal_limit=ruleset.deal_limit or 0,
        ties_share=ruleset.ties is Ties.SHARE,
    )
