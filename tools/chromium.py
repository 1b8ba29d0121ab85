"""Finds the Chromium that the browser tests drive; run as a script, sees to it that there is one.

As root on Debian the script installs it. Elsewhere it says in one line how to get it, and
fails only with CI=true, where the tests may not skip.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys

PACKAGE = "chromium-headless-shell"
"""Chromium without windows: the same pages for three quarters of the processor time."""
FONTS = "fonts-liberation"
"""As wide as the Arial and Times of people's own machines, which stand in until ours are there."""
NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome")
ADVICE = f"No Chromium for the browser tests: install it (Debian: apt install {PACKAGE})."


def find() -> str | None:
    """The path of an installed Chromium."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Install Debian's Chromium; may be called as root on Debian only."""
    print("Installing Chromium for the browser tests", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", PACKAGE, FONTS]):
        subprocess.run(["apt-get", "-qq", *step], env=environment, stdout=sys.stderr, check=False)


def may_install() -> bool:
    """Whether this is Debian, and we are root."""
    try:
        debian = platform.freedesktop_os_release()["ID"] == "debian"
    except OSError:
        return False
    return debian and os.geteuid() == 0


def main() -> int:
    if not find() and may_install():
        install()
    if find():
        return 0
    print(ADVICE, file=sys.stderr)
    return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())
