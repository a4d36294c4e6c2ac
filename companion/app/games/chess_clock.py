"""A chess clock: so much time for each player's whole game, and some more for each turn. It ends no game by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final, Self

from companion.app.games.far_table import FarState
from companion.app.games.state import AnyState
from companion.app.whole_file import read_json, save_json

NAME = "clock.json"
# Under what name a control is chosen.
CHESS: Final = "chess"
# Minutes for the game and seconds for each turn, as players write them.
CONTROLS: Final = ("3+2", "5+5", "10+10", "20+15", "45+30")
OFF: Final = "off"
WARNED_SECONDS = 10.0
# Between two things that are worth keeping while nobody's turn ends.
KEPT_SECONDS = 10.0


@dataclass(frozen=True)
class SideTime:
    """One side of the clock: seconds left, whether its time runs, whether it has run out."""

    side: str
    left: float
    runs: bool
    flag: bool

    @property
    def words(self) -> str:
        """``4:07``, and with tenths in the last ten seconds."""
        left = max(0.0, self.left)
        if left < WARNED_SECONDS:
            return f"0:{left:04.1f}"
        minutes, seconds = divmod(int(left), 60)
        return f"{minutes}:{seconds:02d}"


class ChessClock:
    """`left` are the seconds that each side has, `increment` those that a turn gives, `total` those that each began
    with, where that is known. Times are on any clock that never runs backwards.
    """

    def __init__(self, left: Mapping[str, float], increment: float, total: float | None = None) -> None:
        self._left, self._increment, self._total = dict(left), increment, total
        # What two tables have agreed on, side by side; None at one table.
        self._agreed: dict[str, tuple[float, int]] | None = None
        self._running: str | None = None
        # The side whose time ran last: between two turns no time may run for a while.
        self._last: str | None = None
        self._since = 0.0
        self._held = False

    @classmethod
    def of(cls, control: str, sides: Sequence[str]) -> Self:
        """``5+5`` for these sides. Raises ValueError for what is no such control."""
        if control not in CONTROLS:
            raise ValueError(f"no time control: {control}")
        minutes, increment = (float(part) for part in control.split("+"))
        return cls(dict.fromkeys(sides, minutes * 60), increment, minutes * 60)

    @classmethod
    def load(cls, folder: Path) -> Self | None:
        """Read the clock from a game's folder; None if there is none, or if it makes no sense."""
        try:
            kept = read_json(folder / NAME)
            left = {str(side): float(seconds) for side, seconds in kept["left"].items()}
            increment, total = float(kept["increment"]), kept.get("total")
            total = None if total is None else float(total)
            sensible = all(isfinite(seconds) for seconds in (*left.values(), increment, total or 0.0))
            return cls(left, increment, total) if sensible else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def save(self, folder: Path, now: float) -> None:
        """Raises OSError where it cannot be kept."""
        left = {side: round(self._of(side, now), 1) for side in self._left}
        total = {} if self._total is None else {"total": self._total}
        save_json(folder / NAME, {"left": left, "increment": self._increment, **total})

    def follow(self, side: str | None, now: float, *, held: bool = False) -> bool:
        """Let the time of `side` run, nobody's for None. `held`: True while something lies over the board. Returns True
        if a turn has ended."""
        if side not in self._left:
            side = None
        if side == self._running and held == self._held:
            return False
        before = self._last
        self._take(now)
        ended = before is not None and side is not None and before != side
        if ended and before and self._agreed is None and self._left[before] > 0:
            self._left[before] += self._increment
        self._running, self._since, self._held = side, now, held
        self._last = side or before
        return ended

    def agree(self, used: Mapping[str, float], moves: Mapping[str, int], now: float) -> None:
        """Take the times that two tables have agreed on: the seconds that each side has thought, over so many turns, by
        its own table. What is counted here only fills the time until that is told."""
        if self._total is None:
            return
        agreed, self._agreed = self._agreed or {}, {side: (used.get(side, 0.0), moves.get(side, 0)) for side in moves}
        for side in self._left.keys() & self._agreed.keys():
            if self._agreed[side] != agreed.get(side):
                seconds, turns = self._agreed[side]
                self._left[side] = self._total - seconds + self._increment * turns
                if side == self._running:
                    self._since = now

    def readings(self, now: float) -> tuple[SideTime, ...]:
        return tuple(
            SideTime(side, left, side == self._running and not self._held, left <= 0)
            for side in self._left
            for left in (self._of(side, now),)
        )

    def _take(self, now: float) -> None:
        if self._running:
            self._left[self._running] = self._of(self._running, now)
        self._since = now

    def _of(self, side: str, now: float) -> float:
        spent = now - self._since if side == self._running and not self._held else 0.0
        return self._left[side] - spent


class ClockFollower:
    """Keeps a game's clock while its screen is on show, and says what is due: ``warning``, and ``end`` when a side's
    time has run out, each once a side.
    """

    def __init__(self, clock: ChessClock, folder: Path, now: float) -> None:
        self._clock, self._folder, self._kept = clock, folder, now
        shown = clock.readings(now)
        self._told = {("end", each.side) for each in shown if each.flag}
        self._told |= {("warning", each.side) for each in shown if each.left < WARNED_SECONDS}

    def tick(
        self, side: str | None, now: float, *, held: bool, far: FarState | None = None
    ) -> tuple[tuple[SideTime, ...], tuple[tuple[str, str], ...]]:
        """Return what the clock shows, and what is new to tell, with its side: "end" or "warning". `far`: what the
        other table has told, if there is one."""
        ended = self._clock.follow(side, now, held=held)
        if far is not None:
            self._clock.agree(far.used or {}, far.moves or {}, now)
        if ended or now - self._kept > KEPT_SECONDS:
            self.save(now)
        shown = self._clock.readings(now)
        due = [("end", each.side) for each in shown if each.flag]
        due += [("warning", each.side) for each in shown if each.runs and not each.flag and each.left < WARNED_SECONDS]
        fresh = tuple(each for each in due if each not in self._told)
        self._told |= set(fresh)
        return shown, fresh

    def save(self, now: float) -> None:
        """Write the clock to the disk; what cannot be written is written the next time."""
        self._kept = now
        try:
            self._clock.save(self._folder, now)
        except OSError:
            return


def side_to_move(state: AnyState) -> str | None:
    """Return the side whose time runs. None before and after a game, in a game that is only watched, and while another
    table makes the turn that it was told."""
    if state.far and state.far.rests:
        return None
    paused = state.source == "camera" and not state.running
    over = state.phase in ("setup", "won")
    return None if state.looked_on or paused or over else str(state.side)
