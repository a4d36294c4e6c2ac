"""A refereed game of Looney Blockade as the app plays it: by touch, watched by a camera, or on the practice table.

Every change goes through the referee and its journal; what is kept here besides is only what the screen needs: the
turn being entered, the hint asked for, the history.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.devices.feeds import Source
from companion.app.devices.game_dice import GameDice
from companion.app.games.looney.state import Grid, Hint, Moment, Nearest, Phase, Suggestion, TableState
from companion.app.views import Picture
from companion.app.whole_file import keep_json
from companion.games.engine import respond
from companion.games.errors import GameError
from companion.games.looney_blockade import SIDES, Options, Side, initial, outcome
from companion.games.looney_blockade.rules import allowances, covers
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError, together, told
from companion.referee.game import Game, first_open, rejudge, take
from companion.referee.keeping import recording
from companion.referee.keeping.journal import Journal, Record
from companion.referee.keeping.recording import Event
from companion.referee.live.loop import TURN_ENDS
from companion.referee.report.page import Overlaid
from companion.referee.session import Session
from companion.referee.tables.looney.stacks import pieces
from companion.referee.verdict import Verdict
from hardware.errors import DeviceError

GAME = "looney-blockade"
Clock = Callable[[], float]
# How many times longer the simulated players leave an illegal turn standing, so that it can be read.
TO_READ = 3
# How long a judged picture with its overlay stands before the camera's next ones are shown.
OVERLAY_SECONDS = 3.0
# In how many seconds to ask a tower again.
DICE_SECONDS = 0.1
# What stands on the table until it is put right, and what says nothing new about it.
STANDING = ("illegal", "incomplete")
PASSING = ("hand", "unchanged")
# Verdicts that stand in the history; the others only pass by.
TOLD = ("setup", "legal", "illegal", "incomplete", "takeback", "unsure", "won", "corrected")


class LooneyTable:
    """One game. `clock` gives seconds, never running backwards; `dice` rolls where no dice are on the table, `tower` is
    the device that does, if there is one. `entered` is a file for what has been entered of a turn and is not judged
    yet, which has no place in the journal.
    """

    def __init__(
        self,
        journal: Journal,
        source: Source,
        clock: Clock,
        options: Mapping[str, str] | None = None,
        dice: random.Random | None = None,
        start: Grid | None = None,
        first: Side = "cool",
        tower: GameDice | None = None,
        entered: Path | None = None,
    ) -> None:
        self._options = Options.from_json(dict(options or {}))
        self._game = Game(source.open_watcher, self._options, journal)
        self._source, self._journal = source, journal
        self._clock, self._begin = clock, clock()
        self._dice = dice or random.SystemRandom()
        self._start, self._first = start, first
        self._tower = tower
        self._entered = entered
        self._next = 0
        self._verdict: Verdict | None = None
        self._moments: list[Moment] = []
        self._draft: list[tuple[str, str]] = []
        self._passed = False
        self._hint: Hint | None = None
        self._suggestion: Suggestion | None = None
        self._nearest: Nearest | None = None
        self._picture: Picture | None = None
        self._pictures = 0
        self._judged = self._begin
        self._turn_begin = 0.0
        self.hints_on = True
        self.running = True
        self.notice: Reason | None = None

    @property
    def session(self) -> Session:
        return self._game.session

    def resume(self, records: tuple[Record, ...], folder: Path) -> None:
        """Live through a journal again. `folder` holds the camera's pictures, if there were any.

        The watcher is shown only the pictures of the set-up and of the last look, from which it knows the table.
        """
        frames = [record for record in records if record["kind"] == "frame" and record["evidence"]]
        needed = {record["seq"] for record in (*frames[:1], *frames[-1:])}
        for record in records:
            path = folder / str(record.get("frame"))
            if self._source.keeps_pictures and record.get("seq") in needed and path.is_file():
                verdict, _ = self._game.recall(record, recording.read_picture(path, path.name))
            else:
                verdict = rejudge(self.session, record)
            if verdict is not None:
                self._begin = self._clock() - verdict.t
                self._hear(verdict)
        self._next = first_open(records)
        self._moved_on()
        self._enter_again()
        self._stand()
        if self._tower and self.session.started:
            self._tower.next_turn()

    def advance(self) -> float | None:
        """Take what the source has next, if anything. Returns in how many seconds to ask again, None for never."""
        if self._tower is None:
            return self.step() if self.running else None
        self._hear_rolls(self._tower)
        pause = self.step() if self.running else None
        return DICE_SECONDS if pause is None else min(pause, DICE_SECONDS)

    def step(self) -> float | None:
        """The same, paused or not."""
        happening = self._source.next(self._verdict)
        if (seen := self._source.latest()) and self._clock() - self._judged > OVERLAY_SECONDS:
            self._picture = seen
        pace = self._source.pace
        if happening is None:
            return pace
        if happening.kind == "roll":
            self.roll(happening.value)
        elif happening.kind == "told":
            self.notice = happening.value
        else:
            self._look(happening.value)
        slow = self._source.name == "practice" and self._phase() == "illegal"
        return pace * TO_READ if slow and pace else pace

    def pause(self) -> None:
        self.running = False

    def go_on(self) -> None:
        self.running = True

    def close(self) -> None:
        self._source.close()
        if self._tower:
            self._tower.close()
        self._journal.close()

    def set_up(self) -> None:
        """Begin with the set-up given, or the usual one, entered by hand."""
        start = self._start or dict(initial().grid)
        self._hear(self._game.enter(self._event("frame", None), start))

    def roll(self, roll: Mapping[str, int] | None = None) -> None:
        """A roll, or None to have it rolled here."""
        if roll is None:
            roll = {colour: self._dice.randint(1, 6) for colour in SIDES[self.side]}
        self._take_roll("roll", dict(roll))

    def throw(self) -> None:
        """Roll with a tower that can do so by itself."""
        if self._tower:
            self._tower.throw()

    def move(self, start: str, end: str) -> None:
        """Enter one hop of the turn: the top piece of `start` is put on `end`."""
        grid = self._drafted()[0]
        if not grid.get(start) or start == end:
            raise RefereeError("table.nothing_there", cell=start)
        self._draft.append((start, end))
        self._keep_entered()
        self._hint = self._suggestion = None

    def undo(self) -> None:
        """Take the last hop entered back, or the last turn where none is."""
        self._hint = self._suggestion = None
        if self._draft:
            self._draft.pop()
            self._keep_entered()
        else:
            self.correct({"undo": True})

    def done(self) -> None:
        """The turn is entered: the referee judges the table as it stands. No hop at all passes (BK-17)."""
        if not self._draft:
            self._passed = True
            self._moved_on()
            self._keep_entered()
            return
        grid = self._drafted()[0]
        self._hear(self._game.enter(self._event("frame", None), grid))
        self._moved_on()

    def put_back(self) -> None:
        """The players have put the pieces back where they were before the turn."""
        self._hear(self._game.enter(self._event("frame", None), self.session.position.grid))
        self._moved_on()

    def correct(self, correction: Mapping[str, Any]) -> None:
        """The players' word, see `Session.correct`."""
        self._hear(self._game.correct(self._event("correct", dict(correction))))
        self._passed = False
        self._moved_on()
        self._stand()

    def touch(self, cell: str) -> None:
        """Ask where the piece on `cell` may go."""
        self._suggestion = None
        self._hint = None
        _, position, left = self._drafted()
        if position is None or not left or not self.hints_on or self._phase() != "move":
            return
        answer = self._ask("hint", position=position, budget=left, **{"from": cell})
        costs = {move["to"]: move["cost"] for move in answer.get("moves", ())}
        refused = {no["cell"]: (no["rule"], no["reason"]) for no in answer.get("refused", ())}
        self._hint = Hint(cell, costs, refused)

    def forget_hint(self) -> None:
        self._hint = self._suggestion = None

    def suggest(self) -> None:
        """Ask for a whole turn."""
        self._hint = None
        roll = self.session.roll_in_force
        if not self.hints_on or roll is None or not self._rolled or self._draft:
            return
        answer = self._ask("hint", position=self.session.position.to_json(), roll=dict(roll))
        if found := answer.get("suggestion"):
            self._suggestion = Suggestion(tuple(found["moves"]), found["reason"])

    def _stand(self) -> None:
        """Tell the source how the table stands by the players' word."""
        session = self.session
        if session.started and not session.winner:
            self._source.stand(session.position, self.side, session.roll_in_force if self._rolled else None)

    @property
    def side(self) -> Side:
        """Whose turn it is: who moves, or who is to roll next."""
        rolled = self.session.side
        if rolled is None:
            return self._first
        return rolled if self._rolled else _other(rolled)

    @property
    def _rolled(self) -> bool:
        """Whether a roll is in force and its turn not yet made."""
        session = self.session
        made = session.started and session.position.to_move != session.side
        return session.roll_in_force is not None and not made and not self._passed

    def state(self) -> TableState:
        session = self.session
        believed: Grid = dict(session.position.grid) if session.started else dict(self._start or {})
        phase = self._phase()
        grid, _, left = self._drafted()
        odd = phase in ("illegal", "incomplete") and self._verdict is not None and self._verdict.seen
        shown = dict(self._verdict.seen) if odd and self._verdict and self._verdict.seen else dict(grid)
        found = outcome(session.position, self._options) if session.started else None
        return TableState(
            grid=shown or believed,
            believed=believed,
            phase=phase,
            # While it is open whether a turn was made, it is still the turn of who rolled.
            side=(session.side or self.side) if phase == "unsure" else self.side,
            roll=dict(session.roll_in_force) if session.roll_in_force and phase != "roll" else None,
            left=left,
            draft=tuple({"from": start, "to": end} for start, end in self._draft),
            verdict=self._verdict,
            strayed=strayed(believed, shown) if phase == "illegal" else (),
            nearest=self._nearest if phase == "illegal" else None,
            towers=dict(found.towers) if found else dict.fromkeys("BGRY", 0),
            supply=session.position.supply if session.started else (5, 5, 5),
            winner=session.winner if session.started else None,
            hint=self._hint,
            suggestion=self._suggestion,
            moments=tuple(self._moments),
            picture=self._picture,
            source="touch" if self._source.away else self._source.name,
            running=self.running,
            can_undo=bool(self._draft) or session.can_undo,
            hints_on=self.hints_on,
            notice=self.notice,
            away=self._away(),
            dice=self._dice_from(),
        )

    def _phase(self) -> Phase:
        session, verdict = self.session, self._verdict
        if not session.started or verdict is None:
            return "setup"
        if session.winner:
            return "won"
        if verdict.verdict == "unsure" and verdict.readings:
            return "unsure"
        if verdict.verdict in STANDING:
            return "illegal" if verdict.verdict == "illegal" else "incomplete"
        return "move" if self._rolled else "roll"

    def _take_roll(self, kind: str, value: Any) -> None:
        self._game.roll(self._event(kind, value))
        self._turn_begin = self._now()
        self._passed = False
        self._moved_on()

    def _hear_rolls(self, tower: GameDice) -> None:
        for kind, value in tower.waiting():
            try:
                self._take_roll(kind, value)
            except (GameError, DeviceError) as error:
                tower.told.append(told(error))
        if tower.told:
            self.notice = together(tower.told)
            tower.told.clear()

    def _away(self) -> tuple[str, ...]:
        camera = ("camera",) if self._source.away else ()
        return (*camera, "tower") if self._tower and self._tower.away else camera

    def _dice_from(self) -> str:
        if self._tower is None or self._tower.away:
            return "screen"
        return "thrown" if self._tower.can_throw else "tower"

    def _look(self, image: Any) -> None:
        kept = self._source.keep(self._next, image)
        try:
            step = take(self._game, self._event("frame", kept.name), kept)
        except RefereeError as error:
            self.notice = told(error)
            return
        assert step.verdict is not None
        lifted = self._lifted(step.verdict)
        self._hear(step.verdict)
        if step.verdict.verdict not in PASSING:
            self._moved_on()
        if lifted:
            self.touch(lifted)
            self._hint = replace(self._hint, lifted=True) if self._hint else None
        shown = kept.picture(step.event).image
        if isinstance(step.look, Overlaid) and step.verdict.verdict != "hand":
            shown = step.look.overlay(step.verdict.seen or step.verdict.grid)
        self._pictures += 1
        self._picture = self._source.small(shown, self._pictures)
        self._judged = self._clock()

    def _hear(self, verdict: Verdict) -> None:
        self.notice = None
        if verdict.verdict in PASSING and self._verdict and self._verdict.verdict in STANDING:
            return
        if self._lifted(verdict):
            return
        self._verdict = verdict
        if self._tower and verdict.verdict in TURN_ENDS:
            self._tower.next_turn()
        if verdict.verdict in TOLD:
            self._moments.append(Moment(verdict, max(0.0, verdict.t - self._turn_begin)))
        self._nearest = self._find_nearest(verdict) if verdict.verdict == "illegal" else None

    def _lifted(self, verdict: Verdict) -> str | None:
        """The cell from which a piece has been taken into the hand, where that is all that is wrong: it is no turn as
        yet, but a question where the piece may go.
        """
        if verdict.verdict != "illegal" or not verdict.seen or not self.hints_on or self._phase() != "move":
            return None
        believed = self.session.position.grid
        changed = [cell for cell in believed if verdict.seen[cell] != believed[cell]]
        off = len(changed) == 1 and verdict.seen[changed[0]] == believed[changed[0]][:-2]
        return changed[0] if off else None

    def _find_nearest(self, verdict: Verdict) -> Nearest | None:
        if verdict.seen is None or verdict.roll is None:
            return None
        before = self.session.position.to_json()
        answer = self._ask("check", before=before, after=dict(verdict.seen), roll=dict(verdict.roll))
        nearest = answer.get("nearest")
        return Nearest(tuple(nearest["moves"]), nearest["grid"]) if nearest else None

    def _keep_entered(self) -> None:
        if self._entered:
            keep_json(self._entered, {"after": self._so_far(), "hops": self._draft, "passed": self._passed})

    def _enter_again(self) -> None:
        """What was entered when the game was broken off, if nothing has happened since."""
        if self._entered and self._entered.is_file():
            with suppress(ValueError, KeyError, TypeError):
                kept = json.loads(self._entered.read_text(encoding="utf-8"))
                if kept["after"] == self._so_far():
                    self._passed = bool(kept["passed"])
                    self._draft = [(str(start), str(end)) for start, end in kept["hops"]]

    def _so_far(self) -> list[Any]:
        """Tells one moment of the game from another."""
        roll = self.session.roll_in_force
        return [len(self._moments), dict(roll) if roll else None]

    def _moved_on(self) -> None:
        self._draft = []
        self._hint = self._suggestion = None

    def _drafted(self) -> tuple[Grid, dict[str, Any] | None, dict[str, int] | None]:
        """The table with the hops entered so far, as a position of the mover, and the points left.

        The latter two are None where the hops are against the rules so far.
        """
        session = self.session
        if not session.started:
            return dict(self._start or {}), None, None
        position, roll = session.position, session.roll_in_force
        if roll is None or not self._rolled:
            return position.grid, None, None
        moves = [{"from": start, "to": end} for start, end in self._draft]
        answer = self._ask("apply", position=position.to_json(), roll=dict(roll), moves=moves)
        if "position" in answer:
            after = {**answer["position"], "to_move": position.to_move}
            return after["grid"], after, _left(roll, answer["points"])
        grid = dict(position.grid)
        for start, end in self._draft:
            piece = grid[start][-2:]
            grid[start] = grid[start][:-2]
            grid[end] += piece
        return grid, None, None

    def _ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """An answer of the engine; {} where the question makes no sense on a table against the rules."""
        answer = respond({"game": GAME, "op": op, "options": self._options.to_json(), **fields}, ENGINES)
        return {} if "error" in answer else answer

    def _event(self, kind: str, value: Any) -> Event:
        event = Event(self._next, round(self._now(), 2), kind, value)
        self._next += 1
        return event

    def _now(self) -> float:
        return max(0.0, self._clock() - self._begin)


def _other(side: Side) -> Side:
    return "warm" if side == "cool" else "cool"


def _left(roll: Mapping[str, int], spent: Mapping[str, int]) -> dict[str, int]:
    """Points left by colour, the most that some way of giving out the dice leaves it (BK-10, BK-11)."""
    ways = [way for way in allowances(dict(roll)) if covers(way, spent)]
    return {colour: max((way[colour] - spent.get(colour, 0) for way in ways), default=0) for colour in roll}


def strayed(before: Grid, after: Grid) -> tuple[tuple[str, str], ...]:
    """Hops (from, to) that would explain the difference, piece by piece; a piece gone or come stays unexplained."""
    lost: list[tuple[str, str]] = []
    gained: list[tuple[str, str]] = []
    for cell in before:
        had, has = Counter(pieces(before[cell])), Counter(pieces(after.get(cell, "")))
        lost += [(piece, cell) for piece in (had - has).elements()]
        gained += [(piece, cell) for piece in (has - had).elements()]
    hops = []
    for piece, start in lost:
        match = next((item for item in gained if item[0] == piece), None)
        if match:
            gained.remove(match)
            hops.append((start, match[1]))
    return tuple(hops)
