"""What is wrong with a record, in a sentence."""

from __future__ import annotations

from openhearts.records.errors import RecordError, RecordFault
from openhearts.words.catalogue import Catalogue


def fault(error: RecordError, catalogue: Catalogue) -> str:
    """Where the first fault is, as far as it has a place, and what it is."""
    place = error.place
    known = {"line": place.line, "hand": place.deal, "trick": place.trick}
    where = [
        catalogue.say(f"records.place.{what}", number=number)
        for what, number in known.items()
        if number is not None
    ]
    facts = dict(error.facts)
    if error.reason is RecordFault.WRONG_TYPE:
        facts["expected"] = catalogue.say(f"records.type.{facts['expected']}")
    if error.reason is RecordFault.WRONG_NOTATION:
        facts["position"] = int(facts["position"]) + 1  # people count from one
    what = catalogue.say(f"records.fault.{error.reason}", **facts)
    return ": ".join([", ".join(where), what] if where else [what])
