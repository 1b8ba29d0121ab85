"""The pages on a real server in a thread, with tables in memory, and what a visitor finds there."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from openhearts.server.chairs import Chair, ChairMiddleware
from openhearts.server.lobby import LobbyContent
from openhearts.server.protection import ProtectionMiddleware
from openhearts.server.results import TableResults
from openhearts.server.site.routes import error_pages, site_routes
from openhearts.server.site.site import Site
from openhearts.server.stopping import RESTARTING
from openhearts.tables.events import BotPlayer, Person
from openhearts.tables.invitation import Invitation, Seating
from openhearts.tables.messages import Player
from openhearts.tables.setup import Setup
from openhearts.tables.summary import TableSummary
from openhearts.words.catalogue import Catalogue, languages

LEVELS = ("casual",)
EMPTY = LobbyContent((), ())
PERSON = "the visitor"

MANIFEST = {
    "fonts/brygada-1918-latin-wght-normal.woff2": {"file": "assets/brygada-1918-b1.woff2"},
    "fonts/schibsted-grotesk-latin-wght-normal.woff2": {"file": "assets/schibsted-s1.woff2"},
    "fonts/brygada-1918-latin-wght-italic.woff2": {"file": "assets/brygada-1918-i1.woff2"},
    "_shared.js": {"file": "assets/shared-1.js", "css": ["assets/shared-1.css"]},
    "src/site/site.ts": {
        "file": "assets/site-1.js",
        "isEntry": True,
        "css": ["assets/site-1.css"],
        "imports": ["_shared.js"],
    },
    "src/table/main.ts": {"file": "assets/table-1.js", "isEntry": True},
    "src/table/screens.ts": {"file": "assets/screens-1.js", "isDynamicEntry": True},
    "src/lessons/example.ts": {"file": "assets/example-1.js", "isEntry": True},
    "src/lessons/learn.ts": {"file": "assets/learn-1.js", "isEntry": True},
    "src/fairness/main.ts": {"file": "assets/fairness-1.js", "isEntry": True},
    "src/site/opening.ts": {"file": "assets/opening-1.js", "isEntry": True},
    "src/worker/worker.ts": {"file": "assets/worker-1.js", "isEntry": True},
    **{
        f"../src/openhearts/words/{language}.json{query}": {"file": f"assets/{language}-{at}.js"}
        for language in languages()
        for at, query in enumerate(("", "?screens"), 1)
    },
}


def write_client(static: Path, manifest: Mapping[str, object] = MANIFEST) -> Path:
    """A built client as small as can be, in the folder ``static``."""
    (static / ".vite").mkdir(parents=True)
    (static / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    (static / "assets").mkdir()
    for name in ("site", "worker"):
        (static / "assets" / f"{name}-1.js").write_text("")
    return static


def a_person(name: str | None = None, seat: int = 0) -> Player:
    return msgspec.structs.replace(a_bot(seat), kind="person", name=name, level=None)


def a_bot(seat: int) -> Player:
    return Player(
        kind="bot",
        number=seat,
        name=None,
        level="casual",
        here=True,
        stand_in=False,
        seconds_left=None,
        reserve_left=None,
    )


NOT_PLAYED = TableResults((), {})
SEATED = Seating(PERSON, (Person(PERSON), *(BotPlayer("casual"),) * 3), is_closed=False)


@dataclass
class Keeper:
    """Chairs in memory; the token of a chair's link is its handle."""

    all: list[Chair] = field(default_factory=list)

    async def make(self, chair: Chair) -> str:
        await self.remove(chair)
        self.all.append(chair)
        return chair.handle

    async def change(self, chair: Chair) -> None:
        await self.make(chair)

    async def remove(self, chair: Chair) -> None:
        self.all = [other for other in self.all if other.person != chair.person]

    async def at_table(self, table_id: str) -> list[Chair]:
        return [chair for chair in self.all if chair.table_id == table_id]

    async def behind(self, token: str) -> Chair | None:
        return next((chair for chair in self.all if chair.handle == token), None)


@dataclass
class Tables:
    """What the rest of the server would do for the pages."""

    opened: dict[str, Setup] = field(default_factory=dict)
    openers: list[str] = field(default_factory=list)
    gathering: list[str] = field(default_factory=list)
    """The tables that were opened for people to gather."""
    unfinished: list[TableSummary] = field(default_factory=list)
    gathers: bool = False
    """At every table: whether its game has not begun."""
    seated: list[Player] = field(default_factory=list)
    """At every table; none: a nameless person and three bots."""
    lobby: LobbyContent = EMPTY
    links: dict[str, str] = field(default_factory=dict)
    """To other devices: the persons whom they take along."""
    names: dict[str, str] = field(default_factory=dict)
    became: list[str] = field(default_factory=list)
    results: TableResults = NOT_PLAYED
    """At every table."""
    chairs: Keeper = field(default_factory=Keeper)
    seating: Seating = SEATED
    """At every table."""

    async def open_table(
        self, person: str, setup: Setup, *, gathers: bool, browser_hash: str
    ) -> str:
        table_id = f"table{len(self.opened) + 1}"
        self.opened[table_id] = setup
        self.openers.append(person)
        if gathers:
            self.gathering.append(table_id)
        return table_id

    async def tables_of(self, _person: str) -> list[TableSummary]:
        return self.unfinished

    async def name_of(self, person: str) -> str | None:
        return self.names.get(person)

    async def setup_of(self, table_id: str) -> Setup | None:
        return self.opened.get(table_id)

    async def invitation_of(self, table_id: str) -> Invitation | None:
        setup = self.opened.get(table_id)
        players = self.seated or [a_person(), *map(a_bot, range(1, 4))]
        return Invitation(setup, tuple(players), self.gathers) if setup else None

    async def make(self, person: str) -> str:
        self.links[f"link{len(self.links) + 1}"] = person
        return f"link{len(self.links)}"

    async def owner(self, token: str) -> str | None:
        return self.links.get(token)

    async def redeem(self, token: str) -> str | None:
        return self.links.pop(token, None)

    async def results_of(self, table_id: str) -> TableResults | None:
        return self.results if table_id in self.opened else None

    async def seating_of(self, table_id: str) -> Seating | None:
        return self.seating if table_id in self.opened else None

    async def come_to(self, table_id: str, person: str, usual: int) -> None:
        """Whoever wants to sits down."""

    async def rename(self, person: str, name: str) -> None:
        self.names[person] = name

    async def look_into_the_lobby(self) -> LobbyContent:
        return self.lobby

    def site(
        self,
        static: Path,
        catalogues: Mapping[str, Catalogue] | None = None,
        levels: tuple[str, ...] = LEVELS,
    ) -> Site:
        return Site(
            open_table=self.open_table,
            tables_of=self.tables_of,
            setup_of=self.setup_of,
            name_of=self.name_of,
            invitation_of=self.invitation_of,
            devices=self,
            results_of=self.results_of,
            chairs=self.chairs,
            seating_of=self.seating_of,
            come_to=self.come_to,
            rename=self.rename,
            lobby=self.look_into_the_lobby,
            person_of=lambda _request: PERSON,
            visitor_of=lambda _request: PERSON,
            become=lambda _request, person: self.became.append(person),
            levels=levels,
            default_level="casual",
            catalogues=catalogues or {code: Catalogue.load(code) for code in languages()},
            static=static,
        )


async def _stumble(_request: Request) -> Response:
    raise RuntimeError("a fault of ours")


async def _too_often(_request: Request) -> Response:
    raise HTTPException(429)


async def _too_late(_request: Request) -> Response:
    raise HTTPException(503, RESTARTING)


@contextmanager
def serving(site: Site, port: int = 0) -> Iterator[int]:
    """The site on a real server; its port, any free one if none is asked for."""
    app = Starlette(
        routes=[
            *site_routes(site),
            Route("/stumble", _stumble),
            Route("/too-often", _too_often),
            Route("/too-late", _too_late),
        ],
        exception_handlers=error_pages(site),
    )
    config = uvicorn.Config(
        ProtectionMiddleware(ChairMiddleware(app, site.chairs.behind)),
        port=port,
        ws="none",
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + 20
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)
        yield int(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


@dataclass(frozen=True)
class Element:
    """A start tag."""

    tag: str
    attributes: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]


class Page(HTMLParser):
    """An answer, read as a browser without scripts reads it."""

    def __init__(self, status: int, headers: Mapping[str, str], text: str) -> None:
        super().__init__()
        self.status = status
        self.headers = headers
        self.html = text
        self.elements: list[Element] = []
        self._words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attributes}))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:  # what stands in a script is not read
            self._words.append(data)

    @property
    def words(self) -> str:
        """Everything that is said, in one line."""
        return " ".join(" ".join(self._words).split())

    def having(self, **attributes: str) -> list[Element]:
        """The elements with these attributes; ``data_field`` stands for ``data-field``."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self.elements if wanted.items() <= e.attributes.items()]

    @property
    def offered(self) -> dict[str, list[str]]:
        """By name of the form's fields: the answers to choose from, or the one typed there."""
        offered: dict[str, list[str]] = {}
        for name, element in self._fields:
            offered.setdefault(name, []).append(element["value"])
        return offered

    @property
    def answers(self) -> dict[str, str]:
        """What the form would send if it were sent as it stands."""
        return {
            name: element["value"]
            for name, element in self._fields
            if element.attributes.get("type") not in ("radio", None)
            or {"checked", "selected"} & element.attributes.keys()
        }

    @property
    def _fields(self) -> Iterator[tuple[str, Element]]:
        """Every field of the form, and every choice of one, after its name."""
        select = ""
        for element in self.elements:
            if element.tag == "select":
                select = element["name"]
            elif element.tag == "option":
                yield select, element
            elif element.tag == "input":
                yield element["name"], element


@dataclass
class Visitor:
    """A browser without scripts."""

    port: int

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Page:
        """The page of this address, or that to which it leads."""
        page = self.request("GET", path, headers=headers)
        if page.status == HTTPStatus.TEMPORARY_REDIRECT:
            return self.request("GET", page.headers["location"], headers=headers)
        return page

    def post(self, answers: Mapping[str, str], headers: Mapping[str, str] | None = None) -> Page:
        """Send a form to /tables, from a page of this site unless ``headers`` say otherwise."""
        form = {"content-type": "application/x-www-form-urlencoded"}
        from_here = {"sec-fetch-site": "same-origin"} if headers is None else headers
        return self.request("POST", "/tables", urlencode(answers), {**form, **from_here})

    def request(
        self,
        method: str,
        path: str,
        body: str | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Page(answer.status, dict(answer.getheaders()), answer.read().decode())
        finally:
            connection.close()
