"""The table screen of a refereed game in words, offers and a picture of the board."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.app.games.refereed_state import Moment, Phase, ShownSuggestion, TableState
from companion.app.games.refereed_table import RefereedTable
from companion.app.games.turn_entry import EntryStep
from companion.app.intents import AnyIntent, Intent, call
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Action, BoardPicture, ShownDie, Tone
from companion.games.reason import Reason
from companion.games.rulebook import Rule
from companion.referee.verdict import Verdict

S = TypeVar("S")
TONES: Mapping[str, Tone] = {"good": "good", "win": "good", "bad": "bad", "wait": "warn", "calm": "plain"}
# That of a game that nobody has won.
DRAWN = "draw"
ACCEPT: Intent[RefereedTable[Any]] = call(RefereedTable.correct, {"accept": True})


@dataclass(frozen=True)
class OfferedReading:
    """One explanation of an unsure look, as a picture to tap."""

    number: int
    board: BoardPicture
    words: str
    share: str


@dataclass(frozen=True)
class RefereedView(Generic[S]):
    """All that the screen shows. `moment` is the history entry looked at, None for now; `rows` are more buttons, `own`
    is what only this game's screen shows.
    """

    title: str
    tone: Tone
    headline: str
    words: tuple[str, ...]
    rule: str | None
    board: BoardPicture
    dice: tuple[ShownDie, ...]
    score: S
    actions: tuple[Action, ...]
    readings: tuple[OfferedReading, ...]
    moments: int
    moment: int | None
    banner: str = ""
    rows: tuple[tuple[Action, ...], ...] = ()
    own: Any = None


class RefereedPresenter(ABC, Generic[S]):
    """Keeps what only the screen knows: the place whose piece is picked up, the moment looked at, whether the players
    are choosing which of several legal turns was made.
    """

    game: ClassVar[str]
    # What the button is called that says that something missing has been done, by its key.
    mend: ClassVar[str] = "do.accept"
    may_pass: ClassVar[bool] = True

    def __init__(self, texts: Texts, players: Mapping[str, str] | None = None) -> None:
        self.texts = self._t = texts
        self.begin(players or {})

    def begin(self, players: Mapping[str, str]) -> None:
        """Another game, of these players."""
        self._players = players
        self.picked: str | None = None
        self.asked: str | None = None
        self.moment: int | None = None
        self.choosing = False
        self._declined: Verdict | None = None
        self._suggested: ShownSuggestion | None = None

    def name(self, side: str) -> str:
        """The player's name, or the side's where none was given."""
        return self._players.get(side) or self._t.side(side)

    def computers_turn(self, state: TableState[S]) -> bool:
        """Whether the computer rolls or moves now."""
        return state.side in state.computers and state.phase in ("roll", "move") and self.moment is None

    @abstractmethod
    def tap(self, state: TableState[S], spot: str) -> Intent[RefereedTable[Any]] | None:
        """What a tap on a place means, None where only the screen changes."""

    @abstractmethod
    def moves(self, moves: Sequence[JsonObject]) -> str:
        """The moves of a turn in words."""

    @abstractmethod
    def steps(self, steps: Sequence[EntryStep]) -> str:
        """The steps entered of a turn in words."""

    @abstractmethod
    def things(self, state: TableState[S], place: str) -> tuple[str, ...]:
        """What a place may be said to hold, the likeliest first."""

    def to_type(self, state: TableState[S], name: str) -> tuple[ShownDie, ...]:
        """The dice that are typed by a button of that name beside `type`, none for any other button."""
        return ()

    def typed(self, state: TableState[S], dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
        """What it means that these dice show these values."""
        return call(RefereedTable.roll, {die.colour: value for die, value in zip(dice, values, strict=True)})

    def colours(self, side: str) -> tuple[str, ...]:
        """The dice of a side, by their colours."""
        return ()

    def act(self, state: TableState[S], name: str) -> None:
        """A button of that name was pressed, which concerns only this game's screen."""

    def mark(self, moment: Moment[S]) -> str:
        """How a moment is marked in the history: a tone, or the letter of a colour."""
        return tone_of(moment.verdict)

    def reach(self, state: TableState[S], place: str) -> str:
        """What can be done with what lies on a place, the hint for which is shown."""
        return place

    def arrow(self, move: JsonObject) -> tuple[str, str] | None:
        """From where to where a move goes, if it is one to draw an arrow for."""
        return (str(move["from"]), str(move["to"])) if "from" in move else None

    def says(self, what: str, **values: Any) -> str:
        """What is said of the game in the game's own words, where it has some."""
        own = f"{self.game}.say.{what}"
        return self._t(own if self._t.has(own) else f"say.{what}", **values)

    def _held(self, state: TableState[S]) -> str | None:
        """The cell whose piece is picked up, on the screen or on the table."""
        return state.hint.start if state.hint and state.hint.lifted else self.picked

    def view(self, state: TableState[S]) -> RefereedView[S]:
        if state.phase != "move" or (state.suggestion and state.suggestion is not self._suggested):
            self.picked = None
        self._suggested = state.suggestion
        self.choosing = self.choosing and self._open_turn(state)
        if self.moment is not None and self.moment < len(state.moments):
            return self._past(state, self.moment)
        self.moment = None
        return RefereedView(
            title=self._title(state),
            tone=self._tone(state),
            headline=self._headline(state),
            words=tuple(word for word in self._words(state) if word),
            rule=self._rule(state),
            board=self._board(state),
            dice=self._dice(state),
            score=state.score,
            actions=self._actions(state),
            readings=self._readings(state),
            moments=len(state.moments),
            moment=None,
            banner="\n".join(self._banner(state)),
            rows=self._rows(state),
        )

    def _rows(self, state: TableState[S]) -> tuple[tuple[Action, ...], ...]:
        """More buttons of this game's."""
        return ()

    def _rule(self, state: TableState[S]) -> str | None:
        """The rule behind what is said, if one is."""
        if state.fault:
            return state.fault.rule
        if state.phase == "illegal" and state.verdict:
            return state.verdict.rule
        if state.phase != "move" or state.hint is None or state.draft:
            return None
        place = self.asked or state.hint.start
        return state.hint.refused.get(place, (None, None))[0] or None

    def _banner(self, state: TableState[S]) -> list[str]:
        """What goes on beside the game: that it is only looked on, what is missing."""
        looked_on = state.source in ("practice", "recording")
        watched = [self._t(f"banner.{state.source}")] if looked_on else []
        watched += [self._t("banner.hands")] if state.by_hand else []
        return [*watched, *(self._t(f"away.{device}") for device in state.away)]

    def choose(self) -> None:
        """The players want to say which of the readings is right."""
        self.choosing, self._declined = True, None

    def decline(self, state: TableState[S]) -> None:
        """None of the readings offered is right: the players say cell by cell what stands there."""
        self.choosing, self._declined = False, state.verdict

    def can_report(self, state: TableState[S]) -> bool:
        """Whether there is a look that could be reported."""
        seen = state.verdict is not None and state.verdict.verdict not in ("setup", "hand")
        return seen and (state.source == "camera" or "camera" in state.away) and state.picture is not None

    def rule(self, rule_id: str) -> Rule:
        """A rule in the players' language."""
        return self._t.rule(self.game, rule_id)

    def occasion(self, state: TableState[S]) -> object:
        """What there is to be said aloud about, another object each time."""
        if state.fault:
            return state.fault
        return state.suggestion if self.computers_turn(state) and state.suggestion else state.verdict

    def spoken(self, state: TableState[S]) -> str:
        """The last verdict in a few words, to be said aloud."""
        verdict = state.verdict
        if state.fault:
            return f"{self._t('verdict.illegal')}. {self._rule_title(state.fault.rule)}"
        if self.computers_turn(state) and state.suggestion:
            return f"{self._headline(state)}: {self.moves(state.suggestion.moves)}"
        if verdict is None or verdict.trait.passes:
            return ""
        if verdict.trait.turn and verdict.moves:
            return f"{self._verdict(verdict)}. {self.verdict_words(verdict)[0]}"
        if verdict.trait.turn:
            return self._verdict(verdict)
        return f"{self._t(f'verdict.{verdict.verdict}')}. {self._rule_title(verdict.rule)}"

    def _title(self, state: TableState[S]) -> str:
        if state.winner == DRAWN:
            return self._t("turn.draw")
        if state.winner:
            return self._t("turn.won", player=self.name(state.winner))
        if state.phase == "setup":
            return self._t("turn.setup")
        return self._t("turn.of", player=self.name(state.side))

    def _tone(self, state: TableState[S]) -> Tone:
        if state.fault:
            return "bad"
        if state.notice:
            return "warn"
        if state.draft:
            return "plain" if state.legal else "warn"
        if state.phase == "move":
            return "accent"
        return tone_of(state.verdict) if state.verdict else "plain"

    def _headline(self, state: TableState[S]) -> str:
        t, verdict = self._t, state.verdict
        if state.notice or state.fault:
            return t("head.notice")
        if verdict is None:
            return t("verdict.none" if state.source == "touch" else "head.seeking")
        if self.computers_turn(state):
            return t("computer.please" if state.suggestion else "computer.turn", player=self.name(state.side))
        if state.suggestion or state.hint:
            return t("head.hint" if state.suggestion else "head.why" if self.asked else "head.reach")
        if state.draft:
            return t("entered.title")
        if state.phase == "move":
            return t("head.move")
        if verdict.verdict == "illegal" and verdict.rule:
            title = self._rule_title(verdict.rule)
            return f"{t('verdict.illegal')}: {title}" if title else t("verdict.illegal")
        return self._verdict(verdict)

    def _verdict(self, verdict: Verdict) -> str:
        """What it is, in a word or two; a turn without a move is a pass."""
        return self._t(
            "verdict.pass" if verdict.verdict == "legal" and not verdict.moves else f"verdict.{verdict.verdict}"
        )

    def _words(self, state: TableState[S]) -> list[str]:
        t = self._t
        if state.notice:
            return [self.reason(state.notice)]
        if state.fault:
            return [self.reason(state.fault)]
        if state.suggestion:
            if not state.suggestion.moves:
                return [t("say.hint.none"), self.reason(state.suggestion.reason)]
            moves = "; ".join(f"{n}. {self.moves((move,))}" for n, move in enumerate(state.suggestion.moves, 1))
            why = [] if self.computers_turn(state) else [self.reason(state.suggestion.reason)]
            return [moves, *why]
        if self.asked and state.hint:
            return self._refusal(self.asked, state)
        if state.hint:
            return [self._reach(state)]
        if state.draft:
            return [t("say.entered", moves=self.steps(state.draft)), "" if state.legal else t("say.off")]
        if self._open_look(state) and not self._offering(state):
            return [t("say.none")]
        return self._told(state)

    def _told(self, state: TableState[S]) -> list[str]:
        """What was judged last, and what is to be done now."""
        t = self._t
        said = self.verdict_words(state.verdict) if state.verdict else [self.says("seeking")]
        last = state.moments[-1].verdict if state.moments else None
        before = self.verdict_words(last)[:1] if last and last.moves else []
        match state.phase:
            case "won" if state.series:
                said.append(series_words(t, state.series, self.winners(state), self.name))
            case "illegal":
                nearest = state.nearest.moves if state.nearest else ()
                said += [t("say.nearest", moves=self.moves(nearest))] if nearest else []
                said.append(self.says("putback"))
            case "roll" if not (state.verdict and state.verdict.verdict == "setup"):
                own = not self.computers_turn(state) or state.dice == "tower"
                said += [self._roll_words(state)] if own else []
            case "move" if self.computers_turn(state):
                said = before
            case "move" if state.source == "practice":
                said = [t("say.practice.move", player=self.name(state.side))]
            case "move":
                do = self.says("move") if state.source == "touch" else t("say.watch")
                said = [do, *(t("say.before", words=words) for words in before)]
        return said

    def winners(self, state: TableState[S]) -> tuple[str, ...]:
        """Who has won, nobody in a draw."""
        return (state.winner,) if state.winner and state.winner != DRAWN else ()

    def result(self, state: TableState[S]) -> tuple[str, ...]:
        """How the game has ended, for its picture: a title, who played, scores."""
        sides = dict.fromkeys(moment.verdict.side for moment in state.moments if moment.verdict.side)
        series = (series_words(self._t, state.series, self.winners(state), self.name),) if state.series else ()
        return (self._title(state), " – ".join(map(self.name, sides)), *self.scores(state), *series)

    def scores(self, state: TableState[S]) -> tuple[str, ...]:
        """The points, where the title does not tell them."""
        return ()

    def _refusal(self, cell: str, state: TableState[S]) -> list[str]:
        assert state.hint
        _, reason = state.hint.refused.get(cell, ("", self._t("say.noway")))
        again = self._t("say.again") if state.source == "touch" else ""
        return [f"{cell}: {self.reason(reason)}", again]

    def _reach(self, state: TableState[S]) -> str:
        assert state.hint
        place = state.hint.start
        if place in state.hint.refused:
            _, reason = state.hint.refused[place]
            return self._t("say.reach.none", cell=place) + f": {self.reason(reason)}"
        return self.reach(state, place)

    def verdict_words(self, verdict: Verdict) -> list[str]:
        """What a verdict says, a sentence or two."""
        t = self._t
        player = self.name(verdict.side) if verdict.side else ""
        match verdict.verdict:
            case "legal" | "won":
                if not verdict.moves:
                    words = [t("say.pass.unseen" if verdict.reason else "say.pass", player=player)]
                else:
                    words = [self.says(verdict.verdict, player=player, moves=self.moves(verdict.moves))]
            case "setup" | "takeback" | "unsure" | "hand":
                words = [self.says(verdict.verdict)]
            case _:
                words = [self.reason(verdict.reason or "")]
        return [*words, *(self.reason(note) for note in verdict.notes)]

    def reason(self, reason: str | Reason) -> str:
        """A reason as a sentence."""
        return self._t.reason(reason)

    def _rule_title(self, rule: str | None) -> str:
        return self._t.rule_title(self.game, rule) if rule else ""

    def _roll_words(self, state: TableState[S]) -> str:
        if state.source == "practice":
            return self._t("say.practice.roll", player=self.name(state.side))
        names = [self._t(f"colour.{colour}") for colour in self.colours(state.side)]
        return self.says("roll", **dict(zip(("first", "second"), names, strict=False)))

    def _dice(self, state: TableState[S]) -> tuple[ShownDie, ...]:
        if not state.roll or state.phase == "roll":
            return tuple(ShownDie(colour, None) for colour in self.colours(state.side))
        left = state.left or {}
        if state.phase != "move" or not left:
            return self.thrown(state.roll)
        return tuple(ShownDie(c, value, self._t("left", n=left[c]), left[c]) for c, value in state.roll.items())

    def thrown(self, roll: Any) -> tuple[ShownDie, ...]:
        """The dice of a roll, none for None."""
        return tuple(ShownDie(colour, value) for colour, value in (roll or {}).items())

    def _board(self, state: TableState[S]) -> BoardPicture:
        frames: dict[str, Tone] = {}
        badges: dict[str, tuple[str, Tone]] = {}
        arrows: list[tuple[str, str, Tone]] = []
        if state.phase in ("illegal", "incomplete") and state.verdict:
            tone: Tone = "bad" if state.phase == "illegal" else "warn"
            frames = dict.fromkeys(state.verdict.cells, tone)
            arrows = [(start, end, tone) for start, end in state.strayed]
        elif state.suggestion:
            arrows = self._arrows(state.suggestion.moves, "accent")
        elif state.draft:
            arrows = self._arrows(state.draft, "mark")
        elif state.phase in ("roll", "won") and state.verdict:
            arrows = self._arrows(state.verdict.moves, "mark")
        picked = self._held(state)
        if state.hint and picked:
            badges |= {cell: (str(cost), "good") for cell, cost in state.hint.costs.items()}
            badges |= {cell: ("×", "bad") for cell in state.hint.refused if cell != state.hint.start}
            frames |= dict.fromkeys(state.hint.costs, "good")
        if picked:
            frames[picked] = "mark"
        return BoardPicture(state.grid, frames, badges, tuple(arrows))

    def _arrows(self, moves: Sequence[JsonObject], tone: Tone) -> list[tuple[str, str, Tone]]:
        return [(*ends, tone) for move in moves if (ends := self.arrow(move))]

    def _actions(self, state: TableState[S]) -> tuple[Action, ...]:
        t, touch = self._t, state.source == "touch"
        phase: Phase = state.phase
        watching = () if touch else self._running(state)
        undo = self.undo(state)
        asks = phase == "move" and not state.draft
        hint = Action("suggest", t("do.hint"), enabled=asks, intent=call(RefereedTable.suggest))
        hints = (hint,) if state.hints_on else ()
        if phase == "setup" and state.by_hand:
            return ()
        if phase == "setup":
            return (Action("set_up", t("do.usual"), intent=call(RefereedTable.set_up)),) if touch else watching
        if phase == "won":
            share = Action("share", t("do.share"))
            return (undo, share, Action("leave", t("do.new")), Action("rematch", t("do.rematch"), "accent"))
        if phase == "illegal":
            put_back = Action("put_back", t("do.putback"), "accent", intent=call(RefereedTable.put_back))
            back = (put_back,) if touch else watching
            return (*back, Action("rule", t("do.rule")), Action("accept", t("do.accept"), intent=ACCEPT))
        if phase == "incomplete":
            return (undo, *watching, Action("accept", t(self.mend), "accent", intent=ACCEPT))
        if self.computers_turn(state):
            return (undo, *watching)
        open_ = self._open_turn(state) or self._open_look(state)
        which = (Action("which", t("do.which")),) if open_ else ()
        if phase == "unsure":
            return (undo, *which, *watching)
        if phase == "roll" and state.source not in ("practice", "recording"):
            return (undo, *which, Action("type", t("do.type")), *self._rolling(state))
        may_pass = phase == "move" and self.may_pass and state.source != "practice"
        # Never where the roll was asked for a moment ago: a second tap there would lose the turn.
        enabled = may_pass and not state.draft
        own = Action("pass", t("do.pass"), enabled=enabled, intent=call(RefereedTable.pass_turn))
        passing = (Action("rule", t("do.rule")),) if self._rule(state) else (own,) if may_pass else ()
        if phase == "move" and touch:
            done = Action("done", t("do.done"), "accent", bool(state.draft), intent=call(RefereedTable.done))
            return (undo, *passing, *hints, done)
        return (undo, *which, *passing, *watching, *hints)

    def undo(self, state: TableState[S]) -> Action:
        """One step back; a roll is taken back only where that is said."""
        label = self._t("do.undo.roll" if state.undoes_roll else "do.undo")
        return Action("undo", label, enabled=state.can_undo, intent=call(RefereedTable.undo))

    def _open_turn(self, state: TableState[S]) -> bool:
        """Whether the last turn was legal whichever of several it was."""
        return state.phase == "roll" and state.verdict is not None and bool(state.verdict.readings)

    def _open_look(self, state: TableState[S]) -> bool:
        """Whether the players are asked what the last look showed."""
        return state.phase == "unsure" and state.verdict is not None

    def _offering(self, state: TableState[S]) -> bool:
        return self.choosing or (self._open_look(state) and state.verdict != self._declined)

    def _rolling(self, state: TableState[S]) -> tuple[Action, ...]:
        """A tower rolls by itself, one in software on request; without one the screen rolls."""
        if state.dice == "tower":
            return ()
        if state.dice == "screen":
            return (Action("roll", self._t("do.roll"), "accent", intent=call(RefereedTable.roll)),)
        return (Action("throw", self._t("do.roll"), "accent", intent=call(RefereedTable.throw)),)

    def _running(self, state: TableState[S]) -> tuple[Action, ...]:
        if state.running:
            return (Action("pause", self._t("do.pause"), intent=call(RefereedTable.pause)),)
        return (
            Action("step", self._t("do.step"), intent=call(RefereedTable.step)),
            Action("go_on", self._t("do.goon"), "accent", intent=call(RefereedTable.go_on)),
        )

    def _readings(self, state: TableState[S]) -> tuple[OfferedReading, ...]:
        return self.offered(state) if self._offering(state) else ()

    def offered(self, state: TableState[S]) -> tuple[OfferedReading, ...]:
        """Between what the players may choose, whether they are asked to or not."""
        if state.verdict is None or not (self._open_look(state) or self._open_turn(state)):
            return ()
        found = []
        grids = [reading.grid for reading in state.verdict.readings]
        differing = {cell for cell in state.believed if len({grid[cell] for grid in grids}) > 1}
        for number, reading in enumerate(state.verdict.readings):
            grid = reading.grid
            words = self.moves(reading.moves) or (self.reason(reading.reason) if reading.reason else "")
            frames: dict[str, Tone] = dict.fromkeys(differing, "mark")
            board = BoardPicture(grid, frames, {}, tuple(self._arrows(reading.moves, "mark")))
            share = f"{self._t('verdict.' + reading.verdict)}, {reading.probability:.0%}"
            found.append(OfferedReading(number, board, words, share))
        return tuple(found)

    def _past(self, state: TableState[S], moment: int) -> RefereedView[S]:
        verdict = state.moments[moment].verdict
        grid = verdict.seen or verdict.grid
        tone = tone_of(verdict)
        arrows = tuple(self._arrows(verdict.moves, "mark"))
        frames = dict.fromkeys(verdict.cells, tone) if verdict.trait.stands else {}
        dice = self.thrown(verdict.roll)
        title = self._t("history", n=moment + 1, all=len(state.moments))
        title += f" – {self.name(verdict.side)}" if verdict.side else ""
        rule = self._rule_title(verdict.rule)
        head = self._verdict(verdict) + (f": {rule}" if rule else "")
        return RefereedView(
            title=title,
            tone=tone,
            headline=head,
            words=tuple(self.verdict_words(verdict)),
            rule=verdict.rule,
            board=BoardPicture(grid, frames, {}, arrows),
            dice=dice,
            score=state.moments[moment].score,
            actions=(Action("now", self._t("do.now"), "accent"),),
            readings=(),
            moments=len(state.moments),
            moment=moment,
        )


def series_words(t: Texts, before: Mapping[str, int], winners: Sequence[str], name: Callable[[str], str]) -> str:
    """How a series stands: the games won before, and the one just won."""
    told = ", ".join(f"{name(side)} {wins + (side in winners)}" for side, wins in before.items())
    return t("series", told=told)


def tone_of(verdict: Verdict) -> Tone:
    return "accent" if verdict.trait.by_players else TONES[verdict.trait.tone]
