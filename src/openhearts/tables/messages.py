"""Every message between a client and a table: the commands it sends, the updates it gets.

Cards are written as in the rules ("Qs", "Td"), seats are numbers clockwise from 0, and
times are in seconds. Messages hold codes and facts, never sentences: the words are the
client's, in its own language. A command repeats the ``decision`` of the view that it
answers, so a double click, a repeat after a lost line or a second tab does no harm.

``web/src/messages.ts`` is generated from this file.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from openhearts.tables.options import TableOptions, Talk

SCHEMA = 2
"""Version of these messages: a page that was built for another one reloads itself."""

# The lengths too: a pattern's end also stands before a last new line.
CardText = Annotated[str, msgspec.Meta(pattern="^[2-9TJQKA][cdhs]$", max_length=2)]
Decision = Annotated[str, msgspec.Meta(max_length=64)]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Bytes32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""Thirty-two bytes in hexadecimal digits: a SHA-256, a seed, or what a browser adds to a deal."""

Phase = Literal[
    "gathering", "shuffling", "passing", "playing", "choosing", "sheet", "over", "closed"
]
ClaimKind = Literal["nothing-left", "rest-are-mine"]
MoonChoice = Literal["add", "subtract"]
Direction = Literal["left", "right", "second-left", "second-right", "across", "hold"]
Phrase = Literal[
    "hello",
    "good-luck",
    "well-played",
    "nice-one",
    "thank-you",
    "sorry",
    "oops",
    "ouch",
    "just-a-moment",
    "back-again",
    "good-game",
    "goodbye",
    "clap",
    "smile",
    "moon",
    "heart",
]
"""What may be said at every table with talk: the key travels, each reads it in their own language
(``table.talk.phrase`` in the catalogue). The last four are reactions, shown as drawings too."""
Fact = str | int
Code = Literal[
    # a step that the rules do not allow now: the values of rules.errors.Reason
    "wrong-phase",
    "not-your-turn",
    "deal-over",
    "nothing-to-pass",
    "already-passed",
    "wrong-number-of-cards",
    "repeated-card",
    "not-in-hand",
    "must-follow",
    "must-open",
    "no-penalty-on-first-trick",
    "hearts-not-broken",
    "penalties-still-out",
    "tricks-still-count",
    "not-on-lead",
    "can-lose-a-trick",
    "no-choice-of-moon",
    # a command that the table does not take now
    "already-decided",
    "not-now",
    "not-seated",
    "no-such-seat",
    "seat-taken",
    "already-seated",
    "saw-another-hand",
    "removed",
    "not-the-host",
    "no-person-there",
    "stand-in-plays",
    "table-closed",
    "take-back-unavailable",
    "no-take-back-asked",
    "no-clock",
    "other-bytes",
    "replay-unavailable",
    "hints-not-allowed",
    "no-hint",
    "no-talk",
    "phrases-only",
    "unreadable-text",
    "too-much-talk",
    # a message that the server does not take
    "malformed",
    "unknown-command",
    "too-large",
    "too-many-commands",
    "server-fault",
]
"""Why something was refused; each has its sentence in the catalogue, under ``reasons``."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A client's request. ``id`` is the client's own and comes back with the reply."""

    id: CommandId


class Pass(Command, frozen=True, tag="pass", tag_field="kind"):
    """Give these cards to the seat that the deal's direction names."""

    decision: Decision
    cards: Annotated[tuple[CardText, ...], msgspec.Meta(max_length=5)]


class Play(Command, frozen=True, tag="play", tag_field="kind"):
    """Play this card to the trick."""

    decision: Decision
    card: CardText


class Claim(Command, frozen=True, tag="claim", tag_field="kind"):
    """End the deal early: nothing is left to win, or the rest are mine (docs/rules.md 4)."""

    decision: Decision
    claim: ClaimKind


class ChooseMoon(Command, frozen=True, tag="choose-moon", tag_field="kind"):
    """The shooter's choice under ``moon = choice``."""

    decision: Decision
    moon: MoonChoice


class Ready(Command, frozen=True, tag="ready", tag_field="kind"):
    """I have read the score sheet: deal on."""

    decision: Decision


class GiveHash(Command, frozen=True, tag="give-hash", tag_field="kind"):
    """I shall add bytes of my own to the next deal; this is their SHA-256. The last one that is
    given before the deal counts."""

    hash: Bytes32


class Reveal(Command, frozen=True, tag="reveal", tag_field="kind"):
    """These are the bytes whose hash I gave."""

    decision: Decision
    bytes: Bytes32


class TakeBack(Command, frozen=True, tag="take-back", tag_field="kind"):
    """Back to my last decision: alone with bots at once; else, while nobody has acted since, if
    all the other people agree; while cards are still chosen to pass, always mine."""

    decision: Decision


class AnswerTakeBack(Command, frozen=True, tag="answer-take-back", tag_field="kind"):
    """Whether I agree that somebody's card goes back to the hand; ``request`` is the view's."""

    request: Decision
    agrees: bool


class Rematch(Command, frozen=True, tag="rematch", tag_field="kind"):
    """Another game with the same rules and seats, with new deals."""

    decision: Decision


class Replay(Command, frozen=True, tag="replay", tag_field="kind"):
    """The same game once more: same rules, seats and deals; only alone with bots."""

    decision: Decision


class Sit(Command, frozen=True, tag="sit", tag_field="kind"):
    """Take a bot's seat."""

    seat: Seat


class Leave(Command, frozen=True, tag="leave", tag_field="kind"):
    """Give my seat to a bot."""


class Start(Command, frozen=True, tag="start", tag_field="kind"):
    """Begin the game with those who are here, and bots on the other seats; only the host."""


class Remove(Command, frozen=True, tag="remove", tag_field="kind"):
    """Send the person on this seat away, before a game or after one; only the host."""

    seat: Seat


class HandOver(Command, frozen=True, tag="hand-over", tag_field="kind"):
    """Make the person on this seat the table's host; only the host."""

    seat: Seat


class ComeBack(Command, frozen=True, tag="come-back", tag_field="kind"):
    """I play on myself: a bot stood in for me while I was away."""


class GiveTime(Command, frozen=True, tag="give-time", tag_field="kind"):
    """Let the person on this seat think longer about the decision at hand."""

    decision: Decision
    seat: Seat


class Rename(Command, frozen=True, tag="rename", tag_field="kind"):
    """Call me by this name."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class ForgetName(Command, frozen=True, tag="forget-name", tag_field="kind"):
    """Erase my name, at every table."""


class AskHint(Command, frozen=True, tag="ask-hint", tag_field="kind"):
    """Tell me what the expert would do here; only alone with bots."""

    decision: Decision


class Say(Command, frozen=True, tag="say", tag_field="kind"):
    """Tell everybody at the table one of the fixed phrases, or react."""

    phrase: Phrase


class Write(Command, frozen=True, tag="write", tag_field="kind"):
    """Tell everybody at the table something of my own; only where the table allows it."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


Acting = Pass | Play | Claim | ChooseMoon
"""Commands that ask for a step of the rules."""

Deciding = Acting | Ready | Reveal | TakeBack | GiveTime | Rematch | Replay
"""Commands that answer a decision, each once."""

Seating = Sit | Leave | Start | Remove | HandOver | ComeBack
"""Commands about who sits where, and who may say so."""

TableCommand = Deciding | Seating | AnswerTakeBack | GiveHash
"""Commands to the table; a name is the person's own, at every table."""

Speaking = Say | Write
"""Commands that say something; the game does not know of them."""

AnyCommand = TableCommand | Speaking | AskHint | Rename | ForgetName


class Update(msgspec.Struct, frozen=True, rename="camel"):
    """Something that a client is told."""


class Done(Update, frozen=True, tag="done", tag_field="kind"):
    """The command with this id has been carried out, now or at an earlier sending."""

    id: str


class Rejected(Update, frozen=True, tag="rejected", tag_field="kind"):
    """The command changed nothing. ``code`` is a key of the catalogue, ``facts`` fill it.

    ``id`` is None when the message could not be read well enough to find one.
    """

    id: str | None
    code: Code
    facts: dict[str, Fact] = {}


class CardValue(msgspec.Struct, frozen=True, rename="camel"):
    """What a legal card is worth: the points that I may expect of the deal, and the chance of my
    moon, from 0 to 1."""

    card: CardText
    points: float
    moon: float


class Hint(Update, frozen=True, tag="hint", tag_field="kind"):
    """Answers the AskHint with this id: what the expert would do at ``decision``."""

    id: str
    decision: str
    cards: tuple[CardText, ...]
    """The card to play, or those to pass."""
    claim: ClaimKind | None
    moon: MoonChoice | None
    values: tuple[CardValue, ...]
    """Of every card that I may play, where the expert compared several."""


Reply = Done | Rejected | Hint
"""What answers a command; it goes to who sent it, and to nobody else."""


class Player(msgspec.Struct, frozen=True, rename="camel"):
    """Who sits on a seat.

    A person has a name; a bot a level and, in words, the ``number``-th name.
    """

    kind: Literal["person", "bot"]
    number: int
    """Chooses a bot's name, and a nameless person's, from the catalogue."""
    name: str | None
    level: str | None
    here: bool
    """Whether a person has a live connection; bots are always here."""
    stand_in: bool
    """Whether a bot plays for this person, who was away too long."""
    seconds_left: float | None
    """Until the clock acts for this person, who has to act now; None without a clock."""
    reserve_left: float | None
    """How many of these come out of what the person may use up in the whole game."""


class Trick(msgspec.Struct, frozen=True, rename="camel"):
    """Cards in order of play, ``leader``'s first. ``winner`` leads so far, or took it."""

    number: int
    leader: int
    cards: tuple[CardText, ...]
    winner: int | None
    points: int | None
    """What a finished trick was worth to its taker; None where the table hides points."""
    automatic: tuple[int, ...]
    """The seats of persons for whom the clock played."""


class Refusal(msgspec.Struct, frozen=True, rename="camel"):
    """Why a card of mine may not be played now: a key of the catalogue and its facts."""

    code: Code
    facts: dict[str, Fact]


class Moon(msgspec.Struct, frozen=True, rename="camel"):
    """One seat alone has taken every penalty card so far: ``taken`` of ``of`` points."""

    seat: int
    taken: int
    of: int


class ClaimMade(msgspec.Struct, frozen=True, rename="camel"):
    """A claim that ended the deal. ``hand`` is the claimant's, for "the rest are mine"."""

    seat: int
    claim: ClaimKind
    hand: tuple[CardText, ...]


class TakeBackAsked(msgspec.Struct, frozen=True, rename="camel"):
    """The person on ``seat`` asks to take its last card, or choice, back."""

    seat: int
    request: str
    waits_for: tuple[int, ...]
    """The seats of those who have not yet agreed."""


class Shuffle(msgspec.Struct, frozen=True, rename="camel"):
    """What a deal is drawn from (docs/fairness.md), in hexadecimal digits.

    ``hashes`` and ``revealed`` are by seat, empty where nothing was added, and have no seats at
    all where nobody added anything.
    """

    commitment: str
    """SHA-256 of the seed, fixed before anybody's bytes are known."""
    hashes: tuple[str, ...]
    """SHA-256 of the bytes that browsers add, fixed before the seed is."""
    revealed: tuple[str, ...]
    """Those bytes, as far as they have been shown."""
    seed: str | None
    """Once the deal is over, or the table closed."""


class SheetRow(msgspec.Struct, frozen=True, rename="camel"):
    """One finished deal: points by seat, and how its moon was settled."""

    deal: int
    direction: Direction
    points: tuple[int, ...]
    scores: tuple[int, ...]
    """Running totals by seat after this deal."""
    shooter: int | None
    moon: MoonChoice | None


class TalkLine(msgspec.Struct, frozen=True, rename="camel"):
    """Something that a person said at the table: a phrase, or a text of its own."""

    id: int
    """A larger one was said later, also after a restart of the server."""
    speaker: str
    """The same for all that one person says at this table."""
    seat: int | None
    """Where that person sits now; None once it has left."""
    name: str | None
    phrase: Phrase | None
    text: str


class Rules(msgspec.Struct, frozen=True, rename="camel"):
    """The table's ruleset in the words of docs/rules.md section 2."""

    preset: str
    """The preset that it was started from; ``fields`` decide what is played."""
    fields: dict[str, str | int | bool]
    changed: tuple[str, ...]
    """Fields that differ from the preset's."""
    idle: tuple[str, ...]
    """Fields that have no effect beside the others."""


class View(Update, frozen=True, tag="view", tag_field="kind"):
    """Everything that one client may know about its table, whole, each time."""

    schema: int
    version: int
    """The number of events of the table; a larger one is newer."""
    table: str
    rules: Rules
    options: TableOptions
    players: tuple[Player, ...]
    """By seat."""
    seat: int | None
    """Mine; None for a spectator."""
    host: int | None
    """The seat of the table's host, if the host has one."""
    removed: bool
    """Whether the host has sent me away."""
    spectators: int
    """How many people without a seat look on."""
    game: int
    deal: int
    phase: Phase
    decision: str
    to_act: tuple[int, ...]
    """Seats that the table waits for."""

    rows: tuple[SheetRow, ...]
    """Finished deals of this game."""
    scores: tuple[int, ...]
    ready: tuple[bool, ...]
    """By seat, while the sheet is shown."""
    next_deal_in: float | None
    """Seconds until the next deal starts by itself."""
    next_direction: Direction | None
    """Where the next deal passes, while the sheet is shown."""
    winners: tuple[int, ...]
    take_back: TakeBackAsked | None
    can_take_back: bool
    can_hint: bool
    """Whether I may ask for a hint now (AskHint)."""
    can_replay: bool
    """Whether this game's deals may be played once more (Replay)."""
    take_backs: int
    """How often a decision of this game was taken back."""
    replayed: bool
    """Whether this game repeats the deals of an earlier one."""
    next_hash: str
    """Of the bytes that I shall add to the next deal: empty if I have given none."""
    next_shuffle: Shuffle | None
    """What the next deal will be drawn from, while browsers show what they add."""
    shuffle: Shuffle | None
    """What the deal on the table was drawn from."""

    # What lies on the table: nothing before the first deal of a game.
    direction: Direction = "hold"
    pass_count: int = 0
    pass_to: int | None = None
    receive_from: int | None = None
    passed: tuple[bool, ...] = ()
    """By seat: whether it has chosen its cards. All false in a deal without passing."""
    passed_automatically: tuple[int, ...] = ()
    """The seats of persons for whom the clock chose them."""
    given: tuple[CardText, ...] = ()
    """What I passed in this deal."""
    received: tuple[CardText, ...] = ()

    hand: tuple[CardText, ...] = ()
    """Mine, by suit (clubs, diamonds, hearts, spades) and rising rank."""
    played_for_me: tuple[CardText, ...] = ()
    """What bots that stood in for me have played from it in this deal, in order."""
    legal: tuple[CardText, ...] = ()
    """Cards that I may play now; empty unless it is my turn to play."""
    refusals: dict[str, Refusal] = {}
    """By card: why each other card of mine may not be played; empty unless it is my turn."""
    hand_sizes: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """Finished tricks of this deal, oldest first; only the last one unless older ones are shown."""
    trick: Trick | None = None
    """The trick on the table, if it has a card."""
    tricks_played: int = 0
    hearts_broken: bool = False
    queen_played: bool = False
    points: tuple[int, ...] | None = None
    """Of this deal so far, by seat, no moon counted; None where the table hides them."""
    moon: Moon | None = None
    claims: tuple[ClaimKind, ...] = ()
    """Claims that I could make now."""
    claim: ClaimMade | None = None
    moon_choices: dict[MoonChoice, tuple[int, ...]] = {}
    """For the shooter who may choose: the scores by seat that each choice would give."""
    hands: tuple[tuple[CardText, ...], ...] = ()
    """All hands as they were after passing; only once the deal is over."""
    passes: tuple[tuple[CardText, ...], ...] = ()
    """By seat: what each passed; only once the deal is over."""

    talk: tuple[TalkLine, ...] = ()
    """The last lines that were said, oldest first."""
    speakers: tuple[str, ...] = ()
    """By seat: whose lines its person's are; empty for a bot."""
    may_say: Talk = "none"
    """What I may say now."""


AnyUpdate = View | Done | Rejected | Hint
