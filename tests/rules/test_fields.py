"""C07: every value of every field changes a game (section 2 of docs/rules.md).

Each case is a small golden game seen through one question; the answer differs between the
default and the other value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from openhearts.rules.actions import ClaimKind, MakeClaim
from openhearts.rules.cards import QUEEN_OF_SPADES, Cards
from openhearts.rules.deal import Deal
from openhearts.rules.legal import hearts_broken, legal_cards
from openhearts.rules.ruleset import STANDARD, Passing, Ruleset, allowed_words
from openhearts.rules.scoring import game_winners, outcome_of
from tests.rules.stacked import cards, moon_deal, piles, stacked_hands, trick

Question = Callable[[Ruleset], object]


def size_of_a_hand(ruleset: Ruleset) -> object:
    return len(Deal.start(ruleset, 1, stacked_hands(ruleset, {})).hands[2])


def winners_at(*scores: int, deals: int = 3) -> Question:
    return lambda ruleset: game_winners(ruleset, scores, deals)


def points_of(*taken: str, before: tuple[int, ...] = (0, 0, 0, 0)) -> Question:
    """Points of a deal in which the seats took these cards (see ``piles``)."""

    def points(ruleset: Ruleset) -> object:
        cards_taken = piles(ruleset, *taken)
        tricks = [1 if pile else 0 for pile in cards_taken]
        return outcome_of(ruleset, cards_taken, tricks, before, 3).points

    return points


def points_of_a_claimed_moon(ruleset: Ruleset) -> object:
    deal = moon_deal(replace(ruleset, passing=Passing.NONE), shooter=1)
    return "the shooter is asked" if deal.to_act == (1,) else deal.outcome((0, 0, 90, 20)).points


def directions(ruleset: Ruleset) -> object:
    return " ".join(ruleset.direction(number) for number in range(1, 6))


def cards_passed(ruleset: Ruleset) -> object:
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {}))
    for seat in range(4):
        deal = deal.pass_cards(seat, list(deal.hands[seat])[: ruleset.pass_count])
    return len(deal.received(2))


def opener(ruleset: Ruleset) -> object:
    hands = stacked_hands(ruleset, {2: "2c"})
    return Deal.start(replace(ruleset, passing=Passing.NONE), 1, hands).to_act


def discards_on_the_first_trick(ruleset: Ruleset) -> object:
    hand, led = cards("Qs 4h 9d"), trick(0, "2c")
    return str(legal_cards(ruleset, hand, led, cards("2c")))


def leads_before_a_heart_was_played(ruleset: Ruleset) -> object:
    return str(legal_cards(ruleset, cards("4h 9d"), trick(0, ""), cards("2c 3c 4c 5c")))


def leads_after_the_queen_was_played(ruleset: Ruleset) -> object:
    played = cards("2s 3s 4s Qs")
    return str(legal_cards(ruleset, cards("4h 9d"), trick(0, ""), played))


CASES: list[tuple[str, object, dict[str, object], Question, object, object]] = [
    ("seats", 3, {}, size_of_a_hand, 13, 17),
    ("seats", 5, {}, size_of_a_hand, 13, 10),
    ("seats", 6, {}, size_of_a_hand, 13, 8),
    ("target", 50, {}, winners_at(60, 20, 40, 40), (), (1,)),
    ("target", 500, {}, winners_at(120, 20, 40, 40), (1,), ()),
    ("hearts", "spot", {}, points_of("Qs", "Ah Kh", "2h", ""), (13, 2, 1, 10), (25, 27, 2, 75)),
    ("black_maria", True, {}, points_of("Qs", "Ks", "As", ""), (13, 0, 0, 13), (13, 10, 7, 13)),
    ("bonus_card", "Jd", {}, points_of("Qs", "Jd", "", ""), (13, 0, 0, 13), (13, -10, 0, 13)),
    ("bonus_card", "Td", {}, points_of("Qs", "Td", "", ""), (13, 0, 0, 13), (13, -10, 0, 13)),
    ("moon", "subtract", {}, points_of_a_claimed_moon, (26, 0, 26, 26), (0, -26, 0, 0)),
    ("moon", "choice", {}, points_of_a_claimed_moon, (26, 0, 26, 26), "the shooter is asked"),
    (
        "moon",
        "adaptive",
        {},
        points_of("M", "2c", "", "", before=(60, 30, 90, 50)),
        (0, 26, 26, 26),
        (-26, 0, 0, 0),
    ),
    ("moon", "none", {}, points_of_a_claimed_moon, (26, 0, 26, 26), (0, 26, 0, 0)),
    (
        "moon_needs_bonus",
        False,
        {"bonus_card": "Jd"},
        points_of("M", "Jd", "", ""),
        (26, -10, 0, 0),
        (0, 26, 26, 26),
    ),
    (
        "moon_keeps_bonus",
        True,
        {"bonus_card": "Jd"},
        points_of("M Jd", "2c", "", ""),
        (0, 26, 26, 26),
        (-10, 26, 26, 26),
    ),
    (
        "passing",
        "no-hold",
        {},
        directions,
        "left right across hold left",
        "left right across left right",
    ),
    (
        "passing",
        "always-right",
        {},
        directions,
        "left right across hold left",
        "right right right right right",
    ),
    (
        "passing",
        "always-left",
        {},
        directions,
        "left right across hold left",
        "left left left left left",
    ),
    (
        "passing",
        "none",
        {},
        directions,
        "left right across hold left",
        "hold hold hold hold hold",
    ),
    *(("pass_count", count, {}, cards_passed, 3, count) for count in (1, 2, 4, 5)),
    ("opening", "left-of-dealer", {}, opener, (2,), (1,)),
    ("first_trick", "free", {}, discards_on_the_first_trick, "..9.", "Q.4.9."),
    ("must_break", False, {}, leads_before_a_heart_was_played, "..9.", ".4.9."),
    ("queen_breaks", True, {}, leads_after_the_queen_was_played, "..9.", ".4.9."),
    ("ties", "share", {}, winners_at(120, 20, 40, 20), (), (1, 3)),
    ("deal_limit", 3, {}, winners_at(60, 20, 40, 40), (), (1,)),
    ("no_trick_bonus", 5, {}, points_of("Qs", "2h", "", ""), (13, 1, 0, 12), (13, 1, -5, 12)),
]


@pytest.mark.parametrize(
    ("field", "word", "beside", "question", "by_default", "with_it"),
    CASES,
    ids=[f"{field}-{word}-{number}" for number, (field, word, *_) in enumerate(CASES)],
)
def test_c07_this_value_changes_this_game(
    field: str,
    word: object,
    beside: dict[str, object],
    question: Question,
    by_default: object,
    with_it: object,
) -> None:
    default = STANDARD.with_words(beside)
    changed = default.with_words({field: word})
    assert field not in changed.idle_fields()
    assert by_default != with_it
    assert question(default) == by_default
    assert question(changed) == with_it


def test_c07_no_value_is_left_out() -> None:
    shown = {(field, str(word).lower()) for field, word, *_ in CASES}
    for field, default in STANDARD.to_words().items():
        for word in allowed_words(field):
            if " to " not in word and word != str(default).lower():
                assert (field, word.lower()) in shown
    assert {field for field, _ in shown} == set(STANDARD.to_words())


def test_c07_an_idle_field_changes_nothing() -> None:
    def play(ruleset: Ruleset) -> tuple[object, ...]:
        deal = moon_deal(ruleset, shooter=2)
        return deal.dealt, deal.tricks, deal.outcome((0, 90, 0, 20))

    base = STANDARD.with_words(
        {"black_maria": True, "passing": "none", "must_break": False, "bonus_card": "Jd"}
    )
    assert base.idle_fields() == (
        "moon",
        "moon_needs_bonus",
        "moon_keeps_bonus",
        "pass_count",
        "queen_breaks",
    )
    for field in base.idle_fields():
        for word in allowed_words(field):
            value: object = {"true": True, "false": False, "1 to 5": 5}.get(word, word)
            assert play(base.with_words({field: value})) == play(base)


def test_hearts_are_broken_by_the_queen_only_where_the_table_chose_so() -> None:
    queen = Cards.of([QUEEN_OF_SPADES])
    assert not hearts_broken(STANDARD, queen)
    assert hearts_broken(STANDARD.with_words({"queen_breaks": True}), queen)
    assert hearts_broken(STANDARD, cards("2h"))


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ({}, 26),
        ({"hearts": "spot"}, 129),
        ({"black_maria": True}, 43),
        ({"black_maria": True, "hearts": "spot"}, 146),
        ({"bonus_card": "Jd"}, 16),
        ({"bonus_card": "Td"}, 16),
        ({"bonus_card": "Jd", "hearts": "spot"}, 119),
        ({"bonus_card": "Jd", "black_maria": True}, 33),
        ({"seats": 3}, 26),
        ({"seats": 5, "hearts": "spot"}, 129),
        ({"seats": 6, "black_maria": True}, 43),
    ],
)
def test_c11_the_sum_of_a_deal_without_a_moon(words: dict[str, object], total: int) -> None:
    ruleset = STANDARD.with_words(words)
    taken = piles(ruleset, "2h 3h", *[""] * (ruleset.seats - 1))
    score = outcome_of(ruleset, taken, [1] * ruleset.seats, [0] * ruleset.seats, 1)
    assert sum(score.points) == total
    assert score.shooter is None


def test_a_claim_of_the_rest_counts_as_tricks_for_the_no_trick_bonus() -> None:
    ruleset = STANDARD.with_words({"passing": "none", "no_trick_bonus": 5, "moon": "none"})
    clubs = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, {2: clubs}))
    deal = deal.act(2, MakeClaim(ClaimKind.REST_ARE_MINE))
    assert deal.tricks_taken == (0, 0, 13, 0)
    assert deal.outcome((0, 0, 0, 0)).points == (-5, -5, 26, -5)
