"""Random records, with everything in them that a record can hold, and random damage to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from openhearts.records import (
    FairDeal,
    Player,
    PlayerChange,
    Record,
    RecordedDeal,
    TakeBack,
)
from openhearts.records.record import SeatAction
from openhearts.rules.actions import PassCards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import MoonRule, Passing, Ruleset
from tests.strategies import random_action, random_hands, rulesets, seeds

Path = tuple[str | int, ...]

NASTY = (
    *("", " ", "a b", '"', "'", '"""', "'''", "\\", "\\u0041", "a\\", "#", "# no comment"),
    *("\n", "\r\n", "\r", "\t", "\x00", "\x1b[2J", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffe"),
    *(
        "Zoë",
        "Åsa Öberg",
        "大",
        "😀",
        "👩\u200d💻",
        "\u202egnp",
        "[deals]",
        "a.b",
        "= 1",
        "nan",
        "true",
    ),
)
"""Texts that a careless writer or reader would break."""


def texts() -> st.SearchStrategy[str]:
    """Any text that UTF-8 can write."""
    return st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def players() -> st.SearchStrategy[Player]:
    """A player who is known by name, as a bot, as both or not at all."""
    return st.builds(Player, st.none() | texts(), st.none() | texts())


@st.composite
def records(draw: st.DrawFn, /, **fixed: Any) -> Record:
    """Any record; fields of its ruleset that are named in ``fixed`` have that value."""
    ruleset = draw(rulesets(**fixed))
    random = Random(draw(seeds()))
    plain = texts() | st.integers(-(2**63), 2**63 - 1) | st.booleans()
    about = draw(st.dictionaries(texts(), plain, max_size=3))
    seated = draw(st.none() | st.lists(players(), min_size=ruleset.seats, max_size=ruleset.seats))
    deals = tuple(random_deals(ruleset, random))
    record = Record(ruleset, deals, tuple(seated or ()), tuple(about.items()))
    if deals and deals[-1].deal.phase is not Phase.OVER and random.randrange(2):
        seat = random.choice([None, *range(ruleset.seats)])
        seen = Record.as_seen(record.game, seat)
        return Record(ruleset, record.only_finished().deals, record.players, view=seen.view)
    return record


def random_record(random: Random) -> Record:
    """Any record, as ``random`` has it."""
    return Record(
        ruleset := random_ruleset(random),
        tuple(random_deals(ruleset, random)),
        tuple(random_player(random) for _ in range(ruleset.seats * random.randrange(2))),
        tuple({random.choice(NASTY): random.choice((*NASTY, True, 7)) for _ in range(2)}.items()),
    )


def random_ruleset(random: Random) -> Ruleset:
    """Some of the words of a ruleset, each as likely."""
    return Ruleset(
        seats=random.choice((3, 4, 5, 6)),
        target=random.choice((20, 50, 100)),
        black_maria=random.randrange(4) == 0,
        moon=random.choice(list(MoonRule)),
        passing=random.choice(list(Passing)),
        pass_count=random.randint(1, 4),
        must_break=random.random() < 0.5,
        no_trick_bonus=random.choice((0, 5)),
    )


def random_deals(ruleset: Ruleset, random: Random) -> Iterator[RecordedDeal]:
    """Up to four deals of one game, from its first one or a later one on."""
    number = random.choice((1, 1, 1, random.randint(2, 30)))
    deals: list[RecordedDeal] = []
    for _ in range(random.randrange(5)):
        if Record(ruleset, tuple(deals)).game.winners:
            return
        played = random_deal(ruleset, number + len(deals), random)
        deals.append(played)
        yield played
        if played.deal.phase is not Phase.OVER:
            return


def random_deal(ruleset: Ruleset, number: int, random: Random) -> RecordedDeal:
    """A deal to its end or, once in four times, to any moment; with take-backs and all that."""
    course = _Course(Deal.start(ruleset, number, random_hands(ruleset, random)))
    steps = random.randrange(60) if random.randrange(4) == 0 else 10_000
    ends = {Phase.OVER} | ({Phase.CHOOSING} if random.randrange(4) == 0 else set())
    while steps and course.deal.phase not in ends:
        course.act(*random_action(course.deal, random))
        steps -= 1
        if random.randrange(30) == 0:
            course.take_back(random.randrange(len(course.actions)))
    places = range(1, len(course.actions) + 1)
    marks = sorted(random.randint(0, len(places)) for _ in range(random.randrange(3)))
    return RecordedDeal(
        course.deal,
        tuple(seat for seat, action in course.actions if isinstance(action, PassCards)),
        automatic=tuple(place for place in places if random.randrange(12) == 0),
        take_backs=tuple(course.take_backs),
        player_changes=tuple(
            PlayerChange(random.randrange(ruleset.seats), mark, random_player(random))
            for mark in marks
        ),
        fair=_random_fair(ruleset, random) if random.randrange(2) else None,
    )


class _Course:
    """The course of a deal: what stands, and what was taken back."""

    def __init__(self, begun: Deal) -> None:
        self.stood = [begun]
        self.actions: list[SeatAction] = []
        self.take_backs: list[TakeBack] = []

    @property
    def deal(self) -> Deal:
        return self.stood[-1]

    def act(self, seat: int, action: Any) -> None:
        self.stood.append(self.deal.act(seat, action))
        self.actions.append((seat, action))

    def take_back(self, after: int) -> None:
        seat = self.actions[after][0]
        self.take_backs.append(TakeBack(seat, after, tuple(self.actions[after:])))
        del self.actions[after:], self.stood[after + 1 :]


def random_player(random: Random) -> Player:
    """A person, a bot, or nobody known."""
    return random.choice((Player(name=random.choice(NASTY)), Player(bot="casual"), Player()))


def _random_fair(ruleset: Ruleset, random: Random) -> FairDeal:
    seed, commitment, *revealed = (random.randbytes(32).hex() for _ in range(random.randint(2, 6)))
    hashes = (random.choice(("", random.randbytes(32).hex())) for _ in range(ruleset.seats))
    return FairDeal(seed, commitment, tuple(revealed), random.choice(((), tuple(hashes))))


@dataclass(frozen=True)
class Spot:
    """A place in a document, and the value there."""

    path: Path
    value: object

    @property
    def key(self) -> str:
        """The last name on the way."""
        return next(str(step) for step in reversed(self.path) if isinstance(step, str))

    def of(self, document: Any) -> Any:
        """The value there in this document."""
        for step in self.path:
            document = document[step]
        return document

    @property
    def deal(self) -> int | None:
        """The place of the deal that it is in."""
        return int(self.path[1]) if self.path[:1] == ("deals",) and len(self.path) > 1 else None

    @property
    def trick(self) -> int | None:
        """The trick that it is, from 1."""
        is_trick = len(self.path) == 4 and self.path[2] == "tricks"
        return int(self.path[3]) + 1 if is_trick else None


def spots(document: object, path: Path = ()) -> Iterator[Spot]:
    """Every value in a document, tables and arrays before what is in them."""
    if path:
        yield Spot(path, document)
    steps: Any = ()
    if isinstance(document, dict):
        steps = document.items()
    elif isinstance(document, list):
        steps = enumerate(document)
    for step, value in steps:
        yield from spots(value, (*path, step))


def with_value(document: Any, path: Path, value: object) -> Any:
    """A copy of the document with another value there, which may be new."""
    copy: Any = list(document) if isinstance(document, list) else dict(document)
    copy[path[0]] = with_value(document[path[0]], path[1:], value) if path[1:] else value
    return copy
