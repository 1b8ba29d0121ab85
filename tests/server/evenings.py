"""Evenings at a table with witnesses: people who play, one who comes late, one who watches, and a
stranger who asks for every page there is, as everybody else does now and then."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from openhearts.rules.cards import PACK
from openhearts.tables.fairness import SEED_BYTES, commitment
from openhearts.words.catalogue import languages as all_languages
from tests.running import PATIENCE, Server, View, answer
from tests.server.described import addresses, routes
from tests.server.hidden import Truth, cards_in, decoded, leaks, pictures_that_tell, texts
from tests.server.logs import log_of
from tests.server.witnesses import Listener, Told, Witness

COMMANDS_A_SOCKET = 25
"""Then its person reloads the page: no limit is met, and coming back is seen too."""

ASKS = 0.7
"""How likely somebody asks for a page when something has happened at the table."""

FORMS = (
    ("/device", b""),
    (
        "/t/{table_id}/chairs",
        b"do=make&chair=mine&name=Guest&language=en&text=usual&cards=normal&deck=two",
    ),
)
"""What people send besides: both are answered with a link that is a key, and its QR code."""

COMES_LATE = 4
"""Tricks of the first deal that somebody misses who then takes a bot's seat."""


@dataclass
class Evening:
    """One table from its first guest to the end of its game, and all that was told meanwhile."""

    server: Server
    pages: Sequence[str]
    """Addresses of the site, in which ``{table_id}`` is the table."""
    setup: Mapping[str, object]
    people: int
    """Who sit there from the beginning."""
    chance: random.Random
    told: list[Told] = field(default_factory=list)
    before: dict[str, set[str]] = field(default_factory=dict)
    """By address: the cards that its page names before there is a deal."""
    witnesses: list[Witness] = field(default_factory=list)

    def play(self) -> Truth:
        """Play the game to its end. What the log says then."""
        guests = [Witness(self.server, self.told) for _ in range(self.people)]
        stranger, late, watching = (Witness(self.server, self.told) for _ in range(3))
        self.witnesses = [stranger, late, watching, *guests]
        self.table = guests[0].open_table(gathers=True, **self.setup)
        self._send_forms(guests[0])
        for page in self._addresses():
            _, body = stranger.ask(page, self.table)
            self.before[page] = {c for text in texts(decoded(body)) for c in cards_in(text)}
        with ExitStack() as sockets:
            seats = [_Seat(sockets, guest, self.table, self.chance) for guest in guests]
            looking = sockets.enter_context(watching.sit_down(self.table))
            for number, seat in enumerate(seats[1:], 1):
                assert seat.socket.do("sit", seat=number)["kind"] == "done"
            assert seats[0].socket.do("start")["kind"] == "done"
            askers = [stranger, stranger, stranger, watching, late, *guests]
            last, deadline = -1, time.monotonic() + PATIENCE
            while seats[0].view["phase"] != "over":
                assert time.monotonic() < deadline, f"rests at {seats[0].view['decision']}"
                if seats[0].view["version"] > last:
                    last = seats[0].view["version"]
                    self._look_around(askers)
                    deadline = time.monotonic() + PATIENCE
                if len(seats) == self.people and self._is_time_to_come(seats[0].view):
                    seats.append(_Seat(sockets, late, self.table, self.chance))
                    seats[-1].take(self.people)
                    self._send_forms(guests[0])
                for seat in seats:
                    seat.act()
                _listen(looking)
            for page in self._addresses():
                stranger.ask(page, self.table)
        return Truth(log_of(self.server.database, self.table))

    def leaks(self, truth: Truth) -> list[str]:
        """What somebody was told who may not know it, in words."""
        return [
            *(
                f"{leak} at {told.path} in versions {told.since} to {told.until}: {told.body!r}"
                for told in self.told
                for leak in leaks(truth, told, self.before.get(told.path, ()))
            ),
            *pictures_that_tell(truth, self.told),
        ]

    def _addresses(self) -> list[str]:
        return [page.format(table_id=self.table) for page in self.pages]

    def _send_forms(self, witness: Witness) -> None:
        for path, form in FORMS:
            status, _ = witness.ask(path.format(table_id=self.table), self.table, form)
            assert status == 200

    def _look_around(self, askers: Sequence[Witness]) -> None:
        """Now and then somebody asks for some page: mostly for one of this table's."""
        if self.chance.random() > ASKS:
            return
        pages = self._addresses()
        own = [page for page in pages if self.table in page]
        page = self.chance.choice(own if self.chance.random() < 0.7 else pages)
        self.chance.choice(askers).ask(page, self.table)

    def _is_time_to_come(self, view: View) -> bool:
        bots = len(view["players"]) > self.people
        return bots and view["phase"] == "playing" and view["tricksPlayed"] >= COMES_LATE


class _Seat:
    """Somebody who plays: anything legal, with claims, hints and takings back now and then."""

    def __init__(
        self, sockets: ExitStack, witness: Witness, table: str, chance: random.Random
    ) -> None:
        self._sockets = sockets
        self._witness = witness
        self._table = table
        self._chance = chance
        self._added = chance.randbytes(SEED_BYTES)
        self._answered = ""
        self._reload()

    @property
    def view(self) -> View:
        """The newest."""
        return self.socket.view

    def take(self, first: int) -> None:
        """Sit down on the first free seat from this one on."""
        assert self.socket.do("sit", seat=first)["kind"] == "done"

    def act(self) -> None:
        """Do what there is to do, if there is."""
        _listen(self.socket)
        if len(self.socket.sent) >= COMMANDS_A_SOCKET:
            self.socket.close()
            self._reload()
        view = self.view
        asked = view["takeBack"]
        if asked and view["seat"] in asked["waitsFor"]:
            self.socket.do("answer-take-back", request=asked["request"], agrees=True)
            return
        if self._chance.random() < 0.02:
            self.socket.do(self._chance.choice(("take-back", "ask-hint")))
            self._answered = ""  # what is taken back is asked again
            self.socket.do("play", card=str(self._chance.choice(sorted(PACK))))
            return
        if view["claims"] and self._chance.random() < 0.5:
            self.socket.do("claim", claim=view["claims"][0])
            return
        todo = answer(view, self._chance)
        if todo is None or asked or view["decision"] == self._answered:
            return
        kind, fields = todo
        if view["phase"] == "sheet":
            self._added = self._chance.randbytes(SEED_BYTES)
            assert self.socket.do("give-hash", hash=commitment(self._added))["kind"] == "done"
        elif view["phase"] == "shuffling":
            kind, fields = "reveal", {"bytes": self._added.hex()}
        # Another's taking back may have come first: then it is refused, and there is a new view.
        if self.socket.do(kind, decision=view["decision"], **fields)["kind"] == "done":
            self._answered = view["decision"]

    def _reload(self) -> None:
        self.socket = self._sockets.enter_context(self._witness.sit_down(self._table))
        self.socket.see(lambda _: True)


def _listen(socket: Listener) -> None:
    """Take what has come."""
    with suppress(TimeoutError):
        while True:
            socket.receive(0.001)


def pages_of(folder: Path, languages: Sequence[str]) -> list[str]:
    """The addresses of all pages and files in these languages, with ``{table_id}`` for a table.

    The client's own files, which are the same for everybody, are left out. ``folder`` is empty.
    """
    known = {"table_id": ["{table_id}"], "preset": ["standard"], "token": ["x"], "path": []}
    others = tuple(f"/{code}/" for code in all_languages() if code not in languages)
    return [
        address
        for method, address in addresses(routes(folder), known)
        if method == "GET" and not address.startswith((*others, "/static", "/icons"))
    ]
