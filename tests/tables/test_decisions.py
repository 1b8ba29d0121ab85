"""Commands answer decisions: repeats do no harm, other answers fail (docs/design.md 3)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest

from openhearts.rules.actions import PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.errors import IllegalAction, Reason
from openhearts.tables import messages
from openhearts.tables.events import CardPlayed, CardsPassed
from tests.tables.driver import (
    ANN,
    BOB,
    CYD,
    DOT,
    Course,
    moon_hands,
    nothing_happens,
    refusal_of,
)

FOUR = (ANN, BOB, CYD, DOT)


def four_persons(words: dict[str, object] | None = None, seed: int = 1) -> Course:
    return Course(words or {}, seed).seat_people(BOB, CYD, DOT)


# -- one decision of each kind, how it is answered, and how else it might be

Answered = tuple[Course, str, messages.Deciding, messages.Deciding | None]
"""A table, who answers, the answer, and another answer of the same kind, where there is one."""


def a_pass() -> Answered:
    course = four_persons()
    course.play(until=lambda table: table.phase == "passing")
    first, second, third, fourth, *_ = course.view(2).hand
    decision = course.table.decision
    one = messages.Pass(id="1", decision=decision, cards=(first, second, third))
    return course, CYD, one, msgspec.structs.replace(one, id="2", cards=(first, second, fourth))


def a_play() -> Answered:
    course = four_persons(seed=2)
    course.play(until=lambda table: course.view(table.to_act[0]).legal[2:] != ())
    (seat,) = course.table.to_act
    one, other, *_ = course.view(seat).legal
    command = messages.Play(id="1", decision=course.table.decision, card=one)
    return course, FOUR[seat], command, msgspec.structs.replace(command, id="2", card=other)


def a_claim() -> Answered:
    course = Course({"passing": "none"}, 1, moon_hands(3)).seat_people(BOB, CYD, DOT)
    course.play(until=lambda table: bool(table.deal and table.deal.tricks))
    decision = course.table.decision
    one = messages.Claim(id="1", decision=decision, claim="rest-are-mine")
    return course, DOT, one, msgspec.structs.replace(one, id="2", claim="nothing-left")


def a_choice_of_moon() -> Answered:
    course = Course({"passing": "none", "moon": "choice"}, 1, moon_hands(3)).seat_people(
        BOB, CYD, DOT
    )
    course.play(until=lambda table: table.phase == "choosing")
    one = messages.ChooseMoon(id="1", decision=course.table.decision, moon="add")
    return course, DOT, one, msgspec.structs.replace(one, id="2", moon="subtract")


def a_sheet() -> Answered:
    course = four_persons()
    course.play(until=lambda table: table.phase == "sheet")
    return course, BOB, messages.Ready(id="1", decision=course.table.decision), None


def a_take_back() -> Answered:
    course = Course({}, 3)
    course.play(until=lambda table: len(table.actions) > 12 and table.to_act == (0,))
    return course, ANN, messages.TakeBack(id="1", decision=course.table.decision), None


def a_rematch() -> Answered:
    course = four_persons({"target": 5}).play()
    return course, CYD, messages.Rematch(id="1", decision=course.table.decision), None


def a_replay() -> Answered:
    course = Course({"target": 5}, 3).play()
    return course, ANN, messages.Replay(id="1", decision=course.table.decision), None


EVERY_KIND = (
    a_pass,
    a_play,
    a_claim,
    a_choice_of_moon,
    a_sheet,
    a_take_back,
    a_rematch,
    a_replay,
)
every_kind = pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)


@every_kind
def test_the_same_command_twice_happens_once(kind: Callable[[], Answered]) -> None:
    """C51."""
    course, person, command, _ = kind()
    assert course.send(person, command)
    assert nothing_happens(course.table, person, command)
    again = msgspec.structs.replace(command, id="from another tab")
    assert nothing_happens(course.table, person, again)


@every_kind
def test_a_repeat_does_nothing_after_the_table_has_gone_on(kind: Callable[[], Answered]) -> None:
    """C51: however late it comes in this deal, or just after the next one has begun."""
    course, person, command, _ = kind()
    course.send(person, command)
    number = (course.table.number, course.table.deal and course.table.deal.number)
    while course.step() and course.table.phase != "over":
        deal = course.table.deal
        now = (course.table.number, deal.number if deal else None)
        if now != number and deal is not None and deal.tricks:
            break
        assert nothing_happens(course.table, person, command), course.table.decision


@every_kind
def test_another_answer_to_a_decision_already_made_is_refused(
    kind: Callable[[], Answered],
) -> None:
    """C49, C51: two tabs, or two fast clicks; the first one counts."""
    course, person, command, other = kind()
    course.send(person, command)
    if other is not None:
        assert refusal_of(course.table, person, other) == "already-decided"
    for _ in range(8):
        course.step()
        if other is not None:
            assert refusal_of(course.table, person, other) == "already-decided"


def test_a_command_that_was_refused_has_not_answered_the_decision() -> None:
    course, person, command, _ = a_pass()
    assert isinstance(command, messages.Pass)
    too_few = msgspec.structs.replace(command, cards=command.cards[:2])
    assert refusal_of(course.table, person, too_few) == "wrong-number-of-cards"
    assert len(course.send(person, command)) == 1


def test_a_decision_that_nobody_has_asked_for_is_refused() -> None:
    course, person, command, _ = a_play()
    for decision in ("", "1.1.playing.99.0", "9.9.passing.0.0", "nonsense"):
        strange = msgspec.structs.replace(command, decision=decision)
        assert refusal_of(course.table, person, strange) == "already-decided"


def test_the_same_cards_in_another_order_are_the_same_pass() -> None:
    course, person, command, _ = a_pass()
    assert isinstance(command, messages.Pass)
    course.send(person, command)
    turned = msgspec.structs.replace(command, cards=command.cards[::-1])
    assert nothing_happens(course.table, person, turned)


def test_each_seat_answers_for_itself() -> None:
    """The same words of two persons to one decision are two answers."""
    course = four_persons()
    course.play(until=lambda table: table.phase == "sheet")
    ready = messages.Ready(id="1", decision=course.table.decision)
    assert [len(course.send(person, ready)) for person in FOUR] == [1, 1, 1, 1]


# -- passing


@pytest.mark.parametrize(
    "order", list(permutations(range(4))), ids=lambda order: "".join(map(str, order))
)
def test_all_four_pass_in_any_order(order: tuple[int, ...]) -> None:
    """C20: nobody waits, the exchange is one, after the fourth, and shows only that one has."""
    course = four_persons()
    course.play(until=lambda table: table.phase == "passing")
    decision = course.table.decision
    dealt = [course.view(seat).hand for seat in range(4)]
    given = [hand[seat : seat + 3] for seat, hand in enumerate(dealt)]
    for place, seat in enumerate(order):
        assert course.table.decision == decision
        for other in range(4):
            view = course.view(other)
            assert view.hand == dealt[other]
            assert view.received == ()
            assert view.given == (given[other] if other in order[:place] else ())
            assert view.passed == tuple(seat in order[:place] for seat in range(4))
            assert view.to_act == tuple(seat for seat in range(4) if seat not in order[:place])
        command = messages.Pass(id="1", decision=decision, cards=given[seat])
        assert course.send(FOUR[seat], command) == [CardsPassed(seat=seat, cards=given[seat])]
    for seat in range(4):
        view = course.view(seat)
        assert view.phase == "playing"
        assert view.given == given[seat]
        assert view.received == given[seat - 1]
        kept = {*dealt[seat]} - {*given[seat]}
        assert {*view.hand} == kept | {*given[seat - 1]}
        assert len(view.hand) == 13


def test_a_pass_is_exactly_three_own_cards_once() -> None:
    """C15."""
    course, person, command, _ = a_pass()
    assert isinstance(command, messages.Pass)
    hand = course.view(2).hand
    foreign = next(card for card in course.view(1).hand if card not in hand)

    def refused(*cards: str) -> str:
        wrong = msgspec.structs.replace(command, cards=cards)
        return refusal_of(course.table, person, wrong)

    assert refused() == "wrong-number-of-cards"
    assert refused(*hand[:2]) == "wrong-number-of-cards"
    assert refused(*hand[:4]) == "wrong-number-of-cards"
    assert refused(hand[0], hand[1], hand[0]) == "repeated-card"
    assert refused(hand[0], hand[1], foreign) == "not-in-hand"
    course.send(person, command)
    second = msgspec.structs.replace(command, id="2", cards=hand[3:6])
    assert refusal_of(course.table, person, second) == "already-decided"
    assert course.view(2).hand == hand
    assert course.view(2).given == command.cards


# -- playing


def test_a_wrong_play_is_refused_with_its_reason() -> None:
    """C06: not mine, not my turn, not the phase; then the table still plays on."""
    course, person, command, _ = a_play()
    assert isinstance(command, messages.Play)
    turn = FOUR.index(person)
    next_seat = (turn + 1) % 4
    assert len(course.view(next_seat).hand) == len(course.view(turn).hand), "has not played yet"
    foreign = msgspec.structs.replace(command, card=course.view(next_seat).hand[0])
    assert refusal_of(course.table, person, foreign) == "not-in-hand"
    not_my_turn = FOUR[next_seat]
    assert refusal_of(course.table, not_my_turn, foreign) == "not-your-turn"
    passing = messages.Pass(id="2", decision=command.decision, cards=())
    assert refusal_of(course.table, person, passing) in ("wrong-phase", "already-passed")
    choosing = messages.ChooseMoon(id="2", decision=command.decision, moon="add")
    assert refusal_of(course.table, person, choosing) == "no-choice-of-moon"
    for late in (messages.Ready, messages.Rematch, messages.Replay):
        assert (
            refusal_of(course.table, person, late(id="2", decision=command.decision)) == "not-now"
        )
    assert course.send(person, command) == [CardPlayed(seat=turn, card=command.card)]
    course.play(until=lambda table: table.phase == "sheet")


def test_who_has_no_seat_decides_nothing() -> None:
    course, _, command, _ = a_play()
    assert refusal_of(course.table, "person-eve", command) == "not-seated"


def test_a_double_click_does_not_play_into_the_next_trick() -> None:
    """C51: the second copy arrives when the next trick begins with the same seat."""
    course = Course({"passing": "none"}, 1, moon_hands(0))
    course.play(until=lambda table: bool(table.deal and table.deal.tricks))
    one, other, *_ = course.view(0).legal
    click = messages.Play(id="1", decision=course.table.decision, card=one)
    course.send(ANN, click)
    while course.table.to_act != (0,):
        assert course.happens_by_itself()
    view = course.view(0)
    assert (view.tricks_played, view.trick, view.to_act) == (2, None, (0,))
    assert nothing_happens(course.table, ANN, click)
    slip = msgspec.structs.replace(click, card=other)
    assert refusal_of(course.table, ANN, slip) == "already-decided"
    assert course.send(ANN, msgspec.structs.replace(slip, decision=view.decision)) == [
        CardPlayed(seat=0, card=other)
    ]


# -- take-backs, and new games


def test_a_card_that_was_taken_back_is_not_played_by_its_own_repeat() -> None:
    course = Course({}, 4)
    course.play(until=lambda table: table.phase == "playing" and len(course.view(0).legal) > 2)
    one, other, *_ = course.view(0).legal
    stale = course.table.decision
    command = messages.Play(id="1", decision=stale, card=one)
    course.send(ANN, command)
    course.send(ANN, messages.TakeBack(id="2", decision=course.table.decision))
    assert course.table.decision != stale
    assert nothing_happens(course.table, ANN, command)
    slip = msgspec.structs.replace(command, card=other)
    assert refusal_of(course.table, ANN, slip) == "already-decided"
    fresh = msgspec.structs.replace(command, decision=course.table.decision)
    assert course.send(ANN, fresh) == [CardPlayed(seat=0, card=one)]


def test_a_command_under_way_while_a_decision_is_taken_back_is_refused() -> None:
    """It answers what the table no longer asks."""
    course = Course({}, 4)
    course.play(until=lambda table: len(table.actions) > 12 and table.to_act == (0,))
    late = messages.Play(id="1", decision=course.table.decision, card=course.view(0).legal[0])
    course.send(ANN, messages.TakeBack(id="2", decision=course.table.decision))
    assert refusal_of(course.table, ANN, late) == "already-decided"


@pytest.mark.parametrize("dealt_between", [False, True])
def test_two_persons_press_rematch_at_once(dealt_between: bool) -> None:
    """C51: one game begins, and neither is told off."""
    course = Course({"target": 5}, 3).seat_people(BOB).play()
    rematch = messages.Rematch(id="1", decision=course.table.decision)
    course.send(BOB, rematch)
    if dealt_between:
        course.play(until=lambda table: table.deal is not None)
    assert course.table.number == 2
    assert nothing_happens(course.table, ANN, rematch)
    assert nothing_happens(course.table, BOB, rematch)


def test_two_persons_press_ready_at_once() -> None:
    """The second one's click may arrive when the deal has begun."""
    course = Course({}, 3).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    ready = messages.Ready(id="1", decision=course.table.decision)
    course.send(BOB, ready)
    course.happens_by_itself()
    assert course.table.phase == "passing"
    assert nothing_happens(course.table, ANN, ready)
    assert nothing_happens(course.table, BOB, ready)


def test_a_rematch_pressed_while_another_presses_replay_begins_one_game() -> None:
    course = Course({"target": 5}, 3).play()
    decision = course.table.decision
    course.send(ANN, messages.Replay(id="1", decision=decision))
    rematch = messages.Rematch(id="2", decision=decision)
    assert refusal_of(course.table, ANN, rematch) == "already-decided"
    assert course.table.number == 2


def test_a_bot_that_answers_late_is_refused_by_the_rules() -> None:
    """The host asks whether the decision still stands; if it did not, the rules would."""
    course, person, command, _ = a_play()
    assert isinstance(command, messages.Play)
    course.send(person, command)
    with pytest.raises(IllegalAction) as caught:
        course.act(FOUR.index(person), PlayCard(Card.parse(command.card)))
    assert caught.value.reason in (Reason.NOT_IN_HAND, Reason.NOT_YOUR_TURN)
