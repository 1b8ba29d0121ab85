"""The whole view of a table for one client, made from what that client may know.

Everything about the deal comes from a SeatView. Secrets of the table (seeds, the bots'
secret, identity ids) have no way in here but by being named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import msgspec

from openhearts.rules.actions import PassCards, PlayCard
from openhearts.rules.cards import QUEEN_OF_SPADES, Cards
from openhearts.rules.deal import Phase
from openhearts.rules.errors import IllegalAction
from openhearts.rules.game import FinishedDeal
from openhearts.rules.scoring import moon_cards, moon_value, penalty_cards, points_of, total
from openhearts.rules.seats import Direction
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView
from openhearts.tables import messages
from openhearts.tables.events import BotPlayer, Person
from openhearts.tables.handle import can_replay
from openhearts.tables.hints import can_hint, moon_word
from openhearts.tables.setup import Setup
from openhearts.tables.table import Shuffle, Table
from openhearts.tables.taking_back import can_take_back, request_of
from openhearts.tables.talk import Lines, may_say, speaker

Known = Callable[[str], tuple[str | None, bool]]
"""By identity: the person's name, if it has one, and whether it is here."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a client is told besides the table itself: who is here, and what time it is."""

    known: Known
    spectators: int = 0
    """How many people without a seat look on."""
    next_deal_in: float | None = None
    """Seconds until the sheet is put away."""
    seconds_left: Mapping[int, float] = field(default_factory=dict)
    """By seat whose clock runs: until it acts."""
    talk: Lines = ()
    """What was said at the table."""


def table_view(
    table: Table,
    address: str,
    seat: int | None,
    around: Surroundings,
    *,
    removed: bool = False,
) -> messages.View:
    """What the client on ``seat``, or a spectator, is told of the table at ``address``.

    Who has no seat at a table that wants no spectators is told who sits there and how they
    stand, and nothing of the cards; nor is who was ``removed``.
    """
    return TableViews(table, address, around).of(seat, removed=removed)


class TableViews:
    """Everybody's views of one table at one moment. What several share is made once."""

    def __init__(self, table: Table, address: str, around: Surroundings) -> None:
        self._table = table
        self._address = address
        self._around = around

    def of(self, seat: int | None, *, removed: bool = False) -> messages.View:
        """As ``table_view`` says."""
        if seat is not None:
            return self._with_own(seat)
        if removed or not self._table.setup.options.spectators:
            return msgspec.structs.replace(self._outside, removed=removed)
        return self._public

    @cached_property
    def _outside(self) -> messages.View:
        """What anybody may know who has the table's link."""
        table, around = self._table, self._around
        view = messages.View(
            schema=messages.SCHEMA,
            version=table.version,
            table=self._address,
            rules=_rules(table.setup),
            options=table.setup.options,
            players=players(table, around),
            seat=None,
            host=table.host_seat,
            removed=False,
            spectators=around.spectators,
            game=table.number,
            deal=table.game.next_number - 1,
            phase=table.phase,
            decision=table.decision,
            to_act=table.to_act,
            rows=_rows(table),
            scores=table.game.scores,
            ready=tuple(s in table.readers for s in range(len(table.holders))),
            next_deal_in=around.next_deal_in if table.phase == "sheet" else None,
            next_direction=(
                table.ruleset.direction(table.game.next_number).value
                if table.phase in ("sheet", "shuffling")
                else None
            ),
            winners=table.game.winners,
            take_back=_take_back(table),
            can_take_back=False,
            can_hint=False,
            can_replay=False,
            take_backs=table.take_backs,
            replayed=table.replays is not None,
            next_hash="",
            next_shuffle=_shuffle(table.next_shuffle, shows_seed=False),
            shuffle=_shuffle(table.shuffle, shows_seed=False),
        )
        if table.deal is None:
            return view
        deal = self._deal
        return msgspec.structs.replace(
            view,
            direction=deal.direction.value,
            pass_count=table.ruleset.pass_count,
            passed=deal.has_passed,
            passed_automatically=tuple(
                sorted(seat for seat, done in table.automatic if isinstance(done, PassCards))
            ),
            hand_sizes=deal.hand_sizes,
            tricks_played=len(deal.tricks),
        )

    @cached_property
    def _public(self) -> messages.View:
        """The same, with the cards that everybody sees, and what they were drawn from."""
        table = self._table
        shown = msgspec.structs.replace(
            self._outside,
            next_shuffle=_shuffle(table.next_shuffle, shows_seed=table.is_closed),
            shuffle=_shuffle(table.shuffle, shows_seed=_is_settled(table)),
            talk=self._talk(),
            speakers=tuple(self._speaker(table.person_on(s)) for s in range(len(table.holders))),
        )
        if table.deal is None:
            return shown
        deal = self._deal
        options = table.setup.options
        shows_points = options.running_points or bool(deal.opening_hands)
        return msgspec.structs.replace(
            shown,
            tricks=_tricks(deal, table, shows_points),
            trick=_table_trick(deal, table),
            hearts_broken=deal.hearts_broken,
            queen_played=QUEEN_OF_SPADES in deal.played,
            points=_points(deal) if shows_points else None,
            moon=_moon(deal) if shows_points else None,
            claim=_claim(deal),
            hands=tuple(_texts(hand) for hand in deal.opening_hands),
            passes=tuple(_texts(cards) for cards in deal.passes),
        )

    @cached_property
    def _deal(self) -> SeatView:
        """The deal on the table, as nobody's seat knows it."""
        return SeatView.of(self._table.game, None)

    def _with_own(self, seat: int) -> messages.View:
        """The public view, with what only this seat knows, and may do."""
        table = self._table
        seated = msgspec.structs.replace(
            self._public,
            seat=seat,
            can_take_back=can_take_back(table, seat),
            can_hint=can_hint(table, seat),
            can_replay=table.phase == "over" and can_replay(table),
            next_hash=table.hashes[seat] if table.hashes else "",
            may_say=may_say(table, seat),
        )
        if table.deal is None:
            return seated
        view = SeatView.of(table.game, seat)
        own = msgspec.structs.replace(
            seated,
            pass_to=_partner(view, Direction.receiver),
            receive_from=_partner(view, Direction.giver),
            given=_texts(view.given),
            received=_texts(view.received),
            hand=_texts(view.hand),
        )
        if seat in table.stand_ins:
            return msgspec.structs.replace(own, played_for_me=_played_for(table, seat))
        return msgspec.structs.replace(
            own,
            legal=_texts(view.legal_cards()),
            refusals={str(card): _refusal(why) for card, why in view.refusals().items()},
            claims=tuple(kind.value for kind in view.claims()),
            moon_choices={moon_word(moon): after for moon, after in view.moon_choices().items()},
        )

    def _talk(self) -> tuple[messages.TalkLine, ...]:
        return tuple(
            messages.TalkLine(
                id=line.id,
                speaker=self._speaker(line.person),
                seat=self._table.seat_of(line.person),
                name=self._around.known(line.person)[0],
                phrase=line.phrase,
                text=line.text,
            )
            for line in self._around.talk
        )

    def _speaker(self, person: str | None) -> str:
        return "" if person is None else speaker(self._address, person)


def _take_back(table: Table) -> messages.TakeBackAsked | None:
    if table.asks_back is None:
        return None
    return messages.TakeBackAsked(
        seat=table.asks_back, request=request_of(table), waits_for=table.agreement_needed
    )


def _shuffle(shuffle: Shuffle | None, *, shows_seed: bool) -> messages.Shuffle | None:
    """What a deal is drawn from, as far as it is told."""
    if shuffle is None:
        return None
    return messages.Shuffle(
        commitment=shuffle.commitment,
        hashes=shuffle.hashes,
        revealed=shuffle.revealed,
        seed=shuffle.seed if shows_seed else None,
    )


def _is_settled(table: Table) -> bool:
    """Whether nobody will play a card of the deal on the table any more."""
    return table.is_closed or (table.deal is not None and table.deal.phase is Phase.OVER)


@lru_cache(maxsize=1024)
def _rules(setup: Setup) -> messages.Rules:
    return messages.Rules(
        preset=setup.preset,
        fields=setup.ruleset.to_words(),
        changed=setup.changed_fields,
        idle=setup.ruleset.idle_fields(),
    )


def players(table: Table, around: Surroundings) -> tuple[messages.Player, ...]:
    """Who sits where."""
    return tuple(_player(table, seat, around) for seat in range(len(table.holders)))


def _player(table: Table, seat: int, around: Surroundings) -> messages.Player:
    holder, actor = table.holders[seat], table.actors[seat]
    name, here = around.known(holder.id) if isinstance(holder, Person) else (None, True)
    return messages.Player(
        kind="person" if isinstance(holder, Person) else "bot",
        number=seat,
        name=name,
        level=actor.level if isinstance(actor, BotPlayer) else None,
        here=here,
        stand_in=seat in table.stand_ins,
        seconds_left=around.seconds_left.get(seat),
        reserve_left=table.reserves[seat] / 1000 if seat in around.seconds_left else None,
    )


def _partner(view: SeatView, find: Callable[[Direction, int, int], int]) -> int | None:
    """The seat that this one passes to, or gets from, in this deal."""
    if view.seat is None or view.direction is Direction.HOLD:
        return None
    return find(view.direction, view.seat, view.ruleset.seats)


def _texts(cards: Cards) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def _refusal(why: IllegalAction) -> messages.Refusal:
    return messages.Refusal(code=why.reason.value, facts=dict(why.facts))


def _played_for(table: Table, seat: int) -> tuple[str, ...]:
    """What bots that stood in for the person on ``seat`` have played in this deal, in order."""
    return tuple(
        str(action.card)
        for actor, action in table.actions
        if actor == seat and isinstance(action, PlayCard) and (actor, action) in table.stood_in
    )


def _tricks(view: SeatView, table: Table, points: bool) -> tuple[messages.Trick, ...]:
    older = table.setup.options.older_tricks or view.opening_hands
    first = 0 if older else max(len(view.tricks) - 1, 0)
    return tuple(
        _trick(
            number,
            trick,
            table,
            points_of(view.ruleset, Cards.of(trick.cards)) if points else None,
        )
        for number, trick in enumerate(view.tricks[first:], first + 1)
    )


def _table_trick(view: SeatView, table: Table) -> messages.Trick | None:
    if view.trick is None or not view.trick.cards:
        return None
    return _trick(len(view.tricks) + 1, view.trick, table, None)


def _trick(number: int, trick: Trick, table: Table, points: int | None) -> messages.Trick:
    return messages.Trick(
        number=number,
        leader=trick.leader,
        cards=tuple(str(card) for card in trick.cards),
        winner=trick.winner,
        points=points,
        automatic=tuple(s for s, card in trick.plays() if (s, PlayCard(card)) in table.automatic),
    )


def _points(view: SeatView) -> tuple[int, ...]:
    return tuple(points_of(view.ruleset, cards) for cards in view.taken)


def _moon(view: SeatView) -> messages.Moon | None:
    """The moon meter: a seat that alone has every counting card taken so far."""
    if not view.ruleset.has_moon:
        return None
    needed = moon_cards(view.ruleset)
    holders = [seat for seat, cards in enumerate(view.taken) if cards & needed]
    if len(holders) != 1:
        return None
    (seat,) = holders
    taken = view.taken[seat] & penalty_cards(view.ruleset)
    if not taken:
        return None
    return messages.Moon(
        seat=seat, taken=points_of(view.ruleset, taken), of=moon_value(view.ruleset)
    )


def _claim(view: SeatView) -> messages.ClaimMade | None:
    if view.claim is None:
        return None
    return messages.ClaimMade(
        seat=view.claim.seat, claim=view.claim.kind.value, hand=_texts(view.shown_hand)
    )


def _rows(table: Table) -> tuple[messages.SheetRow, ...]:
    rows: list[messages.SheetRow] = []
    scores: tuple[int, ...] = (0,) * table.ruleset.seats
    for finished in table.game.finished:
        scores = total(scores, finished.outcome.points)
        rows.append(_row(finished, scores))
    return tuple(rows)


def _row(finished: FinishedDeal, scores: tuple[int, ...]) -> messages.SheetRow:
    moon = finished.outcome.moon
    return messages.SheetRow(
        deal=finished.deal.number,
        direction=finished.deal.direction.value,
        points=finished.outcome.points,
        scores=scores,
        shooter=finished.outcome.shooter,
        moon=None if moon is None else moon_word(moon),
    )
