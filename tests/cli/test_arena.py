"""``openhearts arena`` and ``openhearts bot``: what they print, and with which status they end."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from openhearts.arena import protocol
from openhearts.arena.entrants import BOTS
from openhearts.arena.external import SECONDS_TO_START
from openhearts.bots.at_random import RandomBot
from openhearts.bots.contract import random_positions
from openhearts.cli import application
from openhearts.records import load
from openhearts.rules.actions import Action
from openhearts.rules.view import SeatView
from openhearts.words.catalogue import Catalogue, languages
from tests.arena.programs import GOOD, Programs
from tests.arena.test_external import PATIENCE, has_ended
from tests.arena.test_workers import timeless
from tests.processes import children_of

WORDS = Catalogue.load("en")
PROGRAM = Path(sys.executable).with_name("openhearts")


class Answer:
    """What the command said, and its exit status."""

    def __init__(self, *arguments: str | Path, told: str = "") -> None:
        done = CliRunner().invoke(application, list(map(str, arguments)), input=told)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        self.text = done.stdout
        self.lines = done.stdout.splitlines()
        self.complaints = done.stderr.splitlines()
        self.status = done.exit_code


def arena(*arguments: str | Path) -> Answer:
    return Answer("arena", *arguments, "--jobs", "1")


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    folder = tmp_path / "programs"
    folder.mkdir()
    return Programs(folder)


# -- what is said


def test_a_short_table_and_the_difference_with_its_certainty() -> None:
    answer = arena("rule", "random", "--deals", "6", "--seed", "5", "--rules", "omnibus")
    assert (answer.complaints, answer.status) == ([], 0)
    played, seed, blank, heading, points, moons, milliseconds, gap, mean, certainty = answer.lines
    facts: dict[str, str | int] = {"count": 6, "seatings": 4, "rules": "standard bonus_card=Jd"}
    assert played == WORDS.say("cli.arena.played.deals", **facts)
    assert seed == WORDS.say("cli.arena.given-seed", seed=5)
    assert blank == gap == ""
    assert heading.split() == ["A:", "rule", "B:", "random"]
    assert re.fullmatch(r"points a hand +−?\d+\.\d\d +\d+\.\d\d", points)
    assert re.fullmatch(r"moons in 1,000 hands +\d+\.\d +\d+\.\d", moons)
    assert re.fullmatch(r"milliseconds an answer( +\d+\.\d{3} CPU){2}", milliseconds)
    assert re.search(r": −\d+\.\d\d\. Below zero", mean)
    assert re.fullmatch(
        r"Standard error \d\.\d{3}; with 99 % certainty between −\d+\.\d\d and −\d+\.\d\d\.",
        certainty,
    )


def test_the_deals_are_fresh_unless_a_seed_is_given_and_it_is_said_which() -> None:
    """C39: and with that one they are played again."""
    one, other = (arena("rule", "random", "--deals", "3") for _ in range(2))
    assert one.lines[1] != other.lines[1]
    found = re.search(r"--seed (\d+)", one.lines[1])
    assert found is not None
    assert one.lines[1] == WORDS.say("cli.arena.fresh-seed", seed=int(found[1]))
    again = arena("rule", "random", "--deals", "3", "--seed", found[1])
    assert again.lines[-2:] == one.lines[-2:]


def test_whole_games_are_told_with_places_and_wins() -> None:
    answer = arena("rule", "random", "--games", "2", "--set", "target=20", "--seats", "3")
    assert answer.status == 0
    assert answer.lines[0].startswith("2 games, each played in 3 seatings (")
    assert "Rules: standard seats=3 target=20" in answer.lines[0]
    assert re.search(
        r"^mean place +\d\.\d\d ± \d\.\d\d +\d\.\d\d ± \d\.\d\d$", answer.text, re.MULTILINE
    )
    assert re.search(r"^share of the wins +\d+\.\d\d ± \d+\.\d\d % ", answer.text, re.MULTILINE)


def test_one_block_has_no_certainty() -> None:
    answer = arena("rule", "random", "--deals", "1")
    assert answer.status == 0
    assert "certainty" not in answer.text


def test_a_program_is_called_what_it_calls_itself_and_its_time_is_the_elapsed_one() -> None:
    answer = arena("random", f"external:{GOOD}", "--deals", "1", "--pairs")
    assert answer.lines[3].split("  ")[-1].strip() == "B: lowest card"
    assert re.search(r"\d CPU +\d+\.\d{3} elapsed$", answer.text, re.MULTILINE)


def test_answers_that_could_not_be_used_are_counted_in_the_table(programs: Programs) -> None:
    command = programs.answering("say('no\\n')")
    answer = arena(f"external:{command}", "random", "--deals", "1")
    assert answer.status == 0
    assert re.search(rf"^{WORDS.say('cli.arena.row.nonsense')} +\d+ +0$", answer.text, re.MULTILINE)


@pytest.mark.parametrize("language", languages())
def test_the_report_is_in_the_language_of_the_terminal(language: str) -> None:
    words = Catalogue.load(language)
    done = run("rule", "random", "--deals", "2", "--seed", "1", LC_ALL=f"{language}_XX.UTF-8")
    assert done.stdout.splitlines()[1] == words.say("cli.arena.given-seed", seed=1)
    assert words.say("cli.arena.row.moons") in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


def test_there_is_a_bar_with_the_estimate_in_a_terminal_only() -> None:
    shown = ""
    control, terminal = pty.openpty()
    with subprocess.Popen(
        command("rule", "random", "--deals", "8"), stdout=subprocess.PIPE, stderr=terminal
    ) as process:
        os.close(terminal)
        while True:
            try:
                shown += os.read(control, 65536).decode()
            except OSError:  # the other end is closed
                break
        assert process.stdout is not None
        report = process.stdout.read().decode()
    os.close(control)
    assert re.search(r"\d/8", shown)
    assert "±" in shown
    assert "\x1b" not in report
    assert len(report.splitlines()) == 10


# -- what is kept


def test_the_file_sums_up_in_its_last_line(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    answer = arena("rule", "random", "--deals", "5", "--out", out)
    *_, last = map(json.loads, out.read_text("utf-8").splitlines())
    assert last["blocks"] == 5
    assert f"{abs(last['difference']):.2f}" in answer.lines[-2]
    assert f"{last['standard_error']:.3f}" in answer.lines[-1]


def test_a_match_that_is_killed_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    """With a fresh seed, too: it is that of the file."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    arguments = ("rule", "random", "--deals", "40", "--jobs", "2")
    process = subprocess.Popen(command(*arguments, "--out", killed), start_new_session=True)
    wait_for_lines(killed, 6)
    children = children_of(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(children) >= 2
    assert all(map(has_ended, children))
    before = killed.read_bytes()
    assert len(before.splitlines()) < 41
    assert run(*arguments, "--out", killed).returncode == 0
    assert killed.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    seed = json.loads(before.splitlines()[0])["seed"]
    assert run(*arguments, "--out", whole, "--seed", seed).returncode == 0
    assert timeless(killed) == timeless(whole)


HEAR_CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command. What a shell runs in the background inherits that Ctrl+C is ignored."""


def test_ctrl_c_ends_it_and_says_how_it_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = command("rule", "random", "--deals", "5000", "--jobs", "2", "--out", out)
    process = subprocess.Popen(
        [sys.executable, "-c", HEAR_CTRL_C, *arguments],
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    wait_for_lines(out, 3)
    children = children_of(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, complaints = process.communicate(timeout=PATIENCE)
    assert complaints == WORDS.say("cli.arena.interrupted", file=str(out)) + "\n"
    assert process.returncode == 130
    assert all(map(has_ended, children))


def test_records_are_written(tmp_path: Path) -> None:
    assert arena("rule", "random", "--deals", "2", "--records", tmp_path / "r").status == 0
    files = sorted((tmp_path / "r").iterdir())
    assert len(files) == 8
    with files[0].open("rb") as file:
        assert load(file).players[0].bot == "rule"


# -- what is refused


class TestRefused:
    """One line that says what to do, and exit status 2; nothing is played or written."""

    def refused(self, *arguments: str | Path, why: str, **facts: str | int) -> None:
        answer = arena(*arguments)
        assert answer.complaints == [WORDS.say(f"cli.arena.refused.{why}", **facts)]
        assert (answer.lines, answer.status) == ([], 2)

    @pytest.mark.parametrize("name", ["nobody", "external:", "Rule", ""])
    @pytest.mark.parametrize("place", [0, 1])
    def test_an_unknown_entrant(self, name: str, place: int) -> None:
        entrants = ["random", "random"]
        entrants[place] = name
        self.refused(*entrants, why="entrant", name=name, choices=", ".join(BOTS))

    @pytest.mark.parametrize(
        ("arguments", "fault"),
        [
            (["--rules", "whist"], "“whist”: one of standard, "),
            (["--set", "moon"], "“standard moon”: a field’s name, = and a word was expected"),
            (["--set", "speed=9"], "unknown field speed; known here: seats, "),
            (["--set", "moon=mars"], "moon cannot be mars; allowed: add, subtract, "),
            (["--set", "target=0"], "target cannot be 0; allowed: 1 to 1000"),
            (["--set", "target=9", "--set", "target=8"], "a field named once was expected"),
            (["--seats", "7"], "seats cannot be 7; allowed: 4, 3, 5, 6"),
            (["--seats", "6", "--set", "pass_count=5"], "pass_count cannot be 5; allowed: 1 to 4"),
        ],
    )
    def test_rules_that_do_not_exist(self, arguments: list[str], fault: str) -> None:
        answer = arena("rule", "random", *arguments)
        (complaint,) = answer.complaints
        assert complaint.startswith(WORDS.say("cli.arena.refused.rules", fault=""))
        assert fault in complaint
        assert (answer.lines, answer.status) == ([], 2)

    def test_deals_and_games_at_once(self) -> None:
        self.refused("rule", "rule", "--deals", "2", "--games", "2", why="deals-and-games")

    def test_pairs_of_five(self) -> None:
        self.refused("rule", "rule", "--pairs", "--seats", "5", why="pairs", seats=5)

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            ("--deals", "0"), ("--games", "0"), ("--deals", "-3"), ("--deals", "many"),
            ("--seed", "-1"), ("--seed", str(2**53)), ("--seconds", "0"), ("--seats", "four"),
        ],
    )  # fmt: skip
    def test_a_value_that_no_option_takes(self, option: str, value: str) -> None:
        answer = arena("rule", "random", option, value)
        assert (answer.lines, answer.status) == ([], 2)
        assert f"Invalid value for '{option}'" in "\n".join(answer.complaints)

    def test_no_processes(self) -> None:
        assert Answer("arena", "rule", "random", "--jobs", "0").status == 2

    def test_a_program_that_does_not_exist(self) -> None:
        detail = "No such file or directory"
        facts = {"command": "no-such-program", "detail": detail}
        self.refused("external:no-such-program", "rule", why="program-ended", **facts)

    def test_a_program_that_speaks_something_else(self) -> None:
        facts: dict[str, str | int] = {"command": "echo hello", "version": 1, "detail": "hello"}
        self.refused("rule", "external:echo hello", why="program-nonsense", **facts)

    def test_a_program_that_says_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("openhearts.arena.external.SECONDS_TO_START", 0.1)
        facts: dict[str, str | int] = {"command": "sleep 99", "seconds": round(SECONDS_TO_START)}
        self.refused("external:sleep 99", "rule", why="program-late", **facts)

    def test_a_file_that_cannot_be_written(self, tmp_path: Path) -> None:
        out = tmp_path / "none" / "out"
        detail = "No such file or directory"
        self.refused("rule", "rule", "--out", out, why="file", file=str(out), detail=detail)
        folder = str(tmp_path)
        self.refused(
            "rule", "rule", "--out", folder, why="file", file=folder, detail="Is a directory"
        )

    def test_records_where_there_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        folder = tmp_path / "file"
        self.refused(
            "rule", "rule", "--records", folder, why="file", file=str(folder), detail="File exists"
        )

    def test_another_match(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        arena("rule", "random", "--deals", "1", "--out", out)
        facts = {"file": str(out), "field": "entrants"}
        self.refused("random", "random", "--deals", "1", "--out", out, why="other-match", **facts)

    def test_no_match(self, tmp_path: Path) -> None:
        out = tmp_path / "diary"
        out.write_text("dear diary\n", "utf-8")
        self.refused("rule", "rule", "--out", out, why="no-match", file=str(out))
        assert out.read_text("utf-8") == "dear diary\n"

    def test_records_of_another_match(self, tmp_path: Path) -> None:
        (tmp_path / "1-1.hearts").touch()
        self.refused("rule", "rule", "--records", tmp_path, why="records", folder=str(tmp_path))


# -- the other end of the protocol


def test_a_bot_of_openhearts_is_a_program_too() -> None:
    """So it is exactly as good as itself."""
    for level in ("rule", "random"):
        program = f"external:'{PROGRAM}' bot {level}"
        answer = arena(level, program, "--deals", "2", "--seed", "3")
        assert re.search(r": 0\.00\. Below zero", answer.lines[-2])
        assert answer.lines[3].endswith(f"B: {level}")


def test_an_unknown_bot_is_refused() -> None:
    answer = Answer("bot", "nobody")
    facts = {"name": "nobody", "choices": ", ".join(BOTS)}
    assert answer.complaints == [WORDS.say("cli.arena.refused.entrant", **facts)]
    assert (answer.lines, answer.status) == ([], 2)


def test_what_a_bot_prints_does_not_mix_with_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    class Talking(RandomBot):
        def answer(self, view: SeatView, seed: int) -> Action:
            print("thinking")
            return super().answer(view, seed)

    monkeypatch.setitem(BOTS, "talking", Talking())
    question = json.dumps(protocol.question(next(random_positions(0)).view, 1, 1))
    answer = Answer("bot", "talking", told=question + "\n")
    assert json.loads(answer.lines[0]) == {"protocol": 1, "name": "talking"}
    assert [json.loads(line).keys() for line in answer.lines[1:]] == [{"pass"}]
    assert answer.complaints == ["thinking"]


def test_the_arena_loads_nothing_of_the_server() -> None:
    code = (
        "import sys, openhearts.cli as c; sys.argv = ['x', 'bot', 'random'];"
        "c.application(standalone_mode=False);"
        "print(*{'sqlalchemy', 'starlette', 'uvicorn', 'msgspec'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == ""


def command(*arguments: str | int | Path) -> list[str]:
    return [str(PROGRAM), "arena", *map(str, arguments)]


def run(*arguments: str | int | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        check=False, capture_output=True, text=True, timeout=PATIENCE,
        env=os.environ | environment,
    )  # fmt: skip


def wait_for_lines(path: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline, "nothing is played"
        time.sleep(0.01)
