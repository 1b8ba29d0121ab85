"""A bots' worker process: ``python -m openhearts.bots MODULE:NAME``."""

import sys

from openhearts.bots.worker import main

main(sys.argv[1])
