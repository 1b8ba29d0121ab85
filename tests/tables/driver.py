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
from openhearts.tables.acting import act
from openhearts.tables.clock import seconds_allowed, time_out, time_spent, timed_seats
from openhearts.tables.dealing import BETWEEN_DEALS, next_deal
from openhearts.tables.due import BotsDue, DealDue, due
from openhearts.tables.events import BotStoodIn, Dealt, Event, Person
from openhearts.tables.fairness import SEED_BYTES, commitment
from openhearts.tables.fold import apply
from openhearts.tables.handle import gather, handle, open_table
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.seating import BETWEEN_GAMES, UNDER_WAY, close, stand_in
from openhearts.tables.setup import Setup, parse_setup
from openhearts.tables.table import Table
from openhearts.tables.taking_back import can_take_back, request_of
from openhearts.tables.views import Surroundings, table_view
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
        self,
        words: Mapping[str, object],
        seed: int,
        dealing: Dealing | None = None,
        *,
        gathers: bool = False,
        adds: bool = False,
    ) -> None:
        """``gathers``: its people come together before the first game, which nobody has begun.
        ``adds``: else the host's browser adds to the first deal."""
        self.random = Random(seed)
        self.dealing = dealing
        self.events: list[Event] = []
        self.tables: list[Table] = []
        self.added: dict[str, str] = {}
        """By hash: the bytes that browsers add to deals."""
        setup = setup_of(words)
        if gathers:
            self._keep(gather(setup, ANN))
        else:
            browser_hash = self.fresh_hash() if adds else ""
            self._keep(open_table(setup, ANN, self.entropy, browser_hash))

    def entropy(self, count: int) -> bytes:
        """So many random bytes, for tests the same each time."""
        return self.random.randbytes(count)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.tables[-1]

    def fresh_hash(self) -> str:
        """Of bytes that a browser will add to a deal."""
        added = self.entropy(SEED_BYTES)
        self.added[commitment(added)] = added.hex()
        return commitment(added)

    # -- what happens at the table

    def give_hashes(self, *persons: str) -> Course:
        """These persons' browsers will add to the next deal."""
        for person in persons:
            self.send(person, messages.GiveHash(id="c", hash=self.fresh_hash()))
        return self

    def reveal(self, person: str) -> list[Event]:
        """The person's browser shows what it adds to the next deal."""
        seat = self.table.seat_of(person)
        assert seat is not None
        return self.send(person, self.random_command(seat))

    def send(self, person: str, command: messages.TableCommand) -> list[Event]:
        """What the table makes of a person's command; raises as ``handle`` does."""
        return self._keep(handle(self.table, person, command, self.entropy))

    def act(self, seat: int, action: Action, *, automatic: bool = False) -> list[Event]:
        """What the table makes of an action of the bot on ``seat``."""
        return self._keep(act(self.table, seat, action, automatic=automatic))

    def happens_by_itself(self) -> bool:
        """Let what is due happen: a step to the next deal, or the answer of one bot. False if
        nothing is."""
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
        persons = [
            seat for seat in self.table.to_act if isinstance(self.table.actors[seat], Person)
        ]
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
        """Go on for so many steps, in which guests come, go, are away, are sent away and are made
        host, people take back, think too long and let each other think, their browsers add to
        deals, a bot fails to answer, and a game that is over is followed by another."""
        for _ in range(steps):
            self._browsers_add()
            between = self.table.phase in BETWEEN_GAMES
            if self.random.random() < (0.5 if between else 0.15):
                self.random.choice(self._meddling())()
            if self.table.phase == "gathering":
                if self.random.random() < 0.1:
                    self.send(self.table.host, messages.Start(id="c"))
            elif self.table.phase == "over":
                kinds = (messages.Rematch, messages.Replay)
                kind = self.random.choice(kinds) if len(self.table.people) == 1 else kinds[0]
                self.send(ANN, kind(id="c", decision=self.table.decision))
            elif not self.step():
                self._all_come_back()
        return self

    def _meddling(self) -> Sequence[Callable[[], object]]:
        """What people do besides playing."""
        return (
            self._guest_comes_or_goes,
            self._guest_comes_or_goes,
            self._someone_takes_back,
            self._someone_takes_back,
            self._bot_fails,
            self._someone_is_away,
            self._all_come_back,
            self._clock_runs_out,
            self._someone_gives_time,
            self._host_decides,
        )

    @property
    def _guest(self) -> str:
        """Who comes and goes: Bob, and after he was sent away somebody else."""
        return next(p for p in (BOB, CYD, DOT, "person-eve") if p not in self.table.removed)

    def _guest_comes_or_goes(self) -> None:
        guest = self._guest
        free = [seat for seat in range(len(self.table.holders)) if seat not in self.table.people]
        if self.table.phase in UNDER_WAY:
            seen = self.table.hands_seen(guest)
            free = [seat for seat in free if seen <= {seat}]
        if self.table.seat_of(guest) is not None:
            self.send(guest, messages.Leave(id="c"))
        elif free:
            self.send(guest, messages.Sit(id="c", seat=self.random.choice(free)))

    def _someone_takes_back(self) -> None:
        """At once alone; among people somebody asks, and mostly the others agree."""
        decision = self.table.decision
        seats = [seat for seat in self.table.people if can_take_back(self.table, seat)]
        if not seats:
            return
        asker = self.person_on(self.random.choice(seats))
        self.send(asker, messages.TakeBack(id="c", decision=decision))
        while self.table.asks_back is not None:
            seat = self.random.choice(self.table.agreement_needed)
            request, agrees = request_of(self.table), self.random.random() < 0.7
            answer = messages.AnswerTakeBack(id="c", request=request, agrees=agrees)
            self.send(self.person_on(seat), answer)

    def _bot_fails(self) -> None:
        pending = due(self.table)
        if isinstance(pending, BotsDue):
            seat = self.random.choice(pending.seats)
            answer = random_answer(SeatView.of(self.table.game, seat), self.random)
            self.act(seat, answer, automatic=not isinstance(answer, MakeClaim))

    def _someone_is_away(self) -> None:
        for seat in self.table.to_act:
            if seat in self.table.people and self.table.phase in UNDER_WAY:
                self._keep(stand_in(self.table, seat))
                return

    def _all_come_back(self) -> None:
        for seat in self.table.stand_ins:
            self.send(self.person_on(seat), messages.ComeBack(id="c"))

    def _clock_runs_out(self) -> None:
        if seats := timed_seats(self.table):
            seat = self.random.choice(seats)
            seconds = seconds_allowed(self.table, seat) * self.random.random()
            spent = time_spent(self.table, seat, seconds)
            self._keep(spent or time_out(self.table, seat))

    def _someone_gives_time(self) -> None:
        for seat in timed_seats(self.table):
            for giver in self.table.people:
                if giver != seat:
                    time = messages.GiveTime(id="c", decision=self.table.decision, seat=seat)
                    self.send(self.person_on(giver), time)
                    return

    def _host_decides(self) -> None:
        seat = self.table.seat_of(self._guest)
        if seat is None or self.table.host == self._guest:
            return
        if self.table.phase in BETWEEN_GAMES:
            self.send(self.table.host, messages.Remove(id="c", seat=seat))
        else:
            self.send(self.table.host, messages.HandOver(id="c", seat=seat))

    def _browsers_add(self) -> None:
        if self.table.phase in BETWEEN_DEALS and self.random.random() < 0.5:
            self.give_hashes(self.person_on(self.random.choice(self.table.people)))

    # -- who does what

    def person_on(self, seat: int) -> str:
        """The identity of the person on ``seat``."""
        person = self.table.person_on(seat)
        assert person is not None
        return person

    def random_command(self, seat: int) -> messages.Deciding:
        """A legal answer of the person on ``seat`` to the decision at hand."""
        if self.table.phase == "sheet":
            return messages.Ready(id="c", decision=self.table.decision)
        if self.table.next_shuffle:
            added = self.added[self.table.next_shuffle.hashes[seat]]
            return messages.Reveal(id="c", decision=self.table.decision, bytes=added)
        answer = random_answer(SeatView.of(self.table.game, seat), self.random)
        return as_command(answer, self.table.decision)

    def happens(self, events: Iterable[Event]) -> list[Event]:
        """What time, or whoever holds the watch, makes happen."""
        return self._keep(events)

    def close(self) -> None:
        """Nobody came back."""
        self._keep(close(self.table))

    def stand_in(self, seat: int) -> Course:
        """A bot plays for the person on ``seat`` who is away, whoever's turn it is."""
        self._keep([BotStoodIn(seat=seat)])
        return self

    def time_out(self, seat: int) -> Course:
        """The clock acts for the person on ``seat``."""
        self._keep(time_out(self.table, seat))
        return self

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

    next_deal_in = 12.5 if table.phase == "sheet" else None
    return table_view(table, "table7", seat, Surroundings(known, next_deal_in=next_deal_in))


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
