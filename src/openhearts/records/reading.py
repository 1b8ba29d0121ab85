"""From a document, plain tables and arrays, to a record: every card is played again."""

from __future__ import annotations

from collections.abc import Sequence

from openhearts.records.deal_reading import items_of, read_deal
from openhearts.records.errors import RecordFault
from openhearts.records.notation import check_seats
from openhearts.records.notes_reading import read_player
from openhearts.records.record import VERSION, Player, Record, RecordedDeal
from openhearts.records.value import Value
from openhearts.records.view_reading import is_view, read_view
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.errors import RulesetError, UnknownFieldError
from openhearts.rules.ruleset import Ruleset
from openhearts.rules.scoring import game_winners, total
from openhearts.rules.view import SeatView


def from_document(document: object) -> Record:
    """The record in plain tables and arrays, as ``json.loads`` gives them.

    Raises RecordError at its first fault; its place has no line.
    """
    return read_record(Value(document))


def read_record(document: Value) -> Record:
    """The record that a document holds. Raises RecordError at its first fault."""
    version = document.entries().get("hearts")
    if version is not None and version.number() != VERSION:
        raise version.fault(RecordFault.WRONG_VERSION, version=version.number(), known=VERSION)
    parts = document.table(("hearts", "ruleset"), ("about", "players", "deals"))
    ruleset = _ruleset(parts["ruleset"])
    players = _players(ruleset, parts["players"]) if "players" in parts else ()
    about = _about(parts["about"]) if "about" in parts else ()
    deals, view = _deals(ruleset, items_of(parts, "deals"))
    return Record(ruleset, deals, players, about, view)


def _ruleset(fields: Value) -> Ruleset:
    """A field that is left out has its default."""
    words = fields.entries()
    try:
        return Ruleset().with_words({name: word.plain() for name, word in words.items()})
    except UnknownFieldError as error:
        wrong, known = words[error.field], ", ".join(error.allowed)
        raise wrong.fault(RecordFault.UNKNOWN_FIELD, field=wrong.name, known=known) from error
    except RulesetError as error:
        value, allowed = str(error.value), ", ".join(error.allowed)
        raise words[error.field].fault(
            RecordFault.WRONG_RULE, field=error.field, value=value, allowed=allowed
        ) from error


def _players(ruleset: Ruleset, value: Value) -> tuple[Player, ...]:
    players = tuple(read_player(item.table((), ("name", "bot"))) for item in value.items())
    check_seats(value, ruleset.seats, len(players))
    return players


def _about(value: Value) -> tuple[tuple[str, str | int | bool], ...]:
    return tuple((key, part.plain()) for key, part in value.entries().items())


def _deals(
    ruleset: Ruleset, items: Sequence[Value]
) -> tuple[tuple[RecordedDeal, ...], SeatView | None]:
    """The deals of a game, and the last one as a seat saw it, if it is only known so."""
    deals: list[RecordedDeal] = []
    scores = (0,) * ruleset.seats
    for item in items:
        last = deals[-1].deal if deals else None
        number = _number(last, item)
        here = item.at(deal=number)
        if last is not None:
            if last.phase is not Phase.OVER:
                raise here.fault(RecordFault.DEAL_NOT_OVER, earlier=last.number)
            scores = total(scores, last.outcome(scores).points)
            if game_winners(ruleset, scores, len(deals)):
                raise here.fault(RecordFault.GAME_OVER)
        if is_view(here):
            if item is not items[-1]:
                raise here.fault(RecordFault.DEAL_NOT_OVER, earlier=number)
            return tuple(deals), read_view(Record(ruleset, tuple(deals)).game, number, here)
        recorded = read_deal(ruleset, number, here)
        _check_points(recorded.deal, scores, here)
        deals.append(recorded)
    return tuple(deals), None


def _number(last: Deal | None, item: Value) -> int:
    """Of a deal after the ``last`` one: any for the first one, then one more each time."""
    value = item.entries().get("number")
    if value is None:
        raise item.fault(RecordFault.MISSING_FIELD, field=f"{item.name}.number")
    number = value.number()
    expected = max(1, number) if last is None else last.number + 1
    if number != expected:
        raise value.fault(RecordFault.WRONG_DEAL_NUMBER, expected=expected, given=number)
    return number


def _check_points(deal: Deal, scores: Sequence[int], value: Value) -> None:
    """The ``points`` of a deal, where its record names them; ``scores`` are those before it."""
    points = value.entries().get("points")
    if points is None:
        return
    given = tuple(item.number() for item in points.items())
    if deal.phase is not Phase.OVER:
        raise points.fault(RecordFault.DEAL_NOT_OVER, earlier=deal.number)
    right = deal.outcome(scores).points
    if given != right:
        raise points.fault(
            RecordFault.WRONG_POINTS,
            expected=" ".join(map(str, right)),
            given=" ".join(map(str, given)),
        )
