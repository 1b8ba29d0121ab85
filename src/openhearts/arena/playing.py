"""One block, played: a pure function of the match and the block's number.

So it can be played in any process, on any machine, in any order.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter, process_time

from openhearts.arena.blocks import Answers, Block, Result
from openhearts.arena.entrants import bot_of
from openhearts.arena.external import Program
from openhearts.arena.faults import Fault, NoAnswer
from openhearts.arena.match import A, B, Match, Seating
from openhearts.arena.seeds import derived
from openhearts.bots.bot import Bot
from openhearts.bots.fallback import fallback_action
from openhearts.bots.worker import decode_action, encode_action
from openhearts.records import Player, Record, RecordedDeal
from openhearts.rules.actions import Action
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal
from openhearts.rules.errors import IllegalAction
from openhearts.rules.game import Game
from openhearts.rules.shuffling import shuffled_hands
from openhearts.rules.view import SeatView

MOST_DEALS = 1_000
"""Of a game (docs/rules.md 6): with ties played on, and scores that fall, it has no bound."""


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block, and where they were asked for its records, by seating."""

    block: Block
    records: tuple[Record, ...] = ()


def play_block(match: Match, number: int, *, with_records: bool = False) -> PlayedBlock:
    """Play block ``number`` of ``match``, from 0, in every seating."""
    entrants = [_Entrant(bot_of(name, match.seconds)) for name in match.entrants]
    records = tuple(
        _BlockInSeating(match, number, seating, entrants).play() for seating in match.seatings
    )
    results = tuple(_result(record, match) for record in records)
    block = Block(number, results, (entrants[A].answers, entrants[B].answers))
    return PlayedBlock(block, records if with_records else ())


def _result(record: Record, match: Match) -> Result:
    game = record.game
    shooters = [finished.outcome.shooter for finished in game.finished]
    return Result(
        game.scores,
        tuple(shooters.count(seat) for seat in range(record.ruleset.seats)),
        len(shooters),
        game.winners if match.whole_games else (),
    )


class _Entrant:
    """An entrant at work in a block, and what it has done there."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        # A program is another process: only the time that passes can be seen.
        self._clock = perf_counter if isinstance(bot, Program) else process_time
        self._count = 0
        self._seconds = 0.0
        self._faults = Counter[str]()
        if isinstance(bot, Program):
            bot.begin()

    def act(self, game: Game, deal: Deal, seat: int, seed: int) -> tuple[Deal, bool]:
        """The deal of ``game`` after its answer for ``seat``, and whether it was its own.

        What is no answer costs this turn, and is counted.
        """
        try:
            view = SeatView.of(replace(game, deal=deal), seat)
            return deal.act(seat, self._answer(view, seed)), True
        except NoAnswer as failed:
            fault = failed.fault
        except IllegalAction:
            fault = Fault.ILLEGAL
        self._faults[fault] += 1
        lawful = SeatView.of(replace(game, deal=deal), seat)  # the bot has had the other one
        return deal.act(seat, fallback_action(lawful)), False

    def _answer(self, view: SeatView, seed: int) -> Action:
        """What the bot answers, in the form in which it would come from another process."""
        self._count += 1
        start = self._clock()
        try:
            answer = self._bot.answer(view, seed)
        except NoAnswer:
            raise
        except Exception as error:
            raise NoAnswer(Fault.RAISED, reprlib.repr(error)) from error
        finally:
            self._seconds += self._clock() - start
        try:
            return decode_action(encode_action(answer))
        except Exception as error:
            raise NoAnswer(Fault.NONSENSE, reprlib.repr(answer)) from error

    @property
    def answers(self) -> Answers:
        milliseconds = round(self._seconds * 1_000, 3)
        return Answers(self._count, milliseconds, dict(sorted(self._faults.items())))


@dataclass(frozen=True, slots=True)
class _BlockInSeating:
    """A block in one of the match's seatings."""

    match: Match
    block: int
    seating: Seating
    entrants: Sequence[_Entrant]

    def play(self) -> Record:
        """The deal, or the game, to its end."""
        match, ruleset = self.match, self.match.ruleset
        game = Game(ruleset)
        deals: list[RecordedDeal] = []
        while not deals or (match.whole_games and not _is_over(game)):
            number = game.next_number if match.whole_games else match.deal_number(self.block)
            played = self._play(game, Deal.start(ruleset, number, self._hands(number)))
            deals.append(played)
            game = Game(ruleset, game.finished, played.deal)
        players = (Player(bot=match.entrants[entrant]) for entrant in self.seating)
        return Record(ruleset, tuple(deals), tuple(players))

    def _hands(self, number: int) -> tuple[Cards, ...]:
        seed = derived(self.match.seed, self.block, "deal", number)
        return shuffled_hands(self.match.ruleset, Random(seed))

    def _play(self, before: Game, deal: Deal) -> RecordedDeal:
        """The deal after what was played ``before``, to its end."""
        game = replace(before, earlier=before.finished)
        automatic: list[int] = []
        decision = 0
        while deal.to_act:
            decision += 1
            seat = deal.to_act[0]
            entrant = self.entrants[self.seating[seat]]
            seed = self._seed(deal.number, seat, decision)
            deal, is_own = entrant.act(game, deal, seat, seed)
            if not is_own:
                automatic.append(decision)
        return replace(RecordedDeal.of(deal), automatic=tuple(automatic))

    def _seed(self, number: int, seat: int, decision: int) -> int:
        match = self.match
        own = (self.seating[seat], *self.seating) if match.own_seeds else ()
        return derived(match.seed, self.block, "bot", number, seat, decision, *own)


def _is_over(game: Game) -> bool:
    return bool(game.winners) or len(game.finished) >= MOST_DEALS
