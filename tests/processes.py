"""Processes of this machine, as the tests must see them from outside."""

from __future__ import annotations

import subprocess


def children_of(process_id: int, program: str = "") -> list[int]:
    """The processes that it has started, of those whose command line names ``program``."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,args="], check=True, capture_output=True, text=True
    )
    processes = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return [
        int(child)
        for child, parent, *command in processes
        if int(parent) == process_id and program in "".join(command)
    ]


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
