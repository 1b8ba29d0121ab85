"""25 deals as OpenSpiel's action histories, replayed by its rules and by ours.

They lie in ../shared/data/openspiel-histories with their licence. One line is one deal: the
direction, the 52 cards as they are dealt round the table, three cards a seat where cards are
passed, and the 52 plays; all but the direction are OpenSpiel's numbers of cards.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from openhearts.rules.cards import Cards
from openhearts.rules.deal import Deal, Phase
from tests.rules.openspiel import DIRECTIONS, FLAGS, card_of, load, numbers_of, ruleset_of

pytestmark = pytest.mark.no_cover

RULESET = ruleset_of({flag: load().get_parameters()[flag] for flag in FLAGS})
"""They were played with OpenSpiel's defaults."""

DEAL_NUMBERS = {DIRECTIONS[RULESET.direction(number)]: number for number in (1, 2, 3, 4)}


@pytest.fixture(scope="module")
def histories(shared: Path) -> list[list[int]]:
    folder = shared / "data" / "openspiel-histories"
    lines = [line for file in sorted(folder.glob("*.txt")) for line in file.read_text().split("\n")]
    return [[int(number) for number in line.split()] for line in lines if line]


def test_25_histories_are_legal_and_score_the_same_by_both_rules(
    histories: list[list[int]],
) -> None:
    assert len(histories) == 25
    assert sorted({history[0] for history in histories}) == [0, 1, 2, 3]
    for direction, *cards in histories:
        state = load().new_initial_state()
        state.apply_action(direction)
        for number in cards[:52]:
            assert number in state.legal_actions()
            state.apply_action(number)
        hands = [Cards.of(map(card_of, cards[seat:52:4])) for seat in range(4)]
        deal = Deal.start(RULESET, DEAL_NUMBERS[direction], hands)
        actions = iter(cards[52:])

        while deal.phase is Phase.PASSING:
            given = [next(actions) for _ in range(3)]
            for number in given:
                assert (state.current_player(),) == deal.to_act[:1]
                assert number in state.legal_actions()
                state.apply_action(number)
            deal = deal.pass_cards(deal.to_act[0], map(card_of, given))

        for number in actions:
            assert (state.current_player(),) == deal.to_act
            assert set(state.legal_actions()) == numbers_of(deal.legal_cards())
            state.apply_action(number)
            deal = deal.play(card_of(number))

        assert deal.phase is Phase.OVER
        assert state.is_terminal()
        points = deal.outcome((0, 0, 0, 0)).points
        assert [26 - result for result in state.returns()] == list(points)
        assert sum(points) == 26
