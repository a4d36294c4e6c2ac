"""What the engine of Looney Blockade speaks of: positions, options, hops, turns and violations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.errors import GameError, shown
from companion.games.looney_blockade.board import COLOUR_NAMES, COLOURS, Grid

Side = Literal["cool", "warm"]
SIDES: Mapping[Side, tuple[str, str]] = {"cool": ("B", "G"), "warm": ("R", "Y")}
TOWERS_TO_WIN = 5


def other_side(side: Side) -> Side:
    return "warm" if side == "cool" else "cool"


@dataclass(frozen=True)
class Position:
    """The table between two turns.

    `supply` counts the black smalls, mediums and larges left. Every stack must be one that legal play can build
    (see `board.stack_fault`); how many pieces there are of a kind is judged only for a set-up (`initial`).
    Raises GameError naming the place of the fault.
    """

    grid: Mapping[str, str]
    supply: tuple[int, int, int]
    to_move: Side

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", Grid(self.grid))
        object.__setattr__(self, "supply", _read_supply(self.supply))
        if not isinstance(self.to_move, str) or self.to_move not in SIDES:
            raise GameError("to_move: 'cool' (blue and green) or 'warm' (red and yellow) is needed")

    @classmethod
    def from_json(cls, obj: Any) -> "Position":
        """Reads {"grid": {"a1": "C3Y2", ...}, "supply": [5, 5, 5], "to_move": "cool"}. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("position: an object with grid, supply and to_move is needed")
        if missing := [key for key in ("grid", "supply", "to_move") if key not in obj]:
            raise GameError(f"position: {', '.join(missing)} missing")
        if strange := [key for key in obj if key not in ("grid", "supply", "to_move")]:
            raise GameError(f"position: unknown entry {shown(strange[0])}")
        return cls(obj["grid"], obj["supply"], obj["to_move"])

    def to_json(self) -> dict[str, Any]:
        return {"grid": dict(self.grid), "supply": list(self.supply), "to_move": self.to_move}

    @property
    def stacks(self) -> tuple[str, ...]:
        """The 25 stacks in the order of `board.CELLS`."""
        assert isinstance(self.grid, Grid)
        return self.grid.stacks


def _read_supply(supply: Any) -> tuple[int, int, int]:
    good = isinstance(supply, list | tuple) and len(supply) == 3
    if not good or not all(type(count) is int and 0 <= count <= 5 for count in supply):
        raise GameError("supply: three whole numbers from 0 to 5 are needed: small, medium and large blacks left")
    small, medium, large = supply
    return small, medium, large


@dataclass(frozen=True)
class Options:
    """The rule options in force, by ruling; the defaults are the rulings themselves.

    `landing` (BK-02): where a piece must be able to land: "a" where it is put down, "b" on every step, "c" where it
    ends its movement for the turn. `tower` (BK-04): what a landing small completes: "exact"ly large-medium-small or
    any stack "containing" them.
    """

    landing: Literal["a", "b", "c"] = "a"
    tower: Literal["exact", "containing"] = "exact"

    @classmethod
    def from_json(cls, obj: Any) -> "Options":
        """Reads {"BK-02": "a"|"b"|"c", "BK-04": "exact"|"containing"}; both may be left out. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError('options: an object such as {"BK-02": "a"} is needed')
        choices = {"BK-02": ("landing", ("a", "b", "c")), "BK-04": ("tower", ("exact", "containing"))}
        read = {}
        for rule, choice in obj.items():
            if rule not in choices:
                raise GameError(f"options: {shown(rule)} is no option; there are {', '.join(choices)}")
            name, allowed = choices[rule]
            if not isinstance(choice, str) or choice not in allowed:
                raise GameError(f"options: {rule} is one of {', '.join(allowed)}")
            read[name] = choice
        return cls(**read)  # type: ignore[arg-type]

    def to_json(self) -> dict[str, str]:
        return {"BK-02": self.landing, "BK-04": self.tower}


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
class Violation:
    """Why a turn is not legal: the rule broken, the reason in words, the cells concerned, the nearest legal turn."""

    rule: str
    reason: str
    nearest: Turn | None = None
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """Who has won, if anybody, and how many towers each colour has."""

    winner: Side | None
    towers: Mapping[str, int] = field(hash=False)


def check_roll(roll: Any, to_move: Side) -> dict[str, int]:
    """The roll in the order of SIDES. Raises GameError for a 7, a die of the wrong colour or a missing one."""
    colours = SIDES[to_move]
    wanted = f"{to_move} rolls the {COLOUR_NAMES[colours[0]]} and the {COLOUR_NAMES[colours[1]]} die"
    if not isinstance(roll, Mapping):
        raise GameError(f'roll: an object such as {{"{colours[0]}": 4, "{colours[1]}": 5}} is needed')
    for colour, value in roll.items():
        if not isinstance(colour, str) or colour not in COLOURS or len(colour) != 1:
            raise GameError(f"roll: there is no die {shown(colour)}; {wanted}")
        if colour not in colours:
            raise GameError(f"roll: the {COLOUR_NAMES[colour]} die is not {to_move}'s; {wanted}")
        if type(value) is not int or not 1 <= value <= 6:
            raise GameError(f"roll: the {COLOUR_NAMES[colour]} die shows {shown(value)}; a die shows 1 to 6")
    if missing := [COLOUR_NAMES[colour] for colour in colours if colour not in roll]:
        raise GameError(f"roll: the {' and the '.join(missing)} die is missing; {wanted}")
    return {colour: roll[colour] for colour in colours}
