"""The commands for matches of bots: arena, and bot for the other end of its protocol."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from openhearts.arena import protocol
from openhearts.arena.entrants import BOTS, UnknownEntrant, command_of
from openhearts.arena.external import SECONDS_TO_START, Program
from openhearts.arena.faults import Fault, NoAnswer
from openhearts.arena.match import SEATS_OF_PAIRS, Match
from openhearts.arena.match_file import OtherMatch, seed_in
from openhearts.arena.seeds import BITS
from openhearts.arena.statistics import Summary
from openhearts.arena.whole_match import RecordsThere, play
from openhearts.cli.match_report import Progress, report
from openhearts.cli.output import WORDS, WRONG_ARGUMENTS, refuse, show
from openhearts.rules.errors import Fact, NotationError, RulesetError
from openhearts.rules.ruleset import Ruleset
from openhearts.words.faults import ruleset_fault

DEALS = 1_000
"""How many are played where nobody says how many."""

INTERRUPTED = 130
"""The status of a program that Ctrl+C ended."""


def arena(
    entrant: Annotated[str, typer.Argument(metavar="A", help=WORDS.say("cli.arena.entrant"))],
    opponent: Annotated[str, typer.Argument(metavar="B", help=WORDS.say("cli.arena.opponent"))],
    rules: Annotated[str, typer.Option(help=WORDS.say("cli.arena.rules"))] = "standard",
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="<field=value>", help=WORDS.say("cli.arena.set")),
    ] = None,
    seats: Annotated[int | None, typer.Option(help=WORDS.say("cli.arena.seats"))] = None,
    deals: Annotated[int | None, typer.Option(min=1, help=WORDS.say("cli.arena.deals"))] = None,
    games: Annotated[int | None, typer.Option(min=1, help=WORDS.say("cli.arena.games"))] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help=WORDS.say("cli.arena.pairs"))] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**BITS - 1, help=WORDS.say("cli.arena.seed"))
    ] = None,
    own_seeds: Annotated[
        bool, typer.Option("--own-seeds", help=WORDS.say("cli.arena.own-seeds"))
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0.001, max=3600, help=WORDS.say("cli.arena.seconds"))
    ] = 10.0,
    jobs: Annotated[int | None, typer.Option(min=1, help=WORDS.say("cli.arena.jobs"))] = None,
    out: Annotated[Path | None, typer.Option(help=WORDS.say("cli.arena.out"))] = None,
    records: Annotated[Path | None, typer.Option(help=WORDS.say("cli.arena.records"))] = None,
) -> None:
    """Play two bots against each other, and say who is better."""
    if deals is not None and games is not None:
        _refuse("deals-and-games")
    ruleset = _ruleset(rules, seats, changes or [])
    if pairs and ruleset.seats != SEATS_OF_PAIRS:
        _refuse("pairs", seats=ruleset.seats)
    names = [_name_of(name, seconds) for name in (entrant, opponent)]
    planned = seed
    if planned is None and out is not None:
        planned = seed_in(out)  # it goes on with the one that it drew
    match = Match(
        entrants=(entrant, opponent),
        ruleset=ruleset,
        seed=secrets.randbits(BITS) if planned is None else planned,
        blocks=games or deals or DEALS,
        whole_games=games is not None,
        pairs=pairs,
        own_seeds=own_seeds,
        seconds=seconds,
    )
    summary = _play(match, jobs or os.cpu_count() or 1, out, records)
    for line in report(match, summary, names, is_fresh=seed is None):
        show(line)


def bot(name: Annotated[str, typer.Argument(help=WORDS.say("cli.bot.name"))]) -> None:
    """Answer questions as an external program does."""
    if name not in BOTS:
        _refuse("entrant", name=name, choices=", ".join(BOTS))
    answers = sys.stdout
    with redirect_stdout(sys.stderr):  # what a bot prints must not mix with its answers
        protocol.speak(BOTS[name], name, sys.stdin, answers)


def _play(match: Match, jobs: int, out: Path | None, records: Path | None) -> Summary:
    try:
        with Progress(match) as progress:
            return play(match, jobs, out, records, progress.tell)
    except OtherMatch as other:
        if other.field is None:
            _refuse("no-match", file=str(out))
        _refuse("other-match", file=str(out), field=other.field)
    except RecordsThere:
        _refuse("records", folder=str(records))
    except OSError as error:
        _refuse("file", file=str(error.filename), detail=error.strerror or str(error))
    except BrokenProcessPool:
        refuse("cli.arena.broken")
    except KeyboardInterrupt:
        if out is None:
            raise
        refuse("cli.arena.interrupted", INTERRUPTED, file=str(out))


def _ruleset(preset: str, seats: int | None, changes: Sequence[str]) -> Ruleset:
    of_seats = [] if seats is None else [f"seats={seats}"]
    try:
        return Ruleset.parse(" ".join([preset, *of_seats, *changes]))
    except (NotationError, RulesetError) as error:
        _refuse("rules", fault=ruleset_fault(error, WORDS))


def _name_of(entrant: str, seconds: float) -> str:
    """What an entrant is called; a program says so itself, when it is tried."""
    try:
        command = command_of(entrant)
    except UnknownEntrant:
        _refuse("entrant", name=entrant, choices=", ".join(BOTS))
    if command is None:
        return entrant
    with closing(Program(command, seconds)) as program:
        try:
            return program.start()
        except NoAnswer as failed:
            facts: dict[Fault, dict[str, Fact]] = {
                Fault.LATE: {"seconds": round(SECONDS_TO_START)},
                Fault.NONSENSE: {"version": protocol.VERSION, "detail": failed.detail},
            }
            told = facts.get(failed.fault, {"detail": failed.detail})
            _refuse(f"program-{failed.fault}", command=command, **told)


def _refuse(why: str, **facts: Fact) -> NoReturn:
    refuse(f"cli.arena.refused.{why}", WRONG_ARGUMENTS, **facts)
