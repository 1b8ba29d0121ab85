"""The points of a deal under way, and the moon meter: shown, or hidden where the table wants it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from openhearts.rules.ruleset import Ruleset
from openhearts.tables import messages
from tests.rules import law
from tests.strategies import rulesets, seeds
from tests.tables.driver import Course, moments, moon_hands, plays_of, view_of

SHOWN: dict[str, object] = {"older_tricks": True}
HIDDEN: dict[str, object] = {"running_points": False}


@settings(max_examples=40)
@given(ruleset=rulesets(), seed=seeds())
def test_points_so_far_and_the_moon_meter_add_up_the_tricks(ruleset: Ruleset, seed: int) -> None:
    words = ruleset.to_words()
    for table in moments({**words, "options": SHOWN}, seed, 80):
        view = view_of(table, None)
        plays = plays_of(view)
        piles = law.taken(words, plays)
        if view.claim is not None and view.claim.claim == "rest-are-mine":
            rest = {*law.deck(ruleset.seats)} - {card for pile in piles for card in pile}
            piles[view.claim.seat] += rest
        assert view.points == tuple(sum(law.points(words, card) for card in p) for p in piles)
        for trick in view.tricks:
            assert trick.points == sum(law.points(words, card) for card in trick.cards)
        assert view.moon == moon_meter(words, piles)


def test_the_moon_meter_looks_for_the_bonus_card_only_where_the_moon_needs_it() -> None:
    """One seat has every heart so far, another the jack: under Omnibus no moon is in the air."""
    for needed in (True, False):
        met = 0
        for seed in range(10):
            words = {"preset": "omnibus", "moon_needs_bonus": needed, "options": SHOWN}
            for table in moments(words, seed, 120):
                view = view_of(table, None)
                piles = law.taken(view.rules.fields, plays_of(view))
                hearts = [{card for card in pile if card[1] == "h"} for pile in piles]
                owners = [seat for seat, some in enumerate(hearts) if some]
                jack = [seat for seat, pile in enumerate(piles) if "Jd" in pile]
                if view.claim or len(owners) != 1 or not jack or jack == owners:
                    continue
                if not any("Qs" in pile for seat, pile in enumerate(piles) if seat not in owners):
                    assert (view.moon is None) == needed
                    met += 1
        assert met > 10


def moon_meter(words: law.Words, piles: list[list[str]]) -> messages.Moon | None:
    """Who alone has taken every card so far that a moon needs, and what they cost."""
    if words["moon"] == "none" or words["black_maria"]:
        return None
    needed = {rank + "h" for rank in law.RANKS} | {"Qs"}
    bonus = {words["bonus_card"]} if words["moon_needs_bonus"] else set()
    alone = [seat for seat, pile in enumerate(piles) if (needed | bonus) & {*pile}]
    if len(alone) != 1 or not needed & {*piles[alone[0]]}:
        return None
    cost = sum(law.points(words, card) for card in needed & {*piles[alone[0]]})
    return messages.Moon(seat=alone[0], taken=cost, of=129 if words["hearts"] == "spot" else 26)


def test_the_moon_meter_fills_up_to_a_moon() -> None:
    course = Course({"passing": "none", "preset": "spot-hearts"}, 1, moon_hands(2))
    course.play()
    last = course.view(None).moon
    assert last == messages.Moon(seat=2, taken=129, of=129)
    meters = [view_of(table, None).moon for table in course.tables if table.deal]
    seen = [meter.taken for meter in meters if meter is not None]
    assert seen == sorted(seen)


@pytest.mark.parametrize("seed", range(3))
def test_hidden_points_are_told_to_nobody_until_the_deal_is_over(seed: int) -> None:
    """C59."""
    met: set[str] = set()
    for table in moments({"target": 30, "moon": "choice", "options": HIDDEN}, seed, 300):
        met.add(table.phase)
        is_over = table.phase in ("sheet", "shuffling", "over")
        for seat in (0, 1, None):
            view = view_of(table, seat)
            assert (view.points is None) != is_over
            if not is_over:
                assert view.moon is None
            assert all((trick.points is None) != is_over for trick in view.tricks)
            assert len(view.scores) == 4
    assert met >= {"passing", "playing", "sheet"}
