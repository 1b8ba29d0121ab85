"""Hearts under any house rules: the public names of its rules."""

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
)
from openhearts.rules.cards import Card, Cards, Suit, deck
from openhearts.rules.deal import Claim, Deal, Phase
from openhearts.rules.errors import IllegalAction, NotationError, Reason, RulesetError
from openhearts.rules.game import FinishedDeal, Game
from openhearts.rules.ruleset import (
    PRESETS,
    FirstTrick,
    HeartValues,
    MoonRule,
    Opening,
    Passing,
    Ruleset,
    Ties,
)
from openhearts.rules.scoring import Outcome
from openhearts.rules.seats import Direction
from openhearts.rules.trick import Trick
from openhearts.rules.view import SeatView

__all__ = [
    "PRESETS",
    "Action",
    "Card",
    "Cards",
    "ChooseMoon",
    "Claim",
    "ClaimKind",
    "Deal",
    "Direction",
    "FinishedDeal",
    "FirstTrick",
    "Game",
    "HeartValues",
    "IllegalAction",
    "MakeClaim",
    "MoonRule",
    "NotationError",
    "Opening",
    "Outcome",
    "PassCards",
    "Passing",
    "Phase",
    "PlayCard",
    "Reason",
    "Ruleset",
    "RulesetError",
    "SeatView",
    "Suit",
    "Ties",
    "Trick",
    "deck",
]
