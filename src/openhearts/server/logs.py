"""How the log is written: one line a record on standard error, for people or for programs.

Every line has ``at``, ``level`` and ``event``; then come the facts of ``incidents.Facts``, and of
an error ``error``, ``detail`` and ``trace``. What an error says is left out, since it may quote
anything: its kind and its places in the program are told instead. Only the system's own errors
say more, the database's and those of files and lines. Other libraries are heard from the level
``warning`` on, their first line and without what they fill in: at ``debug`` they would write down
every message and every row.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from openhearts.server.incidents import log, report, warn
from openhearts.server.settings import LogForm, LogLevel
from openhearts.server.store import StoreFailed

LONGEST_FACT = 200
MOST_PLACES = 30
"""Of an error: the innermost ones."""

SYSTEM_ERRORS = (StoreFailed, OSError)
"""What these say comes from the database or the operating system, and is needed to mend it."""

_PLAIN = set(" =\"'\\")


class TextFormatter(logging.Formatter):
    """A line for people: time, level, event, then each fact with its name."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        told = facts_of(record)
        begin = f"{told.pop('at')} {str(told.pop('level')).upper()} {told.pop('event')}"
        return " ".join([begin, *(f"{name}={_in_text(fact)}" for name, fact in told.items())])


class JsonFormatter(logging.Formatter):
    """A line for programs: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        return msgspec.json.encode(facts_of(record)).decode()


def configure(form: LogForm, level: LogLevel) -> None:
    """Write this process's log from now on, crashes included."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form is LogForm.JSON else TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(level.upper())
    sys.excepthook = lambda _kind, error, _trace: report("crash", error)
    sys.unraisablehook = lambda told: _crashed(told.exc_value)
    threading.excepthook = lambda told: _crashed(told.exc_value)
    warnings.showwarning = _warned  # type: ignore[assignment]  # which is called by position


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """All that the line says, in order."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told: dict[str, object] = {
        "at": at.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "event": record.msg,
    }
    facts: Mapping[str, object] | None = getattr(record, "facts", None)
    if facts is None:  # another library's
        told |= {"event": record.name, "detail": _first_line(str(record.msg))}
    for name, fact in (facts or {}).items():
        told[name] = _first_line(fact) if isinstance(fact, str) else fact
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        told["error"] = type(error).__name__
        if isinstance(error, SYSTEM_ERRORS):
            told["detail"] = _first_line(str(error))
        if not isinstance(error, StoreFailed):  # which is for the operator to mend, not for us
            told["trace"] = list(_places(error))[-MOST_PLACES:]
    return told


def _places(error: BaseException) -> Iterator[str]:
    """Where an error came from, outermost first, and before it where its cause did."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _places(before)
        yield type(before).__name__
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"


def _in_text(fact: object) -> str:
    if isinstance(fact, list):
        return json.dumps(" > ".join(fact))
    if isinstance(fact, str) and (not fact or not fact.isprintable() or _PLAIN & set(fact)):
        return json.dumps(fact)
    return str(fact)


def _first_line(text: str) -> str:
    line = next(iter(text.splitlines()), "")
    return line if len(line) <= LONGEST_FACT else f"{line[:LONGEST_FACT]}…"


def _crashed(error: BaseException | None) -> None:
    if error is not None and not isinstance(error, SystemExit):
        report("crash", error)


def _warned(
    _message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: object
) -> None:
    warn("python-warning", fault=f"{category.__name__} at {Path(filename).name}:{lineno}")
