"""A copy of all games in one file, made while the server runs."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from openhearts.server.cannot_start import OperatorFault
from openhearts.server.database import SnapshotNotWritten, take_snapshot
from openhearts.server.database_address import DatabaseAddress


class BackupFailed(OperatorFault):
    """The file was not written; what lay there lies there still."""


def back_up(address: DatabaseAddress, file: Path, *, replace: bool = False) -> None:
    """Write the database as it is at one moment into ``file``, for its owner alone.

    It becomes a SQLite database, which is there once it is whole and on the disk. Raises
    DatabaseUnusable or CannotStart where there is nothing that can be read; BackupFailed where
    the file cannot be written, or exists and is not to be replaced.
    """
    try:
        _require_free(address, file, replace=replace)
        folder = Path(tempfile.mkdtemp(prefix=".openhearts-", dir=file.parent))
        try:
            copy = folder / file.name
            os.close(os.open(copy, os.O_CREAT | os.O_WRONLY, 0o600))
            take_snapshot(address, copy)
            _to_disk(copy)
            _require_free(address, file, replace=replace)
            copy.replace(file)
            with suppress(OSError):  # not every system has folders that can be synchronized
                _to_disk(file.parent)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        detail = error.strerror or str(error)
        raise BackupFailed("backup-failed", file=str(file), detail=detail) from error
    except SnapshotNotWritten as error:
        raise BackupFailed("backup-failed", file=str(file), detail=str(error)) from error


def _require_free(address: DatabaseAddress, file: Path, *, replace: bool) -> None:
    if not os.path.lexists(file):
        return
    if isinstance(address, Path) and file.exists() and address.exists() and file.samefile(address):
        raise BackupFailed("backup-onto-itself", file=str(file))
    if not replace:
        raise BackupFailed("backup-exists", file=str(file))


def _to_disk(path: Path) -> None:
    """Let the power fail from now on."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
