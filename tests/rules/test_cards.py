"""Cards and sets of cards: notation, order, and the deck of each number of seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.rules.cards import HEARTS, PACK, Card, Cards, Suit, deck
from openhearts.rules.errors import Expected, NotationError
from tests.rules.stacked import cards as named
from tests.strategies import cards, sets_of_cards


@given(cards())
def test_a_card_reads_back_what_it_writes(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card


@given(sets_of_cards())
def test_a_set_of_cards_reads_back_what_it_writes(some: Cards) -> None:
    assert Cards.parse(str(some)) == some
    assert eval(repr(some)) == some


def test_cards_are_written_rank_first_with_t_for_ten() -> None:
    assert str(Card(12, Suit.SPADES)) == "Qs"
    assert str(Card(10, Suit.DIAMONDS)) == "Td"
    assert repr(Card(2, Suit.CLUBS)) == "Card.parse('2c')"
    assert len({str(card) for card in PACK}) == 52


def test_a_set_is_written_spades_hearts_diamonds_clubs_from_the_ace_down() -> None:
    assert str(named("2s Qs As Th Kh 9d")) == "AQ2.KT.9."
    assert repr(Cards()) == "Cards.parse('...')"
    assert Cards.parse("AQ2.KT.9.") == named("2s Qs As Th Kh 9d")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("Q", 1),
        ("ZZ", 0),
        ("qs", 0),
        ("QS", 1),
        ("sQ", 0),
        ("10s", 0),
        ("Qs ", 2),
        (" Qs", 0),
        ("Qsx", 2),
        ("Q♠", 1),
        ("??", 0),
    ],
)
def test_no_other_text_is_a_card(text: str, position: int) -> None:
    with pytest.raises(NotationError) as refused:
        Card.parse(text)
    assert refused.value.text == text
    assert refused.value.position == position
    assert refused.value.expected is Expected.CARD
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("AQ2", 3),
        ("A.K", 3),
        ("", 0),
        ("AQ2.KT.9x.", 8),
        ("QA...", 1),
        ("AA...", 1),
        ("A....", 4),
        ("....", 3),
        (".10..", 1),
        ("..a.", 2),
        ("... 2", 3),
        ("...2\n", 4),
    ],
)
def test_no_other_text_is_a_set_and_the_place_of_the_fault_is_told(
    text: str, position: int
) -> None:
    with pytest.raises(NotationError) as refused:
        Cards.parse(text)
    assert refused.value.position == position
    assert refused.value.text == text


@given(st.text(alphabet="AKQJT98765432cdhs.10x ", max_size=6))
def test_what_is_read_as_a_card_is_what_would_be_written(text: str) -> None:
    assert read_back(text, Card.parse) in (text, None)


@given(st.text(alphabet="AKQJT2.", max_size=8) | st.text(max_size=8))
def test_what_is_read_as_a_set_is_what_would_be_written(text: str) -> None:
    assert read_back(text, Cards.parse) in (text, None)


def read_back(text: str, parse: Callable[[str], object]) -> str | None:
    """What is written of what was read; None if it was refused, with a place in the text."""
    try:
        return str(parse(text))
    except NotationError as refused:
        if not 0 <= refused.position <= len(text):
            raise
        return None


@pytest.mark.parametrize("rank", [-1, 0, 1, 15])
def test_no_card_has_another_rank(rank: int) -> None:
    with pytest.raises(ValueError, match=str(rank)):
        Card(rank, Suit.CLUBS)


@pytest.mark.parametrize("suit", [3, "s", None])
def test_no_card_has_a_suit_that_is_none(suit: Any) -> None:
    with pytest.raises(TypeError, match=repr(suit)):
        Card(12, suit)


def test_suits_are_written_by_their_letters() -> None:
    assert "".join(map(str, Suit)) == "cdhs"
    assert [eval(repr(suit)) for suit in Suit] == list(Suit)


@given(cards(), cards())
def test_cards_compare_as_their_numbers_do(one: Card, other: Card) -> None:
    assert (one < other) == (one.index < other.index)
    assert (one <= other) == (one.index <= other.index)
    assert (one > other) == (one.index > other.index)
    assert (one >= other) == (one.index >= other.index)
    assert (one == other) == (one.index == other.index)


def test_cards_are_numbered_by_suit_and_then_by_rank() -> None:
    assert [card.index for card in PACK] == list(range(52))
    assert [str(card) for card in sorted(named("As 2s Ac 2h 3d"))] == ["Ac", "3d", "2h", "2s", "As"]


@given(sets_of_cards(), sets_of_cards(), cards())
def test_cards_are_a_set(one: Cards, other: Cards, card: Card) -> None:
    ours, theirs = set(one), set(other)
    assert set(one & other) == ours & theirs
    assert set(one | other) == ours | theirs
    assert set(one - other) == ours - theirs
    assert (one <= other) == (ours <= theirs)
    assert (one & other) <= one
    assert set(one.with_card(card)) == ours | {card}
    assert set(one.without_card(card)) == ours - {card}
    assert (card in one) == (card in ours)
    assert len(one) == len(ours)
    assert bool(one) == bool(ours)
    assert list(one) == sorted(ours)
    assert Cards.of(ours) == one == Cards.of([*one, *one])
    for suit in Suit:
        assert set(one.of_suit(suit)) == {held for held in ours if held.suit is suit}
    if ours:
        assert one.lowest() == min(ours)
        assert one.highest() == max(ours)


def test_no_card_is_the_lowest_or_highest_of_none() -> None:
    with pytest.raises(ValueError, match="no cards"):
        Cards().lowest()
    with pytest.raises(ValueError, match="no cards"):
        Cards().highest()


def test_a_set_of_cards_contains_nothing_but_cards() -> None:
    assert "Qs" not in PACK
    assert 12 not in PACK
    assert None not in PACK


@pytest.mark.parametrize(
    ("seats", "removed", "each"),
    [(4, "", 13), (3, "2d", 17), (5, "2d 2c", 10), (6, "2d 2c 2s 3c", 8)],
)
def test_the_deck_of_each_number_of_seats(seats: int, removed: str, each: int) -> None:
    assert PACK - deck(seats) == named(removed)
    assert len(deck(seats)) == seats * each
    assert deck(seats) >= HEARTS
