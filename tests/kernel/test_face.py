"""The kernel's typed face: its stub is that of the compiled module, and bad input is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import openhearts.kernel
from openhearts.kernel import PATH, PATHS, position, random_deals
from openhearts.rules.cards import Card, Cards
from openhearts.rules.ruleset import STANDARD

PACKAGE = Path(openhearts.kernel.__file__).parent


def test_the_stub_tells_of_the_module_as_it_is(tmp_path: Path) -> None:
    fresh = tmp_path / "_kernel.pyi"
    writes = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "openhearts.kernel._kernel"]
    subprocess.run([*writes, "-o", str(fresh)], check=True)
    assert (PACKAGE / "_kernel.pyi").read_text() == fresh.read_text(), "make stub"


def test_the_fastest_path_that_the_processor_has_is_taken() -> None:
    assert PATHS[0] == "portable"
    assert PATHS[-1] == PATH


def four_hands() -> list[Cards]:
    return [Cards.of(list(STANDARD.deck)[seat::4]) for seat in range(4)]


class TestBadInput:
    def test_a_path_of_another_processor(self) -> None:
        with pytest.raises(ValueError, match="no such path"):
            random_deals(STANDARD, 1, 1, path="avx1024")

    def test_a_deal_before_the_first(self) -> None:
        with pytest.raises(ValueError, match="count from 1"):
            random_deals(STANDARD, 1, 1, first=0)

    def test_a_number_that_is_no_seed(self) -> None:
        with pytest.raises(TypeError):
            random_deals(STANDARD, 1, -1)

    @pytest.mark.parametrize("hands", [four_hands()[:3], [*four_hands()[:3], four_hands()[0]]])
    def test_hands_that_are_none(self, hands: list[Cards]) -> None:
        with pytest.raises(ValueError, match=r"hands|value"):
            position(STANDARD, hands, 0)

    def test_a_card_outside_the_deck(self) -> None:
        six = STANDARD.with_words({"seats": 6})
        hands = [Cards.of([card]) for card in list(Cards.parse("...2")) + list(six.deck)[:5]]
        with pytest.raises(ValueError, match="deck"):
            position(six, hands, 0)

    def test_a_leader_who_is_not_there(self) -> None:
        with pytest.raises(ValueError, match="leader"):
            position(STANDARD, four_hands(), 4)

    @pytest.mark.parametrize("place", [Card.parse("As").index, 52, 4_000_000_000])
    def test_a_card_that_may_not_be_played(self, place: int) -> None:
        kernel = position(STANDARD, four_hands(), 0)
        with pytest.raises(ValueError, match="may not be played"):
            kernel.push(place)
        assert kernel.plays == 0

    def test_taking_back_nothing(self) -> None:
        with pytest.raises(IndexError):
            position(STANDARD, four_hands(), 0).pop()
