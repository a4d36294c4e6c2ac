"""Data of the engine of Leistiko's Blockade: positions, options, rolls, steps, turns and violations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from companion.games.broken import Broken
from companion.games.errors import GameError, printable
from companion.games.options import Choices, RuleOptions
from companion.games.reason import Value, because

Side = Literal["first", "second"]
Variant = Literal["base", "bungie", "super-push"]
SIDES: tuple[Side, Side] = ("first", "second")
VARIANTS: tuple[Variant, ...] = ("base", "bungie", "super-push")
ROWS = range(1, 7)
PIECES = 16
# Pieces by row, nearest the same edge first; row i of one side lies directly across from row i of the other.
Rows = tuple[int, ...]
NONE: Rows = (0,) * 6
# More pieces than this on one row are no sighting of this game.
_MOST_SEEN = 99


def other_side(side: Side) -> Side:
    return "second" if side == "first" else "first"


@dataclass(frozen=True)
class Position:
    """The table between two turns.

    `first` and `second` count each side's pieces by row. `across` (only with LB-09 false) counts, for both sides, the
    pieces that rest on the far side on their way off, by the row they came from. Raises GameError naming the fault.
    """

    first: Rows
    second: Rows
    to_move: Side
    across: tuple[Rows, Rows] = (NONE, NONE)

    def __post_init__(self) -> None:
        for side in SIDES:
            object.__setattr__(self, side, read_rows(getattr(self, side), side))
        object.__setattr__(self, "across", read_across(dict(zip(SIDES, self.across, strict=True))))
        if self.to_move not in SIDES:
            raise GameError("leistiko.to_move")
        for side in SIDES:
            if sum(self.all_of(side)) > PIECES:
                raise GameError("leistiko.pieces", "LB-setup", place=side, n=sum(self.all_of(side)), most=PIECES)

    def check_number(self, options: "Options") -> None:
        """Raise GameError if a side has more pieces than a game by these options (LB-01)."""
        for side in SIDES:
            if (n := sum(self.all_of(side))) > options.pieces:
                raise GameError("leistiko.pieces", "LB-01", place=side, n=n, most=options.pieces)

    @classmethod
    def from_json(cls, obj: Any) -> "Position":
        """Reads {"first": [2,3,3,3,3,2], "second": [...], "to_move": "first", "final_turn": false}; `final_turn`,
        which follows from the rest, may be left out. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("leistiko.position")
        if missing := tuple(key for key in ("first", "second", "to_move") if key not in obj):
            raise GameError("engine.lacks", place="position", names=missing)
        known = ("first", "second", "to_move", "final_turn", "across")
        if strange := [key for key in obj if key not in known]:
            raise GameError("engine.unknown", place="position", name=printable(strange[0]))
        across = read_across(obj.get("across", {}))
        position = cls(obj["first"], obj["second"], obj["to_move"], across)
        position._check_final_turn(obj.get("final_turn", position.final_turn))
        return position

    def _check_final_turn(self, said: Any) -> None:
        if not isinstance(said, bool):
            raise GameError("leistiko.final_turn.kind", got=printable(said))
        # With the game over nothing is to come, and whether the last turn was the extra one makes no difference.
        if said != self.final_turn and not self.over:
            raise GameError("leistiko.final_turn", "LB-end", it_is=printable(self.final_turn))

    def to_json(self) -> dict[str, Any]:
        obj: dict[str, Any] = {
            "first": list(self.first),
            "second": list(self.second),
            "to_move": self.to_move,
            "final_turn": self.final_turn,
        }
        if any(map(any, self.across)):
            obj["across"] = {side: list(rows) for side, rows in zip(SIDES, self.across, strict=True)}
        return obj

    @property
    def final_turn(self) -> bool:
        """True if the turn to come is the extra one of the second player (LB-end)."""
        return self.to_move == "second" and not any(self.all_of("first")) and any(self.all_of("second"))

    @property
    def over(self) -> bool:
        """True if no turn is left to play (LB-end, LB-15)."""
        first, second = any(self.all_of("first")), any(self.all_of("second"))
        return not second or (not first and self.to_move == "first")

    def rows(self, side: Side) -> Rows:
        return self.first if side == "first" else self.second

    def resting(self, side: Side) -> Rows:
        """Return the pieces of `side` on the far side, by the row they came from."""
        return self.across[SIDES.index(side)]

    def all_of(self, side: Side) -> Rows:
        """Return the pieces on the six rows of `side`, then those resting across from each of them: 12 counts."""
        return self.rows(side) + self.resting(side)

    def after(self, pieces: Rows) -> "Position":
        """Return the position after a turn that left the mover with `pieces`, six counts or twelve as of `all_of`."""
        rows = {self.to_move: pieces[:6], other_side(self.to_move): self.rows(other_side(self.to_move))}
        resting = dict(zip(SIDES, self.across, strict=True))
        resting[self.to_move] = pieces[6:] or NONE
        return Position(rows["first"], rows["second"], other_side(self.to_move), (resting["first"], resting["second"]))


@dataclass(frozen=True)
class Sighting:
    """The pieces as they are seen on the table after a turn, however many: counts as in `Position`."""

    first: Rows
    second: Rows
    across: tuple[Rows, Rows] = (NONE, NONE)

    @classmethod
    def from_json(cls, obj: Any) -> "Sighting":
        """Reads {"first": [six counts], "second": [...]}. A whole position will do: whose turn it says it is, and
        whether the last, nobody can see. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("leistiko.after")
        if missing := tuple(key for key in SIDES if key not in obj):
            raise GameError("engine.lacks", place="after", names=missing)
        if strange := [key for key in obj if key not in (*SIDES, "across", "to_move", "final_turn")]:
            raise GameError("engine.unknown", place="after", name=printable(strange[0]))
        first, second = (read_rows(obj[side], f"after: {side}") for side in SIDES)
        return cls(first, second, read_across(obj.get("across", {})))

    @classmethod
    def of(cls, position: Position) -> "Sighting":
        return cls(position.first, position.second, position.across)

    def all_of(self, side: Side) -> Rows:
        """Return twelve counts, as `Position.all_of` does."""
        return self.first + self.across[0] if side == "first" else self.second + self.across[1]


def read_rows(rows: Any, name: str) -> Rows:
    """Read six counts. Raises GameError naming `name`."""
    good = isinstance(rows, Sequence) and not isinstance(rows, str | bytes) and len(rows) == 6
    if not good or not all(type(count) is int and 0 <= count <= _MOST_SEEN for count in rows):
        raise GameError("leistiko.rows", place=name, got=_list_shown(rows))
    return tuple(rows)


def _list_shown(value: Any) -> Value:
    if isinstance(value, list | tuple) and len(value) <= 7:
        return because("engine.list", items=tuple(printable(each, 10) for each in value))
    return printable(value)


def read_across(obj: Any) -> tuple[Rows, Rows]:
    """Reads {"first": [six counts], "second": [...]}, either of which may be left out. Raises GameError."""
    if not isinstance(obj, Mapping) or any(key not in SIDES for key in obj):
        raise GameError("leistiko.across.no_object")
    first, second = (read_rows(obj.get(side, NONE), f"across: {side}") for side in SIDES)
    return first, second


@dataclass(frozen=True)
class Options(RuleOptions):
    """The variant and the rule options in force, by ruling; the defaults are the rulings themselves.

    `pieces` (LB-01): 16 a side, or 15 with one outer row of one. `minimum` (LB-06): the least a leap costs. `whole`
    (LB-09): whether a leap is paid in one turn, or a piece may rest on the far side. `spend` (LB-20): whether a roll of
    Bungie Battle has to be spent whole.
    """

    variant: Variant = "base"
    pieces: int = 16
    minimum: int = 1
    whole: bool = True
    spend: bool = False

    choices: ClassVar[Choices] = {
        "variant": ("variant", VARIANTS),
        "LB-01": ("pieces", (16, 15)),
        "LB-06": ("minimum", (1, 0, 2)),
        "LB-09": ("whole", (True, False)),
        "LB-20": ("spend", (False, True)),
    }


RULINGS = Options()


@dataclass(frozen=True)
class Roll:
    """The dice of a turn: base one; Super Push the move die, then the leap die; Bungie Battle one for a roll or, for a
    leap, the mover's dice with those of the opponent in `opposed`."""

    dice: tuple[int, ...]
    opposed: tuple[int, ...] | None = None

    @classmethod
    def from_json(cls, obj: Any, options: Options) -> "Roll":
        """Reads `[n]`, `[move, leap]` or `{"leap": [...], "opposed": [...]}`. Raises GameError for any other roll than
        the variant's."""
        if isinstance(obj, Mapping):
            if options.variant != "bungie" or set(obj) != {"leap", "opposed"}:
                raise GameError("leistiko.roll.wanted", wanted=_WANTED[options.variant])
            return cls(_read_dice(obj["leap"], "roll: leap"), _read_dice(obj["opposed"], "roll: opposed"))
        if not isinstance(obj, Sequence) or isinstance(obj, str | bytes):
            raise GameError("leistiko.roll.no_list", wanted=_WANTED[options.variant], got=printable(obj))
        dice = _read_dice(obj, "roll")
        if len(dice) != (2 if options.variant == "super-push" else 1):
            raise GameError("leistiko.roll.number", wanted=_WANTED[options.variant], n=len(dice))
        return cls(dice)

    def to_json(self) -> Any:
        return list(self.dice) if self.opposed is None else {"leap": list(self.dice), "opposed": list(self.opposed)}

    def beaten(self) -> int:
        """Return how many of the mover's dice are higher than the opponent's highest; ties fail (LB-bungie)."""
        assert self.opposed is not None
        return sum(die > max(self.opposed) for die in self.dice)


_WANTED = {
    "base": because("leistiko.roll.base"),
    "super-push": because("leistiko.roll.push"),
    "bungie": because("leistiko.roll.bungie"),
}


def _read_dice(dice: Any, name: str) -> tuple[int, ...]:
    if not isinstance(dice, Sequence) or isinstance(dice, str | bytes) or not 1 <= len(dice) <= PIECES + 1:
        raise GameError("leistiko.dice", place=name, got=printable(dice))
    for die in dice:
        if type(die) is not int or not 1 <= die <= 6:
            raise GameError("leistiko.die", place=name, got=printable(die))
    return tuple(dice)


StepKind = Literal["move", "leap", "cross", "off"]


@dataclass(frozen=True)
class Step:
    """One piece of row `row` moves to the row `to`, leaps off or, with LB-09 false, crosses and later goes off."""

    kind: StepKind
    row: int
    cost: int
    to: int | None = None

    @classmethod
    def from_json(cls, obj: Any, number: int) -> "Step":
        """Reads {"from": 3, "to": 4}, {"leap": 3}, {"cross": 3} or {"off": 3}; what it costs is the engine's to say.
        Rows 0 and 7, beyond the edge, can be written but not entered. Raises GameError naming the step."""
        if isinstance(obj, Mapping):
            if "from" in obj and "to" in obj:
                return cls("move", _read_row(obj["from"], number), 1, _read_row(obj["to"], number, beyond=True))
            for kind in ("leap", "cross", "off"):
                if kind in obj:
                    return cls(kind, _read_row(obj[kind], number), 0)
        raise GameError("leistiko.step", number=number, got=printable(obj))

    def to_json(self) -> dict[str, Any]:
        return {"from": self.row, "to": self.to} if self.kind == "move" else {self.kind: self.row, "cost": self.cost}


def _read_row(row: Any, number: int, beyond: bool = False) -> int:
    if type(row) is not int or not (row in ROWS or (beyond and row in (0, 7))):
        raise GameError("leistiko.step.row", number=number, got=printable(row))
    return row


def read_row(row: Any, name: str = "row") -> int:
    """Return a row's number. Raises GameError naming `name`."""
    if type(row) is not int or row not in ROWS:
        raise GameError("leistiko.no_row", place=name, got=printable(row))
    return row


@dataclass(frozen=True)
class Turn:
    """One whole legal turn: the row chosen, the steps and the position after it."""

    row: int
    steps: tuple[Step, ...]
    position: Position

    @property
    def moved(self) -> int:
        """Points spent on moving sideways."""
        return sum(step.cost for step in self.steps if step.kind == "move")

    @property
    def leapt(self) -> int:
        """Points spent on leaping."""
        return sum(step.cost for step in self.steps if step.kind != "move")


@dataclass(frozen=True)
class Violation(Broken[str]):
    """The reason why a turn is not legal, with the rows concerned ("first 3"), and the nearest legal turn, if
    there is any."""

    nearest: Turn | None = None
