"""What is wrong with a record, or with a text in the rules' notation, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping

from openhearts.records.errors import Place, RecordError, RecordFault
from openhearts.rules.errors import Fact, NotationError, Reason, RulesetError, UnknownFieldError
from openhearts.words.actions import action_words
from openhearts.words.catalogue import Catalogue

_RANGE = re.compile(r"(\d+) to (\d+)")
"""How the rules write a range of whole numbers."""


def fault(error: RecordError, catalogue: Catalogue) -> str:
    """Where the first fault is, as far as it has a place, and what it is."""
    place = error.place
    known = {"line": place.line, "hand": place.deal, "trick": place.trick}
    where = [
        catalogue.say(f"records.place.{what}", number=number)
        for what, number in known.items()
        if number is not None
    ]
    what = catalogue.say(f"records.fault.{error.reason}", **_in_words(error, catalogue))
    return ": ".join([", ".join(where), what] if where else [what])


def ruleset_fault(error: NotationError | RulesetError, catalogue: Catalogue) -> str:
    """Why a text is no ruleset."""
    facts: dict[str, Fact]
    match error:
        case UnknownFieldError():
            reason = RecordFault.UNKNOWN_FIELD
            facts = {"field": error.field, "known": ", ".join(error.allowed)}
        case RulesetError():
            reason = RecordFault.WRONG_RULE
            allowed = ", ".join(error.allowed)
            facts = {"field": error.field, "value": str(error.value), "allowed": allowed}
        case _:
            reason = RecordFault.WRONG_NOTATION
            facts = {**error.facts, "expected": error.expected}
            facts |= {"text": error.text, "position": error.position}
    return fault(RecordError(reason, Place(), **facts), catalogue)


def expected_words(expected: str, facts: Mapping[str, Fact], catalogue: Catalogue) -> str:
    """What should have stood at a place of a notation."""
    return catalogue.say(f"records.expected.{expected}", **_ranges(facts, catalogue))


def _in_words(error: RecordError, catalogue: Catalogue) -> dict[str, Fact]:
    """The facts with words in place of codes."""
    facts = _ranges(error.facts, catalogue)
    if error.reason is RecordFault.WRONG_TYPE:
        facts["expected"] = catalogue.say(f"records.type.{facts['expected']}")
    if error.reason is RecordFault.WRONG_NOTATION:
        facts["expected"] = expected_words(str(facts["expected"]), error.facts, catalogue)
        facts["position"] = int(facts["position"]) + 1  # people count from one
    if isinstance(error.reason, Reason) and "action" in facts:
        who = catalogue.say("records.player.unknown", seat=facts["seat"])
        facts["action"] = action_words(str(facts["action"]), who, catalogue)
    if "phase" in facts:
        facts["phase"] = catalogue.say(f"records.phase.{facts['phase']}")
    return facts


def _ranges(facts: Mapping[str, Fact], catalogue: Catalogue) -> dict[str, Fact]:
    """The facts, ranges of whole numbers among what is allowed in words."""

    def in_words(match: re.Match[str]) -> str:
        return catalogue.say("records.range", least=match[1], most=match[2])

    lists = {name: facts[name] for name in ("allowed", "choices") if name in facts}
    return {**facts, **{name: _RANGE.sub(in_words, str(words)) for name, words in lists.items()}}
