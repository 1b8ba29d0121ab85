"""The addresses of the pages that are read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Mount, Route

from openhearts.server.same_origin import is_same_origin
from openhearts.server.site.assets import Assets, BuiltFiles
from openhearts.server.site.fields import idle_words, wrong_words
from openhearts.server.site.forms import Draft, draft_of, read_draft, start_from_preset
from openhearts.server.site.home_page import home_facts
from openhearts.server.site.pages import TEMPLATES, Pages
from openhearts.server.site.setup_page import rules_facts, setup_facts, summary_facts
from openhearts.server.site.site import Site
from openhearts.tables.setup import Setup

LARGEST_FORM = 16 * 1024
"""In bytes. The set-up page's form is less than one thousand."""
MOST_ANSWERS = 100
FORM = "application/x-www-form-urlencoded"

Handler = Callable[[Request, Exception], Awaitable[Response]]

_TROUBLES = {
    HTTPStatus.BAD_REQUEST: "malformed",
    HTTPStatus.FORBIDDEN: "foreign",
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.METHOD_NOT_ALLOWED: "not-allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "malformed",
}


def site_routes(site: Site) -> list[Route | Mount]:
    """Every page, and the files that they load. Raises ClientNotBuilt."""
    views = _Views(site)
    return [
        Route("/", views.home),
        Route("/setup", views.set_up),
        Route("/setup/describe", views.describe),
        Route("/tables", views.open_table, methods=["POST"]),
        Route("/t/{table_id}", views.table),
        Route("/t/{table_id}/rules", views.rules),
        Route("/favicon.svg", _favicon),
        Route("/robots.txt", _robots),
        Mount("/static", BuiltFiles(directory=site.static)),
    ]


def error_pages(site: Site) -> dict[type[Exception], Handler]:
    """What people see instead of a bare error, by exception, as Starlette takes it."""
    pages = Pages(site.catalogue, Assets(site.static))

    async def answer(_request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            error = HTTPException(HTTPStatus.INTERNAL_SERVER_ERROR)
        trouble = _TROUBLES.get(HTTPStatus(error.status_code), "failed")
        response = pages.page("trouble.html", {"trouble": trouble}, error.status_code)
        response.headers.update(error.headers or {})
        return response

    return {HTTPException: answer, Exception: answer}


class _Views:
    """One method a page."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._pages = Pages(site.catalogue, Assets(site.static))

    async def home(self, request: Request) -> Response:
        tables = await self._site.tables_of(self._site.person_of(request))
        facts = home_facts(tables, self._site.catalogue)
        facts |= {"levels": self._site.levels, "level": self._site.default_level}
        return self._pages.page("home.html", facts)

    async def set_up(self, request: Request) -> Response:
        return self._setup_page(await self._draft(request))

    async def describe(self, request: Request) -> Response:
        """What changes on the set-up page with the answers, for its script."""
        site = self._site
        draft = await self._draft(request)
        facts = summary_facts(draft.setup, site.catalogue, site.default_level)
        answer = {
            "address": facts["address"],
            "changed": draft.setup.changed_fields,
            "idle": idle_words(draft, site.catalogue),
            "wrong": wrong_words(draft, site.catalogue),
            "summary": self._pages.text("summary.html", facts),
        }
        return JSONResponse(answer, headers={"cache-control": "private, no-cache"})

    async def open_table(self, request: Request) -> Response:
        if not is_same_origin(request):
            raise HTTPException(HTTPStatus.FORBIDDEN)
        draft = self._read(await _form(request))
        if draft.wrong:
            return self._setup_page(draft)
        table_id = await self._site.open_table(self._site.person_of(request), draft.setup)
        return RedirectResponse(f"/t/{table_id}", HTTPStatus.SEE_OTHER)

    async def table(self, request: Request) -> Response:
        table_id = request.path_params["table_id"]
        if not await self._site.exists(table_id):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return self._pages.page("table.html", {"table_id": table_id})

    async def rules(self, request: Request) -> Response:
        """The rules of a table, as its people may read them at any time."""
        table_id = request.path_params["table_id"]
        setup = await self._setup_of(table_id)
        facts = rules_facts(setup, self._site.catalogue)
        return self._pages.page("rules.html", facts | {"table_id": table_id})

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

    def _setup_page(self, draft: Draft) -> Response:
        site = self._site
        facts = setup_facts(draft, site.catalogue, site.levels, site.default_level)
        status = HTTPStatus.UNPROCESSABLE_ENTITY if draft.wrong else HTTPStatus.OK
        return self._pages.page("setup.html", facts, status)


async def _form(request: Request) -> dict[str, str]:
    """The answers of a form as browsers send one."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_FORM:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if body and request.headers.get("content-type", "").partition(";")[0].strip() != FORM:
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    try:
        return dict(
            parse_qsl(
                body.decode(),
                keep_blank_values=True,
                strict_parsing=True,
                max_num_fields=MOST_ANSWERS,
            )
        )
    except ValueError as error:
        raise HTTPException(HTTPStatus.BAD_REQUEST) from error


async def _favicon(_request: Request) -> Response:
    return FileResponse(TEMPLATES / "logo.svg", headers={"cache-control": "public, max-age=86400"})


async def _robots(_request: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /t/\n")
