"""Whether the turns that an analysis calls deciding were: games of Leistiko's Blockade played on after them.

    gcc -O2 -o learn lab/measure/leistiko_learn.c -lm
    python -m lab.measure.deciding --learn ./learn --games 500

Seeded games between players of different kinds are analysed. The turn that lost most in each is played on by three
players, each at both seats: from the row and the end that were chosen, and from those that the analysis calls better.
Told is the loss by the analysis and by each player's games (per cent), and whether the game's sum adds up.
"""

import argparse
import re
import subprocess
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.games.leistiko_blockade.rules.hints import calibration_of, rows_at_a_glance, turns_at_a_glance
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import outcome
from companion.referee.analysing.analysis import AnalysedTurn, Analysis, analysed_lines
from companion.referee.analysing.words import AnalysisWords
from companion.referee.grid import Commitment
from companion.referee.tables import open_table
from companion.referee.written_games import GameLine
from companion.texts.language import language
from lab.measure.leistiko_play import MOST_TURNS, player_of

# Who played the games that are analysed, in turn; by which players they are played on (numbers of leistiko_learn.c).
PAIRS = (("greedy", "random"), ("rule", "greedy"), ("random", "rule"))
GOING_ON = {"greedy": 1, "rule": 2, "line": 3}


class Query(NamedTuple):
    """A position to play on from, and the row of the next turn, 0 for any."""

    position: Position
    row: int = 0

    def line(self, player: int) -> str:
        sides = ("".join(map(str, self.position.rows(side))) for side in ("first", "second"))
        return f"{' '.join(sides)} {int(self.position.to_move == 'second')} {self.row} {player}"


def game(seed: int) -> list[GameLine]:
    """The lines of a game."""
    rng = Random(seed)
    seats = {
        side: player_of(name, Random(rng.random()), 0.0)
        for side, name in zip(("first", "second"), PAIRS[seed % len(PAIRS)], strict=True)
    }
    position, lines = initial(), list[GameLine]()
    while outcome(position).winner is None and len(lines) < MOST_TURNS:
        row, roll = seats[position.to_move].choose_row(position), Roll((rng.randint(1, 6),))
        turn = seats[position.to_move].play(position, row, roll)
        under = Commitment(position.to_move, {"row": row, "roll": list(roll.dice)})
        lines.append(GameLine("", turn.position, None, position, turn, under))
        position = turn.position
    return lines


def queries(line: GameLine) -> list[tuple[Query, Query]]:
    """Pairs of what was chosen and what is better by the analysis: the row before the roll, the turn after it."""
    before, turn, roll = line.before, line.turn, line.under.value["roll"] if line.under else ()
    best = max(rows_at_a_glance(before, Options()), key=lambda each: each.worth.value).row
    calibration = calibration_of(before, Options())
    ends = turns_at_a_glance(before, Roll(tuple(roll)), turn.row, calibration=calibration)
    end = max(ends, key=lambda each: each[2])[0]
    pairs = [(Query(before, turn.row), Query(before, best)), (Query(turn.position), Query(end.position))]
    return [pair for pair in pairs if pair[0] != pair[1]]


def losses(learn: str, games: int, line: GameLine) -> list[float]:
    """What the mover lost in games played on by each of GOING_ON."""
    pairs = queries(line)
    asked = [query.line(number) for number in GOING_ON.values() for pair in pairs for query in pair]
    done = subprocess.run(
        [learn, "on", "base", "-", str(games)], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    shares = iter(map(float, done.stdout.split()))
    sign = 1 if line.before.to_move == "first" else -1
    return [sum(sign * (-next(shares) + next(shares)) for _ in pairs) for _ in GOING_ON]


def worst(analysis: Analysis) -> AnalysedTurn | None:
    return max(analysis.deciding, key=lambda turn: turn.most_lost[1], default=None)


def adds_up(analysis: Analysis) -> bool:
    """True if the figures of each player's sum, as they are read, make the result."""
    for told in AnalysisWords(language("en"), analysis).summary():
        *parts, result, _ = (
            int(each) for each in re.findall(r"[+-]?[0-9]+(?= %)", told.replace("\N{MINUS SIGN}", "-"))
        )
        if sum(parts) != result:
            return False
    return True


def told(number: int, turn: AnalysedTurn, found: Sequence[float]) -> tuple[bool, bool]:
    """Print one turn; whether the mean of the games agrees in sign, and at least half in size."""
    lost, mean = turn.most_lost[1], sum(found) / len(found)
    played_on = ", ".join(f"{name} {100 * loss:+.1f}" for name, loss in zip(GOING_ON, found, strict=True))
    print(
        f"game {number}, turn {turn.number}: lost {100 * lost:.1f} +- {100 * turn.error:.1f}; {played_on}", flush=True
    )
    return mean > 0, mean >= lost / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--learn", default="./learn", help="leistiko_learn.c, compiled")
    parser.add_argument("--games", type=int, default=500, help="games a position and player")
    parser.add_argument("--turns", type=int, default=10, help="analysed games, one turn of each")
    args = parser.parse_args()
    agreeing, sums, seed = list[tuple[bool, bool]](), 0, 0
    while len(agreeing) < args.turns:
        lines = game(seed)
        *_, last = analysed_lines(open_table("leistiko-blockade", {}), initial(), lines, agreed=False)
        assert last.analysis
        sums += adds_up(last.analysis)
        if turn := worst(last.analysis):
            found = losses(args.learn, args.games, lines[turn.number - 1])
            agreeing.append(told(seed, turn, found))
        seed += 1
    signs, halves = (sum(each) for each in zip(*agreeing, strict=True))
    print(
        f"{sums} of {seed} games add up; of {len(agreeing)} turns {signs} agree in sign, {halves} at least half in size"
    )


if __name__ == "__main__":
    main()
