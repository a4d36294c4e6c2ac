"""Analyses a whole game: the chances after every turn, luck told apart from play, the turns that decided."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.games.reason import Reason, because
from companion.referee.analysing.analyst import ANALYSTS, Analyst, BySide, TurnMade, difference, nothing
from companion.referee.errors import RefereeError
from companion.referee.grid import Grid, Json, Place
from companion.referee.keeping.journal import Contents
from companion.referee.table import AnyTable
from companion.referee.tables import table_of
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict
from companion.referee.written_games import GameLine, lines_in
from companion.texts.language import english

# So many turns are told as those that decided the game.
DECIDING = 3
# A turn after which the chance has not fallen by as much decided nothing.
LEAST_LOST = 0.03


class DrawnMoves(NamedTuple):
    """Moves on a board: `arrows` from place to place, and the `places` of the moves that are none."""

    arrows: tuple[tuple[Place, Place], ...] = ()
    places: tuple[Place, ...] = ()

    @classmethod
    def of(cls, table: AnyTable, board: Grid, moves: Sequence[Json]) -> "DrawnMoves":
        """Return it for moves on a board as it is drawn."""
        drawn = table.drawing.board(board).places
        arrows, places = list[tuple[Place, Place]](), list[Place]()
        for move in moves:
            ends = table.drawing.arrow(move)
            if ends and drawn.keys() >= {*ends}:
                arrows.append(ends)
            else:
                places += [place for place in table.touched(move) if place in drawn]
        return cls(tuple(arrows), tuple(dict.fromkeys(places)))

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> "DrawnMoves":
        """Read what `json` writes of it."""
        arrows, places = kept
        return cls(tuple((start, end) for start, end in arrows), tuple(places))


class DrawnTurn(NamedTuple):
    """A turn as it is drawn: the `board` before it, the turn `made`, and the `better` one."""

    board: Grid = MappingProxyType({})
    made: DrawnMoves = DrawnMoves()
    better: DrawnMoves = DrawnMoves()


NOT_DRAWN = DrawnTurn()


@dataclass(frozen=True)
class AnalysedTurn:
    """One turn: whose it was (None where both move at once), what it was made under and what was done, in words; the
    chances `after` it.

    `luck`, `play` and `other` add up to the change. `other` is what the evaluator sees only a turn later, a table that
    the players accepted against the rules, or an agreement. `lost`, by side, is known to `error` and otherwise 0;
    `best` would have lost nothing.
    """

    number: int
    side: str | None
    said: Reason | None
    done: Reason | None
    after: BySide
    luck: BySide
    play: BySide
    other: BySide
    lost: BySide
    error: float
    best: Reason | None
    drawn: DrawnTurn = NOT_DRAWN

    @property
    def most_lost(self) -> tuple[str, float]:
        """The side that lost most by the turn, and its loss."""
        side = max(self.lost, key=lambda each: self.lost[each])
        return side, self.lost[side]

    def to_json(self, say: Callable[[Reason], str] | None = None) -> dict[str, Any]:
        """Reasons as sentences of `say`, or as data."""

        def told(reason: Reason | None) -> Any:
            return None if reason is None else say(reason) if say else reason.to_json()

        return {
            "turn": self.number,
            "side": self.side,
            "under": told(self.said),
            "played": told(self.done),
            "chances": dict(self.after),
            "luck": dict(self.luck),
            "play": dict(self.play),
            "other": dict(self.other),
            "lost": dict(self.lost),
            "error": self.error,
            "best": told(self.best),
            "board": dict(self.drawn.board),
            "made": self.drawn.made,
            "better": self.drawn.better,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "AnalysedTurn":
        """The inverse of `to_json` without words."""
        said, done, best = (kept[name] and Reason.from_json(kept[name]) for name in ("under", "played", "best"))
        luck, play, other, lost = (kept[name] for name in ("luck", "play", "other", "lost"))
        drawn = DrawnTurn(kept["board"], DrawnMoves.from_json(kept["made"]), DrawnMoves.from_json(kept["better"]))
        known = lost, float(kept["error"]), best, drawn
        return cls(kept["turn"], kept["side"], said, done, kept["chances"], luck, play, other, *known)


@dataclass(frozen=True)
class Analysis:
    """A game from its first position, worth `start`, turn by turn. `over` tells whether it was played to its end;
    `records` is how many records of the journal it rests on."""

    game: str
    sides: tuple[str, ...]
    start: BySide
    turns: tuple[AnalysedTurn, ...]
    over: bool
    records: int

    @property
    def result(self) -> BySide:
        """The chances at the end: 1 for the winner."""
        return self.turns[-1].after if self.turns else self.start

    @property
    def luck(self) -> BySide:
        """Luck of the whole game, by side."""
        return self._sum([turn.luck for turn in self.turns])

    @property
    def play(self) -> BySide:
        return self._sum([turn.play for turn in self.turns])

    @property
    def other(self) -> BySide:
        return self._sum([turn.other for turn in self.turns])

    @property
    def lost(self) -> BySide:
        """Chances that each side gave away in all."""
        return self._sum([turn.lost for turn in self.turns])

    def _sum(self, changes: Sequence[BySide]) -> BySide:
        return {side: sum(change[side] for change in changes) for side in self.start}

    @property
    def deciding(self) -> tuple[AnalysedTurn, ...]:
        """The turns that lost most and after which the chance had fallen, in the order in which they were played."""
        found, had = list[tuple[float, int]](), self.start
        for at, turn in enumerate(self.turns):
            side, lost = turn.most_lost
            found.append((min(lost, had[side] - turn.after[side]), at))
            had = turn.after
        worst = sorted(found, reverse=True)[:DECIDING]
        return tuple(self.turns[at] for at in sorted(at for fell, at in worst if fell >= LEAST_LOST))

    def to_json(self, say: Callable[[Reason], str] | None = english) -> dict[str, Any]:
        """Return the analysis as programs get it; with `say` None as it is kept."""
        return {
            "game": self.game,
            "sides": list(self.sides),
            "over": self.over,
            "start": dict(self.start),
            "result": dict(self.result),
            "luck": dict(self.luck),
            "play": dict(self.play),
            "other": dict(self.other),
            "lost": dict(self.lost),
            "deciding": [turn.number for turn in self.deciding],
            "turns": [turn.to_json(say) for turn in self.turns],
            "records": self.records,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Analysis":
        """Return the inverse of `to_json` without words."""
        turns = tuple(map(AnalysedTurn.from_json, kept["turns"]))
        return cls(kept["game"], tuple(kept["sides"]), kept["start"], turns, kept["over"], kept["records"])


class Progress(NamedTuple):
    """Progress of an analysis: `done` of `all` turns, with the last one the `analysis`."""

    done: int
    all: int
    analysis: Analysis | None = None


def _at_once() -> bool:
    """Give no time to look deeper, so that an analysis is the same every time."""
    return True


def analysed(contents: Contents) -> Iterator[Progress]:
    """Yield the progress of a game's analysis, turn by turn.

    Raises RefereeError for a game that cannot be analysed: one that has not begun, or has no analyst.
    """
    header = contents.header
    table = table_of(header)
    if table.game not in ANALYSTS:
        raise RefereeError("analysis.no_analyst", game=because(f"game.{table.game}"))
    start, lines = lines_in(table, contents)
    yield from analysed_lines(table, start, lines, len(contents.records), agreed=_agreed(contents))


def analysed_lines(
    table: AnyTable,
    start: Any,
    lines: Sequence[GameLine],
    records: int = 0,
    *,
    agreed: bool,
) -> Iterator[Progress]:
    """Analyse the lines of a game that began with `start`. `agreed`: True if it ended with an agreed draw."""
    analyst = ANALYSTS[table.game]
    ends = [start, *(line.position for line in lines)]
    worths = [analyst.worth(table, start, _at_once)]
    turns: list[AnalysedTurn] = []
    yield Progress(0, len(lines))
    for number, (line, (before, position)) in enumerate(zip(lines, pairwise(ends), strict=True), 1):
        worths.append(analyst.worth(table, position, _at_once))
        board = table.drawing.visible_part(table.grid(before))
        turns.append(_turn(table, analyst, number, line, board, worths[-2], worths[-1]))
        if number < len(lines):
            yield Progress(number, len(lines))
    over = table.winner(ends[-1]) is not None
    if agreed and not over:
        turns.append(_drawn(len(turns) + 1, worths[-1]))
        over = True
    analysis = Analysis(table.game, tuple(table.sides), worths[0], tuple(turns), over, records)
    yield Progress(len(lines), len(lines), analysis)


def _turn(
    table: AnyTable,
    analyst: Analyst,
    number: int,
    line: GameLine,
    board: Grid,
    had: BySide,
    has: BySide,
) -> AnalysedTurn:
    none = nothing(had)
    if line.turn is None or line.under is None:
        return AnalysedTurn(
            number, None, None, None, has, none, none, difference(has, had), none, 0.0, None, DrawnTurn(board)
        )
    turn = TurnMade(line.before, line.under, line.turn, had, has)
    worth = analyst.turn_worth(table, turn, _at_once).certain
    other = difference(difference(difference(has, had), worth.luck), worth.play)
    moves = table.moves(line.turn)
    said = table.wording.commitment(line.under.value) if line.under.value else None
    done = table.wording.moves(moves) if moves else None
    drawn = DrawnTurn(board, DrawnMoves.of(table, board, moves), DrawnMoves.of(table, board, worth.moves))
    return AnalysedTurn(number, line.under.mover, said, done, has, worth.luck, worth.play, other, *worth[2:5], drawn)


def _drawn(number: int, had: BySide) -> AnalysedTurn:
    """Return the turn that stands for an agreed draw."""
    even, none = dict.fromkeys(had, 1 / len(had)), nothing(had)
    return AnalysedTurn(number, None, None, None, even, none, none, difference(even, had), none, 0.0, None)


def _agreed(contents: Contents) -> bool:
    """Return True if the last verdict is an agreed draw."""
    last = next((record["verdict"] for record in reversed(contents.records) if record.get("verdict")), None)
    verdict = Verdict.from_json(last) if last else None
    reason = verdict.reason if verdict else None
    return verdict is not None and verdict.more.get("winner") == DRAWN and reason == because("referee.agreed")
