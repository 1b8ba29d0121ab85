"""Whoever has a record can work out whether its deals were drawn as promised (C37)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from openhearts.records import FairDeal, Record, RecordedDeal, dumps, loads
from openhearts.rules.deal import Deal
from openhearts.tables import messages
from openhearts.tables.seating import close
from openhearts.tables.verifying import Flaw, Verdict, verify
from tests.strategies import random_hands
from tests.tables.driver import ANN, BOB, CYD, Course
from tests.tables.witness import record_of


def fair_record() -> Record:
    """Of a deal among Ann, Bob and Cyd, in whose hands Bob's browser has no part."""
    course = Course({"target": 1000}, 3, gathers=True).seat_people(BOB, CYD)
    course.give_hashes(ANN, BOB, CYD).send(ANN, messages.Start(id="c"))
    course.reveal(CYD)
    course.reveal(ANN)
    course.happens_by_itself()
    course.play(until=lambda table: table.phase == "sheet")
    return loads(dumps(record_of(course)))


RECORDED = fair_record().deals[0]


def fair_of(recorded: RecordedDeal) -> FairDeal:
    assert recorded.fair is not None
    return recorded.fair


FAIR = fair_of(RECORDED)


def with_fair(**changes: object) -> RecordedDeal:
    return replace(RECORDED, fair=replace(FAIR, **changes))  # type: ignore[arg-type]


def changed(digits: str, random: Random) -> str:
    place = random.randrange(len(digits))
    other = random.choice([d for d in "0123456789abcdef" if d != digits[place]])
    return digits[:place] + other + digits[place + 1 :]


def test_a_deal_that_was_drawn_as_promised_is_right_and_says_who_added() -> None:
    assert verify(RECORDED) == Verdict(added=(0, 2), left_out=(1,))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_deal_of_many_games_is_right(seats: int) -> None:
    met: set[tuple[bool, bool]] = set()
    for seed in range(6):
        course = Course({"seats": seats, "target": 40}, seed).wander(400)
        for game in range(1, course.table.number + 1):
            for recorded in record_of(course, game).deals:
                verdict = verify(recorded)
                assert verdict is not None
                assert verdict.flaw is None
                met.add((bool(verdict.added), bool(verdict.left_out)))
    assert met >= {(False, False), (True, False)}


def test_a_changed_digit_of_anything_is_found() -> None:
    random = Random(7)
    for _ in range(40):
        assert verify(with_fair(seed=changed(FAIR.seed, random))) == Verdict(Flaw.SEED)
        assert verify(with_fair(commitment=changed(FAIR.commitment, random))) == Verdict(Flaw.SEED)
        for place in range(len(FAIR.revealed)):
            revealed = list(FAIR.revealed)
            revealed[place] = changed(revealed[place], random)
            assert verify(with_fair(revealed=tuple(revealed))) == Verdict(Flaw.BYTES)
        for seat in (0, 2):
            hashes = list(FAIR.hashes)
            hashes[seat] = changed(hashes[seat], random)
            assert verify(with_fair(hashes=tuple(hashes))) == Verdict(Flaw.BYTES)


def test_bytes_left_out_put_in_or_put_in_another_order_are_found() -> None:
    ann, cyd = FAIR.revealed
    for fewer in ((ann,), (cyd,), ()):
        verdict = verify(with_fair(revealed=fewer))
        assert verdict is not None
        assert verdict.flaw is Flaw.HANDS
    for revealed in ((cyd, ann), (ann, ann, cyd), (ann, cyd, "00" * 32)):
        assert verify(with_fair(revealed=revealed)) == Verdict(Flaw.BYTES)
    assert verify(with_fair(hashes=())) == Verdict(Flaw.BYTES), "nobody promised these"


def test_other_hands_are_found_and_so_is_another_number_of_the_deal() -> None:
    deal = RECORDED.deal
    for number, hands in (
        (1, tuple(random_hands(deal.ruleset, Random(1)))),
        (1, (deal.dealt[1], deal.dealt[0], *deal.dealt[2:])),
        (2, deal.dealt),
    ):
        other = RecordedDeal(Deal.start(deal.ruleset, number, hands), fair=FAIR)
        verdict = verify(other)
        assert verdict is not None
        assert verdict.flaw is Flaw.HANDS


def test_a_record_without_seeds_holds_nothing_to_verify() -> None:
    assert verify(replace(RECORDED, fair=None)) is None


def test_the_deal_that_nobody_finished_of_a_closed_table_can_be_verified() -> None:
    course = Course({}, 3, adds=True)
    course.reveal(ANN)
    course.play(until=lambda table: len(table.actions) == 20)
    assert record_of(course).deals == ()
    course.happens(close(course.table))
    (recorded,) = loads(dumps(record_of(course))).deals
    assert len(list(recorded.actions())) == 20
    assert verify(recorded) == Verdict(added=(0,))
