"""Every broken record is refused, with the reason and the place of its first fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from openhearts.records import LARGEST, RecordError, RecordFault, load, loads
from openhearts.rules.errors import DeckFault, Reason
from openhearts.words.catalogue import Catalogue
from openhearts.words.faults import fault

BROKEN = Path(__file__).resolve().parents[1] / "golden" / "records" / "broken"

FAULTS: dict[str, tuple[str, int | None, int | None, int | None]] = {
    # file: reason, line, deal, trick
    "not-a-card": ("wrong-notation", 28, 1, 8),
    "not-a-suit": ("wrong-notation", 11, 1, None),
    "hand-with-a-card-twice": ("wrong-notation", 9, 1, None),
    "card-in-two-hands": ("card-twice", 10, 1, None),
    "fifty-three-cards": ("wrong-hand-size", 9, 1, None),
    "fifty-one-cards": ("wrong-hand-size", 10, 1, None),
    "three-hands": ("wrong-number-of-hands", 8, 1, None),
    "removed-card": ("not-in-deck", 33, 1, None),
    "card-of-another-seat": ("not-in-hand", 26, 1, 6),
    "changed-card": ("not-in-hand", 33, 1, 13),
    "changed-card-that-only-the-points-show": ("wrong-points", 26, 4, None),
    "wrong-leader": ("wrong-seat", 27, 1, 7),
    "wrong-opening-leader": ("wrong-seat", 21, 1, 1),
    "wrong-opening-lead": ("must-open", 21, 1, 1),
    "not-following": ("must-follow", 21, 1, 1),
    "hearts-not-broken": ("hearts-not-broken", 22, 1, 2),
    "card-twice-in-a-trick": ("wrong-notation", 25, 1, 5),
    "claim-that-can-lose": ("can-lose-a-trick", 42, 1, None),
    "claim-not-on-lead": ("not-on-lead", 43, 1, None),
    "penalty-on-the-first-trick": ("no-penalty-on-first-trick", 15, 4, 1),
    "pass-of-a-card-not-held": ("not-in-hand", 16, 1, None),
    "pass-of-two-cards": ("wrong-number-of-cards", 16, 1, None),
    "pass-of-one-card-twice": ("repeated-card", 16, 1, None),
    "seat-that-passes-twice": ("already-passed", 17, 1, None),
    "play-before-all-have-passed": ("wrong-phase", 20, 1, 1),
    "pass-in-a-hold-deal": ("nothing-to-pass", 31, 4, None),
    "claim-with-penalties-out": ("penalties-still-out", 49, 1, None),
    "claim-with-tricks-to-take": ("tricks-still-count", 50, 1, None),
    "trick-with-a-gap": ("trick-not-complete", 23, 1, 3),
    "trick-of-five": ("wrong-number-of-seats", 23, 1, 3),
    "trick-after-the-last": ("deal-over", 34, 1, 14),
    "moon-without-choice": ("no-choice-of-moon", 58, 1, None),
    "moon-of-another-seat": ("not-your-turn", 58, 1, None),
    "moon-neither-add-nor-subtract": ("no-choice-of-moon", 58, 1, None),
    "unknown-field": ("unknown-field", 4, None, None),
    "unknown-rule": ("unknown-field", 5, None, None),
    "unknown-field-of-a-deal": ("unknown-field", 8, 1, None),
    "unknown-field-of-a-player": ("unknown-field", 7, None, None),
    "rule-out-of-range": ("wrong-rule", 6, None, None),
    "rule-of-another-type": ("wrong-rule", 5, None, None),
    "pass-of-over-half-the-hand": ("wrong-rule", 6, None, None),
    "hashes-for-three": ("wrong-number-of-seats", 90, 2, None),
    "wrong-version": ("wrong-version", 2, None, None),
    "no-version": ("missing-field", None, None, None),
    "no-ruleset": ("missing-field", None, None, None),
    "no-hands": ("missing-field", 6, 1, None),
    "text-for-a-number": ("wrong-type", 7, None, None),
    "date-in-about": ("wrong-type", 6, None, None),
    "wrong-deal-number": ("wrong-deal-number", 38, None, None),
    "deal-zero": ("wrong-deal-number", 7, None, None),
    "deal-after-the-end": ("game-over", 38, 2, None),
    "unfinished-deal-in-the-middle": ("deal-not-over", 35, 2, None),
    "wrong-points": ("wrong-points", 35, 1, None),
    "points-for-three": ("wrong-points", 35, 1, None),
    "points-of-an-unfinished-deal": ("deal-not-over", 34, 1, None),
    "automatic-action-that-there-is-not": ("no-such-action", 37, 1, None),
    "automatic-actions-out-of-order": ("not-in-order", 36, 1, None),
    "take-back-of-another-seat": ("not-an-own-decision", 60, 1, None),
    "take-back-of-nothing": ("not-an-own-decision", 61, 1, None),
    "take-back-of-an-illegal-card": ("not-in-hand", 60, 1, None),
    "take-back-out-of-thin-air": ("no-such-action", 61, 1, None),
    "players-for-three": ("wrong-number-of-seats", 4, None, None),
    "stand-in-for-nobody": ("not-a-seat", 95, 2, None),
    "stand-in-after-the-end": ("no-such-action", 95, 2, None),
    "stand-ins-out-of-order": ("not-in-order", 96, 2, None),
    "no-seat": ("not-a-seat", 18, 1, None),
    "not-hexadecimal": ("wrong-notation", 56, 1, None),
    "seen-by-two": ("not-a-view", 31, 1, None),
    "seen-without-the-leader": ("missing-field", 31, 1, None),
    "seen-without-the-hand-that-was-shown": ("missing-field", 25, 1, None),
    "seen-card-that-is-not-in-play": ("not-in-deck", 12, 1, 1),
    "seen-trick-before-all-have-passed": ("trick-not-complete", 42, 1, 1),
    "seen-where-no-hands-fit": ("must-follow", 12, 4, 3),
    "seen-but-over": ("not-a-view", 6, 1, None),
    "empty": ("empty", None, None, None),
    "blank": ("empty", None, None, None),
    "comment-only": ("missing-field", None, None, None),
    "binary": ("not-text", 1, None, None),
    "zeros": ("not-toml", 1, None, None),
    "not-utf-8": ("not-text", 4, None, None),
    "utf-16": ("not-text", 1, None, None),
    "not-toml": ("not-toml", 13, None, None),
    "unclosed-text": ("not-toml", 33, None, None),
    "cut-off": ("not-toml", 29, None, None),
    "field-twice": ("not-toml", 8, None, None),
    "conflict-markers": ("not-toml", 7, None, None),
    "json": ("not-toml", 1, None, None),
    "too-deep": ("too-deep", 8, None, None),
    "number-of-ten-thousand-digits": ("wrong-type", 5, None, None),
    "number-of-ten-thousand-hex-digits": ("wrong-type", 5, None, None),
    "number-over-64-bits": ("wrong-type", 7, None, None),
}


def test_the_table_names_every_broken_file() -> None:
    assert {file.stem for file in BROKEN.iterdir()} == set(FAULTS)


def test_every_fault_that_there_is_has_a_broken_file() -> None:
    """Too large is one that nobody wants to have in a repository; it follows below."""
    reasons = {reason for reason, *_ in FAULTS.values()} | {RecordFault.TOO_LARGE}
    assert reasons == {*RecordFault, *Reason, *DeckFault}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_record_is_refused_with_its_reason_and_its_place(name: str) -> None:
    """C73: a record that one changed card has broken, and all other faults."""
    with (BROKEN / f"{name}.hearts").open("rb") as file, pytest.raises(RecordError) as caught:
        load(file)
    place = caught.value.place
    assert (caught.value.reason, place.line, place.deal, place.trick) == FAULTS[name]


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_said_in_one_line_that_can_be_shown(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        loads((BROKEN / f"{name}.hearts").read_bytes())
    for sentence in (str(caught.value), fault(caught.value, Catalogue.load("en"))):
        assert sentence.isprintable()
        assert 0 < len(sentence) < 600


def test_a_file_of_a_hundred_megabytes_is_refused_and_not_read_to_its_end() -> None:
    read: list[int] = []

    class Endless:
        def read(self, size: int, /) -> bytes:
            read.append(size)
            return b"#" * min(size, 100_000_000)

    with pytest.raises(RecordError) as caught:
        load(Endless())
    assert caught.value.reason is RecordFault.TOO_LARGE
    assert caught.value.facts == {"limit": LARGEST}
    assert read == [LARGEST + 1]


def test_the_limit_counts_bytes_of_texts_too() -> None:
    head = "hearts = 1\n[ruleset]\n# "
    fits = head + "é" * ((LARGEST - len(head)) // 2)
    loads(fits)
    loads(fits.encode())
    for text in (fits + "éé", (fits + "éé").encode()):
        with pytest.raises(RecordError) as caught:
            loads(text)
        assert caught.value.reason is RecordFault.TOO_LARGE
