"""Help for a player: squares that a touched pyramid can reach, reasons for the other squares, possible passes, and a
mixture of programs for the turn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import (
    GOAL_ROW,
    INDEX,
    LETTERS,
    PIECES,
    SIZES,
    SQUARES,
    WIDTH,
    row_of,
    team_of,
)
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.model import (
    DASH_ROW,
    DEFAULT_NAMES,
    ROWS,
    RULINGS,
    STILL,
    Names,
    Options,
    Position,
    Program,
    TurnEvent,
    piece_name,
)
from companion.games.pyramid_ball.rules.notation import program_to_text
from companion.games.pyramid_ball.rules.passing import interceptors
from companion.games.pyramid_ball.rules.rules import Play, first_option
from companion.games.pyramid_ball.rules.sampling import Chance
from companion.games.pyramid_ball.rules.strategy import Mixture, find_mixture
from companion.games.pyramid_ball.rules.telling import Telling
from companion.games.reason import Reason, because


@dataclass(frozen=True)
class ReachableSquare:
    """A square that the pyramid can reach. `commands`: its column up to the arrival. `cost`: number of commands.
    `effect`: the event on arrival (tackle, goal, ball picked up, pyramid pushed)."""

    to: str
    commands: str
    cost: int
    effect: Reason | None


@dataclass(frozen=True)
class PassTarget:
    """A team-mate that the ball can be passed to, with all pyramids standing as they do in the row."""

    to: str
    at: str
    goal: bool


@dataclass(frozen=True)
class Refusal:
    """A tempting square or size that is impossible, with a short reason."""

    what: str
    reason: Reason


@dataclass(frozen=True)
class Reach:
    """The options of a pyramid on `at`: squares, and for the carrier also passes; each list with its refusals."""

    at: str
    steps: tuple[ReachableSquare, ...]
    refused: tuple[Refusal, ...]
    throws: tuple[PassTarget, ...] = ()
    refused_throws: tuple[Refusal, ...] = ()


def reach(
    position: Position,
    player: int,
    size: int,
    row: int | None = None,
    program: Program = STILL,
    options: Options = RULINGS,
    names: Names = DEFAULT_NAMES,
) -> Reach:
    """Return the squares that the pyramid `size` (0..2) of `player` can reach while the opponent stands still.

    Without `row`: in all rows of the turn together, with the team-mates moving as in `program`. With `row`: in this
    row, after the earlier rows have been played as in `program`. Raises GameError for an invalid row, and if the game
    is over.
    """
    if position.winner is not None:
        raise GameError("ball.over", player=names[position.winner])
    rows = len(ROWS) + ("S" in position.specials[player] and size == 0)
    if row is not None and (type(row) is not int or not 1 <= row <= rows):
        raise GameError("ball.row", rows=rows, got=printable(row))
    return _Touch(position, player, size, program, options, names).reach(row, rows)


class _Touch:
    def __init__(
        self,
        position: Position,
        player: int,
        size: int,
        program: Program,
        options: Options,
        names: Names,
    ) -> None:
        self.position, self.player, self.size, self.options = position, player, size, options
        self.program = replace(program, void=False, blitz=False)
        self.names = names
        self.piece = 3 * player + size

    def reach(self, row: int | None, rows: int) -> Reach:
        before = "" if row is None else (self.program.commands[self.size] + "....")[: row - 1]
        start, _ = self.played(before)
        words = [before + "".join(word) for word in product(LETTERS, repeat=1 if row else rows)]
        best: dict[int, ReachableSquare] = {}
        refusals: dict[int, Refusal] = {}
        for word in sorted(words, key=_cost):
            play, events = self.played(word)
            at = play.squares[self.piece]
            blocked = [event for event in events if self.is_mine(event) and event.kind in ("blocked", "locked-in")]
            for event in blocked:
                self.refuse(event, play, refusals)
            if at not in best and not blocked:
                best[at] = ReachableSquare(SQUARES[at], word, _cost(word) - _cost(before), self.effect(events))
        steps = tuple(best[at] for at in sorted(best))
        refused = [refusal for at, refusal in sorted(refusals.items()) if at not in best]
        if row is None:
            refused += self.too_far(best, refusals, rows)
        throws, no_throws = self.throws(start, row)
        return Reach(SQUARES[start.squares[self.piece]], steps, tuple(refused), throws, no_throws)

    def played(self, word: str) -> tuple[Play, list[TurnEvent]]:
        """Play the turn for the length of `word`: the team-mates follow the program, the opponent stands still."""
        commands = list(self.program.commands)
        commands[self.size] = word.ljust(3, ".")
        markers = tuple(marker for marker in self.program.markers if marker.row <= len(word))
        small, medium, large = commands
        sheets = [sheet_of(STILL, 0), sheet_of(STILL, 1)]
        sheets[self.player] = sheet_of(
            replace(self.program, commands=(small, medium, large), markers=markers), self.player
        )
        telling = Telling(self.names)
        play = Play(self.position, (sheets[0], sheets[1]), first_option, self.options, telling)
        for row in range(1, len(word) + 1):
            play.row(row)
        return play, telling.events

    def is_mine(self, event: TurnEvent) -> bool:
        return event.facts.get("piece") == list(PIECES[self.piece])

    def refuse(self, event: TurnEvent, play: Play, refusals: dict[int, Refusal]) -> None:
        """Store the reason why the pyramid did not reach the wanted square, unless it stopped at the edge (C1)."""
        if event.rule != "C1":
            wanted = event.facts.get("wanted", SQUARES[play.squares[self.piece]])
            refusals.setdefault(INDEX[wanted], Refusal(wanted, _innermost(event.what)))

    def effect(self, events: list[TurnEvent]) -> Reason | None:
        told = [event for event in events if event.kind in ("goal", "recover", "tackle", "push")]
        mine = [event for event in told if self.is_mine(event) or event.facts.get("by") == list(PIECES[self.piece])]
        return mine[-1].what if mine else None

    def too_far(self, best: dict[int, ReachableSquare], refusals: dict[int, Refusal], rows: int) -> list[Refusal]:
        """Refuse the nearest goal square and the loose ball if they take more commands than the turn has."""
        start = self.position.squares[self.piece]
        goal = WIDTH * GOAL_ROW[self.player] + start % WIDTH
        tempting = [goal] if self.position.carrier == self.piece else []
        if self.position.loose is not None:
            tempting.append(self.position.loose)
        found = []
        for square in tempting:
            needed = abs(row_of(square) - row_of(start)) + abs(square % WIDTH - start % WIDTH)
            if square not in best and square not in refusals and needed > rows:
                name = SQUARES[square]
                found.append(Refusal(name, because("ball.too_far", "PB-program", square=name, n=needed, rows=rows)))
        return found

    def throws(self, play: Play, row: int | None) -> tuple[tuple[PassTarget, ...], tuple[Refusal, ...]]:
        """Return the team-mates the pyramid can pass to in `play`, and the reasons for the others."""
        if play.carrier != self.piece:
            return (), ()
        mates = [mate for mate in range(3 * self.player, 3 * self.player + 3) if mate != self.piece]
        quick = "M" in self.position.specials[self.player] and self.size == 1
        if row == DASH_ROW or (row == 1 and not quick):
            dash = because("ball.throw.row_4", "PB-37")
            why = dash if row == DASH_ROW else because("ball.throw.row_1", "PB-15")
            return (), tuple(Refusal(SIZES[mate % 3], why) for mate in mates)
        holders = {square: piece for piece, square in enumerate(play.squares) if team_of(piece) != self.player}
        can, cannot = [], []
        for mate in mates:
            start, end = play.squares[self.piece], play.squares[mate]
            met = interceptors(start, end, holders)
            if met:
                who, square = piece_name(holders[met[0]], self.names), SQUARES[met[0]]
                why = because("ball.throw.intercepted", "PB-pass", piece=who, square=square)
                cannot.append(Refusal(SIZES[mate % 3], why))
            else:
                can.append(PassTarget(SIZES[mate % 3], SQUARES[end], row_of(end) == GOAL_ROW[self.player]))
        return tuple(can), tuple(cannot)


def _innermost(what: Reason) -> Reason:
    """Return the inner reason why a pyramid stays, without the sentence that it stays."""
    why = what.values.get("why")
    return why if isinstance(why, Reason) else what


def _cost(word: str) -> int:
    return len(word) - word.count(".")


@dataclass(frozen=True)
class Suggestion:
    """A mixture of programs and what its main program is good for."""

    mixture: Mixture
    reason: Reason


def suggest(
    position: Position,
    player: int,
    seed: int,
    out_of_time: Callable[[], bool],
    options: Options = RULINGS,
    names: Names = DEFAULT_NAMES,
) -> Suggestion:
    """Return what `player` could lay out, thought over until `out_of_time`. Raises GameError when the game is over."""
    mixture = find_mixture(position, player, Chance(seed), out_of_time, options)
    return Suggestion(mixture, _why(position, player, mixture, options, names))


# A program that is played more often than this is no secret.
_OFTEN = 0.6
_TELLING_KINDS = ("goal", "tackle", "interception", "recover", "pass", "won")


def _why(position: Position, player: int, mixture: Mixture, options: Options, names: Names) -> Reason:
    """Return the main program against the opponent's likeliest one, and what the best reply leaves of it."""
    main = mixture.choices[0]
    telling = Telling(names)
    pair = (main.program, mixture.likely) if player == 0 else (mixture.likely, main.program)
    play = Play(position, (sheet_of(pair[0], 0), sheet_of(pair[1], 1)), first_option, options, telling)
    play.rows()
    told = [event.text for event in telling.events if event.kind in _TELLING_KINDS]
    happens = told[-1] if told else _quietly(play, names)
    program = program_to_text(mixture.likely)
    lost = play.score[1 - player] - position.score[1 - player]
    if lost > play.score[player] - position.score[player]:
        return because("ball.good.risk", program=program, happens=happens)
    return because("ball.good.mixed" if main.weight < _OFTEN else "ball.good.only", program=program, happens=happens)


def _quietly(play: Play, names: Names) -> Reason:
    if play.carrier < 0:
        return because("ball.good.loose")
    square = SQUARES[play.squares[play.carrier]]
    return because("ball.good.held", piece=piece_name(play.carrier, names), square=square)
