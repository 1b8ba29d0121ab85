"""What people have reported of bots, as positions that the casual bot must get right."""

from __future__ import annotations

from random import Random

import pytest

from openhearts.bots import playing
from openhearts.bots.heuristic import HeuristicBot
from openhearts.bots.memory import Memory
from openhearts.rules.actions import PassCards, PlayCard
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Card, Cards
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import PRESETS, MoonRule, Ruleset
from tests.bots.positions import cards, deal_at, deal_from, play_out, view_of

BOT = HeuristicBot()
SEEDS = range(100)
OMNIBUS = PRESETS["omnibus"]


def plays(deal: Deal) -> set[Card]:
    """What the bot plays on its turn, whatever the seed."""
    view = view_of(deal, deal.to_act[0])
    answers = [BOT.answer(view, seed) for seed in SEEDS]
    return {answer.card for answer in answers if isinstance(answer, PlayCard)}


def only(text: str) -> set[Card]:
    return {Card.parse(text)}


def test_a_last_card_is_played_c21() -> None:
    deal = deal_at(["Qs", "As", "2d", "3d"], leader=0, hearts=[13, 0, 0, 0])
    assert plays(deal) == only("Qs")


def test_the_last_player_ducks_the_queen_c22() -> None:
    deal = deal_at(
        ["4d Kd 5c", "Td 3c 2s", "Qs 9c 6s", "6d 8c 7s"],
        leader=1,
        table="Td Qs 6d",
        hearts=[0, 4, 9, 0],
    )
    assert plays(deal) == only("4d")
    assert play_out(deal.play(Card.parse("4d")), BOT) == (0, 17, 9, 0)
    assert play_out(deal.play(Card.parse("Kd")), BOT) == (13, 4, 9, 0)


def test_the_jack_is_not_hunted_in_the_queens_trick_c23() -> None:
    deal = deal_at(
        ["Td 3c 2s", "Qs 9c 6s", "Qd 4d 5c", "Jd 8c 7s"],
        leader=0,
        table="Td Qs",
        hearts=[4, 9, 0, 0],
        ruleset=OMNIBUS,
    )
    assert plays(deal) == only("4d")


def test_a_free_jack_is_taken_c23() -> None:
    deal = deal_at(
        ["8d 3c 2s", "Jd 9c 6s", "9d 8c 7s", "Kd 2d 5c"],
        leader=0,
        table="8d Jd 9d",
        hearts=[0, 13, 0, 0],
        queen=1,
        ruleset=OMNIBUS,
    )
    assert plays(deal) == only("Kd")


def test_the_jack_is_not_taken_with_the_queen_c23() -> None:
    deal = deal_at(
        ["8d 3c 2s", "Jd 9c 6s", "Qs 8c 7s", "Kd 2d 5c"],
        leader=0,
        table="8d Jd Qs",
        hearts=[4, 9, 0, 0],
        ruleset=OMNIBUS,
    )
    assert plays(deal) == only("2d")


def test_the_queen_goes_under_the_ace_c24() -> None:
    deal = deal_at(
        ["3c 4c 8s", "5s 9c 6s", "As 8c 7s", "Ks Qs 2d"],
        leader=1,
        table="5s As",
        hearts=[4, 9, 0, 0],
    )
    assert plays(deal) == only("Qs")


def test_the_queen_goes_under_the_king_c24() -> None:
    deal = deal_at(
        ["2s 4c 8s", "Ks 9c 6s", "5s 8c 7s", "As Qs 2d"],
        leader=0,
        table="2s Ks 5s",
        hearts=[4, 9, 0, 0],
    )
    assert plays(deal) == only("Qs")


def test_the_queen_is_not_played_where_she_wins_c25() -> None:
    deal = deal_at(
        [
            "As 9s 2h 7h 9h Jh 6d 7d Jd Kc 9c",
            "5s 8s 3h 8h Kh 8d 9d Kd 4c Tc Qc",
            "Qs Ts 3s 4h Qh 4d Td Qd 5c 8c Jc",
            "Ks 4s 7s 2s 6s Js 5h 6h Th Ah 7c",
        ],
        leader=1,
        table="5s",
    )
    assert Card.parse("Qs") not in plays(deal)


def test_a_moon_is_stopped_where_that_is_cheap_c26() -> None:
    deal = deal_at(
        ["5h Ac Kc", "9h 3h 2d", "4h 3d 5d", "2h 6d 8d"],
        leader=0,
        table="5h",
        hearts=[8, 0, 0, 0],
        queen=0,
    )
    assert plays(deal) == only("9h")
    assert play_out(deal.play(Card.parse("9h")), BOT) == (21, 4, 0, 1)
    assert play_out(deal.play(Card.parse("3h")), BOT) == (0, 26, 26, 26)


def test_nothing_is_stopped_where_there_is_no_moon() -> None:
    deal = deal_at(
        ["5h Ac Kc", "9h 3h 2d", "4h 3d 5d", "2h 6d 8d"],
        leader=0,
        table="5h",
        hearts=[8, 0, 0, 0],
        queen=0,
        ruleset=Ruleset(moon=MoonRule.NONE),
    )
    assert plays(deal) == only("3h")


def test_an_impossible_moon_is_given_up_c28() -> None:
    deal = deal_at(
        ["Kd 2d", "7d 5h", "Qs 6h", "5d 4h"], leader=1, table="7d Qs 5d", hearts=[9, 0, 1, 0]
    )
    assert plays(deal) == only("2d")


def test_high_hearts_alone_start_no_moon_c28(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [
        "Ah Kh 6h 9d 8d 4d 9c 8c 5c 4c 9s 6s 5s",
        "Qh 2h Ad Jd Td 5d Ac Qc 2c Ks Js 3s 2s",
        "Jh Th 5h 4h Kd 7d 3d Kc Tc 3c As 8s 4s",
        "9h 8h 7h 3h Qd 6d 2d Jc 7c 6c Qs Ts 7s",
    ]

    def mean() -> float:
        return sum(play_out(deal_from(hands), BOT, seed)[0] for seed in range(200)) / 200

    with_attempts = mean()
    monkeypatch.setattr(playing, "card_that_shoots", lambda *_: None)
    assert with_attempts <= mean()


def test_a_dead_suit_is_not_led_c29() -> None:
    deal = deal_at(["2d 7c", "Kc 3h", "9h 4s", "6h 5s"], leader=0, hearts=[0, 5, 5, 0], queen=2)
    assert plays(deal) == only("7c")
    assert play_out(deal.play(Card.parse("7c")), BOT) == (0, 8, 18, 0)
    assert play_out(deal.play(Card.parse("2d")), BOT) == (3, 5, 18, 0)


def passed(hand: str, number: int = 1) -> list[set[Card]]:
    """What the bot passes in deal ``number``, by seed."""
    own = Cards.of(cards(hand))
    rest = list(Ruleset().deck - own)
    hands = [own, *(Cards.of(rest[first : first + 13]) for first in (0, 13, 26))]
    view = view_of(Deal.start(Ruleset(), number, hands), 0)
    answers = [BOT.answer(view, seed) for seed in SEEDS]
    return [set(answer.cards) for answer in answers if isinstance(answer, PassCards)]


def test_unprotected_high_spades_are_passed_and_low_cards_kept_c30() -> None:
    for chosen in passed("As Ks 3s Ah 2h Kd 5d 4d 9c 8c 7c 3c 2c"):
        assert set(cards("As Ks")) <= chosen
        assert chosen.isdisjoint(cards("2h 3s 2c"))


def test_the_queen_is_kept_among_five_lower_spades_c30() -> None:
    for chosen in passed("Qs Js 9s 6s 4s 2s Ah 5h Kd 8d 7d Qc Jc"):
        assert chosen.isdisjoint(cards("Qs Js 9s 6s 4s 2s"))


def test_the_three_top_hearts_are_never_passed_together_c30() -> None:
    """Also not from the hands that hold them, where it is tempting."""
    random = Random(30)
    top = Cards.parse(".AKQ..")
    for number in range(1_000):
        own = Cards.of(random.sample(list(Ruleset().deck - top), 13 - 3 * (number % 2)))
        if number % 2:
            own |= top
        rest = list(Ruleset().deck - own)
        hands = [own, *(Cards.of(rest[first : first + 13]) for first in (0, 13, 26))]
        answer = BOT.answer(view_of(Deal.start(Ruleset(), 1, hands), 0), number)
        assert isinstance(answer, PassCards)
        assert not set(top) <= set(answer.cards)


def test_passes_are_not_always_alike_c30() -> None:
    """A pass that can be predicted is a pass that can be used."""
    random = Random(31)
    varied = 0
    for _ in range(50):
        pack = random.sample(list(Ruleset().deck), 13)
        varied += len({frozenset(chosen) for chosen in passed(" ".join(map(str, pack)))}) > 1
    assert varied >= 10


def test_a_bot_knows_where_the_queen_that_it_passed_is_c31() -> None:
    random = Random(31)
    own = Cards.of(cards("Qs Ks As 4s 6d 9c 7d 8d 9d Tc 2h 3h 4h"))
    rest = random.sample(list(Ruleset().deck - own), 39)
    hands = [own, *(Cards.of(rest[first : first + 13]) for first in (0, 13, 26))]
    deal = Deal.start(Ruleset(), 1, hands).pass_cards(0, cards("Qs Ks As"))
    for seat in (1, 2, 3):
        given = [card for card in deal.hands[seat] if card not in HEARTS][:3]
        deal = deal.pass_cards(seat, given)
    while deal.to_act and QUEEN_OF_SPADES not in deal.played:
        view = view_of(deal, 0)
        assert view.given == Cards.of(cards("Qs Ks As"))
        memory = Memory.of(view, 0)
        assert [memory.chance_held(QUEEN_OF_SPADES, seat) for seat in range(4)] == [0, 1, 0, 0]
        answer = BOT.answer(view_of(deal, deal.to_act[0]), 1)
        deal = deal.act(deal.to_act[0], answer)
