"""The rulebook of Pyramid Ball, in our own words.

First the rules as one plays them, then the conflict rules C1..C10 of the movement step, then the rulings for the
questions that come up at the table, and the advanced game.
"""

from companion.games.rulebook import Rule, Rulebook

RULEBOOK = Rulebook(
    "Pyramid Ball, by Jason Webster, for two players",
    (
        Rule(
            "PB-setup",
            "Setting up",
            "Seven columns a to g, eight rows. The player who starts with the ball sits at row 1 with the large on b3, "
            "the medium on d4 with the ball on it and the small on f3; the opponent sits at row 8 with the large on "
            "b6, the medium on d5 and the small on f6.",
        ),
        Rule(
            "PB-start",
            "Who starts",
            "Both show one size at once. Medium beats small, large beats medium, small beats large; show again when "
            "they are equal. The winner takes the ball or leaves it to the other.",
        ),
        Rule(
            "PB-win",
            "Winning",
            "The first point wins the basic game, the sixth the advanced one. The game stops at once.",
        ),
        Rule(
            "PB-program",
            "Programs",
            "Both players lay out three rows of commands at once, hidden, within 60 seconds: in every row one for "
            "the small, the medium and the large. A command points forward, backward, left or right as its player "
            "sees it; upright or askew it means stand still. The row farthest from its player is played first.",
        ),
        Rule(
            "PB-foul",
            "Foul",
            "Whoever goes on for more than a second after time is called may be called out by the opponent: then all "
            "his commands of the turn are stand still and his marker is void.",
        ),
        Rule(
            "PB-turn",
            "A row",
            "Each row is played in this order: a pass; all six commands at the same time; a tackle; a goal; the "
            "loose ball. The team with the ball is the offence, the other the defence, and that changes the moment "
            "the ball changes hands.",
        ),
        Rule(
            "PB-move",
            "Moving",
            "A pyramid moves one square the way its command points. It may enter a square that another leaves in the "
            "same row.",
        ),
        Rule(
            "PB-pass",
            "Passing",
            "The marker ball on a command of row 2 or 3 has the ball thrown to that pyramid before the row's moves, "
            "once a turn, provided the one with the ball is told to stand still in that row. The ball flies straight "
            "from centre to centre. A defender through whose square it flies intercepts it: his team has the ball "
            "and a point. Touching the corner of a square is not flying through it.",
        ),
        Rule(
            "PB-goal",
            "Goals",
            "A point for entering the opponent's goal row (row 8 for the first player, row 1 for the second) with "
            "the ball, or for catching a pass there.",
        ),
        Rule("C1", "The edge", "Nobody leaves the board, not even when pushed."),
        Rule("C2", "Defence first", "When the offence and the defence want the same space, the defender gets it."),
        Rule("C3", "Two defenders", "Two defenders who want the same space block each other."),
        Rule("C4", "Nothing taken", "An offensive pyramid takes a space from nobody, friend or foe."),
        Rule(
            "C5",
            "Pushing",
            "A defender who moves into the space of an offensive pyramid that stands still pushes it one space on.",
        ),
        Rule(
            "C6",
            "Two of the offence",
            "Two offensive pyramids that want the same space block each other, unless a defender pushes one of them "
            "into it. The pushed one takes the space and pushes a team-mate out of it if need be.",
        ),
        Rule(
            "C7",
            "Shut out",
            "An offensive pyramid stays where it is when it wants a space that a defender holds or is trying to "
            "enter, even if that defender does not get there.",
        ),
        Rule(
            "C8",
            "Tackling",
            "A defender who pushes the one with the ball out of its space tackles it: the ball is his, and a point.",
        ),
        Rule(
            "C9",
            "All at once",
            "The moves of a row are simultaneous. Two pyramids never share a space, and to swap places is to want the "
            "same space.",
        ),
        Rule(
            "C10",
            "Out for the turn",
            "A pyramid that a conflict keeps from its move stands still for the rest of the turn. It can still catch "
            "a pass.",
        ),
        Rule(
            "PB-01",
            "Head-on",
            "An offensive and a defensive pyramid that would swap places: the defender takes the square and pushes "
            "the other back, which is a tackle if that one has the ball.",
            {"a": "the defender takes the square", "b": "both stay and are blocked"},
        ),
        Rule(
            "PB-02",
            "Pushing the blocked",
            "An offensive pyramid whose own move was blocked can be pushed like one that stands still.",
            {"true": "it can be pushed", "false": "only what was told to stand still can; head-on is PB-01's affair"},
        ),
        Rule(
            "PB-03",
            "Following a defender",
            "The offence may enter a square that a defender leaves in the same row.",
            {"true": "it may", "false": "it is blocked"},
        ),
        Rule("PB-04", "Defender against defender", "A defender who moves into one that stays is blocked; only he is."),
        Rule("PB-05", "Rings", "Four or six pyramids may all move round in a ring."),
        Rule(
            "PB-06",
            "Pushed and then?",
            "Being pushed does not cancel later commands, unless the pyramid's own move was blocked.",
            {"false": "later commands stay", "true": "whoever is pushed stands still for the rest of the turn"},
        ),
        Rule(
            "PB-07",
            "Nowhere to push",
            "A push over the edge or against a defender who stays, also at the end of a chain, fails: the pusher is "
            "blocked, nothing moves, nobody is tackled, and the pinned pyramid is not cancelled for it.",
        ),
        Rule(
            "PB-08",
            "Pushing into a wanted square",
            "A push into a square that another defender wants fails, even if that one does not get there.",
        ),
        Rule(
            "PB-09",
            "Two pushes that meet",
            "Two pushes into one square, or of the same pyramid, both fail.",
        ),
        Rule(
            "PB-10",
            "Pushed by a team-mate",
            "The one with the ball, pushed by a pushed team-mate, keeps the ball; in the goal row that is a goal.",
            {"false": "no tackle", "true": "it is a tackle by the defender who began the push"},
        ),
        Rule(
            "PB-11",
            "Tackled into the goal row",
            "Tackled into the very row it wanted to reach, a pyramid scores nothing: the ball has changed hands.",
        ),
        Rule(
            "PB-12",
            "Several defenders on the line",
            "The one whose square the ball enters first intercepts.",
        ),
        Rule(
            "PB-13",
            "Throwing and moving",
            "If the one with the ball is told to move in the row of the marker, it moves and there is no pass.",
        ),
        Rule(
            "PB-14",
            "A cancelled thrower",
            "If its command was turned into a stand still by C10, it throws.",
            {"true": "it throws", "false": "it does not"},
        ),
        Rule(
            "PB-15",
            "Void markers",
            "No pass: a marker on the one that has the ball, a marker in row 1 without the quick pass, two markers.",
        ),
        Rule(
            "PB-16",
            "A marker without the ball",
            "Both players may hide a marker. It is void if its team does not have the ball when its row comes.",
        ),
        Rule(
            "PB-17",
            "Another thrower",
            "Whoever has the ball when the row of the marker comes is the thrower, also if it was another when the "
            "programs were made. If that is the marked pyramid itself, there is no pass.",
        ),
        Rule("PB-18", "A blocked receiver", "A pyramid that was blocked can catch a pass."),
        Rule(
            "PB-19",
            "Pass and tackle in one row",
            "The pass comes first; in the moves that follow only the new holder of the ball can be tackled.",
        ),
        Rule(
            "PB-20",
            "Blocked at the edge",
            "A command that leads off the board is a conflict like others: the rest of the turn is stand still.",
        ),
        Rule(
            "PB-21",
            "Already there",
            "Getting the ball by tackle or interception while standing in the goal row is no goal. The pyramid must "
            "leave and come back, or pass.",
        ),
        Rule("PB-22", "Ready early", "When both are ready, the moves may begin before the time is up."),
        Rule(
            "PB-30",
            "After a goal",
            "Advanced game: the opponent puts the ball on the first empty square to the left or to the right of the "
            "scorer, in the same row, as he likes; if one side has none, on the other. Then the turn goes on.",
        ),
        Rule(
            "PB-31",
            "The loose ball",
            "The team that scored stays the offence until a defender moves onto the ball. He has it from then on, and "
            "the roles change after that row's moves. Meanwhile there are pushes, but no passes and no tackles.",
        ),
        Rule(
            "PB-32",
            "Hands off",
            "The square of the loose ball is closed to the team that scored; nobody of it can be pushed there either.",
        ),
        Rule(
            "PB-33",
            "The closed goal row",
            "After its goal a team may not enter that goal row until the opponent has taken up the ball and then left "
            "the row with it or tried a pass. Its pyramids in the row may only move out or stand, a sideways command "
            "is a stand still, and from the next turn on their first command must lead out, anything else being a "
            "stand still. They can be pushed in.",
        ),
        Rule(
            "PB-34",
            "Staying with the ball",
            "Nothing forces the player who took up the ball out of the row. If he stays for three turns, the players "
            "may agree to open it.",
        ),
        Rule(
            "PB-special",
            "Special pyramids",
            "Advanced game: whenever the opponent scores a point, of any kind, take one special pyramid that you have "
            "not had yet: the small for a dash, the medium for a quick pass, the large for a blitz.",
        ),
        Rule(
            "PB-35",
            "From the next turn on",
            "A special pyramid can be used from the next programs on, once, several in one turn if you like.",
        ),
        Rule(
            "PB-36",
            "Spent is spent",
            "A special pyramid laid out is used up, even if nothing came of it or a foul was called.",
        ),
        Rule(
            "PB-dash",
            "Dash",
            "The special small gives the small a fourth command, played after the third row under the same rules; the "
            "dashes of both players are simultaneous.",
        ),
        Rule("PB-37", "No dash when cancelled", "A cancelled small does not dash, and there is no pass in row 4."),
        Rule("PB-quick", "Quick pass", "With the special medium, your medium may throw in row 1."),
        Rule(
            "PB-38",
            "When it is void",
            "The quick pass needs the medium to have the ball and its first command to be upright. It is the turn's "
            "one pass. Otherwise it is void, and spent.",
        ),
        Rule(
            "PB-blitz",
            "Blitz",
            "With the special large, your large makes all three moves during row 1, if its team does not have the "
            "ball when the turn begins.",
        ),
        Rule(
            "PB-39",
            "How the blitz goes",
            "Row 1 is played with everybody's first commands, then the large makes its second move alone, then its "
            "third, each with tackles, goals and roles as they are then. A block ends it. In rows 2 and 3 it stands, "
            "but it throws a pass there only if its command in that row is upright.",
        ),
    ),
)
