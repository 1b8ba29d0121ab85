"""The rules of thumb at the table, each where it decides."""

from __future__ import annotations

from dataclasses import replace

from openhearts.bots.rule import RuleBot
from openhearts.rules.deal import Deal
from openhearts.rules.ruleset import PRESETS, STANDARD, HeartValues, Ruleset
from tests.bots.positions import cards, deal_at, deal_from, plays

BOT = RuleBot()
BLACK_MARIA = replace(STANDARD, black_maria=True)


def test_the_last_player_takes_a_free_trick_with_its_highest_card() -> None:
    hands = ["2c Tc", "3c Kc", "4c Qc", "5c 9c Jc Ac Ad Ah 8s 9s Ts Js Qs Ks As"]
    assert plays(BOT, deal_from(hands, "2c 3c 4c")) == "Ac"


def test_points_are_ducked_with_the_highest_card_that_does_so() -> None:
    deal = deal_at(
        ["9d 5d 4d 3c", "4h 5h 6h 7s", "2d 6d 7d 8h", "3d 8d Kd 2h"],
        leader=0,
        table="9d 4h 2d",
        hearts=[4, 4, 0, 0],
        queen=0,
    )
    assert plays(BOT, deal) == "8d"


def test_the_queen_is_thrown_on_the_first_suit_that_the_hand_lacks() -> None:
    deal = deal_at(
        ["9d 3c 4d 2s", "Td 5c 6d 3s", "2d 7c 8c 5s", "Qs Ah Ts Kc"],
        leader=0,
        table="9d Td 2d",
        hearts=[4, 8, 0, 0],
    )
    assert plays(BOT, deal) == "Qs"


def lead_after_one_trick(hand: str) -> str:
    """What the seat leads that took the first trick with the ace of clubs; hearts are unbroken."""
    return plays(BOT, deal_from([f"Ac 2h 3h 6h 7h 8h {hand}", "2c", "3c", "4c"], "2c 3c 4c Ac"))


def test_no_spade_is_led_from_an_unprotected_king() -> None:
    assert "s" not in lead_after_one_trick("Ks 3s 5d 4d 9d 5c 8c")


def test_no_spade_is_led_from_the_queen() -> None:
    assert "s" not in lead_after_one_trick("Qs 3s 5d 4d 9d 5c 8c")


def test_low_spades_pull_the_queen() -> None:
    led = lead_after_one_trick("9s 4s 3s Qd Jd Qc Tc")
    assert {card[1] for card in led.split()} == {"s"}


def test_black_marias_king_goes_under_the_ace() -> None:
    deal = deal_at(
        ["5s 4c 8s", "As 9c 6s", "4s 8c 7s", "Ks 2s 3d"],
        leader=0,
        table="5s As 4s",
        hearts=[4, 9, 0, 0],
        queen=1,
        ruleset=BLACK_MARIA,
    )
    assert plays(BOT, deal) == "Ks"


def test_black_marias_ace_is_thrown_where_it_costs() -> None:
    """In standard Hearts the ace of spades is harmless once the queen is gone."""
    hands = ["9d 3c 4c", "Td 5c 6c", "2d 7c 8c", "As 2h 3s"]
    dear = deal_at(hands, 0, "9d Td 2d", hearts=[0, 12, 0, 0], queen=1, ruleset=BLACK_MARIA)
    free = deal_at(hands, 0, "9d Td 2d", hearts=[4, 8, 0, 0], queen=1)
    assert plays(BOT, dear) == "As"
    assert "As" not in plays(BOT, free)


def test_hearts_are_thrown_by_what_they_cost_under_spot() -> None:
    """Taking the ace would cost 14 there; the ace and king are not alike."""
    spot = replace(STANDARD, hearts=HeartValues.SPOT)
    deal = deal_at(
        ["9d 3c 4c", "Td 5c 6c", "2d 7c 8c", "Ah 3h 2s"],
        leader=0,
        table="9d Td 2d",
        hearts=[4, 7, 0, 0],
        queen=0,
        ruleset=spot,
    )
    assert plays(BOT, deal) == "Ah"


def test_a_seat_without_a_trick_stays_so_for_the_bonus() -> None:
    def late(ruleset: Ruleset) -> Deal:
        return deal_at(
            ["9d Jd 3s 4s", "Td Qd 7s 4h", "2d 4d 5s 3c", "Kd 8d 3d 6s"],
            leader=0,
            table="9d Td 2d",
            hearts=[4, 8, 0, 0],
            queen=0,
            without_tricks=3,
            ruleset=ruleset,
        )

    assert plays(BOT, late(STANDARD)) == "Kd"
    assert "Kd" not in plays(BOT, late(replace(STANDARD, no_trick_bonus=5)))


def test_a_stopper_is_kept_while_one_seat_has_all_the_points() -> None:
    hands = ["Td Kh 5h", "9d 5c Jh", "2d 8h 7s", "Ah 3c 2s"]
    shooting = deal_at(hands, 0, "Td 9d 2d", hearts=[8, 0, 0, 0], queen=0)
    broken = deal_at(hands, 0, "Td 9d 2d", hearts=[4, 4, 0, 0], queen=0)
    assert "Ah" not in plays(BOT, shooting)
    assert plays(BOT, broken) == "Ah"


def test_a_moon_that_is_nearly_certain_is_finished() -> None:
    """The points in the trick are what it is after."""
    deal = deal_at(
        ["9d 3c 4c", "4h 5c 6c", "Td 7c 8c", "Ad 2d Ac"],
        leader=0,
        table="9d 4h Td",
        hearts=[0, 0, 0, 12],
        queen=3,
    )
    assert plays(BOT, deal) == "Ad"
    assert set(map(str, cards("Ad 2d"))) == set(map(str, deal.legal_cards()))


def test_the_same_trick_is_ducked_once_the_moon_is_lost() -> None:
    deal = deal_at(
        ["9d 3c 4c", "4h 5c 6c", "Td 7c 8c", "Ad 2d Ac"],
        leader=0,
        table="9d 4h Td",
        hearts=[0, 1, 0, 11],
        queen=3,
    )
    assert plays(BOT, deal) == "2d"


def test_the_jack_is_led_when_nothing_can_take_it() -> None:
    deal = deal_at(
        ["Jd 3d 9c", "Td 5c Ks", "8d 7c 6c", "4h 4d Tc"],
        leader=0,
        hearts=[6, 6, 0, 0],
        queen=0,
        ruleset=PRESETS["omnibus"],
    )
    assert plays(BOT, deal) == "Jd"


def test_the_jack_is_not_given_away() -> None:
    deal = deal_at(
        ["9s 3c 4c", "Ts 5c 6s", "2s 7c 4s", "Jd 3h Kc"],
        leader=0,
        table="9s Ts 2s",
        hearts=[6, 6, 0, 0],
        queen=0,
        ruleset=PRESETS["omnibus"],
    )
    assert "Jd" not in plays(BOT, deal)
