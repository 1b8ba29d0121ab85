"""Full hands that fit what one seat has seen, so that a seat's own record can be played again.

Not for play: the hands that are found are any that fit, not equally likely ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openhearts.rules.cards import NO_CARDS, Card, Cards
from openhearts.rules.legal import legal_cards
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.trick import Trick


def fitting_hands(
    ruleset: Ruleset, tricks: Sequence[Trick], known: Sequence[Cards]
) -> tuple[Cards, ...]:
    """Hands by seat, before the first of ``tricks``, with which all of them could be played.

    ``known`` are by seat cards that were there. Those of the deck that are neither known nor
    played fill the hands up to their size. If no hands fit the tricks, then these do not:
    playing will show where.
    """
    hands = list(known)
    for trick in tricks:
        for seat, card in trick.plays():
            hands[seat] = hands[seat].with_card(card)
    rest = ruleset.deck
    for hand in hands:
        rest -= hand
    places = [ruleset.hand_size - len(hand) for hand in hands]
    allowed = [
        Cards.of(card for card in rest if _could_be_held(ruleset, tricks, seat, card))
        for seat in range(ruleset.seats)
    ]
    shares = _shared_out(rest, places, allowed)
    if sum(map(len, shares)) < len(rest):
        shares = _shared_out(rest, places, [rest] * ruleset.seats)
    return tuple(hand | share for hand, share in zip(hands, shares, strict=True))


def _could_be_held(ruleset: Ruleset, tricks: Sequence[Trick], seat: int, card: Card) -> bool:
    """Whether everything that ``seat`` played was legal with ``card`` in its hand as well.

    One card at a time is enough: each rung of docs/rules.md 4 asks whether the hand has any
    card of some kind.
    """
    played = NO_CARDS
    for trick in tricks:
        before = Trick(trick.leader, trick.seats)
        for who, chosen in trick.plays():
            if who == seat:
                hand = Cards.of((chosen, card))
                if chosen not in legal_cards(ruleset, hand, before, played):
                    return False
            before = before.play(chosen)
            played = played.with_card(chosen)
    return True


def _shared_out(
    rest: Iterable[Card], places: Sequence[int], allowed: Sequence[Cards]
) -> list[Cards]:
    """The cards of ``rest`` to the seats, each where it is ``allowed`` and a place is free.

    As many as can be: a card whose seats are full moves another one on (bipartite matching).
    """
    shares = [NO_CARDS] * len(places)

    def give(card: Card, tried: set[int]) -> bool:
        for seat, cards in enumerate(allowed):
            if card in cards and seat not in tried:
                tried.add(seat)
                if len(shares[seat]) < places[seat]:
                    shares[seat] = shares[seat].with_card(card)
                    return True
                for other in shares[seat]:
                    if give(other, tried):
                        shares[seat] = shares[seat].without_card(other).with_card(card)
                        return True
        return False

    for card in rest:
        give(card, set())
    return shares
