"""Prior probabilities of the referee, all in one place; nearly every number is a probability.

They describe people and cameras, not a particular table. Evidence comes as log likelihoods in nats; a prior of
0.05 weighs as much as 3 nats.
"""

import math
from typing import Final

OUTLIER: Final = 1e-6
"""That what is seen of a cell says nothing about it (a glint, a reflection). Bounds what one cell can prove."""

PLAUSIBLE: Final = 1e-4
"""How likely, against the best one, a stack must at least make what is seen of its cell to be considered there."""

DOUBTFUL: Final = 0.05
"""How likely, against the believed stack, the best of the usual changes must make what is seen of a cell, for all
other changes to be considered there too."""

CHANGE: Final = 0.7
"""For each piece that leaves or enters a cell in one turn: that it is this piece and this cell."""

EXCHANGED: Final = 0.1
"""That a small whose like was moved gave way to it, or carried it on a step, so that its stack was touched, too."""

BEHIND: Final = 0.1
"""The same once more for a cell that is hidden: that hands were busy just there."""

VANISH: Final = 0.1
"""That an illegal table lacks a piece, on the table before."""

TAKEN_OFF: Final = 0.002
"""The same in a game in which no piece ever leaves the board: whoever has one in hand puts it down there."""

VANISH_BESIDE: Final = 0.3
"""The same once more where other pieces have been moved, too: seldom is one knocked off the table in the course of a
turn."""

APPEAR: Final = 0.002
"""That an illegal table holds a piece that neither table nor supply had."""

SAME: Final = 0.25
"""That a settled table shows no change since it was last believed, while a turn is awaited."""

SAME_AFTER_TURN: Final = 0.9
"""The same once the turn has been made and no new roll has come."""

LEGAL: Final = 0.7
"""That the table shows a legal turn under the roll in force, all legal tables together."""

REDONE: Final = 0.05
"""That players change a legal turn they had made, before the next roll."""

UNSEEN: Final = 0.3
"""That a turn was made unseen when the table was not seen at rest between two rolls."""

LATE: Final = 0.05
"""That a turn was made unseen although the table was seen at rest, without it, between two rolls."""

INCOMPLETE: Final = 0.05
"""That a legal turn stands on the table but for its blacks, which nobody has put on yet."""

BACK: Final = 0.4
"""That after an illegal or incomplete table the turn has been taken back."""

STILL: Final = 0.3
"""That after an illegal or incomplete table the same table still stands."""

ILLEGAL: Final = 0.03
"""That the table shows a turn against the rules."""

MORE_ILLEGAL: Final = 0.3
"""The same once more for each piece that such a turn takes up or puts down beyond the first one moved: there are far
more ways to break the rules than to keep them, and people break them with one hop."""

MORE_MISPLACED: Final = 0.1
"""The same in a game in which only one table is right after a turn: each piece that stands elsewhere stands on one of
many squares, and most turns are carried out without a slip."""

COINCIDENCE: Final = 0.1
"""That a table against the rules is one to which something else leads that may as well have been in force."""

MISTAKEN: Final = 0.1
"""That the next turn, made from a table that is misremembered, looks like this turn or this breach of the rules."""

ONE_HOP: Final = 0.02
"""The same for a breach by which only one piece has been moved."""

MISSED: Final = 0.5
"""That the truth is none of the explanations kept in mind when the referee was unsure and its best one was wrong."""

FADES: Final = 0.3
"""How much of the doubt about the remembered table is left once another turn has been understood."""

ACCEPT: Final = 0.85
"""How probable an explanation must be to be announced as what happened; below, the referee is unsure."""

STRANGE: Final = 3e-6
"""That the table is none of those that the referee can think of: how likely it then makes all that is seen, against
the stacks that look likeliest cell by cell."""

WHICHEVER: Final = 0.95
"""How probable it must be that a legal turn was made, for one to be announced while it is open which it was."""

OFFERED: Final = 0.9
"""How probable it must then be that it was one of the turns that the players are offered."""

ACCUSE: Final = 0.9
"""The same for a turn against the rules: a false accusation costs the players more than a question does."""

HAND: Final = 0.015
"""Share of a board; a patch so large that shows nothing of the likeliest table is a hand, and none is smaller than"""
HAND_SEEN: Final = 0.006
"""this where the look itself sees one."""

EXPLAINED: Final = 0.002
"""Share of a board; with no larger patch that shows nothing of the likeliest table, no further breaches are tried."""

MISPLACED: Final = 0.05
"""How likely, against the likeliest thing, what stands in a place must at least be read by itself to count as read
rightly, where the whole table is drawn as it looks: a board that lies a little elsewhere is misread everywhere."""

ANOTHER: Final = 6.0
"""Nats; where another whole table explains a picture so much better than the likeliest does, nothing is announced."""

CERTAIN: Final = 0.97
"""How probable it must be for the look to be learnt from, and a set-up for nobody to be asked to compare it."""

WEIGHTY: Final = 0.97
"""How probable a turn must be to be announced by which a piece leaves the table, a point is made or the game is won:
what is off the table no later look bears out."""

KEEP: Final = 1e-3
"""How probable an explanation must be to be kept in mind beside a better one: a later look may bear it out."""

FAULTY_CELL: Final = 1e-3
"""That a cell is set up wrongly, in one particular way."""

MISLAID: Final = 1e-4
"""That in a table set up in the usual layout two particular stacks are exchanged, which is allowed."""

OWN_LAYOUT: Final = 1e-6
"""That a table is set up in one particular layout of the players' own choice rather than the usual one: there are so
many that it would be far less, but nobody draws lots for them."""


def nats(probability: float) -> float:
    """Return the natural logarithm of a probability."""
    return math.log(probability)
