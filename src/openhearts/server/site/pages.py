"""Makes pages of templates and words."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from openhearts.server.site.assets import Assets
from openhearts.words.catalogue import Catalogue, written
from openhearts.words.games import game_word, level_word

TEMPLATES = Path(__file__).parent / "templates"


class Pages:
    """Renders templates; each of them has ``say`` for words and ``assets`` for the client's files.

    ``say`` gives markup: what is said and its facts are escaped, but for facts that are markup.
    """

    def __init__(self, catalogue: Catalogue, assets: Assets) -> None:
        self.catalogue = catalogue
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
            language=catalogue.language,
        )

    def page(
        self, template: str, facts: Mapping[str, object], status: int = HTTPStatus.OK
    ) -> HTMLResponse:
        """The template as a page. It shows one person's things, so nobody else may keep it."""
        headers = {"cache-control": "private, no-cache"}
        return HTMLResponse(self.text(template, facts), status, headers)

    def text(self, template: str, facts: Mapping[str, object]) -> str:
        """The template as a piece of HTML."""
        return self._environment.get_template(template).render(facts)

    def _say(self, key: str, /, **facts: object) -> Markup:
        sentence = str(escape(self.catalogue.sentence(key, facts)))
        return Markup(self.catalogue.fill(sentence, facts, _escaped))


def _escaped(fact: object) -> str:
    return str(fact if isinstance(fact, Markup) else escape(written(fact)))
