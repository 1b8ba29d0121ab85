"""Section 4 of docs/rules.md, the early end: a claim gives what playing on would have given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from openhearts.bots.hidden import another_world
from openhearts.rules.actions import ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.claims import claim_refusal
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import PRESETS, STANDARD, Ruleset
from tests.rules.golden import Terms, golden_deals
from tests.rules.stacked import replayed
from tests.strategies import is_valid, random_hands

REST, NOTHING_LEFT = ClaimKind.REST_ARE_MINE, ClaimKind.NOTHING_LEFT

RULESETS = {
    "standard": STANDARD,
    "black-maria": PRESETS["black-maria"],
    "omnibus": PRESETS["omnibus"].with_words({"no_trick_bonus": 5}),
    "3 seats": Ruleset(seats=3).with_words({"moon": "subtract", "no_trick_bonus": 5}),
    "5 seats": Ruleset(seats=5).with_words({"hearts": "spot", "queen_breaks": True}),
    "6 seats": Ruleset(seats=6).with_words({"moon": "none", "no_trick_bonus": 5}),
}


def endings(ruleset: Ruleset, random: Random, cards_each: int) -> Iterator[Deal]:
    """Moments of one deal of random play: the last tricks, card by card."""
    deal = Deal.start(ruleset, random.randrange(1, 9), random_hands(ruleset, random))
    while deal.phase is not Phase.OVER:
        seat = deal.to_act[0]
        if deal.phase is Phase.PASSING:
            given = random.sample(sorted(deal.hands[seat]), ruleset.pass_count)
            deal = deal.act(seat, PassCards(tuple(given)))
            continue
        if max(len(hand) for hand in deal.hands) <= cards_each:
            yield deal
        deal = deal.act(seat, PlayCard(random.choice(sorted(deal.legal_cards()))))


def every_end(deal: Deal) -> Iterator[Deal]:
    """``deal`` played on to its end in every legal way."""
    if deal.phase is Phase.OVER:
        yield deal
    for card in deal.legal_cards():
        yield from every_end(deal.play(card))


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_c12_a_valid_claim_gives_what_every_way_of_playing_on_gives(ruleset: Ruleset) -> None:
    random, valid = Random(12), Counter[ClaimKind]()
    for _ in range(60):
        for deal in endings(ruleset, random, cards_each=2):
            for kind in ClaimKind:
                claimants = [s for s in range(ruleset.seats) if is_valid(deal, s, MakeClaim(kind))]
                if not claimants:
                    continue
                valid[kind] += 1
                ended = deal.act(claimants[0], MakeClaim(kind))
                scores = tuple(random.randrange(100) for _ in range(ruleset.seats))
                for played in every_end(deal):
                    assert played.outcome(scores) == ended.outcome(scores)
                    if kind is REST:
                        assert played.taken == ended.taken
                        assert played.tricks_taken == ended.tricks_taken
    assert valid[REST] > 20
    assert valid[NOTHING_LEFT] > 20 or ruleset.no_trick_bonus


def test_a_refused_claim_of_the_rest_could_lose_a_trick() -> None:
    random, seen = Random(4), 0
    for _ in range(150):
        for deal in endings(STANDARD, random, cards_each=2):
            seat = deal.to_act[0]
            if deal.trick is None or deal.trick.cards or is_valid(deal, seat, MakeClaim(REST)):
                continue
            seen += 1
            every_trick = deal.tricks_taken[seat] + len(deal.hands[seat])
            assert any(end.tricks_taken[seat] < every_trick for end in every_end(deal))
    assert seen > 50


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_claim_is_judged_without_looking_at_hidden_hands(ruleset: Ruleset) -> None:
    random, judged = Random(3), Counter[bool]()
    for _ in range(25):
        for deal in endings(ruleset, random, cards_each=4):
            game = Game(ruleset, deal=deal)
            for seat in range(ruleset.seats):
                other = another_world(game, seat, random).deal
                assert other is not None
                for kind in ClaimKind:
                    answers = []
                    for world in (deal, other):
                        assert world.trick is not None
                        error = claim_refusal(
                            ruleset, kind, seat, world.hands[seat], world.trick, world.tricks
                        )
                        assert (error is None) == is_valid(world, seat, MakeClaim(kind))
                        answers.append(None if error is None else (error.reason, error.facts))
                    assert answers[0] == answers[1]
                    judged[answers[0] is None] += 1
    assert judged[True] > 20
    assert judged[False] > 20


CLAIMED = {name: deal for name, deal in golden_deals().items() if deal.told.claim is not None}


@pytest.mark.parametrize("name", CLAIMED)
def test_c12_a_claimed_deal_is_worth_what_it_is_with_its_last_tricks_played(name: str) -> None:
    golden, random = CLAIMED[name], Random(name)
    for text, points in golden.outcomes.items():
        terms = Terms.of(text, golden.seats)
        if isinstance(points, str) or terms.chosen is not None:
            continue  # refused, or an outcome that its shooter decides
        claimed = replayed(terms.ruleset, golden.told)
        assert list(claimed.outcome(golden.scores).points) == points
        assert len(claimed.tricks) < terms.ruleset.hand_size
        played = replayed(terms.ruleset, replace(golden.told, claim=None))
        while played.phase is not Phase.OVER:
            played = played.play(random.choice(sorted(played.legal_cards())))
        assert len(played.tricks) == terms.ruleset.hand_size
        assert list(played.outcome(golden.scores).points) == points
