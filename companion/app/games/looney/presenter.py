"""The table screen of Looney Blockade in words, offers and a picture of the board."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.app.games.looney.board_picture import BoardPicture
from companion.app.games.looney.state import Phase, Suggestion, TableState
from companion.app.games.looney.table import LooneyTable
from companion.app.intents import Intent, call
from companion.app.texts.texts import Texts
from companion.app.views import Action, Die, Tone
from companion.games.looney_blockade import SIDES
from companion.games.reason import Reason
from companion.games.rulebook import Rule
from companion.referee.tables.looney.stacks import possible
from companion.referee.verdict import Verdict

TONES: Mapping[str, Tone] = {
    "setup": "good",
    "legal": "good",
    "won": "good",
    "illegal": "bad",
    "incomplete": "warn",
    "unsure": "warn",
    "takeback": "accent",
    "corrected": "accent",
    "hand": "plain",
    "unchanged": "plain",
}
GAME = "looney-blockade"
ACCEPT = call(LooneyTable.correct, {"accept": True})


@dataclass(frozen=True)
class Reading:
    """One explanation of an unsure look, as a picture to tap."""

    number: int
    board: BoardPicture
    words: str
    share: str


@dataclass(frozen=True)
class LooneyView:
    """All that the screen shows. `moment` is the history entry looked at, None for now."""

    title: str
    tone: Tone
    headline: str
    words: tuple[str, ...]
    rule: str | None
    board: BoardPicture
    dice: tuple[Die, ...]
    towers: tuple[tuple[str, int], ...]
    supply: tuple[int, int, int]
    actions: tuple[Action, ...]
    readings: tuple[Reading, ...]
    moments: int
    moment: int | None
    touchable: bool
    banner: str = ""


class LooneyPresenter:
    """Keeps what only the screen knows: the cell picked up, the moment looked at, whether the players are choosing
    which of several legal turns was made."""

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
        self._suggested: Suggestion | None = None

    def name(self, side: str) -> str:
        """The player's name, or the side's where none was given."""
        return self._players.get(side) or self._t(f"side.{side}")

    def tap(self, state: TableState, cell: str) -> Intent[LooneyTable] | None:
        """What a tap on a cell means, None where only the screen changes."""
        asked, self.asked = self.asked, None
        if self.moment is not None or state.phase != "move":
            return None
        start, hint = self._held(state), state.hint
        if start is None or (state.source != "touch" and not (hint and cell in hint.refused)):
            self.picked = cell if state.grid.get(cell) else None
            return call(LooneyTable.touch, cell) if self.picked else None
        if cell == start:
            self.picked = None
            return call(LooneyTable.forget_hint)
        if state.source != "touch" or (hint and cell not in hint.costs and asked != cell):
            self.asked = cell
            return None
        self.picked = None
        return call(LooneyTable.move, start, cell)

    def _held(self, state: TableState) -> str | None:
        """The cell whose piece is picked up, on the screen or on the table."""
        return state.hint.start if state.hint and state.hint.lifted else self.picked

    def view(self, state: TableState) -> LooneyView:
        if state.phase != "move" or (state.suggestion and state.suggestion is not self._suggested):
            self.picked = None
        self._suggested = state.suggestion
        self.choosing = self.choosing and self._open_turn(state)
        if self.moment is not None and self.moment < len(state.moments):
            return self._past(state, self.moment)
        self.moment = None
        return LooneyView(
            title=self._title(state),
            tone=self._tone(state),
            headline=self._headline(state),
            words=tuple(word for word in self._words(state) if word),
            rule=state.verdict.rule if state.verdict and state.phase == "illegal" else None,
            board=self._board(state),
            dice=self._dice(state),
            towers=tuple(state.towers.items()),
            supply=state.supply,
            actions=self._actions(state),
            readings=self._readings(state),
            moments=len(state.moments),
            moment=None,
            touchable=state.phase == "move",
            banner="  ".join(self._t(f"away.{device}") for device in state.away),
        )

    def choose(self) -> None:
        """The players want to say which of the readings is right."""
        self.choosing, self._declined = True, None

    def decline(self, state: TableState) -> None:
        """None of the readings offered is right: the players say cell by cell what stands there."""
        self.choosing, self._declined = False, state.verdict

    def stacks(self, state: TableState, cell: str) -> tuple[str, ...]:
        """What a cell may be said to hold, the likeliest first."""
        return possible(state.believed.get(cell, ""))

    def rule(self, rule_id: str) -> Rule:
        """A rule in the players' language."""
        return self._t.rule(GAME, rule_id)

    def occasion(self, state: TableState) -> object:
        """What there is to be said aloud about, another object each time."""
        return state.verdict

    def spoken(self, state: TableState) -> str:
        """The last verdict in a few words, to be said aloud."""
        verdict = state.verdict
        if verdict is None or verdict.verdict in ("hand", "unchanged"):
            return ""
        if verdict.verdict in ("legal", "won"):
            return self._t(f"verdict.{verdict.verdict}")
        return f"{self._t(f'verdict.{verdict.verdict}')}. {self._rule_title(verdict.rule)}"

    def _title(self, state: TableState) -> str:
        if state.winner:
            return self._t("turn.won", player=self.name(state.winner))
        if state.phase == "setup":
            return self._t("turn.setup")
        return self._t("turn.of", player=self.name(state.side))

    def _tone(self, state: TableState) -> Tone:
        if state.notice:
            return "warn"
        if state.draft:
            return "plain" if state.left is not None else "warn"
        if state.phase == "move":
            return "accent"
        return TONES[state.verdict.verdict] if state.verdict else "plain"

    def _headline(self, state: TableState) -> str:
        t, verdict = self._t, state.verdict
        if state.notice:
            return t("head.notice")
        if verdict is None:
            return t("verdict.none")
        if state.suggestion or state.hint:
            return t("head.hint" if state.suggestion else "head.why" if self.asked else "head.reach")
        if state.draft:
            return t("entered.title")
        if state.phase == "move":
            return t("head.move")
        if verdict.verdict == "illegal" and verdict.rule:
            title = self._rule_title(verdict.rule)
            return f"{t('verdict.illegal')}: {title}" if title else t("verdict.illegal")
        return t(f"verdict.{verdict.verdict}")

    def _words(self, state: TableState) -> list[str]:
        t = self._t
        if state.notice:
            return [self.reason(state.notice)]
        if state.suggestion:
            if not state.suggestion.moves:
                return [t("say.hint.none"), self.reason(state.suggestion.reason)]
            hops = "; ".join(f"{n}. {t.moves((hop,))}" for n, hop in enumerate(state.suggestion.moves, 1))
            return [hops, self.reason(state.suggestion.reason)]
        if self.asked and state.hint:
            return self._refusal(self.asked, state)
        if state.hint:
            return self._reach(state)
        if state.draft:
            entered = "; ".join(f"{hop['from']}–{hop['to']}" for hop in state.draft)
            return [t("say.entered", moves=entered), "" if state.left is not None else t("say.off")]
        if self._open_look(state) and not self._offering(state):
            return [t("say.none")]
        said = self.verdict_words(state.verdict) if state.verdict else [t("say.seeking")]
        if state.phase == "illegal":
            if state.nearest and state.nearest.moves:
                said.append(t("say.nearest", moves=t.moves(state.nearest.moves)))
            said.append(t("say.putback"))
        elif state.phase == "roll" and not (state.verdict and state.verdict.verdict == "setup"):
            said.append(t("say.roll", **self._dice_names(state)))
        elif state.phase == "move":
            last = state.moments[-1].verdict if state.moments else None
            before = [t("say.before", words=self.verdict_words(last)[0])] if last and last.moves else []
            said = [t("say.move" if state.source == "touch" else "say.watch"), *before]
        return said

    def _refusal(self, cell: str, state: TableState) -> list[str]:
        assert state.hint
        rule, reason = state.hint.refused.get(cell, ("", self._t("say.noway")))
        again = self._t("say.again") if state.source == "touch" else ""
        return [f"{cell}: {self.reason(reason)}" + (f" ({rule})" if rule else ""), again]

    def _reach(self, state: TableState) -> list[str]:
        assert state.hint
        cell = state.hint.start
        if cell in state.hint.refused:
            rule, reason = state.hint.refused[cell]
            return [self._t("say.reach.none", cell=cell) + f": {self.reason(reason)} ({rule})"]
        said = self._t("say.reach", piece=self._t.piece(state.grid[cell][-2:]), cell=cell)
        return [said[:1].upper() + said[1:]]

    def verdict_words(self, verdict: Verdict) -> list[str]:
        """What a verdict says, a sentence or two."""
        t = self._t
        player = self.name(verdict.side) if verdict.side else ""
        match verdict.verdict:
            case "legal" | "won":
                if not verdict.moves:
                    words = [t("say.pass", player=player)]
                else:
                    words = [t(f"say.{verdict.verdict}", player=player, moves=t.moves(verdict.moves))]
            case "setup" | "takeback" | "unsure" | "hand":
                words = [t(f"say.{verdict.verdict}")]
            case _:
                words = [self.reason(verdict.reason or "")]
        return [*words, *(self.reason(note) for note in verdict.notes)]

    def reason(self, reason: str | Reason) -> str:
        """A reason as a sentence."""
        return self._t.reason(reason)

    def _rule_title(self, rule: str | None) -> str:
        return self._t.rule_title(GAME, rule) if rule else ""

    def _dice_names(self, state: TableState) -> dict[str, str]:
        first, second = SIDES["cool" if state.side == "cool" else "warm"]
        return {"first": self._t(f"colour.{first}"), "second": self._t(f"colour.{second}")}

    def _dice(self, state: TableState) -> tuple[Die, ...]:
        colours = SIDES["cool" if state.side == "cool" else "warm"]
        if not state.roll or state.phase == "roll":
            return tuple(Die(colour, None) for colour in colours)
        left = state.left or {}
        if state.phase != "move" or not left:
            return tuple(Die(colour, value) for colour, value in state.roll.items())
        return tuple(Die(c, value, self._t("left", n=left[c]), left[c]) for c, value in state.roll.items())

    def _board(self, state: TableState) -> BoardPicture:
        frames: dict[str, Tone] = {}
        badges: dict[str, tuple[str, Tone]] = {}
        arrows: list[tuple[str, str, Tone]] = []
        if state.phase in ("illegal", "incomplete") and state.verdict:
            tone: Tone = "bad" if state.phase == "illegal" else "warn"
            frames = dict.fromkeys(state.verdict.cells, tone)
            arrows = [(start, end, tone) for start, end in state.strayed]
        elif state.suggestion:
            arrows = [(move["from"], move["to"], "accent") for move in state.suggestion.moves]
        elif state.draft:
            arrows = [(hop["from"], hop["to"], "mark") for hop in state.draft]
        elif state.phase in ("roll", "won") and state.verdict:
            arrows = [(move["from"], move["to"], "mark") for move in state.verdict.moves]
        picked = self._held(state)
        if state.hint and picked:
            badges |= {cell: (str(cost), "good") for cell, cost in state.hint.costs.items()}
            badges |= {cell: ("×", "bad") for cell in state.hint.refused if cell != state.hint.start}
            frames |= dict.fromkeys(state.hint.costs, "good")
        if picked:
            frames[picked] = "mark"
        return BoardPicture(state.grid, frames, badges, tuple(arrows))

    def _actions(self, state: TableState) -> tuple[Action, ...]:
        t, touch = self._t, state.source == "touch"
        phase: Phase = state.phase
        watching = () if touch else self._running(state)
        undo = Action("undo", t("do.undo"), enabled=state.can_undo, intent=call(LooneyTable.undo))
        asks = phase == "move" and not state.draft
        hint = Action("suggest", t("do.hint"), enabled=asks, intent=call(LooneyTable.suggest))
        hints = (hint,) if state.hints_on else ()
        if phase == "setup":
            return (Action("set_up", t("do.usual"), intent=call(LooneyTable.set_up)),) if touch else watching
        if phase == "won":
            return (undo, Action("leave", t("do.new"), "accent"))
        if phase == "illegal":
            put_back = Action("put_back", t("do.putback"), "accent", intent=call(LooneyTable.put_back))
            back = (put_back,) if touch else watching
            return (*back, Action("rule", t("do.rule")), Action("accept", t("do.accept"), intent=ACCEPT))
        if phase == "incomplete":
            return (undo, *watching, Action("accept", t("do.capped"), "accent", intent=ACCEPT))
        open_ = self._open_turn(state) or self._open_look(state)
        which = (Action("which", t("do.which")),) if open_ else ()
        if phase == "unsure":
            return (undo, *which, *watching)
        if phase == "roll" and state.source != "practice":
            return (undo, *which, Action("type", t("do.type")), *self._rolling(state))
        if phase == "move" and touch:
            done = Action("done", t("do.done" if state.draft else "do.pass"), "accent", intent=call(LooneyTable.done))
            return (undo, *hints, done)
        return (undo, *which, *hints, *watching)

    def _open_turn(self, state: TableState) -> bool:
        """Whether the last turn was legal whichever of several it was."""
        return state.phase == "roll" and state.verdict is not None and bool(state.verdict.readings)

    def _open_look(self, state: TableState) -> bool:
        """Whether the players are asked what the last look showed."""
        return state.phase == "unsure" and state.verdict is not None

    def _offering(self, state: TableState) -> bool:
        return self.choosing or (self._open_look(state) and state.verdict != self._declined)

    def _rolling(self, state: TableState) -> tuple[Action, ...]:
        """A tower rolls by itself, one in software on request; without one the screen rolls."""
        if state.dice == "tower":
            return ()
        if state.dice == "screen":
            return (Action("roll", self._t("do.roll"), "accent", intent=call(LooneyTable.roll)),)
        return (Action("throw", self._t("do.roll"), "accent", intent=call(LooneyTable.throw)),)

    def _running(self, state: TableState) -> tuple[Action, ...]:
        if state.running:
            return (Action("pause", self._t("do.pause"), intent=call(LooneyTable.pause)),)
        return (
            Action("step", self._t("do.step"), intent=call(LooneyTable.step)),
            Action("go_on", self._t("do.goon"), "accent", intent=call(LooneyTable.go_on)),
        )

    def _readings(self, state: TableState) -> tuple[Reading, ...]:
        if state.verdict is None or not self._offering(state):
            return ()
        found = []
        grids = [reading["grid"] for reading in state.verdict.readings]
        differing = {cell for cell in state.believed if len({grid[cell] for grid in grids}) > 1}
        for number, reading in enumerate(state.verdict.readings):
            grid = reading["grid"]
            arrows = tuple((move["from"], move["to"], "mark") for move in reading["moves"])
            words = self._t.moves(tuple(reading["moves"])) or self.reason(
                str(reading.get("reason") or self._t(f"verdict.{reading['verdict']}"))
            )
            board = BoardPicture(grid, dict.fromkeys(differing, "mark"), {}, arrows)  # type: ignore[arg-type]
            share = f"{self._t('verdict.' + reading['verdict'])}, {reading['probability']:.0%}"
            found.append(Reading(number, board, words, share))
        return tuple(found)

    def _past(self, state: TableState, moment: int) -> LooneyView:
        verdict = state.moments[moment].verdict
        grid = verdict.seen or verdict.grid
        tone = TONES[verdict.verdict]
        arrows = tuple((move["from"], move["to"], "mark") for move in verdict.moves)
        frames = dict.fromkeys(verdict.cells, tone) if verdict.verdict in ("illegal", "incomplete") else {}
        dice = tuple(Die(colour, value) for colour, value in (verdict.roll or {}).items())
        title = self._t("history", n=moment + 1, all=len(state.moments))
        rule = self._rule_title(verdict.rule)
        head = self._t(f"verdict.{verdict.verdict}") + (f": {rule}" if rule else "")
        return LooneyView(
            title=title,
            tone=tone,
            headline=head,
            words=tuple(self.verdict_words(verdict)),
            rule=verdict.rule,
            board=BoardPicture(grid, frames, {}, arrows),  # type: ignore[arg-type]
            dice=dice,
            towers=tuple(_towers(verdict.grid).items()),
            supply=_supply(verdict.grid),
            actions=(Action("now", self._t("do.now"), "accent"),),
            readings=(),
            moments=len(state.moments),
            moment=moment,
            touchable=False,
        )


def _towers(grid: Mapping[str, str]) -> dict[str, int]:
    return {colour: sum("K" in stack and stack[0] == colour for stack in grid.values()) for colour in "BGRY"}


def _supply(grid: Mapping[str, str]) -> tuple[int, int, int]:
    used = "".join(grid.values())
    return 5 - used.count("K1"), 5 - used.count("K2"), 5 - used.count("K3")
