"""From a record to its document, plain tables and arrays, and to TOML."""

from __future__ import annotations

import json
import re
from typing import Any

from openhearts.records.record import (
    UNKNOWN,
    VERSION,
    FairDeal,
    Player,
    PlayerChange,
    Record,
    RecordedDeal,
    TakeBack,
)
from openhearts.rules.cards import Cards
from openhearts.rules.deal import Phase
from openhearts.rules.scoring import Outcome
from openhearts.rules.view import SeatView

Document = dict[str, Any]
"""Tables, arrays, strings, whole numbers, true and false: what TOML and JSON share."""

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def to_document(record: Record) -> Document:
    """The record as plain tables and arrays, which ``json.dumps`` and others can write."""
    outcomes = [finished.outcome for finished in record.finished]
    document: Document = {"hearts": VERSION}
    if record.players:
        document["players"] = list(map(_player, record.players))
    if record.about:
        document["about"] = dict(record.about)
    document["ruleset"] = record.ruleset.to_words()
    document["deals"] = [
        _deal(recorded, outcomes[place] if place < len(outcomes) else None)
        for place, recorded in enumerate(record.deals)
    ]
    if record.view is not None:
        document["deals"].append(_view(record.view))
    return document


def _deal(recorded: RecordedDeal, outcome: Outcome | None) -> Document:
    deal = recorded.deal
    document: Document = {"number": deal.number, "hands": [str(hand) for hand in deal.dealt]}
    if recorded.pass_order:
        document["passes"] = [f"{seat} {_cards(deal.given(seat))}" for seat in recorded.pass_order]
    tricks = [*deal.tricks, *([deal.trick] if deal.trick and deal.trick.cards else [])]
    if tricks:
        document["tricks"] = [str(trick) for trick in tricks]
    if deal.claim is not None:
        document["claim"] = f"{deal.claim.seat} {deal.claim.kind}"
    if deal.moon_choice is not None:
        document["moon"] = f"{deal.shooter} {deal.moon_choice}"
    if outcome is not None:
        document["points"] = list(outcome.points)
    if recorded.automatic:
        document["automatic"] = list(recorded.automatic)
    if recorded.take_backs:
        document["take_backs"] = list(map(_take_back, recorded.take_backs))
    if recorded.player_changes:
        document["player_changes"] = list(map(_player_change, recorded.player_changes))
    if recorded.fair is not None:
        document["fair"] = _fair(recorded.fair)
    return document


def _view(view: SeatView) -> Document:
    """A deal under way as a seat saw it."""
    seats = range(view.ruleset.seats)
    hands = [UNKNOWN] * len(seats)
    known = {view.seat: view.given}
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    if view.seat is not None:
        own = view.hand | Cards.of(
            card for trick in tricks for seat, card in trick.plays() if seat == view.seat
        )
        if view.received:
            known[view.direction.giver(view.seat, len(seats))] = view.received
            own = (own - view.received) | view.given
        hands[view.seat] = str(own)
    document: Document = {"number": view.number, "hands": hands}
    hidden = " ".join([UNKNOWN] * view.ruleset.pass_count)
    passed = [seat for seat in seats if view.has_passed[seat]]
    if passed:
        document["passes"] = [
            f"{seat} {_cards(known[seat]) if seat in known else hidden}" for seat in passed
        ]
    if tricks:
        document["tricks"] = [
            str(trick) for trick in tricks if trick.cards or view.phase is Phase.PLAYING
        ]
    if view.claim is not None:
        document["claim"] = f"{view.claim.seat} {view.claim.kind}"
        if view.shown_hand:
            document["shown_hand"] = str(view.shown_hand)
    return document


def _cards(cards: Cards) -> str:
    return " ".join(map(str, cards))


def _player(player: Player) -> Document:
    known = {"name": player.name, "bot": player.bot}
    return {key: text for key, text in known.items() if text is not None}


def _player_change(change: PlayerChange) -> Document:
    return {"seat": change.seat, "after": change.after, **_player(change.player)}


def _take_back(take_back: TakeBack) -> Document:
    undone = [f"{seat} {action}" for seat, action in take_back.undone]
    return {"seat": take_back.seat, "after": take_back.after, "undone": undone}


def _fair(fair: FairDeal) -> Document:
    document: Document = {"seed": fair.seed, "commitment": fair.commitment}
    parts = {"hashes": fair.hashes, "revealed": fair.revealed}
    return document | {key: list(part) for key, part in parts.items() if part}


def to_toml(document: Document) -> str:
    """A record's document as TOML: a line for each hand, pass and trick."""
    sections = [key for key in ("about", "ruleset") if key in document]
    heads = {key: value for key, value in document.items() if key not in (*sections, "deals")}
    blocks = [_entries(heads)]
    blocks += [f"[{key}]\n{_entries(document[key])}" for key in sections]
    blocks += [f"[[deals]]\n{_entries(deal)}" for deal in document["deals"]]
    return "\n".join(blocks)


def _entries(table: Document) -> str:
    return "".join(f"{_key(key)} = {_spread(value)}\n" for key, value in table.items())


def _spread(value: object) -> str:
    """A value; an array of texts or tables has a line for each."""
    if isinstance(value, list) and value and not isinstance(value[0], int):
        return "[\n" + "".join(f"  {_inline(item)},\n" for item in value) + "]"
    return _inline(value)


def _inline(value: object) -> str:
    match value:
        case str():
            # JSON's strings are TOML's, but for the one character that JSON leaves as it is.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case dict():
            entries = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items())
            return f"{{ {entries} }}" if entries else "{}"
        case list():
            return f"[{', '.join(map(_inline, value))}]"
        case bool():
            return str(value).lower()
        case _:
            return str(value)


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _inline(key)
