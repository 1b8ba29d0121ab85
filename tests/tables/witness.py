"""What somebody notes down who sees a table from its beginning, and the records beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from openhearts.records import Player, Record, RecordedDeal, TakeBack, dumps, loads
from openhearts.rules.actions import Action, ChooseMoon, MakeClaim, PassCards
from openhearts.rules.deal import Phase
from openhearts.tables.events import (
    BotPlayer,
    BytesRevealed,
    DealCommitted,
    Dealt,
    Holder,
    PassWithdrawn,
    TakenBack,
)
from openhearts.tables.record import game_record
from tests.strategies import random_hands
from tests.tables.driver import ANN, NAMES, Course


def record_of(course: Course, game: int | None = None, person: str = ANN) -> Record:
    return game_record(course.events, person, NAMES.get, game)


def games_of(course: Course) -> range:
    """The numbers of the games at a table."""
    return range(1, course.table.number + 1)


@dataclass
class Witnessed:
    """A deal as somebody notes it down who sees everything happen."""

    committed: DealCommitted
    dealt: Dealt
    shown: list[str]
    """What browsers added, in the order of their seats."""
    over: bool = False
    acts: list[tuple[int, Action, bool, Holder]] = field(default_factory=list)
    """Those that stand: seat, action, whether it was automatic, who held the seat."""
    take_backs: list[TakeBack] = field(default_factory=list)


def witnessed(course: Course) -> dict[int, list[Witnessed]]:
    """The deals of every game of a table."""
    games: dict[int, list[Witnessed]] = {}
    steps = pairwise([None, *course.tables])
    committed: DealCommitted | None = None
    shown: dict[int, str] = {}
    for (before, after), event in zip(steps, course.events, strict=False):
        assert after is not None
        deals = games.setdefault(after.number, [])
        if isinstance(event, DealCommitted):
            committed, shown = event, {}
        elif isinstance(event, BytesRevealed):
            shown[event.seat] = event.bytes
        elif isinstance(event, Dealt):
            assert committed is not None
            again = [text for text in event.revealed if text]
            deals.append(Witnessed(committed, event, [shown[s] for s in sorted(shown)] or again))
        elif isinstance(event, TakenBack):
            undone = deals[-1].acts[event.kept :]
            del deals[-1].acts[event.kept :]
            steps_undone = tuple((seat, action) for seat, action, *_ in undone)
            deals[-1].take_backs.append(TakeBack(event.seat, event.kept, steps_undone))
        elif isinstance(event, PassWithdrawn):
            deals[-1].acts = [act for act in deals[-1].acts if act[0] != event.seat]
        elif before is not None and len(after.actions) > len(before.actions):
            seat, action = after.actions[-1]
            automatic = getattr(event, "automatic", False)
            deals[-1].acts.append((seat, action, automatic, before.actors[seat]))
        if deals:
            deals[-1].over = after.deal is not None and after.deal.phase is Phase.OVER
    return games


def check_deal(recorded: RecordedDeal, seen: Witnessed) -> None:
    """The deal is written down as it was seen, but for who did what."""
    assert [str(hand) for hand in recorded.deal.dealt] == list(seen.dealt.hands)
    assert list(recorded.actions()) == [(seat, as_sorted(action)) for seat, action, *_ in seen.acts]
    assert list(recorded.automatic) == [
        place for place, (*_, automatic, _) in enumerate(seen.acts, 1) if automatic
    ]
    assert list(recorded.take_backs) == seen.take_backs
    assert recorded.fair is not None
    assert recorded.fair.seed == seen.committed.seed
    assert recorded.fair.commitment == seen.committed.commitment
    assert list(recorded.fair.revealed) == seen.shown
    assert recorded.fair.hashes == seen.committed.hashes


def as_sorted(action: Action) -> Action:
    return PassCards(tuple(sorted(action.cards))) if isinstance(action, PassCards) else action


def players_of(record: Record) -> Iterator[list[Player]]:
    """For each deal: who did each of its actions, as the record has it."""
    players = list(record.players)
    for recorded in record.deals:
        who: list[Player] = []
        for place, (seat, _) in enumerate(recorded.actions()):
            for change in recorded.player_changes:
                if change.after == place:
                    players[change.seat] = change.player
            who.append(players[seat])
        for change in recorded.player_changes:
            players[change.seat] = change.player
        yield who


def as_player(holder: Holder) -> Player:
    if isinstance(holder, BotPlayer):
        return Player(bot=holder.level)
    return Player(name=NAMES.get(holder.id))


def check_records(course: Course) -> list[Record]:
    """Check the records of all the table's games against what was seen to happen."""
    games = witnessed(course)
    records = [record_of(course, game) for game in games_of(course)]
    for game, record in zip(games_of(course), records, strict=True):
        seen = [deal for deal in games[game] if deal.over]
        if course.table.replays is None:
            assert len(record.deals) == len(seen)
        for recorded, deal, who in zip(record.deals, seen, players_of(record), strict=False):
            check_deal(recorded, deal)
            assert who == [as_player(holder) for *_, holder in deal.acts]
        assert loads(dumps(record)) == record
    assert records[-1].game.finished == course.table.game.finished
    return records


# -- many games


KINDS = {"claim", "moon", "substitute", "take-back", "automatic", "tie", "negative"}
"""What makes records difficult."""


def check_many(random: Random, least: int) -> int:
    """Check the games of random tables, at least so many and until every kind was met."""
    met: set[str] = set()
    games = 0
    while games < least or met != KINDS:
        for record in check_records(random_course(random)):
            games += bool(record.deals)
            met |= kinds_in(record)
    return games


def random_course(random: Random) -> Course:
    words = {
        "seats": random.choice((3, 4, 4, 5, 6)),
        "target": random.choice((1, 5, 26)),
        "moon": random.choice(("subtract", "choice", "add", "adaptive")),
        "bonus_card": random.choice(("none", "Jd")),
        "passing": random.choice(("cycle", "none", "always-left")),
    }
    course = Course(words, random.randrange(2**32), random_hands)
    return course.wander(random.randrange(50, 300))


def kinds_in(record: Record) -> set[str]:
    """Those of KINDS that are in this one."""
    actions = [action for recorded in record.deals for _, action in recorded.actions()]
    scores = [0] * record.ruleset.seats
    met: set[str] = set()
    for finished in record.finished:
        scores = [
            score + points for score, points in zip(scores, finished.outcome.points, strict=True)
        ]
        at_target = max(scores) >= record.ruleset.target
        met |= {"negative"} if min(scores) < 0 else set()
        met |= {"tie"} if at_target and scores.count(min(scores)) > 1 else set()
    found = {
        "claim": any(isinstance(action, MakeClaim) for action in actions),
        "moon": any(isinstance(action, ChooseMoon) for action in actions),
        "substitute": any(recorded.player_changes for recorded in record.deals),
        "take-back": any(recorded.take_backs for recorded in record.deals),
        "automatic": any(recorded.automatic for recorded in record.deals),
    }
    return met | {kind for kind, is_there in found.items() if is_there}
