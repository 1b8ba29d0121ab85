"""What a client is shown: its cards and what may be done with them, tricks, claims, players."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from openhearts.rules.ruleset import Ruleset
from openhearts.tables import messages
from openhearts.tables.views import Surroundings, table_view
from tests.rules import law
from tests.strategies import rulesets, seeds
from tests.tables.driver import (
    ANN,
    BOB,
    Course,
    moments,
    moon_hands,
    nothing_happens,
    plays_of,
    refusal_of,
    view_of,
    wire,
)

SHOWN: dict[str, object] = {"older_tricks": True}


# -- what may be played


@settings(max_examples=70)
@given(ruleset=rulesets(), seed=seeds())
def test_legal_cards_and_refusals_are_the_whole_hand_on_one_s_turn(
    ruleset: Ruleset, seed: int
) -> None:
    """C57, C04, C05, C02: on some 5,000 positions, against a second opinion of the rules."""
    words = ruleset.to_words()
    for table in moments({**words, "options": SHOWN}, seed, 75):
        if table.phase != "playing":
            continue
        (seat,) = table.to_act
        view = view_of(table, seat)
        if seat in table.stand_ins:
            continue
        assert {*view.legal} | {*view.refusals} == {*view.hand}
        assert not {*view.legal} & {*view.refusals}
        assert view.legal
        marks = dict.fromkeys(view.legal, "legal")
        marks |= {card: refusal.code for card, refusal in view.refusals.items()}
        assert marks == law.legal(words, view.hand, plays_of(view))


@pytest.mark.parametrize("seed", range(6))
def test_what_a_view_marks_is_what_the_table_takes(seed: int) -> None:
    """C57: a marked card is refused for the reason shown, any other one is played."""
    random = Random(seed)
    met: set[str] = set()
    for table in moments({"queen_breaks": True}, seed, 200):
        if table.phase != "playing":
            continue
        (seat,) = table.to_act
        person = table.person_on(seat)
        if person is None:
            continue
        view = view_of(table, seat)
        if seat in table.stand_ins:
            assert (view.legal, view.refusals) == ((), {})
            continue
        for card, refusal in view.refusals.items():
            command = messages.Play(id="c", decision=view.decision, card=card)
            assert refusal_of(table, person, command) == refusal.code
            met.add(refusal.code)
        command = messages.Play(id="c", decision=view.decision, card=random.choice(view.legal))
        with pytest.raises(AssertionError, match="taken"):
            refusal_of(table, person, command)
    assert "must-follow" in met


def test_a_refusal_tells_its_facts() -> None:
    """C57: which suit was led and how many I hold, which card opens."""
    facts: dict[str, set[tuple[str, ...]]] = {}
    for seed in range(12):
        for table in moments({}, seed, 120):
            if table.phase == "playing":
                (seat,) = table.to_act
                view = view_of(table, seat)
                for card, refusal in view.refusals.items():
                    facts.setdefault(refusal.code, set()).add(tuple(sorted(refusal.facts)))
                    if refusal.code == "must-follow":
                        assert view.trick is not None
                        led = view.trick.cards[0][1]
                        held = sum(one[1] == led for one in view.hand)
                        assert refusal.facts == {"suit": led, "count": held}
                    if refusal.code == "must-open":
                        assert refusal.facts == {"card": "2c"}
                    if refusal.code == "no-penalty-on-first-trick":
                        assert refusal.facts == {"card": card}
    assert facts == {
        "must-follow": {("count", "suit")},
        "must-open": {("card",)},
        "no-penalty-on-first-trick": {("card",)},
        "hearts-not-broken": {()},
    }


def test_nothing_is_marked_when_it_is_not_one_s_turn_to_play() -> None:
    """C57: a mark means one thing."""
    for table in moments({}, 3, 250):
        for seat in range(4):
            if table.phase != "playing" or table.to_act != (seat,):
                view = view_of(table, seat)
                assert (view.legal, view.refusals) == ((), {})


# -- what was passed


def test_received_cards_are_shown_to_their_receiver_all_through_the_deal() -> None:
    """C17."""
    course = Course({}, 5)
    course.play(until=lambda table: table.phase == "sheet")
    given = [set(course.view(seat).given) for seat in range(4)]
    assert [len(cards) for cards in given] == [3, 3, 3, 3]
    for table in course.tables:
        if table.deal is None:
            continue
        for seat in range(4):
            view = view_of(table, seat)
            received = set(view.received)
            assert received == (set() if table.phase == "passing" else given[seat - 1])
            if table.phase == "playing" and len(view.hand) == 13:
                assert received <= set(view.hand)
        assert view_of(table, None).received == ()


def test_hands_are_in_order_of_suit_and_rank() -> None:
    order = "23456789TJQKA"
    for table in moments({}, 4, 150):
        hand = view_of(table, 0).hand
        assert list(hand) == sorted(hand, key=lambda c: ("cdhs".index(c[1]), order.index(c[0])))


# -- tricks


def test_the_last_trick_stays_to_be_looked_at_and_no_older_one() -> None:
    """C56."""
    course = Course({}, 5)
    course.play(until=lambda table: table.phase == "sheet")
    for table in course.tables:
        if table.deal is None or table.phase == "sheet":
            continue
        done = len(table.deal.tricks)
        view = view_of(table, 0)
        assert view.tricks_played == done
        assert [trick.number for trick in view.tricks] == ([done] if done else [])
        if done:
            (shown,) = view.tricks
            assert len(shown.cards) == 4
            leader = shown.leader
            plays = [((leader + place) % 4, card) for place, card in enumerate(shown.cards)]
            assert shown.winner == law.winner(plays)
            if view.phase == "playing" and view.trick is None:
                assert view.to_act == (shown.winner,)
        if view.trick is not None:
            assert view.trick.number == done + 1
            assert view.to_act == ((view.trick.leader + len(view.trick.cards)) % 4,)
            assert view.trick.points is None


def test_older_tricks_are_shown_where_the_table_allows_it_and_after_the_deal() -> None:
    """C56."""
    course = Course({"options": SHOWN}, 5)
    course.play(until=lambda table: table.phase == "sheet")
    for table in course.tables:
        if table.deal is not None:
            done = len(table.deal.tricks)
            tricks = view_of(table, None).tricks
            assert [trick.number for trick in tricks] == list(range(1, done + 1))
    hidden = Course({}, 5)
    hidden.play(until=lambda table: table.phase == "sheet")
    assert hidden.view(None).tricks == course.view(None).tricks
    assert len({card for trick in hidden.view(0).tricks for card in trick.cards}) > 13


@settings(max_examples=30)
@given(ruleset=rulesets(), seed=seeds())
def test_broken_hearts_and_the_queen_show_at_the_very_play(ruleset: Ruleset, seed: int) -> None:
    """C58, C04: not at the end of the trick, and again in every view that follows."""
    words = ruleset.to_words()
    for table in moments({**words, "options": SHOWN}, seed, 80):
        view = view_of(table, None)
        cards = {card for _, card in plays_of(view)}
        assert view.queen_played == ("Qs" in cards)
        hearts = any(card[1] == "h" for card in cards)
        assert view.hearts_broken == (hearts or (ruleset.queen_breaks and "Qs" in cards))


# -- claims


@pytest.mark.parametrize("seed", range(8))
def test_the_claims_offered_are_those_that_the_table_takes(seed: int) -> None:
    """C12."""
    kinds: tuple[messages.ClaimKind, ...] = ("nothing-left", "rest-are-mine")
    for table in moments({}, seed, 150):
        if table.phase != "playing":
            continue
        for seat in table.people:
            view, person = view_of(table, seat), table.person_on(seat) or ""
            for kind in kinds:
                command = messages.Claim(id="c", decision=view.decision, claim=kind)
                if kind in view.claims:
                    with pytest.raises(AssertionError, match="taken"):
                        refusal_of(table, person, command)
                else:
                    assert not nothing_happens(table, person, command)


def test_a_claim_of_the_rest_lays_the_hand_open_to_all() -> None:
    course = Course({"passing": "none"}, 1, moon_hands(0))
    course.play(until=lambda table: bool(table.deal and table.deal.tricks))
    view = course.view(0)
    assert view.claims == ("rest-are-mine",)
    assert course.view(1).claims == ()
    command = messages.Claim(id="c", decision=view.decision, claim="rest-are-mine")
    course.send(ANN, command)
    made = messages.ClaimMade(seat=0, claim="rest-are-mine", hand=view.hand)
    assert [course.view(seat).claim for seat in (0, 3, None)] == [made, made, made]
    assert course.view(None).points == (26, 0, 0, 0)


def test_a_choice_of_moon_shows_only_its_shooter_what_it_would_come_to() -> None:
    course = Course({"passing": "none", "moon": "choice"}, 1, moon_hands(1))
    course.play(until=lambda table: table.phase == "choosing")
    assert course.view(1).moon_choices == {"add": (26, 0, 26, 26), "subtract": (0, -26, 0, 0)}
    assert [course.view(seat).moon_choices for seat in (0, 2, None)] == [{}, {}, {}]


# -- the rest of a view


def test_the_players_are_named_and_their_presence_is_told() -> None:
    course = Course({"level": "beginner"}, 1).seat_people(BOB)
    ann, bob, bot, _ = course.view(None).players
    assert (ann.kind, ann.name, ann.level, ann.here, ann.number) == ("person", "Ann", None, True, 0)
    assert (bob.kind, bob.name, bob.level, bob.here, bob.number) == (
        "person",
        "Bob",
        None,
        False,
        1,
    )
    assert (bot.kind, bot.name, bot.level, bot.here, bot.number) == (
        "bot",
        None,
        "beginner",
        True,
        2,
    )


def test_a_person_without_a_name_has_none() -> None:
    view = table_view(Course({}, 1).table, "a", 0, Surroundings(lambda _: (None, True)))
    assert view.players[0].name is None


def test_a_view_names_its_table_schema_and_version() -> None:
    course = Course({}, 1).seat_people(BOB)
    course.play(until=lambda table: table.phase == "sheet")
    view = course.view(1)
    assert (view.table, view.schema, view.seat, view.game) == ("table7", messages.SCHEMA, 1, 1)
    assert view.version == len(course.events)
    assert view.next_deal_in == 12.5
    assert course.view(1, course.tables[5]).next_deal_in is None


def test_the_rules_of_the_table_are_in_every_view() -> None:
    """C07: what was changed, and what has no effect."""
    course = Course({"preset": "black-maria", "moon": "subtract", "target": 50}, 1)
    rules = course.view(None).rules
    assert rules.preset == "black-maria"
    assert rules.fields == course.table.ruleset.to_words()
    assert rules.changed == ("target", "moon")
    assert rules.idle == ("moon", "moon_needs_bonus", "moon_keeps_bonus", "queen_breaks")


def test_a_view_is_small() -> None:
    """docs/design.md 3: 0.5 to 2 kB; more only while a whole deal is laid open on the sheet."""
    sizes: list[int] = []
    for seed, preset in enumerate(("subtract-the-moon", "omnibus", "black-maria")):
        course = Course({"preset": preset, "target": 60, "options": SHOWN}, seed).play()
        sizes += [
            len(wire(view_of(table, seat)))
            for table in course.tables
            if table.deal is not None
            for seat in (0, None)
        ]
    sizes.sort()
    assert sizes[0] > 500
    assert sizes[len(sizes) // 2] < 4_000
    assert sizes[-1] < 8_000


def test_a_view_is_plain_json_in_camel_case() -> None:
    course = Course({"seats": 6}, 1)
    course.play(until=lambda table: table.phase == "playing")
    seen: dict[str, Any] = json.loads(wire(course.view(0)))
    assert seen["kind"] == "view"
    assert seen["toAct"] == list(course.table.to_act)
    assert seen["handSizes"] == [8] * 6
    assert seen["rules"]["fields"]["pass_count"] == 3
    assert seen["options"]["running_points"] is True
    for card in seen["hand"]:
        assert len(card) == 2


def test_who_has_no_seat_sees_no_card_where_spectators_are_not_wanted() -> None:
    """C42, C07: seats and scores are told, so that one may sit down; nothing of the deal is."""
    options = {"spectators": False, "older_tricks": True}
    course = Course({"target": 30, "options": options}, 4).play()
    for table in course.tables:
        if table.deal is None:
            continue
        view = view_of(table, None)
        text = wire(view).decode()
        assert not re.search(r'"[2-9TJQKA][cdhs]"', text)
        assert (view.points, view.moon, view.claim) == (None, None, None)
        assert (view.hearts_broken, view.queen_played) == (False, False)
        assert len(view.players) == len(view.scores) == 4
        assert view_of(table, 0).hand or table.phase != "passing"
    assert course.view(0).hands
