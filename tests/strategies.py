"""Hypothesis strategies for what the rules are made of, and the random play behind them."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import JACK_OF_DIAMONDS, PACK, TEN_OF_DIAMONDS, Card, Cards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import IllegalAction
from openhearts.rules.game import Game
from openhearts.rules.ruleset import (
    FirstTrick,
    HeartValues,
    MoonRule,
    Opening,
    Passing,
    Ruleset,
    Ties,
)


def cards() -> st.SearchStrategy[Card]:
    """One card of the pack."""
    return st.sampled_from(sorted(PACK))


def sets_of_cards() -> st.SearchStrategy[Cards]:
    """Any set of cards, the empty one included."""
    return st.integers(0, PACK.mask).map(Cards)


@st.composite
def rulesets(draw: st.DrawFn, /, **fixed: Any) -> Ruleset:
    """Any ruleset; fields named in ``fixed`` have that value."""
    seats = fixed.get("seats", draw(st.sampled_from((4, 3, 5, 6))))
    free: dict[str, st.SearchStrategy[Any]] = {
        "seats": st.just(seats),
        "target": st.sampled_from((100, 50, 20, 500)) | st.integers(1, 1000),
        "hearts": st.sampled_from(HeartValues),
        "black_maria": st.booleans(),
        "bonus_card": st.sampled_from((None, JACK_OF_DIAMONDS, TEN_OF_DIAMONDS)),
        "moon": st.sampled_from(MoonRule),
        "moon_needs_bonus": st.booleans(),
        "moon_keeps_bonus": st.booleans(),
        "passing": st.sampled_from(Passing),
        "pass_count": st.integers(1, 4 if seats == 6 else 5),
        "opening": st.sampled_from(Opening),
        "first_trick": st.sampled_from(FirstTrick),
        "must_break": st.booleans(),
        "queen_breaks": st.booleans(),
        "ties": st.sampled_from(Ties),
        "deal_limit": st.none() | st.integers(1, 100),
        "no_trick_bonus": st.sampled_from((0, 5)),
    }
    values = {name: draw(values) for name, values in free.items() if name not in fixed}
    return Ruleset(**values, **fixed)


def seeds() -> st.SearchStrategy[int]:
    """What seeds a ``random.Random``."""
    return st.integers(0, 2**32 - 1)


@st.composite
def deals(draw: st.DrawFn, /, **fixed: Any) -> Deal:
    """A deal of any ruleset at any moment of random play; ``fixed`` as in ``rulesets``."""
    ruleset = draw(rulesets(**fixed))
    random = Random(draw(seeds()))
    number = draw(st.integers(1, 8))
    actions = draw(st.integers(0, 58))
    deal = Deal.start(ruleset, number, random_hands(ruleset, random))
    for _ in range(actions):
        if deal.phase is Phase.OVER:
            break
        deal = deal.act(*random_action(deal, random))
    return deal


def finished_deals(**fixed: Any) -> st.SearchStrategy[Deal]:
    """A deal of any ruleset that is over; ``fixed`` as in ``rulesets``."""
    return st.builds(lambda deal, seed: to_the_end(deal, Random(seed)), deals(**fixed), seeds())


@st.composite
def games(draw: st.DrawFn, /, **fixed: Any) -> Game:
    """A game of any ruleset at any moment of random play; ``fixed`` as in ``rulesets``.

    A deal is always on the table: the first to the fifth.
    """
    ruleset = draw(rulesets(**fixed))
    random = Random(draw(seeds()))
    before = draw(st.integers(0, 4))
    actions = draw(st.integers(0, 58))
    game = Game(ruleset).start_deal(random_hands(ruleset, random))
    for _ in range(before):
        game = _to_the_end_of_the_deal(game, random)
        if game.winners:
            return game
        game = game.start_deal(random_hands(ruleset, random))
    for _ in range(actions):
        if _deal_of(game).phase is Phase.OVER:
            break
        game = game.act(*random_action(_deal_of(game), random))
    return game


def random_hands(ruleset: Ruleset, random: Random) -> list[Cards]:
    """Hands for a deal: often uneven, so that moons, claims and rare hands are near."""
    pack = sorted(ruleset.deck)
    random.shuffle(pack)
    match random.randrange(5):
        case 0 | 1:
            pack.sort(key=lambda card: card.rank)
        case 2:
            pack.sort(key=lambda card: card.suit + 1.2 * random.random())
    size = ruleset.hand_size
    hands = [Cards.of(pack[start : start + size]) for start in range(0, len(pack), size)]
    random.shuffle(hands)
    return hands


def random_action(deal: Deal, random: Random) -> tuple[int, Action]:
    """A seat that may act in ``deal``, and something legal that it may do; now and then a claim."""
    seat = random.choice(deal.to_act)
    match deal.phase:
        case Phase.PASSING:
            given = random.sample(sorted(deal.hands[seat]), deal.ruleset.hand_size)
            if random.randrange(2):  # keeps a strong hand strong
                given.sort(key=lambda card: card.rank)
            return seat, PassCards(tuple(given[: deal.ruleset.pass_count]))
        case Phase.CHOOSING:
            return seat, ChooseMoon(random.choice((MoonRule.ADD, MoonRule.SUBTRACT)))
        case _:
            if random.randrange(6) == 0:
                claim = MakeClaim(random.choice(list(ClaimKind)))
                if is_valid(deal, seat, claim):
                    return seat, claim
            return seat, PlayCard(random.choice(sorted(deal.legal_cards())))


def to_the_end(deal: Deal, random: Random) -> Deal:
    """``deal`` after random actions until it is over."""
    while deal.phase is not Phase.OVER:
        deal = deal.act(*random_action(deal, random))
    return deal


def is_valid(deal: Deal, seat: int, claim: MakeClaim) -> bool:
    """Whether ``seat`` may make this claim in ``deal`` now."""
    try:
        deal.act(seat, claim)
    except IllegalAction:
        return False
    return True


def _to_the_end_of_the_deal(game: Game, random: Random) -> Game:
    while (deal := _deal_of(game)).phase is not Phase.OVER:
        game = game.act(*random_action(deal, random))
    return game


def _deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal
