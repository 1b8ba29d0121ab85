"""What the cards of a suit may be expected to cost the seat that holds them, from here on.

The unit is points. The danger of a hand is the sum over its suits; what a card played or
passed relieves a hand of is the danger of its suit with it less that without it. So a low
card that covers a high one is kept, and a card that empties a short suit is given away,
without a rule of its own.
"""

from __future__ import annotations

from openhearts.bots.memory import Memory
from openhearts.rules.cards import Card, Cards, Suit

VOID = 0.08
"""What the freedom to discard on a suit is worth, as a share of the dearest card."""

LED_HEARTS = 0.6
"""How much of the hearts' danger comes about: they are led late, or not at all."""

DEAD = 0.2
"""How much of a trick a card costs whose suit nobody else has: it takes all, if led."""

CAUGHT = 0.45
"""How often a costly spade falls on a higher one that must be played at once."""

COVERED = 0.6
"""What a cover leaves of that."""

OWN = 0.35
"""How often a costly spade without covers stays with its holder."""

CATCH = 0.15
"""How often a card above the bonus card takes it."""


def relief(memory: Memory, card: Card) -> float:
    """The danger that my hand is rid of without ``card``; below zero if it is worth keeping."""
    suit = card.suit
    own = memory.hand.of_suit(suit)
    return danger(memory, suit, own) - danger(memory, suit, own.without_card(card))


def danger(memory: Memory, suit: Suit, cards: Cards) -> float:
    """What holding ``cards``, all those of ``suit``, costs; below zero if it is worth something."""
    if not cards:
        return -_worth_of_void(memory, suit)
    if not memory.unseen_of[suit]:
        return _dead_suit(memory, cards)
    cost = _tricks_to_take(memory, suit, cards)
    if suit is Suit.SPADES:
        cost += _costly_spades_caught(memory, cards) + _costly_spades_held(memory, cards)
    elif (bonus := memory.ruleset.bonus_card) is not None and bonus.suit is suit:
        cost -= _worth_of_bonus(memory, cards, bonus)
    return cost


def _worth_of_void(memory: Memory, suit: Suit) -> float:
    """Nothing in hearts, for who has none can neither duck them nor stop a moon; and little
    when there is hardly a card left to discard."""
    if suit is Suit.HEARTS:
        return 0.0
    return VOID * memory.dearest * min(1.0, (len(memory.hand) - 1) / 3)


def _tricks_to_take(memory: Memory, suit: Suit, cards: Cards) -> float:
    """Each card must be played when the lower ones, its covers, are gone: the later, the
    fewer follow suit and the more is thrown on the trick that it takes."""
    unseen = len(memory.unseen_of[suit])
    others = memory.ruleset.seats - 1
    circuits = unseen / others  # how often the suit can go round
    discard = sum(memory.discards) / others
    cost = 0.0
    for covers, card in enumerate(cards):
        takes = (len(memory.below(card)) / unseen) ** 2
        is_needed = min(1.0, (circuits - covers + 0.5) / 2)
        if not takes or is_needed <= 0:
            continue
        void = (1 - 1 / others) ** max(0, unseen - covers * others)
        points = others * void * discard
        if suit is Suit.HEARTS:
            points += others * (1 - void) * memory.average_heart + memory.price(card)
            points *= LED_HEARTS
        cost += takes * is_needed * points
    return cost


def _dead_suit(memory: Memory, cards: Cards) -> float:
    """Nobody can follow: whoever leads such a card takes what the others throw on it."""
    return len(cards) * DEAD * sum(memory.discards)


def _costly_spades_caught(memory: Memory, cards: Cards) -> float:
    """The queen falls on an ace or king that has to be played, the sooner the fewer covers."""
    return sum(
        CAUGHT * COVERED**covers * memory.price(costly)
        for covers, card in enumerate(cards)
        for costly in memory.costly_spades
        if costly.rank < card.rank
    )


def _costly_spades_held(memory: Memory, cards: Cards) -> float:
    """The queen among many spades waits for a trick that another takes; alone it is forced."""
    circuits = len(memory.unseen_of[Suit.SPADES]) / (memory.ruleset.seats - 1)
    forced = max(0.0, (circuits + 2 - len(cards)) / (circuits + 1))
    return OWN * forced * memory.price_of(cards)


def _worth_of_bonus(memory: Memory, cards: Cards, bonus: Card) -> float:
    """The bonus card is worth the more the fewer cards can take it; those above catch it."""
    if bonus in cards:
        return -memory.price(bonus) * (0.8 - 0.15 * len(memory.above(bonus)))
    if bonus not in memory.unseen:
        return 0.0
    catchers = sum(1 for card in cards if card.rank > bonus.rank)
    return -memory.price(bonus) * CATCH * min(catchers, 2)
