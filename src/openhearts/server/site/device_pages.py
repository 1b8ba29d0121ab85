"""One's seats and name on another device: the page that makes a link, and the one it leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from openhearts.server.device_links import MINUTES_VALID
from openhearts.server.site.language import language_for
from openhearts.server.site.pages import Pages, site_address
from openhearts.server.site.qr import qr_code
from openhearts.server.site.sent_forms import sent_form
from openhearts.server.site.site import Site

Endpoint = Callable[[Request], Awaitable[Response]]


def device_routes(site: Site, pages: Mapping[str, Pages]) -> Iterator[Route]:
    """The pages, in the visitor's own language: links have one address for all."""
    devices = _DevicePages(site, pages)
    yield Route("/device", devices.offer)
    yield Route("/device", devices.make, methods=["POST"])
    yield Route("/device/{token}", devices.ask)
    yield Route("/device/{token}", devices.move, methods=["POST"])


class _DevicePages:
    """Looking at a link does nothing, as programs look at whatever is sent: a form must be sent."""

    def __init__(self, site: Site, pages: Mapping[str, Pages]) -> None:
        self._site = site
        self._pages = pages

    async def offer(self, request: Request) -> Response:
        """What a link does, and the button that makes one."""
        return self._page(request, "device.html", {"link": "", "minutes": MINUTES_VALID})

    async def make(self, request: Request) -> Response:
        """A new link: to open there, or to look at with the other device's camera."""
        await sent_form(request)
        person = self._site.visitor_of(request)
        link = f"{site_address(request)}/device/{await self._site.devices.make(person)}"
        facts = {"link": link, "qr": qr_code(link), "minutes": MINUTES_VALID}
        return self._page(request, "device.html", facts)

    async def ask(self, request: Request) -> Response:
        """Where the link leads: whom this device would become, and the button that does it."""
        person = await self._site.devices.owner(request.path_params["token"])
        if person is None:
            return self._gone(request)
        visitor = self._site.visitor_of(request)
        facts = {
            "name": await self._site.name_of(person),
            "is_here": person == visitor,
            "left_behind": len(await self._site.tables_of(visitor)),
        }
        return self._page(request, "device-here.html", facts)

    async def move(self, request: Request) -> Response:
        """Become this person: its games wait on the home page."""
        await sent_form(request)
        person = await self._site.devices.redeem(request.path_params["token"])
        if person is None:
            return self._gone(request)
        self._site.become(request, person)
        return RedirectResponse("/", HTTPStatus.SEE_OTHER)

    def _page(
        self,
        request: Request,
        template: str,
        facts: Mapping[str, object],
        status: int = HTTPStatus.OK,
    ) -> Response:
        pages = self._pages[language_for(request, tuple(self._pages))]
        return pages.page(request, template, facts, status)

    def _gone(self, request: Request) -> Response:
        facts = {"trouble": "device-gone"}
        return self._page(request, "trouble.html", facts, HTTPStatus.NOT_FOUND)
