"""The rules of a table: the form that sets them up, and the words that they make."""

from __future__ import annotations

import json
from collections.abc import Sequence

from openhearts.rules.ruleset import PRESETS, STANDARD
from openhearts.rules.scoring import moon_value, points_of
from openhearts.server.site.fields import (
    GROUPS,
    OPTIONS,
    idle_words,
    level_row,
    option_rows,
    rule_rows,
    wrong_words,
)
from openhearts.server.site.forms import KEPT_BY_PRESETS, Draft, draft_of, setup_query
from openhearts.tables.setup import Setup, spelled
from openhearts.words.catalogue import Catalogue
from openhearts.words.describe import paragraphs


def setup_facts(
    draft: Draft, catalogue: Catalogue, levels: Sequence[str], default_level: str
) -> dict[str, object]:
    """What the page shows of a draft."""
    rows = {group: list(rule_rows(names, draft)) for group, names in GROUPS.items()}
    rows["table"].append(level_row(draft, levels))
    rows |= {group: list(option_rows(names, draft)) for group, names in OPTIONS.items()}
    return {
        "rows": rows,
        "presets": {name: json.dumps(preset_answers(name)) for name in PRESETS},
        "moon_values": (moon_value(STANDARD), moon_value(PRESETS["spot-hearts"])),
        "idle": idle_words(draft, catalogue),
        "wrong": wrong_words(draft, catalogue),
        **summary_facts(draft.setup, catalogue, default_level),
    }


def summary_facts(setup: Setup, catalogue: Catalogue, default_level: str) -> dict[str, object]:
    """What the summary of the rules beside the form shows."""
    return {
        "here": f"/setup?{setup_query(setup, default_level)}",
        **_in_words(setup, catalogue),
    }


def rules_facts(setup: Setup, catalogue: Catalogue) -> dict[str, object]:
    """What the page of a table's rules shows."""
    return {
        "target": setup.ruleset.target,
        "level": setup.level,
        "options": [
            row for names in OPTIONS.values() for row in option_rows(names, draft_of(setup))
        ],
        **_in_words(setup, catalogue),
    }


def preset_answers(preset: str) -> dict[str, str]:
    """The answers that choosing this preset fills in."""
    words = PRESETS[preset].to_words()
    return {n: spelled(word) for n, word in words.items() if n not in KEPT_BY_PRESETS}


def _in_words(setup: Setup, catalogue: Catalogue) -> dict[str, object]:
    ruleset = setup.ruleset
    return {
        "preset": setup.preset,
        "paragraphs": paragraphs(ruleset, catalogue),
        "changed": setup.changed_fields,
        "points": points_of(ruleset, ruleset.deck),
        "moon": ruleset.moon.value if ruleset.has_moon else "none",
        "moon_value": moon_value(ruleset),
    }
