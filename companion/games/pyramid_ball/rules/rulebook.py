"""The rulebook of Pyramid Ball: its rules and rulings, in the order in which a player reads them.

First the rules as one plays them, then the conflict rules C1..C10 of the movement step, then the rulings for the
questions that come up at the table, and the advanced game.
"""

from companion.games.pyramid_ball.rules.model import Options
from companion.games.rulebook import Rulebook

RULEBOOK = Rulebook(
    "pyramid-ball",
    """
    PB-setup PB-start PB-win PB-program PB-foul PB-turn PB-move PB-pass PB-goal C1 C2 C3 C4 C5 C6 C7 C8 C9
    C10 PB-01 PB-02 PB-03 PB-04 PB-05 PB-06 PB-07 PB-08 PB-09 PB-10 PB-11 PB-12 PB-13 PB-14 PB-15 PB-16
    PB-17 PB-18 PB-19 PB-20 PB-21 PB-22 PB-30 PB-31 PB-32 PB-33 PB-34 PB-special PB-35 PB-36 PB-dash PB-37
    PB-quick PB-38 PB-blitz PB-39 PB-40
    """,
    # Other values of PB-40 have no words.
    {**Options.readings(), "PB-40": ("5", "3", "0")},
)
