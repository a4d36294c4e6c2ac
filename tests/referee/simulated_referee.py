"""``companion`` in front of a simulated camera: python simulated_referee.py COMMAND ..., otherwise the real thing."""

import sys
from unittest.mock import patch

from companion import cli
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.table import Hints
from tests.referee.simulation import SimulatedTracker
from vision.image import Image
from vision.tracking.contract import Tracker


def open_simulated(_table: LooneyTable, image: Image, _hints: Hints) -> Tracker:
    return SimulatedTracker(image)


def main(arguments: list[str]) -> int:
    """The command line with its one way to a real picture exchanged."""
    with patch.object(LooneyTable, "open_tracker", open_simulated):
        return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
