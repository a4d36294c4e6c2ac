"""Checks of program sheets: what may be played, and what will come to nothing."""

from typing import NamedTuple

from companion.games.pyramid_ball.rules.board import COMMANDS, GOAL_ROW, OUTWARDS, SIZES, SQUARES, row_of, team_of
from companion.games.pyramid_ball.rules.model import DEFAULT_NAMES, Names, Position, Program, Violation, piece_name
from companion.games.reason import Reason, because


class SheetReport(NamedTuple):
    """`faults` make the sheet illegal. `notes` say what has no effect, or is read otherwise, as far as the start of the
    turn shows."""

    faults: tuple[Violation, ...]
    notes: tuple[Violation, ...]


def judge_sheet(position: Position, player: int, program: Program, names: Names = DEFAULT_NAMES) -> SheetReport:
    """Return the sheet of `player` (0 or 1) before the turn from `position`."""
    return SheetReport(
        tuple(map(Violation, _faults(position, player, program, names[player]))),
        tuple(map(Violation, _notes(position, player, program, names))),
    )


def _faults(position: Position, player: int, program: Program, name: str | Reason) -> list[Reason]:
    """Return faults of special pyramids: only their holder may lay them out, and the basic game has none."""
    used = (
        ("S", program.dash, "PB-dash", "ball.dash"),
        ("M", program.quick_pass, "PB-quick", "ball.quick_pass"),
        ("L", program.blitz, "PB-blitz", "ball.blitz"),
    )
    found = []
    for size, use, rule, key in used:
        if not use or size in position.specials[player]:
            continue
        if position.mode == "basic":
            why = because("ball.special.basic")
        elif size in position.spent[player]:
            why = because("ball.special.used", player=name)
        else:
            why = because("ball.special.not_held", player=name, size=size)
        found.append(because(key, "PB-36" if size in position.spent[player] else rule, why=why))
    return found


def _notes(position: Position, player: int, program: Program, names: Names) -> list[Reason]:
    if program.void:
        used = zip(SIZES, (program.dash, program.quick_pass, program.blitz), strict=True)
        lost = [because("ball.special.lost", "PB-36", player=names[player], special=size) for size, use in used if use]
        return [because("ball.note.foul", "PB-foul", player=names[player]), *lost]
    found = []
    if len(program.markers) > 1:
        found.append(because("ball.note.markers", "PB-15", n=len(program.markers)))
    for marker in program.markers if len(program.markers) == 1 else ():
        found += _marker_notes(position, player, program, marker.row, 3 * player + SIZES.index(marker.to), names)
    if program.blitz and position.carrier is not None and team_of(position.carrier) == player:
        found.append(because("ball.note.no_blitz", "PB-blitz", player=names[player]))
    if program.quick_pass and not any(marker.row == 1 for marker in program.markers):
        found.append(because("ball.note.quick_unmarked", "PB-36"))
    for piece in leaving(position, player):
        if COMMANDS[player][program.letter(piece % 3, 1)] != OUTWARDS[player]:
            square = SQUARES[position.squares[piece]]
            found.append(because("ball.note.leave", "PB-33", piece=piece_name(piece, names), square=square))
    return found


def _marker_notes(
    position: Position, player: int, program: Program, row: int, receiver: int, names: Names
) -> list[Reason]:
    carrier, medium = position.carrier, piece_name(3 * player + 1, names)
    has_ball = carrier is not None and team_of(carrier) == player
    if row == 1 and not program.quick_pass:
        note = because("ball.note.row_1", "PB-15")
    elif row == 1 and carrier != 3 * player + 1:
        note = because("ball.note.quick_no_ball", "PB-38", piece=medium)
    elif row == 1 and program.letter(1, 1) != ".":
        note = because("ball.note.quick_moves", "PB-38", piece=medium)
    elif carrier is None or not has_ball:
        note = because("ball.note.only_if", "PB-16", player=names[player], row=row)
    elif receiver == carrier:
        note = because("ball.note.on_carrier", "PB-15", piece=piece_name(carrier, names))
    elif program.letter(carrier % 3, row) != ".":
        note = because("ball.note.carrier_moves", "PB-13", piece=piece_name(carrier, names), row=row)
    else:
        return []
    return [note]


def leaving(position: Position, player: int) -> tuple[int, ...]:
    """Return the pyramids of `player` whose first command has to lead out of the closed goal row (PB-33)."""
    if position.locked != player:
        return ()
    return tuple(
        piece for piece in range(3 * player, 3 * player + 3) if row_of(position.squares[piece]) == GOAL_ROW[player]
    )
