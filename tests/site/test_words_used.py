"""The words of the pages: every one that is asked for exists, and every one that exists is used."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

from openhearts.bots.levels import LEVEL_NAMES
from openhearts.rules.ruleset import (
    PRESETS,
    STANDARD,
    MoonRule,
    Passing,
    Ruleset,
    allowed_words,
)
from openhearts.server.chairs import COOKIE, Chair, Looks
from openhearts.server.site.public_pages import LEARN, RULES_INDEX, RULES_PAGES
from openhearts.tables.events import BotPlayer, Person
from openhearts.tables.invitation import Seating
from openhearts.tables.options import TableOptions
from openhearts.tables.setup import Setup
from openhearts.words.catalogue import Catalogue
from openhearts.words.describe import describe
from tests.site.test_home import a_game
from tests.site.test_lobby import FULL_LOBBY
from tests.site.test_results_page import EVENINGS
from tests.site.test_setup_page import ALL_CHANGED, OTHER_OPTIONS
from tests.site.visiting import (
    EMPTY,
    NOT_PLAYED,
    PERSON,
    SEATED,
    Page,
    Tables,
    Visitor,
    a_person,
    serving,
    write_client,
)

SECTIONS = (
    "site", "home", "presets", "setup", "fields", "options", "describe", "rules", "pages",
    "rules-pages", "examples", "learn", "offline", "preview",
    "lobby", "device", "chairs", "results",
)  # fmt: skip


class Listening(Catalogue):
    """A catalogue that remembers what it was asked for."""

    def __init__(self, language: str, sections: Mapping[str, object]) -> None:
        super().__init__(language, sections)
        self.asked: set[str] = set()

    def sentence(self, key: str, facts: Mapping[str, object]) -> str:
        self.asked.add(key)
        return super().sentence(key, facts)


def keys(node: object, path: str = "") -> Iterator[str]:
    """The keys of all sentences; the plural forms of one are one."""
    if isinstance(node, Mapping) and "other" not in node:
        for step, child in node.items():
            yield from keys(child, f"{path}.{step}" if path else step)
    else:
        yield path


def visit_everything(port: int, tables: Tables) -> Iterator[Page]:
    """Every page in every state, as a visitor finds it."""
    visitor = Visitor(port)
    games = [
        a_game(id=f"g{n}", scores=scores, seat=seat, to_act=to_act, others=n)
        for n, (scores, seat) in enumerate(
            [((0,) * 4, 0), ((1, 2, 3, 4), 0), ((1, 1, 3, 4), 0)]
            + [((1, 2, 3, 4, 5, 6), place) for place in range(1, 6)]
        )
        for to_act in ((seat,), ((seat + 1) % 4,))
    ]
    for tables.unfinished in ([], games):
        yield visitor.get("/")
    tables.opened["abc"] = Setup("omnibus", ALL_CHANGED, OTHER_OPTIONS, "casual")
    for path in (
        "/setup",
        "/setup?from=abc",
        "/t/abc",
        "/t/abc/rules",
        "/en/offline",
        "/nothing",
        "/tables",
    ):
        yield visitor.get(path)
    tables.opened["def"] = Setup("omnibus", PRESETS["omnibus"], TableOptions(), "casual")
    tables.seated = [a_person()]
    for path in ("/t/abc", "/t/def"):
        yield visitor.get(path)
    for query in (
        {"black_maria": "true"},
        {"passing": "none", "must_break": "false"},
        {"target": "0", "deal_limit": "x", "preset": "x", "moon": "x", "unknown": "x"},
        {"seats": "6", "pass_count": "5", "options.sheet_seconds": "x"},
        *({"moon": moon.value} for moon in MoonRule),
    ):
        yield visitor.get(f"/setup?{urlencode(query)}")
    for tables.lobby in (EMPTY, FULL_LOBBY):
        yield visitor.get("/lobby")
    yield visitor.get("/device")
    yield visitor.request("POST", "/device")
    tables.links |= {"a": "ann", "b": "bob", "me": PERSON}
    tables.names["ann"] = "Aino"
    for token in ("a", "b", "me", "gone"):
        yield visitor.get(f"/device/{token}")
    yield from chairs(visitor, tables)
    for tables.results in (NOT_PLAYED, EVENINGS):
        yield visitor.get("/t/abc/results")
    for name in (RULES_INDEX, LEARN, *RULES_PAGES):
        yield visitor.get(f"/{name}")
    yield visitor.get("/en/examples/standard.json")
    yield visitor.get("/en/lessons.json")
    for trouble in ("/stumble", "/too-often", "/too-late"):
        yield visitor.get(trouble)
    yield visitor.post({}, {"sec-fetch-site": "cross-site"})
    yield visitor.request("POST", "/tables", "x", {"sec-fetch-site": "same-origin"})


def chairs(visitor: Visitor, tables: Tables) -> Iterator[Page]:
    """The page of chairs, and what it leads to."""
    form = {"content-type": "application/x-www-form-urlencoded"}
    looks = Looks(language="en", text="large", cards="big", deck="four")
    new = {"chair": "new", "seat": "2", "name": "Aino", "do": "make", **asdict(looks)}
    for answers in (new, new | {"chair": "mine"}, new | {"name": ""}):
        yield visitor.request("POST", "/t/abc/chairs", urlencode(answers), form)
    yield visitor.get("/t/abc/chairs")
    for tables.seating in (
        Seating(PERSON, (BotPlayer("casual"),) * 4, is_closed=False),
        Seating(PERSON, (Person(PERSON),), is_closed=True),
    ):
        yield visitor.get("/t/abc/chairs")
    tables.names["gran"] = "Aino"
    tables.seating = SEATED
    chair = Chair("abc", "gran", PERSON, 1, looks)
    tables.chairs.all.append(chair)
    for token in (chair.handle, "gone"):
        yield visitor.get(f"/chair/{token}")
    yield visitor.get("/t/abc/chairs", {"cookie": f"{COOKIE}={chair.handle}"})


def all_described(catalogue: Catalogue) -> None:
    full = replace(ALL_CHANGED, black_maria=False, must_break=True)
    for start in (STANDARD, full, *PRESETS.values()):
        for seats in (3, 4, 5, 6):
            for passing in Passing:
                describe(replace(start, seats=seats, passing=passing), catalogue)
        for field in STANDARD.to_words():
            for word in allowed_words(field):
                if " to " not in word:
                    value = {"true": True, "false": False}.get(
                        word, int(word) if word.isdecimal() else word
                    )
                    describe(start.with_words({"pass_count": 3, field: value}), catalogue)
    for count in range(1, 6):
        describe(Ruleset(pass_count=count), catalogue)
    describe(replace(STANDARD, deal_limit=3), catalogue)
    vain = replace(ALL_CHANGED, passing=Passing.NONE)
    describe(vain, catalogue)
    describe(replace(vain, hearts=STANDARD.hearts), catalogue)


def test_every_sentence_of_the_pages_is_said_somewhere_and_no_other_is_asked_for(
    tmp_path: Path,
) -> None:
    words = json.loads(files("openhearts.words").joinpath("en.json").read_text("utf-8"))
    catalogue, tables = Listening("en", words), Tables()
    catalogues = {"en": catalogue, "it": Catalogue("it", words)}
    static = write_client(tmp_path / "static")
    for levels in (("casual",), LEVEL_NAMES):
        with serving(tables.site(static, catalogues, levels)) as port:
            assert all(page.html for page in visit_everything(port, tables))
    all_described(catalogue)
    existing = {key for section in SECTIONS for key in keys(words[section], section)}
    assert existing - catalogue.asked == set()
    assert {key for key in catalogue.asked if key.partition(".")[0] in SECTIONS} <= existing


def test_every_option_of_a_table_has_its_words() -> None:
    catalogue = Catalogue.load("en")
    for name in TableOptions.__struct_fields__:
        assert catalogue.say(f"options.{name}.label")
        assert catalogue.say(f"options.{name}.hint")
