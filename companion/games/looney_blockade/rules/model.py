"""Data of the engine of Looney Blockade: positions, options, hops, turns and violations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from companion.games.broken import Broken
from companion.games.errors import GameError, printable
from companion.games.looney_blockade.rules.board import COLOURS, StacksByCell
from companion.games.options import Choices, RuleOptions
from companion.games.reason import because

Side = Literal["cool", "warm"]
SIDES: Mapping[Side, tuple[str, str]] = {"cool": ("B", "G"), "warm": ("R", "Y")}
TOWERS_TO_WIN = 5


def other_side(side: Side) -> Side:
    return "warm" if side == "cool" else "cool"


@dataclass(frozen=True)
class Position:
    """The table between two turns.

    `supply` counts the black smalls, mediums and larges left. Any table that can be built of the game's pieces is a
    position, whether or not play can lead there, for players may agree to what the rules forbid. How many pieces
    there are of a kind is judged only for a set-up (`initial`) and a table taken over (`taken_over`).
    Raises GameError naming the place of the fault.
    """

    grid: Mapping[str, str]
    supply: tuple[int, int, int]
    to_move: Side

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", StacksByCell(self.grid))
        object.__setattr__(self, "supply", _read_supply(self.supply))
        if not isinstance(self.to_move, str) or self.to_move not in SIDES:
            raise GameError("looney.to_move")

    @classmethod
    def from_json(cls, obj: Any) -> "Position":
        """Reads {"grid": {"a1": "C3Y2", ...}, "supply": [5, 5, 5], "to_move": "cool"}. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("looney.position")
        if missing := tuple(key for key in ("grid", "supply", "to_move") if key not in obj):
            raise GameError("engine.lacks", place="position", names=missing)
        if strange := [key for key in obj if key not in ("grid", "supply", "to_move")]:
            raise GameError("engine.unknown", place="position", name=printable(strange[0]))
        return cls(obj["grid"], obj["supply"], obj["to_move"])

    def to_json(self) -> dict[str, Any]:
        return {"grid": dict(self.grid), "supply": list(self.supply), "to_move": self.to_move}

    @property
    def stacks(self) -> tuple[str, ...]:
        """The 25 stacks, in the order of `board.CELLS`."""
        assert isinstance(self.grid, StacksByCell)
        return self.grid.stacks


def _read_supply(supply: Any) -> tuple[int, int, int]:
    good = isinstance(supply, list | tuple) and len(supply) == 3
    if not good or not all(type(count) is int and 0 <= count <= 5 for count in supply):
        raise GameError("looney.supply")
    small, medium, large = supply
    return small, medium, large


@dataclass(frozen=True)
class Options(RuleOptions):
    """The rule options in force, by ruling; the defaults are the rulings themselves.

    `landing` (BK-02): where a piece must be able to land: "a" where it is put down, "b" on every step, "c" where it
    ends its movement for the turn. `tower` (BK-04): what a landing small completes: "exact"ly large-medium-small or
    any stack "containing" them. `bare` (BK-12): whether a tower without a black counts once the supply is empty; where
    it does not, a game in which nobody has won by then is drawn.
    """

    landing: Literal["a", "b", "c"] = "a"
    tower: Literal["exact", "containing"] = "exact"
    bare: bool = True

    choices: ClassVar[Choices] = {
        "BK-02": ("landing", ("a", "b", "c")),
        "BK-04": ("tower", ("exact", "containing")),
        "BK-12": ("bare", (True, False)),
    }


RULINGS = Options()


@dataclass(frozen=True)
class Hop:
    """One piece picked up and put down. `cap` is the black then put on it ("K3"), if any."""

    start: str
    end: str
    piece: str
    cost: int
    cap: str | None = None

    def to_json(self) -> dict[str, Any]:
        hop: dict[str, Any] = {"from": self.start, "to": self.end, "piece": self.piece, "cost": self.cost}
        return hop if self.cap is None else {**hop, "cap": self.cap}


@dataclass(frozen=True)
class Turn:
    """One whole legal turn: its hops, the points spent by each of the mover's colours and the position after it."""

    hops: tuple[Hop, ...]
    points: Mapping[str, int] = field(hash=False)
    position: Position


@dataclass(frozen=True)
class Violation(Broken[str]):
    """The reason why a turn is not legal, and the nearest legal turn."""

    nearest: Turn | None = None


@dataclass(frozen=True)
class Outcome:
    """The winner, if there is one, "draw" where nobody can win any more (BK-12), and the towers of each colour."""

    winner: Side | Literal["draw"] | None
    towers: Mapping[str, int] = field(hash=False)


def check_roll(roll: Any, to_move: Side) -> dict[str, int]:
    """Return the roll in the order of SIDES. Raises GameError for a 7, a die of the wrong colour or a missing one."""
    colours = SIDES[to_move]
    wanted = because("looney.roll.dice", side=to_move, one=colours[0], other=colours[1])
    if not isinstance(roll, Mapping):
        raise GameError("looney.roll.no_object", one=colours[0], other=colours[1])
    for colour, value in roll.items():
        if not isinstance(colour, str) or colour not in COLOURS or len(colour) != 1:
            raise GameError("looney.roll.no_die", got=printable(colour), wanted=wanted)
        if colour not in colours:
            raise GameError("looney.roll.other_side", colour=colour, side=to_move, wanted=wanted)
        if type(value) is not int or not 1 <= value <= 6:
            raise GameError("looney.roll.value", colour=colour, got=printable(value))
    if not roll:
        raise GameError("looney.roll.empty", one=colours[0], other=colours[1], wanted=wanted)
    if missing := [colour for colour in colours if colour not in roll]:
        raise GameError("looney.roll.missing", colour=missing[0], wanted=wanted)
    return {colour: roll[colour] for colour in colours}
