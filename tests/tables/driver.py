"""Runs whole games at a table without I/O: persons and bots that answer at random, but legally."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

import msgspec

from openhearts.rules.actions import Action, ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Phase
from openhearts.rules.errors import IllegalAction
from openhearts.rules.ruleset import MoonRule, Ruleset
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.dealing import next_deal
from openhearts.tables.due import BotsDue, DealDue, due
from openhearts.tables.events import Dealt, Event, Person
from openhearts.tables.handle import TableRefusal, act, can_take_back, handle, open_table
from openhearts.tables.setup import Setup, parse_setup
from openhearts.tables.table import Table, apply
from openhearts.tables.views import table_view
from tests.strategies import random_hands

ANN, BOB, CYD, DOT = "person-ann", "person-bob", "person-cyd", "person-dot"
LEVELS = ("beginner", "casual")
NAMES = {ANN: "Ann", BOB: "Bob"}


def setup_of(words: Mapping[str, object]) -> Setup:
    """The setup of flat JSON, where two levels of bots exist."""
    return parse_setup(words, LEVELS, "casual")


Dealing = Callable[[Ruleset, Random], Sequence[Cards]]
"""Other hands than those that the deals' seeds draw: ``random_hands`` brings claims, moons and
rare hands near; ``moon_hands`` make sure of a moon."""


class Course:
    """The course of a table from its opening on: every event, and the table after each."""

    def __init__(
        self, words: Mapping[str, object], seed: int, dealing: Dealing | None = None
    ) -> None:
        self.random = Random(seed)
        self.dealing = dealing
        self.events: list[Event] = []
        self.tables: list[Table] = []
        self._keep(open_table(setup_of(words), ANN, self.entropy))

    def entropy(self, count: int) -> bytes:
        """So many random bytes, for tests the same each time."""
        return self.random.randbytes(count)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.tables[-1]

    # -- what happens at the table

    def send(self, person: str, command: messages.TableCommand) -> list[Event]:
        """What the table makes of a person's command; raises as ``handle`` does."""
        return self._keep(handle(self.table, person, command, self.entropy))

    def act(self, seat: int, action: Action, *, automatic: bool = False) -> list[Event]:
        """What the table makes of an action of the bot on ``seat``."""
        return self._keep(act(self.table, seat, action, automatic=automatic))

    def happens_by_itself(self) -> bool:
        """Let what is due happen: the next deal, or the answer of one bot. False if nothing is."""
        match due(self.table):
            case DealDue():
                self._keep(next_deal(self.table, self.entropy))
            case BotsDue(seats, _):
                seat = self.random.choice(seats)
                self.act(seat, random_answer(SeatView.of(self.table.game, seat), self.random))
            case None:
                return False
        return True

    def step(self) -> bool:
        """One more thing happens: a person or a bot answers, or a deal begins. False at the end."""
        persons = [seat for seat in self.table.to_act if seat in self.table.people]
        if persons and (due(self.table) is None or self.random.random() < 0.5):
            seat = self.random.choice(persons)
            self.send(self.person_on(seat), self.random_command(seat))
            return True
        return self.happens_by_itself()

    def play(self, until: Callable[[Table], bool] = lambda table: table.phase == "over") -> Course:
        """Go on until the table is as wanted. Fails if it never is, within a long game."""
        for _ in range(20_000):
            if until(self.table):
                return self
            assert self.step(), f"the table rests at {self.table.decision}"
        raise AssertionError(f"still at {self.table.decision}")

    def wander(self, steps: int) -> Course:
        """Go on for so many steps, in which Bob comes and goes, the host takes back when alone,
        a bot fails to answer, and a game that is over is followed by another."""
        for _ in range(steps):
            if self.random.random() < 0.1:
                self._someone_meddles()
            if self.table.phase == "over":
                kinds = (messages.Rematch, messages.Replay)
                kind = self.random.choice(kinds) if len(self.table.people) == 1 else kinds[0]
                self.send(ANN, kind(id="c", decision=self.table.decision))
            else:
                self.step()
        return self

    def _someone_meddles(self) -> None:
        free = [seat for seat in range(len(self.table.holders)) if seat not in self.table.people]
        if self.table.phase not in ("sheet", "over"):
            seen = self.table.hands_seen(BOB)
            free = [seat for seat in free if seen <= {seat}]
        if self.table.seat_of(BOB) is not None:
            self.send(BOB, messages.Leave(id="c"))
        elif free and self.random.random() < 0.5:
            self.send(BOB, messages.Sit(id="c", seat=self.random.choice(free)))
        elif can_take_back(self.table, 0):
            self.send(ANN, messages.TakeBack(id="c", decision=self.table.decision))
        elif isinstance(pending := due(self.table), BotsDue):
            seat = self.random.choice(pending.seats)
            answer = random_answer(SeatView.of(self.table.game, seat), self.random)
            self.act(seat, answer, automatic=not isinstance(answer, MakeClaim))

    # -- who does what

    def person_on(self, seat: int) -> str:
        """The identity of the person on ``seat``."""
        holder = self.table.holders[seat]
        assert isinstance(holder, Person)
        return holder.id

    def random_command(self, seat: int) -> messages.Deciding:
        """A legal answer of the person on ``seat`` to the decision at hand."""
        if self.table.phase == "sheet":
            return messages.Ready(id="c", decision=self.table.decision)
        answer = random_answer(SeatView.of(self.table.game, seat), self.random)
        return as_command(answer, self.table.decision)

    def seat_people(self, *persons: str) -> Course:
        """These persons take the seats after the host's."""
        for seat, person in enumerate(persons, 1):
            self.send(person, messages.Sit(id="c", seat=seat))
        return self

    # -- what is seen

    def view(self, seat: int | None, table: Table | None = None) -> messages.View:
        """What the client on ``seat``, or a spectator, is told."""
        return view_of(table or self.table, seat)

    def _keep(self, events: Iterable[Event]) -> list[Event]:
        kept: list[Event] = []
        for event in events:
            kept.append(self._dealt_otherwise(event))
            self.tables.append(apply(self.tables[-1] if self.tables else None, kept[-1]))
        self.events += kept
        return kept

    def _dealt_otherwise(self, event: Event) -> Event:
        if self.dealing is None or not isinstance(event, Dealt):
            return event
        hands = self.dealing(self.table.ruleset, self.random)
        return msgspec.structs.replace(event, hands=tuple(str(hand) for hand in hands))


def moon_hands(shooter: int) -> Dealing:
    """Hands of which the shooter's takes every trick, once it is in, if nothing is passed."""

    def dealing(ruleset: Ruleset, _: Random) -> list[Cards]:
        by_rank = sorted(ruleset.deck, key=lambda card: (-card.rank, card.suit))
        size = ruleset.hand_size
        hands = [Cards.of(by_rank[at : at + size]) for at in range(0, len(by_rank), size)]
        return [*hands[1 : shooter + 1], hands[0], *hands[shooter + 1 :]]

    return dealing


def random_answer(view: SeatView, random: Random) -> Action:
    """Something legal that the seat of ``view`` may do, whose turn it is; now and then a claim."""
    match view.phase:
        case Phase.PASSING:
            given = random.sample(sorted(view.hand), view.ruleset.pass_count)
            return PassCards(tuple(given))
        case Phase.CHOOSING:
            return ChooseMoon(random.choice(list(view.moon_choices())))
        case _:
            claims = view.claims()
            if claims and random.randrange(4) == 0:
                return MakeClaim(random.choice(claims))
            return PlayCard(random.choice(sorted(view.legal_cards())))


def as_command(action: Action, decision: str) -> messages.Deciding:
    """The command that asks for ``action``."""
    match action:
        case PassCards(cards):
            texts = tuple(str(card) for card in cards)
            return messages.Pass(id="c", decision=decision, cards=texts)
        case PlayCard(card):
            return messages.Play(id="c", decision=decision, card=str(card))
        case MakeClaim(kind):
            word: messages.ClaimKind = (
                "nothing-left" if kind is ClaimKind.NOTHING_LEFT else "rest-are-mine"
            )
            return messages.Claim(id="c", decision=decision, claim=word)
        case ChooseMoon(moon):
            choice: messages.MoonChoice = "add" if moon is MoonRule.ADD else "subtract"
            return messages.ChooseMoon(id="c", decision=decision, moon=choice)


def nothing_happens(table: Table, person: str, command: messages.TableCommand) -> bool:
    """Whether the table takes the command for carried out; False if it refuses it."""
    try:
        events = handle(table, person, command, _no_entropy)
    except (TableRefusal, IllegalAction):
        return False
    assert events == []
    return True


def refusal_of(table: Table, person: str, command: messages.TableCommand) -> str:
    """The code with which the table refuses the command. Fails if it takes it."""
    try:
        events = handle(table, person, command, _no_entropy)
    except TableRefusal as refused:
        return refused.code
    except IllegalAction as refused:
        return refused.reason.value
    raise AssertionError(f"taken: {events}")


def _no_entropy(_: int) -> bytes:
    raise AssertionError("a command that changes nothing needs no chance")


def view_of(table: Table, seat: int | None) -> messages.View:
    """What the client on ``seat``, or a spectator, is told of ``table``."""

    def known(person: str) -> tuple[str | None, bool]:
        return NAMES.get(person), person == ANN

    return table_view(table, "table7", seat, known, 12.5 if table.phase == "sheet" else None)


def wire(view: messages.View) -> bytes:
    """The bytes that are sent."""
    return msgspec.json.encode(view)


def plays_of(view: messages.View) -> list[tuple[int, str]]:
    """Every seat and card played in the deal, read from a view that shows all tricks."""
    tricks = (*view.tricks, view.trick) if view.trick else view.tricks
    seats = len(view.hand_sizes)
    return [
        ((trick.leader + place) % seats, card)
        for trick in tricks
        for place, card in enumerate(trick.cards)
    ]


def moments(words: Mapping[str, object], seed: int, steps: int) -> Iterator[Table]:
    """A table at every moment of a random course on which a deal lies."""
    course = Course(words, seed, random_hands).seat_people(BOB).wander(steps)
    return (table for table in course.tables if table.deal is not None)
