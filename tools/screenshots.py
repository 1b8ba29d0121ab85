"""Pictures of every screen, size and theme, from a real server and a real browser.

    python -m tools.screenshots FOLDER [LANGUAGE ...] [PREFERENCE=CHOICE ...] [PART OF A NAME ...]

writes FOLDER/SCREEN-SIZE-THEME-LANGUAGE.png, in English unless languages are named by their
codes; look at them before a change of the screen is done. Preferences are those of the table's
menu, as web/src/lib/preferences.ts calls them: cards=big. ``contrast=forced`` shows the system's
own colours, as some people have them. The tables are staged: their logs are written into a
database of the tool's own, at the moment that a picture wants to show.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Literal, Self

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from openhearts.bots.bot import Bot
from openhearts.bots.rule import RuleBot
from openhearts.rules.actions import PlayCard
from openhearts.rules.cards import PACK, Cards
from openhearts.rules.view import SeatView
from openhearts.server.identity import COOKIE, Identities
from openhearts.server.store import Store, TableRow
from openhearts.tables.acting import act
from openhearts.tables.dealing import next_deal
from openhearts.tables.events import (
    BotStoodIn,
    DealCommitted,
    Dealt,
    Event,
    PlayerRemoved,
    SeatTaken,
    SheetRead,
    TableClosed,
    TakeBackAsked,
)
from openhearts.tables.fold import apply, fold
from openhearts.tables.handle import gather, open_table
from openhearts.tables.listing import listing
from openhearts.tables.options import SHEET_SECONDS
from openhearts.tables.setup import parse_setup
from openhearts.tables.table import Table
from openhearts.words.catalogue import DEFAULT_LANGUAGE, languages
from tests.running import Server, running
from tools import chromium

PERSON = "the person in the pictures"
OTHER = "somebody else at the table"
SECRET = bytes(32)
SIZES = {
    "phone": ViewportSize(width=390, height=844),
    "short": ViewportSize(width=360, height=560),
    "zoomed": ViewportSize(width=320, height=256),
    "landscape": ViewportSize(width=844, height=390),
    "tablet": ViewportSize(width=834, height=1112),
    "desktop": ViewportSize(width=1440, height=900),
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

Moment = Callable[[Table], bool]


class Stage:
    """Writes a table's log up to the moment that a picture wants."""

    bot: Bot = RuleBot()
    """Answers for every seat."""

    def __init__(
        self, seed: int = 7, *, host: str = PERSON, gathers: bool = False, **setup: object
    ) -> None:
        self._chance = random.Random(seed)
        # A sheet lies as long as it may: nobody is in a hurry to look at it.
        waits = {"options": {"sheet_seconds": SHEET_SECONDS[1]}}
        asked = parse_setup({**waits, **setup}, ("casual",), "casual")
        self.events: list[Event] = (
            gather(asked, host) if gathers else open_table(asked, host, self._chance.randbytes)
        )
        self.table = fold(self.events)

    @classmethod
    def at(cls, moment: Moment, **setup: Any) -> Self:
        """A table at this moment, on the person's turn or at the game's end."""
        stages = (cls(seed, **setup) for seed in range(1000))
        return next(stage for stage in stages if stage.reaches(moment))

    def reaches(self, moment: Moment) -> bool:
        """Let everybody play as bots do, until this moment comes or cannot come any more."""
        while not (moment(self.table) and (0 in self.table.to_act or self.table.phase == "over")):
            if self.table.phase == "over":
                return False
            self.step()
        return True

    def until(self, moment: Moment) -> Self:
        """Let everybody play as bots do, until this moment comes."""
        while not moment(self.table):
            self.step()
        return self

    def step(self) -> None:
        """Let the last of those who are to act do so; after a sheet comes the next deal."""
        if self.table.phase == "sheet":
            self._add([SheetRead(seat=0)])
            self._add(next_deal(self.table, self._chance.randbytes))
            return
        self.act(max(self.table.to_act))

    def act(self, *seats: int) -> Self:
        """Let these seats act, one after another."""
        for seat in seats:
            action = self.bot.answer(SeatView.of(self.table.game, seat), 1)
            self._add(act(self.table, seat, action))
        return self

    @classmethod
    def among_people(cls, seat: int, moment: Moment, seed: int = 7, **setup: Any) -> Self:
        """A table at which somebody else sits too, at the first such moment."""
        return cls(seed, **setup).then(SeatTaken(seat=seat, person=OTHER)).until(moment)

    def then(self, *events: Event) -> Self:
        """Let this happen as well."""
        self._add(events)
        return self

    def with_hands(self, hands: Sequence[Cards]) -> Self:
        """Deal these hands in the place of the first deal's."""
        seed = self._chance.randbytes(32).hex()
        self.events = [self.events[0], DealCommitted(deal=1, seed=seed, commitment="0" * 64)]
        texts = tuple(str(hand) for hand in hands)
        self.events.append(Dealt(deal=1, revealed=(), hands=texts))
        self.table = fold(self.events)
        return self

    def shoot(self) -> Self:
        """Let the person take every trick with its highest cards."""
        while self.table.phase == "playing":
            (seat,) = self.table.to_act
            if seat == 0:
                view = SeatView.of(self.table.game, seat)
                self._add(act(self.table, seat, _highest(view)))
            else:
                self.step()
        return self

    def _add(self, events: Sequence[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.table = apply(self.table, event)


def _highest(view: SeatView) -> PlayCard:
    return PlayCard(max(view.legal_cards(), key=lambda card: card.rank))


def moon_hands() -> list[Cards]:
    """Seat 0 can take every trick once it has the lead; seat 1 opens."""
    mine = Cards.parse("AKQJT987.AKQJ..A")
    others = sorted(PACK - mine)
    return [mine, *(Cards.of(others[seat::3]) for seat in range(3))]


def on_trick(deal: int, trick: int) -> Moment:
    """When this trick of this deal has cards on the table."""

    def holds(table: Table) -> bool:
        on_table = table.deal
        return bool(
            on_table
            and on_table.number == deal
            and len(on_table.tricks) == trick - 1
            and on_table.trick
            and on_table.trick.cards
            and on_table.trick.to_play == 0
            and len(on_table.legal_cards()) < len(on_table.hands[0])
        )

    return holds


def is_asked(seat: int) -> Moment:
    """When seat 0 is to play, and this one has just played, after some tricks."""

    def holds(table: Table) -> bool:
        deal = table.deal
        played = bool(deal and len(deal.tricks) > 3 and deal.trick and deal.trick.cards)
        return played and table.to_act == (0,) and table.actions[-1][0] == seat

    return holds


def among_people() -> dict[str, Stage]:
    """Tables with more than one person, by the screen's name."""
    clock = {"clock_seconds": 180, "reserve_seconds": 600}
    asked = Stage.among_people(3, is_asked(3))
    away = Stage.among_people(2, is_asked(3)).then(BotStoodIn(seat=0))
    return {
        "gathering": Stage(gathers=True).then(SeatTaken(seat=3, person=OTHER)),
        "stand-in": away.until(lambda table: table.to_act == (2,)),
        "asked": asked.then(TakeBackAsked(seat=3)),
        "passed": Stage().then(SeatTaken(seat=2, person=OTHER)).act(3, 1, 0),
        "clock": Stage.among_people(2, is_asked(3), options=clock),
        "talk": Stage.among_people(2, is_asked(3)),
        "removed": Stage(host=OTHER, gathers=True).then(
            SeatTaken(seat=2, person=PERSON), PlayerRemoved(seat=2, level="casual")
        ),
        "closed": Stage.at(lambda t: t.phase == "sheet").then(TableClosed()),
    }


def is_over(table: Table) -> bool:
    """When somebody has won."""
    return table.phase == "over"


def staged() -> dict[str, Stage]:
    """The tables in the pictures, by the screen's name."""
    moon = Stage(passing="none", moon="subtract").with_hands(moon_hands()).shoot()
    return {
        "passing": Stage(),
        "playing": Stage.at(on_trick(2, 5)),
        "playing-3": Stage.at(on_trick(2, 4), seats=3),
        "playing-5": Stage.at(on_trick(2, 3), seats=5),
        "playing-6": Stage.at(on_trick(2, 4), seats=6),
        "passing-3": Stage(seats=3),
        "passing-6": Stage(seats=6, options={"listed": True}),
        "sheet-moon": moon,
        "sheet": Stage.at(lambda t: t.phase == "sheet" and t.game.next_number == 4),
        "over": Stage.at(is_over, target=50),
        "over-6": Stage.at(is_over, target=50, seats=6),
        "choosing": Stage(passing="none", moon="choice").with_hands(moon_hands()).shoot(),
        **among_people(),
    }


def write(database: Path, tables: dict[str, Stage]) -> None:
    """Put the staged logs into a fresh database."""

    async def run() -> None:
        store = Store(database)
        await store.secrets("identity", SECRET)
        for number, stage in enumerate(tables.values()):
            await store.append(_id(number), 0, stage.events, _row(_id(number), stage.table))
        store.close()

    asyncio.run(run())


def _row(table_id: str, table: Table) -> TableRow:
    """Nothing is due at it, and nobody is told that it waits; but the lobby shows it."""
    listed = listing(table, table_id)
    return TableRow(
        status="over" if table.phase == "over" else "open",
        due_in=None,
        summary="{}",
        persons=(),
        listing=None if listed is None else msgspec.json.encode(listed).decode(),
        public_rules=None if listed is None else listed.rules,
    )


def _id(number: int) -> str:
    return f"staged{number}"


def pictures(
    browser: Browser, server: Server, tables: dict[str, Stage], wanted: Sequence[str]
) -> Iterator[tuple[str, Page]]:
    """Each screen in each size and theme, ready for its picture."""
    pages = {"home": "/", "learn": "/learn", "setup": "/setup", "lobby": "/lobby"}
    pages |= {"fairness": "/fairness"}
    screens = {**pages, "rules": f"/t/{_id(0)}/rules"} | {
        name: f"/t/{_id(number)}" for number, name in enumerate(tables)
    }
    cookie = Identities([SECRET]).sign(PERSON)
    liked = {"speed": "at-once"} | dict(part.split("=") for part in wanted if "=" in part)
    forced: Literal["active", "none"] = (
        "active" if liked.pop("contrast", "") == "forced" else "none"
    )
    spoken = [part for part in wanted if part in languages()]
    parts = [part for part in wanted if part not in spoken and "=" not in part]
    for name, size, theme, language in product(
        screens, SIZES, THEMES, spoken or [DEFAULT_LANGUAGE]
    ):
        title = f"{name}-{size}-{theme}-{language}"
        if parts and not any(part in title for part in parts):
            continue
        context = browser.new_context(
            viewport=SIZES[size], color_scheme=theme, locale=language, forced_colors=forced
        )
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": server.address}])
        kept = json.dumps(json.dumps(liked))
        page = context.new_page()
        page.add_init_script(f"localStorage.setItem('openhearts.preferences', {kept})")
        page.goto(server.address + screens[name])
        page.wait_for_timeout(400)
        if name.startswith("playing"):
            refused = page.locator(".hand [aria-disabled=true]")
            if refused.count():
                refused.first.click(force=True, position={"x": 12, "y": 12})
                page.wait_for_timeout(250)
        yield title, page
        context.close()


def main(folder: str, *wanted: str) -> None:
    """Write the pictures whose names contain one of ``wanted``, or all."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    tables = staged()
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch) / "staged.sqlite3"
        write(database, tables)
        with running(database) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=QUIET)
            for title, page in pictures(browser, server, tables, wanted):
                page.screenshot(path=Path(folder) / f"{title}.png", full_page="home" in title)
                print(title)
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
