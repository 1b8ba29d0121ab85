"""The addresses of the pages that are read."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Mount, Route

from openhearts.rules.ruleset import PRESETS
from openhearts.server.results import TableResults
from openhearts.server.same_origin import is_same_origin
from openhearts.server.site.assets import Assets, BuiltFiles
from openhearts.server.site.chair_pages import chair_routes
from openhearts.server.site.device_pages import device_routes
from openhearts.server.site.example import example_walk
from openhearts.server.site.fields import idle_words, wrong_words
from openhearts.server.site.forms import Draft, draft_of, read_draft, start_from_preset
from openhearts.server.site.home_page import home_facts
from openhearts.server.site.language import (
    language_for,
    language_in,
    remember,
    vary,
)
from openhearts.server.site.learn_page import course, learn_facts
from openhearts.server.site.lobby_page import lobby_facts
from openhearts.server.site.offline import offline_routes
from openhearts.server.site.pages import TEMPLATES, Pages, site_address
from openhearts.server.site.preview import table_preview
from openhearts.server.site.previews import preview_routes
from openhearts.server.site.public_pages import (
    FAIRNESS,
    LEARN,
    LOBBY,
    RULES_INDEX,
    RULES_PAGES,
    PublicPage,
    public_pages,
)
from openhearts.server.site.results_page import results_csv, results_facts
from openhearts.server.site.rules_pages import links, rules_page_facts
from openhearts.server.site.rules_texts import rules_text
from openhearts.server.site.sent_forms import sent_form
from openhearts.server.site.setup_page import rules_facts, setup_facts, summary_facts
from openhearts.server.site.site import Site
from openhearts.server.stopping import RESTARTING
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import DEFAULT_LANGUAGE

WITHOUT_LANGUAGE = ("/t/", "/device")
"""What the addresses of pages begin with that each reads in their own language."""

Endpoint = Callable[[Request], Awaitable[Response]]
Handler = Callable[[Request, Exception], Awaitable[Response]]

_HASH = re.compile("[0-9a-f]{64}")
"""What a page's script adds to a form: of the bytes that its browser adds to the first deal."""

_OWN = {"cache-control": "private, no-cache"}
_SHARED = {"cache-control": "public, max-age=3600"}
_SHARED_FOR_A_MOMENT = {"cache-control": "public, max-age=2"}

_TROUBLES = {
    HTTPStatus.BAD_REQUEST: "malformed",
    HTTPStatus.FORBIDDEN: "foreign",
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.METHOD_NOT_ALLOWED: "not-allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "malformed",
    HTTPStatus.TOO_MANY_REQUESTS: "too-many",
}


def site_routes(site: Site) -> list[Route | Mount]:
    """Every page, and the files that they load. Raises ClientNotBuilt.

    A page has an address in each language, and one that leads everybody to their own. What
    belongs to a table has one address for all: its link is shared.
    """
    known = tuple(site.catalogues)
    pages = all_pages(site)
    public = public_pages(site.catalogues)
    views = {language: _Views(site, pages[language], public) for language in known}

    def own(endpoint: Callable[[_Views, Request], Awaitable[Response]]) -> Endpoint:
        async def endpoint_in_own_language(request: Request) -> Response:
            return await endpoint(views[language_for(request, known)], request)

        return endpoint_in_own_language

    return [
        *(
            route
            for language, view in views.items()
            for route in _routes_in(language, view, public)
        ),
        *(
            Route(page.address, own(partial(_Views.to_own_language, name=name)))
            for name, page in public.items()
        ),
        Route("/tables", own(_Views.open_table), methods=["POST"]),
        Route("/t/{table_id}", own(_Views.table)),
        Route("/t/{table_id}/rules", own(_Views.rules)),
        Route("/t/{table_id}/results", own(_Views.results)),
        Route("/t/{table_id}/results.csv", own(_Views.results_as_csv)),
        *(Route(f"/language/{language}", _choose(language)) for language in known),
        Route("/favicon.svg", _favicon),
        *offline_routes(pages, public),
        *preview_routes(site, pages),
        *device_routes(site, pages),
        *chair_routes(site, pages),
        Route("/robots.txt", _robots),
        Route("/sitemap.xml", _sitemap(pages[DEFAULT_LANGUAGE], public)),
        Mount("/static", BuiltFiles(directory=site.static)),
    ]


def _routes_in(language: str, views: _Views, public: Mapping[str, PublicPage]) -> Iterator[Route]:
    shown: dict[str, Endpoint] = {
        "home": views.home,
        "setup": views.set_up,
        RULES_INDEX: views.rules_index,
        LEARN: views.learn,
        FAIRNESS: views.fairness,
        LOBBY: views.lobby,
        **{name: partial(views.rules_page, name=name) for name in RULES_PAGES},
    }
    for name, page in public.items():
        address = page.in_language[language]
        yield Route(address, shown[name])
        if address != f"/{language}{page.address}":
            # The switcher of languages leads to the address that all languages share.
            yield Route(f"/{language}{page.address}", partial(views.to_own_language, name=name))
    yield Route(f"/{language}/setup/describe", views.describe)
    yield Route(f"/{language}/examples/{{preset}}.json", views.example)
    yield Route(f"/{language}/lessons.json", views.lessons)
    yield Route(f"/{language}/lobby/tables", views.lobby_tables)
    yield Route(f"/{language}/tables", views.open_table, methods=["POST"])


def all_pages(site: Site) -> dict[str, Pages]:
    """By language: what makes the pages. Raises ClientNotBuilt."""
    names = {code: words.say("language.name") for code, words in site.catalogues.items()}
    assets = Assets(site.static)
    return {code: Pages(words, assets, names) for code, words in site.catalogues.items()}


def error_pages(site: Site) -> dict[type[Exception], Handler]:
    """What people see instead of a bare error, by exception, as Starlette takes it."""
    pages = all_pages(site)

    async def answer(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            error = HTTPException(HTTPStatus.INTERNAL_SERVER_ERROR)
        trouble = _TROUBLES.get(HTTPStatus(error.status_code), "failed")
        if error.detail == RESTARTING:
            trouble = RESTARTING
        own = pages[language_for(request, tuple(pages))]
        response = own.page(request, "trouble.html", {"trouble": trouble}, error.status_code)
        response.headers.update(error.headers or {})
        return response

    return {HTTPException: answer, Exception: answer}


class _Views:
    """The pages of one language, one method each."""

    def __init__(self, site: Site, pages: Pages, public: Mapping[str, PublicPage]) -> None:
        self._site = site
        self._pages = pages
        self._catalogue = pages.catalogue
        self._public = public

    async def to_own_language(self, request: Request, name: str) -> Response:
        """The page of this name in the visitor's own language."""
        address = self._public[name].in_language[self._catalogue.language]
        query = request.url.query
        address = f"{address}?{query}" if query else address
        response = RedirectResponse(address, headers=_OWN)
        vary(response)
        return response

    async def home(self, request: Request) -> Response:
        tables = await self._site.tables_of(self._site.person_of(request))
        facts = home_facts(tables, self._catalogue, _now())
        facts |= {"levels": self._site.levels, "level": self._site.default_level}
        # One's own tables are secret: nothing that a stranger chose may stand beside them.
        facts |= {"public": self._public["home"], "here": "/"}
        return self._pages.page(request, "home.html", facts)

    async def set_up(self, request: Request) -> Response:
        return self._setup_page(request, await self._draft(request))

    async def rules_index(self, request: Request) -> Response:
        """The list of the rules pages."""
        public = self._public[RULES_INDEX]
        facts = {"links": links(self._catalogue, self._public)}
        return self._public_page(request, "rules-index.html", public, facts)

    async def rules_page(self, request: Request, name: str) -> Response:
        """What a game is, and how it differs from the standard one."""
        facts = rules_page_facts(name, self._catalogue, self._public, site_address(request))
        return self._public_page(request, "rules-page.html", self._public[name], facts)

    async def learn(self, request: Request) -> Response:
        """The tutorial."""
        facts = learn_facts(self._catalogue)
        return self._public_page(request, "learn.html", self._public[LEARN], facts)

    async def lobby(self, request: Request) -> Response:
        """The public tables."""
        return self._public_page(request, "lobby.html", self._public[LOBBY], await self._lobby())

    async def lobby_tables(self, _request: Request) -> Response:
        """Their list alone, for the lobby's script."""
        text = self._pages.text("lobby-tables.html", await self._lobby())
        return HTMLResponse(text, headers=_SHARED_FOR_A_MOMENT)

    async def _lobby(self) -> dict[str, object]:
        content = await self._site.lobby()
        return lobby_facts(content, self._catalogue, self._site.default_level, _now())

    async def fairness(self, request: Request) -> Response:
        """Who shuffles the cards, and a way to check it."""
        facts = {"page": rules_text(FAIRNESS, self._catalogue)}
        return self._public_page(request, "fairness.html", self._public[FAIRNESS], facts)

    async def lessons(self, _request: Request) -> Response:
        """The lessons with every way through them, for the tutorial's script."""
        return _told(course(self._catalogue))

    async def example(self, request: Request) -> Response:
        """The steps of a worked example, for its script."""
        preset = request.path_params["preset"]
        if preset not in PRESETS:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return _told(example_walk(preset, self._catalogue))

    def _public_page(
        self, request: Request, template: str, public: PublicPage, facts: Mapping[str, object]
    ) -> Response:
        return self._pages.page(
            request, template, {"here": public.address, "public": public, **facts}
        )

    async def describe(self, request: Request) -> Response:
        """What changes on the set-up page with the answers, for its script."""
        draft = await self._draft(request)
        facts = summary_facts(draft.setup, self._catalogue, self._site.default_level)
        answer = {
            "address": facts["here"],
            "page": f"/{self._catalogue.language}{facts['here']}",
            "changed": draft.setup.changed_fields,
            "idle": idle_words(draft, self._catalogue),
            "wrong": wrong_words(draft, self._catalogue),
            "summary": self._pages.text("summary.html", facts),
        }
        return JSONResponse(answer, headers=_OWN)

    async def open_table(self, request: Request) -> Response:
        answers = await sent_form(request)
        gathers = answers.pop("gathers", "") == "true"
        browser_hash = answers.pop("hash", "")
        if browser_hash and not _HASH.fullmatch(browser_hash):
            raise HTTPException(HTTPStatus.BAD_REQUEST)
        draft = self._read(answers)
        if draft.wrong:
            return self._setup_page(request, draft)
        person = self._site.person_of(request)
        table_id = await self._site.open_table(
            person, draft.setup, gathers=gathers, browser_hash=browser_hash
        )
        response = RedirectResponse(f"/t/{table_id}", HTTPStatus.SEE_OTHER)
        # The table's address has no language: whoever starts from an Italian page reads on in it.
        if language_in(request.scope["path"], (self._catalogue.language,)):
            remember(request, response, self._catalogue.language)
        return response

    async def table(self, request: Request) -> Response:
        table_id = request.path_params["table_id"]
        invited = await self._site.invitation_of(table_id)
        if invited is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        facts = {
            "table_id": table_id,
            "preview": table_preview(invited, self._catalogue),
            "gathers": invited.gathers,
            "name": await self._site.name_of(self._site.person_of(request)) or "",
            **rules_facts(invited.setup, self._catalogue),
        }
        return self._pages.page(request, "table.html", facts)

    async def rules(self, request: Request) -> Response:
        """The rules of a table, as its people may read them at any time."""
        table_id = request.path_params["table_id"]
        setup = await self._setup_of(table_id)
        facts = rules_facts(setup, self._catalogue)
        return self._pages.page(request, "rules.html", facts | {"table_id": table_id})

    async def results(self, request: Request) -> Response:
        """What came of the table's finished games."""
        results = await self._results_of(request)
        facts = results_facts(results, self._catalogue)
        facts |= {"table_id": request.path_params["table_id"]}
        return self._pages.page(request, "results.html", facts)

    async def results_as_csv(self, request: Request) -> Response:
        """The same for a spreadsheet."""
        text = results_csv(await self._results_of(request), self._catalogue)
        headers = {**_OWN, "content-disposition": 'attachment; filename="hearts-results.csv"'}
        return Response(text, headers=headers, media_type="text/csv; charset=utf-8")

    async def _results_of(self, request: Request) -> TableResults:
        results = await self._site.results_of(request.path_params["table_id"])
        if results is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return results

    async def _setup_of(self, table_id: str) -> Setup:
        setup = await self._site.setup_of(table_id)
        if setup is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return setup

    async def _draft(self, request: Request) -> Draft:
        """The draft that an address asks for: that of a table, of a preset, or of answers."""
        answers = dict(request.query_params)
        if table_id := answers.pop("from", ""):
            return draft_of(await self._setup_of(table_id))
        return self._read(start_from_preset(answers) if answers.pop("fill", "") else answers)

    def _read(self, answers: Mapping[str, str]) -> Draft:
        return read_draft(answers, self._site.levels, self._site.default_level)

    def _setup_page(self, request: Request, draft: Draft) -> Response:
        site = self._site
        facts = setup_facts(draft, self._catalogue, site.levels, site.default_level)
        facts |= {"public": self._public["setup"]}
        status = HTTPStatus.UNPROCESSABLE_ENTITY if draft.wrong else HTTPStatus.OK
        return self._pages.page(request, "setup.html", facts, status)


def _now() -> int:
    """In milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _told(content: object) -> Response:
    """What is the same for everybody, as JSON."""
    encoded = msgspec.json.encode(content)
    return Response(encoded, media_type="application/json", headers=_SHARED)


def _choose(language: str) -> Endpoint:
    """Remembers the language that somebody chose, and leads back to their page in it."""

    async def endpoint(request: Request) -> Response:
        back = request.query_params.get("to", "/")
        if not back.startswith(WITHOUT_LANGUAGE):
            back = f"/{language}/{back.lstrip('/')}"
        response = RedirectResponse(back, HTTPStatus.SEE_OTHER, headers=_OWN)
        if is_same_origin(request):
            remember(request, response, language)
        return response

    return endpoint


async def _favicon(_request: Request) -> Response:
    return FileResponse(TEMPLATES / "logo.svg", headers={"cache-control": "public, max-age=86400"})


async def _robots(request: Request) -> Response:
    rules = "User-agent: *\nDisallow: /language/\n"
    return PlainTextResponse(f"{rules}Sitemap: {site_address(request)}/sitemap.xml\n")


def _sitemap(pages: Pages, public: Mapping[str, PublicPage]) -> Endpoint:
    """Every page that is to be found, in each language, with the same page in the others."""

    async def endpoint(request: Request) -> Response:
        facts = {"site": site_address(request), "pages": public.values()}
        return Response(pages.text("sitemap.xml", facts), media_type="application/xml")

    return endpoint
