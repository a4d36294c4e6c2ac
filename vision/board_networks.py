"""The networks by which a board is found and read."""

from vision import crossings, ends, finder, pitch, reader, seats
from vision.networks import load_network
from vision.zoom import ZOOMS


def load_board_networks() -> None:
    """Load them all for this thread, so that it reads its first picture as fast as any other."""
    readers = [reader.MODEL.format(zoom.name) for zoom in ZOOMS]
    for name in (finder.MODEL, crossings.MODEL, pitch.MODEL, ends.MODEL, seats.MODEL, *readers):
        load_network(name)
