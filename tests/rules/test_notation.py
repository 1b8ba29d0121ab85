"""``str()`` is the notation, ``repr()`` makes the value again, and ``parse(str(x)) == x``."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import openhearts
from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
    parse_action,
)
from openhearts.rules.cards import PACK, Card, Cards, Suit
from openhearts.rules.deal import Claim, Deal
from openhearts.rules.ending import Ending
from openhearts.rules.errors import NotationError, RulesetError, UnknownFieldError
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import PRESETS, STANDARD, MoonRule, Ruleset, allowed_words
from openhearts.rules.scoring import Outcome
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView
from tests.rules.endings import endings
from tests.strategies import cards, rulesets, sets_of_cards


@st.composite
def tricks(draw: st.DrawFn) -> Trick:
    """A trick at any moment, finished too."""
    seats = draw(st.integers(3, 6))
    some = draw(st.lists(cards(), max_size=seats, unique=True))
    return Trick(draw(st.integers(0, seats - 1)), seats, tuple(some))


Parse = Callable[[str], object]

NOTATIONS: dict[type, tuple[st.SearchStrategy[Any], Parse]] = {
    Suit: (st.sampled_from(Suit), Suit.parse),
    Card: (cards(), Card.parse),
    Cards: (sets_of_cards(), Cards.parse),
    Ruleset: (rulesets(), Ruleset.parse),
    Trick: (tricks(), Trick.parse),
    PassCards: (st.lists(cards(), max_size=6).map(tuple).map(PassCards), parse_action),
    PlayCard: (cards().map(PlayCard), parse_action),
    MakeClaim: (st.sampled_from(ClaimKind).map(MakeClaim), parse_action),
    ChooseMoon: (st.sampled_from(MoonRule).map(ChooseMoon), parse_action),
    Ending: (endings(), Ending.parse),
}
"""What has a notation: any of it, and how it is read."""

WRITTEN_IN_RECORDS = {
    Game: "a record holds its ruleset and its deals",
    Deal: "a record holds its hands, passes and tricks, and plays them again",
    FinishedDeal: "a record holds the deal, of which the outcome follows",
    Outcome: "it follows from the deal; a record repeats the points only to check them",
    Claim: "a record holds it as the MakeClaim of a seat",
    SeatView: "a record of one seat's view is made from it",
}
"""What is too large for a line, or follows from something else: the reason why."""

PUBLIC = {name: getattr(openhearts, name) for name in openhearts.__all__}

KINDS = {
    name: value
    for name, value in PUBLIC.items()
    if isinstance(value, type) and not issubclass(value, Exception)  # which are never written
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_public_kind_of_value_can_be_written_down(kind: type) -> None:
    if issubclass(kind, Enum) and kind not in NOTATIONS:
        assert [kind(str(value)) for value in kind] == list(kind)
    else:
        assert (kind in NOTATIONS) != (kind in WRITTEN_IN_RECORDS), "a new one has its place here"


def test_every_action_and_every_preset_is_read_back() -> None:
    assert set(get_args(Action)) <= set(NOTATIONS)
    assert [Ruleset.parse(name) for name in PRESETS] == list(PRESETS.values())
    assert [Ruleset.parse(str(ruleset)) for ruleset in PRESETS.values()] == list(PRESETS.values())


def any_of(kind: type) -> st.SearchStrategy[Any]:
    return NOTATIONS[kind][0]


@pytest.mark.parametrize("kind", NOTATIONS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_what_is_written_is_read_back(kind: type, data: st.DataObject) -> None:
    values, parse = NOTATIONS[kind]
    value = data.draw(values)
    assert parse(str(value)) == value
    names = {"Ending": Ending, "Ruleset": Ruleset, "Trick": Trick, "parse_action": parse_action}
    assert eval(repr(value), names | {"Suit": Suit, "Card": Card, "Cards": Cards}) == value


@st.composite
def almost(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> tuple[str, int]:
    """A notation with a few letters in the middle changed, and where the change begins."""
    good = str(draw(values))
    start = draw(st.integers(0, len(good)))
    end = draw(st.integers(start, min(len(good), start + 3)))
    letters = st.text("0123456789TJQKAcdhs.- |=", max_size=3) | st.text(max_size=3)
    return good[:start] + draw(letters) + good[end:], start


@pytest.mark.parametrize("kind", NOTATIONS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_any_other_text_is_refused_with_a_place_in_it(kind: type, data: st.DataObject) -> None:
    values, parse = NOTATIONS[kind]
    text, change = data.draw(st.text(max_size=30).map(lambda text: (text, 0)) | almost(values))
    refused = refusal(parse, text)
    if isinstance(refused, NotationError):
        assert refused.text == text
        assert repr(text) in str(refused)
        assert refused.position <= len(text)
        if kind is not Ending:  # of which an earlier part may be the one that does not fit
            assert refused.position >= text.rfind(" ", 0, change) + 1
    elif refused is not None:
        assert kind in (Ruleset, Ending)
    else:
        assert parse(str(parse(text))) == parse(text)
        if kind not in (Ruleset, Ending):
            assert str(parse(text)) == text


def refusal(parse: Parse, text: str) -> NotationError | RulesetError | None:
    """How ``text`` is refused, if it is; any other error is a fault of ours."""
    try:
        parse(text)
    except (NotationError, RulesetError) as refused:
        return refused
    return None


WRITTEN = {
    "pass Qs Ah 2c": PassCards((Card.parse("Qs"), Card.parse("Ah"), Card.parse("2c"))),
    "pass": PassCards(()),
    "play Qs": PlayCard(Card.parse("Qs")),
    "claim nothing-left": MakeClaim(ClaimKind.NOTHING_LEFT),
    "claim rest-are-mine": MakeClaim(ClaimKind.REST_ARE_MINE),
    "moon subtract": ChooseMoon(MoonRule.SUBTRACT),
    "0 2c 5c Kc 9c": Trick(0, 4, tuple(map(Card.parse, ("2c", "5c", "Kc", "9c")))),
    "2 Ah - -": Trick(2, 3, (Card.parse("Ah"),)),
    "5 - - - - - -": Trick(5, 6),
    "standard": STANDARD,
    "standard seats=5 moon=subtract": Ruleset(seats=5, moon=MoonRule.SUBTRACT),
    "standard bonus_card=Jd must_break=false deal_limit=12": STANDARD.with_words(
        {"must_break": False, "deal_limit": 12, "bonus_card": "Jd"}
    ),
}


@pytest.mark.parametrize(("text", "value"), WRITTEN.items(), ids=WRITTEN)
def test_notation_is_as_documented(text: str, value: object) -> None:
    assert str(value) == text
    assert NOTATIONS[type(value)][1](text) == value


def test_an_action_and_a_trick_also_show_their_notation_to_programmers() -> None:
    assert repr(MakeClaim(ClaimKind.NOTHING_LEFT)) == "parse_action('claim nothing-left')"
    assert repr(PlayCard(Card.parse("Qs"))) == "parse_action('play Qs')"
    assert repr(Trick(2, 3)) == "Trick.parse('2 - - -')"
    assert repr(Ruleset(seats=5)) == "Ruleset.parse('standard seats=5')"


BAD: list[tuple[Parse, str, int]] = [
    # how it is read, the text, where the first fault is
    (Suit.parse, "", 0),
    (Suit.parse, "S", 0),
    (Suit.parse, "sh", 1),
    (Suit.parse, "♠", 0),
    (Trick.parse, "", 0),
    (Trick.parse, "6 - - - - - -", 0),
    (Trick.parse, "00 - - -", 1),
    (Trick.parse, "-1 - - -", 0),
    (Trick.parse, "٣ - - - -", 0),
    (Trick.parse, "0", 1),
    (Trick.parse, "0 2c -", 6),
    (Trick.parse, "3 - - -", 7),
    (Trick.parse, "0 - - - - - - -", 14),
    (Trick.parse, "0 2c 5x - -", 6),
    (Trick.parse, "0 2c 5 - -", 6),
    (Trick.parse, "0 2c - 5c -", 7),
    (Trick.parse, "0 2c 5c 2c -", 8),
    (Trick.parse, "0  2c - -", 2),
    (Trick.parse, "0 2c - - ", 9),
    (Trick.parse, " 0 - - -", 0),
    (parse_action, "", 0),
    (parse_action, "throw Qs", 0),
    (parse_action, "Play Qs", 0),
    (parse_action, "plays Qs", 4),
    (parse_action, "play", 4),
    (parse_action, "play ", 5),
    (parse_action, "play QS", 6),
    (parse_action, "play Qs Ah", 7),
    (parse_action, "play  Qs", 5),
    (parse_action, "pass ", 5),
    (parse_action, "pass Qs  Ah", 8),
    (parse_action, "pass Qs,Ah", 7),
    (parse_action, "claim nothing left", 13),
    (parse_action, "claim", 5),
    (parse_action, "moon subtracts", 13),
    (parse_action, "moon Add", 5),
    (Ruleset.parse, "", 0),
    (Ruleset.parse, "Standard", 0),
    (Ruleset.parse, "standard ", 9),
    (Ruleset.parse, "standart seats=5", 7),
    (Ruleset.parse, "seats=5", 1),
    (Ruleset.parse, "standard  seats=5", 9),
    (Ruleset.parse, "standard seats", 14),
    (Ruleset.parse, "standard seats=", 15),
    (Ruleset.parse, "standard =5", 9),
    (Ruleset.parse, "standard seats 5", 14),
    (Ruleset.parse, "standard seats=5 moon=add seats=5", 26),
    (Ruleset.parse, "standard seats=7 moon", 21),
]


@pytest.mark.parametrize(
    ("parse", "text", "position"),
    BAD,
    ids=[f"{parse.__qualname__}-{text}" for parse, text, _ in BAD],
)
def test_no_other_text_has_a_meaning_and_the_first_fault_is_told(
    parse: Parse, text: str, position: int
) -> None:
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert (refused.value.text, refused.value.position) == (text, position)
    assert refused.value.expected


class TestRulesets:
    """The first word is a preset, then come fields and their words."""

    @given(rulesets())
    def test_all_that_differs_from_standard_is_named_in_the_order_of_the_law(
        self, ruleset: Ruleset
    ) -> None:
        first, *changes = str(ruleset).split(" ")
        fields = [change.partition("=")[0] for change in changes]
        words, standard = ruleset.to_words(), STANDARD.to_words()
        assert first == "standard"
        assert fields == [field for field in words if words[field] != standard[field]]

    @pytest.mark.parametrize("preset", PRESETS)
    def test_any_field_of_a_preset_can_be_changed_in_any_order(self, preset: str) -> None:
        read = Ruleset.parse(f"{preset} queen_breaks=true target=50 hearts=one seats=3")
        words = {"queen_breaks": True, "target": 50, "hearts": "one", "seats": 3}
        assert read == PRESETS[preset].with_words(words)

    @pytest.mark.parametrize("field", STANDARD.to_words())
    def test_every_word_of_every_field_is_read(self, field: str) -> None:
        for word in allowed_words(field):
            read = Ruleset.parse(f"standard {field}={word.partition(' to ')[0]}")
            assert str(read.to_words()[field]).lower() == word.partition(" to ")[0].lower()

    def test_fields_that_fit_only_together_are_read_together(self) -> None:
        assert Ruleset.parse("standard pass_count=5 seats=5").pass_count == 5
        with pytest.raises(RulesetError) as refused:
            Ruleset.parse("standard pass_count=5 seats=6")
        assert refused.value.field == "pass_count"

    @pytest.mark.parametrize(
        ("field", "word"),
        [
            ("seats", "7"),
            ("seats", "04"),
            ("seats", "4=4"),
            ("target", "1001"),
            ("target", "-1"),
            ("target", "1_000"),
            ("target", "\u0661\u0660"),
            ("target", "9" * 5000),
            ("must_break", "True"),
            ("must_break", "1"),
            ("no_trick_bonus", "false"),
            ("bonus_card", "jd"),
            ("bonus_card", "null"),
            ("moon", "sub"),
            ("pass_count", "3\n"),
        ],
    )
    def test_a_word_that_its_field_cannot_take_is_refused_by_name(
        self, field: str, word: str
    ) -> None:
        with pytest.raises(RulesetError) as refused:
            Ruleset.parse(f"omnibus {field}={word}")
        assert (refused.value.field, refused.value.value) == (field, word)
        assert refused.value.allowed == allowed_words(field)

    def test_an_unknown_field_is_refused_by_name(self) -> None:
        with pytest.raises(UnknownFieldError) as refused:
            Ruleset.parse("standard Seats=5")
        assert (refused.value.field, refused.value.value) == ("Seats", 5)
        assert refused.value.allowed == tuple(STANDARD.to_words())


def test_long_texts_are_refused_at_once() -> None:
    for parse in {parse for _, parse in NOTATIONS.values()}:
        for text in ("x" * 10**6, " " * 10**6, "0" + " -" * 10**5, "standard" + " a=1" * 10**5):
            with pytest.raises((NotationError, RulesetError)):
                parse(text)


def test_a_pack_can_be_passed_as_far_as_notation_goes() -> None:
    everything = PassCards(tuple(PACK))
    assert parse_action(str(everything)) == everything
