"""What a link shows where it is shared: of a table, of a game, of the site."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection, HTTPMessage

import pytest
from PIL import Image

from openhearts.rules.ruleset import PRESETS
from openhearts.server.limits import MOST_PICTURES_WAITING
from openhearts.server.site.assets import Assets
from openhearts.server.site.drawing import COLUMN, SIZE, Draughtsman, balanced, wrapped
from openhearts.server.site.moon_mark import moon_mark
from openhearts.server.site.preview import Picture, Preview, Seat, table_preview
from openhearts.server.site.previews import KEPT, Busy, Gallery
from openhearts.server.site.site import BUILT_CLIENT
from openhearts.tables.invitation import Invitation
from openhearts.tables.messages import Player
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import Catalogue, languages
from tests.conftest import lacking
from tests.site.visiting import Page, Tables, Visitor, a_bot, a_person, serving

ENGLISH = Catalogue.load("en")


def a_setup(preset: str = "subtract-the-moon", **words: str | int | bool) -> Setup:
    ruleset = PRESETS[preset].with_words(words)
    return Setup(preset, ruleset, TableOptions(), "casual")


def preview(setup: Setup, *players: Player, language: str = "en") -> Preview:
    return table_preview(Invitation(setup, players, gathers=False), Catalogue.load(language))


class TestTheWords:
    def test_a_table_says_its_game_and_how_many_seats_are_free(self) -> None:
        shown = preview(a_setup(target=50), a_person("Ada"), a_bot(1), a_bot(2), a_bot(3))
        assert shown.title == "Subtract the Moon to 50: a table at openhearts"
        assert shown.text == "3 seats are free: open the link and take one."
        one = preview(a_setup(), a_person(), a_person("Bo", 1), a_bot(2))
        assert one.text == "One seat is free: open the link and take it."

    def test_a_full_table_invites_to_watch_unless_it_may_not_be_watched(self) -> None:
        people = [a_person(seat=seat) for seat in range(4)]
        assert "to watch" in preview(a_setup(), *people).text
        closed = replace(a_setup(), options=TableOptions(spectators=False))
        assert "watch" not in preview(closed, *people).text

    def test_people_have_their_names_and_bots_the_word(self) -> None:
        seats = preview(a_setup(), a_person("Ada"), a_person(seat=1), a_bot(2)).picture.seats
        assert [(seat.name, seat.word, seat.is_free) for seat in seats] == [
            ("Ada", "taken", False),
            ("Guest 2", "taken", False),
            ("Matteo", "bot, free", True),
        ]

    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_game_is_told_by_its_own_sentence(self, preset: str) -> None:
        picture = preview(a_setup(preset, target=70)).picture
        assert picture.lines == (ENGLISH.say(f"presets.{preset}"),)
        assert picture.moon == (PRESETS[preset].moon if PRESETS[preset].has_moon else "none")

    def test_no_sentence_is_told_that_a_change_makes_wrong(self) -> None:
        picture = preview(a_setup(moon="add", hearts="spot")).picture
        assert ENGLISH.say("presets.subtract-the-moon") not in picture.lines
        assert picture.lines[0] == "2 rules are changed at this table."
        assert picture.moon == "add"
        assert picture.moon_words == ("A moon", ENGLISH.say("setup.facts.add", count=129))

    def test_changes_that_leave_the_game_are_told_after_its_sentence(self) -> None:
        lines = preview(a_setup(passing="none", must_break=False)).picture.lines
        assert lines[:2] == (
            ENGLISH.say("presets.subtract-the-moon"),
            "2 rules are changed at this table.",
        )
        assert set(lines[2:]) == {
            ENGLISH.say("describe.passing.none"),
            ENGLISH.say("describe.break.free"),
        }


@pytest.fixture(name="draughtsman", scope="module")
def _draughtsman() -> Draughtsman:
    if not (BUILT_CLIENT / ".vite" / "manifest.json").exists():
        lacking("The web client is not built: make client.")
    return Draughtsman(*Assets(BUILT_CLIENT).font_files)


def drawn(draughtsman: Draughtsman, picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(draughtsman.draw(picture))).convert("RGB")


class TestTheDrawing:
    @pytest.mark.parametrize("language", languages())
    def test_every_game_has_room_for_its_name_its_rule_and_six_seats(
        self, draughtsman: Draughtsman, language: str
    ) -> None:
        seats = [a_person("Maximiliane Hohenlohe-X" if seat % 2 else None, seat) for seat in (0, 1)]
        for preset in PRESETS:
            players = (*seats, *map(a_bot, range(2, 6)))
            setup = a_setup(preset, target=1000, seats=6)
            picture = preview(setup, *players, language=language).picture
            image = drawn(draughtsman, picture)
            assert image.size == SIZE
            assert left_alone(image), preset
            without = drawn(draughtsman, replace(picture, lines=picture.lines[1:]))
            assert image.tobytes() != without.tobytes(), "a rule is told at least"

    def test_a_name_that_cannot_be_drawn_is_not_drawn_badly(self, draughtsman: Draughtsman) -> None:
        def with_name(name: str) -> bytes:
            return draughtsman.draw(
                Picture("Hearts", seats=(Seat(name, "Guest 1", "taken", False),) * 4)
            )

        guest = with_name("Guest 1")
        assert with_name("Ольга") == with_name("🂱🂱🂱") == with_name("W" * 24) == guest
        assert with_name("Åse Ödön") != guest
        assert with_name("Maximiliane") != guest

    def test_lines_are_broken_between_words_and_evenly(self, draughtsman: Draughtsman) -> None:
        font = draughtsman.font("serif", 78, 500)
        assert wrapped("Black Maria, till 100", font, COLUMN) == ["Black Maria, till", "100"]
        assert balanced("Black Maria, till 100", font, COLUMN) == ["Black Maria,", "till 100"]
        assert balanced("Omnibus", font, COLUMN) == ["Omnibus"]
        assert wrapped("Epäjärjestelmällisyys", font, 100) == ["Epäjärjestelmällisyys"]

    def test_each_rule_of_a_moon_has_its_own_mark(self) -> None:
        rules = ("add", "subtract", "choice", "adaptive", "none")
        assert len({moon_mark(rule, 60).tobytes() for rule in rules}) == len(rules)


def left_alone(image: Image.Image) -> bool:
    """Whether nothing reaches into the margins."""
    width, height = SIZE
    edges = ((0, 0, 40, height), (width - 40, 0, width, height), (0, height - 24, width, height))
    return all(len(image.crop(edge).getcolors() or ()) == 1 for edge in edges)


class TestTheGallery:
    def test_a_picture_is_drawn_once_however_many_ask(self) -> None:
        asked: list[Picture] = []
        gate = threading.Event()

        def draw(picture: Picture) -> bytes:
            gate.wait(20)
            asked.append(picture)
            return picture.title.encode()

        async def visit() -> None:
            gallery = Gallery(draw)
            first = asyncio.ensure_future(gallery.picture(Picture("one")))
            second = asyncio.ensure_future(gallery.picture(Picture("one")))
            await asyncio.sleep(0)
            first.cancel()
            gate.set()
            assert await second == b"one"
            assert await gallery.picture(Picture("one")) == b"one"
            for number in range(KEPT):
                await gallery.picture(Picture(str(number)))
            await gallery.picture(Picture("one"))

        asyncio.run(visit())
        assert asked.count(Picture("one")) == 2, "only the newest are kept"

    def test_more_than_can_be_drawn_soon_are_not_begun(self) -> None:
        gate = threading.Event()

        def draw(_picture: Picture) -> bytes:
            gate.wait(20)
            return b""

        async def visit() -> None:
            gallery = Gallery(draw)
            waiting = [
                asyncio.ensure_future(gallery.picture(Picture(str(number))))
                for number in range(MOST_PICTURES_WAITING)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await gallery.picture(Picture("one too many"))
            gate.set()
            await asyncio.gather(*waiting)
            await gallery.picture(Picture("one too many"))

        asyncio.run(visit())

    def test_a_fault_is_not_kept(self) -> None:
        def draw(picture: Picture) -> bytes:
            raise RuntimeError(picture.title)

        async def visit() -> None:
            gallery = Gallery(draw)
            for _ in range(2):
                with pytest.raises(RuntimeError):
                    await gallery.picture(Picture("x"))

        asyncio.run(visit())


@pytest.fixture(name="built", scope="module")
def _built() -> Iterator[tuple[Tables, Visitor]]:
    if not (BUILT_CLIENT / ".vite" / "manifest.json").exists():
        lacking("The web client is not built: make client.")
    tables = Tables()
    tables.opened["abc"] = a_setup()
    with serving(tables.site(BUILT_CLIENT)) as port:
        yield tables, Visitor(port)


def fetch(visitor: Visitor, path: str, **headers: str) -> tuple[int, HTTPMessage, bytes]:
    connection = HTTPConnection("127.0.0.1", visitor.port, timeout=20)
    try:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=names)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def shared(page: Page) -> dict[str, str]:
    """The tags that programs read which show links."""
    tags = [e.attributes for e in page.elements if e.tag == "meta"]
    named = {tag.get("property", tag.get("name", "")): tag.get("content", "") for tag in tags}
    return {name: text for name, text in named.items() if name.startswith(("og:", "twitter:"))}


class TestTheSite:
    @pytest.mark.parametrize("language", languages())
    def test_a_table_s_link_is_shown_in_the_visitor_s_language(
        self, built: tuple[Tables, Visitor], language: str
    ) -> None:
        _, visitor = built
        page = visitor.get("/t/abc", {"accept-language": language})
        tags = shared(page)
        words = preview(a_setup(), a_person(), *map(a_bot, range(1, 4)), language=language)
        assert (tags["og:title"], tags["og:description"]) == (words.title, words.text)
        assert tags["twitter:card"] == "summary_large_image"
        site = f"http://127.0.0.1:{visitor.port}"
        assert tags["og:image"].startswith(f"{site}/t/abc/preview.png?")
        picture = tags["og:image"].removeprefix(site)
        foreign = "sv" if language == "en" else "en"  # the link says which, whoever fetches it
        status, headers, content = fetch(visitor, picture, accept_language=foreign)
        assert (status, headers["content-type"]) == (200, "image/png")
        size = (int(tags["og:image:width"]), int(tags["og:image:height"]))
        with Image.open(io.BytesIO(content)) as image:
            assert image.size == size == SIZE
        assert fetch(visitor, "/t/abc/preview.png", accept_language=language)[2] == content

    def test_whoever_says_no_language_reads_that_of_the_link(
        self, built: tuple[Tables, Visitor]
    ) -> None:
        _, visitor = built
        for headers, language in (({}, "fi"), ({"accept-language": "sv"}, "sv")):
            page = visitor.get("/t/abc?language=fi", headers)
            assert page.headers["content-language"] == language
        assert visitor.get("/t/abc?language=xx").headers["content-language"] == "en"

    def test_a_picture_is_sent_once_and_changes_with_the_seats(
        self, built: tuple[Tables, Visitor]
    ) -> None:
        tables, visitor = built
        path = "/t/abc/preview.png?language=en"
        _, headers, before = fetch(visitor, path)
        assert "public" in headers["cache-control"]
        status, _, nothing = fetch(visitor, path, if_none_match=headers["etag"])
        assert (status, nothing) == (304, b"")
        tables.seated = [a_person(), a_person("Bo", 1), a_bot(2), a_bot(3)]
        status, _, after = fetch(visitor, path, if_none_match=headers["etag"])
        tables.seated = []
        assert status == 200
        assert after != before

    def test_there_is_no_picture_of_a_table_that_is_not_there(
        self, built: tuple[Tables, Visitor]
    ) -> None:
        assert fetch(built[1], "/t/nowhere/preview.png")[0] == 404

    @pytest.mark.parametrize("path", ["/it/", "/it/setup", "/it/rules", "/it/subtract-the-moon"])
    def test_every_page_has_a_title_a_description_and_a_picture(
        self, built: tuple[Tables, Visitor], path: str
    ) -> None:
        page = built[1].get(path)
        tags = shared(page)
        assert tags["og:title"]
        assert tags["og:description"]
        picture = tags["og:image"].partition(f":{built[1].port}")[2]
        assert picture.startswith("/it/preview")
        assert fetch(built[1], picture)[0] == 200
        assert (
            page.having(property="og:url")[0]["content"] == page.having(rel="canonical")[0]["href"]
        )
        assert not page.having(name="robots")

    def test_tables_may_be_fetched_for_a_preview_but_are_not_to_be_found(
        self, built: tuple[Tables, Visitor]
    ) -> None:
        assert "/t/" not in built[1].get("/robots.txt").html
        for path in ("/t/abc", "/t/abc/rules", "/en/offline"):
            assert built[1].get(path).having(name="robots", content="noindex")
