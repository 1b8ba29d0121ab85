from collections.abc import Sequence


def paths() -> list[str]:
    """The names of the paths that this processor has, the slowest first."""

class Rules:
    """A ruleset as data; made by openhearts.kernel."""

    @property
    def seats(self) -> int: ...

    @property
    def hand_size(self) -> int: ...

def rules(seats: int, deck: int, pass_count: int, opener: int, barred_first: int, barred_lead: int, breakers: int, planes: Sequence[int], bonus_card: int, bonus: int, no_trick_bonus: int, moon_cards: int, moon_value: int, moon: int, moon_keeps_bonus: bool, target: int, deal_limit: int, ties_share: bool) -> Rules: ...

class Position:
    """
    A deal in play, stepped card by card and back; a card is its place, 0 to 51.
    """

    @property
    def to_play(self) -> int:
        """The seat on turn."""

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""

    @property
    def legal(self) -> int:
        """What the seat on turn may play, as a set."""

    def legal_places(self) -> list[int]:
        """The same as a list of places; none after the last card."""

    @property
    def plays(self) -> int:
        """How many cards have been pushed."""

    @property
    def taken(self) -> list[int]:
        """By seat: the cards of its tricks."""

    @property
    def hands(self) -> list[int]:
        """By seat: the cards that it holds."""

    def push(self, place: int) -> None:
        """Play a card. Raises ValueError where it is not legal."""

    def pop(self) -> None:
        """Take the last card back. Raises IndexError before the first."""

    def count(self) -> int:
        """The number of ways to play to the end."""

    def points(self, scores: Sequence[int], deals: int, adds: bool) -> list[int]:
        """By seat: what the tricks cost; see openhearts.kernel."""

    def __copy__(self) -> Position: ...

def position(rules: Rules, hands: Sequence[int], leader: int, earlier: int) -> Position: ...

def random_position(path: str, rules: Rules, offsets: Sequence[int], seed: int, number: int) -> Position: ...

def random_deals(path: str, rules: Rules, offsets: Sequence[int], seed: int, first: int, count: int) -> bytearray: ...

def random_deal(path: str, rules: Rules, offsets: Sequence[int], seed: int, number: int) -> tuple[list[int], list[int], list[int], list[int]]: ...

class View:
    """What one seat knows of a deal; made by openhearts.kernel."""

    @property
    def seats(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def hand(self) -> int: ...

    @property
    def plays(self) -> int: ...

def view(rules: Rules, seat: int, hand: int, shown: Sequence[int], first_leader: int, cards: Sequence[int], scores: Sequence[int], number: int) -> View: ...

def thumb_deals(path: str, rules: Rules, offsets: Sequence[int], weights: Sequence[Sequence[float]], seed: int, first: int, count: int) -> bytearray: ...

def thumb_card(path: str, view: View, weights: Sequence[float], seed: int) -> int: ...

def thumb_pass(path: str, view: View, weights: Sequence[float], seed: int) -> int: ...

def worlds(path: str, view: View, seed: int, count: int) -> bytearray: ...

def places_behind(rules: Rules, spread: float, highest: float, scores: Sequence[int], deals: int, seat: int) -> float: ...

def search(path: str, view: View, weights: Sequence[float], spread: float, highest: float, worlds: int, contested: float, doubt: float, moon_bar: float, moon_latch: float, plays_for_place: bool, milliseconds: int, seed: int) -> tuple[int, list[tuple[int, int, int, float, float, float]]]: ...
