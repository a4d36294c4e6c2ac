"""The heart of the referee: the rules are the prior, the picture is the evidence.

From what the table was believed to hold, the roll in force and what a picture shows, the explanations of that picture
come out with their probabilities: every whole table that fits (few cells changed, no piece from nowhere) is put to
the rules. Nothing here keeps state; `Session` does.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from companion.games.errors import GameError
from companion.games.looney_blockade import (
    SIDES,
    ColourEnds,
    Options,
    Position,
    Side,
    Turn,
    Violation,
    check,
    colour_ends,
    missing_caps,
    outcome,
    turn_to,
)
from companion.games.reason import because
from companion.referee import priors
from companion.referee.best_tables import Kinds, Option, Table, best_tables
from companion.referee.evidence import Evidence
from companion.referee.priors import nats
from companion.referee.tables.looney import stacks as table_module
from vision.geometry.grid import CELLS

Grid = Mapping[str, str]
Roll = Mapping[str, int]
ReadingKind = Literal["unchanged", "takeback", "legal", "won", "incomplete", "illegal"]

MAX_TABLES = 24
MAX_TURNS, TURNS_WIDTH = 300, 5000
MAX_ENDS, MAX_PAIRS = 100, 150
CLEAR = "C3"
WINDOW = 14.0
"""Tables that fit worse than the best by more than so many nats are not looked at, whatever the rules say of them."""
NEGLIGIBLE = 9.0
"""Explanations less likely than the best by so many nats are dropped."""

_KINDS = Kinds(table_module.KINDS)


class Missed(NamedTuple):
    """A roll after which no turn was seen; `watched` tells whether the table was seen at rest after it."""

    side: Side
    roll: Roll
    watched: bool


@dataclass(frozen=True)
class Belief:
    """One thing that may be so.

    `before` is the position at the start of the turn under way, its mover the one who rolled; `turn` the legal turn
    seen since, or None; `unseen` the other side's roll before this one when its turn was not seen.
    """

    weight: float
    before: Position
    turn: Turn | None = None
    unseen: Missed | None = None

    @property
    def position(self) -> Position:
        return self.turn.position if self.turn else self.before

    @property
    def grid(self) -> Grid:
        return self.position.grid


@dataclass(frozen=True)
class Situation:
    """All that bears on the next look: beliefs, the roll in force, the last table that could not be accepted."""

    beliefs: tuple[Belief, ...]
    roll: Roll | None
    odd: Grid | None
    options: Options


@dataclass(frozen=True)
class Reading:
    """One explanation of a look: the table it sees, what it means, what is to be believed if it is right.

    `late` is a turn of the other side, made before this one and not seen at its time.
    """

    kind: ReadingKind
    grid: Grid
    belief: Belief
    weight: float
    late: Turn | None = None

    @property
    def turn(self) -> Turn | None:
        return self.belief.turn if self.kind in ("legal", "won") else None


class Meaning(NamedTuple):
    """What a table means under one belief, and the prior probability of that."""

    kind: ReadingKind
    prior: float
    after: Belief
    late: Turn | None = None


def other(side: Side) -> Side:
    return "warm" if side == "cool" else "cool"


def read(situation: Situation, evidence: Evidence) -> list[Reading]:
    """The explanations of what is seen, the likeliest first; their weights are probabilities and add up to 1."""
    found: dict[tuple[object, ...], Reading] = {}
    best = -math.inf
    for belief in situation.beliefs:
        for reading in _explanations(belief, situation, evidence, best):
            best = max(best, reading.weight)
            key = (reading.kind, tuple(reading.grid.values()), reading.belief.before, reading.belief.position)
            held = found.get(key, reading)
            together = reading.weight if held is reading else float(_log_add(held.weight, reading.weight))
            found[key] = replace(max(held, reading, key=lambda one: one.weight), weight=together)
    readings = sorted(found.values(), key=lambda reading: -reading.weight)
    best = readings[0].weight
    total = sum(math.exp(reading.weight - best) for reading in readings)
    return [replace(reading, weight=math.exp(reading.weight - best) / total) for reading in readings]


def violation(reading: Reading, situation: Situation) -> Violation:
    """Why an illegal or incomplete table is not accepted."""
    before = reading.belief.before
    changed = tuple(cell for cell in CELLS if reading.grid[cell] != reading.belief.grid[cell])
    if situation.roll is None:
        return Violation(because("referee.unrolled", "2.3", cells=changed), None, changed)
    found = check(before, reading.grid, situation.roll, situation.options)
    if isinstance(found, Turn):
        raise AssertionError(f"{reading.grid} was read as illegal, the rules allow it")
    return found


def incredible(reading: Reading) -> bool:
    """Whether an illegal table is rather a misread or misremembered one: nobody brings a piece from nowhere as part of
    a turn, or takes two off the table at once."""
    if reading.kind != "illegal":
        return False
    before = reading.belief.before
    changed = sum(before.grid[cell] != reading.grid[cell] for cell in CELLS)
    vanished, appeared = _unaccounted(sum(_balance(before.grid[cell], reading.grid[cell]) for cell in CELLS), before)
    return (appeared > 0 and changed > 1) or vanished > 1


def credit(reading: Reading, doubt: float) -> float:
    """How probable it is that a turn was made as the table has it, and not that the table before is misremembered, of
    which the probability was `doubt`."""
    made, mistaken = 1.0, 0.0
    if reading.kind in ("legal", "won"):
        made, mistaken = priors.LEGAL, priors.MISTAKEN
    elif reading.kind == "illegal":
        hands = _hands(reading.belief, reading.grid)
        made, mistaken = _breach(hands), priors.ONE_HOP if hands <= 2 else priors.MISTAKEN
    return made / (made + doubt * mistaken)


def fit(reading: Reading, evidence: Evidence) -> float:
    """How probable it is that the table is among those that the referee can think of, if the reading is the best."""
    seen = {cell: evidence.ask(cell, [stack])[stack] for cell, stack in reading.grid.items()}
    misfit = sum(min(evidence.most(cell) - seen[cell], -nats(priors.OUTLIER)) for cell in CELLS)
    return 1 / (1 + priors.STRANGE * math.exp(misfit))


def missing(reading: Reading, situation: Situation) -> Turn | None:
    """The turn that an incomplete table would be, had its blacks been put on."""
    if situation.roll is None:
        return None
    return missing_caps(reading.belief.before, reading.grid, situation.roll, situation.options)


def _log_add(a: float, b: float) -> float:
    top = max(a, b)
    return top + math.log(math.exp(a - top) + math.exp(b - top))


def _explanations(belief: Belief, situation: Situation, evidence: Evidence, best: float) -> list[Reading]:
    """What one belief makes of what is seen; `best` is the weight (nats) of the best explanation by another one."""
    tables = _tables(belief, situation, evidence, wide=False)
    if not _conserves(tables[0].balance, belief.before):
        tables = _tables(belief, situation, evidence, wide=True)
    readings: list[Reading] = []
    for table in tables:
        if readings and table.score + nats(belief.weight) < best - NEGLIGIBLE:
            break
        reading = _explain(belief, situation, evidence, table)
        readings.append(reading)
        best = max(best, reading.weight)
    return readings + _turns(belief, situation, evidence, best, [reading.grid for reading in readings])


def _turns(
    belief: Belief, situation: Situation, evidence: Evidence, best: float, explained: Sequence[Grid]
) -> list[Reading]:
    """The legal turns beside the tables already `explained`. A large turn is seldom among the few tables that fit best,
    where every cell of it is somewhat in doubt."""
    if situation.roll is None:
        return []
    readings: list[Reading] = []
    for table in _tables_of_turns(belief, situation, evidence):
        if len(readings) == MAX_TABLES or table.score + nats(belief.weight) < best - NEGLIGIBLE:
            break
        grid = {cell: table.grid[cell] for cell in CELLS}
        if grid in explained or _standing(belief, situation, grid):
            continue
        if meaning := _legal(belief, situation, grid):
            readings.append(_reading(belief, evidence, table, meaning))
            best = max(best, readings[-1].weight)
    return readings


def _tables_of_turns(belief: Belief, situation: Situation, evidence: Evidence) -> list[Table]:
    """Tables that turns may end in, best first."""
    if belief.unseen is not None and belief.turn is None:
        return _tables_moving((*SIDES["cool"], *SIDES["warm"]), belief, evidence)
    if situation.options.landing == "c":
        return _tables_moving(SIDES[belief.before.to_move], belief, evidence)
    return _tables_of_ends(belief, situation, evidence)


def _tables_of_ends(belief: Belief, situation: Situation, evidence: Evidence) -> list[Table]:
    """The tables that one turn may end in, best first: what one colour can have done scored apart from what the other
    can, the best of both put together."""
    assert situation.roll is not None
    before = belief.before.grid
    try:
        ends = _colour_ends(belief.before, tuple(situation.roll.items()), situation.options)
    except GameError:
        return []
    stacks: dict[str, set[str]] = {cell: {before[cell]} for cell in CELLS}
    for each in ends:
        for cell, column in zip(each.cells, zip(*each.tables, strict=True), strict=True):
            stacks[cell] |= {stack or CLEAR for stack in column}
    scores = {cell: _scores(belief, cell, evidence, stacks[cell]) for cell in CELLS}
    one, two = (_best_ends(each, before, scores) for each in ends)
    pairs = sorted(((a + b, i, j) for i, (a, _) in enumerate(one) for j, (b, _) in enumerate(two)), reverse=True)
    tables = []
    for _, i, j in pairs[:MAX_PAIRS]:
        changes = one[i][1], two[j][1]
        if any(stack and changes[1].get(cell) for cell, stack in changes[0].items()):
            continue
        put = {cell: stack for each in changes for cell, stack in each.items() if stack}
        grid = {**before, **dict.fromkeys((*changes[0], *changes[1]), CLEAR), **put}
        balance = sum(_balance(before[cell], grid[cell]) for cell in CELLS)
        tables.append(Table(grid, sum(scores[cell][grid[cell]] for cell in CELLS), balance))
    return sorted(tables, key=lambda table: -table.score)


@lru_cache(maxsize=64)
def _colour_ends(before: Position, roll: tuple[tuple[str, int], ...], options: Options) -> tuple[ColourEnds, ...]:
    return colour_ends(before, dict(roll), options)


def _best_ends(
    ends: ColourEnds, before: Grid, scores: Mapping[str, Mapping[str, float]]
) -> list[tuple[float, dict[str, str]]]:
    """The likeliest ends of a colour: how much better than the table before they fit, and the cells that they change,
    "" for a clear large that the colour has left."""
    first = ends.tables[0]
    gains = np.zeros(len(ends.tables))
    for cell, start, column in zip(ends.cells, first, zip(*ends.tables, strict=True), strict=True):
        held = scores[cell]
        gain = {stack: held[stack or CLEAR] - held[before[cell]] if stack != start else 0.0 for stack in set(column)}
        gains += [gain[stack] for stack in column]
    best = np.argsort(-gains, kind="stable")[:MAX_ENDS]
    return [
        (
            float(gains[row]),
            {cell: now for cell, was, now in zip(ends.cells, first, ends.tables[row], strict=True) if now != was},
        )
        for row in best
    ]


def _tables_moving(colours: Sequence[str], belief: Belief, evidence: Evidence) -> list[Table]:
    """Tables that fit the picture, best first, on which only pieces of these colours and blacks have moved and none was
    lost."""
    own = (*colours, "K")
    options = {
        cell: [
            option
            for option in every
            if all(piece[0] in own for piece, _ in table_module.difference(belief.before.grid[cell], option.stack))
        ]
        for cell, every in _all_options(belief, [], evidence, wide=False).items()
    }

    def lost(held: int) -> float:
        return 0.0 if _conserves(held, belief.before) else -math.inf

    return best_tables(options, lost, MAX_TURNS, WINDOW, per_balance=MAX_TURNS, width=TURNS_WIDTH)


def _tables(belief: Belief, situation: Situation, evidence: Evidence, wide: bool) -> list[Table]:
    """Whole tables that fit the picture, best first, scored by evidence, fewness of changes and conservation."""
    options = _all_options(belief, [situation.odd] if situation.odd else [], evidence, wide)
    return best_tables(options, lambda held: _loss(held, belief.before), MAX_TABLES, WINDOW)


def _all_options(belief: Belief, odd: Sequence[Grid], evidence: Evidence, wide: bool) -> dict[str, list[Option]]:
    """The stacks to consider for every cell; `odd` are tables that stood there without being accepted."""
    before = belief.before.grid
    anchors = [belief.grid, before, *odd]
    return {
        cell: _options(cell, tuple(dict.fromkeys(grid[cell] for grid in anchors)), before, evidence, wide)
        for cell in CELLS
    }


def _options(cell: str, anchors: tuple[str, ...], before: Grid, evidence: Evidence, wide: bool) -> list[Option]:
    """The stacks to consider for one cell, the believed one first."""
    known = _known(cell, anchors, before, evidence, wide)
    best, plausible = max(known.values()), nats(priors.PLAUSIBLE)
    return [
        Option(stack, _score(cell, anchors, stack, seen - best, evidence), _balance(before[cell], stack))
        for stack, seen in known.items()
        if stack in anchors or seen >= best + plausible
    ]


def _scores(belief: Belief, cell: str, evidence: Evidence, stacks: Collection[str]) -> dict[str, float]:
    """The scores of these stacks in a cell, as `_options` scores those it considers."""
    before = belief.before.grid
    anchors = tuple(dict.fromkeys((belief.grid[cell], before[cell])))
    best = max(_known(cell, anchors, before, evidence, wide=False).values())
    seen = evidence.ask(cell, sorted(stacks))
    return {stack: _score(cell, anchors, stack, min(seen[stack] - best, 0.0), evidence) for stack in stacks}


def _known(cell: str, anchors: tuple[str, ...], before: Grid, evidence: Evidence, wide: bool) -> dict[str, float]:
    """How likely stacks make what is seen of a cell, the believed one first."""
    known = evidence.ask(cell, (*_around(anchors, wide=False), *before.values()))
    if cell not in evidence.hidden:
        changed = max(known[stack] for stack in known if stack not in anchors)
        settled = changed < known[anchors[0]] + nats(priors.DOUBTFUL)
        if wide or not settled:
            known |= evidence.ask(cell, _around(anchors, wide=True))
    return known


def _score(cell: str, anchors: tuple[str, ...], stack: str, seen: float, evidence: Evidence) -> float:
    change = _change(anchors, stack)
    behind = nats(priors.BEHIND) if change and cell in evidence.hidden else 0.0
    return max(seen, nats(priors.OUTLIER)) + change + behind


@lru_cache(maxsize=65536)
def _around(anchors: tuple[str, ...], wide: bool) -> tuple[str, ...]:
    """The stacks that a cell which showed one of the anchors may show now, the anchors first."""
    grow = table_module.possible if wide else table_module.likely
    return tuple(dict.fromkeys((*anchors, *(stack for anchor in anchors for stack in grow(anchor)))))


def _change(anchors: tuple[str, ...], stack: str) -> float:
    return nats(priors.CHANGE) * min(table_module.moved(anchor, stack) for anchor in anchors)


@lru_cache(maxsize=65536)
def _balance(before: str, after: str) -> int:
    return _KINDS.pack(table_module.difference(before, after))


def _loss(held: int, before: Position) -> float:
    """The prior, in nats, of a table that has pieces too many or too few."""
    vanished, appeared = _unaccounted(held, before)
    return vanished * nats(priors.VANISH) + appeared * nats(priors.APPEAR)


def _conserves(held: int, before: Position) -> bool:
    return _unaccounted(held, before) == (0, 0)


@lru_cache(maxsize=65536)
def _unaccounted(held: int, before: Position) -> tuple[int, int]:
    """How many pieces have vanished from table and supply, and how many have come from nowhere."""
    vanished = appeared = 0
    supply = dict(zip(table_module.BLACKS, before.supply, strict=True))
    for kind, n in _KINDS.unpack(held).items():
        vanished += max(-n, 0) if kind not in supply else 0
        appeared += max(n - supply.get(kind, 0), 0)
    return vanished, appeared


def _explain(belief: Belief, situation: Situation, evidence: Evidence, table: Table) -> Reading:
    """What a table means, weighed in nats."""
    meaning = _standing(belief, situation, table.grid) or _played(belief, situation, table)
    return _reading(belief, evidence, table, meaning)


def _reading(belief: Belief, evidence: Evidence, table: Table, meaning: Meaning) -> Reading:
    grid = {cell: table.grid[cell] for cell in CELLS}
    prior = _breach_prior(belief, grid, table.balance) if meaning.kind == "illegal" else meaning.prior
    weight = table.score + _exchanged(grid, evidence) + nats(prior) + nats(belief.weight)
    return Reading(meaning.kind, grid, meaning.after, weight, meaning.late)


def _exchanged(after: Grid, evidence: Evidence) -> float:
    """What the stacks that are as they were, under a small like one that moved, say for it (nats): d2-b5 and c1-d2
    leave the table that c1-b5 leaves, but have touched d2."""
    changes = (table_module.difference(stack, after[cell]) for cell, (stack, _) in evidence.touched.items())
    moved = {piece for change in changes for piece, n in change if n < 0}
    return sum(
        math.log(1 - priors.EXCHANGED + priors.EXCHANGED * math.exp(touched))
        for cell, (stack, touched) in evidence.touched.items()
        if stack == after[cell] and stack[-2:] in moved
    )


def _hands(belief: Belief, grid: Grid) -> int:
    """How many pieces have been taken up or put down since the believed table."""
    return sum(table_module.moved(belief.grid[cell], grid[cell]) for cell in CELLS)


def _breach_prior(belief: Belief, grid: Grid, balance: int) -> float:
    hands, vanished = _hands(belief, grid), _unaccounted(balance, belief.before)[0]
    return _breach(hands) * (priors.VANISH_BESIDE if 0 < vanished < hands else 1.0)


def _breach(hands: int) -> float:
    """The prior probability of a table against the rules."""
    return priors.ILLEGAL * priors.MORE_ILLEGAL ** max(hands - 2, 0)


def _standing(belief: Belief, situation: Situation, grid: Grid) -> Meaning | None:
    """The meaning of a table on which nothing new has been done."""
    if _same(grid, belief.grid):
        if situation.odd is not None:
            return Meaning("takeback", priors.BACK, belief)
        waiting = situation.roll is not None and belief.turn is None
        return Meaning("unchanged", priors.SAME if waiting else priors.SAME_AFTER_TURN, belief)
    if situation.odd is not None and _same(grid, situation.odd):
        return Meaning("unchanged", priors.STILL, belief)
    if belief.turn is not None and _same(grid, belief.before.grid):
        return Meaning("takeback", priors.REDONE, replace(belief, turn=None))
    return None


def _played(belief: Belief, situation: Situation, table: Table) -> Meaning:
    """The meaning of a changed table by the rules."""
    roll, options = situation.roll, situation.options
    if roll is None or not _conserves(table.balance, belief.before):
        return Meaning("illegal", priors.ILLEGAL, belief)
    if meaning := _legal(belief, situation, table.grid):
        return meaning
    if _uncapped(table.grid) and missing_caps(belief.before, table.grid, roll, options):
        return Meaning("incomplete", priors.INCOMPLETE, belief)
    return Meaning("illegal", priors.ILLEGAL, belief)


def _legal(belief: Belief, situation: Situation, grid: Grid) -> Meaning | None:
    """The meaning of a table to which a legal turn leads, or two of which one was not seen."""
    roll, options = situation.roll, situation.options
    assert roll is not None
    if turn := turn_to(belief.before, grid, roll, options):
        prior = priors.REDONE if belief.turn else priors.LEGAL
        return Meaning(_made(turn, options), prior, replace(belief, turn=turn))
    if pair := _two_turns(belief, roll, grid, options):
        late, turn = pair
        prior = priors.LATE if belief.unseen and belief.unseen.watched else priors.UNSEEN
        return Meaning(_made(turn, options), prior, Belief(belief.weight, late.position, turn), late)
    return None


def _made(turn: Turn, options: Options) -> ReadingKind:
    return "won" if outcome(turn.position, options).winner else "legal"


def _same(grid: Grid, other_grid: Grid) -> bool:
    return all(grid[cell] == other_grid[cell] for cell in CELLS)


def _uncapped(grid: Grid) -> bool:
    return any(stack == f"{stack[:1]}3{stack[:1]}2{stack[:1]}1" for stack in grid.values())


def _two_turns(belief: Belief, roll: Roll, after: Grid, options: Options) -> tuple[Turn, Turn] | None:
    """The unseen turn of the side that rolled before and the turn of the side that rolled last, if both are legal."""
    if not belief.unseen or belief.turn:
        return None
    side, missed = belief.unseen.side, belief.unseen.roll
    first = turn_to(replace(belief.before, to_move=side), _between(belief.before.grid, after, side), missed, options)
    if not first or outcome(first.position, options).winner:
        return None
    second = turn_to(first.position, after, roll, options)
    return (first, second) if second else None


def _between(before: Grid, after: Grid, first: Side) -> dict[str, str]:
    """The table between two turns: each side moves only its own colours, so it follows from the other two.

    On a coloured large only pieces of that colour and blacks ever stand. On a clear one all pieces are of one colour,
    and a colour can only come after the other has left.
    """
    own = SIDES[first]
    middle: dict[str, str] = {}
    for cell in CELLS:
        was, now = before[cell], after[cell]
        if not was.startswith("C3") or not now.startswith("C3"):
            middle[cell] = now if was[:1] in own else was
        elif was[2:3] in ("", *own):
            middle[cell] = now if now[2:3] in ("", *own) else "C3" if was[2:3] else was
        else:
            middle[cell] = was
    return middle
