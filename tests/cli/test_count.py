"""``openhearts count FILE``: what it prints, and with which status it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from openhearts.cli import application
from openhearts.words.catalogue import Catalogue

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "endings.count"
WORDS = Catalogue.load("en")

TWO = "two | standard seats=3 | A..3. K..4. Q..5. | 0 - - - | ...432 | 2"
EIGHT = "eight | standard seats=3 | AK... QJ... T9... | 0 - - - | ...432 | 8"


class Answer:
    """What the command said, and its exit status."""

    def __init__(self, file: Path) -> None:
        done = CliRunner().invoke(application, ["count", str(file)])
        assert done.exception is None or isinstance(done.exception, SystemExit)
        self.lines = done.stdout.splitlines()
        self.complaints = done.stderr.splitlines()
        self.status = done.exit_code


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        file = tmp_path / "some.count"
        file.write_text(text, "utf-8", newline="")
        return file

    return written


def test_what_is_right_is_said_in_one_line(write: Write) -> None:
    answer = Answer(write(f"# two of them\n{TWO}\n\n{EIGHT}\n"))
    assert answer.lines == [WORDS.say("cli.count.right", count=2, plays=10)]
    assert (answer.complaints, answer.status) == ([], 0)


def test_files_of_other_systems_are_read_too(write: Write) -> None:
    assert Answer(write(f"\ufeff{TWO}\r\n{EIGHT}\r\n")).status == 0


def test_a_wrong_count_is_shown_under_each_first_card_and_so_is_the_next(write: Write) -> None:
    file = write(f"# three\n{TWO[:-1]}3\n{EIGHT}\n{EIGHT.replace('eight', 'nine')[:-1]}9\n")
    answer = Answer(file)
    assert answer.lines == [
        WORDS.say("cli.count.wrong", file=str(file), line=2, name="two", count=2, written=3),
        WORDS.say("cli.count.under", card="3d", count=1),
        WORDS.say("cli.count.under", card="As", count=1),
        WORDS.say("cli.count.wrong", file=str(file), line=4, name="nine", count=8, written=9),
        WORDS.say("cli.count.under", card="Ks", count=4),
        WORDS.say("cli.count.under", card="As", count=4),
        WORDS.say("cli.count.summary", count=2, file=str(file), all=3),
    ]
    assert (answer.complaints, answer.status) == ([], 1)


@pytest.mark.parametrize("change", [-1, 1])
def test_a_golden_count_changed_by_one_is_found(write: Write, change: int) -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith("queen-breaks-7 "))
    ending, _, plays = lines[number].rpartition(" ")
    lines[number] = f"{ending} {int(plays) + change}"
    file = write("\n".join(lines[number - 3 : number + 2]))
    answer = Answer(file)
    assert answer.lines[0] == WORDS.say(
        "cli.count.wrong", file=str(file), line=4, name="queen-breaks-7",
        count=int(plays), written=int(plays) + change,
    )  # fmt: skip
    assert answer.status == 1


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("hello", 6, "the rules"),
        (TWO.replace("K..4.", "K..4"), 36, "four suits parted by dots"),
        (TWO.replace("K..4.", "A..4."), 32, "a card of the deck that is nowhere else"),
        (TWO.replace("seats=3", "seats=7"), 22, "one of 4, 3, 5, 6"),
        (TWO.replace("seats=3", "seats=3 target=0"), 31, "one of 1 to 1000"),
        (TWO.replace("| 2", "| two"), 65, "a whole number from 1"),
        ("\0\x1b[31m", 7, "the rules"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_the_place_and_what_was_expected(
    write: Write, line: str, column: int, expected: str
) -> None:
    file = write(f"{EIGHT}\n\n{line}\n{line}\n")
    answer = Answer(file)
    assert answer.complaints == [
        WORDS.say("cli.count.malformed", file=str(file), line=3, column=column, expected=expected)
    ]
    assert (answer.lines, answer.status) == ([], 1)


class TestNoSuchFile:
    """One line, and exit status 1."""

    def refused(self, file: Path, why: str, **facts: str | int) -> None:
        answer = Answer(file)
        assert answer.complaints == [WORDS.say(f"cli.count.{why}", file=str(file), **facts)]
        assert (answer.lines, answer.status) == ([], 1)

    @pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
    def test_without_an_ending(self, write: Write, text: str) -> None:
        self.refused(write(text), "no-endings")

    def test_that_is_not_there(self, tmp_path: Path) -> None:
        self.refused(tmp_path / "none", "unreadable", detail="No such file or directory")

    def test_that_is_a_folder(self, tmp_path: Path) -> None:
        self.refused(tmp_path, "unreadable", detail="Is a directory")

    def test_that_is_no_text(self, tmp_path: Path) -> None:
        file = tmp_path / "picture.png"
        file.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\xff")
        self.refused(file, "not-text")

    def test_that_is_enormous(self, tmp_path: Path) -> None:
        file = tmp_path / "enormous.count"
        with file.open("wb") as opened:
            opened.truncate(10**11)  # a hole: it takes no space
        self.refused(file, "too-large", most=10)

    def test_that_has_no_end(self) -> None:
        self.refused(Path("/dev/zero"), "too-large", most=10)


def test_counting_loads_nothing_of_the_server(write: Write) -> None:
    """So that it starts at once."""
    count = "import sys, openhearts.cli as c; c.application(sys.argv[1:], standalone_mode=False)"
    heavy = "print(*{'sqlalchemy', 'starlette', 'uvicorn', 'msgspec'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{count}; {heavy}", "count", str(write(TWO))],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ,
    )
    assert done.stdout == WORDS.say("cli.count.right", count=1, plays=2) + "\n\n"


def test_the_program_itself_recounts_the_golden_file() -> None:
    program = Path(sys.executable).with_name("openhearts")
    done = subprocess.run(
        [program, "count", GOLDEN], check=False, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
