"""The fast twin of the rules: deals on machine integers, checked against ``openhearts.rules``.

A card is its place in the pack, 0 (two of clubs) to 51 (ace of spades), as ``Card.index``; a set
of cards is an int, as ``Cards.mask``. The kernel decides nothing of its own: what is legal and
what it costs is compiled from a ``Ruleset`` into data.
"""

from openhearts.kernel._kernel import Position, View
from openhearts.kernel.deals import (
    RandomDeal,
    points_of,
    position,
    random_deal,
    random_deals,
    random_position,
)
from openhearts.kernel.paths import PATH, PATHS
from openhearts.kernel.players import (
    Effort,
    Growth,
    Verdict,
    Weights,
    known,
    places_behind,
    search,
    thumb_card,
    thumb_deals,
    thumb_pass,
    worlds,
)

__all__ = [
    "PATH",
    "PATHS",
    "Effort",
    "Growth",
    "Position",
    "RandomDeal",
    "Verdict",
    "View",
    "Weights",
    "known",
    "places_behind",
    "points_of",
    "position",
    "random_deal",
    "random_deals",
    "random_position",
    "search",
    "thumb_card",
    "thumb_deals",
    "thumb_pass",
    "worlds",
]
