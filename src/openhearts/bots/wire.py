"""How the server and a bot's own process write to each other."""

from __future__ import annotations

import json

from openhearts.rules.actions import Action, ChooseMoon, ClaimKind, MakeClaim, PassCards, PlayCard
from openhearts.rules.cards import Card
from openhearts.rules.ruleset import MoonRule

LENGTH_BYTES = 4


def encode_action(action: Action) -> bytes:
    """The action as JSON. Raises TypeError for what is none."""
    match action:
        case PassCards(cards):
            return json.dumps({"pass": [str(card) for card in cards]}).encode()
        case PlayCard(card):
            return json.dumps({"play": str(card)}).encode()
        case MakeClaim(kind):
            return json.dumps({"claim": kind.value}).encode()
        case ChooseMoon(moon):
            return json.dumps({"moon": moon.value}).encode()
        case _:
            raise TypeError(f"not an action: {action!r}")


def decode_action(body: bytes) -> Action:
    """The action that the JSON says. Raises ValueError for anything else."""
    match json.loads(body):
        case {"pass": [*cards]}:
            return PassCards(tuple(Card.parse(card) for card in cards))
        case {"play": str(card)}:
            return PlayCard(Card.parse(card))
        case {"claim": str(kind)}:
            return MakeClaim(ClaimKind(kind))
        case {"moon": str(moon)}:
            return ChooseMoon(MoonRule(moon))
        case other:
            raise ValueError(f"not an action: {other!r}")


def framed(body: bytes) -> bytes:
    """The body with its length in front."""
    return len(body).to_bytes(LENGTH_BYTES, "big") + body
