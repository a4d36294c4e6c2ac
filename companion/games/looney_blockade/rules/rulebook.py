"""The rulebook of Kristin Looney's Blockade: its rules and rulings, in the order in which a player reads them.

First the rules as one plays them, then the rulings for the questions that come up at the table.
"""

from companion.games.looney_blockade.rules.model import Options
from companion.games.rulebook import Rulebook

RULEBOOK = Rulebook(
    "looney-blockade",
    """
    BK-setup BK-points BK-roll BK-move BK-large BK-own BK-pieces BK-pass BK-land BK-cap BK-win BK-01 BK-02
    BK-03 BK-04 BK-05 BK-06 BK-07 BK-08 BK-09 BK-10 BK-11 BK-12 BK-13 BK-14 BK-15 BK-16 BK-17 BK-18 BK-19
    """,
    Options.readings(),
)
