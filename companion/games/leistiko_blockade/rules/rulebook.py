"""The rulebook of Jonathan Leistiko's Blockade: its rules and rulings, in the order in which a player reads them.

First the rules as one plays them, then the rulings for the questions that come up at the table, then the variants.
"""

from companion.games.leistiko_blockade.rules.model import Options
from companion.games.rulebook import Rulebook

RULEBOOK = Rulebook(
    "leistiko-blockade",
    """
    LB-setup LB-turn LB-row LB-points LB-move LB-leap LB-own LB-pieces LB-end LB-01 LB-02 LB-03 LB-04 LB-05
    LB-06 LB-07 LB-08 LB-09 LB-10 LB-11 LB-12 LB-13 LB-14 LB-15 LB-bungie LB-push LB-20 LB-21 LB-22 LB-23
    """,
    Options.readings(),
)
