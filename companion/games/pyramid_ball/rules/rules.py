"""One turn as it is played, row by row: pass, movement step, tackle, goal, loose ball (rules of the turn).

`Play` is the same for verdicts and for thinking ahead: with a `Telling` it tells every event, without one it is quick.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from companion.games.pyramid_ball.rules.board import (
    EAST,
    GOAL_ROW,
    INDEX,
    OUTWARDS,
    SIZES,
    SQUARES,
    STAND,
    WEST,
    beside,
    row_of,
    team_of,
)
from companion.games.pyramid_ball.rules.directions import Sheet
from companion.games.pyramid_ball.rules.model import (
    DASH_ROW,
    ROWS,
    RULINGS,
    TARGET_SCORE,
    Options,
    Position,
    Question,
)
from companion.games.pyramid_ball.rules.movement import OPEN, Ground, MovementStep, resolve
from companion.games.pyramid_ball.rules.passing import interceptors
from companion.games.pyramid_ball.rules.telling import Telling

# Answers a question with one of its options.
Choose = Callable[[Question], str]
_NOBODY = -1


class Play:
    """A turn in progress. `squares`, `carrier` (-1 while the ball is loose), `loose`, `score`, `locked` (-1 for
    nobody) are as in `Position`; `cancelled` says which pyramids stand still for the rest of the turn. `lasted`: turns
    before this one for which the ball has lain where it lies, or has been held in the locked row."""

    __slots__ = (
        "blitzing",
        "cancelled",
        "carrier",
        "choose",
        "dropped",
        "lasted",
        "locked",
        "loose",
        "must_leave",
        "options",
        "over",
        "score",
        "sheets",
        "specials",
        "spent",
        "squares",
        "start",
        "tell",
    )

    def __init__(
        self,
        position: Position,
        sheets: tuple[Sheet, Sheet],
        choose: Choose,
        options: Options = RULINGS,
        tell: Telling | None = None,
    ) -> None:
        self.start, self.sheets, self.choose, self.options, self.tell = position, sheets, choose, options, tell
        self.squares = position.squares
        self.carrier = _NOBODY if position.carrier is None else position.carrier
        self.loose = _NOBODY if position.loose is None else position.loose
        self.score = position.score
        self.locked = _NOBODY if position.locked is None else position.locked
        self.specials = position.specials
        self.spent = position.spent
        self.lasted = position.stayed
        self.cancelled: tuple[bool, ...] = (False,) * 6
        self.over = position.winner is not None
        # Whether the loose ball is anybody's, since nobody has fetched it for so long (PB-40).
        self.dropped = self.loose != _NOBODY and 0 < options.drop_ball <= position.stayed
        # Pyramids whose first command has to lead out of the row that is closed to their team (PB-33).
        self.must_leave = (
            ()
            if self.locked == _NOBODY or self.dropped
            else tuple(
                piece
                for piece, square in enumerate(self.squares)
                if team_of(piece) == self.locked and row_of(square) == GOAL_ROW[self.locked]
            )
        )
        # Larges that make all three moves in row 1 (PB-39).
        self.blitzing = tuple(
            3 * team + 2 for team, sheet in enumerate(sheets) if sheet.blitz and not self._has_ball(team)
        )

    def copy(self) -> "Play":
        other = object.__new__(Play)
        for name in Play.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def run(self) -> Position:
        """Plays the turn and gives the position after it."""
        self.rows()
        return self.position()

    def rows(self) -> None:
        """Plays all rows."""
        if not self.over:
            if self.dropped and self.tell:
                self.tell.dropped(self.loose)
            self.spend()
            for row in ROWS:
                self.row(row)
            if self.sheets[0].dash or self.sheets[1].dash:
                self.row(DASH_ROW)

    def position(self) -> Position:
        counted = self.locked != _NOBODY and not self.over and (self.loose == _NOBODY or self.options.drop_ball > 0)
        return replace(
            self.start,
            squares=self.squares,
            carrier=None if self.carrier == _NOBODY else self.carrier,
            loose=None if self.loose == _NOBODY else self.loose,
            score=self.score,
            specials=self.specials,
            spent=self.spent,
            locked=None if self.locked == _NOBODY else self.locked,
            stayed=self.lasted + 1 if counted else 0,
        )

    def row(self, row: int) -> None:
        """Play row 1, 2, 3, or 4 for the dashes. Does nothing once the game is over."""
        holder = self.carrier
        for team in (0, 1):
            marker = self.sheets[team].marker
            if marker and marker[0] == row and not self.over:
                self._throw(row, team, marker[1], holder)
        if self.over:
            return
        self._move(row, self._orders(row))
        if row == 1 and self.blitzing:
            for later in (2, 3):
                alone = [STAND] * 6
                for large in self.blitzing:
                    alone[large] = self.sheets[team_of(large)].rows[later - 1][2]
                if not self.over:
                    self._move(row, alone)

    def _orders(self, row: int) -> list[int]:
        """Return what the sheets say of the row's moves, as far as it can be carried out."""
        orders = [*self.sheets[0].rows[row - 1], *self.sheets[1].rows[row - 1]]
        if row in (2, 3):
            for large in self.blitzing:
                orders[large] = STAND
        if row == DASH_ROW and self.tell:
            for small in (0, 3):
                if orders[small] != STAND and self.cancelled[small]:
                    self.tell.no_dash(small)
        if row == 1 and self.must_leave and self.locked == team_of(self.must_leave[0]):
            self._send_out(orders)
        return orders

    def _has_ball(self, team: int) -> bool:
        return self.carrier != _NOBODY and team_of(self.carrier) == team

    def spend(self) -> None:
        """Use up the programmed special pyramids, whatever comes of them. By option, those that may not be laid out are
        handed back (PB-36)."""
        for team, sheet in enumerate(self.sheets):
            if not (sheet.dash or sheet.quick_pass or sheet.blitz):
                continue
            laid = zip(SIZES, (sheet.dash, sheet.quick_pass, sheet.blitz), strict=True)
            used = [size for size, use in laid if use and not self._handed_back(team, size)]
            held, spent = list(self.specials), list(self.spent)
            held[team] = "".join(size for size in held[team] if size not in used)
            spent[team] = "".join(size for size in SIZES if size in used or size in spent[team])
            self.specials, self.spent = (held[0], held[1]), (spent[0], spent[1])

    def _handed_back(self, team: int, special: str) -> bool:
        """Return True if that special pyramid is handed back: it may not be laid out with this sheet (PB-38,
        PB-blitz)."""
        quick = special == "M" and (self.carrier != 3 * team + 1 or self._order(self.carrier, 1) != STAND)
        back = self.options.hand_back and (quick or (special == "L" and self._has_ball(team)))
        if back and self.tell:
            self.tell.handed_back(team, special)
        return back

    def _throw(self, row: int, team: int, receiver: int, passer: int) -> None:
        """Make the pass of `team` by `passer`, the holder of the ball at the start of the row; void unless that is one
        of its own."""
        rule = self._pass_fault(row, team, receiver, passer)
        if rule:
            if self.tell:
                self.tell.no_pass(row, rule, team, passer, unmarked_row=row == 1 and rule == "PB-15")
            return
        if self.locked != _NOBODY:
            self._unlock(row)  # an attempt is enough
        holders = {square: piece for piece, square in enumerate(self.squares) if team_of(piece) != team}
        met = interceptors(self.squares[passer], self.squares[receiver], holders)
        if met:
            self.carrier = holders[met[0]]
            self._add_point(1 - team)
            if self.tell:
                by = [holders[square] for square in met]
                self.tell.intercepted(row, passer, receiver, by, self.squares, self.score)
                self._tell_no_goal(row)
            self._after_point(row, 1 - team)
            return
        self.carrier = receiver
        if self.tell:
            converted = self.cancelled[passer] and self._order(passer, row) != STAND
            how = "PB-14" if converted else "PB-18" if self.cancelled[receiver] else "PB-pass"
            self.tell.passed(row, passer, receiver, self.squares, how)
        if row_of(self.squares[receiver]) == GOAL_ROW[team]:
            self._goal(row, by_pass=True)

    def _pass_fault(self, row: int, team: int, receiver: int, passer: int) -> str | None:
        """Return the rule by which the marker of `team` in this row is void, if it is."""
        if row == 1 and not self.sheets[team].quick_pass:
            rule = "PB-15"
        elif row == 1 and (passer != 3 * team + 1 or self._order(passer, row) != STAND):
            rule = "PB-38"
        elif passer == _NOBODY or team_of(passer) != team:
            rule = "PB-16"
        elif passer == receiver:
            rule = "PB-15" if receiver == self.start.carrier else "PB-17"
        elif self._order(passer, row) == STAND:
            return None
        elif not self.cancelled[passer]:
            rule = "PB-39" if row > 1 and passer in self.blitzing else "PB-13"
        else:
            return None if self.options.pass_when_cancelled else "PB-14"
        return rule

    def _order(self, piece: int, row: int) -> int:
        """Return the command on the sheet, whether cancelled or not. A large that has blitzed stands in rows 2 and 3,
        but throws only where it was programmed to stand (PB-39)."""
        return self.sheets[team_of(piece)].rows[row - 1][piece % 3]

    def _send_out(self, orders: list[int]) -> None:
        for piece in self.must_leave:
            if orders[piece] != OUTWARDS[self.locked]:
                orders[piece] = STAND
                if self.tell:
                    self.tell.must_leave(piece, self.squares[piece])

    def _move(self, row: int, orders: list[int]) -> None:
        if True in self.cancelled:
            orders = [STAND if off else order for order, off in zip(orders, self.cancelled, strict=True)]
        ground = OPEN
        if self.locked != _NOBODY and not self.dropped:
            ground = Ground(self.locked, self.loose, GOAL_ROW[self.locked])
            self._stop_sideways(row, orders)
        offence = self.locked if self.carrier == _NOBODY else team_of(self.carrier)
        before, carrier = self.squares, self.carrier
        step = resolve(before, orders, 1 - offence, carrier, ground, self.options)
        self.squares = step.squares
        if step.tackler != _NOBODY:
            self.carrier = step.tackler
            self._add_point(1 - offence)
        if self.tell:
            self.tell.step(row, before, orders, step, carrier, self.score)
        if step.blocks or step.chains:
            self._cancel(row, orders, step)
        if step.tackler != _NOBODY:
            if self.tell:
                if row_of(self.squares[carrier]) == GOAL_ROW[offence] != row_of(before[carrier]):
                    self.tell.no_goal(row, carrier, "PB-11")
                self._tell_no_goal(row)
            self._after_point(row, 1 - offence)
        elif carrier == _NOBODY:
            self._recover(row)
        elif row_of(self.squares[carrier]) == GOAL_ROW[offence] != row_of(before[carrier]):
            self._goal(row, by_pass=False)
        if _NOBODY not in (self.locked, self.carrier) and row_of(self.squares[self.carrier]) != GOAL_ROW[self.locked]:
            self._unlock(row)

    def _stop_sideways(self, row: int, orders: list[int]) -> None:
        """Stop locked pyramids that move sideways in their goal row: they may only move out or stand (PB-33)."""
        for piece in range(3 * self.locked, 3 * self.locked + 3):
            if orders[piece] in (EAST, WEST) and row_of(self.squares[piece]) == GOAL_ROW[self.locked]:
                orders[piece] = STAND
                if self.tell:
                    self.tell.locked_in(row, piece, self.squares[piece])

    def _cancel(self, row: int, orders: Sequence[int], step: MovementStep) -> None:
        """Cancel all later moves of blocked pyramids (C10) and, by option, of pushed ones (PB-06)."""
        off = list(self.cancelled)
        for piece in step.blocks:
            off[piece] = True
        if self.options.push_cancels:
            for chain in step.chains:
                for piece in chain.pushed:
                    off[piece] = True
        if self.tell:
            for piece in range(6):
                if off[piece] and not self.cancelled[piece] and self._has_more(piece, row):
                    block = step.blocks.get(piece)
                    rule = "PB-06" if block is None else "PB-20" if block.rule == "C1" else "C10"
                    self.tell.cancelled(row, piece, rule)
        self.cancelled = tuple(off)

    def _has_more(self, piece: int, row: int) -> bool:
        sheet = self.sheets[team_of(piece)]
        return any(orders[piece % 3] != STAND for orders in sheet.rows[row:])

    def _recover(self, row: int) -> None:
        """Give the loose ball to the pyramid that has entered its square in this step: nobody stood there."""
        if self.loose in self.squares:
            self.carrier = self.squares.index(self.loose)
            if self.tell:
                self.tell.recovered(row, self.carrier, self.loose)
            self.loose, self.lasted = _NOBODY, 0
            if self.dropped:
                self.dropped = False
                self._unlock(row)

    def _unlock(self, row: int) -> None:
        if self.tell:
            self.tell.unlocked(row, self.locked, GOAL_ROW[self.locked] + 1)
        self.locked = _NOBODY

    def _add_point(self, team: int) -> None:
        self.score = (self.score[0] + (team == 0), self.score[1] + (team == 1))
        self.over = self.score[team] == TARGET_SCORE[self.start.mode]

    def _goal(self, row: int, by_pass: bool) -> None:
        """Score a point; the opponent puts the ball down beside the scorer, and the scorer's row is locked (PB-30)."""
        scorer = self.carrier
        team = team_of(scorer)
        self._add_point(team)
        if self.tell:
            self.tell.goal(row, scorer, by_pass, self.score, GOAL_ROW[team] + 1)
        if not self.over:
            places = beside(self.squares, self.squares[scorer])
            place = self._ask("ball", 1 - team, tuple(SQUARES[square] for square in places), "PB-30")
            self.carrier, self.loose, self.locked = _NOBODY, INDEX[place], team
            self.lasted = -1  # A ball is counted from the turn after the goal.
            if self.tell:
                self.tell.placed(row, 1 - team, self.loose, places, "PB-30")
        self._after_point(row, team)

    def _after_point(self, row: int, team: int) -> None:
        """End a game that is won, as each point does in the basic game; otherwise give a special pyramid to the
        opponent."""
        if self.over:
            if self.tell:
                self.tell.won(row, team)
            return
        loser = 1 - team
        left = tuple(size for size in SIZES if size not in self.specials[loser] + self.spent[loser])
        if left:
            special = self._ask("special", loser, left, "PB-special")
            held = list(self.specials)
            held[loser] = "".join(size for size in SIZES if size == special or size in held[loser])
            self.specials = (held[0], held[1])
            if self.tell:
                self.tell.gained(row, loser, special, "PB-special")

    def _ask(self, kind: Literal["ball", "special"], player: int, options: tuple[str, ...], rule: str) -> str:
        """Return the only option there is, or what the player chooses."""
        return options[0] if len(options) == 1 else self.choose(Question(kind, player, options, rule))

    def _tell_no_goal(self, row: int) -> None:
        if self.tell and row_of(self.squares[self.carrier]) == GOAL_ROW[team_of(self.carrier)]:
            self.tell.no_goal(row, self.carrier, "PB-21")


def first_option(question: Question) -> str:
    return question.options[0]


def played(position: Position, player: int, own: Sheet, other: Sheet, options: Options) -> Play:
    """Return a turn that was played, `own` being the sheet of `player`; of what players choose the first is taken."""
    play = Play(position, (own, other) if player == 0 else (other, own), first_option, options)
    play.rows()
    return play
