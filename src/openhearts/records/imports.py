"""Deals that other programs wrote down, as records.

Each line becomes a document, which is then read as any other: every card is played again.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from openhearts.records.errors import AlsoExpected, Place, RecordError, RecordFault
from openhearts.records.reading import read_record
from openhearts.records.record import VERSION, Record
from openhearts.records.value import Value
from openhearts.records.writing import Document
from openhearts.rules.cards import NO_CARDS, PACK, Card, Cards
from openhearts.rules.errors import Fact
from openhearts.rules.ruleset import STANDARD
from openhearts.rules.seats import Direction
from openhearts.rules.trick import Trick

_SEATS = STANDARD.seats
_NUMBERS = {STANDARD.direction(number): number for number in range(1, 5)}
"""The first deal of a standard game that passes in each direction."""

_COMPASS = ("north", "east", "south", "west")
_INITIALS = "NESW"
_CARD = "[2-9TJQKA][CDHS]"
_COLUMNS = {
    "direction": re.compile("left|right|across|hold"),
    "cfr_seats": re.compile("[NESW]*"),
    **dict.fromkeys(_COMPASS, re.compile("[0-9]{1,2}")),
    "passes_nesw": re.compile(f"({_CARD})*(/({_CARD})*){{3}}"),
    "plays_by_trick": re.compile(f"([NESW]{_CARD}){{4}}(/([NESW]{_CARD}){{4}})*"),
}
"""Of hearts-engine's tables: the columns that we read, and what stands in them."""

_DIRECTION_OF_ACTION = (Direction.HOLD, Direction.LEFT, Direction.ACROSS, Direction.RIGHT)
_CARD_OF_ACTION = sorted(PACK, key=lambda card: (card.rank, card.suit))
"""OpenSpiel counts rank by rank: clubs, diamonds, hearts, spades."""
_ACTIONS = {str(action): action for action in range(len(PACK))}

_SHOWN = 80
"""Characters of a faulty text that are shown."""


def read_hearts_engine_csv(lines: Iterable[str]) -> Iterator[Record]:
    """A record of each deal in a match table of jdh8/hearts-engine: the names of its columns,
    then a deal a line, by standard rules.

    North, east, south and west are seats 0 to 3; the bots are ``cfr`` and ``mc``. Raises
    RecordError, with the line, at the first fault.
    """
    rows = csv.DictReader(lines, restval="", strict=True)
    try:
        for row in rows:
            yield _read(_engine_deal(row, rows.line_num), rows.line_num)
    except csv.Error as error:
        raise _not(AlsoExpected.COMMA_SEPARATED, str(error), rows.line_num + 1) from error


def read_openspiel_histories(lines: Iterable[str]) -> Iterator[Record]:
    """A record of each of OpenSpiel's histories of Hearts: a deal a line, the numbers of its
    actions parted by blanks.

    Its default rules are the standard ones, but that the queen of spades breaks hearts.
    Raises RecordError, with the line, at the first fault.
    """
    for line, text in enumerate(lines, 1):
        if text.strip():
            yield _read(_openspiel_deal(text, line), line)


def _read(document: Document, line: int) -> Record:
    return read_record(Value(document, lines={(): line}))


def _engine_deal(row: Mapping[str, str], line: int) -> Document:
    for column, pattern in _COLUMNS.items():
        if column not in row:
            raise RecordError(RecordFault.MISSING_FIELD, Place(line), field=column)
        if not pattern.fullmatch(row[column]):
            raise _not(AlsoExpected.PATTERN, row[column], line, pattern=pattern.pattern)
    direction = Direction(row["direction"])
    passes = [_engine_cards(text) for text in row["passes_nesw"].split("/")]
    tricks = [_engine_trick(text, line) for text in row["plays_by_trick"].split("/")]
    held = [NO_CARDS] * _SEATS
    for trick in tricks:
        for seat, card in trick.plays():
            held[seat] = held[seat].with_card(card)
    dealt = [
        (held[seat] - Cards.of(passes[direction.giver(seat, _SEATS)])) | Cards.of(passes[seat])
        for seat in range(_SEATS)
    ]
    bots = ["cfr" if initial in row["cfr_seats"] else "mc" for initial in _INITIALS]
    document = _document(direction, dealt, passes, tricks)
    document["players"] = [{"bot": bot} for bot in bots]
    document["deals"][0]["points"] = [int(row[seat]) for seat in _COMPASS]
    return document


def _engine_cards(text: str) -> list[Card]:
    return [Card.parse(text[at] + text[at + 1].lower()) for at in range(0, len(text), 2)]


def _engine_trick(text: str, line: int) -> Trick:
    plays = [text[at : at + 3] for at in range(0, len(text), 3)]
    if "".join(play[0] for play in plays) not in _INITIALS * 2:
        raise _not(AlsoExpected.SEATS_IN_ORDER, text, line)
    cards = [card for play in plays for card in _engine_cards(play[1:])]
    return Trick(_INITIALS.index(text[0]), _SEATS, tuple(cards))


def _openspiel_deal(text: str, line: int) -> Document:
    words = text.split()
    if not all(word in _ACTIONS for word in words):
        raise _not(AlsoExpected.NUMBERS_OF_CARDS, text, line)
    first, *rest = (_ACTIONS[word] for word in words)
    if first >= len(_DIRECTION_OF_ACTION):
        raise _not(AlsoExpected.NUMBER_OF_DIRECTION, words[0], line)
    direction = _DIRECTION_OF_ACTION[first]
    passed = 0 if direction is Direction.HOLD else STANDARD.pass_count
    expected = len(PACK) * 2 + _SEATS * passed
    if len(rest) != expected:
        raise _not(AlsoExpected.AS_MANY_NUMBERS, f"{len(words)}", line, count=1 + expected)
    cards = iter([_CARD_OF_ACTION[action] for action in rest])
    pack = list(islice(cards, len(PACK)))
    dealt = [Cards.of(pack[seat::_SEATS]) for seat in range(_SEATS)]
    passes = [list(islice(cards, passed)) for _ in range(_SEATS)]
    opener = STANDARD.lowest_club
    holder = next((seat for seat, hand in enumerate(dealt) if opener in hand), 0)
    if opener in passes[holder]:
        holder = direction.receiver(holder, _SEATS)
    tricks: list[Trick] = []
    while plays := tuple(islice(cards, _SEATS)):
        tricks.append(Trick(tricks[-1].winner if tricks else holder, _SEATS, plays))
    document = _document(direction, dealt, passes, tricks)
    document["ruleset"] = {"queen_breaks": True}
    return document


def _document(
    direction: Direction,
    dealt: Sequence[Cards],
    passes: Sequence[Sequence[Card]],
    tricks: Sequence[Trick],
) -> Document:
    """The document of one deal by standard rules."""
    deal: Document = {"number": _NUMBERS[direction], "hands": [str(hand) for hand in dealt]}
    deal["passes"] = [
        f"{seat} {' '.join(map(str, cards))}" for seat, cards in enumerate(passes) if cards
    ]
    deal["tricks"] = [str(trick) for trick in tricks]
    return {"hearts": VERSION, "ruleset": {}, "deals": [deal]}


def _not(expected: AlsoExpected, text: str, line: int, **facts: Fact) -> RecordError:
    facts |= {"expected": expected, "text": text[:_SHOWN], "position": 0}
    return RecordError(RecordFault.WRONG_NOTATION, Place(line), **facts)
