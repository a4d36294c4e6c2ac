"""The rulebook of Kristin Looney's Blockade, in our own words.

First the rules as one plays them, then the rulings for the questions that come up at the table.
"""

from companion.games.rulebook import Rule, Rulebook

RULEBOOK = Rulebook(
    "Blockade, by Kristin Looney (2001), for two players",
    (
        Rule(
            "BK-setup",
            "Setting up",
            "Five by five cells, a large pyramid on each, which stays there for the whole game: clear ones on the "
            "corners and in the middle, five each of red, yellow, green and blue on the others. Every coloured large "
            "carries a small of its colour. On each corner stand five mediums of one colour. Five black larges, five "
            "mediums and five smalls wait beside the board. Cool plays blue and green, warm plays red and yellow.",
        ),
        Rule(
            "BK-points",
            "Dice and points",
            "Roll the two dice of your colours. Each die gives its own colour that many points. When both show three "
            "or less you may give the sum of both to one of your colours instead. Points may be left over.",
        ),
        Rule("BK-roll", "First roll, then move", "Nothing moves before you have rolled. Put back what was moved."),
        Rule(
            "BK-move",
            "Moving",
            "A small or a medium moves one cell a point, in any of the eight directions. Spread the points of a "
            "colour over its pieces as you like and in any order; come back to a piece later if you want.",
        ),
        Rule("BK-large", "Larges", "A large never moves."),
        Rule("BK-own", "Whose pieces", "You move your own two colours only."),
        Rule(
            "BK-pieces",
            "All pieces stay",
            "No coloured or clear piece leaves the board and none comes in; only blacks are added, from the supply.",
        ),
        Rule(
            "BK-pass",
            "Passing over",
            "On its way a piece passes over anything except a blockade of the opponent. It may go round one.",
        ),
        Rule(
            "BK-land",
            "Landing",
            "Look at the piece on top of the cell. Clear: anything lands. Your piece's own colour: it lands if the "
            "top is at least as big. Another colour, also your other one: never. A black on a tower of your piece's "
            "colour: it lands if the black is bigger. A black on any other tower: never.",
        ),
        Rule(
            "BK-cap",
            "Towers and blockades",
            "When a small lands on a medium that stands on a large, all of one colour, that is a tower. Put the "
            "largest black left in the supply on it at once. It is now a blockade.",
        ),
        Rule("BK-win", "Winning", "You win with five towers in one of your colours."),
        Rule(
            "BK-01",
            "From the top only",
            "Only the top piece of a stack moves, one at a time. Nothing is pulled out from under others or carried "
            "along with what stands on it.",
        ),
        Rule(
            "BK-02",
            "What counts as landing",
            "Where you put a piece down, it lands; the cells it passes on the way do not count.",
            {
                "a": "a piece lands where it is put down",
                "b": "every single step is a landing",
                "c": "only the cell on which a piece ends its movement for the turn counts; before that it may be "
                "parked anywhere but on a blockade of the opponent",
            },
        ),
        Rule("BK-03", "Passing makes no tower", "A small that only passes over a medium on a large makes no tower."),
        Rule(
            "BK-04",
            "Exactly three",
            "A tower is a large, one medium and one small. A small may land on a large with two mediums, but that is "
            "no tower until the extra medium has left and a small lands again.",
            {
                "exact": "large, medium and small, nothing else",
                "containing": "any one-colour stack with a large, a medium and the landing small",
            },
        ),
        Rule("BK-05", "A tower stays", "Once capped, nothing of the tower beneath the black ever moves again."),
        Rule("BK-06", "Blacks stay", "A black never moves: no die gives it points."),
        Rule(
            "BK-07",
            "Standing on a black",
            "On the black of its own colour's tower a smaller piece may land: a medium or small on a black large, a "
            "small on a black medium, nothing on a black small. That makes no second tower, and the piece may leave.",
        ),
        Rule("BK-08", "Still a blockade", "A tower with pieces on its black is a blockade all the same."),
        Rule(
            "BK-09",
            "Your other colour's tower",
            "You may pass over the towers of both your colours, but a piece lands on its own colour's only.",
        ),
        Rule("BK-10", "The sum is not shared", "The sum of two low dice goes to one colour; the other gets nothing."),
        Rule(
            "BK-11",
            "No announcement",
            "You need not say how you give out low dice. The turn is fine if some way of giving them out pays for it.",
        ),
        Rule(
            "BK-12",
            "No blacks left",
            "With the supply empty, a large-medium-small of one colour still counts as a tower, but it gets no black "
            "and blocks nobody, and its small may leave; then it no longer counts.",
        ),
        Rule("BK-13", "The win is at once", "The fifth tower of a colour ends the game, in mid-turn too."),
        Rule("BK-14", "Between two corners", "A diagonal step between two blockades that touch at a corner is fine."),
        Rule("BK-15", "Who starts", "Both players roll two dice; the higher sum starts, ties roll again."),
        Rule(
            "BK-16",
            "Corners and the middle",
            "Any colour may land on a clear large while nothing stands on it. As long as something does, the "
            "colour of that piece decides.",
        ),
        Rule("BK-17", "Nothing to do", "You need not move. A player who cannot simply ends the turn."),
        Rule(
            "BK-18",
            "Never on something smaller",
            "A medium never lands on a small. Small on small, medium on medium and small on medium are fine.",
        ),
    ),
)
