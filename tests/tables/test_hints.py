"""Who may ask for a hint, when, and that it comes from what the asker knows."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from openhearts.bots.hints import CardValue, Hint
from openhearts.bots.search import SearchBot
from openhearts.kernel import Effort
from openhearts.rules.actions import ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.ruleset import MoonRule
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.hints import hint_update, view_for_hint
from openhearts.tables.refusal import TableRefusal
from openhearts.tables.table import Table
from tests.strategies import random_hands
from tests.tables.driver import ANN, BOB, Course, moon_hands
from tests.tables.test_no_leak import with_other_secrets

EXPERT = SearchBot(Effort(worlds=8))


def ask(table: Table, decision: str | None = None) -> messages.AskHint:
    return messages.AskHint(id="h", decision=table.decision if decision is None else decision)


def refusal(table: Table, person: str, decision: str | None = None) -> str:
    with pytest.raises(TableRefusal) as refused:
        view_for_hint(table, person, ask(table, decision))
    return refused.value.code


def on_turn(table: Table) -> bool:
    return table.phase == "playing" and table.to_act == (0,)


def course_on_turn(**options: object) -> Course:
    return Course({"options": options}, 7).play(on_turn)


@pytest.mark.parametrize("phase", ["passing", "playing", "choosing"])
def test_who_is_to_decide_alone_with_bots_may_ask(phase: str) -> None:
    words: dict[str, object] = {"moon": "choice", "passing": "none"}
    course = Course({}, 7) if phase != "choosing" else Course(words, 1, moon_hands(0))
    course.play(lambda table: table.phase == phase and 0 in table.to_act)
    assert course.view(0).can_hint
    view = view_for_hint(course.table, ANN, ask(course.table))
    assert view == SeatView.of(course.table.game, 0)


def test_asking_leaves_no_trace_at_the_table() -> None:
    course = course_on_turn()
    before = course.table
    view_for_hint(course.table, ANN, ask(course.table))
    assert course.table is before


def test_where_the_table_forbids_hints_nobody_gets_one() -> None:
    course = course_on_turn(hints="none")
    assert not course.view(0).can_hint
    assert refusal(course.table, ANN) == "hints-not-allowed"


def test_with_another_person_at_the_table_nobody_gets_a_hint() -> None:
    course = course_on_turn()
    course.send(BOB, messages.Sit(id="c", seat=2))
    assert not course.view(0).can_hint
    assert refusal(course.table, ANN) == refusal(course.table, BOB) == "hints-not-allowed"
    course.send(BOB, messages.Leave(id="c"))
    assert course.view(0).can_hint


def test_among_people_each_gets_hints_where_the_table_gives_them_to_everybody() -> None:
    course = Course({"options": {"hints": "all"}}, 7)
    course.send(BOB, messages.Sit(id="c", seat=2))
    for seat, person in ((0, ANN), (2, BOB)):
        course.play(partial(acts_alone, seat))
        view = view_for_hint(course.table, person, ask(course.table))
        assert view == SeatView.of(course.table.game, seat)
        shown = [course.view(other).can_hint for other in (0, 2, None)]
        assert shown == [seat == 0, seat == 2, False]


def acts_alone(seat: int, table: Table) -> bool:
    return table.to_act == (seat,)


def test_a_spectator_gets_no_hint() -> None:
    course = course_on_turn()
    assert not course.view(None).can_hint
    assert refusal(course.table, BOB) == "not-seated"


def test_there_is_no_hint_out_of_turn() -> None:
    course = Course({}, 7)
    course.play(lambda table: table.phase == "playing" and 0 not in table.to_act)
    assert not course.view(0).can_hint
    assert refusal(course.table, ANN) == "not-your-turn"
    course.play(lambda table: table.phase == "sheet")
    assert not course.view(0).can_hint
    assert refusal(course.table, ANN) == "not-your-turn"


def test_a_decision_that_is_made_gets_no_hint_any_more() -> None:
    course = course_on_turn()
    earlier = course.table.decision
    number = len(course.table.actions)
    course.play(lambda table: on_turn(table) and len(table.actions) > number)
    assert refusal(course.table, ANN, earlier) == "already-decided"


@pytest.mark.parametrize("seed", range(12))
def test_what_the_asker_cannot_know_changes_no_hint(seed: int) -> None:
    """C41: another truth behind the same view gets the same hint."""
    random = Random(seed)
    course = Course({"moon": "choice"}, seed, random_hands)
    moments = random.randrange(2, 12)
    course.play(lambda table: 0 in table.to_act and len(table.actions) >= 4 * moments)
    if course.table.phase not in ("passing", "playing", "choosing"):
        course.play(lambda table: table.phase == "playing" and 0 in table.to_act)
    other = with_other_secrets(course.table, 0, random)
    one, another = (
        hint_update(EXPERT.hint(view_for_hint(table, person_of(table), ask(table)), 0), ask(table))
        for table in (course.table, other)
    )
    assert one == another


def person_of(table: Table) -> str:
    """Who sits on seat 0: a secret, too."""
    holder = table.holders[0]
    return getattr(holder, "id", "")


def test_a_hint_is_told_in_the_words_of_the_wire() -> None:
    command = messages.AskHint(id="h", decision="d")
    four, king = Card.parse("4d"), Card.parse("Kd")
    values = (CardValue(four, 3.14159, 0.0), CardValue(king, -11.06, 0.256))
    told = hint_update(Hint(PlayCard(four), values), command)
    assert told == messages.Hint(
        id="h",
        decision="d",
        cards=("4d",),
        claim=None,
        moon=None,
        values=(
            messages.CardValue(card="4d", points=3.1, moon=0.0),
            messages.CardValue(card="Kd", points=-11.1, moon=0.26),
        ),
    )
    assert hint_update(Hint(PassCards((king, four))), command).cards == ("Kd", "4d")
    assert hint_update(Hint(MakeClaim(ClaimKind.NOTHING_LEFT)), command).claim == "nothing-left"
    assert hint_update(Hint(ChooseMoon(MoonRule.SUBTRACT)), command).moon == "subtract"
