"""Counts of plays: files of them, and what others count from the same endings."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.rules.counts import CountedEnding, count_plays, counts_by_card, ending_lines
from openhearts.rules.deal import Phase
from openhearts.rules.ending import Ending
from openhearts.rules.errors import NotationError, with_facts
from openhearts.rules.ruleset import allowed_words
from tests.rules import law
from tests.rules.endings import ending_of
from tests.rules.openspiel import (
    COMBINATIONS,
    FLAGS,
    dealt,
    name_of,
    number_of,
    passed,
    ruleset_of,
)
from tests.rules.test_notation import almost
from tools.endings import matters

FILE = Path(__file__).resolve().parents[1] / "golden" / "endings.count"

LINES = [line for _, line in ending_lines(FILE.read_text("utf-8"))]
COUNTED = [CountedEnding.parse(line) for line in LINES]

OPTIONS = ("seats", "black_maria", "opening", "first_trick", "must_break", "queen_breaks")
"""The fields of a ruleset that docs/rules.md 4 reads, and the number of seats."""

Plays = Sequence[tuple[int, str]]

SMALL = {
    # an ending, and its plays under each first card, by hand
    "standard | ... ... ... ... | 2 - - - - | ...5432": {},
    "standard | ... ... ... A... | 0 2s 3s 4s - | ...5432": {"As": 1},
    # each may play either card of the suit, and then has one left
    "standard seats=3 | AK... QJ... T9... | 0 - - - | ...432": {"As": 4, "Ks": 4},
    # all follow with the only card of a suit
    "standard seats=3 | A..3. K..4. Q..5. | 0 - - - | ...432": {"As": 1, "3d": 1},
    # nobody follows, and seat 0 keeps the lead
    "standard seats=3 | AK... .AK.. ..AK. | 0 - - - | ...432": {"As": 4, "Ks": 4},
    # hearts are not broken: the queen leads
    "standard seats=3 | Q.A.. 32... ..A.K | 0 - - - | ...432": {"Qs": 4},
    # the first trick: the lowest club leads, and seat 1 may not discard its heart
    "standard seats=3 | A...2 .A.3. ..54. | 0 - - - | ...": {"2c": 2},
}


@pytest.mark.parametrize(("text", "under"), SMALL.items(), ids=SMALL)
def test_every_order_of_legal_cards_to_the_last_one_counts(
    text: str, under: dict[str, int]
) -> None:
    ending = Ending.parse(text)
    assert {str(card): plays for card, plays in counts_by_card(ending).items()} == under
    assert count_plays(ending) == (sum(under.values()) or 1)


@pytest.mark.no_cover
class TestTheFile:
    """tests/golden/endings.count, which ``python -m tools.endings`` writes."""

    def test_it_recounts(self) -> None:
        written = {line.name: line.plays for line in COUNTED}
        assert {line.name: count_plays(line.ending) for line in COUNTED} == written

    def test_the_law_in_the_plainest_words_counts_the_same(self) -> None:
        """By tests/rules/law.py, from the text of each line on: nothing of rules/ is used."""
        for line in LINES:
            ruleset, hands, trick, earlier, plays = line.split(" | ")[1:]
            words = words_of(ruleset)
            cards = cards_of(earlier)
            leader, *on_table = trick.split(" ")
            told = [(0, card) for card in cards] + [
                ((int(leader) + place) % int(words["seats"]), card)
                for place, card in enumerate(on_table)
                if card != "-"
            ]
            held = [cards_of(hand) for hand in hands.split(" ")]
            assert plays_by_the_law(words, held, int(leader), told) == int(plays), line

    def test_it_is_several_hundred_endings_with_names_of_their_own(self) -> None:
        assert 400 <= len({line.name for line in COUNTED}) == len(COUNTED) <= 600

    def test_it_is_small_enough_to_be_recounted_in_seconds(self) -> None:
        assert sum(line.plays for line in COUNTED) < 300_000

    def test_few_of_its_endings_leave_nothing_to_choose(self) -> None:
        assert sum(line.plays == 1 for line in COUNTED) < 10

    def test_it_is_written_as_endings_are(self) -> None:
        assert [str(line) for line in COUNTED] == LINES

    def test_every_combination_of_options_is_in_it_for_every_number_of_seats(self) -> None:
        found = {
            tuple(str(line.ending.ruleset.to_words()[option]).lower() for option in OPTIONS)
            for line in COUNTED
        }
        assert found == set(product(*map(allowed_words, OPTIONS)))

    def test_there_are_hands_of_two_to_four_cards_for_every_number_of_seats(self) -> None:
        sizes = {
            (line.ending.ruleset.seats, len(line.ending.hands[line.ending.trick.to_play]))
            for line in COUNTED
        }
        assert sizes >= set(product((3, 4, 5, 6), (2, 3, 4)))

    @pytest.mark.parametrize("option", OPTIONS[1:])
    def test_every_option_decides_the_counts_of_many_endings(self, option: str) -> None:
        prefix = option.replace("_", "-")
        telling = [line for line in COUNTED if re.fullmatch(rf"{prefix}-\d+", line.name)]
        assert len(telling) >= 40
        assert {line.ending.ruleset.seats for line in telling} == {3, 4, 5, 6}
        assert all(matters(option, line.ending) for line in telling)


def words_of(ruleset: str) -> dict[str, str | int | bool]:
    """What the ladder of docs/rules.md 4 reads of a ruleset's text."""
    words: dict[str, str | int | bool] = {
        "seats": 4, "black_maria": False, "opening": "lowest-club",
        "first_trick": "no-penalty-cards", "must_break": True, "queen_breaks": False,
    }  # fmt: skip
    name, *changes = ruleset.split(" ")
    assert name == "standard"
    for change in changes:
        field, word = change.split("=")
        words[field] = {"true": True, "false": False}.get(word, word)
    return {**words, "seats": int(words["seats"])}


def cards_of(text: str) -> list[str]:
    """The cards of a set's text."""
    suits = zip("shdc", text.split("."), strict=True)
    return [rank + suit for suit, ranks in suits for rank in ranks]


def plays_by_the_law(
    words: law.Words, hands: Sequence[Sequence[str]], leader: int, told: Plays
) -> int:
    """The number of complete plays from ``hands`` on, of which ``leader`` leads the trick."""
    seats = len(hands)
    on_table = len(told) % seats
    seat = (leader + on_table) % seats
    if not hands[seat]:
        return 1
    plays = 0
    for card, answer in law.legal(words, hands[seat], told).items():
        if answer == "legal":
            after = [*told, (seat, card)]
            left = [[held for held in hand if held != card] for hand in hands]
            complete = on_table == seats - 1
            then = law.winner(after[-seats:]) if complete else leader
            plays += plays_by_the_law(words, left, then, after)
    return plays


LINE = "a-name | standard seats=3 | A..3. K..4. Q..5. | 0 - - - | ...432 | 2"

FAULTS = {
    # text: where the fault is, what should be there
    "": (0, "ruleset"),
    "a-name": (6, "ruleset"),
    LINE[:-4]: (len(LINE) - 4, "plays"),
    LINE.replace("a-name", "A-name"): (0, "name"),
    LINE.replace("a-name", "a name"): (1, "name"),
    LINE.replace("a-name", ""): (0, "name"),
    LINE.replace("standard", "standart"): (16, "one-of: choices standard, "),
    LINE.replace("seats=3", "seats=33"): (24, "one-of: choices 4, 3, 5, 6"),
    LINE.replace("seats=3", "seat=3"): (18, "one-of: choices seats, target"),
    LINE.replace("K..4.", "A..4."): (34, "free-card"),
    LINE.replace("0 - - -", "0 - - - -"): (56, "places: count 3"),
    LINE + "x": (len(LINE), "count"),
    LINE + " | 2": (len(LINE), "count"),
    LINE[:-1]: (len(LINE) - 1, "count"),
    LINE[:-1] + "0": (len(LINE) - 1, "count"),
    LINE[:-1] + "-2": (len(LINE) - 1, "count"),
    LINE[:-1] + "02": (len(LINE) - 1, "count"),
    LINE[:-1] + "9" * 19: (len(LINE) + 17, "count"),
}


class TestLines:
    """How a file of counts is read."""

    def test_a_line_is_read_back(self) -> None:
        line = CountedEnding.parse(LINE)
        assert (line.name, line.plays) == ("a-name", 2)
        assert line.ending == Ending.parse(
            "standard seats=3 | A..3. K..4. Q..5. | 0 - - - | ...432"
        )
        assert str(line) == LINE

    @pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=FAULTS)
    def test_any_other_line_is_refused_with_the_place_of_its_fault(
        self, text: str, fault: tuple[int, str]
    ) -> None:
        with pytest.raises(NotationError) as refused:
            CountedEnding.parse(text)
        assert (refused.value.text, refused.value.position) == (text, fault[0])
        assert with_facts(refused.value.expected, refused.value.facts).startswith(fault[1])

    @given(st.text(max_size=40) | almost(st.just(LINE)).map(lambda changed: changed[0]))
    def test_whatever_a_line_is_it_is_read_or_refused(self, text: str) -> None:
        try:
            line = CountedEnding.parse(text)
        except NotationError as refused:
            place = refused.position
        else:
            place = 0
            assert CountedEnding.parse(str(line)) == line
        assert 0 <= place <= len(text)

    def test_comments_and_empty_lines_hold_no_ending(self) -> None:
        text = f"# a | comment\n\n  \n{LINE}  \r\n#\n{LINE}"
        assert list(ending_lines(text)) == [(4, LINE), (6, LINE)]


DEALS_A_COMBINATION = 4
"""With 64 combinations of OpenSpiel's flags: 256 endings."""


@pytest.mark.no_cover
@pytest.mark.parametrize("flags", COMBINATIONS, ids=name_of)
def test_openspiel_counts_the_same_from_the_ends_of_random_deals(flags: tuple[bool, ...]) -> None:
    chosen = dict(zip(FLAGS, flags, strict=True))
    game = pyspiel.load_game("hearts", chosen)
    chance = random.Random(f"endings {flags}")
    for number in range(1, DEALS_A_COMBINATION + 1):
        deal, state = dealt(game, ruleset_of(chosen), number, chance)
        deal = passed(deal, state, chance)
        cards_left = chance.randint(6, 14)
        while len(deal.ruleset.deck - deal.played) > cards_left:
            card = chance.choice(list(deal.legal_cards()))
            deal = deal.play(card)
            state.apply_action(number_of(card))
        assert deal.phase is Phase.PLAYING
        under = {number_of(card): plays for card, plays in counts_by_card(ending_of(deal)).items()}
        assert {
            card: plays_by_openspiel(state.child(card)) for card in state.legal_actions()
        } == under


def plays_by_openspiel(state: Any) -> int:
    """The number of complete plays from OpenSpiel's ``state`` on."""
    if state.is_terminal():
        return 1
    return sum(plays_by_openspiel(state.child(card)) for card in state.legal_actions())
