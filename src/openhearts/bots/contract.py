"""What every bot owes a table, as a check that anybody can run on a bot of their own.

``check_bot(MyBot())`` puts the bot into positions of random deals, in random rulesets with 3
to 6 seats, and raises BrokenContract at the first answer that a table could not use. It does
not measure strength.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from time import process_time

from openhearts.bots.bot import Bot
from openhearts.bots.hidden import another_world
from openhearts.bots.worker import decode_action, encode_action
from openhearts.rules.actions import Action, ChooseMoon, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import JACK_OF_DIAMONDS, TEN_OF_DIAMONDS, Card, Cards
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
from openhearts.rules.view import SeatView


class BrokenContract(Exception):
    """A bot gave no answer that a table could use; the message says where and how."""


@dataclass(frozen=True, slots=True)
class Position:
    """A seat with something to decide: decision ``place`` of the deal that ``seed`` makes."""

    seed: int
    place: int
    deal: Deal
    scores: tuple[int, ...]
    seat: int

    @property
    def view(self) -> SeatView:
        """What the seat may know, made afresh at each call."""
        game = Game(self.deal.ruleset, deal=self.deal)
        return replace(SeatView.of(game, self.seat), scores=self.scores)

    def with_other_hidden_cards(self) -> Position:
        """The same view of another truth: what the seat does not see is somewhere else."""
        game = Game(self.deal.ruleset, deal=self.deal)
        other = another_world(game, self.seat, Random(f"{self.seed}/{self.place}"))
        return replace(self, deal=other.deal or self.deal)

    def __str__(self) -> str:
        standard = Ruleset().to_words()
        words = self.deal.ruleset.to_words()
        ruleset = {name: word for name, word in words.items() if word != standard[name]}
        trick = self.deal.trick
        table = " ".join(map(str, trick.cards)) if trick is not None else ""
        return (
            f"seed {self.seed}, decision {self.place}, ruleset {ruleset}: seat {self.seat}, "
            f"{self.deal.phase}, hand {self.deal.hands[self.seat]}, "
            f"tricks done {len(self.deal.tricks)}, on the table [{table}]"
        )


def check_bot(
    bot: Bot, deals: int = 100, first_seed: int = 0, seconds_per_answer: float | None = None
) -> None:
    """Raise BrokenContract unless ``bot`` answers as a table needs it to.

    In every position of ``deals`` random deals, for every seat: its answer is an action that
    is legal there; is the same when asked again, with an equal view and the same seed; does
    not change the view; and depends on nothing else. So it is still the same when the cards
    that the seat cannot see lie otherwise, and after the bot has been asked for other seats
    and other moments of the deal.

    With ``seconds_per_answer`` no answer may take more CPU time than that, the better one of
    two counting: a bot may make a table when it first needs it. The time of another process
    is not seen; a program of others (docs/arena.md) has its own limit.
    """
    for seed in range(first_seed, first_seed + deals):
        asked = [
            (position, _checked_answer(bot, position, seconds_per_answer))
            for position in random_positions(seed)
        ]
        for position, answer in reversed(asked):
            again = _answer(bot, position, position.view)
            if again != answer:
                raise BrokenContract(
                    f"{again} after other positions, {answer} before: something is kept "
                    f"between answers ({position})"
                )


def _checked_answer(bot: Bot, position: Position, most_seconds: float | None) -> Action:
    view = position.view
    before = repr(view)
    start = process_time()
    answer = _answer(bot, position, view)
    first = process_time() - start
    if repr(view) != before:
        raise BrokenContract(f"the view was changed ({position})")
    try:
        decode_action(encode_action(answer))
    except Exception as error:
        raise BrokenContract(f"{reprlib.repr(answer)} is not an action ({position})") from error
    try:
        position.deal.act(position.seat, answer)
    except IllegalAction as refused:
        raise BrokenContract(f"{answer} is not legal, {refused} ({position})") from refused
    start = process_time()
    again = _answer(bot, position, position.view)
    seconds = min(first, process_time() - start)
    if again != answer:
        raise BrokenContract(f"{answer}, then {again}, for one view and seed ({position})")
    if most_seconds is not None and seconds > most_seconds:
        raise BrokenContract(f"{seconds:.3f} s for an answer, not {most_seconds:g} ({position})")
    elsewhere = position.with_other_hidden_cards()
    again = _answer(bot, elsewhere, elsewhere.view)
    if again != answer:
        raise BrokenContract(f"{answer}, but {again} when only hidden cards differ ({position})")
    return answer


def _answer(bot: Bot, position: Position, view: SeatView) -> Action:
    try:
        return bot.answer(view, position.seed + position.place)
    except Exception as error:
        raise BrokenContract(f"{type(error).__name__}: {error} ({position})") from error


# -- random positions


def random_positions(seed: int) -> Iterator[Position]:
    """Every decision of one deal, in a random ruleset, whose seats act at random.

    In one deal of four a seat holds the highest cards and plays them, so that moons, claims
    and choices come up too.
    """
    random = Random(seed)
    ruleset = random_ruleset(random)
    shooter = None
    if random.random() < 1 / 4:
        shooter = random.randrange(ruleset.seats)
        ruleset = replace(ruleset, passing=Passing.NONE)
    deal = Deal.start(ruleset, random.randint(1, 6), _hands(random, ruleset, shooter))
    scores = tuple(random.randrange(ruleset.target) for _ in range(ruleset.seats))
    place = 0
    while deal.phase is not Phase.OVER:
        seat = random.choice(deal.to_act)
        position = Position(seed, place, deal, scores, seat)
        yield position
        deal = deal.act(seat, _random_action(random, position.view, is_shooter=seat == shooter))
        place += 1


def random_ruleset(random: Random) -> Ruleset:
    """Any values of any fields, with every number of seats as likely."""
    seats = random.choice((3, 4, 5, 6))
    most_passed = min(5, Ruleset(seats).hand_size // 2)
    return Ruleset(
        seats=seats,
        target=random.choice((1, 50, 100, 500, 1000)),
        hearts=random.choice(list(HeartValues)),
        black_maria=random.random() < 1 / 4,
        bonus_card=random.choice((None, JACK_OF_DIAMONDS, TEN_OF_DIAMONDS)),
        moon=random.choice(list(MoonRule)),
        moon_needs_bonus=random.random() < 1 / 2,
        moon_keeps_bonus=random.random() < 1 / 2,
        passing=random.choice(list(Passing)),
        pass_count=random.randint(1, most_passed),
        opening=random.choice(list(Opening)),
        first_trick=random.choice(list(FirstTrick)),
        must_break=random.random() < 2 / 3,
        queen_breaks=random.random() < 1 / 2,
        ties=random.choice(list(Ties)),
        deal_limit=random.choice((None, 1, 6, 100)),
        no_trick_bonus=random.choice((0, 5)),
    )


def _hands(random: Random, ruleset: Ruleset, shooter: int | None) -> list[Cards]:
    cards = list(ruleset.deck)
    random.shuffle(cards)
    size = ruleset.hand_size
    if shooter is not None:
        cards.sort(key=lambda card: -card.rank)
        rest = cards[size:]
        random.shuffle(rest)
        cards = rest[: shooter * size] + cards[:size] + rest[shooter * size :]
    return [Cards.of(cards[first : first + size]) for first in range(0, len(cards), size)]


def _random_action(random: Random, view: SeatView, *, is_shooter: bool) -> Action:
    if view.phase is Phase.PASSING:
        return PassCards(tuple(random.sample(list(view.hand), view.ruleset.pass_count)))
    if view.phase is Phase.CHOOSING:
        return ChooseMoon(random.choice((MoonRule.ADD, MoonRule.SUBTRACT)))
    claims = view.claims()
    if claims and random.random() < 1 / 2:
        return MakeClaim(random.choice(claims))
    legal = list(view.legal_cards())
    return PlayCard(max(legal, key=_rank) if is_shooter else random.choice(legal))


def _rank(card: Card) -> int:
    return card.rank
