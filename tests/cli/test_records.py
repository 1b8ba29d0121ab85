"""``openhearts check``, ``replay`` and ``import``: what they print, and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from openhearts.cli import application
from openhearts.records import LARGEST, dumps, load
from tests.docs.pages import DOCS, blocks

EXAMPLE, _ = blocks(DOCS / "record.md", "toml")
GOLDEN = Path(__file__).parents[1] / "golden" / "records"


class Answer:
    """What a command said, and its exit status."""

    def __init__(self, *words: str | Path) -> None:
        done = CliRunner().invoke(application, [str(word) for word in words])
        assert done.exception is None or isinstance(done.exception, SystemExit)
        self.lines = done.stdout.splitlines()
        self.complaints = done.stderr.splitlines()
        self.status = done.exit_code


@pytest.fixture
def example(tmp_path: Path) -> Path:
    file = tmp_path / "example.hearts"
    file.write_text(EXAMPLE, "utf-8")
    return file


def test_a_right_record_is_said_to_be_right(example: Path) -> None:
    answer = Answer("check", example)
    assert (answer.lines, answer.status) == ([f"{example}: right (1 hand)"], 0)


def test_every_file_is_checked_and_one_wrong_file_makes_the_status_1(example: Path) -> None:
    files = [example, *sorted((GOLDEN / "broken").iterdir()), example]
    answer = Answer("check", *files)
    assert answer.status == 1
    assert len(answer.lines) == len(files) > 22
    for file, line in zip(files, answer.lines, strict=True):
        assert line.startswith(f"{file}: ")
        assert (line == f"{file}: right (1 hand)") is (file == example)
    assert len({line.split(": ", 1)[1] for line in answer.lines}) > 20


def test_all_golden_records_are_right() -> None:
    files = sorted(GOLDEN.glob("[0-9]*/*.hearts"))
    answer = Answer("check", *files)
    assert (len(answer.lines), answer.status) == (len(files), 0)


@pytest.mark.parametrize("command", ["check", "replay", "verify"])
def test_a_file_that_cannot_be_read_is_named_in_one_line(command: str, tmp_path: Path) -> None:
    for file, detail in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        answer = Answer(command, file)
        (line,) = answer.lines + answer.complaints
        assert line.startswith(f"{file}: cannot be read: {detail}")
        assert answer.status == 1


def test_a_file_of_100_megabytes_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "huge.hearts"
    with file.open("wb") as opened:
        opened.truncate(100_000_000)
    answer = Answer("check", file)
    assert answer.lines == [f"{file}: larger than {LARGEST} bytes, so it was not read"]


def test_no_text_of_a_file_gives_orders_to_the_terminal(example: Path) -> None:
    example.write_text(EXAMPLE.replace("Anna", r"\u001b[31mAnna\n"), "utf-8")
    for command in (["check"], ["verify"], ["replay"], ["replay", "--trick"]):
        answer = Answer(*command, example)
        assert answer.status == 0
        assert all(line.isprintable() for line in answer.lines)
    example.write_text('hearts = 1\n"\\u001b[31m" = 1\n', "utf-8")
    assert r"\x1b[31m" in Answer("check", example).lines[0]


def test_replay_prints_the_score_sheet_and_with_trick_the_play_before_it(example: Path) -> None:
    sheet = Answer("replay", example)
    play = Answer("replay", "--trick", example)
    assert sheet.lines[0].startswith("Rules: ")
    assert play.lines[-len(sheet.lines) :] == sheet.lines
    assert play.lines[0] == "Hand 1, passing: left"


def test_replay_says_what_is_wrong_and_prints_nothing_else(example: Path) -> None:
    example.write_text(EXAMPLE.replace("points = [-26", "points = [26"), "utf-8")
    answer = Answer("replay", example)
    assert (answer.lines, answer.status) == ([], 1)
    assert answer.complaints == [
        f"{example}: line 56, hand 1: the points are -26 0 0 0 0 0, not 26 0 0 0 0 0"
    ]


@pytest.mark.parametrize(
    ("source", "name", "count"),
    [
        ("hearts-engine", "hearts-engine-1600-deals.csv", 1600),
        ("openspiel", "openspiel-histories/test.txt", None),
    ],
)
def test_import_writes_a_record_of_each_deal(
    source: str, name: str, count: int | None, shared: Path, tmp_path: Path
) -> None:
    file, folder = shared / "data" / name, tmp_path / "new" / "folder"
    answer = Answer("import", source, file, folder)
    written = sorted(folder.iterdir())
    assert answer.lines == [f"{len(written)} records written into {folder}."]
    assert len(written) == (count or len(file.read_text("utf-8").splitlines()))
    for path in written[:20]:
        with path.open("rb") as opened:
            record = load(opened)
        assert path.read_text("utf-8") == dumps(record)


def test_import_says_which_line_is_wrong_and_writes_nothing(tmp_path: Path) -> None:
    file, folder = tmp_path / "histories.txt", tmp_path / "folder"
    file.write_text("\n0 1 2\n", "utf-8")
    answer = Answer("import", "openspiel", file, folder)
    assert answer.status == 1
    assert answer.complaints[0].startswith(f"{file}: line 2: “3”: ")
    assert not folder.exists()
    file.write_bytes(b"\xff\xfe")
    assert "not a text in UTF-8" in Answer("import", "openspiel", file, folder).complaints[0]


def test_import_never_overwrites_a_file(tmp_path: Path, shared: Path) -> None:
    file, folder = shared / "data" / "openspiel-histories" / "test.txt", tmp_path / "folder"
    assert Answer("import", "openspiel", file, folder).status == 0
    before = {path: path.read_bytes() for path in folder.iterdir()}
    answer = Answer("import", "openspiel", file, folder)
    assert answer.status == 1
    assert answer.complaints == [f"{folder / '0001.hearts'}: cannot be read: File exists"]
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


FAIR = GOLDEN / "1" / "fair-among-people.hearts"


def test_verify_says_deal_by_deal_what_was_worked_out() -> None:
    """C37."""
    answer = Answer("verify", FAIR)
    assert answer.status == 0
    first, second = answer.lines
    assert first.startswith(f"{FAIR}, hand 1: As promised.")
    assert first.endswith("Ann and Cyd. Left out, because nothing came in time: Bob.")
    assert second.endswith("Ann, Bob and Cyd.")


def test_verify_names_the_deal_that_was_not_dealt_as_promised(tmp_path: Path) -> None:
    text = FAIR.read_text("utf-8")
    seed = text.rpartition('seed = "')[2][:64]
    bytes_ = text.rpartition('revealed = ["')[2][:64]
    file = tmp_path / "other.hearts"
    for old, told in ((seed, "secret number does not fit"), (bytes_, "fits none of")):
        file.write_text(text.replace(old, "00" * 32), "utf-8")
        answer = Answer("verify", FAIR, file)
        assert answer.status == 1
        *_, right, wrong = answer.lines
        assert right.startswith(f"{file}, hand 1: As promised.")
        assert wrong.startswith(f"{file}, hand 2: NOT as promised: ")
        assert told in wrong


def test_verify_says_where_there_is_nothing_to_verify(example: Path) -> None:
    empty = GOLDEN / "1" / "no-deals.hearts"
    answer = Answer("verify", example, empty)
    assert answer.status == 0
    told, none = answer.lines
    assert told.startswith(f"{example}, hand 1: Nothing to verify")
    assert none == f"{empty}: there is no hand in it."


def test_verify_refuses_what_is_no_record(example: Path) -> None:
    broken = GOLDEN / "broken" / "not-following.hearts"
    answer = Answer("verify", broken, example)
    assert answer.status == 1
    assert "line 21, hand 1, trick 1" in answer.lines[0]
    assert len(answer.lines) == 2
