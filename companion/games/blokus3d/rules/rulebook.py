"""The rulebook of Blokus 3D: its rules and rulings, in the order in which a player reads them.

First the rules as one plays them, then the rulings for the questions that come up at the table.
"""

from companion.games.blokus3d.rules.model import Options
from companion.games.rulebook import Rulebook

RULEBOOK = Rulebook(
    "blokus3d",
    """
    B3-setup B3-pieces B3-turn B3-inside B3-height B3-start B3-touch B3-stay B3-must B3-end B3-score B3-01
    B3-02 B3-03 B3-04 B3-05 B3-06 B3-07 B3-08 B3-09 B3-10 B3-11
    B3-12 B3-13
    """,
    Options.readings(),
)
