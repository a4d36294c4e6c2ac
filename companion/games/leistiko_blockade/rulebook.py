"""The rulebook of Jonathan Leistiko's Blockade, in our own words.

First the rules as one plays them, then the rulings for the questions that come up at the table, then the variants.
"""

from companion.games.rulebook import Rule, Rulebook

RULEBOOK = Rulebook(
    "Blockade, by Jonathan Leistiko (2001), for two players",
    (
        Rule(
            "LB-setup",
            "Setting up",
            "Half a backgammon board: six points along each player's edge, called rows and counted 1 to 6 from the "
            "same end, so that equal rows face each other. Each player puts sixteen pieces on his own side, two on "
            "each outer row and three on each of the four between.",
        ),
        Rule(
            "LB-turn",
            "A turn",
            "Choose one of your rows, say which, and only then roll a die. Spend its points on the pieces of that row.",
        ),
        Rule(
            "LB-row",
            "One row a turn",
            "Points go only to pieces that stood in the chosen row when the turn began, wherever they are by then.",
        ),
        Rule("LB-points", "Points", "All steps and leaps of a turn together cost no more than the die shows."),
        Rule("LB-move", "Moving", "For a point a piece moves to a neighbouring row of your own side."),
        Rule(
            "LB-leap",
            "Leaping",
            "A piece leaves the board by a leap. That costs two points, one more for every opposing piece in the row "
            "straight across, and half a point less for every other piece of yours in the row it leaps from.",
        ),
        Rule("LB-own", "Whose pieces", "You move your own pieces only."),
        Rule("LB-pieces", "Gone is gone", "A piece that has left the board does not come back."),
        Rule(
            "LB-end",
            "The end",
            "The game is about having no pieces left. When the second player has none, it ends at once and he has won. "
            "When the first player has none, the second takes one more turn; then whoever still has pieces has lost.",
        ),
        Rule(
            "LB-01",
            "Fifteen in a box",
            "A backgammon set has fifteen of each colour: add a marker of any kind for each player.",
            {"16": "sixteen pieces a side", "15": "fifteen, with a single piece on one of the outer rows"},
        ),
        Rule("LB-02", "What a row is", "One point of the board. The opposing row is the point straight across."),
        Rule(
            "LB-03",
            "Who supports",
            "Your other pieces in the same row support a leap, whether they began the turn there or not; those in "
            "neighbouring rows do not.",
        ),
        Rule("LB-04", "Who obstructs", "Only opposing pieces in the row straight across obstruct a leap."),
        Rule("LB-05", "Half points", "A cost with a half in it is rounded up."),
        Rule(
            "LB-06",
            "The least a leap costs",
            "However many pieces support it, a leap costs at least one point.",
            {"1": "at least one point", "0": "it may cost nothing", "2": "at least two points"},
        ),
        Rule(
            "LB-07",
            "Several leaps",
            "You may leap with several pieces in a turn. Each leap is priced by the pieces that stand there by then.",
        ),
        Rule(
            "LB-08",
            "Moving and leaping",
            "Steps and leaps come in any order, with one piece or several. A piece that has moved leaps from where it "
            "is, at the price there.",
        ),
        Rule(
            "LB-09",
            "All or nothing",
            "A leap is paid in full within the turn; no piece rests on the far side.",
            {
                "true": "paid in full within the turn",
                "false": "a piece may cross for one point less than the leap and rest on the far side, where it "
                "neither supports nor obstructs; from there it gets off for one point, in a turn in which the row it "
                "came from is chosen",
            },
        ),
        Rule("LB-10", "Empty rows", "An empty row is not chosen. Where it has been, the turn is a pass."),
        Rule("LB-11", "Points left over", "You need not use your points. What is left when the turn ends is lost."),
        Rule(
            "LB-12",
            "Crowds, hits and edges",
            "Any number of pieces may stand in a row. Nothing is hit. No piece moves beyond the outer rows.",
        ),
        Rule("LB-13", "Left and right", "Both mean the neighbouring rows of your own side, one row for one point."),
        Rule("LB-14", "Who starts", "Both roll a die; the higher one is the first player, ties roll again."),
        Rule(
            "LB-15",
            "Both empty",
            "When the second player empties his rows too in the extra turn, the game is a draw. When he is done before "
            "the first player is, he has won: the first player began, so both have had equally many turns.",
        ),
        Rule(
            "LB-bungie",
            "Variant: Bungie Battle",
            "Having chosen a row, say whether you roll or leap. To roll is to roll a die and move. To leap, roll a die "
            "for each of your pieces in the row; the opponent rolls one for each of his in the opposing row and one "
            "more. For each die of yours that is higher than his highest, one piece of the row leaves the board.",
        ),
        Rule(
            "LB-push",
            "Variant: Super Push",
            "Roll two dice. Having seen them, name one the move die and the other the leap die. The points of the one "
            "pay for moving, those of the other for leaping.",
        ),
        Rule("LB-20", "Bungie Battle: rolling", "The points of a roll are for moving only, and may be left over."),
        Rule("LB-21", "Bungie Battle: leaping", "A tie beats nothing. You may take off fewer pieces than you won."),
        Rule(
            "LB-22",
            "Super Push: two purses",
            "Moves and leaps may alternate, but never share points; either die may have points left over.",
        ),
        Rule("LB-23", "One variant at a time", "The variants are not played together."),
    ),
)
