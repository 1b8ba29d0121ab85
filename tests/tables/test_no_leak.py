"""What a seat cannot know changes not a byte of what it is sent (docs/design.md 1).

At random moments of random games everything that is hidden from a seat is changed: the
cards it has not seen, what others chose to pass, secrets, seeds, identities, what is to come.
Its view must stay the same to the byte, but for the commitment to the deal's seed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings

from openhearts.bots.hidden import another_world
from openhearts.rules.actions import Action, PassCards
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.trick import Trick
from openhearts.tables import messages
from openhearts.tables.events import (
    CardsPassed,
    DealCommitted,
    Dealt,
    Event,
    GameStarted,
    Person,
)
from openhearts.tables.fairness import commitment
from openhearts.tables.fold import fold
from openhearts.tables.options import TableOptions
from openhearts.tables.table import Answer, Shuffle, Table
from openhearts.tables.views import Surroundings, table_view
from tests.strategies import random_hands, rulesets, seeds
from tests.tables.driver import BOB, Course, moon_hands, wire

OPTIONS = [
    TableOptions(),
    TableOptions(older_tricks=True),
    TableOptions(running_points=False),
    TableOptions(running_points=False, older_tricks=True, take_back=False),
]


@settings(max_examples=100)
@given(ruleset=rulesets(), seed=seeds())
def test_what_a_seat_cannot_know_changes_nothing_it_is_sent(ruleset: Ruleset, seed: int) -> None:
    """C41, C17."""
    random = Random(seed)
    course = Course(ruleset.to_words(), seed, random_hands).seat_people(BOB)
    course.wander(random.randrange(90))
    table = with_options(course.table, random.choice(OPTIONS))
    assume(table.deal is not None)  # browsers may still show what the next game is drawn from
    for viewer in (*range(ruleset.seats), None):
        other = with_other_secrets(table, viewer, random)
        assert sent(other, viewer) == sent(table, viewer)


def test_in_no_phase_and_after_no_take_back_does_a_seat_learn_more() -> None:
    """C41: the same along whole games, so that every phase is met, not only what is frequent."""
    phases: set[str] = set()
    taken_back = False
    for seed in range(16):
        words: dict[str, object] = {"moon": "choice", "passing": "no-hold", "target": 40}
        course = Course(words, seed, random_hands)
        if seed % 4 == 3:
            course = Course(words | {"passing": "none"}, seed, moon_hands(seed % 3))
        course.wander(150)
        random = Random(seed)
        for table in course.tables:
            if table.deal is None or (table.phase == "playing" and random.randrange(8)):
                continue
            phases.add(table.phase)
            taken_back |= table.attempt > 0
            viewer = random.choice((0, 1, 2, 3, None))
            other = with_other_secrets(table, viewer, random)
            assert sent(other, viewer) == sent(table, viewer)
    assert phases == {"passing", "playing", "choosing", "sheet", "shuffling", "over"}
    assert taken_back


@pytest.mark.parametrize("chosen", range(5))
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_another_log_with_the_same_view_folds_to_the_same_bytes(
    viewer: int | None, chosen: int
) -> None:
    """C20: cards dealt to others, and what they chose to pass, in the events themselves."""
    for seed in range(6):
        course = Course({"opening": "left-of-dealer"}, seed)  # a club's holder would be public
        course.play(until=lambda table: len(table.actions) == chosen)
        random = Random(seed)
        world = another_world(course.table.game, viewer, random).deal
        assert world is not None
        log = [in_another_world(event, world, random) for event in course.events]
        assert log != course.events
        assert sent(fold(log), viewer) == sent(course.table, viewer)


@pytest.mark.parametrize("phase", ["passing", "playing"])
def test_others_would_notice_the_changes_that_a_seat_cannot_see(phase: str) -> None:
    """So that the test above is known to change something."""
    noticed = 0
    for seed in range(20):
        course = Course({"seats": 4}, seed)
        course.play(until=lambda table: table.phase == phase and len(table.actions) > 2)
        other = with_other_secrets(course.table, 0, Random(seed))
        noticed += all(sent(other, seat) != sent(course.table, seat) for seat in (1, 2, 3))
        assert other.seeds != course.table.seeds
        assert sent(other, 0) == sent(course.table, 0)
    assert noticed > 15


@settings(max_examples=40)
@given(ruleset=rulesets(no_trick_bonus=0), seed=seeds())
def test_with_points_and_older_tricks_hidden_a_view_does_not_tell_who_took_what(
    ruleset: Ruleset, seed: int
) -> None:
    """C59: it tells the last trick, and what anybody could say who remembers no trick."""
    random = Random(seed)
    course = Course(ruleset.to_words(), seed, random_hands)
    course.wander(random.randrange(20, 100))
    for before in course.tables:
        if before.deal is None or before.deal.phase is Phase.OVER or len(before.deal.tricks) < 2:
            continue
        hidden = with_options(before, TableOptions(running_points=False, older_tricks=False))
        other = replace(hidden, game=with_older_tricks_taken_by_others(hidden.game, random))
        for viewer in (*range(ruleset.seats), None):
            if before.deal.phase is not Phase.CHOOSING:
                assert sent(other, viewer) == sent(hidden, viewer)
        return


def test_hidden_points_and_older_tricks_would_show_where_they_are_not_hidden() -> None:
    """So that the test above is known to change something."""
    course = Course({}, 2)
    course.play(until=lambda table: bool(table.deal and table.deal.tricks[6:]))
    table = course.table
    for options in (TableOptions(), TableOptions(running_points=False, older_tricks=True)):
        shown = with_options(table, options)
        other = replace(shown, game=with_older_tricks_taken_by_others(shown.game, Random(1)))
        assert sent(other, 0) != sent(shown, 0)


@pytest.mark.parametrize("running_points", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_no_identity_seed_or_secret_is_in_any_view(seed: int, running_points: bool) -> None:
    options = {"running_points": running_points, "older_tricks": True}
    course = Course({"target": 40, "options": options}, seed).seat_people(BOB)
    course.wander(500)
    secrets: set[str] = set()
    for table in course.tables:
        secrets |= {table.bot_secret, *table.seeds, table.host}
        secrets |= {holder.id for holder in table.holders if isinstance(holder, Person)}
    assert len(secrets) > 5
    for table in course.tables:
        for viewer in (0, 3, None):
            text = wire(course.view(viewer, table)).decode()
            over = table.deal is not None and table.deal.phase is Phase.OVER
            told = {table.shuffle.seed} if over and table.shuffle else set()
            assert not any(secret in text for secret in secrets - told)
            long_numbers = set(re.findall(r"[0-9a-f]{32,}", text))
            assert long_numbers <= told | public_digits(table, viewer)


def test_others_hands_are_in_no_view_before_the_deal_is_over() -> None:
    """C41, C42: only their sizes; a spectator sees no hand at all."""
    course = Course({}, 6).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    for table in course.tables:
        if table.deal is None or table.deal.phase is Phase.OVER:
            continue
        deal = table.deal
        for viewer in (0, 1, 2, 3, None):
            text = wire(course.view(viewer, table)).decode()
            named = set(re.findall(r'"([2-9TJQKA][cdhs])"', text))
            public = {str(card) for card in deal.played}
            own: set[str] = set()
            if viewer is not None:
                own = {str(card) for card in deal.hands[viewer] | deal.given(viewer)}
            assert named <= public | own
        spectator = course.view(None, table)
        assert (spectator.hand, spectator.given, spectator.received) == ((), (), ())
        assert (spectator.legal, spectator.refusals, spectator.claims) == ((), {}, ())
        assert spectator.pass_to is spectator.receive_from is None


def test_all_hands_are_shown_once_the_deal_is_over() -> None:
    """C36: with what each had passed, so that anybody can say what a bot had to go by."""
    course = Course({}, 6)
    course.play(until=lambda table: table.phase == "playing")
    assert course.view(None).passes == ()
    course.play(until=lambda table: table.phase == "sheet")
    deal = course.table.deal
    assert deal is not None
    for viewer in (0, 2, None):
        view = course.view(viewer)
        assert [set(hand) for hand in view.hands] == [
            {str(card) for card in hand} for hand in deal.opening_hands
        ]
        assert [set(cards) for cards in view.passes] == [
            {str(card) for card in deal.given(seat)} for seat in range(4)
        ]


def public_digits(table: Table, viewer: int | None) -> set[str]:
    """What a client may be told of deals but for their seeds."""
    own = {table.hashes[viewer]} if viewer is not None and table.hashes else set[str]()
    shuffles = [shuffle for shuffle in (table.shuffle, table.next_shuffle) if shuffle]
    return own.union(*({s.commitment, *s.hashes, *s.revealed} for s in shuffles))


# -- the changes


def sent(table: Table, viewer: int | None) -> bytes:
    """What the viewer gets, but for the commitment to a seed that it cannot know, and the digests
    by which it knows one person's lines from another's."""
    view = wire_of_names(table, viewer)
    return re.sub(rb'"commitment":"[0-9a-f]*"|"speakers":\[[^]]*\]', b"", view)


def wire_of_names(table: Table, viewer: int | None) -> bytes:
    """The view, where people have names by seat, whatever their identities are."""
    names = {h.id: f"name {s}" for s, h in enumerate(table.holders) if isinstance(h, Person)}
    view = table_view(table, "table7", viewer, Surroundings(lambda person: (names[person], True)))
    return wire(view)


def with_options(table: Table, options: TableOptions) -> Table:
    return replace(table, setup=replace(table.setup, options=options))


def with_other_secrets(table: Table, viewer: int | None, random: Random) -> Table:
    """The table with everything changed that the viewer cannot know."""
    deal = table.deal
    assert deal is not None
    game = table.game
    if deal.phase is not Phase.OVER:
        game = another_world(game, viewer, random)
        check_the_other_world(deal, game.deal, viewer)
    assert game.deal is not None
    persons = {*table.removed, table.host, *map(table.person_on, table.people)}
    others = {person: f"identity {random.random()}" for person in persons if person}
    return replace(
        table,
        game=game,
        host=others[table.host],
        removed=frozenset(others[person] for person in table.removed),
        bot_secret=random.randbytes(32).hex(),
        shuffles=other_shuffles(table, random),
        hashes=tuple(
            hash_ if seat == viewer else random.randbytes(32).hex()
            for seat, hash_ in enumerate(table.hashes)
        ),
        holders=tuple(
            Person(others[holder.id]) if isinstance(holder, Person) else holder
            for holder in table.holders
        ),
        actions=tuple(
            (seat, pass_as_in(game.deal, seat) if isinstance(action, PassCards) else action)
            for seat, action in table.actions
        ),
        answers=other_answers(table, game.deal),
    )


def other_shuffles(table: Table, random: Random) -> tuple[Shuffle, ...]:
    """What deals are drawn from: of the one on the table and the next one all is public but the
    seed, and that too once the deal is over."""
    others = [random_shuffle(random) for _ in range(len(table.shuffles) + random.randrange(5))]
    for number, shuffle in enumerate(table.shuffles):
        if shuffle is table.shuffle and table.deal and table.deal.phase is Phase.OVER:
            others[number] = shuffle
        elif shuffle in (table.shuffle, table.next_shuffle):
            others[number] = replace(shuffle, seed=random.randbytes(32).hex())
    return tuple(others)


def random_shuffle(random: Random) -> Shuffle:
    hashes, revealed = (tuple(random.randbytes(32).hex() for _ in range(6)) for _ in range(2))
    return Shuffle(random.randbytes(32).hex(), hashes, revealed)


def in_another_world(event: Event, world: Deal, random: Random) -> Event:
    """What would have been stored had the cards lain as in ``world``."""
    match event:
        case GameStarted():
            return msgspec.structs.replace(event, bot_secret=random.randbytes(32).hex())
        case DealCommitted():
            seed = random.randbytes(32)
            return msgspec.structs.replace(event, seed=seed.hex(), commitment=commitment(seed))
        case Dealt():
            hands = tuple(str(hand) for hand in world.dealt)
            return msgspec.structs.replace(event, hands=hands)
        case CardsPassed():
            cards = tuple(str(card) for card in world.given(event.seat))
            return msgspec.structs.replace(event, cards=cards)
        case _:
            return event


def check_the_other_world(deal: Deal, other: Deal | None, viewer: int | None) -> None:
    """What is public, and the viewer's own, is as it was."""
    assert other is not None
    assert [len(hand) for hand in other.hands] == [len(hand) for hand in deal.hands]
    assert other.tricks == deal.tricks
    assert other.trick == deal.trick
    if viewer is not None:
        assert other.hands[viewer] == deal.hands[viewer]
        assert other.given(viewer) == deal.given(viewer)
        assert other.received(viewer) == deal.received(viewer)


def pass_as_in(deal: Deal, seat: int) -> Action:
    return PassCards(tuple(sorted(deal.given(seat))))


def other_answers(table: Table, deal: Deal) -> dict[Answer, object]:
    return {
        key: pass_as_in(deal, key[0]) if isinstance(answer, PassCards) else answer
        for key, answer in table.answers.items()
    }


def with_older_tricks_taken_by_others(game: Game, random: Random) -> Game:
    """The game with other leaders, and so other takers, of all tricks but the last."""
    deal = game.deal
    assert deal is not None
    seats = deal.ruleset.seats
    older = tuple(
        Trick((trick.leader + random.randrange(1, seats)) % seats, seats, trick.cards)
        for trick in deal.tricks[:-1]
    )
    return replace(game, deal=replace(deal, tricks=(*older, deal.tricks[-1])))


def test_a_view_says_nothing_of_what_bots_think_or_who_is_asked() -> None:
    """The fields of a view, so that a new one is looked at here before it leaks."""
    course = Course({}, 6)
    known = set(msgspec.to_builtins(course.view(0)))
    assert known == {
        "kind", "schema", "version", "table", "rules", "options", "players", "seat", "host",
        "removed", "spectators", "game", "deal", "phase", "decision", "toAct", "direction",
        "passCount", "passTo", "receiveFrom", "passed", "given", "received", "hand", "legal",
        "refusals", "handSizes", "tricks", "trick", "tricksPlayed", "heartsBroken", "queenPlayed",
        "points", "moon", "claims", "claim", "moonChoices", "rows", "scores", "hands", "ready",
        "nextDealIn", "nextDirection", "winners", "takeBack", "canTakeBack", "canHint",
        "canReplay", "takeBacks", "replayed", "nextHash", "nextShuffle", "shuffle",
        "passes",
        "passedAutomatically", "playedForMe", "talk", "speakers", "maySay",
    }  # fmt: skip
    assert messages.View.__struct_config__.tag == "view"
