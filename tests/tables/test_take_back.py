"""Alone with bots one may go back to one's last decision, again and again; the game is marked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from openhearts.rules.actions import PassCards
from openhearts.tables import messages
from openhearts.tables.due import BotsDue, bot_seed, due
from openhearts.tables.events import (
    PassWithdrawn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from openhearts.tables.fold import fold
from openhearts.tables.table import Table
from openhearts.tables.taking_back import can_take_back, request_of
from tests.strategies import random_hands
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


def take_back(course: Course) -> messages.TakeBack:
    return messages.TakeBack(id="t", decision=course.table.decision)


def own_places(table: Table, seat: int) -> list[int]:
    """Where, among the deal's actions, ``seat`` decided something."""
    return [place for place, (actor, _) in enumerate(table.actions) if actor == seat]


def has_decided(times: int) -> Callable[[Table], bool]:
    """Whether the host has decided at least so often in the deal on the table."""
    return lambda table: len(own_places(table, 0)) >= times


MOMENTS: dict[str, Callable[[Table], bool]] = {
    "passing": lambda table: table.phase == "passing" and has_decided(1)(table),
    "opening": lambda table: table.phase == "playing" and not has_decided(2)(table),
    "playing": has_decided(6),
    "sheet": lambda table: table.phase == "sheet",
    "over": lambda table: table.phase == "over",
}
"""By phase: when the host has just decided something there."""


def course_at(phase: str) -> Course:
    return Course({"target": 30}, 7).play(MOMENTS[phase])


@pytest.mark.parametrize("phase", MOMENTS)
def test_one_goes_back_to_one_s_last_decision_in_every_phase(phase: str) -> None:
    course = course_at(phase)
    before = course.table
    place = own_places(before, 0)[-1]
    at_that_decision = next(
        table
        for table in course.tables
        if table.actions == before.actions[:place] and table.deal and before.deal
        and table.deal.number == before.deal.number
    )  # fmt: skip
    assert course.view(0).can_take_back
    assert course.send(ANN, take_back(course)) == [TakenBack(seat=0, kept=place)]
    after = course.table
    assert 0 in after.to_act
    assert after.game == at_that_decision.game
    assert after.phase in ("passing", "playing")
    assert after.take_backs == before.take_backs + 1
    assert after.seeds == before.seeds
    assert course.view(0).take_backs == after.take_backs
    assert course.view(0).hand == course.view(0, at_that_decision).hand
    assert after.decision not in {table.decision for table in course.tables[:-1]}
    course.play()


def test_a_choice_of_moon_is_taken_back() -> None:
    course = Course({"passing": "none", "moon": "choice", "target": 26}, 1, moon_hands(0))
    course.play(until=lambda table: table.phase == "choosing")
    before = course.view(0)
    one = messages.ChooseMoon(id="1", decision=before.decision, moon="add")
    course.send(ANN, one)
    assert course.view(0).winners == (0,)
    course.send(ANN, take_back(course))
    after = course.view(0)
    assert (after.phase, after.winners, after.scores) == ("choosing", (), (0, 0, 0, 0))
    assert after.moon_choices == before.moon_choices
    course.send(ANN, messages.ChooseMoon(id="2", decision=after.decision, moon="subtract"))
    assert course.view(0).scores == (-26, 0, 0, 0)


def test_a_claim_is_taken_back() -> None:
    course = Course({"passing": "none"}, 1, moon_hands(0))
    course.play(until=lambda table: bool(table.deal and table.deal.tricks))
    before = course.view(0)
    claim = messages.Claim(id="1", decision=before.decision, claim="rest-are-mine")
    course.send(ANN, claim)
    assert course.view(0).claim is not None
    course.send(ANN, take_back(course))
    after = course.view(0)
    assert (after.claim, after.hands, after.rows) == (None, (), ())
    assert (after.hand, after.legal, after.claims) == (before.hand, before.legal, before.claims)


def test_taking_back_again_goes_one_decision_further() -> None:
    course = course_at("playing")
    places = own_places(course.table, 0)
    for times, place in enumerate(reversed(places), 1):
        assert course.send(ANN, take_back(course)) == [TakenBack(seat=0, kept=place)]
        assert course.table.take_backs == times
    assert not course.view(0).can_take_back
    assert refusal_of(course.table, ANN, take_back(course)) == "take-back-unavailable"
    course.play()


def test_take_back_does_not_reach_into_the_deal_before() -> None:
    course = Course({}, 7)
    course.play(until=lambda table: bool(table.game.earlier) and not table.actions)
    assert not course.view(0).can_take_back
    assert refusal_of(course.table, ANN, take_back(course)) == "take-back-unavailable"


def test_bots_decide_the_same_again_where_nothing_has_changed() -> None:
    """A bot's seed does not know of the take-back, so only the person's choice makes new play."""
    course = Course({}, 7)
    course.play(until=lambda table: len(own_places(table, 0)) == 4 and table.to_act != (0,))
    (seat,) = course.table.to_act
    seed = bot_seed(course.table, seat)
    play = course.table.actions[own_places(course.table, 0)[-1]][1]
    course.send(ANN, take_back(course))
    course.act(0, play)
    assert course.table.to_act == (seat,)
    assert bot_seed(course.table, seat) == seed


def test_the_mark_stays_for_the_game_and_goes_with_it() -> None:
    course = course_at("passing")
    course.send(ANN, take_back(course))
    course.play()
    assert course.view(0).take_backs == 1
    assert course.view(None).take_backs == 1
    course.send(ANN, messages.Rematch(id="r", decision=course.table.decision))
    course.play(until=lambda table: table.deal is not None)
    assert course.view(0).take_backs == 0


def test_with_another_person_at_the_table_nobody_takes_back_what_others_acted_on() -> None:
    course = Course({}, 7)
    course.play(until=lambda table: len(own_places(table, 0)) > 2 and table.actions[-1][0] == 3)
    course.send(BOB, messages.Sit(id="c", seat=2))
    for person, seat in ((ANN, 0), (BOB, 2)):
        assert not course.view(seat).can_take_back
        assert refusal_of(course.table, person, take_back(course)) == "take-back-unavailable"
    course.send(BOB, messages.Leave(id="c"))
    assert course.view(0).can_take_back


# -- among people


def among_people(**options: bool) -> Course:
    """Ann has just played; the next three seats are Bob's, Cyd's and Dot's."""
    course = Course({"options": options}, 7).seat_people(BOB, CYD, DOT)
    return course.play(until=just_played)


def just_played(table: Table) -> bool:
    trick = table.deal.trick if table.deal else None
    return bool(trick and trick.cards and table.actions[-1][0] == 0 and table.to_act == (1,))


def answer(course: Course, agrees: bool) -> messages.AnswerTakeBack:
    request = request_of(course.table)
    return messages.AnswerTakeBack(id="a", request=request, agrees=agrees)


def test_with_everybody_s_consent_a_card_goes_back_to_the_hand() -> None:
    """C63: the next seat has not acted; all agree; both steps are in the log."""
    course = among_people()
    before, hand = course.table, course.view(0).hand
    assert course.view(0).can_take_back
    assert course.send(ANN, take_back(course)) == [TakeBackAsked(seat=0)]
    asked = course.view(2).take_back
    assert asked is not None
    assert (asked.seat, asked.waits_for) == (0, (1, 2, 3))
    course.send(BOB, answer(course, agrees=True))
    course.send(CYD, answer(course, agrees=True))
    assert course.view(0).hand == hand
    events = course.send(DOT, answer(course, agrees=True))
    kept = len(before.actions) - 1
    assert events == [TakeBackAnswered(seat=3, agrees=True), TakenBack(seat=0, kept=kept)]
    assert len(course.view(0).hand) == len(hand) + 1
    assert course.table.to_act == (0,)
    assert course.table.decision != before.decision
    assert course.view(0).take_backs == 1


@pytest.mark.parametrize("refuses", [BOB, CYD, DOT])
def test_one_no_ends_it_and_it_is_asked_once_for_one_card(refuses: str) -> None:
    """C63."""
    course = among_people()
    command = take_back(course)
    course.send(ANN, command)
    assert nothing_happens(course.table, ANN, command)
    late = answer(course, agrees=True)
    course.send(refuses, answer(course, agrees=False))
    assert course.view(0).take_back is None
    assert refusal_of(course.table, BOB, late) == "no-take-back-asked"
    assert nothing_happens(course.table, ANN, command)


def test_whoever_plays_on_answers_no() -> None:
    """C63: the next seat's card is new knowledge."""
    course = among_people()
    course.send(ANN, take_back(course))
    late = answer(course, agrees=True)
    course.send(BOB, course.random_command(1))
    assert course.view(0).take_back is None
    assert refusal_of(course.table, CYD, late) == "no-take-back-asked"
    assert not course.view(0).can_take_back
    assert nothing_happens(course.table, ANN, take_back(course))


def test_who_asked_may_think_better_and_nobody_agrees_twice() -> None:
    course = among_people()
    course.send(ANN, take_back(course))
    yes = answer(course, agrees=True)
    course.send(BOB, yes)
    assert nothing_happens(course.table, BOB, yes)
    assert course.send(ANN, answer(course, agrees=False)) == [
        TakeBackAnswered(seat=0, agrees=False)
    ]
    assert course.view(1).take_back is None


def test_those_for_whom_a_bot_plays_are_not_asked() -> None:
    course = among_people()
    course.stand_in(2).send(ANN, take_back(course))
    asked = course.view(0).take_back
    assert asked is not None
    assert asked.waits_for == (1, 3)


def test_where_taking_back_is_not_allowed_nobody_is_asked() -> None:
    """C63."""
    course = among_people(take_back=False)
    assert not course.view(0).can_take_back
    assert refusal_of(course.table, ANN, take_back(course)) == "take-back-unavailable"


def test_the_pass_is_chosen_anew_as_long_as_another_still_chooses() -> None:
    """C63: nobody has seen these cards, so nobody is asked."""
    course = Course({"options": {"take_back": False}}, 7).seat_people(BOB, CYD, DOT)
    command = course.random_command(0)
    hand = course.view(0).hand
    course.send(ANN, command)
    assert course.view(0).can_take_back
    assert course.send(ANN, take_back(course)) == [PassWithdrawn(seat=0)]
    assert course.view(0).hand == hand
    assert not course.view(0).passed[0]
    assert course.send(ANN, command)
    for seat, person in enumerate((BOB, CYD, DOT), 1):
        course.send(person, course.random_command(seat))
    assert course.table.phase == "playing"
    assert not course.view(0).can_take_back


def test_without_the_option_nobody_takes_back() -> None:
    course = Course({"options": {"take_back": False}}, 7)
    course.play(until=lambda table: len(own_places(table, 0)) > 3)
    assert not course.view(0).can_take_back
    assert refusal_of(course.table, ANN, take_back(course)) == "take-back-unavailable"


def test_who_has_decided_nothing_takes_nothing_back() -> None:
    course = Course({}, 7)
    course.play(until=lambda table: table.phase == "passing")
    course.play(until=lambda table: len(table.actions) == 2 and not own_places(table, 0))
    assert not course.view(0).can_take_back
    assert refusal_of(course.table, ANN, take_back(course)) == "take-back-unavailable"


def test_the_decisions_of_the_bot_that_sat_there_before_are_not_one_s_own() -> None:
    course = Course({}, 7)
    course.play(until=lambda table: len(own_places(table, 2)) > 3 and table.to_act != (2,))
    course.send(ANN, messages.Leave(id="c"))
    course.send(BOB, messages.Sit(id="c", seat=2))
    assert not course.view(2).can_take_back
    assert refusal_of(course.table, BOB, take_back(course)) == "take-back-unavailable"


def test_spectators_cannot_take_back() -> None:
    course = course_at("playing")
    assert not course.view(None).can_take_back
    assert refusal_of(course.table, BOB, take_back(course)) == "not-seated"


def test_a_pass_is_taken_back_with_the_bots_passes_after_it() -> None:
    """What bots had chosen before stays chosen; the exchange itself is undone."""
    course = Course({}, 7)
    course.play(until=lambda table: table.phase == "playing")
    places = own_places(course.table, 0)[:1]
    while own_places(course.table, 0)[1:]:
        course.send(ANN, take_back(course))
    course.send(ANN, take_back(course))
    table = course.table
    assert table.phase == "passing"
    assert [isinstance(action, PassCards) for _, action in table.actions] == [True] * places[0]
    view = course.view(0)
    assert (view.given, view.received) == ((), ())
    assert len(view.hand) == 13


def test_ready_marks_are_gone_after_a_take_back() -> None:
    course = course_at("sheet")
    course.send(ANN, messages.Ready(id="r", decision=course.table.decision))
    assert course.view(0).ready[0]
    course.send(ANN, take_back(course))
    assert not course.table.readers
    course.play(until=lambda table: table.phase == "sheet")
    assert course.table.to_act == (0,)
    assert course.send(ANN, course.random_command(0))


def test_a_game_with_many_take_backs_still_ends_and_folds() -> None:
    course = Course({"target": 40}, 9, random_hands)
    for _ in range(4000):
        if course.table.phase == "over":
            break
        if can_take_back(course.table, 0) and course.random.random() < 0.03:
            course.send(ANN, take_back(course))
        course.step()
    assert course.table.phase == "over"
    assert course.table.take_backs > 2
    assert fold(course.events) == course.table


def test_bots_answer_the_new_decision_not_the_old_one() -> None:
    course = Course({}, 7)
    course.play(until=lambda table: isinstance(due(table), BotsDue) and len(table.actions) > 20)
    old = due(course.table)
    course.send(ANN, take_back(course))
    assert old != due(course.table)
    course.act(0, course.tables[-2].actions[own_places(course.tables[-2], 0)[-1]][1])
    new = due(course.table)
    assert isinstance(old, BotsDue)
    assert isinstance(new, BotsDue)
    assert new.decision != old.decision
