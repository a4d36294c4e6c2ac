"""Whether a program sheet may be played, and what on it will come to nothing."""

from typing import NamedTuple

from companion.games.pyramid_ball.board import COMMANDS, GOAL_ROW, OUTWARDS, SIZE_NAMES, SIZES, SQUARES, row_of, team_of
from companion.games.pyramid_ball.model import Position, Program, Violation, piece_name
from companion.games.pyramid_ball.telling import DEFAULT_NAMES


class SheetReport(NamedTuple):
    """`faults` make the sheet illegal. `notes` say what has no effect, or is read otherwise, as far as the start of the
    turn shows."""

    faults: tuple[Violation, ...]
    notes: tuple[Violation, ...]


def judge_sheet(
    position: Position, player: int, program: Program, names: tuple[str, str] = DEFAULT_NAMES
) -> SheetReport:
    """The sheet of `player` (0 or 1) before the turn from `position`."""
    return SheetReport(
        tuple(_faults(position, player, program, names[player])),
        tuple(_notes(position, player, program, names)),
    )


def _faults(position: Position, player: int, program: Program, name: str) -> list[Violation]:
    """A special pyramid can be laid out only by who holds it; the basic game has none."""
    used = (
        ("S", program.dash, "PB-dash", "a fourth command for the small is a dash"),
        ("M", program.quick_pass, "PB-quick", "a quick pass"),
        ("L", program.blitz, "PB-blitz", "a blitz"),
    )
    found = []
    for size, use, rule, what in used:
        if not use or size in position.specials[player]:
            continue
        if position.mode == "basic":
            why = "the basic game has no special moves"
        elif size in position.spent[player]:
            why = f"{name} has used it already"
        else:
            why = f"{name} does not hold the special {SIZE_NAMES[size]}"
        found.append(Violation("PB-36" if size in position.spent[player] else rule, f"{what}: {why}"))
    return found


def _notes(position: Position, player: int, program: Program, names: tuple[str, str]) -> list[Violation]:
    if program.void:
        return [Violation("PB-foul", f"foul: all commands of {names[player]} stand still and the marker is void")]
    found = []
    if len(program.markers) > 1:
        found.append(Violation("PB-15", f"{len(program.markers)} markers: no pass"))
    for marker in program.markers if len(program.markers) == 1 else ():
        found += _marker_notes(position, player, program, marker.row, 3 * player + SIZES.index(marker.to), names)
    if program.blitz and position.carrier is not None and team_of(position.carrier) == player:
        found.append(Violation("PB-blitz", f"no blitz: {names[player]} has the ball as the turn begins"))
    if program.quick_pass and not any(marker.row == 1 for marker in program.markers):
        found.append(Violation("PB-36", "the quick pass is used up without a marker in row 1"))
    for piece in leaving(position, player):
        if COMMANDS[player][program.letter(piece % 3, 1)] != OUTWARDS[player]:
            found.append(
                Violation(
                    "PB-33",
                    f"{piece_name(piece, names)} has to leave {SQUARES[position.squares[piece]]} with its first "
                    "command (B); anything else is a stand still",
                )
            )
    return found


def _marker_notes(
    position: Position, player: int, program: Program, row: int, receiver: int, names: tuple[str, str]
) -> list[Violation]:
    carrier, name = position.carrier, names[player]
    has_ball = carrier is not None and team_of(carrier) == player
    if row == 1 and not program.quick_pass:
        note = Violation("PB-15", "no pass: a marker in row 1 needs the quick pass")
    elif row == 1 and carrier != 3 * player + 1:
        note = Violation("PB-38", f"no quick pass: {name} medium does not have the ball")
    elif row == 1 and program.letter(1, 1) != ".":
        note = Violation("PB-38", f"no quick pass: {name} medium is told to move in row 1")
    elif carrier is None or not has_ball:
        note = Violation("PB-16", f"a pass only if {name} has got the ball by row {row}")
    elif receiver == carrier:
        note = Violation("PB-15", f"no pass: the marker is on {piece_name(carrier, names)}, which has the ball")
    elif program.letter(carrier % 3, row) != ".":
        passer = piece_name(carrier, names)
        note = Violation("PB-13", f"no pass: {passer} has the ball and is told to move in row {row}")
    else:
        return []
    return [note]


def leaving(position: Position, player: int) -> tuple[int, ...]:
    """The pyramids of `player` whose first command has to lead out of the row that is closed to him (PB-33)."""
    if position.locked != player:
        return ()
    return tuple(
        piece for piece in range(3 * player, 3 * player + 3) if row_of(position.squares[piece]) == GOAL_ROW[player]
    )
