"""The casual bot in any position of any ruleset."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, replace
from random import Random

import pytest

from openhearts.bots.contract import random_positions
from openhearts.bots.hidden import another_world
from openhearts.bots.rule import RuleBot
from openhearts.rules.actions import ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.deal import Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule, Ruleset
from openhearts.rules.view import SeatView
from tests.bots.positions import deal_at, deal_from, filled, view_of

BOT = RuleBot()


def test_every_answer_is_legal_in_every_option_and_at_every_size_c21() -> None:
    """10,000 random positions: acting on the answer raises IllegalAction if it is not legal."""
    positions = 0
    seen: dict[str, set[object]] = defaultdict(set)
    for seed in range(320):
        for position in random_positions(seed):
            answer = BOT.answer(position.view, seed)
            position.deal.act(position.seat, answer)
            positions += 1
            seen["phase"].add(position.view.phase)
        for field in fields(Ruleset):
            seen[field.name].add(getattr(position.deal.ruleset, field.name))
    assert positions >= 10_000
    assert seen["phase"] == {Phase.PASSING, Phase.PLAYING, Phase.CHOOSING}
    assert seen["seats"] == {3, 4, 5, 6}
    assert seen["moon"] == set(MoonRule)
    assert all(len(values) >= 2 for values in seen.values())


@pytest.mark.parametrize("lowest", ["2h", "Qs"])
def test_a_first_trick_that_only_penalty_cards_can_join_is_played_c21(lowest: str) -> None:
    """A hand of hearts alone, and one of hearts and the queen of spades."""
    clubs = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    deal = deal_from([clubs, f"{lowest} 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"], "2c")
    answer = BOT.answer(view_of(deal, 1), 1)
    assert isinstance(answer, PlayCard)
    assert deal.play(answer.card).hands[1] == deal.hands[1].without_card(answer.card)


def test_the_last_card_is_played_even_if_it_is_the_jack_of_omnibus_c21() -> None:
    deal = deal_at(
        ["Jd", "Ad", "2s", "3s"],
        leader=0,
        hearts=[0, 13, 0, 0],
        queen=1,
        ruleset=PRESETS["omnibus"],
    )
    assert BOT.answer(view_of(deal, 0), 1) == PlayCard(Card.parse("Jd"))


def test_an_answer_depends_on_the_view_and_seed_alone() -> None:
    """What the seat cannot know is changed, and the answers are not."""
    random = Random(5)
    for seed in range(40):
        for position in random_positions(seed):
            game = Game(position.deal.ruleset, deal=position.deal)
            truth = SeatView.of(game, position.seat)
            other = SeatView.of(another_world(game, position.seat, random), position.seat)
            if position.view.phase is not Phase.CHOOSING:
                assert BOT.answer(truth, seed) == BOT.answer(other, seed)


def test_bots_are_not_all_alike() -> None:
    """The seed decides between nearly equal cards, and only then."""
    varied = alike = 0
    for seed in range(10):
        for position in random_positions(seed):
            answers = {repr(BOT.answer(position.view, other)) for other in range(12)}
            varied += len(answers) > 1
            alike += len(answers) == 1
    assert varied > 20
    assert alike > varied


def test_a_view_without_a_decision_is_refused() -> None:
    deal = deal_from([])
    waiting = next(seat for seat in range(4) if seat not in deal.to_act)
    with pytest.raises(ValueError, match="nothing to decide"):
        BOT.answer(view_of(deal, waiting), 1)
    with pytest.raises(ValueError, match="nothing to decide"):
        BOT.answer(SeatView.of(Game(STANDARD, deal=deal), None), 1)


def test_the_rest_is_claimed_when_all_of_it_must_come() -> None:
    deal = deal_at(["Ad Kd", "2d 3h", "3d 4h", "4d 5h"], leader=0, hearts=[5, 5, 0, 0], queen=1)
    assert BOT.answer(view_of(deal, 0), 1) == MakeClaim(ClaimKind.REST_ARE_MINE)


def test_the_deal_is_ended_when_nothing_is_left() -> None:
    deal = deal_at(["2d 3d", "Ad 3c", "Kd 4c", "4d 5c"], leader=0, hearts=[8, 5, 0, 0], queen=1)
    assert BOT.answer(view_of(deal, 0), 1) == MakeClaim(ClaimKind.NOTHING_LEFT)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("moon", [None, MoonRule.CHOICE])
def test_games_of_bots_come_to_an_end(preset: str, seats: int, moon: MoonRule | None) -> None:
    ruleset = replace(PRESETS[preset], seats=seats, target=50)
    if moon is not None:
        ruleset = replace(ruleset, moon=moon)
    game = Game(ruleset)
    while not game.winners:
        assert game.next_number <= 100
        game = game.start_deal(filled([], ruleset, seed=game.next_number))
        while game.deal is not None and game.deal.to_act:
            for seat in game.deal.to_act:
                game = game.act(seat, BOT.answer(SeatView.of(game, seat), game.deal.number))
    assert len(game.winners) == 1
    assert max(game.scores) >= 50


def test_passes_are_of_the_number_that_the_ruleset_asks_for_c15() -> None:
    for count in range(1, 6):
        ruleset = replace(STANDARD, pass_count=count)
        game = Game(ruleset).start_deal(filled([], ruleset, seed=count))
        answer = BOT.answer(SeatView.of(game, 0), 1)
        assert isinstance(answer, PassCards)
        assert len(set(answer.cards)) == count
