"""C07: every value of every field changes a game, with every number of seats.

Whole deals and games are written down with their outcomes in tests/golden/deals. The rules and
the second scorer (law.py) both play them, and both must come to what is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product

import pytest

from openhearts.rules.actions import ChooseMoon
from openhearts.rules.deal import Deal
from openhearts.rules.errors import IllegalAction, NotTheDeck
from openhearts.rules.game import Game
from openhearts.rules.ruleset import MoonRule, Ruleset
from tests.rules import law, section_two
from tests.rules.golden import (
    End,
    GoldenDeal,
    GoldenGame,
    Terms,
    golden_deals,
    golden_games,
    standard,
)
from tests.rules.stacked import hands_of, steps_of

ALL_SEATS = (3, 4, 5, 6)

DEAL_LINES = [
    pytest.param(name, terms, id=f"{name} [{terms}]")
    for name, deal in golden_deals().items()
    for terms in deal.outcomes
]
GAME_LINES = [
    pytest.param(name, terms, id=f"{name} [{terms}]")
    for name, game in golden_games().items()
    for terms in game.outcomes
]


def by_the_rules(terms: Terms, told: law.Told, scores: list[int]) -> list[int] | str:
    deal = Deal.start(terms.ruleset, told.number, hands_of(told))
    for step, seat, action in steps_of(told):
        try:
            deal = deal.act(seat, action)
        except IllegalAction as refused:
            return f"{step}: {refused.reason}"
    if terms.chosen is not None:
        (shooter,) = deal.to_act
        deal = deal.act(shooter, ChooseMoon(MoonRule(terms.chosen)))
    return list(deal.outcome(scores).points)


def by_the_law(terms: Terms, told: law.Told, scores: list[int]) -> list[int] | str:
    words, told = terms.ruleset.to_words(), replace(told, chosen=terms.chosen)
    try:
        law.check(words, told)
    except law.Refused as refused:
        return str(refused)
    return law.deal_points(words, law.piles_of(words, told), scores, told.number, told.chosen)


@pytest.mark.parametrize("play", [by_the_rules, by_the_law])
@pytest.mark.parametrize(("name", "terms"), DEAL_LINES)
def test_c07_a_golden_deal_is_worth_what_is_written(
    name: str, terms: str, play: Callable[[Terms, law.Told, list[int]], list[int] | str]
) -> None:
    deal = golden_deals()[name]
    assert play(Terms.of(terms, deal.seats), deal.told, deal.scores) == deal.outcomes[terms]


def game_by_the_rules(ruleset: Ruleset, deals: list[law.Told]) -> End:
    game = Game(ruleset)
    for told in deals:
        assert game.next_number == told.number
        game = game.start_deal(hands_of(told))
        for _, seat, action in steps_of(told):
            game = game.act(seat, action)
        if game.winners:
            break
    return End(len(game.finished), list(game.scores), list(game.winners))


def game_by_the_law(ruleset: Ruleset, deals: list[law.Told]) -> End:
    words, scores = ruleset.to_words(), [0] * ruleset.seats
    for told in deals:
        law.check(words, told)
        points = law.deal_points(words, law.piles_of(words, told), scores, told.number)
        scores = [score + more for score, more in zip(scores, points, strict=True)]
        if winners := law.winners(words, scores, told.number):
            return End(told.number, scores, winners)
    return End(len(deals), scores, [])


@pytest.mark.parametrize("play", [game_by_the_rules, game_by_the_law])
@pytest.mark.parametrize(("name", "terms"), GAME_LINES)
def test_c07_a_golden_game_ends_as_is_written(
    name: str, terms: str, play: Callable[[Ruleset, list[law.Told]], End]
) -> None:
    game = golden_games()[name]
    assert play(Terms.of(terms, game.seats).ruleset, game.deals) == game.outcomes[terms]


def shown(seats: int) -> set[tuple[str, section_two.Word]]:
    """Each field and value that some golden deal or game sets apart from the default alone."""
    found: set[tuple[str, section_two.Word]] = set()
    entries: list[GoldenDeal | GoldenGame] = [*golden_deals().values(), *golden_games().values()]
    defaults = standard(seats).to_words()
    for entry in entries:
        if entry.seats != seats:
            continue
        outcomes = {text: Terms.of(text, seats).ruleset.to_words() for text in entry.outcomes}
        for one, other in permutations(outcomes, 2):
            changed = {f for f in defaults if outcomes[one][f] != outcomes[other][f]}
            if len(changed) == 1 and entry.outcomes[one] != entry.outcomes[other]:
                (field,) = changed
                if outcomes[one][field] == defaults[field]:
                    found.add((field, outcomes[other][field]))
    return found


def to_show(field: section_two.Field) -> Iterator[set[section_two.Word]]:
    """Sets of values of which one each must be shown: of a long range, one on either side."""
    yield from ({value} for value in field.values if value != field.default)
    middle = field.default if isinstance(field.default, int) else 0
    below: list[section_two.Word] = [number for number in field.numbers if number < middle]
    above: list[section_two.Word] = [number for number in field.numbers if number > middle]
    for side in (below, above):
        if len(side) < 10:
            yield from ({number} for number in side)
        else:
            yield set(side)


@pytest.mark.parametrize("seats", ALL_SEATS)
@pytest.mark.parametrize("name", [name for name in section_two.fields() if name != "seats"])
def test_c07_every_value_of_a_field_has_a_golden_deal_of_its_own(name: str, seats: int) -> None:
    values_shown = {value for field, value in shown(seats) if field == name}
    for values in to_show(section_two.fields()[name]):
        if (name, seats, values) == ("pass_count", 6, {5}):
            continue  # more than half the hand
        assert values & values_shown, f"{name} = {values}"


@pytest.mark.parametrize("seats", section_two.fields()["seats"].values)
def test_c07_the_hands_of_a_golden_deal_fit_no_other_number_of_seats(seats: int) -> None:
    deals = [deal.told for deal in golden_deals().values() if deal.seats == seats]
    assert deals
    for told in deals:
        assert Deal.start(standard(seats), told.number, hands_of(told)).ruleset.seats == seats
        for other in set(ALL_SEATS) - {seats}:
            with pytest.raises(NotTheDeck):
                Deal.start(standard(other), told.number, hands_of(told))


NAMED = [
    " ".join(filter(None, some))
    for some in product(
        ("", "black_maria=true"), ("", "hearts=spot"), ("", "bonus_card=Jd"), ("", "moon=subtract")
    )
]
"""Standard, Subtract the Moon, Spot Hearts, Omnibus, Black Maria's cards, and all together."""


@pytest.mark.parametrize("seats", ALL_SEATS)
@pytest.mark.parametrize("terms", NAMED)
def test_the_named_games_and_their_combinations_have_a_golden_moon(seats: int, terms: str) -> None:
    (moon,) = [
        deal
        for deal in golden_deals().values()
        if deal.seats == seats and deal.name == "a moon with the jack of diamonds"
    ]
    assert terms in moon.outcomes
