"""Positions, programs and turns of Pyramid Ball as one line of text each, both ways without loss.

A position is its eight rows from the far one, joined by "/", as in chess: S M L the first player's pyramids, s m l the
second's, digits for empty squares; then who or what square has the ball, the score and the mode:
"7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic". The advanced game adds the special pyramids held and spent by each player,
and the player locked out of the own goal row, with the turns the opponent has stayed there:
"... e8 3-2 advanced SM-L/s- first:1".

A program is "S:RRB M:RRF L:FFF pass2>L", with "quick", "blitz" and "foul" where they apply. A turn is both programs,
the first player's in front, and the choices made: "S:... M:... L:... / S:... M:... L:... ; e8 S".
"""

import re

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import INDEX, LENGTH, PLAYERS, SIZES, SQUARES, WIDTH, read_size
from companion.games.pyramid_ball.rules.model import Marker, Position, Program, read_mode, read_score

_LETTERS = "SMLsml"
_SCORE = re.compile(r"([0-6])-([0-6])")
_SPECIALS = re.compile(r"(S?M?L?)-(S?M?L?)/(s?m?l?)-(s?m?l?)")
_LOCK = re.compile(r"-|(first|second)(?::([1-9][0-9]{0,2}))?")
_WORD = re.compile(r"([SML]):([FBLR.]*)")
_PASS = re.compile(r"pass([123])>([SML])")
_FLAGS = ("quick", "blitz", "foul")


def position_to_text(position: Position) -> str:
    cells = dict(zip(position.squares, _LETTERS, strict=True))
    rows = []
    for row in reversed(range(LENGTH)):
        line = "".join(cells.get(WIDTH * row + x, " ") for x in range(WIDTH))
        rows.append(re.sub(" +", lambda empty: str(len(empty[0])), line))
    ball = SQUARES[position.loose] if position.loose is not None else _LETTERS[position.carrier or 0]
    text = f"{'/'.join(rows)} {ball} {position.score[0]}-{position.score[1]} {position.mode}"
    if position.mode == "basic":
        return text
    first, second = (f"{held}-{spent}" for held, spent in zip(position.specials, position.spent, strict=True))
    lock = "-" if position.locked is None else PLAYERS[position.locked]
    return f"{text} {first}/{second.lower()} {lock}" + (f":{position.stayed}" if position.stayed else "")


def position_from_text(text: str) -> Position:
    """Return the position of a line. Raises GameError naming the place of what is malformed."""
    fields = text.split()
    mode = read_mode(fields[3]) if len(fields) > 3 else "basic"
    if len(fields) != (4 if mode == "basic" else 6):
        raise GameError("ball.line", got=printable(text))
    squares = _squares_from_text(fields[0])
    carrier, loose = _ball_from_text(fields[1])
    points = _SCORE.fullmatch(fields[2])
    if not points:
        raise GameError("ball.line.score", got=printable(fields[2]))
    score = read_score([int(each) for each in points.groups()])
    if mode == "basic":
        return Position(squares, carrier, loose, score, mode)
    specials, lock = _SPECIALS.fullmatch(fields[4]), _LOCK.fullmatch(fields[5])
    if not specials:
        raise GameError("ball.line.specials", got=printable(fields[4]))
    if not lock:
        raise GameError("ball.line.lock", got=printable(fields[5]))
    held, spent, theirs, used = (each.upper() for each in specials.groups())
    locked = PLAYERS.index(lock[1]) if lock[1] else None
    return Position(squares, carrier, loose, score, mode, (held, theirs), (spent, used), locked, int(lock[2] or 0))


def _squares_from_text(text: str) -> tuple[int, ...]:
    rows = text.split("/")
    if len(rows) != LENGTH:
        raise GameError("ball.line.rows", n=len(rows))
    found: dict[str, int] = {}
    for row, line in zip(reversed(range(LENGTH)), rows, strict=True):
        x = 0
        for character in line:
            if character in _LETTERS and character not in found:
                found[character] = WIDTH * row + x
                x += 1
            elif character in "1234567":
                x += int(character)
            else:
                key = "ball.line.twice" if character in found else "ball.line.strange"
                raise GameError(key, row=row + 1, got=printable(character))
        if x != WIDTH:
            raise GameError("ball.line.squares", row=row + 1, n=x)
    if missing := [letter for letter in _LETTERS if letter not in found]:
        raise GameError("ball.line.missing", letters=missing)
    return tuple(found[letter] for letter in _LETTERS)


def _ball_from_text(text: str) -> tuple[int | None, int | None]:
    if len(text) == 1 and text in _LETTERS:
        return _LETTERS.index(text), None
    if text in INDEX:
        return None, INDEX[text]
    raise GameError("ball.line.ball", got=printable(text))


def program_to_text(program: Program) -> str:
    words = [f"{size}:{word}" for size, word in zip(SIZES, program.commands, strict=True)]
    words += [f"pass{marker.row}>{marker.to}" for marker in program.markers]
    flags = zip(_FLAGS, (program.quick_pass, program.blitz, program.void), strict=True)
    return " ".join([*words, *(name for name, flag in flags if flag)])


def program_from_text(text: str) -> Program:
    """Return the program of a line. Raises GameError naming the place of what is malformed."""
    words: dict[str, str] = {}
    markers: list[Marker] = []
    flags: set[str] = set()
    for each in text.split():
        word, mark = _WORD.fullmatch(each), _PASS.fullmatch(each)
        if word and word[1] not in words:
            words[word[1]] = word[2]
        elif mark:
            markers.append(Marker(int(mark[1]), read_size(mark[2], "program")))
        elif each in _FLAGS and each not in flags:
            flags.add(each)
        else:
            twice = word or each in flags
            raise GameError("ball.line.program.twice" if twice else "ball.line.program", got=printable(each))
    if missing := [size for size in SIZES if size not in words]:
        raise GameError("ball.line.commands", sizes=missing, got=printable(text))
    return Program(
        (words["S"], words["M"], words["L"]), tuple(markers), "quick" in flags, "blitz" in flags, "foul" in flags
    )


def turn_to_text(programs: tuple[Program, Program], choices: tuple[str, ...] = ()) -> str:
    text = " / ".join(map(program_to_text, programs))
    return f"{text} ; {' '.join(choices)}" if choices else text


def turn_from_text(text: str) -> tuple[tuple[Program, Program], tuple[str, ...]]:
    """Return the programs and choices of a line: whether they can be played only a position can tell. Raises
    GameError."""
    sheets, _, answers = text.partition(";")
    parts = sheets.split("/")
    if len(parts) != 2:
        raise GameError("ball.line.programs", n=len(parts))
    programs = []
    for player, part in zip(PLAYERS, parts, strict=True):
        try:
            programs.append(program_from_text(part))
        except GameError as error:
            raise GameError("ball.line.turn", player=player, why=error.reason) from None
    choices = tuple(answers.split())
    for number, choice in enumerate(choices, 1):
        if choice not in INDEX and choice not in SIZES:
            raise GameError("ball.line.choice", number=number, got=printable(choice))
    return (programs[0], programs[1]), choices
