"""The rules of a table in plain whole sentences, made from its ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from openhearts.rules.ruleset import STANDARD, MoonRule, Passing, Ruleset
from openhearts.rules.scoring import moon_value
from openhearts.words.cards import card_word
from openhearts.words.catalogue import Catalogue, Fact


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and the fields of the ruleset that it states."""

    text: str
    fields: tuple[str, ...] = ()


def describe(ruleset: Ruleset, catalogue: Catalogue) -> list[str]:
    """Every rule of the table that its ruleset decides, sentence by sentence.

    A field that was set and yet has no effect beside the others is named as such.
    """
    return [sentence.text for paragraph in paragraphs(ruleset, catalogue) for sentence in paragraph]


def paragraphs(ruleset: Ruleset, catalogue: Catalogue) -> list[list[Sentence]]:
    """The same by subject: what cards cost, how they are played, how the game ends."""
    teller = _Teller(ruleset, catalogue)
    told = (teller.cost(), teller.play(), teller.end(), teller.idle())
    return [paragraph for part in told if (paragraph := list(part))]


class _Teller:
    def __init__(self, ruleset: Ruleset, catalogue: Catalogue) -> None:
        self._rules = ruleset
        self._catalogue = catalogue

    def cost(self) -> Iterator[Sentence]:
        rules = self._rules
        yield self._say(f"seats.{rules.seats}", "seats", count=rules.hand_size)
        deck = "-black-maria" if rules.black_maria else ""
        yield self._say(f"cost.{rules.hearts}{deck}", "hearts", "black_maria")
        if rules.bonus_card is not None:
            yield self._say("bonus", "bonus_card", card=card_word(rules.bonus_card))
        yield from self._moon() if rules.has_moon else self._no_moon()
        if rules.no_trick_bonus:
            key = "no-trick.moon" if rules.has_moon else "no-trick.no-moon"
            yield self._say(key, "no_trick_bonus", count=rules.no_trick_bonus)
        if self._scores_can_fall():
            yield self._say("below-zero")

    def _moon(self) -> Iterator[Sentence]:
        rules = self._rules
        if rules.bonus_card is None:
            yield self._say("moon.shot")
        else:
            needs = "shot-with-bonus" if rules.moon_needs_bonus else "shot-without-bonus"
            card = card_word(rules.bonus_card)
            yield self._say(f"moon.{needs}", "moon_needs_bonus", "bonus_card", card=card)
        yield self._say(f"moon.{rules.moon}", "moon", count=moon_value(rules))
        if rules.bonus_card is not None:
            keeps = "keeps-bonus" if rules.moon_keeps_bonus else "cancels-bonus"
            card = card_word(rules.bonus_card)
            yield self._say(f"moon.{keeps}", "moon_keeps_bonus", card=card)

    def _no_moon(self) -> Iterator[Sentence]:
        if self._rules.black_maria:
            yield self._say("moon.black-maria", "black_maria")
        else:
            yield self._say("moon.none", "moon")

    def _scores_can_fall(self) -> bool:
        rules = self._rules
        subtracts = rules.has_moon and rules.moon is not MoonRule.ADD
        return subtracts or rules.bonus_card is not None or rules.no_trick_bonus > 0

    def play(self) -> Iterator[Sentence]:
        rules = self._rules
        yield self._passing()
        lowest_club = card_word(rules.lowest_club)
        yield self._say(f"opening.{rules.opening}", "opening", card=lowest_club)
        yield self._say(f"first-trick.{rules.first_trick}", "first_trick")
        if not rules.must_break:
            yield self._say("break.free", "must_break")
        else:
            breaker = "heart-or-queen" if rules.queen_breaks else "heart"
            yield self._say(f"break.{breaker}", "must_break", "queen_breaks")

    def _passing(self) -> Sentence:
        rules = self._rules
        if rules.passing is Passing.NONE:
            return self._say("passing.none", "passing")
        key = f"passing.{rules.passing}"
        if rules.passing in (Passing.CYCLE, Passing.NO_HOLD):
            key = f"{key}.{rules.seats}"
        number = self._catalogue.say(f"describe.number.{rules.pass_count}")
        return self._say(key, "passing", "pass_count", count=rules.pass_count, number=number)

    def end(self) -> Iterator[Sentence]:
        rules = self._rules
        yield self._say(f"end.{rules.ties}", "target", "ties", target=rules.target)
        if rules.deal_limit is not None:
            yield self._say(f"limit.{rules.ties}", "deal_limit", count=rules.deal_limit)

    def idle(self) -> Iterator[Sentence]:
        for name in self._rules.idle_fields():
            if getattr(self._rules, name) != getattr(STANDARD, name):
                yield self._say(f"idle.{name}", name)

    def _say(self, key: str, *fields: str, **facts: Fact) -> Sentence:
        return Sentence(self._catalogue.say(f"describe.{key}", **facts), fields)
