"""The tutorial: its lessons in words, for the page and, with every way on, for the client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import msgspec

from openhearts.lessons.replaying import LEARNER, deal_of
from openhearts.lessons.tutorial import PASSING, PRESET, Lesson, received, tutorial
from openhearts.lessons.walking import Scene, scenes
from openhearts.rules.cards import HEARTS, QUEEN_OF_SPADES, Cards, Suit
from openhearts.rules.deal import Phase
from openhearts.rules.ruleset import PRESETS
from openhearts.rules.scoring import card_points, moon_value, points_of, total
from openhearts.server.site.board import BoardPicture, board_picture
from openhearts.tables.messages import View
from openhearts.tables.table import Table
from openhearts.words.catalogue import Catalogue, Fact


class Verdict(msgspec.Struct, frozen=True):
    """What became of a choice, in words; where it went well, on to the next lesson."""

    text: str
    good: bool


class SceneShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment of a lesson: by legal card the number of the scene that follows, or the end."""

    view: View
    plays: dict[str, int] = {}
    verdict: Verdict | None = None


class PassingShown(msgspec.Struct, frozen=True):
    """After the pass: the picture with everything held before and received, and by card the
    verdict if it is among those passed; the one for "" if none of them is."""

    after: View
    verdicts: dict[str, Verdict]


class LessonShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """One lesson, with every way through it; it begins with the first of its scenes."""

    progress: str
    title: str
    text: str
    task: str
    scenes: list[SceneShown]
    passing: PassingShown | None = None


class Course(msgspec.Struct, frozen=True):
    """All lessons, and what stands on their buttons."""

    lessons: list[LessonShown]
    words: dict[str, str]


@dataclass(frozen=True, slots=True)
class LessonInWords:
    """A lesson as the page shows it without scripts."""

    name: str
    progress: str
    title: str
    text: str
    task: str
    board: BoardPicture
    choices: list[tuple[str, str]]
    """What may be played, and what then becomes of it."""


def learn_address(catalogue: Catalogue) -> str:
    """Where the client finds the lessons."""
    return f"/{catalogue.language}/lessons.json"


@cache
def learn_facts(catalogue: Catalogue) -> dict[str, object]:
    """What the page of the tutorial shows."""
    return {
        "address": learn_address(catalogue),
        "lessons": [_in_words(at, lesson, catalogue) for at, lesson in enumerate(tutorial())],
        "preset": PRESET,
    }


@cache
def course(catalogue: Catalogue) -> Course:
    """Every lesson with every way through it."""
    words = ("again", "next", "finish", "back")
    return Course(
        [_shown(at, lesson, catalogue) for at, lesson in enumerate(tutorial())],
        {word: catalogue.say(f"learn.{word}") for word in words},
    )


def _shown(at: int, lesson: Lesson, catalogue: Catalogue) -> LessonShown:
    teller = _Teller(lesson, catalogue)
    return LessonShown(
        progress=teller.progress(at),
        title=teller.say("title"),
        text=teller.say("text"),
        task=teller.say("task"),
        scenes=_numbered(lesson, teller),
        passing=_passing(lesson, teller) if lesson.start.view.phase == "passing" else None,
    )


def _numbered(lesson: Lesson, teller: _Teller) -> list[SceneShown]:
    """The scenes of a lesson as a list; those that look alike and end alike are one."""
    numbers: dict[bytes, int] = {}
    shown: list[SceneShown] = []

    def number(scene: Scene) -> int:
        plays = {card: number(following) for card, following in scene.plays.items()}
        verdict = teller.verdict(scene) if scene.outcome else None
        one = SceneShown(scene.view, plays, verdict)
        key = msgspec.json.encode(one)
        if key not in numbers:
            numbers[key] = len(shown)
            shown.append(one)
        return numbers[key]

    number(lesson.start)
    # The first scene is numbered last, after all that follow from it.
    last = len(shown) - 1
    turned = [
        msgspec.structs.replace(s, plays={c: last - n for c, n in s.plays.items()}) for s in shown
    ]
    return turned[::-1]


def _passing(lesson: Lesson, teller: _Teller) -> PassingShown:
    verdicts = {card: teller.passing_verdict(o) for card, o in PASSING.items()}
    return PassingShown(received(lesson), verdicts)


def _in_words(at: int, lesson: Lesson, catalogue: Catalogue) -> LessonInWords:
    teller = _Teller(lesson, catalogue)
    view = lesson.start.view
    return LessonInWords(
        name=lesson.name,
        progress=teller.progress(at),
        title=teller.say("title"),
        text=teller.say("text"),
        task=teller.say("task"),
        board=board_picture(view, teller.names, catalogue),
        choices=list(_choices(lesson, teller, catalogue)),
    )


def _choices(lesson: Lesson, teller: _Teller, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Each first choice with what becomes of it; those that come to the same together."""
    if lesson.start.view.phase == "passing":
        for card, outcome in PASSING.items():
            name = catalogue.say(f"cards.name.{card}" if card else "learn.others")
            yield name, teller.passing_verdict(outcome).text
        return
    by_text: dict[str, list[str]] = {}
    for card, scene in lesson.start.plays.items():
        end = next(one for one in scenes(scene) if one.outcome)
        by_text.setdefault(teller.verdict(end).text, []).append(catalogue.say(f"cards.name.{card}"))
    for text, names in by_text.items():
        yield catalogue.join(names), text


class _Teller:
    """Says the sentences of one lesson."""

    def __init__(self, lesson: Lesson, catalogue: Catalogue) -> None:
        self._lesson = lesson
        self._catalogue = catalogue
        self._view = lesson.start.view
        you = catalogue.say("players.you")
        self.names = [player.name or you for player in self._view.players]

    def progress(self, at: int) -> str:
        """How far the course has come with its ``at``-th lesson, counted from 0."""
        return self._catalogue.say("learn.progress", number=at + 1, count=len(tutorial()))

    def say(self, part: str) -> str:
        """The title, the text or the task of the lesson."""
        return self._say(part, **self._numbers())

    def verdict(self, scene: Scene) -> Verdict:
        """What has become of the lesson at its end."""
        facts = self._numbers() | self._found(scene.table)
        text = self._say(f"outcome.{scene.outcome}", **facts)
        return Verdict(text, scene.outcome in self._lesson.good)

    def passing_verdict(self, outcome: str) -> Verdict:
        """What has become of passing."""
        text = self._say(f"outcome.{outcome}", **self._numbers())
        return Verdict(text, outcome in self._lesson.good)

    def _say(self, part: str, **facts: Fact) -> str:
        return self._catalogue.say(f"learn.lesson.{self._lesson.name}.{part}", **facts)

    def _numbers(self) -> dict[str, Fact]:
        """What the rules say, and how the lesson begins."""
        rules = PRESETS[PRESET]
        table = self._lesson.start.table
        receiver = self._view.pass_to
        facts: dict[str, Fact] = {
            "heart": card_points(rules, HEARTS.lowest()),
            "queen": card_points(rules, QUEEN_OF_SPADES),
            "moon": moon_value(rules),
            "target": table.ruleset.target,
            "number": self._catalogue.say(f"describe.number.{rules.pass_count}"),
        }
        if receiver is not None:
            facts["receiver"] = self.names[receiver]
        so_far = total(self._view.scores, self._view.points or (0,) * len(self.names))
        return facts | self._standing(so_far)

    def _standing(self, scores: Sequence[int]) -> dict[str, Fact]:
        """Who is nearest to the target, and who lowest but for the learner."""
        others = [seat for seat in range(len(scores)) if seat != LEARNER]
        highest = max(others, key=lambda seat: scores[seat])
        lowest = min(others, key=lambda seat: scores[seat])
        return {
            "name": self.names[highest],
            "high": scores[highest],
            "rival": self.names[lowest],
            "score": scores[LEARNER],
            "low": scores[lowest],
        }

    def _found(self, table: Table) -> dict[str, Fact]:
        """What an outcome may speak of: the last trick, and what the learner's deal came to."""
        deal = deal_of(table)
        last = deal.tricks[-1]
        found: dict[str, Fact] = {
            "taker": self.names[last.winner],
            "count": points_of(table.ruleset, Cards.of(last.cards)),
            "points": points_of(table.ruleset, deal.taken[LEARNER]),
        }
        for seat, card in last.plays():
            if card == QUEEN_OF_SPADES:
                found["holder"] = self.names[seat]
            if card.suit is Suit.HEARTS:
                found.setdefault("breaker", self.names[seat])
        if deal.phase is Phase.OVER:
            before, after = table.game.scores_before[LEARNER], table.game.scores[LEARNER]
            found |= {"before": before, "after": after, **self._standing(table.game.scores)}
            for seat, cards in enumerate(deal.taken):
                if seat != LEARNER and cards & HEARTS:
                    found["spoiler"] = self.names[seat]
        return found
