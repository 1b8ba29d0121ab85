"""A chair of one's own: the page of a table that makes chairs, and the one where one sits down."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from openhearts.server.chairs import Chair, Looks, get_up, sit_down
from openhearts.server.identity import SECONDS_KEPT
from openhearts.server.readable import readable
from openhearts.server.site.language import chair_of, language_for
from openhearts.server.site.pages import Pages, site_address
from openhearts.server.site.qr import qr_code
from openhearts.server.site.sent_forms import sent_form
from openhearts.server.site.site import Site
from openhearts.tables.invitation import Seating
from openhearts.tables.refusal import TableRefusal
from openhearts.words.games import game_word

CHOICES: dict[str, tuple[str, ...]] = {
    "text": ("usual", "large"),
    "cards": ("normal", "big"),
    "deck": ("two", "four"),
}
"""What may be chosen for a chair besides its language, the usual first; cards and deck are called
as in web/src/lib/preferences.ts."""

LONGEST_NAME = 24
MOST_CHAIRS = 12
"""At one table: twice as many as the largest has seats."""

MINE, NEW = "mine", "new"
"""The chairs that have no handle yet: one's own, and one for somebody else."""


@dataclass(frozen=True, slots=True)
class ChairForm:
    """One chair as the page shows it."""

    handle: str
    name: str
    looks: Looks
    exists: bool
    wrong: str = ""
    """What is wrong with the answers: a key of the catalogue's section "chairs"."""


def chair_routes(site: Site, pages: Mapping[str, Pages]) -> Iterator[Route]:
    """The pages, in the visitor's language, or in that of the chair."""
    chairs = _ChairPages(site, pages)
    yield Route("/t/{table_id}/chairs", chairs.show)
    yield Route("/t/{table_id}/chairs", chairs.change, methods=["POST"])
    yield Route("/chair/{token}", chairs.ask)
    yield Route("/chair/{token}", chairs.sit_down, methods=["POST"])


class _ChairPages:
    """Looking at a chair's link does nothing, as programs look at whatever is sent."""

    def __init__(self, site: Site, pages: Mapping[str, Pages]) -> None:
        self._site = site
        self._pages = pages

    # -- at the table

    async def show(self, request: Request) -> Response:
        """The chairs that one may change here, and make."""
        return await self._shown(request)

    async def change(self, request: Request) -> Response:
        """What a button of that page asks for."""
        answers = await sent_form(request)
        table_id = request.path_params["table_id"]
        if answers.get("do") == "get-up":
            response = self._to(f"/t/{table_id}")
            get_up(response, table_id)
            return response
        chair = await self._asked_for(request, answers.get("chair", ""), answers.get("seat", ""))
        if answers.get("do") == "remove":
            await self._site.chairs.remove(chair)
            return self._to(f"/t/{table_id}/chairs")
        name = readable(answers.get("name", "")[: LONGEST_NAME + 1])
        if name is None or len(name) > LONGEST_NAME:
            return await self._shown(request, wrong={answers.get("chair", ""): "wrong-name"})
        chair = replace(chair, looks=self._looks(answers))
        await self._site.rename(chair.person, name)
        if answers.get("do") == "save":
            await self._site.chairs.change(chair)
            return self._to(f"/t/{table_id}/chairs")
        return await self._made(request, chair, name)

    async def _shown(self, request: Request, wrong: Mapping[str, str] | None = None) -> Response:
        table_id = request.path_params["table_id"]
        seating = await self._seating(table_id)
        person = self._site.person_of(request)
        seated = chair_of(request)
        chairs = await self._site.chairs.at_table(table_id)
        forms = [
            replace(form, wrong=(wrong or {}).get(form.handle, ""))
            for form in await self._forms(request, seating, person, chairs)
        ]
        facts = {
            "table_id": table_id,
            "forms": forms,
            "free_seats": seating.free_seats,
            "seated": await self._site.name_of(seated.person) if seated else None,
            "is_closed": seating.is_closed,
            "has_seat": seating.seat_of(person) is not None,
            "choices": CHOICES,
            "longest_name": LONGEST_NAME,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
        return self._page(request, "chairs.html", facts, status)

    async def _forms(
        self, request: Request, seating: Seating, person: str, chairs: Sequence[Chair]
    ) -> list[ChairForm]:
        usual = Looks(
            language_for(request, tuple(self._pages)),
            **{name: words[0] for name, words in CHOICES.items()},
        )
        if seating.is_closed:
            return []
        forms = []
        mine = next((chair for chair in chairs if chair.person == person), None)
        if seating.seat_of(person) is not None or mine is not None:
            name = await self._site.name_of(person) or ""
            forms.append(ChairForm(MINE, name, mine.looks if mine else usual, mine is not None))
        for chair in chairs:
            if chair.keeper == person != chair.person:
                name = await self._site.name_of(chair.person) or ""
                forms.append(ChairForm(chair.handle, name, chair.looks, exists=True))
        if person == seating.host and seating.free_seats and len(chairs) < MOST_CHAIRS:
            forms.append(ChairForm(NEW, "", usual, exists=False))
        return forms

    async def _asked_for(self, request: Request, handle: str, seat: str) -> Chair:
        """The chair that a form is about, made if need be. Raises HTTPException."""
        table_id = request.path_params["table_id"]
        seating = await self._seating(table_id)
        person = self._site.person_of(request)
        chairs = await self._site.chairs.at_table(table_id)
        forms = await self._forms(request, seating, person, chairs)
        form = next((form for form in forms if form.handle == handle), None)
        if form is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if handle == NEW:
            free = {str(number): number for number in seating.free_seats}
            if seat not in free:
                raise HTTPException(HTTPStatus.BAD_REQUEST)
            new = secrets.token_urlsafe(16)
            return Chair(table_id, new, person, free[seat], form.looks)
        found = next(
            (c for c in chairs if (c.person == person if handle == MINE else c.handle == handle)),
            None,
        )
        if found is None:
            return Chair(table_id, person, person, seating.seat_of(person) or 0, form.looks)
        return replace(found, seat=_or(seating.seat_of(found.person), found.seat))

    def _looks(self, answers: Mapping[str, str]) -> Looks:
        language = answers.get("language", "")
        chosen = {name: answers.get(name, "") for name in CHOICES}
        if language not in self._pages or any(
            word not in CHOICES[name] for name, word in chosen.items()
        ):
            raise HTTPException(HTTPStatus.BAD_REQUEST)
        return Looks(language, **chosen)

    async def _made(self, request: Request, chair: Chair, name: str) -> Response:
        """The new link, which is shown this once."""
        token = await self._site.chairs.make(chair)
        link = f"{site_address(request)}/chair/{token}"
        facts = {
            "table_id": chair.table_id,
            "name": name,
            "is_mine": chair.person == self._site.person_of(request),
            "link": link,
            "qr": qr_code(link),
        }
        response = self._page(request, "chair-made.html", facts)
        seated = chair_of(request)
        if seated is not None and seated.person == chair.person:
            self._sit_down(request, response, chair, token)
        return response

    # -- at the other end of the link

    async def ask(self, request: Request) -> Response:
        """Whose chair it is, and the button to sit down in it."""
        chair = await self._site.chairs.behind(request.path_params["token"])
        if chair is None:
            return self._gone(request)
        seating = await self._seating(chair.table_id)
        setup = await self._site.setup_of(chair.table_id)
        visitor = self._site.visitor_of(request)
        facts = {
            "name": await self._site.name_of(chair.person) or "",
            "game": game_word(setup.preset) if setup else "",
            "target": setup.ruleset.target if setup else 0,
            "has_own_seat": visitor != chair.person and seating.seat_of(visitor) is not None,
            "chair": chair,
        }
        return self._page(request, "chair.html", facts, chair=chair)

    async def sit_down(self, request: Request) -> Response:
        """Be this person at the chair's table, in this browser."""
        await sent_form(request)
        token = request.path_params["token"]
        chair = await self._site.chairs.behind(token)
        if chair is None:
            return self._gone(request)
        with contextlib.suppress(TableRefusal):  # every seat is taken: the table says so
            await self._site.come_to(chair.table_id, chair.person, chair.seat)
        response = self._to(f"/t/{chair.table_id}")
        self._sit_down(request, response, chair, token)
        return response

    # -- answers

    async def _seating(self, table_id: str) -> Seating:
        seating = await self._site.seating_of(table_id)
        if seating is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return seating

    def _sit_down(self, request: Request, response: Response, chair: Chair, token: str) -> None:
        secure = request.url.scheme == "https"
        sit_down(response, chair.table_id, token, seconds=SECONDS_KEPT, secure=secure)

    def _gone(self, request: Request) -> Response:
        facts = {"trouble": "chair-gone"}
        return self._page(request, "trouble.html", facts, HTTPStatus.NOT_FOUND)

    def _page(
        self,
        request: Request,
        template: str,
        facts: Mapping[str, object],
        status: int = HTTPStatus.OK,
        chair: Chair | None = None,
    ) -> Response:
        known = tuple(self._pages)
        language = chair.looks.language if chair and chair.looks.language in known else None
        pages = self._pages[language or language_for(request, known)]
        return pages.page(request, template, facts, status)

    def _to(self, address: str) -> Response:
        return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def _or(seat: int | None, usual: int) -> int:
    return usual if seat is None else seat
