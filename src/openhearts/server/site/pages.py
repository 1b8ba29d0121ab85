"""Makes pages of templates and words."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from openhearts.server.site import colours
from openhearts.server.site.assets import Assets
from openhearts.server.site.language import (
    address_without_language,
    chair_of,
    language_in,
    vary,
)
from openhearts.words.catalogue import Catalogue, written
from openhearts.words.games import game_word, level_word

TEMPLATES = Path(__file__).parent / "templates"


class Pages:
    """Renders templates; each of them has ``say`` for words and ``assets`` for the client's files.

    ``say`` gives markup: what is said and its facts are escaped, but for facts that are markup.
    """

    def __init__(self, catalogue: Catalogue, assets: Assets, languages: Mapping[str, str]) -> None:
        """``languages``: every language of the site by its code, in its own words."""
        self.catalogue = catalogue
        self.assets = assets
        self._languages = languages
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(
            say=self._say,
            game_word=game_word,
            level_word=level_word,
            assets=assets,
            colours=colours,
            language=catalogue.language,
            languages=languages,
        )
        self._environment.filters["written"] = written

    def page(
        self,
        request: Request,
        template: str,
        facts: Mapping[str, object],
        status: int = HTTPStatus.OK,
    ) -> HTMLResponse:
        """The template as a page. It shows one person's things, so nobody else may keep it."""
        headers = {
            "cache-control": "private, no-cache",
            "content-language": self.catalogue.language,
        }
        places = {
            "here": self._here(request),
            "site": site_address(request),
            "chair": chair_of(request),
        }
        response = HTMLResponse(self.text(template, {**places, **facts}), status, headers)
        if language_in(request.scope["path"], tuple(self._languages)) is None:
            vary(response)
        return response

    def text(self, template: str, facts: Mapping[str, object]) -> str:
        """The template as a piece of HTML."""
        return self._environment.get_template(template).render(facts)

    def _here(self, request: Request) -> str:
        """Where another language finds this page. An answer to a form has no such place, and
        an address that is a key stands in no other."""
        if "token" in request.path_params:
            return ""
        if request.method not in ("GET", "HEAD"):
            return "/"
        return address_without_language(request, tuple(self._languages))

    def _say(self, key: str, /, **facts: object) -> Markup:
        sentence = str(escape(self.catalogue.sentence(key, facts)))
        return Markup(self.catalogue.fill(sentence, facts, _escaped))


def site_address(request: Request) -> str:
    """How this visitor reaches the site: ``https://hearts.example``."""
    return str(request.base_url).rstrip("/")


def _escaped(fact: object) -> str:
    return str(fact if isinstance(fact, Markup) else escape(written(fact)))
