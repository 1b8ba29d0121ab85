"""Browsers add to a deal: hashes before its seed is fixed, bytes after that (docs/fairness.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from openhearts.tables import messages
from openhearts.tables.dealing import next_deal
from openhearts.tables.due import REVEAL_SECONDS, DealDue, due
from openhearts.tables.events import BytesRevealed, DealCommitted, Dealt, Event, HashGiven
from openhearts.tables.fairness import commitment, draw_hands
from openhearts.tables.seating import close
from tests.tables.driver import ANN, BOB, CYD, DOT, Course, nothing_happens, refusal_of, wire

OTHER = "5a" * 32
"""Bytes whose hash nobody has given."""


def at_the_sheet(*persons: str, seed: int = 3) -> Course:
    """A table at which these persons have read the sheet of the first deal."""
    course = Course({"target": 1000}, seed).seat_people(*persons)
    return course.play(until=lambda table: table.phase == "sheet")


def shuffling(*adders: str, seed: int = 3) -> Course:
    """A table of Ann, Bob and Cyd whose next seed is fixed; these persons' browsers add to it."""
    course = at_the_sheet(BOB, CYD, seed=seed).give_hashes(*adders)
    course.happens_by_itself()
    assert course.table.phase == "shuffling"
    return course


def reveal_of(course: Course, seat: int, text: str | None = None) -> messages.Reveal:
    """The command with which the browser on ``seat`` shows its bytes, or other ones."""
    shuffle = course.table.next_shuffle
    assert shuffle is not None
    told = course.added[shuffle.hashes[seat]] if text is None else text
    return messages.Reveal(id="r", decision=course.table.decision, bytes=told)


def dealt_by(events: Sequence[Event]) -> Dealt:
    *_, last = events
    assert isinstance(last, Dealt)
    return last


def drawn(course: Course) -> tuple[str, ...]:
    """The hands that the seed and the bytes of the last deal draw, worked out from the log."""
    committed = [event for event in course.events if isinstance(event, DealCommitted)][-1]
    shown = course.events[course.events.index(committed) :]
    bytes_by_seat = {event.seat: event.bytes for event in shown if isinstance(event, BytesRevealed)}
    added = [bytes.fromhex(bytes_by_seat[seat]) for seat in sorted(bytes_by_seat)]
    seed = bytes.fromhex(committed.seed)
    return tuple(str(hand) for hand in draw_hands(4, committed.deal, seed, added))


# -- the way of one deal


def test_a_deal_is_drawn_from_the_seed_and_what_every_browser_added() -> None:
    course = shuffling(ANN, BOB, CYD)
    assert course.view(0).to_act == (0, 1, 2)
    assert [type(event) for event in course.reveal(BOB)] == [BytesRevealed]
    assert [type(event) for event in course.reveal(ANN)] == [BytesRevealed]
    assert course.view(0).to_act == (2,)
    events = course.reveal(CYD)
    assert [type(event) for event in events] == [BytesRevealed, Dealt]
    dealt = dealt_by(events)
    assert dealt.hands == drawn(course)
    assert [bool(text) for text in dealt.revealed] == [True, True, True, False]
    assert course.table.phase == "passing"


def test_who_shows_bytes_first_makes_no_difference() -> None:
    hands = set()
    for order in ((ANN, BOB, CYD), (CYD, BOB, ANN), (BOB, ANN, CYD)):
        course = shuffling(ANN, BOB, CYD)
        events = [event for person in order for event in course.reveal(person)]
        hands.add(dealt_by(events).hands)
    assert len(hands) == 1


@pytest.mark.parametrize("adds", [False, True])
def test_a_table_that_is_opened_alone_deals_at_once_or_waits_for_its_one_browser(
    adds: bool,
) -> None:
    course = Course({}, 1, adds=adds)
    assert course.table.phase == ("shuffling" if adds else "passing")
    if adds:
        assert course.table.to_act == (0,)
        assert dealt_by(course.reveal(ANN)).hands == drawn(course)
    assert course.table.deal is not None


def test_where_nobody_adds_anything_the_cards_come_with_the_seed() -> None:
    course = at_the_sheet(BOB)
    assert [type(event) for event in next_deal(course.table, course.entropy)] == [
        DealCommitted,
        Dealt,
    ]


def test_the_first_deal_of_people_who_gathered_and_of_a_rematch_is_theirs_too() -> None:
    course = Course({"target": 5}, 3, gathers=True).seat_people(BOB).give_hashes(ANN, BOB)
    course.send(ANN, messages.Start(id="c"))
    assert course.table.to_act == (0, 1)
    course.play()
    course.give_hashes(BOB)
    course.send(ANN, messages.Rematch(id="c", decision=course.table.decision))
    rematch = course.table
    assert (rematch.phase, rematch.number, rematch.to_act) == ("shuffling", 2, (1,))
    assert dealt_by(course.reveal(BOB)).hands == drawn(course)


def test_the_same_deals_again_have_what_browsers_added_the_first_time() -> None:
    course = Course({"target": 60}, 5, adds=True)
    while course.table.phase != "over":
        if course.table.phase == "sheet":
            course.give_hashes(ANN)
        if course.table.phase == "shuffling":
            course.reveal(ANN)
        course.step()
    first = [event for event in course.events if isinstance(event, Dealt)]
    assert len(first) > 2
    assert all(any(dealt.revealed) for dealt in first)
    course.give_hashes(ANN)
    course.send(ANN, messages.Replay(id="c", decision=course.table.decision))
    course.play()
    second = [event for event in course.events if isinstance(event, Dealt)][len(first) :]
    common = min(len(first), len(second))
    assert [dealt.hands for dealt in second[:common]] == [dealt.hands for dealt in first[:common]]
    assert [d.revealed for d in second[:common]] == [d.revealed for d in first[:common]]


# -- who does not show what it promised


def test_after_five_seconds_the_deal_is_drawn_from_what_was_shown() -> None:
    course = shuffling(ANN, BOB, CYD)
    assert due(course.table) == DealDue(REVEAL_SECONDS)
    assert REVEAL_SECONDS == 5
    course.reveal(CYD)
    assert due(course.table) == DealDue(REVEAL_SECONDS)
    assert course.happens_by_itself()
    assert dealt_by(course.events).hands == drawn(course)
    shuffle = course.view(None).shuffle
    assert shuffle is not None
    left_out = [
        seat
        for seat, (hash_, text) in enumerate(zip(shuffle.hashes, shuffle.revealed, strict=True))
        if hash_ and not text
    ]
    assert left_out == [0, 1]


def test_bytes_that_come_too_late_are_refused_and_not_taken_for_shown() -> None:
    course = shuffling(ANN, BOB)
    late = reveal_of(course, 1)
    course.reveal(ANN)
    course.happens_by_itself()
    assert course.table.phase == "passing"
    assert refusal_of(course.table, BOB, late) == "already-decided"


def test_who_leaves_meanwhile_is_not_waited_for() -> None:
    course = shuffling(ANN, BOB)
    course.reveal(ANN)
    assert course.view(0).to_act == (1,)
    course.send(BOB, messages.Leave(id="c"))
    assert course.view(0).to_act == ()
    assert due(course.table) == DealDue(0)
    course.send(DOT, messages.Sit(id="c", seat=1))
    assert refusal_of(course.table, DOT, reveal_of(course, 1, OTHER)) == "other-bytes"
    course.happens_by_itself()
    assert dealt_by(course.events).hands == drawn(course)


def test_for_whom_a_bot_stands_in_no_browser_is_waited_for() -> None:
    course = at_the_sheet(BOB, CYD).give_hashes(ANN, BOB).stand_in(1)
    course.happens_by_itself()
    assert course.table.to_act == (0,)


def test_a_deal_for_which_everybody_left_goes_on_when_somebody_comes() -> None:
    course = shuffling(ANN)
    for person in (ANN, BOB, CYD):
        course.send(person, messages.Leave(id="c"))
    assert due(course.table) is None
    course.send(DOT, messages.Sit(id="c", seat=2))
    assert due(course.table) == DealDue(0)
    course.happens_by_itself()
    assert course.table.phase == "passing"


# -- what is not taken


def test_other_bytes_than_those_whose_hash_was_given_are_refused() -> None:
    course = shuffling(ANN, BOB)
    for wrong in (OTHER, reveal_of(course, 1).bytes):
        assert refusal_of(course.table, ANN, reveal_of(course, 0, wrong)) == "other-bytes"
    assert course.table.to_act == (0, 1)


def test_bytes_shown_twice_are_taken_once() -> None:
    course = shuffling(ANN, BOB)
    told = reveal_of(course, 0)
    course.send(ANN, told)
    assert nothing_happens(course.table, ANN, told)
    course.reveal(BOB)
    assert nothing_happens(course.table, ANN, told), "a repeat that is late was taken before"


@pytest.mark.parametrize("person", [CYD, BOB])
def test_who_has_given_no_hash_has_nothing_to_show(person: str) -> None:
    course = shuffling(ANN)
    told = messages.Reveal(id="r", decision=course.table.decision, bytes=OTHER)
    assert refusal_of(course.table, person, told) == "not-now"
    assert refusal_of(course.table, DOT, told) == "not-seated"


def test_nobody_can_show_bytes_before_the_seed_is_fixed() -> None:
    course = at_the_sheet(BOB).give_hashes(ANN)
    told = messages.Reveal(
        id="r", decision=course.table.decision, bytes=course.added[course.table.hashes[0]]
    )
    assert refusal_of(course.table, ANN, told) == "not-now"


def test_of_several_hashes_the_last_one_before_the_seed_counts_and_none_after() -> None:
    course = at_the_sheet(BOB).give_hashes(ANN, ANN, ANN, BOB)
    last = course.table.hashes
    again = messages.GiveHash(id="h", hash=last[0])
    assert nothing_happens(course.table, ANN, again)
    course.happens_by_itself()
    shuffle = course.table.next_shuffle
    assert shuffle is not None
    assert shuffle.hashes == last
    late = messages.GiveHash(id="h", hash=commitment(b"late"))
    for _ in range(3):
        assert refusal_of(course.table, ANN, late) == "not-now"
        course.step()
    assert refusal_of(course.table, DOT, late) == "not-seated"


def test_nothing_of_the_last_deal_is_taken_back_while_the_next_one_is_drawn() -> None:
    course = at_the_sheet().give_hashes(ANN)
    assert course.view(0).can_take_back
    course.happens_by_itself()
    assert course.table.phase == "shuffling"
    assert not course.view(0).can_take_back
    asked = messages.TakeBack(id="t", decision=course.table.decision)
    assert refusal_of(course.table, ANN, asked) == "take-back-unavailable"


def test_a_seat_that_changes_hands_has_given_no_hash() -> None:
    course = at_the_sheet(BOB).give_hashes(BOB)
    course.send(BOB, messages.Leave(id="c"))
    course.send(CYD, messages.Sit(id="c", seat=1))
    assert course.view(1).next_hash == ""
    course.happens_by_itself()
    assert course.table.phase == "passing"


# -- what is told, and to whom


def test_nobody_learns_another_s_hash_before_the_seed_is_fixed() -> None:
    course = at_the_sheet(BOB, CYD).give_hashes(ANN, BOB)
    ann, bob, *_ = course.table.hashes
    assert [course.view(seat).next_hash for seat in (0, 1, 2, None)] == [ann, bob, "", ""]
    for seat, secret in ((0, bob), (1, ann), (2, ann), (2, bob), (None, ann), (None, bob)):
        assert secret not in wire(course.view(seat)).decode()


def test_all_hashes_are_shown_with_the_seed_s_and_then_stay_as_they_are() -> None:
    """What a browser compares before it shows its bytes."""
    course = shuffling(ANN, BOB)
    promised = course.view(None).next_shuffle
    assert promised is not None
    assert [bool(hash_) for hash_ in promised.hashes] == [True, True, False, False]
    assert (promised.revealed, promised.seed) == (("",) * 4, None)
    course.reveal(ANN)
    course.reveal(BOB)
    while course.table.phase not in ("sheet", "over"):
        shuffle = course.view(2).shuffle
        assert shuffle is not None
        assert shuffle.seed is None
        assert (shuffle.commitment, shuffle.hashes) == (promised.commitment, promised.hashes)
        assert [commitment(bytes.fromhex(text)) for text in shuffle.revealed if text] == [
            hash_ for hash_ in promised.hashes if hash_
        ]
        course.step()


def test_the_seed_is_shown_when_the_deal_is_over_and_proves_it() -> None:
    course = shuffling(ANN, BOB)
    course.reveal(BOB)
    course.happens_by_itself()
    dealt = dealt_by(course.events)
    course.play(until=lambda table: table.phase == "sheet")
    for seat in (0, 3, None):
        shuffle = course.view(seat).shuffle
        assert shuffle is not None
        assert shuffle.seed is not None
        seed = bytes.fromhex(shuffle.seed)
        assert commitment(seed) == shuffle.commitment
        added = [bytes.fromhex(text) for text in shuffle.revealed if text]
        assert tuple(str(hand) for hand in draw_hands(4, 2, seed, added)) == dealt.hands


def test_the_seed_of_an_abandoned_deal_is_shown_too() -> None:
    for course in (shuffling(ANN), at_the_sheet().play(until=lambda t: len(t.actions) == 20)):
        seeds = set(course.table.seeds[-1:])
        assert not seeds & digits_in(course.view(0))
        course.happens(close(course.table))
        assert course.table.phase == "closed"
        assert seeds <= digits_in(course.view(0))
        assert seeds <= digits_in(course.view(None))


def test_who_may_not_look_on_learns_no_seed() -> None:
    course = Course({"options": {"spectators": False}}, 3)
    course.play(until=lambda table: table.phase == "sheet")
    assert course.table.seeds[0] in digits_in(course.view(0))
    assert course.table.seeds[0] not in digits_in(course.view(None))
    course.happens(close(course.table))
    assert course.table.seeds[0] not in digits_in(course.view(None))


def test_no_seed_is_known_before_its_time_whatever_happens() -> None:
    """Along many games: from no view could the next deal, or this one, be worked out."""
    met = set()
    for seed in range(8):
        course = Course({"target": 40}, seed, gathers=seed % 2 == 0).wander(250)
        for table in course.tables:
            finished = len(table.game.finished)
            secrets = set(table.seeds[finished:]) - set(table.seeds[:finished])
            if table.phase in ("shuffling", "passing", "sheet") and secrets:
                met.add(table.phase)
                for seat in (0, 2, None):
                    assert not secrets & digits_in(course.view(seat, table))
    assert met >= {"shuffling", "passing"}


def test_the_next_seed_does_not_follow_from_those_that_were_shown() -> None:
    """C38: each comes fresh from the system; with the same past and other chance it is another."""
    seeds: set[str] = set()
    for chance in range(20):
        course = at_the_sheet().give_hashes(ANN)
        known = course.table.seeds
        course.random.seed(f"chance {chance}")
        course.happens_by_itself()
        assert course.table.seeds[:1] == known
        seeds.add(course.table.seeds[1])
    assert len(seeds) == 20


def test_a_hash_says_nothing_of_its_bytes_in_the_log_before_they_are_shown() -> None:
    course = at_the_sheet(BOB).give_hashes(ANN, BOB)
    log = repr(course.events)
    assert [type(event) for event in course.events[-2:]] == [HashGiven, HashGiven]
    assert not any(text in log for text in course.added.values())


def digits_in(view: messages.View) -> set[str]:
    return set(re.findall(r"[0-9a-f]{64}", wire(view).decode()))
