"""``companion`` in front of a simulated camera: python simulated_referee.py COMMAND ..., otherwise the real thing."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from companion import cli
from companion.referee import open_watcher
from tests.referee.simulation import SimulatedWatcher
from vision.image import Image
from vision.watching.contract import Watcher


def open_simulated(
    image: Image,
    a1: tuple[float, float] | None,
    profile: Mapping[str, Any] | None,
    corners: Sequence[tuple[float, float]] | None = None,
) -> Watcher:
    return SimulatedWatcher(image)


def main(arguments: list[str]) -> int:
    """The command line with its one way to a real picture exchanged."""
    real = open_watcher.open_watcher
    open_watcher.open_watcher = open_simulated
    try:
        return cli.main(arguments)
    finally:
        open_watcher.open_watcher = real


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
