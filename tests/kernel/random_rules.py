"""Random deals of the kernel over random rulesets, and the same deals by the rules."""

from __future__ import annotations

from random import Random

from openhearts.kernel import RandomDeal
from openhearts.rules.actions import ChooseMoon
from openhearts.rules.cards import PACK
from openhearts.rules.deal import Deal, Phase
from openhearts.rules.ruleset import STANDARD, MoonRule, Ruleset
from tests.rules import section_two

CARDS = tuple(PACK)


def random_ruleset(random: Random) -> Ruleset:
    """Any word for every field, and no more cards to pass than every number of seats allows."""
    words = {name: random.choice(field.values) for name, field in section_two.fields().items()}
    return STANDARD.with_words(words | {"pass_count": random.randrange(1, 5)})


def dealt_and_passed(ruleset: Ruleset, number: int, told: RandomDeal) -> Deal:
    """The deal by the rules, up to its first lead."""
    deal = Deal.start(ruleset, number, told.dealt)
    for seat in deal.to_act if deal.phase is Phase.PASSING else ():
        deal = deal.pass_cards(seat, list(told.given[seat]))
    return deal


def finished(deal: Deal) -> Deal:
    """The deal with the moon settled as the kernel's random deals settle it, by adding."""
    if deal.phase is Phase.CHOOSING:
        return deal.act(deal.to_act[0], ChooseMoon(MoonRule.ADD))
    return deal


def told_by_the_rules(ruleset: Ruleset, number: int, told: RandomDeal) -> tuple[int, ...]:
    """What the rules say that the kernel's deal cost; every card of it must be legal."""
    deal = dealt_and_passed(ruleset, number, told)
    for place in told.plays:
        deal = deal.play(CARDS[place])
    return finished(deal).outcome((0,) * ruleset.seats).points
