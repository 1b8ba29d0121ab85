"""The records of every released version of the format are read for ever (C73).

They are also the examples of docs/record.md. Those of a released version are never changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from openhearts.records import VERSION, Record, dumps, loads
from openhearts.rules.actions import ClaimKind
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import PRESETS
from openhearts.tables.fairness import commitment, draw_hands
from openhearts.tables.verifying import Verdict, verify

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "records"

OUTCOMES: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {
    # version/file: finished deals, scores, winners
    "1/as-seen-by-a-seat": (0, (0, 0, 0, 0), ()),
    "1/as-seen-by-a-spectator": (0, (0, 0, 0, 0), ()),
    "1/as-seen-choosing": (0, (0, 0, 0, 0), ()),
    "1/as-seen-nothing-left": (0, (0, 0, 0, 0), ()),
    "1/black-maria": (2, (6, 21, 55, 4), ()),
    "1/choosing": (0, (0, 0, 0, 0), ()),
    "1/claim-nothing-left": (1, (0, 23, 3, 0), ()),
    "1/claim-rest-are-mine": (1, (26, 26, 26, 0), ()),
    "1/every-option": (1, (0, -5, 98, -5, 38), (1, 3)),
    "1/fair-among-people": (2, (19, 18, 12, 3), ()),
    "1/fair-deal": (1, (26, 26, 0, 26), ()),
    "1/five-seats": (1, (13, 8, 0, 5, 0), ()),
    "1/later-deal": (1, (6, 16, 4, 0), ()),
    "1/long-game": (14, (100, 99, 98, 67), (3,)),
    "1/moon-choice": (1, (26, 26, 26, 0), ()),
    "1/no-deals": (0, (0, 0, 0, 0), ()),
    "1/omnibus": (1, (-2, 14, 4, 0), ()),
    "1/passing": (0, (0, 0, 0, 0), ()),
    "1/shared-win": (4, (-15, 27, -15, 20), (0, 2)),
    "1/six-seats": (1, (0, 25, 1, 0, 0, 0), ()),
    "1/spot-hearts": (1, (51, 49, 18, 11), ()),
    "1/stand-in": (2, (0, 1, 48, 3), ()),
    "1/standard": (3, (4, 13, 50, 11), (0,)),
    "1/subtract-the-moon": (2, (13, 8, 5, -26), ()),
    "1/take-back": (1, (24, 0, 0, 2), ()),
    "1/three-seats": (1, (3, 9, 14), ()),
    "1/unfinished": (1, (2, 24, 0, 0), ()),
    "1/unusual-toml": (1, (0, 23, 3, 0), ()),
}


def record(name: str) -> Record:
    return loads((GOLDEN / f"{name}.hearts").read_bytes())


def all_records() -> Iterator[Record]:
    return map(record, OUTCOMES)


def test_every_version_has_its_records() -> None:
    versions = {file.name for file in GOLDEN.iterdir()} - {"broken"}
    assert versions == {str(version) for version in range(1, VERSION + 1)}
    files = {f"{file.parent.name}/{file.stem}" for file in GOLDEN.glob("[0-9]*/*")}
    assert files == set(OUTCOMES)


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_golden_record_has_the_outcome_that_it_always_had(name: str) -> None:
    game = record(name).game
    assert (len(game.finished), game.scores, game.winners) == OUTCOMES[name]


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_golden_record_can_be_written_again(name: str) -> None:
    read = record(name)
    assert loads(dumps(read)) == read


def test_the_newest_records_are_as_this_version_writes_them() -> None:
    for file in GOLDEN.glob(f"{VERSION}/*.hearts"):
        if file.stem != "unusual-toml":
            lines = file.read_text("utf-8").splitlines(keepends=True)
            text = "".join(line for line in lines if not line.startswith("#"))
            assert text == dumps(loads(text)), file.stem


def test_unusual_toml_says_the_same_as_the_usual() -> None:
    assert record("1/unusual-toml") == record("1/claim-nothing-left")


def test_the_examples_show_every_preset_and_every_number_of_seats() -> None:
    rulesets = [read.ruleset for read in all_records()]
    assert {ruleset.seats for ruleset in rulesets} == {3, 4, 5, 6}
    assert {(r.hearts, r.black_maria, r.bonus_card, r.moon) for r in PRESETS.values()} <= {
        (r.hearts, r.black_maria, r.bonus_card, r.moon) for r in rulesets
    }


def test_the_examples_show_all_that_a_record_can_hold() -> None:
    deals = [deal for read in all_records() for deal in read.deals]
    assert {deal.deal.claim.kind for deal in deals if deal.deal.claim} == set(ClaimKind)
    assert {deal.deal.phase for deal in deals} == set(Phase)
    assert any(deal.deal.moon_choice for deal in deals)
    assert any(deal.automatic for deal in deals)
    assert any(deal.take_backs for deal in deals)
    assert any(deal.player_changes for deal in deals)
    assert {read.view.seat for read in all_records() if read.view} == {None, 0, 1, 2}
    assert any(read.about for read in all_records())
    assert max(len(read.deals) for read in all_records()) > 10


def test_what_people_s_browsers_added_is_in_the_hands_and_what_came_late_is_not() -> None:
    first, second = record("1/fair-among-people").deals
    assert verify(first) == Verdict(added=(0, 2), left_out=(1,))
    assert verify(second) == Verdict(added=(0, 1, 2))


def test_the_fair_deal_is_the_one_that_its_seed_draws() -> None:
    read = record("1/fair-deal")
    [deal] = read.deals
    assert deal.fair is not None
    seed = bytes.fromhex(deal.fair.seed)
    revealed = [bytes.fromhex(added) for added in deal.fair.revealed]
    assert commitment(seed) == deal.fair.commitment
    assert draw_hands(read.ruleset.seats, deal.deal.number, seed, revealed) == deal.deal.dealt
