"""Random endings, for tests and for the file of counts."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from openhearts.rules.cards import HEARTS, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ending import Ending
from openhearts.rules.ruleset import Opening, Ruleset
from openhearts.rules.scoring import penalty_cards
from openhearts.rules.trick import Trick
from tests.strategies import rulesets, seeds

SIZES = {3: (2, 3, 4), 4: (2, 3, 4), 5: (2, 3), 6: (2, 2, 3)}
"""Cards a hand, by seats: with more, too many endings have too many plays."""


@st.composite
def endings(draw: st.DrawFn, /, **fixed: Any) -> Ending:
    """An ending of any ruleset, small or of a whole deal; ``fixed`` as in ``rulesets``."""
    ruleset = draw(rulesets(**fixed))
    random = Random(draw(seeds()))
    if draw(st.booleans()):
        return small_ending(ruleset, random)
    return played_ending(ruleset, random.randint(1, 4), random.randrange(ruleset.seats), random)


def ending_of(deal: Deal) -> Ending:
    """What is left of a deal in which few cards are left."""
    assert deal.trick is not None
    earlier = deal.played - Cards.of(deal.trick.cards)
    return Ending(deal.ruleset, deal.hands, deal.trick, earlier)


def played_ending(ruleset: Ruleset, size: int, on_table: int, random: Random) -> Ending:
    """A whole deal of random cards, played at random until ``size`` cards a hand are left.

    Of these, ``on_table`` are in the trick.
    """
    pack = list(ruleset.deck)
    random.shuffle(pack)
    seats = ruleset.seats
    deal = Deal.start(ruleset, 1, (Cards.of(pack[seat::seats]) for seat in range(seats)))
    for seat in deal.to_act if deal.phase is Phase.PASSING else ():
        deal = deal.pass_cards(seat, random.sample(list(deal.hands[seat]), ruleset.pass_count))
    while len(deal.played) < len(pack) - size * seats + on_table:
        deal = deal.play(random.choice(list(deal.legal_cards())))
    return ending_of(deal)


def small_ending(ruleset: Ruleset, random: Random) -> Ending:
    """An ending in which the rungs of the first trick and of unbroken hearts may matter.

    Hands of a few cards, penalty cards and clubs among them more often than not; nothing was
    played or some tricks without a heart, and then a few random cards.
    """
    seats, opener = ruleset.seats, ruleset.lowest_club
    telling = penalty_cards(replace(ruleset, black_maria=True))
    pack = sorted(
        ruleset.deck.without_card(opener),
        key=lambda card: random.random() * (0.3 if card in telling else 1),
    )
    size = random.choice(SIZES[seats])
    tricks = random.choice((0, 0, 1, 2))
    earlier = [opener, *(card for card in reversed(pack) if card not in HEARTS)][: tricks * seats]
    held = [card for card in (opener, *pack) if card not in earlier][: size * seats]
    random.shuffle(held)
    hands = tuple(Cards.of(held[seat::seats]) for seat in range(seats))
    leader = random.randrange(seats)
    if not tricks and (ruleset.opening is Opening.LOWEST_CLUB or random.random() < 0.5):
        leader = next(seat for seat, hand in enumerate(hands) if opener in hand)
    ending = Ending(ruleset, hands, Trick(leader, seats), Cards.of(earlier))
    for _ in range(random.choice((0, 0, 0, 1, 2, seats, seats + 1))):
        ending = ending.play(random.choice(list(ending.legal_cards())))
    return ending
