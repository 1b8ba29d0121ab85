"""Which card to play: rules of thumb, each of which says what a card costs, in points.

The card with the lowest sum is played. A rule has one reason; where two of them speak against
each other, the points decide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from openhearts.bots.danger import relief
from openhearts.bots.memory import Memory
from openhearts.bots.moon import card_that_shoots, chance_for, collector, threat
from openhearts.bots.odds import chance_to_take, points_if_taken
from openhearts.rules.cards import Card, Cards, Suit
from openhearts.rules.scoring import moon_cards

PULL = 0.12
"""How much of the queen's points a low spade led is worth to who does not hold it."""

STOPPER = 0.3
"""How much of a threat hangs on a card that can still stop it."""

NEAR = 0.004
"""What counts as equal, as a share of the dearest card: there the seed picks."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that I may play, and the chance that it takes the trick."""

    memory: Memory
    card: Card
    takes: float


def card_to_play(memory: Memory, legal: Cards, seed: int) -> Card:
    """One of the ``legal`` cards; ``seed`` picks among nearly equal ones."""
    if len(legal) == 1:
        return legal.lowest()
    if (shot := card_that_shoots(memory, legal)) is not None:
        return shot
    costs = {card: cost(memory, card) for card in legal}
    limit = min(costs.values()) + NEAR * memory.dearest
    near = [card for card in legal if costs[card] <= limit]
    return near[0] if len(near) == 1 else Random(seed).choice(near)


def cost(memory: Memory, card: Card) -> float:
    """What all the rules together say of ``card``, in points."""
    play = Play(memory, card, chance_to_take(memory, card))
    return sum(rule(play) for rule in RULES)


def take_only_cheap_tricks(play: Play) -> float:
    """Duck points and what others are likely to add; a trick without any may be taken, and
    one with the bonus card should be."""
    return play.takes * points_if_taken(play.memory, play.card) if play.takes else 0.0


def get_rid_of_danger(play: Play) -> float:
    """Of cards that do equally well now, play the one that would do most harm later: the
    queen under the ace, the highest card that still ducks, a high card on a free trick."""
    return -relief(play.memory, play.card)


def give_points_away(play: Play) -> float:
    """What another takes is not mine, and counts a little against it."""
    memory = play.memory
    return (play.takes - 1) * memory.price(play.card) / len(memory.others)


def pull_the_queen(play: Play) -> float:
    """Low spades drive the queen out of another hand, unless my own ace or king would have
    to catch it."""
    memory, card = play.memory, play.card
    if memory.trick.cards or card.suit is not Suit.SPADES or not memory.costly_spades:
        return 0.0
    lowest = min(memory.costly_spades)
    if lowest < memory.hand.of_suit(Suit.SPADES).highest():
        return 0.0
    return -PULL * memory.price(lowest)


def break_up_a_moon(play: Play) -> float:
    """While one seat has all the points, none may go to it, and some to anybody else: I take
    them myself if that costs less than the moon."""
    memory = play.memory
    shooter = collector(memory)
    if shooter is None:
        return 0.0
    needed = moon_cards(memory.ruleset)
    at_stake = sum(1 for card in (*memory.trick.cards, play.card) if card in needed)
    if not at_stake:
        return 0.0
    goes_on = chance_for(memory, shooter, play.card) * threat(memory, shooter, at_stake)
    return goes_on - threat(memory, shooter)


def keep_stoppers(play: Play) -> float:
    """While one seat has all the points, a heart that can still take a trick from it is not
    thrown away."""
    memory, card = play.memory, play.card
    if play.takes or card.suit is not Suit.HEARTS:
        return 0.0
    shooter = collector(memory)
    covers = sum(1 for own in memory.hand.of_suit(Suit.HEARTS) if own < card)
    if shooter is None or len(memory.above(card)) > covers:
        return 0.0
    return STOPPER * threat(memory, shooter)


def stay_without_a_trick(play: Play) -> float:
    """Where no trick earns a bonus, the first one costs it: the more, the nearer the end."""
    memory = play.memory
    if memory.taken[memory.seat]:
        return 0.0
    done: float = 1 - (len(memory.hand) - 1) / memory.ruleset.hand_size
    return play.takes * memory.ruleset.no_trick_bonus * done**2


RULES: tuple[Callable[[Play], float], ...] = (
    take_only_cheap_tricks,
    get_rid_of_danger,
    give_points_away,
    pull_the_queen,
    break_up_a_moon,
    keep_stoppers,
    stay_without_a_trick,
)
