"""The code that runs in bulk: compiled for any processor, and for those with more instructions."""

from openhearts.kernel import _kernel

PATHS: tuple[str, ...] = tuple(_kernel.paths())
"""The paths that this processor has, the slowest first."""

PATH: str = PATHS[-1]
"""Which code runs in bulk: ``bmi2``, or ``portable`` where the processor lacks the instructions."""
