"""The rulebook of Blokus 3D, in our own words.

First the rules as one plays them, then the rulings for the questions that come up at the table.
"""

from companion.games.rulebook import Rule, Rulebook

RULEBOOK = Rulebook(
    "Blokus 3D (Rumis), by Stefan Kögl, for two to four players",
    (
        Rule(
            "B3-setup",
            "Setting up",
            "Choose a structure: tower, corner, steps or pyramid. It says on which squares of the board you build, and "
            "how high for your number of players. The board starts empty.",
        ),
        Rule(
            "B3-pieces",
            "The pieces",
            "Everyone has the same eleven pieces, all ways to join two, three or four cubes. Turn them as you like. "
            "Each is placed once; the two screws A4 and B4 are mirror images and never stand in for each other.",
        ),
        Rule("B3-turn", "A turn", "Clockwise, each player places one of his own pieces."),
        Rule(
            "B3-inside",
            "Inside the structure",
            "Every cube stands over a square of the structure, where no other cube is.",
        ),
        Rule("B3-height", "Not too high", "On no square may more cubes stand than its height limit."),
        Rule(
            "B3-start",
            "The first piece",
            "The first piece of the game may stand on any squares of the structure.",
        ),
        Rule(
            "B3-touch",
            "Touching",
            "After your first piece, every piece you place touches at least one of your own. It may touch others too.",
        ),
        Rule("B3-stay", "What stands, stays", "A piece that has been placed is never moved or taken away."),
        Rule("B3-must", "No passing", "A player who can place a piece must."),
        Rule("B3-end", "The end", "The game is over when nobody can place any more."),
        Rule(
            "B3-score",
            "Scoring",
            "Look from straight above. Every square that shows your colour is a point, every piece you have left costs "
            "one. The most points win.",
        ),
        Rule(
            "B3-01",
            "Names of the structures",
            "Printed letters stand for the tower (A), the corner (B), the steps (C) and the pyramid (D).",
        ),
        Rule(
            "B3-02",
            "No gaps",
            "No cell may stay empty beneath a cube. A shaft that is open at the top is fine.",
        ),
        Rule(
            "B3-03",
            "Everybody's first piece",
            "The first piece of every player after the first one touches a piece that is already there, of any colour, "
            "and has a cube on the board. Both are needed.",
        ),
        Rule(
            "B3-04",
            "What touching is",
            "Touching means face against face, beside, above or below. Edges and corners do not count.",
        ),
        Rule(
            "B3-05",
            "Out is out",
            "Whether you can place is judged when your turn comes. If you cannot, you place no more in this game, even "
            "if later pieces of others would let you.",
        ),
        Rule("B3-06", "Pieces left", "Each piece left costs one point, whether it has two cubes or four."),
        Rule("B3-07", "Ties", "Players with equally many points share the win."),
        Rule("B3-08", "Who starts", "The players choose who starts, and play clockwise."),
        Rule(
            "B3-09",
            "Two colours each",
            "Two players take one colour each, unless they agree on two.",
            {
                "false": "one colour each",
                "true": "two colours each, placed in turn on the structure for four; each player counts the better one",
            },
        ),
        Rule(
            "B3-10",
            "Half a pyramid",
            "Two players build on the half of the pyramid near the front, its tall side at the middle of the board.",
        ),
        Rule("B3-11", "Colours not in play", "The pieces of colours that nobody plays stay in the box."),
    ),
)
