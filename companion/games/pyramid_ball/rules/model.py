"""Data of the engine of Pyramid Ball: positions, programs, options, events and questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from companion.games.errors import GameError, printable
from companion.games.options import Choices, RuleOptions
from companion.games.pyramid_ball.rules.board import (
    GOAL_ROW,
    LETTERS,
    PIECES,
    PLAYERS,
    SIZES,
    SQUARES,
    Player,
    Size,
    read_player,
    read_size,
    read_square,
    row_of,
    team_of,
)
from companion.games.reason import Reason, because

Mode = Literal["basic", "advanced"]
TARGET_SCORE: Mapping[Mode, int] = {"basic": 1, "advanced": 6}
# What the players are called in sentences.
Names = Sequence[str | Reason]
DEFAULT_NAMES: Names = (because("ball.first"), because("ball.second"))
ROWS = (1, 2, 3)
DASH_ROW = 4


@dataclass(frozen=True)
class Position:
    """The table between two turns, in the numbers of `board`.

    `squares` are those of the six pyramids. `carrier` is the pyramid with the ball, or None while the ball lies loose
    on the square `loose`. `specials` are the special pyramids each player holds unused, `spent` those used up.
    `locked` is the player whose own goal row is closed (PB-33); `stayed` counts the turns for which the opponent
    has then stood in that row with the ball (PB-34), or, where a drop ball has been agreed on, those in which the loose
    ball was not fetched (PB-40). Raises GameError for what cannot be.
    """

    squares: tuple[int, ...]
    carrier: int | None
    loose: int | None = None
    score: tuple[int, int] = (0, 0)
    mode: Mode = "basic"
    specials: tuple[str, str] = ("", "")
    spent: tuple[str, str] = ("", "")
    locked: int | None = None
    stayed: int = 0

    def __post_init__(self) -> None:
        taken: dict[int, int] = {}
        for piece, square in enumerate(self.squares):
            if square in taken:
                one, other = piece_name(taken[square]), piece_name(piece)
                raise GameError("ball.both_on", square=SQUARES[square], one=one, other=other)
            taken[square] = piece
        if (self.carrier is None) == (self.loose is None):
            raise GameError("ball.held_or_loose")
        if self.loose in taken:
            raise GameError("ball.loose_under", piece=piece_name(taken[self.loose]), square=SQUARES[self.loose])
        target = TARGET_SCORE[self.mode]
        if max(self.score) > target or min(self.score) == target:
            raise GameError("ball.score.end", mode=self.mode, points=target)
        self._check_specials()
        self._check_lock()

    def _check_specials(self) -> None:
        for player, (held, spent) in enumerate(zip(self.specials, self.spent, strict=True)):
            if self.mode == "basic" and held + spent:
                raise GameError("ball.specials.basic")
            if {*held} & {*spent} or len(held + spent) > self.score[1 - player]:
                had, points = list(held + spent), self.score[1 - player]
                raise GameError("ball.specials.too_many", player=PLAYERS[player], had=had, points=points)

    def _check_lock(self) -> None:
        if self.locked is None:
            if self.loose is not None:
                raise GameError("ball.locked.who")
            if self.stayed:
                raise GameError("ball.more.unlocked")
            return
        if self.mode == "basic":
            raise GameError("ball.locked.basic")
        ball = self.squares[self.carrier] if self.loose is None and self.carrier is not None else self.loose
        if self.carrier is not None and team_of(self.carrier) == self.locked:
            raise GameError("ball.locked.with_ball", player=PLAYERS[self.locked])
        if ball is None or row_of(ball) != GOAL_ROW[self.locked]:
            raise GameError("ball.locked.left", row=GOAL_ROW[self.locked] + 1)

    @property
    def offence(self) -> int:
        """The team on the offensive: the one with the ball or, while the ball is loose, the one that scored."""
        if self.carrier is not None:
            return team_of(self.carrier)
        assert self.locked is not None
        return self.locked

    @property
    def winner(self) -> int | None:
        target = TARGET_SCORE[self.mode]
        return self.score.index(target) if target in self.score else None

    @classmethod
    def from_json(cls, obj: Any, place: str = "position") -> "Position":
        """Reads {"first": {"S": "f3", "M": "d4", "L": "b3"}, "second": {...}, "ball": ["first", "M"] or {"at": "c8"},
        "score": [0, 0], "mode": "basic"}, and for the advanced game "specials", "locked" and "more": {"spent": {...},
        "stayed": n}. All but the pyramids and the ball may be left out. Raises GameError naming the place."""
        if not isinstance(obj, Mapping):
            raise GameError("ball.position.object", place=place)
        known = ("first", "second", "ball", "score", "mode", "specials", "locked", "more")
        if strange := [key for key in obj if key not in known]:
            raise GameError("engine.unknown", place=place, name=printable(strange[0]))
        if missing := [key for key in ("first", "second", "ball") if key not in obj]:
            raise GameError("engine.lacks", place=place, names=missing)
        mode = read_mode(obj.get("mode", "basic"))
        more = obj.get("more")
        more = {} if more is None else more
        if not isinstance(more, Mapping) or {*more} - {"spent", "stayed"}:
            raise GameError("ball.more.object", place=place)
        locked = obj.get("locked")
        carrier, loose = read_ball(obj["ball"])
        return cls(
            tuple(square for player in PLAYERS for square in _read_pyramids(obj[player], player)),
            carrier,
            loose,
            read_score(obj.get("score", (0, 0))),
            mode,
            read_specials(obj.get("specials", {}), "specials"),
            read_specials(more.get("spent", {}), "more: spent"),
            None if locked is None else read_player(locked, "locked"),
            _read_stayed(more.get("stayed", 0)),
        )

    def to_json(self) -> dict[str, Any]:
        pyramids: dict[str, Any] = {
            player: {size: SQUARES[self.squares[3 * p + s]] for s, size in enumerate(SIZES)}
            for p, player in enumerate(PLAYERS)
        }
        more: dict[str, Any] = {}
        if any(self.spent):
            more["spent"] = _per_player(self.spent)
        if self.stayed:
            more["stayed"] = self.stayed
        return {
            **pyramids,
            "ball": ball_to_json(self.carrier, self.loose),
            "score": list(self.score),
            "mode": self.mode,
            "specials": _per_player(self.specials),
            "locked": None if self.locked is None else PLAYERS[self.locked],
            **({"more": more} if more else {}),
        }


def _per_player(letters: tuple[str, str]) -> dict[str, list[str]]:
    return {player: list(held) for player, held in zip(PLAYERS, letters, strict=True)}


def _read_pyramids(obj: Any, player: Player) -> list[int]:
    if not isinstance(obj, Mapping) or {*obj} != {*SIZES}:
        raise GameError("ball.pyramids", player=player)
    return [read_square(obj[size], f"{player}: {size}") for size in SIZES]


def read_ball(value: Any) -> tuple[int | None, int | None]:
    """(carrier, None) of ["first", "M"] or (None, square) of {"at": "c8"}. Raises GameError."""
    if isinstance(value, Mapping) and {*value} == {"at"}:
        return None, read_square(value["at"], "ball")
    if isinstance(value, list | tuple) and len(value) == 2:
        return 3 * read_player(value[0], "ball") + SIZES.index(read_size(value[1], "ball")), None
    raise GameError("ball.no_ball", got=printable(value))


def ball_to_json(carrier: int | None, loose: int | None) -> Any:
    return list(PIECES[carrier]) if carrier is not None else {"at": SQUARES[loose or 0]}


def read_mode(value: Any) -> Mode:
    """Raises GameError."""
    for mode in TARGET_SCORE:
        if isinstance(value, str) and value == mode:
            return mode
    raise GameError("ball.no_mode", got=printable(value))


def read_score(value: Any) -> tuple[int, int]:
    """Raises GameError."""
    good = isinstance(value, list | tuple) and len(value) == 2
    if not good or not all(type(points) is int and 0 <= points <= 6 for points in value):
        raise GameError("ball.no_score")
    return value[0], value[1]


def read_specials(value: Any, place: str) -> tuple[str, str]:
    """Return the letters of each player's special pyramids in the order S, M, L. Raises GameError."""
    if not isinstance(value, Mapping) or {*value} - {*PLAYERS}:
        raise GameError("ball.specials.object", place=place)
    read = []
    for player in PLAYERS:
        letters = value.get(player, ())
        if not isinstance(letters, list | tuple):
            raise GameError("ball.specials.list", place=f"{place}: {player}", got=printable(letters))
        sizes = [read_size(letter, f"{place}: {player}") for letter in letters]
        if len({*sizes}) < len(sizes):
            raise GameError("ball.specials.once", place=f"{place}: {player}")
        read.append("".join(size for size in SIZES if size in sizes))
    return read[0], read[1]


def _read_stayed(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 999:
        raise GameError("ball.more.stayed")
    return value


def piece_name(piece: int, names: Names = DEFAULT_NAMES) -> Reason:
    """Return a name such as "First medium"."""
    player, size = PIECES[piece]
    return because("ball.piece", player=names[PLAYERS.index(player)], size=size)


@dataclass(frozen=True)
class Marker:
    """The programming ball next to the command of the pyramid `to` in a row: a pass to it."""

    row: int
    to: Size


@dataclass(frozen=True)
class Program:
    """One player's sheet: letters of small, medium and large, one a row, as the player sees directions.

    F forward, B backward, L left, R right, "." stand still. A fourth letter of the small is its dash. `markers` should
    be one at most; more are kept as seen, and void (PB-15). `void` is a foul called: everything stands still.
    Raises GameError for what no sheet can show.
    """

    commands: tuple[str, str, str]
    markers: tuple[Marker, ...] = ()
    quick_pass: bool = False
    blitz: bool = False
    void: bool = False

    def __post_init__(self) -> None:
        for size, word in zip(SIZES, self.commands, strict=True):
            most = DASH_ROW if size == "S" else len(ROWS)
            for i, letter in enumerate(word, 1):
                if letter not in LETTERS:
                    raise GameError("ball.program.letter", size=size, got=printable(letter), row=i)
            if not len(ROWS) <= len(word) <= most:
                key = "ball.program.dash_length" if size == "S" else "ball.program.length"
                raise GameError(key, size=size, got=printable(word))
        for marker in self.markers:
            if marker.row not in ROWS:
                raise GameError("ball.program.pass_row", got=printable(marker.row))

    @property
    def dash(self) -> bool:
        return len(self.commands[0]) == DASH_ROW

    def letter(self, size: int, row: int) -> str:
        """Return the command of pyramid 0..2 in row 1..4; "." where there is none."""
        word = self.commands[size]
        return word[row - 1] if row <= len(word) and not self.void else "."

    @classmethod
    def from_json(cls, obj: Any) -> "Program":
        """Reads {"S": "RRB", "M": "RRF", "L": "FFF", "pass": {"row": 2, "to": "L"}, "quick_pass": false, "blitz":
        false, "void": false}; all but S, M and L may be left out, `pass` may be a list of markers as seen.
        Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("ball.program.object", got=printable(obj))
        flags = ("quick_pass", "blitz", "void")
        if strange := [key for key in obj if key not in (*SIZES, "pass", *flags)]:
            raise GameError("engine.unknown", place="program", name=printable(strange[0]))
        for size in SIZES:
            if not isinstance(obj.get(size), str):
                raise GameError("ball.program.word", size=size, got=printable(obj.get(size)))
        for flag in flags:
            if not isinstance(obj.get(flag, False), bool):
                raise GameError("ball.program.flag", flag=flag, got=printable(obj[flag]))
        marks = obj.get("pass")
        marks = [] if marks is None else marks if isinstance(marks, list | tuple) else [marks]
        return cls(
            (obj["S"], obj["M"], obj["L"]),
            tuple(_read_marker(mark) for mark in marks),
            *(obj.get(flag, False) for flag in flags),
        )

    def to_json(self) -> dict[str, Any]:
        marks = [{"row": marker.row, "to": marker.to} for marker in self.markers]
        return {
            **dict(zip(SIZES, self.commands, strict=True)),
            "pass": None if not marks else marks[0] if len(marks) == 1 else marks,
            "quick_pass": self.quick_pass,
            "blitz": self.blitz,
            "void": self.void,
        }


STILL = Program(("...", "...", "..."))


def _read_marker(mark: Any) -> Marker:
    if not isinstance(mark, Mapping) or {*mark} != {"row", "to"}:
        raise GameError("ball.program.pass", got=printable(mark))
    if type(mark["row"]) is not int:
        raise GameError("ball.program.pass_row", got=printable(mark["row"]))
    return Marker(mark["row"], read_size(mark["to"], "program: pass: to"))


@dataclass(frozen=True)
class Options(RuleOptions):
    """The rule options in force, by ruling; the defaults are the rulings themselves.

    `swap` (PB-01): an offensive and a defensive pyramid head on: "a" the defender takes the square, "b" both stay.
    `push_blocked` (PB-02): a blocked offensive pyramid can be pushed. `follow_defender` (PB-03): the offence may enter
    a square that a defender leaves in the same row. `push_cancels` (PB-06): being pushed cancels later commands.
    `chain_tackle` (PB-10): a carrier pushed by a pushed team-mate is tackled. `pass_when_cancelled` (PB-14): a passer
    whose commands were cancelled still throws. `hand_back` (PB-36): a special pyramid that may not be laid out is
    handed back. `drop_ball` (PB-40): number of turns after which either side may fetch a loose ball; 0 for never.
    """

    swap: Literal["a", "b"] = "a"
    push_blocked: bool = True
    follow_defender: bool = True
    push_cancels: bool = False
    chain_tackle: bool = False
    pass_when_cancelled: bool = True
    hand_back: bool = False
    drop_ball: int = 5

    choices: ClassVar[Choices] = {
        "PB-01": ("swap", ("a", "b")),
        "PB-02": ("push_blocked", (True, False)),
        "PB-03": ("follow_defender", (True, False)),
        "PB-06": ("push_cancels", (False, True)),
        "PB-10": ("chain_tackle", (False, True)),
        "PB-14": ("pass_when_cancelled", (True, False)),
        "PB-36": ("hand_back", (False, True)),
        "PB-40": ("drop_ball", (5, 3, 0, 1, 2, 4, 6, 7, 8, 9)),
    }


RULINGS = Options()


@dataclass(frozen=True)
class TurnEvent:
    """Something that happened in a turn: row 1..4 (0 before the first, 5 after the last), and what, by which rule.
    `facts` hold the same for programs: `piece`, `from`, `to`, `by`, `ball`, `score` and so on, as the kind needs."""

    row: int
    kind: str
    what: Reason
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def rule(self) -> str:
        return self.what.rule or ""

    @property
    def text(self) -> Reason:
        """The event in words, with its row."""
        within = 1 <= self.row <= DASH_ROW
        return because("ball.in_row", self.rule, row=self.row, what=self.what) if within else self.what

    def to_json(self) -> dict[str, Any]:
        return {"row": self.row, "kind": self.kind, **self.facts, "rule": self.rule, "text": self.text}


@dataclass(frozen=True)
class Question:
    """A choice that a player has to make before the turn can go on: where the ball is put, or which special pyramid
    is taken. `options` are squares or sizes."""

    kind: Literal["ball", "special"]
    player: int
    options: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class Violation:
    """The reason why something is not legal."""

    reason: Reason

    @property
    def rule(self) -> str:
        """The rule broken."""
        return self.reason.rule or ""
