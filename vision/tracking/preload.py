"""Loads the networks of each kind of table ahead of its first picture."""

from vision.board import intersections
from vision.checkers import point_ends, rows_reader
from vision.columns import reader as columns_reader
from vision.geometry.grid import FIELD, HALF_BOARD, TURNTABLE
from vision.networks.runtime import load_network
from vision.networks.trained_for import TRAINED_FOR, finder_of
from vision.programs import context_classifier, feet_finder, heading_reader, pyramid_reader, standing_reader
from vision.stacks import feet_and_apexes, pitch, reader, seats
from vision.stacks.reader_views import ZOOMS


def load_board_networks() -> None:
    """Load all networks for a board of pyramids into this thread."""
    readers = [reader.MODEL.format(zoom.name) for zoom in ZOOMS]
    locating = (finder_of(TRAINED_FOR), intersections.MODEL, pitch.MODEL, feet_and_apexes.MODEL, seats.MODEL)
    for name in (*locating, *readers):
        load_network(name)


def load_field_networks() -> None:
    """Load all networks for a field with programs."""
    readers = (pyramid_reader.MODEL, heading_reader.MODEL, standing_reader.MODEL, context_classifier.MODEL)
    for name in (finder_of(FIELD), feet_finder.MODEL, *readers):
        load_network(name)


def load_half_board_networks() -> None:
    """Load all networks for half a backgammon board."""
    for name in (finder_of(HALF_BOARD), point_ends.MODEL, rows_reader.MODEL):
        load_network(name)


def load_column_networks() -> None:
    """Load all networks for a masked board with columns of cubes."""
    for name in (finder_of(TURNTABLE), columns_reader.MODEL):
        load_network(name)
