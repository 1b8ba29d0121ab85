"""Deals are drawn by their seed alone, evenly (docs/design.md 5)."""

from __future__ import annotations

import hashlib
import hmac
import inspect
import math
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openhearts.bots.levels import LEVELS as BOTS
from openhearts.rules.actions import PassCards
from openhearts.rules.cards import QUEEN_OF_SPADES, Card, Cards, deck
from openhearts.rules.game import Game
from openhearts.rules.ruleset import STANDARD
from openhearts.rules.view import SeatView
from openhearts.server.host import Host
from openhearts.tables import fairness
from openhearts.tables.dealing import next_deal
from openhearts.tables.due import bot_seed
from openhearts.tables.events import DealCommitted, Dealt
from openhearts.tables.fairness import SEED_BYTES, commitment, draw_hands, shuffled_pack
from openhearts.tables.handle import open_table
from tests.strategies import random_hands
from tests.tables.driver import ANN, BOB, CYD, DOT, LEVELS, Course, setup_of

SEED = bytes(range(32))
ACE_OF_SPADES = Card.parse("As")
VECTORS = (
    "J643.T654.QT4.J2 AT.AQJ93.A632.54 Q875.K72.K987.AT K92.8.J5.KQ98763",
    "J5432.AQT.QJT6.JT863 K98.K97432.K98754.A5 AQT76.J865.A3.KQ9742",
    "T43.J9..K97 J.T.T63.QT5 9.Q5.J4.A64 AQ7.A.KQ87. K86.3.A9.J8 5.K87642.5.",
)
"""Hands that the second implementation below drew."""


def in_text(hands: Sequence[Cards]) -> list[str]:
    return [str(hand) for hand in hands]


# -- a second implementation, from the docstrings and docs/design.md 5 alone


def hands_by_another_hand(
    seats: int, number: int, seed: bytes, revealed: Sequence[bytes] = ()
) -> list[set[str]]:
    """The same deal, drawn with other tools: cards as texts, numbers from one long string."""
    removed = {3: "2d", 4: "", 5: "2d 2c", 6: "2d 2c 2s 3c"}[seats].split()
    pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    pack = [card for card in pack if card not in removed]
    message = b"".join(bytes([len(added)]) + added for added in revealed)
    message += number.to_bytes(4, "big")
    stream = b"".join(
        hmac.new(seed, message + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for block in range(40)
    )
    at = 0
    for size in range(len(pack), 1, -1):
        while True:
            word = int(stream[at : at + 4].hex(), 16)
            at += 4
            if word < (2**32 // size) * size:
                break
        chosen = word % size
        pack[size - 1], pack[chosen] = pack[chosen], pack[size - 1]
    return [
        {card for place, card in enumerate(pack) if place % seats == seat} for seat in range(seats)
    ]


@given(
    seats=st.integers(3, 6),
    number=st.integers(1, 1000),
    seed=st.binary(min_size=32, max_size=32),
    revealed=st.lists(st.binary(max_size=40), max_size=6),
)
def test_a_second_implementation_draws_the_same_hands(
    seats: int, number: int, seed: bytes, revealed: list[bytes]
) -> None:
    """C37."""
    hands = draw_hands(seats, number, seed, revealed)
    expected = hands_by_another_hand(seats, number, seed, revealed)
    assert [{str(card) for card in hand} for hand in hands] == expected


def test_the_hands_of_known_seeds_never_change() -> None:
    """Released logs are verified against these for ever."""
    drawn = (
        draw_hands(4, 1, SEED),
        draw_hands(3, 2, SEED, (b"one", b"two")),
        draw_hands(6, 12, bytes(32), (b"", b"\xff" * 32)),
    )
    assert tuple(" ".join(in_text(hands)) for hands in drawn) == VECTORS


def test_the_commitment_is_the_seed_s_sha_256() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


# -- what a deal depends on


def test_a_deal_depends_on_seed_number_seats_and_revealed_bytes_and_nothing_else() -> None:
    """C37: no profile, no result, no hour of the day goes in."""
    assert tuple(inspect.signature(draw_hands).parameters) == (
        "seats",
        "deal_number",
        "seed",
        "revealed",
    )
    assert draw_hands(4, 3, SEED) == draw_hands(4, 3, SEED)
    imported = {
        line.split()[1] for line in inspect.getsource(fairness).splitlines() if " import " in line
    }
    assert imported == {"__future__", "collections.abc", "openhearts.rules.cards"}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_hands_are_equal_parts_of_the_deck(seats: int) -> None:
    hands = draw_hands(seats, 1, SEED)
    together = Cards()
    for hand in hands:
        assert len(hand) == len(deck(seats)) // seats
        together |= hand
    assert together == deck(seats)


def test_a_deal_is_the_same_whoever_sits_there_and_however_they_stand() -> None:
    """C37: other people, names, scores, levels and results, and the same chance: the same cards."""
    dealt: set[Dealt] = set()
    scores: set[tuple[int, ...]] = set()
    for seed, people in enumerate(((), (BOB,), (BOB, CYD, DOT), (DOT, BOB))):
        words = {"target": 1000, "level": LEVELS[seed % 2]}
        course = Course(words, seed).seat_people(*people)
        course.play(until=lambda table: table.phase == "sheet" and table.game.next_number == 3)
        scores.add(course.table.game.scores)
        _, last = next_deal(course.table, lambda count: bytes(range(count)))
        assert isinstance(last, Dealt)
        dealt.add(last)
    assert len(scores) == 4
    assert len(dealt) == 1


def test_a_bot_is_asked_the_same_whoever_holds_the_other_seats() -> None:
    """C36: it cannot play against a person, nor for one; it does not know who is one."""
    course = Course({}, 2)
    course.play(until=lambda table: len(table.actions) == 17)
    alone = course.table
    with_people = course.seat_people(BOB, CYD).stand_in(2).table
    for seat in range(4):
        assert SeatView.of(with_people.game, seat) == SeatView.of(alone.game, seat)
        assert bot_seed(with_people, seat) == bot_seed(alone, seat)


def test_a_server_s_chance_is_the_system_s() -> None:
    """C38: no clock, no counter, no generator of its own."""
    assert inspect.signature(Host).parameters["entropy"].default is secrets.token_bytes


def test_every_deal_of_a_game_is_another() -> None:
    """C39: even if a seed were used twice."""
    deals = {draw_hands(4, number, SEED) for number in range(1, 301)}
    assert len(deals) == 300


def test_any_changed_byte_makes_another_deal() -> None:
    known = {draw_hands(4, 1, SEED, (SEED,))}
    for place in range(32):
        changed = bytearray(SEED)
        changed[place] ^= 1
        known.add(draw_hands(4, 1, bytes(changed), (SEED,)))
        known.add(draw_hands(4, 1, SEED, (bytes(changed),)))
    assert len(known) == 65


def test_who_revealed_what_is_part_of_the_draw() -> None:
    """The bytes of two seats cannot be cut apart in another way, nor one be left out unseen."""
    ways = [
        (),
        (b"",),
        (b"", b""),
        (b"abc",),
        (b"ab", b"c"),
        (b"a", b"bc"),
        (b"abc", b""),
        (b"", b"abc"),
        (b"\0\0\0\1",),
    ]
    assert len({draw_hands(4, 1, SEED, way) for way in ways}) == len(ways)


def test_a_thousand_tables_have_a_thousand_first_deals() -> None:
    """C39, with the machine's own chance, as the server uses it."""
    setup = setup_of({})
    asked: list[int] = []

    def entropy(count: int) -> bytes:
        asked.append(count)
        return secrets.token_bytes(count)

    first: set[tuple[str, ...]] = set()
    kept: set[str] = set()
    for _ in range(1000):
        _, committed, dealt = open_table(setup, ANN, entropy)
        assert isinstance(committed, DealCommitted)
        assert isinstance(dealt, Dealt)
        first.add(dealt.hands)
        kept.add(committed.seed)
    assert len(first) == len(kept) == 1000
    assert min(asked) >= 32


def test_twelve_deals_of_a_game_are_twelve() -> None:
    """C39."""
    course = Course({"target": 1000, "deal_limit": 12, "ties": "share"}, 3).play()
    dealt = [event.hands for event in course.events if isinstance(event, Dealt)]
    assert len(set(dealt)) == len(dealt) == 12


def test_what_is_stored_draws_what_was_dealt() -> None:
    """C37: with the seed from the log, anybody comes to the same hands and the same commitment."""
    course = Course({"seats": 5, "target": 100}, 3).play()
    seeds: dict[int, bytes] = {}
    for event, table in zip(course.events, course.tables, strict=True):
        if isinstance(event, DealCommitted):
            seeds[event.deal] = bytes.fromhex(event.seed)
            assert event.commitment == commitment(seeds[event.deal])
            assert table.next_shuffle
            assert table.next_shuffle.commitment == event.commitment
            assert len(seeds[event.deal]) == SEED_BYTES == 32
        if isinstance(event, Dealt):
            assert list(event.hands) == in_text(draw_hands(5, event.deal, seeds[event.deal]))
    assert len(seeds) > 1


# -- evenness


def test_every_card_comes_to_every_place_of_the_pack_alike() -> None:
    """C38: chi-square of card and position; the long run of prove/ has 200,000 shuffles."""
    square = square_of_card_and_place(shuffles=12_000)
    assert 0.001 < chance_of_more(square, degrees=51 * 51) < 0.999


def test_every_order_of_a_small_pack_is_drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """C38: five cards, 120 orders."""
    monkeypatch.setattr(fairness, "deck", lambda _seats: Cards.parse("..98.765"))
    orders: Counter[tuple[Card, ...]] = Counter(
        tuple(shuffled_pack(4, 1, number.to_bytes(32, "big"))) for number in range(24_000)
    )
    assert len(orders) == math.factorial(5)
    square = sum((count - 200) ** 2 / 200 for count in orders.values())
    assert 0.001 < chance_of_more(square, degrees=119) < 0.999


def test_hands_of_four_hold_every_card_alike() -> None:
    """C37: each card at each seat a quarter of the time, within four deviations."""
    deals = 4_000
    held: Counter[tuple[int, Card]] = Counter()
    for number in range(deals):
        for seat, hand in enumerate(draw_hands(4, 1, number.to_bytes(32, "little"))):
            held.update((seat, card) for card in hand)
    deviation = math.sqrt(deals * 3 / 16)
    assert len(held) == 208
    assert max(abs(count - deals / 4) for count in held.values()) < 4.5 * deviation


def test_who_passes_the_ace_of_spades_is_sent_the_queen_as_often_as_chance_has_it() -> None:
    """C37: the same bots, on hands that seeds draw, and on a pack that another program shuffled."""
    drawn = chance_of_the_queen(draw_hands(4, 1, n.to_bytes(32, "big")) for n in range(5_000))
    random = Random(37)
    expected = chance_of_the_queen(random_hands(STANDARD, random) for _ in range(5_000))
    assert min(drawn.tries, expected.tries) > 200
    both = (drawn.hits + expected.hits) / (drawn.tries + expected.tries)
    deviation = math.sqrt(both * (1 - both) * (1 / drawn.tries + 1 / expected.tries))
    assert 0 < both < 1
    assert abs(drawn.hits / drawn.tries - expected.hits / expected.tries) < 4 * deviation


@dataclass
class Tries:
    tries: int = 0
    hits: int = 0


def chance_of_the_queen(deals: Iterable[Sequence[Cards]]) -> Tries:
    """How often seat 0, having passed the ace of spades to its left, is sent the queen."""
    found = Tries()
    for hands in deals:
        if ACE_OF_SPADES not in hands[0]:
            continue
        game = Game(STANDARD).start_deal(hands)
        if ACE_OF_SPADES in pass_of(game, 0):
            found.tries += 1
            found.hits += QUEEN_OF_SPADES in hands[3] and QUEEN_OF_SPADES in pass_of(game, 3)
    return found


def pass_of(game: Game, seat: int) -> Sequence[Card]:
    action = BOTS["casual"].answer(SeatView.of(game, seat), 1)
    assert isinstance(action, PassCards)
    return action.cards


def square_of_card_and_place(shuffles: int) -> float:
    """Chi-square, with 51 ** 2 degrees of freedom, of so many shuffles.

    A card's counts hang together as each shuffle puts it somewhere, and a place's as each
    shuffle fills it: hence the last factor.
    """
    counts = [[0] * 52 for _ in range(52)]
    for number in range(shuffles):
        for place, card in enumerate(shuffled_pack(4, 1, number.to_bytes(32, "big"))):
            counts[card.index][place] += 1
    expected = shuffles / 52
    square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return square * 51 / 52


def chance_of_more(square: float, degrees: int) -> float:
    """The chance that chi-square is over ``square``, by Wilson and Hilferty's approximation."""
    spread = 2 / (9 * degrees)
    distance = ((square / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(distance / math.sqrt(2)) / 2


def test_words_that_would_favour_low_numbers_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """C38: for a pack of 3 the word 2**32 - 1 stands for nothing, 2**32 - 2 for the last card."""
    small = Cards.parse("...432")
    monkeypatch.setattr(fairness, "deck", lambda _seats: small)

    def hands_for(*words: int) -> list[str]:
        monkeypatch.setattr(fairness, "_uniform_words", lambda _key, _message: iter(words))
        return in_text(draw_hands(3, 1, SEED))

    edge = 2**32 - 1
    assert edge % 3 == 0
    assert hands_for(edge, 1, 1) == hands_for(1, 1)
    assert hands_for(edge, edge, 2, edge) == hands_for(2, edge), "2 divides 2**32: none is dropped"
    assert hands_for(edge - 1, 1) == hands_for(2, 1)
    assert hands_for(1, 1) != hands_for(0, 1)
    assert hands_for(2, 1) == ["...2", "...3", "...4"]
    assert hands_for(0, 0) == ["...3", "...4", "...2"]
