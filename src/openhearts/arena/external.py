"""A program of others as a bot: a process of its own, asked over its standard input.

Whatever it does costs it its turn, and nobody else anything: it is ended when it fails, so
that an answer that comes late answers nothing, and started again for the next question.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
from time import monotonic
from typing import IO

from openhearts.arena.faults import Fault, NoAnswer
from openhearts.arena.protocol import VERSION, question
from openhearts.bots.worker import decode_action
from openhearts.rules.actions import Action
from openhearts.rules.view import SeatView

SECONDS_TO_START = 30.0
"""Until a program says hello; a loaded machine may need some time for that."""

LONGEST_LINE = 4096
"""Bytes of a line that a program may write."""

LONGEST_SHOWN = 80
"""Characters of such a line in a message at most."""

SECONDS_TO_END = 1.0
"""How long a program that closes its pipes is waited for, to hear its exit status."""

MOST_FAILURES = 5
"""In a row; then a program is given up until it begins anew."""


class Program:
    """A bot that is the program which ``command`` starts, asked as docs/arena.md describes.

    It has ``seconds`` for each answer. ``answer`` raises NoAnswer where there is none.
    """

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        self.command = command
        self.seconds = seconds
        self._running: _Running | None = None
        self._failures = 0

    def answer(self, view: SeatView, seed: int) -> Action:
        """What the program answers for ``view.seat``, started where it does not run."""
        if self._failures >= MOST_FAILURES:
            raise NoAnswer(Fault.ENDED, f"{self._failures} failures")
        try:
            running = self._started()
            line = json.dumps(question(view, seed, self.seconds)).encode() + b"\n"
            answer = running.exchange(line, self.seconds)
            try:
                action = decode_action(answer)
            except Exception as error:
                raise NoAnswer(Fault.NONSENSE, _shown(answer)) from error
        except NoAnswer:
            self._failures += 1
            self.close()
            raise
        self._failures = 0
        return action

    def start(self) -> str:
        """Start it, where it does not run, and hear its hello: how it calls itself.

        Raises NoAnswer.
        """
        try:
            return self._started().name
        except NoAnswer:
            self.close()
            raise

    def begin(self) -> None:
        """Start it for something new: how often it has failed is forgotten."""
        self._failures = 0
        with contextlib.suppress(NoAnswer):  # which its next answer will raise
            self.start()

    def close(self) -> None:
        """End it, with everything that it has started."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def _started(self) -> _Running:
        if self._running is None:
            self._running = _Running(self.command)
            self._running.hear_hello()
        return self._running


class _Running:
    """The process, and what it has written that was not read yet."""

    def __init__(self, command: str) -> None:
        try:
            # A session of its own: Ctrl+C is for the match, which then ends it with its children.
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise NoAnswer(Fault.ENDED, error.strerror or str(error)) from error
        except ValueError as error:  # a quotation mark too few
            raise NoAnswer(Fault.ENDED, str(error)) from error
        self._input, self._output = _pipe(self._process.stdin), _pipe(self._process.stdout)
        os.set_blocking(self._input.fileno(), False)

        self.name = command

    def hear_hello(self) -> None:
        """Wait until it is ready. Raises NoAnswer."""
        line = self.exchange(b"", SECONDS_TO_START)
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(line):
                case {"protocol": version, "name": str(name)} if version == VERSION:
                    self.name = name
                    return
        raise NoAnswer(Fault.NONSENSE, _shown(line))

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Write ``line``, and read the one that answers it, within ``seconds``.

        Raises NoAnswer; then the process is of no use any more.
        """
        deadline = monotonic() + seconds
        read = b""
        with selectors.DefaultSelector() as ready:
            ready.register(self._output, selectors.EVENT_READ)
            if line:
                if ready.select(0):
                    self._read(0)  # it may as well have ended
                    raise NoAnswer(Fault.NONSENSE, "not asked")
                ready.register(self._input, selectors.EVENT_WRITE)
            while b"\n" not in read:
                if not (events := ready.select(max(0.0, deadline - monotonic()))):
                    raise NoAnswer(Fault.LATE, f"> {seconds:g} s")
                for key, _ in events:
                    if key.fileobj is self._output:
                        read += self._read(len(read))
                    elif not (line := line[self._write(line) :]):
                        ready.unregister(self._input)
        if line or read.index(b"\n") < len(read) - 1:  # before the question, or two answers
            raise NoAnswer(Fault.NONSENSE, _shown(read))
        return read

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._input.close()
        self._output.close()

    def _read(self, already: int) -> bytes:
        found = os.read(self._output.fileno(), LONGEST_LINE)
        if not found:
            raise self._ended()
        if already + len(found) > LONGEST_LINE:
            raise NoAnswer(Fault.NONSENSE, f"> {LONGEST_LINE} bytes")
        return found

    def _write(self, line: bytes) -> int:
        try:
            return os.write(self._input.fileno(), line)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._ended() from error

    def _ended(self) -> NoAnswer:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return NoAnswer(Fault.ENDED, f"exit {self._process.wait(SECONDS_TO_END)}")
        return NoAnswer(Fault.ENDED, "EOF")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise OSError("no pipe")
    return pipe


def _shown(line: bytes) -> str:
    """The beginning of what a program wrote."""
    text = line.decode(errors="replace").rstrip("\n")
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} …"
