"""Positions as the casebook tells them, reached by a past that is legal card by card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from openhearts.bots.bot import Bot
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Deal
from openhearts.rules.game import Game
from openhearts.rules.ruleset import STANDARD, Ruleset
from openhearts.rules.scoring import penalty_cards
from openhearts.rules.view import SeatView

Hands = tuple[Cards, ...]
Plays = tuple[Card, ...]

HOLD = 4
"""The number of a deal without passing, in the cycle of four seats."""


def cards(text: str) -> tuple[Card, ...]:
    """``"Qs 4d"`` in that order."""
    return tuple(Card.parse(word) for word in text.split())


def deal_from(hands: Sequence[str], plays: str = "", ruleset: Ruleset = STANDARD) -> Deal:
    """A deal without passing, from opening hands by seat, after ``plays``."""
    deal = Deal.start(ruleset, HOLD, [Cards.of(cards(hand)) for hand in hands])
    for card in cards(plays):
        deal = deal.play(card)
    return deal


def view_of(deal: Deal, seat: int) -> SeatView:
    """What ``seat`` sees of ``deal`` in the first deal of a game."""
    return SeatView.of(Game(deal.ruleset, deal=deal), seat)


def deal_at(
    hands: Sequence[str],
    leader: int,
    table: str = "",
    hearts: Sequence[int] = (0, 0, 0, 0),
    queen: int | None = None,
    ruleset: Ruleset = STANDARD,
) -> Deal:
    """A late deal: these ``hands`` before the trick that ``leader`` leads, with ``table`` on it.

    The tricks before it are found by a search backwards, such that ``hearts`` were taken by
    seat, and the ``queen`` of spades by that seat; then the whole deal is replayed.
    """
    now = tuple(Cards.of(cards(hand)) for hand in hands)
    held = Cards.of(card for hand in now for card in hand)
    past = _Past(ruleset, queen)
    for _ in range(5_000):
        past.patience = 80
        if found := past.search(now, ruleset.deck - held, leader, tuple(hearts)):
            break
    else:
        raise AssertionError("no legal past was found")
    opening, plays = found
    deal = Deal.start(ruleset, HOLD, opening)
    for card in (*plays, *cards(table)):
        deal = deal.play(card)
    return deal


class _Past:
    """Tricks put back one by one, the last one first. Each must be legal with what is held
    after it, which is all that following suit depends on."""

    def __init__(self, ruleset: Ruleset, queen: int | None) -> None:
        self.ruleset = ruleset
        self.queen = queen
        self.random = Random(1)
        self.patience = 0
        clubs = [card for card in ruleset.deck if card.suit is Suit.CLUBS]
        self.opener = clubs[0]

    def search(
        self, hands: Hands, pool: Cards, winner: int, hearts: tuple[int, ...]
    ) -> tuple[Hands, Plays] | None:
        """The opening hands and plays that lead to ``hands`` with ``winner`` on lead."""
        if not pool:
            return hands, ()
        while self.patience:
            self.patience -= 1
            trick = self._trick(hands, pool, winner, hearts)
            if trick is None:
                continue
            used = Cards.of(trick.values())
            followed = [seat for seat, card in trick.items() if card.suit is trick[winner].suit]
            if self.opener in used:
                followed = [seat for seat in followed if trick[seat] == self.opener]
            lead = max(followed, key=lambda seat: (hearts[seat], self.random.random()))
            before = self.search(
                tuple(hand.with_card(trick[seat]) for seat, hand in enumerate(hands)),
                pool - used,
                lead,
                tuple(
                    count - len(used & HEARTS) if seat == winner else count
                    for seat, count in enumerate(hearts)
                ),
            )
            if before is not None:
                opening, plays = before
                order = [(lead + place) % len(hands) for place in range(len(hands))]
                return opening, (*plays, *(trick[seat] for seat in order))
        return None

    def _trick(
        self, hands: Hands, pool: Cards, winner: int, hearts: tuple[int, ...]
    ) -> dict[int, Card] | None:
        """Cards of ``pool`` by seat, with which ``winner`` takes a trick."""
        first = len(pool) == len(hands)
        free = pool if first else pool.without_card(self.opener)
        if first:
            free -= penalty_cards(self.ruleset)
        if self.queen != winner:
            free = free.without_card(QUEEN_OF_SPADES)
        top = self.random.choice(list(free.of_suit(Suit.CLUBS) if first else free) or [None])
        if top is None or (top.suit is Suit.HEARTS and len(pool & HEARTS) <= len(hands)):
            return None
        trick = {winner: top}
        for seat in self.random.sample(range(len(hands)), len(hands)):
            if seat == winner:
                continue
            spare = free - Cards.of(trick.values())
            if len(Cards.of(trick.values()) & HEARTS) >= hearts[winner]:
                spare -= HEARTS
            options = [card for card in spare.of_suit(top.suit) if card < top]
            if not hands[seat].of_suit(top.suit) and self.random.random() < 1 / 2:
                options = list(spare - spare.of_suit(top.suit))
            if not options:
                return None
            trick[seat] = self.random.choice(options)
        together = Cards.of(trick.values())
        if len(together & HEARTS) > hearts[winner] or (first and self.opener not in together):
            return None
        return trick


def play_out(deal: Deal, bot: Bot, seed: int = 0) -> tuple[int, ...]:
    """The points by seat when ``bot`` plays every seat of ``deal`` to its end."""
    while deal.to_act:
        seat = deal.to_act[0]
        deal = deal.act(seat, bot.answer(view_of(deal, seat), seed))
    return deal.outcome((0,) * deal.ruleset.seats).points
