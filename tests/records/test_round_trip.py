"""What is written down is read again as it was: as TOML and as JSON."""

from __future__ import annotations

import io
import json
from random import Random

import pytest
from hypothesis import given

from openhearts.records import (
    Record,
    RecordedDeal,
    dump,
    dumps,
    from_document,
    load,
    loads,
    to_document,
)
from openhearts.rules.deal import Phase
from openhearts.rules.game import Game
from openhearts.rules.ruleset import MoonRule, Passing, Ruleset
from tests.records.random_records import random_record, records
from tests.records.test_schema import validator
from tests.rules.stacked import moon_deal
from tests.strategies import games

MATCHES = 1_000


@given(records())
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    """C74."""
    assert loads(dumps(record)) == record
    assert loads(dumps(record).encode()) == record


@given(records())
def test_a_record_is_read_as_it_was_written_in_json(record: Record) -> None:
    """C74."""
    assert from_document(json.loads(json.dumps(to_document(record)))) == record


@given(records())
def test_a_record_is_written_in_one_way(record: Record) -> None:
    text = dumps(record)
    assert dumps(loads(text)) == text


@pytest.mark.no_cover
def test_a_thousand_random_matches_are_read_as_they_were_written() -> None:
    """C74: claims, stand-ins, take-backs, ties, negative totals among them. They fit the schema."""
    seen = set()
    for seed in range(MATCHES):
        record = random_record(Random(seed))
        assert loads(dumps(record)) == record
        validator().validate(to_document(record))
        seen |= _kinds(record)
    assert seen == {
        *("nothing-left", "rest-are-mine", "moon choice", "stand-in", "take-back", "automatic"),
        *("tie", "negative total", "passing", "playing", "choosing", "fair", "later deal"),
    }


@given(games())
def test_the_game_of_a_record_is_the_game(game: Game) -> None:
    """C73: after the way through text, the same totals and the same legal cards at each step."""
    read = loads(dumps(Record.of(game))).game
    assert read == game
    assert (read.scores, read.winners) == (game.scores, game.winners)
    assert game.deal is not None
    assert read.deal is not None
    assert read.deal.legal_cards() == game.deal.legal_cards()


def test_an_adaptive_moon_looks_at_the_scores_of_the_deals_before_it() -> None:
    """In deals 3 and 4 adding would make seat 0 win, so the shooter subtracts."""
    ruleset = Ruleset(moon=MoonRule.ADAPTIVE, passing=Passing.NONE, target=60)
    deals = [moon_deal(ruleset, shooter, number) for number, shooter in enumerate((0, 0, 1, 2), 1)]
    record = Record(ruleset, tuple(map(RecordedDeal.of, deals)))
    assert record.game.scores == (0, 26, 26, 52)
    assert loads(dumps(record)).game == record.game


@given(records())
def test_only_what_is_finished_is_left_of_a_record_on_request(record: Record) -> None:
    finished = record.only_finished()
    assert [deal.deal for deal in finished.deals] == [end.deal for end in record.finished]
    assert finished.view is None
    assert loads(dumps(finished)) == finished


@given(records())
def test_the_actions_of_a_deal_lead_from_its_hands_to_where_it_stands(record: Record) -> None:
    for recorded in record.deals:
        end = recorded.deal
        deal = end.start(end.ruleset, end.number, end.dealt)
        for seat, action in recorded.actions():
            deal = deal.act(seat, action)
        assert deal == end


@given(records())
def test_files_of_text_and_of_bytes_are_read(record: Record) -> None:
    text = io.StringIO()
    dump(record, text)
    assert load(io.StringIO(text.getvalue())) == record
    assert load(io.BytesIO(text.getvalue().encode())) == record


@given(records())
def test_the_ends_of_lines_are_those_of_any_system(record: Record) -> None:
    assert loads(dumps(record).replace("\n", "\r\n")) == record


def _kinds(record: Record) -> set[str]:
    kinds = set()
    for recorded in record.deals:
        deal = recorded.deal
        kinds |= {
            kind
            for kind, has in {
                str(deal.claim and deal.claim.kind): deal.claim,
                "moon choice": deal.moon_choice,
                "stand-in": recorded.player_changes,
                "take-back": recorded.take_backs,
                "automatic": recorded.automatic,
                "fair": recorded.fair,
                str(deal.phase): deal.phase is not Phase.OVER,
                "later deal": deal.number > len(record.deals),
            }.items()
            if has
        }
    scores = record.game.scores
    if min(scores) < 0:
        kinds.add("negative total")
    if max(scores) >= record.ruleset.target and not record.game.winners:
        kinds.add("tie")
    return kinds
