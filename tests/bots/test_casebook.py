"""What people have reported of bots, as positions that every level above the first gets right."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean, pstdev

import pytest

from openhearts.bots.bot import Bot
from openhearts.bots.levels import LEVELS
from openhearts.bots.rule import RuleBot
from openhearts.bots.search import SearchBot
from openhearts.bots.tuned import weights_for
from openhearts.kernel import known, worlds
from openhearts.rules.actions import PassCards
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Card, Cards, Suit
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import PRESETS, MoonRule, Ruleset
from tests.bots.positions import HOLD, cards, deal_at, filled, play_out, plays, view_of

CASUAL = RuleBot()


@pytest.fixture(params=["casual", "strong", "expert"])
def bot(request: pytest.FixtureRequest) -> Bot:
    return LEVELS[request.param]


OMNIBUS = PRESETS["omnibus"]


def test_a_last_card_is_played_c21(bot: Bot) -> None:
    deal = deal_at(["Qs", "As", "2d", "3d"], leader=0, hearts=[13, 0, 0, 0])
    assert plays(bot, deal) == "Qs"


def test_the_last_player_ducks_the_queen_c22(bot: Bot) -> None:
    deal = deal_at(
        ["4d Kd 5c", "Td 3c 2s", "Qs 9c 6s", "6d 8c 7s"],
        leader=1,
        table="Td Qs 6d",
        hearts=[0, 4, 9, 0],
    )
    assert plays(bot, deal) == "4d"
    assert play_out(deal.play(Card.parse("4d")), [CASUAL] * 4) == (0, 17, 9, 0)
    assert play_out(deal.play(Card.parse("Kd")), [CASUAL] * 4) == (13, 4, 9, 0)


def test_the_jack_is_not_hunted_in_the_queens_trick_c23(bot: Bot) -> None:
    deal = deal_at(
        ["Td 3c 2s", "Qs 9c 6s", "Qd 4d 5c", "Jd 8c 7s"],
        leader=0,
        table="Td Qs",
        hearts=[4, 9, 0, 0],
        ruleset=OMNIBUS,
    )
    assert plays(bot, deal) == "4d"


def test_a_free_jack_is_taken_c23(bot: Bot) -> None:
    deal = deal_at(
        ["8d 3c 2s", "Jd 9c 6s", "9d 8c 7s", "Kd 2d 5c"],
        leader=0,
        table="8d Jd 9d",
        hearts=[0, 13, 0, 0],
        queen=1,
        ruleset=OMNIBUS,
    )
    assert plays(bot, deal) == "Kd"


def test_the_jack_is_not_taken_with_the_queen_c23(bot: Bot) -> None:
    deal = deal_at(
        ["8d 3c 2s", "Jd 9c 6s", "Qs 8c 7s", "Kd 2d 5c"],
        leader=0,
        table="8d Jd Qs",
        hearts=[4, 9, 0, 0],
        ruleset=OMNIBUS,
    )
    assert plays(bot, deal) == "2d"


def test_the_queen_goes_under_the_ace_c24(bot: Bot) -> None:
    deal = deal_at(
        ["3c 4c 8s", "5s 9c 6s", "As 8c 7s", "Ks Qs 2d"],
        leader=1,
        table="5s As",
        hearts=[4, 9, 0, 0],
    )
    assert plays(bot, deal) == "Qs"


def test_the_queen_goes_under_the_king_c24(bot: Bot) -> None:
    deal = deal_at(
        ["2s 4c 8s", "Ks 9c 6s", "5s 8c 7s", "As Qs 2d"],
        leader=0,
        table="2s Ks 5s",
        hearts=[4, 9, 0, 0],
    )
    assert plays(bot, deal) == "Qs"


def test_the_queen_is_not_played_where_she_wins_c25(bot: Bot) -> None:
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
    assert "Qs" not in plays(bot, deal)


def test_a_moon_is_stopped_where_that_is_cheap_c26(bot: Bot) -> None:
    deal = deal_at(
        ["5h Ac Kc", "9h 3h 2d", "4h 3d 5d", "2h 6d 8d"],
        leader=0,
        table="5h",
        hearts=[8, 0, 0, 0],
        queen=0,
    )
    assert plays(bot, deal) == "9h"
    assert play_out(deal.play(Card.parse("9h")), [CASUAL] * 4) == (21, 4, 0, 1)
    assert play_out(deal.play(Card.parse("3h")), [CASUAL] * 4) == (0, 26, 26, 26)


def test_nothing_is_stopped_where_there_is_no_moon(bot: Bot) -> None:
    deal = deal_at(
        ["5h Ac Kc", "9h 3h 2d", "4h 3d 5d", "2h 6d 8d"],
        leader=0,
        table="5h",
        hearts=[8, 0, 0, 0],
        queen=0,
        ruleset=Ruleset(moon=MoonRule.NONE),
    )
    assert plays(bot, deal) == "3h"


def test_an_impossible_moon_is_given_up_c28(bot: Bot) -> None:
    deal = deal_at(
        ["Kd 2d", "7d 5h", "Qs 6h", "5d 4h"], leader=1, table="7d Qs 5d", hearts=[9, 0, 1, 0]
    )
    assert plays(bot, deal) == "2d"


def without_moons(bot: Bot) -> Bot:
    """The same bot, but that it never goes for a moon."""
    if isinstance(bot, SearchBot):
        return replace(bot, effort=replace(bot.effort, moon_bar=2, moon_latch=2))
    return RuleBot(replace(weights_for(Ruleset()), shoots=0))


def test_high_hearts_alone_start_no_moon_c28(bot: Bot) -> None:
    hand = "Ah Kh 6h 9d 8d 4d 9c 8c 5c 4c 9s 6s 5s"
    deals = [Deal.start(Ruleset(), HOLD, filled([hand], seed=seed)) for seed in range(200)]

    def points(one: Bot) -> list[int]:
        bots = [one, CASUAL, CASUAL, CASUAL]
        return [play_out(deal, bots, seed)[0] for seed, deal in enumerate(deals)]

    # The same deals both times, so that what differs in them is the attempts alone.
    more = [a - b for a, b in zip(points(bot), points(without_moons(bot)), strict=True)]
    assert fmean(more) <= 2 * pstdev(more) / len(more) ** 0.5


def test_a_dead_suit_is_not_led_c29(bot: Bot) -> None:
    deal = deal_at(["2d 7c", "Kc 3h", "9h 4s", "6h 5s"], leader=0, hearts=[0, 5, 5, 0], queen=2)
    assert plays(bot, deal) == "7c"
    assert play_out(deal.play(Card.parse("7c")), [CASUAL] * 4) == (0, 8, 18, 0)
    assert play_out(deal.play(Card.parse("2d")), [CASUAL] * 4) == (3, 5, 18, 0)


def cards_of_suit(hand: Cards, suit: Suit) -> tuple[Card, ...]:
    return tuple(hand.of_suit(suit))


def passed(bot: Bot, hand: str) -> list[set[Card]]:
    """What the bot passes left from ``hand``, by seed."""
    view = view_of(Deal.start(Ruleset(), 1, filled([hand])), 0)
    answers = [bot.answer(view, seed) for seed in range(100)]
    return [set(answer.cards) for answer in answers if isinstance(answer, PassCards)]


def test_unprotected_high_spades_are_passed_and_low_cards_kept_c30(bot: Bot) -> None:
    for chosen in passed(bot, "As Ks 3s Ah 2h Kd 5d 4d 9c 8c 7c 3c 2c"):
        assert set(cards("As Ks")) <= chosen
        assert chosen.isdisjoint(cards("2h 3s 2c"))


def test_the_queen_is_kept_among_five_lower_spades_c30(bot: Bot) -> None:
    for chosen in passed(bot, "Qs Js 9s 6s 4s 2s Ah 5h Kd 8d 7d Qc Jc"):
        assert chosen.isdisjoint(cards("Qs Js 9s 6s 4s 2s"))


def test_the_three_top_hearts_are_never_passed_together_c30(bot: Bot) -> None:
    """Also from the hands that hold them, where it is tempting."""
    for seed in range(1_000):
        hands = filled(["Ah Kh Qh" if seed % 2 else ""], seed=seed)
        answer = bot.answer(view_of(Deal.start(Ruleset(), 1, hands), 0), seed)
        assert isinstance(answer, PassCards)
        assert not set(cards("Ah Kh Qh")) <= set(answer.cards)


def test_passes_are_not_always_alike_c30(bot: Bot) -> None:
    """A pass that can be predicted is a pass that can be used."""
    varied = 0
    for seed in range(50):
        hand = " ".join(map(str, filled([], seed=seed)[0]))
        varied += len({frozenset(chosen) for chosen in passed(bot, hand)}) > 1
    assert varied >= 10


def test_a_bot_knows_where_the_queen_that_it_passed_is_c31(bot: Bot) -> None:
    """Until she is played: she is in that hand in every world."""
    hands = filled(["Qs Ks As 4s 6d 9c 7d 8d 9d Tc 2h 3h 4h"])
    deal = Deal.start(Ruleset(), 1, hands).pass_cards(0, cards("Qs Ks As"))
    for seat in (1, 2, 3):
        deal = deal.pass_cards(seat, [card for card in deal.hands[seat] if card not in HEARTS][:3])
    while QUEEN_OF_SPADES not in deal.played and deal.to_act:
        view = view_of(deal, 0)
        assert view.given == Cards.of(cards("Qs Ks As"))
        assert all(QUEEN_OF_SPADES in Cards(world[1]) for world in worlds(known(view), 20, seed=1))
        seat = deal.to_act[0]
        deal = deal.act(seat, bot.answer(view_of(deal, seat), 1))


def test_no_high_spade_is_led_into_the_queen_that_was_passed_c31(bot: Bot) -> None:
    hands = filled(["Qs Js Ks 4s 6d 9c 7d 8d 9d Tc 2h 3h Ac", "2c 3c 4c", "5c", "6c"])
    deal = Deal.start(Ruleset(), 1, hands).pass_cards(0, cards("Qs Js 2h"))
    deal = deal.pass_cards(1, cards("3c 4c") + cards_of_suit(deal.hands[1], Suit.DIAMONDS)[:1])
    deal = deal.pass_cards(2, cards_of_suit(deal.hands[2], Suit.DIAMONDS)[:3])
    deal = deal.pass_cards(3, cards_of_suit(deal.hands[3], Suit.DIAMONDS)[:3])
    for card in cards("2c 5c 6c Ac"):
        deal = deal.play(card)
    assert deal.to_act == (0,)
    assert "Ks" not in plays(bot, deal)
