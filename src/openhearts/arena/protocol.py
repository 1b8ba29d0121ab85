"""The line protocol in plain values (docs/arena.md): a view in, an action out.

It needs nothing but the rules and how actions are written, so that ``tools/old_bot.py`` can
use it with those of an older openhearts.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from openhearts.bots.bot import Bot
from openhearts.bots.worker import encode_action
from openhearts.rules.actions import ClaimKind
from openhearts.rules.cards import Card, Cards
from openhearts.rules.deal import Claim, Phase
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView

VERSION = 1
"""Of the protocol. A program says in its hello which one it speaks."""


def hello(name: str) -> dict[str, Any]:
    """The first line of a program, when it is ready to be asked."""
    return {"protocol": VERSION, "name": name}


def question(view: SeatView, seed: int, seconds: float) -> dict[str, Any]:
    """What a program is asked."""
    return {"view": view_document(view), "seed": seed, "milliseconds": round(seconds * 1_000)}


def view_document(view: SeatView) -> dict[str, Any]:
    """A view of a seat that has something to decide, with everything that it may do."""
    return {
        "ruleset": view.ruleset.to_words(),
        "number": view.number,
        "direction": view.direction.value,
        "seat": view.seat,
        "scores": list(view.scores),
        "phase": view.phase.value,
        "to_act": list(view.to_act),
        "has_passed": list(view.has_passed),
        "hand_sizes": list(view.hand_sizes),
        "hand": _texts(view.hand),
        "given": _texts(view.given),
        "received": _texts(view.received),
        "tricks": [_trick_document(trick) for trick in view.tricks],
        "trick": None if view.trick is None else _trick_document(view.trick),
        "claim": None if view.claim is None else _claim_document(view.claim),
        "shown_hand": _texts(view.shown_hand),
        "legal": _texts(view.legal_cards()),
        "claims": [kind.value for kind in view.claims()] if view.is_my_turn else [],
        "moons": {moon.value: list(scores) for moon, scores in view.moon_choices().items()},
    }


def view_of(document: dict[str, Any]) -> SeatView:
    """The view that ``view_document`` wrote."""
    ruleset = Ruleset().with_words(document["ruleset"])
    tricks = tuple(_trick_of(trick, ruleset) for trick in document["tricks"])
    trick = None if document["trick"] is None else _trick_of(document["trick"], ruleset)
    claim = document["claim"]
    return SeatView(
        ruleset=ruleset,
        number=document["number"],
        seat=document["seat"],
        scores=tuple(document["scores"]),
        phase=Phase(document["phase"]),
        to_act=tuple(document["to_act"]),
        has_passed=tuple(document["has_passed"]),
        hand_sizes=tuple(document["hand_sizes"]),
        tricks=tricks,
        trick=trick,
        played=Cards.of(card for t in (*tricks, *([trick] if trick else [])) for card in t.cards),
        claim=None if claim is None else Claim(claim["seat"], ClaimKind(claim["kind"])),
        shown_hand=_cards(document["shown_hand"]),
        hand=_cards(document["hand"]),
        given=_cards(document["given"]),
        received=_cards(document["received"]),
    )


def speak(bot: Bot, name: str, questions: TextIO, answers: TextIO) -> None:
    """Play ``bot`` as a program of the protocol until there are no more questions."""
    _say(answers, json.dumps(hello(name)))
    for line in questions:
        asked = json.loads(line)
        _say(answers, encode_action(bot.answer(view_of(asked["view"]), asked["seed"])).decode())


def _say(answers: TextIO, line: str) -> None:
    answers.write(f"{line}\n")
    answers.flush()


def _trick_document(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _texts(trick.cards)}


def _trick_of(document: dict[str, Any], ruleset: Ruleset) -> Trick:
    cards = tuple(Card.parse(card) for card in document["cards"])
    return Trick(document["leader"], ruleset.seats, cards)


def _claim_document(claim: Claim) -> dict[str, Any]:
    return {"seat": claim.seat, "kind": claim.kind.value}


def _texts(cards: Cards | tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _cards(texts: list[str]) -> Cards:
    return Cards.of(Card.parse(text) for text in texts)
