"""docs/rules.md again, in the plainest words: a second opinion that shares no code with rules/.

A card is its text, such as "Qs"; ``words`` are a ruleset's words (``Ruleset.to_words``).
Written from docs/rules.md alone, for the tests to compare with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Words = Mapping[str, str | int | bool]
Plays = Sequence[tuple[int, str]]
"""Seat and card, in the order of play."""

RANKS = "23456789TJQKA"
REMOVED = {4: [], 3: ["2d"], 5: ["2d", "2c"], 6: ["2d", "2c", "2s", "3c"]}
CYCLES = {3: [1, -1, 0], 4: [1, -1, 2, 0], 5: [1, -1, 2, -2, 0], 6: [1, -1, 2, -2, 3, 0]}
"""Section 3: how many seats to the left the cards go, deal after deal; 0 holds."""


@dataclass(frozen=True)
class Told:
    """All that was dealt and done in one deal.

    ``hands`` (as dealt) and ``passes`` are by seat, ``passes`` empty where nobody passed;
    ``claim`` is a seat and its kind, and ``chosen`` what the shooter chose.
    """

    number: int
    hands: Sequence[Sequence[str]]
    passes: Sequence[Sequence[str]]
    plays: Plays
    claim: tuple[int, str] | None = None
    chosen: str | None = None


class Refused(Exception):
    """What section 3, 4 or 5 does not allow: ``step`` is a card, "pass", "claim" or "choice"."""

    def __init__(self, step: str, reason: str) -> None:
        super().__init__(f"{step}: {reason}")


def deck(seats: int) -> list[str]:
    """Section 1."""
    return [rank + suit for suit in "cdhs" for rank in RANKS if rank + suit not in REMOVED[seats]]


def points(words: Words, card: str) -> int:
    """What a card costs, section 2."""
    rank = RANKS.index(card[0]) + 2
    if card == words["bonus_card"]:
        return -10
    if card[1] == "h":
        return rank if words["hearts"] == "spot" else 1
    if card == "Qs":
        return 25 if words["hearts"] == "spot" else 13
    if words["black_maria"]:
        return {"Ks": 10, "As": 7}.get(card, 0)
    return 0


def is_penalty(words: Words, card: str) -> bool:
    """Section 4, rung 4."""
    return card[1] == "h" or card == "Qs" or (bool(words["black_maria"]) and card in ("Ks", "As"))


def steps(words: Words, number: int) -> int:
    """How many seats to the left deal ``number`` passes its cards, section 3; 0 holds."""
    fixed = {"none": 0, "always-left": 1, "always-right": -1}
    if words["passing"] in fixed:
        return fixed[str(words["passing"])]
    cycle = CYCLES[int(words["seats"])]
    if words["passing"] == "no-hold":
        cycle = cycle[:-1]
    return cycle[(number - 1) % len(cycle)]


def exchanged(words: Words, told: Told) -> list[list[str]]:
    """The hands with which play begins, section 3."""
    seats = len(told.hands)
    hands = [list(hand) for hand in told.hands]
    for seat, given in enumerate(told.passes):
        hands[(seat + steps(words, told.number)) % seats] += given
        hands[seat] = [card for card in hands[seat] if card not in given]
    return hands


def opener(words: Words, number: int, hands: Sequence[Sequence[str]]) -> int:
    """Who leads the first trick from ``hands``, section 4, rung 2."""
    seats = int(words["seats"])
    if words["opening"] == "left-of-dealer":
        dealer = (number - 1) % seats
        return (dealer + 1) % seats
    lowest = next(card for card in deck(seats) if card[1] == "c")
    return next(seat for seat in range(seats) if lowest in hands[seat])


def legal(words: Words, hand: Sequence[str], plays: Plays) -> dict[str, str]:
    """For each card of the hand of the seat on turn: "legal", or the name of its refusal.

    The ladder of section 4, one rung after the other.
    """
    seats = int(words["seats"])
    on_table = plays[len(plays) - len(plays) % seats :]
    if on_table:
        led = on_table[0][1][1]
        if any(card[1] == led for card in hand):
            return {card: "legal" if card[1] == led else "must-follow" for card in hand}
    if not plays and words["opening"] == "lowest-club":
        lowest = next(card for card in deck(seats) if card[1] == "c")
        return {card: "legal" if card == lowest else "must-open" for card in hand}
    answer = dict.fromkeys(hand, "legal")
    if len(plays) < seats and words["first_trick"] == "no-penalty-cards":
        _take_away(answer, [c for c in hand if is_penalty(words, c)], "no-penalty-on-first-trick")
    unbroken = not any(
        card[1] == "h" or (card == "Qs" and words["queen_breaks"]) for _, card in plays
    )
    if not on_table and words["must_break"] and unbroken:
        _take_away(answer, [card for card in hand if card[1] == "h"], "hearts-not-broken")
    return answer


def _take_away(answer: dict[str, str], barred: Sequence[str], reason: str) -> None:
    left = [card for card, word in answer.items() if word == "legal"]
    if any(card not in barred for card in left):
        answer.update((card, reason) for card in left if card in barred)


def winner(trick: Plays) -> int:
    """The seat that takes a whole trick."""
    led = trick[0][1][1]
    follows = [(RANKS.index(card[0]), seat) for seat, card in trick if card[1] == led]
    return max(follows)[1]


def taken(words: Words, plays: Plays) -> list[list[str]]:
    """The cards of each seat's finished tricks."""
    seats = int(words["seats"])
    piles: list[list[str]] = [[] for _ in range(seats)]
    for start in range(0, len(plays) - seats + 1, seats):
        trick = plays[start : start + seats]
        piles[winner(trick)] += [card for _, card in trick]
    return piles


def claim_refusal(
    words: Words, claim: tuple[int, str], turn: int, hand: Sequence[str], plays: Plays
) -> str | None:
    """Why a seat with this hand may not claim now, or None if it may: section 4, early end.

    ``turn`` is the seat whose card comes next.
    """
    seat, kind = claim
    piles = taken(words, plays)
    seats = len(piles)
    out = set(deck(seats)).difference(*piles)
    if kind == "nothing-left":
        if any(points(words, card) != 0 for card in out):
            return "penalties-still-out"
        if words["no_trick_bonus"] and not all(piles) and shooter(words, piles) is None:
            return "tricks-still-count"
        return None
    if len(plays) % seats != 0 or turn != seat:
        return "not-on-lead"
    for other in out.difference(hand):
        if any(own[1] == other[1] and RANKS.index(own[0]) < RANKS.index(other[0]) for own in hand):
            return "can-lose-a-trick"
    return None


def piles_of(words: Words, told: Told) -> list[list[str]]:
    """What each seat took in a deal that is over, with what a claim of the rest gave it."""
    piles = taken(words, told.plays)
    if told.claim is not None and told.claim[1] == "rest-are-mine":
        piles[told.claim[0]] += set(deck(len(piles))).difference(*piles)
    return piles


def check(words: Words, told: Told) -> None:
    """That a deal went by sections 3 to 5 from its first pass to its end, or Refused."""
    seats = int(words["seats"])
    count = int(words["pass_count"])
    for hand, given in zip(told.hands, told.passes, strict=bool(told.passes)):
        if steps(words, told.number) == 0:
            raise Refused("pass", "nothing-to-pass")
        if not set(given) <= set(hand):
            raise Refused("pass", "not-in-hand")
        if len(set(given)) != len(given):
            raise Refused("pass", "repeated-card")
        if len(given) != count:
            raise Refused("pass", "wrong-number-of-cards")
    if steps(words, told.number) != 0 and not told.passes:
        raise Refused(told.plays[0][1], "wrong-phase")
    hands = exchanged(words, told)
    turn = opener(words, told.number, hands)
    for place, (seat, card) in enumerate(told.plays):
        before = told.plays[:place]
        answer = legal(words, hands[seat], before).get(card, "not-in-hand")
        if seat != turn:
            raise Refused(card, "not-your-turn")
        if answer != "legal":
            raise Refused(card, answer)
        hands[seat].remove(card)
        turn = (seat + 1) % seats
        if (place + 1) % seats == 0:
            turn = winner(told.plays[place + 1 - seats : place + 1])
    if told.claim is not None:
        reason = claim_refusal(words, told.claim, turn, hands[told.claim[0]], told.plays)
        if reason is not None:
            raise Refused("claim", reason)
    elif any(hands):
        raise Refused("end", "cards are left to play")
    asked = words["moon"] == "choice" and shooter(words, piles_of(words, told)) is not None
    if asked != (told.chosen is not None):
        raise Refused("choice", "no-choice-of-moon")


def shooter(words: Words, piles: Sequence[Sequence[str]]) -> int | None:
    """Section 5."""
    if words["moon"] == "none" or words["black_maria"]:
        return None
    needed = {rank + "h" for rank in RANKS} | {"Qs"}
    if words["bonus_card"] != "none" and words["moon_needs_bonus"]:
        needed.add(str(words["bonus_card"]))
    return next((seat for seat, pile in enumerate(piles) if needed <= set(pile)), None)


def deal_points(
    words: Words,
    piles: Sequence[Sequence[str]],
    scores: Sequence[int],
    number: int,
    chosen: str | None = None,
) -> list[int]:
    """The points of a deal by seat, section 5; ``scores`` are those before it."""
    seats = range(int(words["seats"]))
    who = shooter(words, piles)
    if who is None:
        return [
            sum(points(words, card) for card in pile)
            - (0 if pile else int(words["no_trick_bonus"]))
            for pile in piles
        ]
    value = 129 if words["hearts"] == "spot" else 26
    extra = [
        -10 if words["moon_keeps_bonus"] and words["bonus_card"] in pile else 0 for pile in piles
    ]
    add = [(0 if seat == who else value) + extra[seat] for seat in seats]
    subtract = [(-value if seat == who else 0) + extra[seat] for seat in seats]
    how = chosen or words["moon"]
    if how == "adaptive":
        then = [score + more for score, more in zip(scores, add, strict=True)]
        ended = max(then) >= int(words["target"]) or (
            words["deal_limit"] != "none" and number >= int(words["deal_limit"])
        )
        lowest = [seat for seat in seats if then[seat] == min(then)]
        if words["ties"] == "share":
            other_wins = any(seat != who for seat in lowest)
        else:
            other_wins = len(lowest) == 1 and lowest[0] != who
        how = "subtract" if ended and other_wins else "add"
    return subtract if how == "subtract" else add


def winners(words: Words, scores: Sequence[int], deals: int) -> list[int]:
    """Who has won after ``deals`` deals, section 6; nobody while the game goes on."""
    lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
    ended = max(scores) >= int(words["target"])
    ended |= words["deal_limit"] != "none" and deals >= int(words["deal_limit"])
    if ended and (len(lowest) == 1 or words["ties"] == "share"):
        return lowest
    return []
