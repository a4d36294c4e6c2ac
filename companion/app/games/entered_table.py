"""A table at which turns are entered and judged: each change goes through the referee and its journal."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.app.devices.feeds import GameSource
from companion.app.devices.game_dice import ON_SCREEN, GameDice
from companion.app.games.opponents import ComputersTurn, Opponents
from companion.app.games.state import Moment, Nearest, Phase, ShownHint, ShownSuggestion
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.referee.game import Game
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import Event
from companion.referee.live.cameras import Image
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.table_parts import Happening
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict

S = TypeVar("S")
Clock = Callable[[], float]


class EnteredTable(Generic[S]):
    """One game. `table` is how it lies on a table, `entry` how its turns are entered, `source` from what it is fed.

    `clock` gives seconds, never running backwards; `seed` is that of the dice, where none are on the table, and of what
    the computer does; `tower` is the device that rolls, if there is one. `start` is the set-up of a game by touch;
    `first` begins. `opponents` are the computer's sides, which does a step every `pace` seconds; `series` counts the
    games won before this one. While who is `ahead` has a head start the others sit out: they roll and pass at once.
    """

    def __init__(
        self,
        journal: Journal,
        table: AnyTable,
        entry: TurnEntry[Any, S],
        source: GameSource,
        clock: Clock,
        *,
        seed: int = 0,
        start: Grid | None = None,
        first: str = "",
        tower: GameDice | None = None,
        opponents: Opponents | None = None,
        pace: float = 0.0,
        series: Mapping[str, int] | None = None,
        ahead: str = "",
    ) -> None:
        self._game = Game(table, source.open_tracker, journal)
        self._table, self._entry = table, entry
        self._source, self._journal = source, journal
        self._clock, self._begin = clock, clock()
        # When the last event was, in seconds of the game.
        self._at = 0.0
        self._seed = seed
        self._opponents = opponents or Opponents({})
        self._computer = ComputersTurn(pace)
        self._series, self._ahead = dict(series or {}), ahead
        self._start, self._first = start, first or table.sides[0]
        self._tower = tower
        # Whether the players go on by touch though the game has a camera.
        self._touched = False
        # What has come and is not on the disk yet, since that took no more.
        self._due: Happening | None = None
        self._next = 0
        self._verdict: Verdict | None = None
        # The number of that verdict, which answers bear.
        self._number: int | None = None
        self._moments: list[Moment[S]] = []
        self._draft: list[EntryStep] = []
        self._passed = False
        self._hint: ShownHint | None = None
        self._suggestion: ShownSuggestion | None = None
        self._nearest: Nearest | None = None
        self._picture: ShownPicture | None = None
        self._pictures = 0
        self._judged = self._begin
        self._turn_begin = 0.0
        self.hints_on = True
        self.running = True
        # What is done with each picture that was judged.
        self.looked: Callable[[Image], None] = lambda _image: None
        self.notice: Reason | None = None
        # What the journal had to say while it was written, to be told with the next state.
        self._kept_word: Reason | None = None
        journal.said = self._keep_word
        self.fault: Reason | None = None

    def _keep_word(self, word: Reason) -> None:
        self._kept_word = word

    @property
    def session(self) -> Session:
        return self._game.session

    def set_up(self) -> None:
        """Begin with the set-up given, or the usual one, entered by hand."""
        start = self._start or self._entry.start()
        self._hear(self._game.enter(self._event("frame", None), start))
        self._let_sit_out()

    def say(self, kind: str, value: Any) -> None:
        """What the mover commits himself by, such as a roll. Raises GameError, DeviceError for what cannot be."""
        self._let_others_roll()
        if self._game.passes(Event(self._next, self._now(), kind, value)):
            self._pass("unseen")
        self._game.commit(self._event(kind, value))
        self._turn_begin = self._now()
        self._passed = False
        self._moved_on()

    def roll(self, roll: Mapping[str, int] | None = None) -> None:
        """A roll, or None to have it rolled here."""
        self.say("roll", dict(roll or self._entry.roll(self.side, self._chance("roll"))))

    def _chance(self, what: str) -> random.Random:
        """What dice, or choices of the computer, come of: who plays the game again by its seed, or goes on with it
        after a restart, finds the same."""
        return random.Random(f"{self._seed} {what} {self._occasion}")

    @property
    def _occasion(self) -> object:
        """What is another one as soon as something was judged, taken back or put right."""
        return self._game.number

    def throw(self) -> None:
        """Roll with a tower that can do so by itself."""
        if self._tower:
            self._tower.throw()

    def enter(self, step: EntryStep) -> None:
        """Enter one step of the turn under way. Raises RefereeError for one that cannot be made at all."""
        if self._under is None:
            return
        draft = [*self._draft, dict(step)]
        self._entry.drafted(self.session.position, self._under, draft)
        self._keep_draft(draft, self._passed)
        self._hint = self._suggestion = None

    def _take_back(self) -> None:
        self._hint = self._suggestion = None
        if self._draft:
            self._keep_draft(self._draft[:-1], self._passed)
        else:
            self.correct({"undo": self.session.takes_back if self.session.can_unsay else True})

    def done(self) -> None:
        """The turn is entered: the referee judges the table as it stands. With no step at all the mover passes."""
        if not self._draft:
            self.pass_turn()
            return
        grid = self._drafted().grid
        if self._source.by_hand:
            self._source.lay(grid)
            return
        self._judge(grid, self._draft if self._entry.hops else ())

    def _judge(self, grid: Grid, steps: Sequence[EntryStep] = ()) -> None:
        """A table that the players have entered, step by step."""
        self._hear(self._game.enter(self._event("frame", None), grid, steps))
        self._moved_on()
        self._let_sit_out()

    def pass_turn(self) -> None:
        """The mover does not move. Raises RefereeError where nobody is to move."""
        if self._entry.may_pass:
            self._pass(True)

    def _pass(self, how: bool | str) -> None:
        self._hear(self._game.correct(self._event("correct", {"pass": how})))
        self._moved_on()

    def put_back(self) -> None:
        """The players have put everything back where it was before the turn."""
        if self._source.by_hand:
            self._source.lay(self.session.grid)
            return
        self._judge(self.session.grid)

    def correct(self, correction: JsonObject) -> None:
        """The players' word, see `Session.correct`."""
        self._hear(self._game.correct(self._event("correct", dict(self._completed(correction)))))
        self._passed = False
        self._moved_on()
        if "undo" not in correction:
            self._let_sit_out()
        self._stand()

    def _completed(self, correction: JsonObject) -> JsonObject:
        """A correction with what follows from it in this game."""
        return correction

    def agree(self) -> None:
        """The players agree on a draw, which no rule of the game gives them. Raises RefereeError where nothing has
        been repeated."""
        if not self.repeated:
            raise RefereeError("table.no_repetition")
        self.correct({"agree": DRAWN})

    @property
    def repeated(self) -> int:
        """How many times the position has stood, where that is often enough to end the game for it; else 0."""
        if not self._entry.often or self._phase() != "roll" or self.session.due:
            return 0
        stood = self.session.stood
        return stood if stood >= self._entry.often else 0

    def refuse(self, why: Reason) -> None:
        """What was entered cannot be; it is told, and nothing is judged."""
        self.fault = why

    def _stand(self) -> None:
        """Tell the source how the table stands by the players' word."""
        session = self.session
        if session.started and not session.winner:
            self._source.stand(session.position, self.side, self._under)

    @property
    def _under(self) -> Commitment | None:
        """What the turn is played under; None where somebody has to commit himself first."""
        return None if self._passed else self.session.due

    def _phase(self) -> Phase:
        session, verdict = self.session, self._verdict
        if not session.started or verdict is None:
            return "setup"
        if session.winner:
            return "won"
        if verdict.verdict == "unsure" and verdict.readings:
            return "unsure"
        if verdict.trait.stands:
            return "illegal" if verdict.verdict == "illegal" else "incomplete"
        return "move" if self._under else "roll"

    def _score(self) -> S:
        return self._entry.score(self.session.position if self.session.started else None)

    def _drafted(self) -> Drafted:
        """The table with the steps entered so far."""
        session = self.session
        if not session.started:
            return Drafted(dict(self._start or {}))
        if self._under is None:
            return Drafted(session.grid)
        return self._entry.drafted(session.position, self._under, self._draft)

    def _hear(self, verdict: Verdict) -> None:
        self.notice = self.fault = None
        if verdict.trait.passes and self._verdict and self._verdict.trait.stands:
            return
        if self._lifted(verdict):
            return
        self._verdict, self._number = verdict, self._game.number
        if self._tower and verdict.trait.ends_turn:
            self._tower.next_turn()
        if verdict.trait.in_history:
            self._moments.append(Moment(verdict, self._score(), max(0.0, verdict.t - self._turn_begin)))
        illegal = verdict.verdict == "illegal"
        self._nearest = self._entry.nearest(self.session.position, verdict) if illegal else None

    def _lifted(self, verdict: Verdict) -> str | None:
        """The place from which something has been taken into the hand, where that is all that is wrong: it is no turn
        as yet, but a question where it may go.
        """
        if verdict.verdict != "illegal" or not verdict.seen or not self.hints_on or self._phase() != "move":
            return None
        return self._entry.lifted(self.session.grid, verdict.seen)

    def _keep_draft(self, draft: list[EntryStep], passed: bool) -> None:
        event = self._event("stage", None)
        turn = {"steps": [dict(step) for step in draft], "passed": passed}
        self._journal.append("stage", {"event": event.index, "t": event.t, "turn": turn})
        self._draft, self._passed, self.fault = draft, passed, None

    def _event(self, kind: str, value: Any, ago: float = 0.0) -> Event:
        """An event of now or, as far as times never go back, of some seconds ago."""
        self._at = max(self._at, round(self._now() - ago, 2))
        event = Event(self._next, self._at, kind, value)
        self._next += 1
        return event

    def _now(self) -> float:
        return max(0.0, self._clock() - self._begin)

    @property
    def side(self) -> str:
        """Whose turn it is: who moves, or who is to roll next."""
        said = self.session.side
        if said is None:
            return self._first
        return said if self._under else self._table.next_mover(said)

    @property
    def _can_undo(self) -> bool:
        return bool(self._draft) or self.session.can_undo or self.session.can_unsay

    def undo(self) -> None:
        """Take the last step entered back, or the roll where none is, or else the last turn."""
        self._take_back()

    def _moved_on(self) -> None:
        """Something was said, judged or corrected: what was entered or asked for before is over."""
        self._draft = []
        self._hint = self._suggestion = self.fault = None

    def _let_others_roll(self) -> None:
        """Somebody is about to commit himself."""

    def _let_sit_out(self) -> None:
        """A turn is over, or nearly so."""

    @property
    def _watched(self) -> bool:
        return self._source.name != "touch" and not self._touched

    def _dice_from(self) -> str:
        return self._tower.rolls_by if self._tower else ON_SCREEN
