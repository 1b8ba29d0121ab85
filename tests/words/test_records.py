"""Records in words: what is wrong with one, its score sheet, its play."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from openhearts.records import Place, Player, Record, RecordError, RecordFault, load, loads
from openhearts.records.errors import AlsoExpected
from openhearts.rules.deal import Phase
from openhearts.rules.errors import DeckFault, Expected, Reason
from openhearts.words.catalogue import Catalogue
from openhearts.words.faults import fault
from openhearts.words.play_by_play import play_by_play
from openhearts.words.players import player_names
from openhearts.words.score_sheet import score_sheet
from tests.docs.pages import DOCS, blocks

ENGLISH = Catalogue.load("en")
EXAMPLE, SEEN = blocks(DOCS / "record.md", "toml")
GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "1"
BROKEN = GOLDEN.with_name("broken")
VERBS = {"pass", "play", "claim", "moon"}


def golden(name: str) -> Record:
    with (GOLDEN / f"{name}.hearts").open("rb") as file:
        return load(file)


def test_every_fault_has_a_sentence_and_every_sentence_a_fault() -> None:
    text = files("openhearts.words").joinpath("en.json").read_text("utf-8")
    assert set(json.loads(text)["records"]["fault"]) == {*RecordFault, *Reason, *DeckFault}


def test_whatever_a_fault_names_by_a_code_has_words_and_no_other() -> None:
    text = files("openhearts.words").joinpath("en.json").read_text("utf-8")
    words = json.loads(text)["records"]
    assert set(words["expected"]) == {*Expected, *AlsoExpected}
    assert set(words["phase"]) == {*Phase}
    assert set(words["action"]) == VERBS


@pytest.mark.parametrize("file", sorted(BROKEN.glob("*.hearts")), ids=lambda file: file.stem)
def test_c71_no_code_of_a_fault_is_left_in_its_sentence(file: Path) -> None:
    with file.open("rb") as opened, pytest.raises(RecordError) as caught:
        load(opened)
    facts = caught.value.facts
    verb, *_ = str(facts.get("action")).split(" ")
    told_by_code = {facts.get("expected"), facts.get("phase"), verb}
    codes = told_by_code & {*Expected, *AlsoExpected, *Phase, *VERBS}
    told = fault(caught.value, Catalogue.load("fi"))
    assert [code for code in codes if re.search(rf"\b{code}\b", told)] == []


def test_what_is_allowed_is_told_in_the_words_of_the_language() -> None:
    with pytest.raises(RecordError) as caught:
        loads(EXAMPLE.replace("target = 20", "target = 0"))
    assert fault(caught.value, Catalogue.load("sv")).endswith("tillåtna: 1 till 1000")


def test_a_fault_is_told_with_its_place() -> None:
    with pytest.raises(RecordError) as caught:
        loads(EXAMPLE.replace("3 7d 6d Ah 9d Kh 5d", "3 7d 6d Qh 9d Kh 5d"))
    assert fault(caught.value, ENGLISH) == (
        "line 51, hand 1, trick 3: seat 5 plays Qh: the Qh is not in its hand"
    )


def test_a_fault_without_a_place_is_told_alone() -> None:
    assert fault(RecordError(RecordFault.EMPTY, Place()), ENGLISH) == "there is nothing in it"


def test_the_score_sheet_has_scores_points_and_what_was_special() -> None:
    assert list(score_sheet(loads(EXAMPLE), ENGLISH)) == [
        "Rules: standard seats=6 target=20 moon=subtract",
        "Hand  Passing       Anna     Bo  casual bot 2  casual bot 3  casual bot 4  casual bot 5",
        "   1  left     −26 (−26)  0 (0)"
        + "         0 (0)" * 4
        + "  Anna shot the moon and subtracts; Anna claimed the rest",
        "The game is not over.",
    ]


def test_the_score_sheet_tells_who_has_won() -> None:
    *_, one, other = score_sheet(golden("shared-win"), ENGLISH)
    assert one.endswith("shares the win with −15.")
    assert other.endswith("shares the win with −15.")


def test_the_play_is_told_in_the_order_in_which_it_happened() -> None:
    told = list(play_by_play(loads(EXAMPLE), ENGLISH))
    assert told[:2] == ["Hand 1, passing: left", "  98.K..AQJ54  Anna"]
    assert told[7] == "  Anna passes Kh 8s 9s to Bo"
    assert told[15] == (
        "  3. casual bot 3 7d, casual bot 4 6d, casual bot 5 Ah, Anna 9d, Bo Kh, "
        "casual bot 2 5d: Anna takes 2 points"
    )
    assert told[18:] == ["  Anna claimed the rest", ""]


def test_take_backs_changes_of_players_and_automatic_plays_are_told() -> None:
    taken_back = "\n".join(play_by_play(golden("take-back"), ENGLISH))
    assert " took back: " in taken_back
    stand_in = "\n".join(play_by_play(golden("stand-in"), ENGLISH))
    assert "From here on casual bot plays for Cyd" in stand_in
    assert "(automatic, in place of Cyd:)" in stand_in


def test_a_hand_under_way_ends_with_the_trick_on_the_table() -> None:
    *_, last, _ = play_by_play(golden("unfinished"), ENGLISH)
    assert last.startswith("  On the table: ")


def test_a_choice_of_the_moon_is_told() -> None:
    told = "\n".join(play_by_play(golden("moon-choice"), ENGLISH))
    assert " subtracts\n" in told or " adds to each of the others\n" in told


def test_a_view_is_told_as_its_seat_saw_it() -> None:
    told = list(play_by_play(loads(SEEN), ENGLISH))
    assert told == [
        "Hand 1, passing: left, as seat 1 saw it",
        "  K.KT.975.T643  seat 1, still in hand",
        "  seat 1 passes 8c Qs As to seat 2",
        "  seat 0 passes 3c Kd Ks to seat 1",
        "  1. seat 1 2c, seat 2 Ac, seat 3 9c, seat 0 5c: seat 2 takes 0 points",
        "  2. seat 2 Qd, seat 3 2d, seat 0 3d, seat 1 Kd: seat 1 takes 0 points",
        "  3. seat 1 2s, seat 2 As, seat 3 3s, seat 0 4s: seat 2 takes 0 points",
        "  On the table: seat 2 6s, seat 3 8d",
        "",
    ]


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ((), ["seat 0", "seat 1", "seat 2", "seat 3"]),
        ((Player("Ann"), Player("Ann"), Player(bot="mc"), Player()), None),
        (
            (Player("Ann"), Player("Aino", bot="casual"), Player("Ann"), Player()),
            ["Ann 0", "Aino", "Ann 2", "seat 3"],
        ),
    ],
)
def test_players_are_told_apart(players: tuple[Player, ...], names: list[str] | None) -> None:
    record = Record(loads(SEEN).ruleset, players=players)
    assert player_names(record, ENGLISH) == (names or ["Ann 0", "Ann 1", "mc bot", "seat 3"])
