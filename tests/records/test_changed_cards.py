"""What is guaranteed where one card of a good record was changed into another one (C73).

- In a hand: always refused, at one of the deal's hands.
- In a pass or a trick: refused in that deal, there or later on, if both cards were played in it;
  so always in a deal that was played to its last card.
- Where a claim ended the deal, or it is still under way, and one of the two cards was not
  played: then the record may tell of another game, which is legal card by card and gives the
  same points. Nothing in it can show that; a fair deal's seed still shows it of the hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from openhearts.records import (
    Document,
    Record,
    RecordedDeal,
    RecordError,
    RecordFault,
    from_document,
    loads,
    to_document,
)
from openhearts.records.places import Path, lines_of
from openhearts.records.writing import to_toml
from openhearts.rules.cards import PACK, Card, Cards
from openhearts.rules.deal import Phase
from openhearts.rules.errors import DeckFault
from tests.records.random_records import random_deals, records, with_value
from tests.records.test_broken_records import BROKEN
from tests.records.test_golden_records import record as golden
from tests.strategies import rulesets, seeds

EXAMPLES = 40
"""Records, in each of which some cards are changed."""


@dataclass(frozen=True)
class Change:
    """A ``card`` of a deal's document that became ``another``: the text at ``path``."""

    deal: int
    path: Path
    card: Card
    another: Card
    text: str

    def of(self, document: Document) -> Document:
        changed: Document = with_value(document, self.path, self.text)
        return changed


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_changed_card_of_a_hand_is_always_refused(record: Record, seed: int) -> None:
    document = to_document(record.only_finished())
    for change in some(seed, changes(document, "hands")):
        text = to_toml(change.of(document))
        with pytest.raises(RecordError) as caught:
            loads(text)
        assert caught.value.reason in DeckFault
        number = document["deals"][change.deal]["number"]
        lines = lines_of(text)
        hands = [lines[(*change.path[:3], seat)] for seat in range(record.ruleset.seats)]
        assert (caught.value.place.deal, caught.value.place.trick) == (number, None)
        assert caught.value.place.line in hands


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_a_changed_card_is_refused_there_or_later_if_both_cards_were_played(
    record: Record, seed: int
) -> None:
    document = to_document(record)
    for change in some(seed, changes(document, "passes", "tricks")):
        if change.deal == len(record.deals):
            continue  # the last one, as a seat saw it
        deal = record.deals[change.deal].deal
        if {change.card, change.another} <= set(deal.played):
            assert_refused(document, change)


@settings(max_examples=EXAMPLES)
@given(rulesets(), seeds())
def test_every_change_is_refused_in_deals_that_were_played_out(ruleset: Any, seed: int) -> None:
    random = Random(seed)
    deals = [deal for deal in random_deals(ruleset, random) if is_played_out(deal)]
    document = to_document(Record(ruleset, tuple(deals[:1])))
    for change in some(seed, changes(document, "hands", "passes", "tricks")):
        assert_refused(document, change)


@settings(max_examples=EXAMPLES)
@given(records(), seeds())
def test_what_is_not_refused_is_another_legal_game_of_the_same_points(
    record: Record, seed: int
) -> None:
    document = to_document(record)
    for change in some(seed, changes(document, "passes", "tricks")):
        if change.deal == len(record.deals):
            continue
        try:
            read = from_document(change.of(document))
        except RecordError:
            continue
        before, now = (found.deals[change.deal].deal for found in (record, read))
        assert {change.card, change.another} - set(before.played)
        assert before.claim is not None or before.phase is not Phase.OVER
        assert before.dealt == now.dealt
        assert record.game.scores == read.game.scores


def test_some_changes_cannot_be_told() -> None:
    """The claim left cards in the hands that nobody has seen."""
    document = to_document(golden("1/claim-nothing-left"))
    hidden = []
    for change in changes(document, "passes", "tricks"):
        try:
            hidden.append(from_document(change.of(document)))
        except RecordError:
            continue
    assert hidden
    assert {read.game.scores for read in hidden} == {golden("1/claim-nothing-left").game.scores}


def test_the_points_show_some_changes_that_nothing_else_shows() -> None:
    """Where they are left out, the changed record tells of another game."""
    changed = (BROKEN / "changed-card-that-only-the-points-show.hearts").read_text("utf-8")
    points = "points = [1, 24, 1, 0]\n"
    assert loads(changed.replace("3 2s Qs", "3 2s Ks")).game.scores == (1, 24, 1, 0)
    assert loads(changed.replace(points, "")).game.scores == (14, 11, 1, 0)
    with pytest.raises(RecordError) as caught:
        loads(changed)
    assert caught.value.reason is RecordFault.WRONG_POINTS


def test_every_changed_card_of_the_example_is_refused() -> None:
    """C73, for each of its cards and some other cards in its place."""
    record = golden("1/three-seats")
    document = to_document(record)
    all_changes = list(changes(document, "hands", "passes", "tricks"))
    assert len(all_changes) == 51 * (52 - 17) + (9 + 51) * 51
    for change in Random(1).sample(all_changes, 1_500):
        assert_refused(document, change)


def assert_refused(document: Document, change: Change) -> None:
    text = to_toml(change.of(document))
    with pytest.raises(RecordError) as caught:
        loads(text)
    place = caught.value.place
    assert place.deal == document["deals"][change.deal]["number"]
    lines = lines_of(text)
    first = lines[(*change.path[:3], 0)] if "hands" in change.path else lines[change.path]
    assert place.line is not None
    assert place.line >= first
    if "tricks" in change.path and place.trick is not None:
        assert place.trick > int(change.path[3])


def changes(document: Document, *parts: str) -> Iterator[Change]:
    """Each card in these parts of a record's deals, as each other card that it is not."""
    for number, deal in enumerate(document["deals"]):
        for part in parts:
            for place, text in enumerate(deal.get(part, ())):
                for card, another, changed in _changed(part, text):
                    path = ("deals", number, part, place)
                    yield Change(number, path, card, another, changed)


def _changed(part: str, text: str) -> Iterator[tuple[Card, Card, str]]:
    if part == "hands":
        hand = Cards.parse(text) if text != "??" else Cards()
        for card in hand:
            for another in PACK - hand:
                changed = hand.without_card(card).with_card(another)
                yield card, another, str(changed)
        return
    pieces = text.split(" ")
    for place, piece in enumerate(pieces):
        if place and piece not in ("-", "??"):
            card = Card.parse(piece)
            for another in PACK.without_card(card):
                changed_pieces = [*pieces[:place], str(another), *pieces[place + 1 :]]
                yield card, another, " ".join(changed_pieces)


def is_played_out(recorded: RecordedDeal) -> bool:
    deal = recorded.deal
    return deal.phase is Phase.OVER and deal.played == deal.ruleset.deck


def some(seed: int, found: Iterator[Change]) -> list[Change]:
    things = list(found)
    return Random(seed).sample(things, min(6, len(things)))
