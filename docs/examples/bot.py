"""A bot as a program of openhearts' arena: plays its lowest card, and passes its highest."""

import json
import sys

RANKS = "23456789TJQKA"


def rank(card: str) -> int:
    """Of a card such as "Qs": 0 to 12."""
    return RANKS.index(card[0])


def answer(view: dict) -> dict:
    """What the seat of this view does."""
    if view["phase"] == "passing":
        highest = sorted(view["hand"], key=rank)[-view["ruleset"]["pass_count"] :]
        return {"pass": highest}
    if view["phase"] == "choosing":
        return {"moon": "add"}
    return {"play": min(view["legal"], key=rank)}


print(json.dumps({"protocol": 1, "name": "lowest card"}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps(answer(question["view"])), flush=True)
