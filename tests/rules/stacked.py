"""Deals and games stacked so that a wanted moment comes soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import MoonRule, Passing, Ruleset
from openhearts.rules.scoring import SHOT_CARDS, Outcome
from openhearts.rules.trick import Trick
from tests.rules import law


def cards(text: str) -> Cards:
    """The cards of a text such as ``"Qs 5h"``."""
    return Cards.of(Card.parse(card) for card in text.split())


def trick(leader: int, text: str, seats: int = 4) -> Trick:
    """A trick of the cards of a text, in the order of play."""
    return Trick(leader, seats, tuple(Card.parse(card) for card in text.split()))


def stacked_hands(ruleset: Ruleset, some: Mapping[int, str]) -> list[Cards]:
    """Hands by seat that hold at least the cards ``some``; the rest of the deck fills them."""
    hands = [cards(some.get(seat, "")) for seat in range(ruleset.seats)]
    rest = list(ruleset.deck)
    for hand in hands:
        rest = [card for card in rest if card not in hand]
    for seat, hand in enumerate(hands):
        missing = ruleset.hand_size - len(hand)
        hands[seat] = hand | Cards.of(rest[:missing])
        rest = rest[missing:]
    return hands


def piles(ruleset: Ruleset, *texts: str) -> list[Cards]:
    """What each seat took, ``M`` for the hearts and the queen; the last one took the rest too."""
    taken = [
        cards(text.replace("M", "")) | (SHOT_CARDS if "M" in text else Cards()) for text in texts
    ]
    rest = ruleset.deck
    for pile in taken:
        rest -= pile
    return [*taken[:-1], taken[-1] | rest]


def ending(
    ruleset: Ruleset,
    hands: Sequence[str],
    taken: Mapping[int, str],
    leader: int,
    on_table: str = "",
) -> Deal:
    """Deal 4 near its end (with four seats nothing was passed in it), where ``leader`` leads.

    The cards that each seat has ``taken`` are laid out as tricks that it won, highest card
    first. Every card of the deck must be named once.
    """
    tricks: list[Trick] = []
    for seat, text in taken.items():
        pile = sorted(cards(text), reverse=True)
        for start in range(0, len(pile), ruleset.seats):
            won = tuple(pile[start : start + ruleset.seats])
            tricks.append(Trick(seat, ruleset.seats, won))
    assert all(trick.is_complete for trick in tricks)
    held = tuple(cards(hand) for hand in hands)
    table = trick(leader, on_table, ruleset.seats)
    assert sum(map(len, held)) + len(table.cards) + len(tricks) * ruleset.seats == len(ruleset.deck)
    nobody = (None,) * ruleset.seats
    played = ruleset.deck
    for hand in held:
        played -= hand
    return Deal(ruleset, 4, held, held, nobody, played, tuple(tricks), table)


def moon_deal(ruleset: Ruleset, shooter: int = 0, number: int = 1) -> Deal:
    """A deal without passing in which ``shooter`` took every card; the last claim ended it.

    It holds the highest cards of every suit, so it takes the first trick and claims the rest.
    """
    by_rank = sorted(ruleset.deck, key=lambda card: (card.rank, card.suit))
    highest = " ".join(str(card) for card in by_rank[-ruleset.hand_size :])
    deal = Deal.start(ruleset, number, stacked_hands(ruleset, {shooter: highest}))
    while not deal.tricks:
        legal = deal.legal_cards()
        own = deal.to_act == (shooter,)
        deal = deal.play(max(legal, key=lambda card: card.rank) if own else legal.lowest())
    return deal.act(shooter, MakeClaim(ClaimKind.REST_ARE_MINE))


def game_at(ruleset: Ruleset, scores: Sequence[int], deal: Deal) -> Game:
    """A game with these ``scores`` before ``deal``, which is on the table."""
    assert deal.number > 1
    stand_in = moon_deal(replace(ruleset, passing=Passing.NONE))
    nothing = FinishedDeal(stand_in, Outcome((0,) * ruleset.seats))
    first = FinishedDeal(stand_in, Outcome(tuple(scores)))
    return Game(ruleset, (first, *[nothing] * (deal.number - 2)), deal)


def plays(deal: Deal) -> list[tuple[int, str]]:
    """Every seat and card played in ``deal``, in order, as texts."""
    tricks = deal.tricks if deal.trick is None else (*deal.tricks, deal.trick)
    return [(seat, str(card)) for trick in tricks for seat, card in trick.plays()]


def as_told(deal: Deal) -> law.Told:
    """``deal``, once play has begun, in the words of the law."""
    assert deal.phase is not Phase.PASSING
    return law.Told(
        number=deal.number,
        hands=[[str(card) for card in hand] for hand in deal.dealt],
        passes=[[str(card) for card in given] for given in deal.passed if given is not None],
        plays=plays(deal),
        claim=None if deal.claim is None else (deal.claim.seat, deal.claim.kind.value),
        chosen=None if deal.moon_choice is None else deal.moon_choice.value,
    )


def hands_of(told: law.Told) -> list[Cards]:
    """The hands of a deal as told."""
    return [Cards.of(map(Card.parse, hand)) for hand in told.hands]


def steps_of(told: law.Told) -> Iterator[tuple[str, int, Action]]:
    """Each step of a deal as told: its name, who takes it, and the action."""
    for seat, given in enumerate(told.passes):
        yield "pass", seat, PassCards(tuple(map(Card.parse, given)))
    for seat, card in told.plays:
        yield card, seat, PlayCard(Card.parse(card))
    if told.claim is not None:
        yield "claim", told.claim[0], MakeClaim(ClaimKind(told.claim[1]))


def replayed(ruleset: Ruleset, told: law.Told) -> Deal:
    """The deal as told under any ruleset. Raises IllegalAction where that does not allow it."""
    deal = Deal.start(ruleset, told.number, hands_of(told))
    for _, seat, action in steps_of(told):
        deal = deal.act(seat, action)
    if told.chosen is not None:
        (shooter,) = deal.to_act
        deal = deal.act(shooter, ChooseMoon(MoonRule(told.chosen)))
    return deal
