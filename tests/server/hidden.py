"""The search for what is hidden: in all that people were told, whatever it is called there.

What somebody may know is worked out from the log, by the law (docs/rules.md 3), and not by the
code that makes views: the own hand, what was passed by it and to it, the cards that were played;
and everything once the deal is over. Cards are looked for in every way in which a program could
write them down: as the wire does, as hands, as numbers; and with them the seeds of deals that are
not over, the secret of the bots, and identities.
"""

from __future__ import annotations

import json
import re
import tomllib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from openhearts.rules.cards import Cards
from openhearts.rules.deal import Phase
from openhearts.rules.errors import NotationError
from openhearts.tables.events import DealCommitted, Event, GameStarted, TableOpened
from openhearts.tables.fold import apply
from openhearts.tables.record import persons_in
from openhearts.tables.table import Table
from tests.server.witnesses import Told

CODES = re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKA])[cdhsCDHS♣♦♥♠]\ufe0e?)+(?![0-9A-Za-z])")
"""Cards as the wire writes them, alone or in a row, also with the suits' signs."""
_CODE = re.compile(r"(10|[2-9TJQKA])([cdhsCDHS♣♦♥♠])")
_SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))

HANDS = re.compile(r"(?<![\w.])[2-9TJQKA]*\.[2-9TJQKA]*\.[2-9TJQKA]*\.[2-9TJQKA]*(?![\w.])")
"""Hands as records and logs write them."""

FEW = 5
"""So many of a hidden hand's cards are no chance any more, where cards are numbers."""


@dataclass(frozen=True)
class Truth:
    """What a table's log says, version by version."""

    events: Sequence[Event]

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The table after each event; the first of them is version 1."""
        tables: list[Table] = []
        for event in self.events:
            tables.append(apply(tables[-1] if tables else None, event))
        return tables

    def between(self, since: int, until: int) -> Sequence[Table]:
        """The table as it stood in these versions."""
        return self.tables[max(since, 1) - 1 : until]

    @cached_property
    def secrets(self) -> Mapping[str, tuple[str, Sequence[bytes]]]:
        """The seeds of all deals, what bots' seeds are made of, and who ever was at the table: by
        how they are kept, what they are, and every way to write them."""
        seeds = {event.seed for event in self.events if isinstance(event, DealCommitted)}
        bots = {event.bot_secret for event in self.events if isinstance(event, GameStarted)}
        hosts = {event.host for event in self.events if isinstance(event, TableOpened)}
        kinds = {"a seed": seeds, "the bots' secret": bots}
        kinds["an identity"] = persons_in(self.events) | hosts
        return {
            secret: (what, tuple(ways_to_write(secret)))
            for what, secrets in kinds.items()
            for secret in secrets
        }


def is_over(table: Table) -> bool:
    """Whether nobody will play a card of the deal on the table any more."""
    return table.is_closed or (table.deal is not None and table.deal.phase is Phase.OVER)


def may_watch(table: Table, person: str) -> bool:
    """Whether this person may see what lies on the table at all."""
    seated = table.seat_of(person) is not None
    return seated or (table.setup.options.spectators and person not in table.removed)


def known(table: Table, person: str) -> Cards:
    """The cards of the deal on the table whose place this person may know."""
    deal = table.deal
    if deal is None or not may_watch(table, person):
        return Cards()
    if is_over(table):
        return table.ruleset.deck
    cards = deal.played
    seat = table.seat_of(person)
    if seat is not None:
        cards = cards | deal.hands[seat] | deal.given(seat)
        if deal.phase is not Phase.PASSING:
            cards = cards | deal.received(seat)
    return cards


def open_seeds(table: Table, person: str) -> set[str]:
    """The seeds of this game's deals that this person may know."""
    if not may_watch(table, person):
        return set()
    finished = table.seeds[: len(table.game.finished)]
    return {*finished, *(table.seeds if table.is_closed else ())}


def leaks(truth: Truth, told: Told, before: Iterable[str] = ()) -> Iterator[str]:
    """Whatever in it the person may not know. ``before`` are cards that the same page has named
    when there was no deal: there they are words, or examples."""
    moments = truth.between(told.since, told.until)
    yield from secrets_in(truth, told, moments)
    if told.is_picture:
        return
    allowed = Cards()
    for table in moments:
        allowed = allowed | known(table, told.person)
    document = without_the_rules(decoded(told.body), moments)
    if told.path.partition("?")[0].endswith("/record") and isinstance(document, dict):
        over = max((len(table.game.finished) for table in moments), default=0)
        document, wrong = without_finished_deals(document, over)
        yield from (f"deal {number} is in the record before its end" for number in wrong)
    named = {card for text in texts(document) for card in cards_in(text)} - {
        *before,
        *cards_in(told.asked),
    }
    yield from (f"the card {card}" for card in sorted(named - {*map(str, allowed)}))
    for table in moments:
        yield from (f"a hand as {how}" for how in numbers_of_hands(document, table, allowed))


def secrets_in(truth: Truth, told: Told, moments: Sequence[Table]) -> Iterator[str]:
    """Seeds of deals that are not over, the bots' secret, identities."""
    shown: set[str] = set()
    for table in moments:
        shown |= open_seeds(table, told.person)
    for secret, (what, ways) in truth.secrets.items():
        if secret not in shown:
            yield from (f"{what} as {way!r}" for way in ways if way in told.body)


def ways_to_write(secret: str) -> Iterator[bytes]:
    """A secret as it is kept, and where it is written in hexadecimal digits what these say."""
    yield secret.encode()
    with suppress(ValueError):
        raw = bytes.fromhex(secret)
        yield raw
        yield secret.upper().encode()
        yield b64encode(raw).rstrip(b"=")
        yield urlsafe_b64encode(raw).rstrip(b"=")
        yield str(int.from_bytes(raw)).encode()


def decoded(body: bytes) -> Any:
    """A JSON or TOML document, or else the text; what stands before a body is its headers."""
    head, line, rest = body.partition(b"\n")
    for part in (body, rest) if line else (body,):
        text = part.decode("utf-8", "replace")
        with suppress(ValueError):
            found = json.loads(text)
            if isinstance(found, dict | list):
                return found
        with suppress(ValueError):
            if text.startswith("hearts = "):
                return tomllib.loads(text)
    return f"{head.decode('utf-8', 'replace')}\n{rest.decode('utf-8', 'replace')}"


def without_the_rules(document: Any, moments: Sequence[Table]) -> Any:
    """A view or a record whose ruleset, which may name the bonus card, is the table's own."""
    if not isinstance(document, dict) or not moments:
        return document
    words = moments[-1].ruleset.to_words()
    rest = {name: of for name, of in document.items() if not (name == "ruleset" and of == words)}
    rules = rest.get("rules")
    if isinstance(rules, dict) and rules.get("fields") == words:
        rest["rules"] = {name: of for name, of in rules.items() if name != "fields"}
    return rest


def without_finished_deals(
    document: Mapping[str, Any], over: int
) -> tuple[dict[str, Any], list[int]]:
    """A record without the deals that were over; the numbers of those that were not."""
    deals = document.get("deals", [])
    wrong = [deal["number"] for deal in deals if deal["number"] > over]
    rest = {name: of for name, of in document.items() if name != "deals"}
    return rest | {"deals": [deal for deal in deals if deal["number"] in wrong]}, wrong


def pictures_that_tell(truth: Truth, told: Iterable[Told]) -> Iterator[str]:
    """Pictures of the table that differ though the same people sit there: by what, if not cards?"""
    seen: dict[object, bytes] = {}
    for picture in told:
        moments = truth.between(picture.since, picture.until)
        seatings = {(table.holders, table.phase == "gathering") for table in moments}
        if picture.is_picture and len(seatings) == 1:
            _, _, pixels = picture.body.partition(b"\n")
            if seen.setdefault((picture.path, *seatings), pixels) != pixels:
                yield f"{picture.path} is another picture in version {picture.since}"


def texts(document: Any) -> Iterator[str]:
    """Every text in a document, keys too."""
    match document:
        case str():
            yield document
        case dict():
            for name, of in document.items():
                yield str(name)
                yield from texts(of)
        case list():
            for of in document:
                yield from texts(of)
        case _:
            pass


def cards_in(text: str) -> Iterator[str]:
    """The cards that a text names, as the wire writes them."""
    for row in CODES.findall(text):
        for rank, suit in _CODE.findall(row):
            yield ("T" if rank == "10" else rank) + _SUITS.get(suit, suit.lower())
    for hand in HANDS.findall(text):
        with suppress(NotationError):
            yield from map(str, Cards.parse(hand))


def numbers_of_hands(document: Any, table: Table, allowed: Cards) -> Iterator[str]:
    """How a hidden hand stands in a document as numbers: as its mask, or as its cards' places."""
    if table.deal is None:
        return
    hands = (*table.deal.hands, *table.deal.dealt)
    masks = {hand.mask for hand in hands if hand - allowed and len(hand) >= FEW}
    hidden = [hand - allowed for hand in hands]
    for numbers in rows_of_numbers(document):
        if masks & {*numbers}:
            yield "a mask"
        if len(numbers) >= FEW and all(0 <= number < 52 for number in numbers):
            here = Cards(sum(1 << number for number in {*numbers}))
            if any(len(hand) >= FEW and hand.mask & ~here.mask == 0 for hand in hidden):
                yield "places of its cards"


def rows_of_numbers(document: Any) -> Iterator[list[int]]:
    """The whole numbers that stand together in a document."""
    items = document.values() if isinstance(document, dict) else document
    if isinstance(document, dict | list):
        numbers = [item for item in items if type(item) is int]
        if numbers:
            yield numbers
        for item in items:
            yield from rows_of_numbers(item)
