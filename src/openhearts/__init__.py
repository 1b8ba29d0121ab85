"""Hearts under any house rules: the public names of its rules."""

from openhearts.rules.actions import (
    Action,
    ChooseMoon,
    ClaimKind,
    MakeClaim,
    PassCards,
    PlayCard,
    parse_action,
)
from openhearts.rules.cards import Card, Cards, Suit, deck
from openhearts.rules.counts import count_plays
from openhearts.rules.deal import Claim, Deal, Phase
from openhearts.rules.ending import Ending, NotAnEnding
from openhearts.rules.errors import (
    DeckFault,
    Expected,
    IllegalAction,
    NotationError,
    NotTheDeck,
    Reason,
    RulesetError,
)
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
from openhearts.rules.shuffling import shuffled_hands
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
    "DeckFault",
    "Direction",
    "Ending",
    "Expected",
    "FinishedDeal",
    "FirstTrick",
    "Game",
    "HeartValues",
    "IllegalAction",
    "MakeClaim",
    "MoonRule",
    "NotAnEnding",
    "NotTheDeck",
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
    "count_plays",
    "deck",
    "parse_action",
    "shuffled_hands",
]
