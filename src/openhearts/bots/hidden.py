"""Another truth behind the same view: what a seat cannot know, changed at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from openhearts.rules.actions import ClaimKind
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import Game


def another_world(game: Game, seat: int | None, random: Random) -> Game:
    """``game`` with everything changed that ``seat`` (or a spectator) cannot know of its deal.

    Cards that the seat has not seen change hands, and what the others gave one another is
    chosen anew; who has chosen, how many cards each holds and all that was played stay. The
    deal on the table must not be over: then nothing is hidden any more.

    The others might not have been allowed to play from such hands what they have played, so
    it need not be a world.

    Raises ValueError where nothing is hidden.
    """
    deal = game.deal
    if deal is None or deal.phase is Phase.OVER:
        raise ValueError("nothing is hidden")
    change = _before_the_exchange if deal.phase is Phase.PASSING else _after_the_exchange
    return replace(game, deal=change(deal, seat, random))


def _before_the_exchange(deal: Deal, seat: int | None, random: Random) -> Deal:
    hands = _dealt_anew(deal.hands, _own(deal, seat), random)
    passed = tuple(
        cards if giver == seat or cards is None else _some_of(hands[giver], len(cards), random)
        for giver, cards in enumerate(deal.passed)
    )
    return replace(deal, dealt=hands, hands=hands, passed=passed)


def _after_the_exchange(deal: Deal, seat: int | None, random: Random) -> Deal:
    seats = range(deal.ruleset.seats)
    known = _own(deal, seat)
    receiver = None if seat is None else deal.direction.receiver(seat, deal.ruleset.seats)
    if seat is not None and receiver is not None:
        known[receiver] |= deal.given(seat) & deal.hands[receiver]
    if deal.claim is not None and deal.claim.kind is ClaimKind.REST_ARE_MINE:
        known[deal.claim.seat] = deal.hands[deal.claim.seat]
    hands = _dealt_anew(deal.hands, known, random)
    opening = tuple(
        (before - held) | now
        for before, held, now in zip(deal.opening_hands, deal.hands, hands, strict=True)
    )
    if None in deal.passed:
        return replace(deal, dealt=opening, hands=hands)
    received = [
        deal.received(taker)
        if seat is not None and taker in (seat, receiver)
        else _some_of(opening[taker], deal.ruleset.pass_count, random)
        for taker in seats
    ]
    given = tuple(received[deal.direction.receiver(giver, len(seats))] for giver in seats)
    dealt = tuple((opening[place] - received[place]) | given[place] for place in seats)
    return replace(deal, dealt=dealt, hands=hands, passed=given)


def _own(deal: Deal, seat: int | None) -> list[Cards]:
    """By seat: the cards that ``seat`` knows to be there, so far only its own."""
    return [hand if place == seat else Cards() for place, hand in enumerate(deal.hands)]


def _dealt_anew(
    hands: Sequence[Cards], known: Sequence[Cards], random: Random
) -> tuple[Cards, ...]:
    """Hands of the same sizes with the same cards, of which only the ``known`` ones stay."""
    hidden: list[Card] = []
    for hand, kept in zip(hands, known, strict=True):
        hidden += hand - kept
    random.shuffle(hidden)
    rest = iter(hidden)
    return tuple(
        kept | Cards.of(next(rest) for _ in range(len(hand) - len(kept)))
        for hand, kept in zip(hands, known, strict=True)
    )


def _some_of(cards: Cards, count: int, random: Random) -> Cards:
    return Cards.of(random.sample(sorted(cards), count))
