"""Positions as the casebook tells them, reached by a past that is legal card by card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from openhearts.bots.bot import Bot
from openhearts.rules.actions import PlayCard
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


def filled(hands: Sequence[str], ruleset: Ruleset = STANDARD, seed: int = 1) -> list[Cards]:
    """Opening hands by seat that hold at least these cards, and random ones of the deck."""
    opening = [Cards.of(cards(hand)) for hand in (*hands, *[""] * ruleset.seats)][: ruleset.seats]
    rest = list(ruleset.deck - Cards.of(card for hand in opening for card in hand))
    Random(seed).shuffle(rest)
    return [
        hand | Cards.of(rest.pop() for _ in range(ruleset.hand_size - len(hand)))
        for hand in opening
    ]


def deal_from(hands: Sequence[str], plays: str = "", ruleset: Ruleset = STANDARD) -> Deal:
    """A deal without passing, from opening hands by seat that are ``filled``, after ``plays``."""
    deal = Deal.start(ruleset, HOLD, filled(hands, ruleset))
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
    without_tricks: int | None = None,
    ruleset: Ruleset = STANDARD,
) -> Deal:
    """A late deal: these ``hands`` before the trick that ``leader`` leads, with ``table`` on it.

    The tricks before it are found by a search backwards, such that ``hearts`` were taken by
    seat, the ``queen`` of spades by that seat, and nothing by one ``without_tricks``; then the
    whole deal is replayed. It is found soon if 1, 5, 9 or 13 cards of each suit are held.
    """
    now = tuple(Cards.of(cards(hand)) for hand in hands)
    held = Cards.of(card for hand in now for card in hand)
    past = _Past(ruleset, queen, without_tricks)
    for _ in range(20_000):
        past.patience = 45
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

    def __init__(self, ruleset: Ruleset, queen: int | None, without_tricks: int | None) -> None:
        self.ruleset = ruleset
        self.queen = queen
        self.without_tricks = without_tricks
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
                leaders = [seat for seat in followed if trick[seat] == self.opener]
            else:
                leaders = [seat for seat in followed if seat != self.without_tricks]
            if not leaders:
                continue
            lead = max(leaders, key=lambda seat: (hearts[seat], self.random.random()))
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
        if self.queen != winner:
            free = free.without_card(QUEEN_OF_SPADES)
        if first:
            free -= penalty_cards(self.ruleset)
        led = Suit.CLUBS if first else self.random.choice(list(Suit))
        suit = list(free.of_suit(led))
        if led is Suit.HEARTS and len(pool & HEARTS) <= len(hands):
            return None  # they could not be broken before
        seats = self.random.sample(range(len(hands)), len(hands))
        void = {seat for seat in seats if seat != winner and not hands[seat].of_suit(led)}
        discarding = [seat for seat in seats if seat in void and self.random.random() < 3 / 4]
        following = [seat for seat in seats if seat != winner and seat not in discarding]
        if len(suit) <= len(following):
            return None
        followed = sorted(self.random.sample(suit, len(following) + 1))
        trick = {winner: followed.pop(), **dict(zip(following, followed, strict=True))}
        for seat in discarding:
            spare = free - free.of_suit(led) - Cards.of(trick.values())
            if not spare:
                return None
            trick[seat] = self.random.choice(list(spare))
        if len(Cards.of(trick.values()) & HEARTS) > hearts[winner]:
            return None
        return trick if not first or self.opener in trick.values() else None


def play_out(deal: Deal, bots: Sequence[Bot], seed: int = 0) -> tuple[int, ...]:
    """The points by seat when ``bots``, by seat, play ``deal`` to its end."""
    while deal.to_act:
        seat = deal.to_act[0]
        deal = deal.act(seat, bots[seat].answer(view_of(deal, seat), seed))
    return deal.outcome((0,) * deal.ruleset.seats).points


def plays(bot: Bot, deal: Deal) -> str:
    """What ``bot`` plays on its turn with 100 seeds: every card that it chooses, in order."""
    view = view_of(deal, deal.to_act[0])
    answers = [bot.answer(view, seed) for seed in range(100)]
    chosen = [answer.card for answer in answers if isinstance(answer, PlayCard)]
    assert len(chosen) == len(answers), "the deal asks for something else than a card"
    return " ".join(map(str, Cards.of(chosen)))
