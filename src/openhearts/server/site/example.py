"""The worked example of a rules page: what the page shows, and its steps for the client."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from openhearts.lessons.examples import TRICKS, Example, example
from openhearts.lessons.replaying import LEARNER
from openhearts.server.site.board import board_picture
from openhearts.tables.messages import View
from openhearts.words.cards import card_word
from openhearts.words.catalogue import Catalogue
from openhearts.words.tricks import Narrator


class Step(msgspec.Struct, frozen=True):
    """One picture of an example; ``caption`` stands under it, ``told`` is what is said of it."""

    view: View
    caption: str
    told: str
    title: str = ""
    """Of what the deal came to."""


class Walk(msgspec.Struct, frozen=True):
    """All that the client needs to step through an example."""

    steps: tuple[Step, ...]
    words: dict[str, str]
    """What stands on its buttons."""


def example_address(preset: str, catalogue: Catalogue) -> str:
    """Where the client finds the steps of an example."""
    return f"/{catalogue.language}/examples/{preset}.json"


def example_facts(preset: str, catalogue: Catalogue) -> dict[str, object]:
    """What the page shows of the worked example of ``preset``."""
    shown = example(preset)
    names = names_in(shown)
    narrator = Narrator(catalogue, names)
    ruleset = shown.record.ruleset
    tricks = shown.finished.deal.tricks
    outcome = shown.finished.outcome
    title, told = _result(shown, narrator)
    return {
        "address": example_address(preset, catalogue),
        "board": board_picture(shown.start, names, catalogue),
        "caption": _captions(shown, narrator)[0],
        "start": " ".join(narrator.trick(tricks[-TRICKS - 1], ruleset)),
        "holds": _holds(shown, catalogue),
        "first": len(tricks) - TRICKS + 1,
        "tricks": [" ".join(narrator.trick(trick, ruleset)) for trick in tricks[-TRICKS:]],
        "result": " ".join([title, *told]),
        "names": names,
        "before": shown.scores_before,
        "points": outcome.points,
        "after": shown.result.scores,
    }


@cache
def example_walk(preset: str, catalogue: Catalogue) -> Walk:
    """The steps of the worked example of ``preset``, in words."""
    shown = example(preset)
    narrator = Narrator(catalogue, names_in(shown))
    ruleset = shown.record.ruleset
    tricks = shown.finished.deal.tricks[-TRICKS - 1 :]
    captions = _captions(shown, narrator)
    steps = [
        Step(view, caption, " ".join(narrator.trick(trick, ruleset)))
        for view, caption, trick in zip(shown.steps[:-1], captions, tricks, strict=True)
    ]
    title, told = _result(shown, narrator)
    text = " ".join(told)
    steps.append(Step(shown.result, text, f"{title} {text}", title))
    words = ("start", "back", "next")
    return Walk(tuple(steps), {word: catalogue.say(f"examples.{word}") for word in words})


def names_in(shown: Example) -> list[str]:
    """What the players are called, by seat."""
    return [player.name or "" for player in shown.record.players]


def _holds(shown: Example, catalogue: Catalogue) -> str:
    hand = shown.finished.deal.opening_hands[LEARNER]
    played = {card for t in shown.finished.deal.tricks[:-TRICKS] for card in t.cards}
    held = tuple(card_word(card) for card in hand if card not in played)
    return catalogue.say("examples.holds", name=names_in(shown)[LEARNER], cards=held)


def _captions(shown: Example, narrator: Narrator) -> list[str]:
    """Under each picture of a trick: who took it, and how near the moon is."""
    tricks = shown.finished.deal.tricks[-TRICKS - 1 :]
    ruleset = shown.record.ruleset
    return [
        " ".join((narrator.taken(trick, ruleset), *_moon(view, narrator)))
        for trick, view in zip(tricks, shown.steps[:-1], strict=True)
    ]


def _moon(view: View, narrator: Narrator) -> Iterator[str]:
    if view.moon is not None and view.moon.taken < view.moon.of:
        yield narrator.moon(view.moon.seat, view.moon.taken, view.moon.of)


def _result(shown: Example, narrator: Narrator) -> tuple[str, list[str]]:
    return narrator.result(shown.finished, shown.scores_before, shown.record.ruleset)
