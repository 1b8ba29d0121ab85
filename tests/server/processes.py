"""Processes of this machine, as the tests must see them from outside."""

from __future__ import annotations

import subprocess


def children_of(process_id: int) -> list[int]:
    """The processes that it has started."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True
    )
    pairs = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
    return [child for child, parent in pairs if parent == process_id]


def is_alive(process_id: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    shown = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process_id)], check=False, capture_output=True, text=True
    )
    return shown.stdout.strip()[:1] not in ("", "Z")


def memory_of(process_id: int) -> int:
    """What the process holds, in kB."""
    command = ["ps", "-o", "rss=", "-p", str(process_id)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
