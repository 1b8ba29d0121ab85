"""Programs of others: whatever one does costs it its turn, and nobody waits longer than said."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from openhearts.arena import external
from openhearts.arena.external import MOST_FAILURES, Program
from openhearts.arena.faults import Fault, NoAnswer
from openhearts.bots.contract import check_bot, random_positions
from openhearts.rules.actions import PlayCard
from openhearts.rules.deal import Phase
from openhearts.rules.view import SeatView
from tests.arena.programs import GOOD, Programs

VIEWS = [p.view for p in random_positions(3) if p.view.phase is Phase.PLAYING]
"""Of one deal, in its order."""

VIEW = VIEWS[0]
PATIENCE = 60

Open = Callable[..., Program]


@pytest.fixture
def opened() -> Iterator[Open]:
    programs: list[Program] = []

    def program(command: str, seconds: float = PATIENCE) -> Program:
        programs.append(Program(command, seconds))
        return programs[-1]

    yield program
    for each in programs:
        each.close()


def fault_of(program: Program, view: SeatView = VIEW) -> Fault:
    with pytest.raises(NoAnswer) as failed:
        program.answer(view, 1)
    return failed.value.fault


def lowest(view: SeatView) -> PlayCard:
    return PlayCard(view.legal_cards().lowest())


def test_a_program_is_started_once_and_asked_again_and_again(
    opened: Open, programs: Programs
) -> None:
    starts = programs.folder / "starts"
    program = opened(
        programs.script(
            f"open({str(starts)!r}, 'a').write('x')\nsay(HELLO)\n"
            "for line in sys.stdin: say(good(json.loads(line)['view']))"
        )
    )
    assert [program.answer(view, 1) for view in VIEWS] == list(map(lowest, VIEWS))
    assert starts.read_text() == "x"


def test_a_program_says_how_it_is_called(opened: Open) -> None:
    assert opened(GOOD).start() == "lowest card"


def test_a_good_program_keeps_a_bots_contract(opened: Open) -> None:
    check_bot(opened(GOOD), deals=3)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        pytest.param("sys.exit(3)", Fault.ENDED, id="crashes"),
        pytest.param("os.close(1); time.sleep(99)", Fault.ENDED, id="closes its output"),
        pytest.param("say('certainly\\n')", Fault.NONSENSE, id="nonsense"),
        pytest.param("say('\\n')", Fault.NONSENSE, id="an empty line"),
        pytest.param("say('{\"play\": \"1s\"}\\n')", Fault.NONSENSE, id="no card"),
        pytest.param("say('{\"pass\": [[]]}\\n')", Fault.NONSENSE, id="a list for a card"),
        pytest.param("say('[' * 3000 + '\\n')", Fault.NONSENSE, id="deeply nested"),
        pytest.param(
            "sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n'); sys.stdout.flush()",
            Fault.NONSENSE, id="no text",
        ),
        pytest.param("say('x' * 10**7)", Fault.NONSENSE, id="megabytes without a line"),
        pytest.param("say('{}' * 10**6 + '\\n')", Fault.NONSENSE, id="a line of megabytes"),
        pytest.param("say(good(view) * 2)", Fault.NONSENSE, id="two answers"),
    ],
)  # fmt: skip
def test_a_faulty_answer_costs_its_turn_and_the_next_one_is_good(
    opened: Open, programs: Programs, body: str, fault: Fault
) -> None:
    mark = programs.folder / "mark"
    program = opened(
        programs.answering(
            f"if os.path.exists({str(mark)!r}): say(good(view))\n"
            f"else:\n    open({str(mark)!r}, 'w').close()\n    {body}"
        )
    )
    assert fault_of(program) is fault
    assert program.answer(VIEWS[1], 1) == lowest(VIEWS[1])


def test_a_late_answer_is_not_taken_for_the_next_one(opened: Open, programs: Programs) -> None:
    program = opened(
        programs.answering(
            "if len(view['tricks']) == 0: time.sleep(0.6)\nsay(good(view))",
        ),
        0.3,
    )
    program.start()
    second = next(v for v in VIEWS if v.tricks and lowest(v) != lowest(VIEW))
    assert fault_of(program) is Fault.LATE
    program.begin()
    program.seconds = PATIENCE
    time.sleep(0.6)
    assert program.answer(second, 1) == lowest(second)


def test_a_program_that_hangs_is_ended_with_its_children(opened: Open, programs: Programs) -> None:
    children = programs.folder / "children"
    program = opened(
        programs.answering(
            "child = subprocess.Popen(['sleep', '600'])\n"
            f"open({str(children)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
            "time.sleep(600)"
        ),
        1,
    )
    assert fault_of(program) is Fault.LATE
    for number in map(int, children.read_text().split()):
        assert has_ended(number)


def test_a_program_that_never_reads_is_not_waited_for_without_end(
    opened: Open, programs: Programs
) -> None:
    program = opened(programs.script("say(HELLO)\ntime.sleep(600)"), 0.2)
    assert fault_of(program) is Fault.LATE


def test_a_program_that_talks_unasked_is_not_listened_to(opened: Open, programs: Programs) -> None:
    foreign = '{"play": "2c"}\\n'
    program = opened(programs.script(f"say(HELLO)\nsay('{foreign}')\ntime.sleep(600)"))

    def ask() -> None:
        program.start()  # which may already read both lines
        time.sleep(0.5)
        program.answer(VIEW, 1)

    with pytest.raises(NoAnswer) as failed:
        ask()
    assert failed.value.fault is Fault.NONSENSE


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("sys.exit(3)", Fault.ENDED),
        ("say('hello\\n')", Fault.NONSENSE),
        ("say('[]\\n')", Fault.NONSENSE),
        ('say(\'{"protocol": 2, "name": "of the future"}\\n\')', Fault.NONSENSE),
        ("say('{\"protocol\": 1}\\n')", Fault.NONSENSE),
        ("time.sleep(600)", Fault.LATE),
    ],
)
def test_a_program_has_to_say_hello(
    opened: Open, programs: Programs, monkeypatch: pytest.MonkeyPatch, body: str, fault: Fault
) -> None:
    if fault is Fault.LATE:
        monkeypatch.setattr(external, "SECONDS_TO_START", 0.2)
    program = opened(programs.script(body))
    with pytest.raises(NoAnswer) as failed:
        program.start()
    assert failed.value.fault is fault
    assert fault_of(program) is fault


@pytest.mark.parametrize("command", ["no-such-program", "/", "'", "sh -c 'exit 3'"])
def test_a_command_that_starts_nothing_is_told(opened: Open, command: str) -> None:
    assert fault_of(opened(command)) is Fault.ENDED


def test_how_a_program_ended_is_told(opened: Open) -> None:
    with pytest.raises(NoAnswer, match="exit 3"):
        opened("sh -c 'exit 3'").start()


def test_a_program_that_always_fails_is_given_up_until_it_begins_anew(
    opened: Open, programs: Programs
) -> None:
    starts, mended = programs.folder / "starts", programs.folder / "mended"
    program = opened(
        programs.script(
            f"open({str(starts)!r}, 'a').write('x')\n"
            f"if not os.path.exists({str(mended)!r}): sys.exit(1)\n"
            "say(HELLO)\nfor line in sys.stdin: say(good(json.loads(line)['view']))"
        )
    )
    for _ in range(3 * MOST_FAILURES):
        assert fault_of(program) is Fault.ENDED
    assert len(starts.read_text()) == MOST_FAILURES
    mended.touch()
    assert fault_of(program) is Fault.ENDED
    program.begin()
    assert program.answer(VIEW, 1) == lowest(VIEW)


def test_what_a_program_says_on_its_error_output_is_seen(
    opened: Open, programs: Programs, capfd: pytest.CaptureFixture[str]
) -> None:
    opened(programs.script("sys.stderr.write('ready'); sys.stderr.flush(); say(HELLO)")).start()
    assert capfd.readouterr().err == "ready"


def has_ended(number: int) -> bool:
    """Whether the process is gone, or soon, or only waits for its parent to look at it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{number}/stat")
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
