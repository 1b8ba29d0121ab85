"""Every refusal has its code on the wire and its sentence in the catalogue."""

from __future__ import annotations

from typing import get_args

from openhearts.rules.errors import Reason
from openhearts.tables.messages import Code
from openhearts.words.catalogue import Catalogue


def test_every_reason_of_the_rules_is_a_code_on_the_wire() -> None:
    """C57."""
    assert {reason.value for reason in Reason} <= set(get_args(Code))


def test_every_code_has_its_own_sentence_and_there_is_one_for_a_newer_servers() -> None:
    english = Catalogue.load("en")
    sentences = {code: english.sentence(f"reasons.{code}", {"count": 2}) for code in get_args(Code)}
    assert all(sentence.endswith(".") for sentence in sentences.values())
    assert english.sentence("reasons.unknown", {}) not in sentences.values()
