"""Tricks and results in whole sentences, in the words that the table itself uses."""

from __future__ import annotations

from openhearts.lessons.examples import example
from openhearts.rules.ruleset import STANDARD
from openhearts.rules.trick import Trick
from openhearts.words.catalogue import Catalogue
from openhearts.words.tricks import Narrator

NAMES = ("Anna", "Matteo", "Aino", "Elsa")
ENGLISH = Narrator(Catalogue.load("en"), NAMES)
TO_ANNA = Narrator(Catalogue.load("en"), NAMES, you=0)
FINNISH = Narrator(Catalogue.load("fi"), NAMES)


def test_a_trick_is_told_from_its_lead_to_its_taker() -> None:
    assert ENGLISH.trick(Trick.parse("3 9h 2h Kh Qs"), STANDARD) == [
        "Elsa led the nine of hearts.",
        "Anna played the two of hearts.",
        "Matteo played the king of hearts.",
        "Aino played the queen of spades.",
        "Matteo took it with the king of hearts: 16 points.",
    ]


def test_a_trick_that_costs_nothing_says_so() -> None:
    assert ENGLISH.taken(Trick.parse("0 9c 2c Kd Jc"), STANDARD) == (
        "Elsa took it with the jack of clubs: no points."
    )


def test_whoever_reads_may_be_one_of_the_players() -> None:
    told = TO_ANNA.trick(Trick.parse("0 Ah 2h 3h 4h"), STANDARD)
    assert told[0] == "You led the ace of hearts."
    assert told[1] == "Matteo played the two of hearts."
    assert told[-1] == "You took it with the ace of hearts: 4 points."
    assert TO_ANNA.moon(0, 4, 26).startswith("You have every penalty card so far")


def test_cards_take_the_form_that_the_sentence_of_a_language_wants() -> None:
    assert FINNISH.taken(Trick.parse("0 Ah 2h 3h 4h"), STANDARD) == (
        "Anna otti tikin herttaässällä: 4 pistettä."
    )


def test_a_moon_that_subtracts_and_one_that_ends_the_game_are_told_as_what_they_are() -> None:
    results = {}
    for preset in ("subtract-the-moon", "standard"):
        shown = example(preset)
        title, told = ENGLISH.result(shown.finished, shown.scores_before, shown.record.ruleset)
        results[preset] = " ".join([title, *told])
    assert results["subtract-the-moon"] == (
        "Anna shot the moon. Anna’s score drops by 26, from 10 to −16. "
        "Nobody else scores this hand."
    )
    assert results["standard"].startswith("Anna shot the moon. ")
    assert results["standard"].endswith("Aino reached 109. Anna wins.")


def test_a_hand_without_a_moon_ends_with_who_is_lowest() -> None:
    shown = example("omnibus")
    title, told = ENGLISH.result(shown.finished, shown.scores_before, shown.record.ruleset)
    assert (title, told) == ("Hand 2 is over.", ["The lowest score is −4: Anna."])
