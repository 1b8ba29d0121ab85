"""Players that see a SeatView and answer with an action; a bot of your own is tried here too."""

from openhearts.bots.bot import Bot
from openhearts.bots.contract import BrokenContract, check_bot
from openhearts.bots.levels import LEVELS

__all__ = ["LEVELS", "Bot", "BrokenContract", "check_bot"]
