"""Home, as it is without scripts."""

from __future__ import annotations

import pytest

from openhearts.rules.ruleset import PRESETS
from openhearts.server.site.home_page import own_game
from openhearts.tables.summary import TableSummary
from openhearts.words.catalogue import Catalogue
from tests.site.visiting import PERSON, Tables, Visitor

ENGLISH = Catalogue.load("en")


def a_game(**changes: object) -> TableSummary:
    facts: dict[str, object] = {
        "id": "aaa",
        "preset": "standard",
        "target": 100,
        "deal": 3,
        "phase": "playing",
        "seat": 0,
        "others": 0,
        "to_act": (0,),
        "scores": (21, 14, 40, 30),
        "changed_at": 0,
    }
    return TableSummary(**(facts | changes))  # type: ignore[arg-type]


def test_it_offers_the_five_games_with_a_line_each(visitor: Visitor) -> None:
    page = visitor.get("/")
    assert page.status == 200
    assert page.offered["preset"] == list(PRESETS)
    assert len(PRESETS) == 5
    for preset in PRESETS:
        assert ENGLISH.say(f"table.preset.{preset}") in page.words
        assert ENGLISH.say(f"presets.{preset}") in page.words


def test_play_now_starts_subtract_the_moon_to_100_for_who_asked(
    visitor: Visitor, tables: Tables
) -> None:
    sent = visitor.post(visitor.get("/").answers)
    assert (sent.status, sent.headers["location"]) == (303, "/t/table1")
    assert tables.openers == [PERSON]
    setup = tables.opened["table1"]
    assert setup.preset == "subtract-the-moon"
    assert setup.ruleset == PRESETS["subtract-the-moon"]
    assert setup.level == "casual"
    assert not tables.gathering


@pytest.mark.parametrize("path", ["/", "/setup"])
def test_with_friends_the_same_form_opens_a_private_table_that_gathers(
    visitor: Visitor, tables: Tables, path: str
) -> None:
    page = visitor.get(path)
    button = page.having(name="gathers")[0]
    visitor.post(page.answers | {button["name"]: button["value"]})
    assert tables.gathering == ["table1"]
    assert tables.opened["table1"].preset == "subtract-the-moon"
    assert not tables.opened["table1"].options.listed


@pytest.mark.parametrize("preset", PRESETS)
def test_c14_the_chosen_game_is_the_one_that_starts(
    visitor: Visitor, tables: Tables, preset: str
) -> None:
    visitor.post(visitor.get("/").answers | {"preset": preset, "target": "50"})
    setup = tables.opened["table1"]
    assert setup.preset == preset
    assert setup.ruleset.with_words({"target": 100}) == PRESETS[preset]
    assert setup.ruleset.target == 50


def test_the_rules_can_be_changed_with_the_choice_kept(visitor: Visitor) -> None:
    page = visitor.get("/")
    (change,) = page.having(formmethod="get")
    assert change["formaction"] == "/en/setup"
    setup = visitor.get("/setup?preset=omnibus&target=50")
    assert setup.answers["preset"] == "omnibus"
    assert setup.answers["target"] == "50"
    assert setup.answers["bonus_card"] == "Jd"


def test_a_wrong_target_is_answered_on_the_set_up_page(visitor: Visitor, tables: Tables) -> None:
    page = visitor.post({"preset": "omnibus", "target": "0"})
    assert page.status == 422
    assert tables.opened == {}
    assert page.answers["preset"] == "omnibus"
    assert page.answers["target"] == "0"


def test_a_single_level_is_said_and_not_asked(visitor: Visitor) -> None:
    page = visitor.get("/")
    assert "level" not in page.offered
    assert "Their level: Casual." in page.words


def test_without_games_nothing_waits(visitor: Visitor) -> None:
    assert "waiting" not in visitor.get("/").words


def test_games_that_go_on_can_be_continued_newest_first(visitor: Visitor, tables: Tables) -> None:
    tables.unfinished = [a_game(id=f"game{n}", deal=n) for n in range(1, 6)]
    page = visitor.get("/")
    links = [e["href"] for e in page.elements if e.tag == "a" and "/t/" in e["href"]]
    assert links == [f"/t/game{n}" for n in range(1, 6)]
    details = next(
        i for i, e in enumerate(page.elements) if e.tag == "details" and "class" not in e.attributes
    )
    before = [e for e in page.elements[:details] if e.attributes.get("href", "").startswith("/t/")]
    assert len(before) == 3
    assert "2 more games" in page.words


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (a_game(), "Standard Hearts to 100, hand 3. You are second with 21, and it is your turn."),
        (a_game(seat=1, to_act=(2,)), "You are in the lead with 14, and the others are to play."),
        (a_game(seat=2), "You are fourth with 40, and the others are to play."),
        (a_game(scores=(0, 0, 0, 0)), "All scores are 0, and it is your turn."),
        (a_game(scores=(-16, -16, 3, 9)), "You share the lead with −16, and it is your turn."),
        (a_game(scores=(9, 9, 3, 3)), "You are third with 9, and it is your turn."),
        (a_game(preset="spot-hearts", target=500), "Spot Hearts to 500, hand 3."),
    ],
)
def test_a_waiting_game_says_how_i_stand_and_whose_turn_it_is(
    game: TableSummary, words: str
) -> None:
    own = own_game(game, ENGLISH, now=0)
    assert words in f"{own.game} {own.told}"


def test_waiting_games_that_stand_alike_are_told_apart() -> None:
    hour = 3_600_000
    alike = [a_game(), a_game(changed_at=-2 * hour), a_game(others=1), a_game(others=2)]
    told = [own_game(game, ENGLISH, now=60_000).told for game in alike]
    assert told[0].endswith("it is your turn. Last played 1 minute ago.")
    assert told[1].endswith("it is your turn. Last played 2 hours ago.")
    assert told[2].endswith("it is your turn. With one other person. Last played 1 minute ago.")
    assert told[3].endswith("it is your turn. With 2 other people. Last played 1 minute ago.")
