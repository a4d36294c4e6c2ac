"""The pyramids of random Pyramid Ball tables: teams and ball on the board, programs beyond its ends, spares beside it.

Board frame, millimetres. "near" is the end before rank 1, where the programs of the team `first` lie, "far" the other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from lab.training.scenes.tables import Rng
from vision.drawing.painting import Points
from vision.drawing.table import Body, lying_body, standing_bodies
from vision.geometry.grid import FIELD
from vision.geometry.lying import lying_corners, standing_corners
from vision.geometry.solids import BASE_MM, COLOURS, HEIGHT_MM, Solid

ENDS = ("near", "far")
TEAMS: Mapping[str, str] = {"near": "first", "far": "second"}
SIZES = "SML"
DASH = "S4"
PIPS: Mapping[str, int] = {"S": 1, "M": 2, "L": 3}
# Where a player at an end looks, and what is at their right hand, in the board frame.
FORWARD: Mapping[str, tuple[float, float]] = {"near": (0.0, 1.0), "far": (0.0, -1.0)}
RIGHT: Mapping[str, tuple[float, float]] = {"near": (1.0, 0.0), "far": (-1.0, 0.0)}
TURNS: Mapping[str, float] = {"F": 0.0, "L": np.pi / 2, "B": np.pi, "R": -np.pi / 2}
# Within so many degrees of an axis a lying pyramid is a command, beyond it it is none.
AXIS_DEGREES = 30.0
START: Mapping[str, Mapping[str, str]] = {
    "first": {"L": "b3", "M": "d4", "S": "f3"},
    "second": {"L": "b6", "M": "d5", "S": "f6"},
}


@dataclass(frozen=True)
class TablePiece:
    """A pyramid on the table.

    (x, y) is the middle of its base if it stands, and if it lies the middle between the lower edge of its base and its
    apex; z is its lowest height. `heading` (radians, anticlockwise from +x) is where the apex of a lying one points,
    `twist` how a standing one is turned. `role` says what it is there for: a cell ("d4"), "d4.ball" for the ball on a
    pyramid, a place of a program ("near.S1", "near.pass", "near.quick", "near.blitz"), "near.spare", "near.score1",
    "near.special1", or "stray".
    """

    colour: str
    pips: int
    x: float
    y: float
    z: float
    lying: bool
    heading: float | None
    twist: float
    role: str

    @property
    def corners(self) -> Points:
        """The four corners of its base and its apex, 5 x 3 mm."""
        if self.lying:
            return lying_corners(self.pips, self.x, self.y, self.z, self.heading or 0.0)
        return standing_corners(BASE_MM[self.pips], self.z, self.z + HEIGHT_MM[self.pips], self.x, self.y, self.twist)

    @property
    def body(self) -> Body:
        if self.lying:
            return lying_body(self.colour, self.pips, self.x, self.y, self.z, self.heading or 0.0)
        solid = Solid(self.colour, self.pips, BASE_MM[self.pips], self.z, self.z + HEIGHT_MM[self.pips])
        return standing_bodies(self.x, self.y, (self.twist,), (solid,))[0]


@dataclass
class Layout:
    """What has been put on the table so far; `free` says whether a further pyramid hits none of it."""

    board: tuple[float, float, float, float]
    pieces: list[TablePiece] = field(default_factory=list)

    def free(self, piece: TablePiece, gap: float = 1.0) -> bool:
        near = [other for other in self.pieces if np.hypot(other.x - piece.x, other.y - piece.y) < 50 + gap]
        return not any(overlap(piece.corners, other.corners, gap) for other in near)

    def beside_board(self, piece: TablePiece, gap: float = 2.0) -> bool:
        x0, y0, x1, y1 = self.board
        low, high = piece.corners[:, :2].min(axis=0) - gap, piece.corners[:, :2].max(axis=0) + gap
        return bool(high[0] < x0 or low[0] > x1 or high[1] < y0 or low[1] > y1)


def overlap(one: Points, other: Points, gap: float) -> bool:
    """Whether the footprints of two pyramids (5 x 3) come within a gap (mm) of each other."""
    a, b = (cv2.convexHull(corners[:, :2].astype(np.float32)) for corners in (one, other))
    centre = a.mean(axis=0)
    a = centre + (a - centre) * (1 + gap / 10)
    return cv2.intersectConvexConvex(np.asarray(a, np.float32), b)[0] > 0


def letter(piece: TablePiece, end: str) -> str:
    """The command that a pyramid of an end's program gives: F, B, L, R as its player sees it, or a dot."""
    if not piece.lying or piece.heading is None:
        return "."
    for name, turn in TURNS.items():
        if abs(wrapped(piece.heading - ahead(end) - turn)) <= np.radians(AXIS_DEGREES):
            return name
    return "."


def ahead(end: str) -> float:
    """The direction in which a player at an end looks, radians from +x."""
    x, y = FORWARD[end]
    return float(np.arctan2(y, x))


def wrapped(angle: float) -> float:
    """The same angle in -pi..pi."""
    return float((angle + np.pi) % (2 * np.pi) - np.pi)


def random_colours(rng: Rng, *, warm: bool = False) -> tuple[dict[str, str], str, dict[str, str]]:
    """The teams' colours, the ball's and those of the ends' programs, all different; where `warm`, at least two of
    these are red, orange or yellow."""
    order = [str(c) for c in rng.permutation(list(COLOURS))]
    if warm:
        ahead_of = [str(c) for c in rng.permutation(list("ROY"))[: int(rng.integers(2, 4))]]
        five = [str(c) for c in rng.permutation([*ahead_of, *(c for c in order if c not in ahead_of)][:5])]
    else:
        five = order[:5]
    first, second, ball, near, far = five
    return {"first": first, "second": second}, ball, {"near": near, "far": far}


def place_teams(rng: Rng, layout: Layout, teams: Mapping[str, str], ball: str, pitch: float, rise: float) -> None:
    """Both teams somewhere on the board, mostly in the middle of a game, and the ball with one of them or alone."""
    where = {(team, size): cell for team, cells in START.items() for size, cell in cells.items()}
    carrier: tuple[str, str] | None = ("first", "M")
    cells = list(FIELD.cells)
    if rng.random() < 0.75:
        if rng.random() < 0.5:
            where = {who: str(cell) for who, cell in zip(where, rng.permutation(cells)[:6], strict=True)}
        else:
            where = _wandered(rng, where, int(rng.integers(1, 5)))
        owners = list(where)
        carrier = owners[int(rng.integers(6))] if rng.random() < 0.85 else None
    loose = random_looseness(rng, pitch)
    for (team, size), cell in where.items():
        piece = standing(rng, teams[team], PIPS[size], cell, pitch, loose)
        layout.pieces.append(piece)
        if (team, size) == carrier:
            twist = float(piece.twist + rng.normal(0, 0.2))
            layout.pieces.append(stacked(piece, ball, 1, rise, twist, f"{cell}.ball"))
    if carrier is None:
        cell = str(rng.choice([c for c in cells if c not in where.values()]))
        x, y = FIELD.centre(cell, pitch)
        dx, dy = np.clip(rng.normal(0, loose, 2), -8, 8)
        twist = float(rng.uniform(-0.8, 0.8))
        layout.pieces.append(TablePiece(ball, 1, float(x + dx), float(y + dy), 0.0, False, None, twist, cell))


def random_looseness(rng: Rng, pitch: float) -> float:
    """How far off the middles of their squares players put pyramids, mm, standard deviation."""
    return float(rng.uniform(0.5, 4.0)) * pitch / 35


def standing(rng: Rng, colour: str, pips: int, cell: str, pitch: float, loose: float) -> TablePiece:
    """A pyramid that was put on a square."""
    room = (pitch - BASE_MM[pips]) / 2
    dx, dy = np.clip(rng.normal(0, loose, 2), -room, room)
    x, y = FIELD.centre(cell, pitch)
    twist = float(rng.normal(0, 0.15) if rng.random() < 0.7 else rng.uniform(-0.8, 0.8))
    return TablePiece(colour, pips, float(x + dx), float(y + dy), 0.0, False, None, twist, cell)


def _wandered(rng: Rng, where: Mapping[tuple[str, str], str], turns: int) -> dict[tuple[str, str], str]:
    """Every pyramid some steps away from where it began, no two in one square."""
    moved = dict(where)
    for who in where:
        for _ in range(3 * turns):
            file, rank = FIELD.place(moved[who])
            df, dr = ((0, 1), (0, -1), (1, 0), (-1, 0), (0, 0))[int(rng.integers(5))]
            file, rank = min(max(file + df, 0), 6), min(max(rank + dr, 0), 7)
            cell = f"{'abcdefg'[file]}{rank + 1}"
            if cell not in moved.values():
                moved[who] = cell
    return moved


def stacked(under: TablePiece, colour: str, pips: int, rise: float, twist: float, role: str) -> TablePiece:
    """A pyramid on one that stands."""
    apex = max(under.z + HEIGHT_MM[under.pips] + rise, under.z + HEIGHT_MM[pips])
    return TablePiece(colour, pips, under.x, under.y, apex - HEIGHT_MM[pips], False, None, twist, role)


@dataclass(frozen=True)
class ArraySpec:
    """How a player lays out a program: from the board's edge to row 1 (mm), how far rows and columns are apart, which
    size each column has from the player's left, how it is turned (radians), how far off the board's middle it lies,
    how carelessly commands are put (mm, radians)."""

    away: float
    rows: float
    columns: float
    order: str
    turn: float
    off: float
    jitter: float
    slack: float


def random_array_spec(rng: Rng, tidy: bool) -> ArraySpec:
    order = "SML"
    if rng.random() < 0.55:
        order = "LMS" if rng.random() < 0.55 else "".join(rng.permutation(list(SIZES)))
    rows = float(rng.uniform(36, 58) if rng.random() < 0.75 else rng.uniform(22, 62))
    columns = float(rows * rng.uniform(0.8, 1.2))
    turn = float(np.radians(np.clip(rng.normal(0, 4), -12, 12) if rng.random() < 0.75 else rng.uniform(-12, 12)))
    return ArraySpec(
        float(rng.uniform(28, 85)),
        rows,
        columns,
        order,
        turn if rng.random() < 0.85 else 0.0,
        float(rng.normal(0, 22)),
        float(rng.uniform(0.5, 2.5) if tidy else rng.uniform(1.5, 6.5)),
        float(np.radians(rng.uniform(2, 5) if tidy else rng.uniform(4, 12))),
    )


def random_heading(rng: Rng, slack: float, turn: float, way: str) -> float:
    """Where a lying command points, radians from its player's forward: near an axis, or plainly diagonal."""
    if way == "diagonal":
        quarter = np.pi / 4 + np.pi / 2 * rng.integers(4)
        return float(quarter + np.radians(rng.uniform(-11, 11)))
    most = np.radians(AXIS_DEGREES - 1.5)
    lean = rng.normal(turn * rng.uniform(0, 1), slack) if rng.random() < 0.88 else rng.uniform(-most, most)
    return float(TURNS[way] + np.clip(lean, -most, most))


def random_ways(rng: Rng) -> list[str]:
    """What each of nine commands is: a direction, "upright" or "diagonal"."""
    mood = rng.random()
    if mood < 0.1:
        return ["upright"] * 9
    upright = float(rng.uniform(0.1, 0.5)) if mood < 0.9 else 0.0
    diagonal = float(rng.choice([0.02, 0.12], p=[0.6, 0.4]))
    rest = 1 - upright - diagonal
    chances = [upright, diagonal, 0.4 * rest, 0.16 * rest, 0.22 * rest, 0.22 * rest]
    return [str(w) for w in rng.choice(["upright", "diagonal", "F", "B", "L", "R"], 9, p=chances)]


def place_array(
    rng: Rng, layout: Layout, end: str, colour: str, team: str, ball: str, rise: float, floor: float, advanced: bool
) -> ArraySpec | None:
    """A program beyond an end of the board, perhaps with marker, dash, quick pass and blitz. Returns how it lies, None
    if it found no room.

    `colour` is the program's, `team` the team's whose it is; `floor` is the height of the table top.
    """
    spec: ArraySpec = random_array_spec(rng, rng.random() < 0.4)
    ways = dict(zip(places_of(spec), random_ways(rng), strict=True))
    for _ in range(30):
        found = _array_pieces(rng, layout, end, colour, spec, ways, floor)
        if found is not None:
            layout.pieces += found.pieces
            _specials(rng, layout, found, team, ball, rise, advanced)
            return spec
        spec = wider(spec)
    return None


def wider(spec: ArraySpec) -> ArraySpec:
    """The same with more room between commands."""
    return replace(
        spec, rows=spec.rows * 1.06, columns=spec.columns * 1.06, away=spec.away * 1.05, jitter=spec.jitter * 0.9
    )


def places_of(spec: ArraySpec) -> list[str]:
    """The places of nine commands as they lie, row by row from the player's left."""
    return [f"{size}{row}" for row in (1, 2, 3) for size in spec.order]


@dataclass(frozen=True)
class ToLay:
    """A program that is to be laid out: by place ("S1".."L3", and "S4" for a dash) "upright" or a direction as its
    player sees it; the place that its marker lies beside, "" for none; whether its special pyramids are played."""

    ways: Mapping[str, str]
    marker: str = ""
    quick: bool = False
    blitz: bool = False


def lay_program(
    rng: Rng,
    layout: Layout,
    end: str,
    colours: tuple[str, str, str],
    program: ToLay,
    spec: ArraySpec,
    rise: float,
    floor: float,
    kept: Mapping[str, TablePiece],
) -> bool:
    """Lay out this program; False if it found no room. `colours` are the program's, its team's and the ball's; `kept`
    are commands that stay as they lie, by place."""
    colour, team, ball = colours
    found = _array_pieces(rng, layout, end, colour, spec, program.ways, floor, kept)
    if found is None:
        return False
    before, wanted = list(layout.pieces), {"pass" if program.marker else "spare"}
    layout.pieces += found.pieces
    if program.quick:
        wanted.add("quick")
        _quick(rng, layout, found, team, rise)
    if program.blitz:
        wanted.add("blitz")
        _blitz(rng, layout, found, team)
    if DASH in program.ways:
        wanted.add(DASH)
        _dash(rng, layout, found, team, program.ways[DASH])
    if program.marker:
        _marker(rng, layout, found, found.command(program.marker), ball, rise)
    else:
        _spare(rng, layout, found, ball)
    if wanted <= {piece.role.partition(".")[2] for piece in layout.pieces if piece.role.startswith(f"{end}.")}:
        return True
    layout.pieces[:] = before
    return False


@dataclass(frozen=True)
class _Placed:
    """A program's commands on the table, and where further ones would go: (column, row) to (x, y)."""

    end: str
    spec: ArraySpec
    at: Callable[[float, float], Points]
    pieces: tuple[TablePiece, ...]

    def command(self, place: str) -> TablePiece:
        return next(piece for piece in self.pieces if piece.role == f"{self.end}.{place}")


def _array_pieces(
    rng: Rng,
    layout: Layout,
    end: str,
    colour: str,
    spec: ArraySpec,
    ways: Mapping[str, str],
    floor: float,
    kept: Mapping[str, TablePiece] | None = None,
) -> _Placed | None:
    x0, y0, x1, y1 = layout.board
    edge = np.array([(x0 + x1) / 2, y0 if end == "near" else y1])
    forward, right = np.array(FORWARD[end]), np.array(RIGHT[end])
    cos, sin = np.cos(spec.turn), np.sin(spec.turn)
    ahead_, side = forward * cos - right * sin, right * cos + forward * sin
    start = edge - forward * spec.away + right * spec.off

    def at(column: float, row: float) -> Points:
        return np.asarray(start + side * column * spec.columns - ahead_ * row * spec.rows)

    tried = Layout(layout.board, list(layout.pieces))
    pieces = []
    for row in range(3):
        for column, size in enumerate(spec.order):
            way = ways[f"{size}{row + 1}"]
            x, y = at(column - 1, row) + rng.normal(0, spec.jitter, 2)
            lying = way != "upright"
            heading = ahead(end) + random_heading(rng, spec.slack, spec.turn, way) if lying else None
            twist = float(ahead(end) + spec.turn + rng.normal(0, 2 * spec.slack))
            place = f"{end}.{size}{row + 1}"
            piece = TablePiece(colour, PIPS[size], float(x), float(y), floor, lying, heading, twist, place)
            piece = (kept or {}).get(f"{size}{row + 1}", piece)
            if not tried.free(piece) or not tried.beside_board(piece):
                return None
            tried.pieces.append(piece)
            pieces.append(piece)
    return _Placed(end, spec, at, tuple(pieces))


def _specials(rng: Rng, layout: Layout, placed: _Placed, team: str, ball: str, rise: float, advanced: bool) -> None:
    """Marker or spare ball, and in the advanced game now and then a special move."""
    quick = False
    if advanced:
        if not placed.command("M1").lying and rng.random() < 0.35:
            quick = True
            _quick(rng, layout, placed, team, rise)
        if rng.random() < 0.3:
            _blitz(rng, layout, placed, team)
        if rng.random() < 0.35:
            _dash(rng, layout, placed, team)
    if rng.random() < 0.45:
        row = 1 if quick and rng.random() < 0.8 else int(rng.integers(2, 4))
        _marker(rng, layout, placed, placed.command(f"{rng.choice(list(SIZES))}{row}"), ball, rise)
    else:
        _spare(rng, layout, placed, ball)


def _quick(rng: Rng, layout: Layout, placed: _Placed, team: str, rise: float) -> None:
    medium = placed.command("M1")
    twist = medium.twist + float(rng.normal(0, 0.2))
    layout.pieces.append(stacked(medium, team, 2, rise, twist, f"{placed.end}.quick"))


def _blitz(rng: Rng, layout: Layout, placed: _Placed, team: str) -> None:
    large = placed.command("L1")
    put_beside(rng, layout, large, TablePiece(team, 3, 0, 0, large.z, False, None, 0, f"{placed.end}.blitz"), 0.2)


def _marker(rng: Rng, layout: Layout, placed: _Placed, command: TablePiece, ball: str, rise: float) -> None:
    """On a command that stands, or beside it."""
    end = placed.end
    on_top = any(p.role == f"{end}.quick" and (p.x, p.y) == (command.x, command.y) for p in layout.pieces)
    if not command.lying and not on_top and rng.random() < 0.4:
        layout.pieces.append(stacked(command, ball, 1, rise, float(rng.uniform(-0.8, 0.8)), f"{end}.pass"))
    else:
        put_beside(rng, layout, command, TablePiece(ball, 1, 0, 0, command.z, False, None, 0, f"{end}.pass"), 0.25)


def _spare(rng: Rng, layout: Layout, placed: _Placed, ball: str) -> None:
    """The marker that is not played, off the program."""
    for _ in range(12):
        side = float(rng.choice([-1.0, 1.0]) * rng.uniform(2.2, 3.4))
        x, y = placed.at(side, float(rng.uniform(-0.3, 2.5)))
        lying = bool(rng.random() < 0.4)
        heading = float(rng.uniform(-np.pi, np.pi)) if lying else None
        twist = float(rng.uniform(-0.8, 0.8))
        floor, role = placed.pieces[0].z, f"{placed.end}.spare"
        spare = TablePiece(ball, 1, float(x), float(y), floor, lying, heading, twist, role)
        if layout.free(spare, 4) and layout.beside_board(spare):
            layout.pieces.append(spare)
            break


def _dash(rng: Rng, layout: Layout, placed: _Placed, team: str, given: str = "") -> None:
    """A fourth command of the small one: the `given` way, else any."""
    spec, end = placed.spec, placed.end
    for _ in range(10):
        column = spec.order.index("S") - 1
        x, y = placed.at(column, 3) + rng.normal(0, spec.jitter, 2)
        way = given or str(
            rng.choice(["F", "B", "L", "R", "upright", "diagonal"], p=[0.4, 0.13, 0.17, 0.17, 0.1, 0.03])
        )
        heading = None if way == "upright" else ahead(end) + random_heading(rng, spec.slack, spec.turn, way)
        piece = TablePiece(
            team, 1, float(x), float(y), placed.pieces[0].z, heading is not None, heading, ahead(end), f"{end}.{DASH}"
        )
        if layout.free(piece):
            layout.pieces.append(piece)
            return


def put_beside(rng: Rng, layout: Layout, beside: TablePiece, piece: TablePiece, lying: float) -> None:
    """Put a pyramid within a hand's breadth of a command, nearer to it than to any other, if there is room."""
    others = [p for p in layout.pieces if p.z == beside.z and p.role != beside.role]
    for _ in range(60):
        way, reach = rng.uniform(-np.pi, np.pi), rng.uniform(14, 42)
        x, y = beside.x + reach * np.cos(way), beside.y + reach * np.sin(way)
        lies = bool(rng.random() < lying)
        heading = float(rng.uniform(-np.pi, np.pi)) if lies else None
        put = replace(piece, x=float(x), y=float(y), lying=lies, heading=heading, twist=float(rng.uniform(-0.8, 0.8)))
        nearest = min((float(np.hypot(p.x - x, p.y - y)) for p in others), default=1e3)
        if nearest > 1.25 * reach and layout.free(put, 0.5) and layout.beside_board(put):
            layout.pieces.append(put)
            return


def place_stock(rng: Rng, layout: Layout, teams: Mapping[str, str], floor: float, rise: float, advanced: bool) -> None:
    """Trios for the score and for special moves beside the board, in rows, heaps and trees, and now and then strays."""
    for end in ENDS:
        trios = (["score"] if rng.random() < 0.7 else []) + (["special"] if advanced and rng.random() < 0.7 else [])
        for kind in trios:
            _trio(rng, layout, end, teams[TEAMS[end]], kind, floor, rise)
    for _ in range(int(rng.choice([0, 1, 2, 4], p=[0.55, 0.2, 0.15, 0.1]))):
        colour = str(rng.choice(list(COLOURS)))
        _put_somewhere(rng, layout, TablePiece(colour, int(rng.integers(1, 4)), 0, 0, floor, False, None, 0, "stray"))


def _trio(rng: Rng, layout: Layout, end: str, colour: str, kind: str, floor: float, rise: float) -> None:
    x0, y0, x1, y1 = layout.board
    side = float(rng.choice([-1, 1]))
    x = (x1 if side > 0 else x0) + side * rng.uniform(35, 150)
    span = y1 - y0
    y = y0 + span * (rng.uniform(0, 0.5) if end == "near" else rng.uniform(0.5, 1))
    sizes = [int(p) for p in rng.permutation([1, 2, 3])][: int(rng.choice([3, 2, 1], p=[0.75, 0.15, 0.1]))]
    role = f"{end}.{kind}"
    if rng.random() < 0.3:
        sizes.sort(reverse=True)
        foot = TablePiece(
            colour, sizes[0], float(x), float(y), floor, False, None, float(rng.uniform(0, 2)), f"{role}1"
        )
        tree = [foot]
        for n, pips in enumerate(sizes[1:]):
            tree.append(stacked(tree[-1], colour, pips, rise, foot.twist + float(rng.normal(0, 0.1)), f"{role}{n + 2}"))
        if layout.free(foot, 3) and layout.beside_board(foot):
            layout.pieces += tree
        return
    way, step = rng.uniform(-np.pi, np.pi), rng.uniform(24, 46)
    lie = float(rng.choice([0.0, 0.3, 1.0], p=[0.5, 0.3, 0.2]))
    for n, pips in enumerate(sizes):
        at = np.array([x, y]) + step * n * np.array([np.cos(way), np.sin(way)]) + rng.normal(0, 4, 2)
        lies = bool(rng.random() < lie)
        heading = float(rng.uniform(-np.pi, np.pi)) if lies else None
        piece = TablePiece(
            colour, pips, float(at[0]), float(at[1]), floor, lies, heading, float(rng.uniform(0, 2)), f"{role}{n + 1}"
        )
        if layout.free(piece) and layout.beside_board(piece):
            layout.pieces.append(piece)


def _put_somewhere(rng: Rng, layout: Layout, piece: TablePiece) -> None:
    x0, y0, x1, y1 = layout.board
    for _ in range(10):
        x = float(rng.choice([rng.uniform(x0 - 200, x0 - 30), rng.uniform(x1 + 30, x1 + 200)]))
        y = float(rng.uniform(y0 - 120, y1 + 120))
        lying = bool(rng.random() < 0.5)
        heading = float(rng.uniform(-np.pi, np.pi)) if lying else None
        put = replace(piece, x=x, y=y, lying=lying, heading=heading, twist=float(rng.uniform(0, 2)))
        if layout.free(put, 6) and layout.beside_board(put):
            layout.pieces.append(put)
            return
