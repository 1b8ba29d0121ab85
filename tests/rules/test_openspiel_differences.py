"""What OpenSpiel's Hearts does otherwise than docs/rules.md, each difference shown.

A difference that is gone fails here, so that this list stays true and the witness is read right.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pyspiel
import pytest

from openhearts.rules.actions import PassCards
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal
from openhearts.rules.errors import IllegalAction
from openhearts.rules.game import Game
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset, allowed_words
from openhearts.rules.view import SeatView
from tests.rules import law
from tests.rules.golden import golden_deals
from tests.rules.openspiel import DIRECTIONS, card_of, load, number_of, state_of
from tests.rules.stacked import cards, hands_of, replayed, stacked_hands

pytestmark = pytest.mark.no_cover

OMNIBUS = PRESETS["omnibus"]
UNPASSED = STANDARD.with_words({"passing": "none"})
UNBROKEN = UNPASSED.with_words({"must_break": False})
MOON_WITH_THE_JACK = golden_deals()["4 seats: a moon with the jack of diamonds"].told
MOON_WITHOUT_IT = golden_deals()["4 seats: a moon but for the jack and the ten of diamonds"].told
NO_MOON = golden_deals()["4 seats: nobody shoots the moon"].told

LOW_CLUBS = {0: "2c Ac Kc", 1: "3c 4c 5c", 2: "6c 7c 8c", 3: "9c Tc Jc"}
HEARTS_AND_THE_QUEEN = {
    0: "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Ac Js",
    1: "Kc 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Qs",
}
"""Seat 1 can take the first trick with its only club, and leads from hearts and the queen."""


class Difference(NamedTuple):
    theirs: Callable[[], object]
    their_answer: object
    ours: Callable[[], object]
    our_answer: object


def replay(told: law.Told, **flags: bool) -> Any:
    """OpenSpiel's state after a deal as told; what a claim left unplayed, in any order."""
    direction = STANDARD.direction(told.number)
    state = state_of(load(**flags), hands_of(told), direction)
    for given in told.passes:
        for card in cards(" ".join(given)):
            state.apply_action(number_of(card))
    for _, text in told.plays:
        (card,) = cards(text)
        state.apply_action(number_of(card))
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def their_points(told: law.Told, **flags: bool) -> list[int]:
    return [round(26 - result) for result in replay(told, **flags).returns()]


def our_points(told: law.Told, ruleset: Ruleset) -> list[int]:
    return list(replayed(ruleset, told).outcome((0, 0, 0, 0)).points)


def their_directions(**flags: bool) -> list[tuple[int, float]]:
    return list(load(**flags).new_initial_state().chance_outcomes())


def our_directions(ruleset: Ruleset) -> list[int]:
    return [DIRECTIONS[ruleset.direction(number)] for number in range(1, 7)]


def their_passing(pass_of_seat_0: str) -> Any:
    """After seat 0 has passed these of its low clubs to the left."""
    deal = Deal.start(STANDARD, 1, stacked_hands(STANDARD, LOW_CLUBS))
    state = state_of(load(), deal.dealt, deal.direction)
    for card in cards(pass_of_seat_0):
        state.apply_action(number_of(card))
    return state


def what_seat_1_sees_to_come(state: Any) -> list[str]:
    seen = json.loads(state.to_observation_struct(1).to_json())["received_cards"][1]
    return sorted(map(str, seen))


def what_our_seat_1_sees_to_come() -> Cards:
    game = Game(STANDARD).start_deal(stacked_hands(STANDARD, LOW_CLUBS))
    game = game.act(0, PassCards(tuple(cards("2c Ac Kc"))))
    return SeatView.of(game, 1).received


def their_leads(hands: dict[int, str], plays: str, **flags: bool) -> str:
    """What the seat on turn may play after these plays, in a deal without passing."""
    state = state_of(load(**flags), stacked_hands(UNPASSED, hands), UNPASSED.direction(1))
    for card in plays.split():
        (played,) = cards(card)
        state.apply_action(number_of(played))
    return str(Cards.of(map(card_of, state.legal_actions())))


def our_leads(hands: dict[int, str], plays: str, ruleset: Ruleset = UNPASSED) -> str:
    deal = Deal.start(ruleset, 1, stacked_hands(ruleset, hands))
    for card in plays.split():
        (played,) = cards(card)
        deal = deal.play(played)
    return str(deal.legal_cards())


def their_start(**flags: bool) -> Any:
    """The opening lead of a deal without passing."""
    return state_of(load(**flags), stacked_hands(UNPASSED, LOW_CLUBS), UNPASSED.direction(1))


def their_answer_to_another_lead() -> object:
    state = their_start()
    before = state.current_player(), len(state.legal_actions())
    (ace,) = cards("Ac")
    state.apply_action(number_of(ace))
    return before, "then plays", state.current_player()


def our_answer_to_another_lead() -> object:
    deal = Deal.start(UNPASSED, 1, stacked_hands(UNPASSED, LOW_CLUBS))
    (ace,) = cards("Ac")
    try:
        return deal.play(ace)
    except IllegalAction as refused:
        return refused.reason


DIFFERENCES = {
    "the direction is drawn by chance and not by the number of the deal": Difference(
        their_directions,
        [(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25)],
        lambda: our_directions(STANDARD),
        [1, 3, 2, 0, 1, 3],
    ),
    "a game without passing still draws one of four directions": Difference(
        lambda: [direction for direction, _ in their_directions(pass_cards=False)],
        [0, 1, 2, 3],
        lambda: our_directions(UNPASSED),
        [0, 0, 0, 0, 0, 0],
    ),
    "the seats pass one after the other": Difference(
        lambda: [their_passing("").current_player(), their_passing("2c Kc Ac").current_player()],
        [0, 1],
        lambda: Deal.start(STANDARD, 1, stacked_hands(STANDARD, LOW_CLUBS)).to_act,
        (0, 1, 2, 3),
    ),
    "a seat that has not passed sees what it will get": Difference(
        lambda: what_seat_1_sees_to_come(their_passing("2c Kc Ac")),
        ["2C", "AC", "KC"],
        what_our_seat_1_sees_to_come,
        Cards(),
    ),
    "any club may open, with a flag": Difference(
        lambda: their_leads(LOW_CLUBS, "", can_lead_any_club=True),
        "...AKQ2",
        lambda: our_leads(LOW_CLUBS, ""),
        "...2",
    ),
    "hearts may be led instead of the queen, with a flag": Difference(
        lambda: their_leads(
            HEARTS_AND_THE_QUEEN, "2c Kc 2d 2s", can_lead_hearts_instead_of_qs=True
        ),
        "Q.QJT98765432..",
        lambda: our_leads(HEARTS_AND_THE_QUEEN, "2c Kc 2d 2s"),
        "Q...",
    ),
    "where hearts need no breaking they count as broken from the start": Difference(
        lambda: their_start(must_break_hearts=False).hearts_broken(),
        True,
        lambda: Deal.start(UNBROKEN, 1, stacked_hands(UNBROKEN, LOW_CLUBS)).hearts_broken,
        False,
    ),
    "a card that is not legal is played all the same": Difference(
        their_answer_to_another_lead,
        ((0, 1), "then plays", 1),
        our_answer_to_another_lead,
        "must-open",
    ),
    "the jack of diamonds is not needed for the moon": Difference(
        lambda: their_points(MOON_WITHOUT_IT, jd_bonus=True),
        [26, 0, 26, 16],
        lambda: our_points(MOON_WITHOUT_IT, OMNIBUS),
        [0, 26, 0, -10],
    ),
    "the jack of diamonds counts besides a moon": Difference(
        lambda: their_points(MOON_WITH_THE_JACK, jd_bonus=True),
        [-10, 26, 26, 26],
        lambda: our_points(MOON_WITH_THE_JACK, OMNIBUS),
        [0, 26, 26, 26],
    ),
    "a result is 26 less the points": Difference(
        lambda: replay(NO_MOON).returns(),
        [21, 26, 6, 25],
        lambda: our_points(NO_MOON, STANDARD),
        [5, 0, 20, 1],
    ),
    "a claim does not end a deal: all 52 cards are played": Difference(
        lambda: len(replay(MOON_WITH_THE_JACK).history()) - 1 - 52 - 12,
        52,
        lambda: len(replayed(STANDARD, MOON_WITH_THE_JACK).played),
        48,
    ),
    "the queen breaks hearts unless told otherwise": Difference(
        lambda: load().get_parameters()["qs_breaks_hearts"],
        True,
        lambda: STANDARD.queen_breaks,
        False,
    ),
    "there are four seats": Difference(
        lambda: (load().num_players(), load().get_type().min_num_players),
        (4, 4),
        lambda: allowed_words("seats"),
        ("4", "3", "5", "6"),
    ),
    "it has one kind of moon, plain hearts, and one deal for a game": Difference(
        lambda: sorted(load().get_parameters()),
        [
            "avoid_all_tricks_bonus",
            "can_lead_any_club",
            "can_lead_hearts_instead_of_qs",
            "jd_bonus",
            "must_break_hearts",
            "no_pts_on_first_trick",
            "pass_cards",
            "qs_breaks_hearts",
        ],
        lambda: sorted(
            {"moon", "hearts", "black_maria", "target", "ties", "deal_limit"}
            & set(STANDARD.to_words())
        ),
        ["black_maria", "deal_limit", "hearts", "moon", "target", "ties"],
    ),
}


@pytest.mark.parametrize("difference", DIFFERENCES.values(), ids=DIFFERENCES)
def test_openspiel_does_otherwise(difference: Difference) -> None:
    assert difference.theirs() == difference.their_answer
    assert difference.ours() == difference.our_answer
    assert difference.their_answer != difference.our_answer


def test_openspiel_cannot_start_from_an_ending() -> None:
    state = their_start()
    with pytest.raises(pyspiel.SpielError, match="not implemented"):
        load().new_initial_state(state.to_json())


def test_openspiel_samples_hands_that_what_was_played_rules_out() -> None:
    """``resample_from_infostate`` heeds no voids: what it samples its own rules refuse."""
    random, refused, sampled = Random(1), 0, 0
    for _ in range(10):
        state = state_of(load(), random_hands_of(random), UNPASSED.direction(1))
        while not state.is_terminal():
            if len(state.history()) > 80:
                sample = state.resample_from_infostate(state.current_player(), random.random)
                sampled += 1
                refused += not is_legal(sample.history())
            state.apply_action(random.choice(state.legal_actions()))
    assert sampled > 200
    assert refused > sampled // 4


def is_legal(history: list[int]) -> bool:
    state = load().new_initial_state()
    for action in history:
        if action not in state.legal_actions():
            return False
        state.apply_action(action)
    return True


def random_hands_of(random: Random) -> list[Cards]:
    pack = list(STANDARD.deck)
    random.shuffle(pack)
    return [Cards.of(pack[seat::4]) for seat in range(4)]
