"""The proof kit finds every kind of bot that no table could use."""

from __future__ import annotations

import inspect
import itertools
import time
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openhearts.bots.at_random import RandomBot
from openhearts.bots.bot import Bot
from openhearts.bots.contract import BrokenContract, Position, check_bot, random_positions
from openhearts.bots.rule import RuleBot
from openhearts.rules.actions import Action, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import QUEEN_OF_SPADES, Card, Cards
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView

Answer = Callable[[SeatView, int], Any]


class Faulty:
    """A good bot whose cards are played by ``play``."""

    def __init__(self, play: Answer) -> None:
        self.play = play

    def answer(self, view: SeatView, seed: int) -> Action:
        good = RuleBot().answer(view, seed)
        if not isinstance(good, PlayCard):
            return good
        action: Action = self.play(view, seed)
        return action


def raises(view: SeatView, seed: int) -> Action:
    raise RuntimeError(f"no idea with {len(view.hand)} cards and seed {seed}")


def plays_a_foreign_card(view: SeatView, seed: int) -> Action:
    del seed
    return PlayCard((view.ruleset.deck - view.hand).lowest())


def passes_in_play(view: SeatView, seed: int) -> Action:
    del seed
    return PassCards(tuple(view.hand))


def rolls_dice(view: SeatView, seed: int) -> Action:
    del seed
    return PlayCard(DICE.choice(list(view.legal_cards())))


def changes_its_view(view: SeatView, seed: int) -> Action:
    action = RuleBot().answer(view, seed)
    object.__setattr__(view, "hand", Cards())
    return action


def peeks(view: SeatView, seed: int) -> Action:
    """Finds the deal in its caller's frames, as a bot of no honour can in Python."""
    del seed
    frame = inspect.currentframe()
    while frame is not None and "position" not in frame.f_locals:
        frame = frame.f_back
    assert frame is not None
    position = frame.f_locals["position"]
    assert isinstance(position, Position)
    neighbour = position.deal.hands[(position.seat + 1) % view.ruleset.seats]
    legal = view.legal_cards()
    return PlayCard(legal.highest() if neighbour.mask % 2 else legal.lowest())


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def thinks_too_long(view: SeatView, seed: int) -> Action:
    del seed
    burn(0.02)
    return PlayCard(view.legal_cards().lowest())


DICE = Random(1)


class Counting:
    """Plays its lowest or highest card by how often it has been asked for a seat."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}
        self.count = itertools.count()

    def __call__(self, view: SeatView, seed: int) -> Action:
        del seed
        key = repr(view)
        now = next(self.count)
        first = self.seen.setdefault(key, now)
        legal = view.legal_cards()
        return PlayCard(legal.lowest() if now - first < 3 else legal.highest())


@pytest.mark.parametrize(
    ("play", "message"),
    [
        pytest.param(raises, "RuntimeError: no idea", id="raises"),
        pytest.param(lambda *_: None, "None is not an action", id="answers nothing"),
        pytest.param(lambda *_: PlayCard(cast("Card", "ZZ")), "not an action", id="a word"),
        pytest.param(
            lambda *_: MakeClaim(cast("ClaimKind", "mine")), "not an action", id="unknown claim"
        ),
        pytest.param(lambda *_: PassCards(cast("Any", 3)), "not an action", id="a number"),
        pytest.param(plays_a_foreign_card, "is not legal", id="foreign card"),
        pytest.param(passes_in_play, "is not legal", id="wrong phase"),
        pytest.param(rolls_dice, "for one view and seed", id="not deterministic"),
        pytest.param(changes_its_view, "the view was changed", id="changes its view"),
        pytest.param(peeks, "when only hidden cards differ", id="sees more than its view"),
        pytest.param(thinks_too_long, r"s for an answer, not 0\.01", id="too slow"),
        pytest.param(Counting(), "is kept between answers", id="remembers"),
    ],
)
def test_a_faulty_bot_is_found_and_the_position_named(play: Answer, message: str) -> None:
    with pytest.raises(BrokenContract, match=message) as found:
        check_bot(Faulty(play), deals=20, seconds_per_answer=0.01)
    for what in ("seed ", "ruleset {", "seat ", "hand "):
        assert what in str(found.value)


@pytest.mark.parametrize("bot", [RuleBot(), RandomBot()])
def test_a_bot_that_keeps_the_contract_passes(bot: Bot) -> None:
    check_bot(bot, deals=40)


def test_positions_can_be_made_again_from_the_message() -> None:
    for one, other in zip(random_positions(7), random_positions(7), strict=True):
        assert one == other
        assert one.view == other.view
        assert str(one) == str(other)


def test_positions_are_of_every_kind() -> None:
    """Every size, phase and claim comes up, and moons that may be chosen."""
    views = [position.view for seed in range(300) for position in random_positions(seed)]
    assert {view.ruleset.seats for view in views} == {3, 4, 5, 6}
    assert {view.phase for view in views} == {Phase.PASSING, Phase.PLAYING, Phase.CHOOSING}
    assert {kind.value for view in views for kind in view.claims()} == {
        "nothing-left",
        "rest-are-mine",
    }
    assert any(QUEEN_OF_SPADES in view.given for view in views)


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_hidden_cards_lie_otherwise_behind_an_equal_view(seed: int) -> None:
    changed = 0
    for position in random_positions(seed):
        other = position.with_other_hidden_cards()
        assert other.view == position.view
        changed += other.deal != position.deal
    assert changed


class MakesATable:
    """Takes its time when it is asked for the first time, and never again."""

    def __init__(self) -> None:
        self.is_made = False

    def answer(self, view: SeatView, seed: int) -> Action:
        if not self.is_made:
            burn(0.2)
            self.is_made = True
        return RuleBot().answer(view, seed)


def test_a_bot_may_make_a_table_when_it_first_needs_it() -> None:
    check_bot(MakesATable(), deals=1, seconds_per_answer=0.1)
