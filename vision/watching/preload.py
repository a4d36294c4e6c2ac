"""The networks by which a board is found and read."""

from vision.board import crossings
from vision.networks.runtime import load_network
from vision.networks.trained_for import TRAINED_FOR, finder_of
from vision.stacks import feet_and_apexes, pitch, reader, seats
from vision.stacks.reader_views import ZOOMS


def load_board_networks() -> None:
    """Load them all for this thread, so that it reads its first picture as fast as any other."""
    readers = [reader.MODEL.format(zoom.name) for zoom in ZOOMS]
    for name in (finder_of(TRAINED_FOR), crossings.MODEL, pitch.MODEL, feet_and_apexes.MODEL, seats.MODEL, *readers):
        load_network(name)
