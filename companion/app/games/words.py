"""What is said at a table: titles, verdicts, hints, what is to be done next."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from companion.app.games.state import ShownSuggestion, TableState
from companion.app.games.turn_entry import EntryStep
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Tone
from companion.games.reason import Reason
from companion.games.rulebook import Rule
from companion.referee import priors
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict

S = TypeVar("S")
# What is only looked at: nobody there is told what to do.
TONES: Mapping[str, Tone] = {"good": "good", "win": "good", "bad": "bad", "wait": "warn", "calm": "plain"}


class TableWords(ABC, Generic[S]):
    """Keeps what only the screen knows: the place whose piece is picked up, the moment looked at, whether the players
    are choosing which of several legal turns was made.
    """

    game: ClassVar[str]
    mend: ClassVar[str] = "do.accept"
    may_pass: ClassVar[bool] = True
    # Remarks on a set-up, by their keys, that are no matter yet.
    untold: ClassVar[tuple[str, ...]] = ()

    def __init__(self, texts: Texts, players: Mapping[str, str] | None = None) -> None:
        self.texts = self._t = texts.of_game(self.game)
        self.begin(players or {})

    @property
    def players(self) -> Mapping[str, str]:
        """Names by side."""
        return self._players

    def begin(self, players: Mapping[str, str]) -> None:
        """Another game, of these players."""
        self._players = players
        self.picked: str | None = None
        self.asked: str | None = None
        self.moment: int | None = None
        self.choosing = False
        self._declined: Verdict | None = None
        self._suggested: ShownSuggestion | None = None

    def know(self, players: Mapping[str, str]) -> None:
        """These are the players' names, as is known now."""
        self._players = players

    def colours(self, side: str) -> tuple[str, ...]:
        """The dice of a side, by their colours."""
        return ()

    def name(self, side: str) -> str:
        """The player's name, or the side's where none was given."""
        return self._players.get(side) or self._t.side(side)

    def computers_turn(self, state: TableState[S]) -> bool:
        """Whether the computer rolls or moves now."""
        return state.side in state.computers and state.phase in ("roll", "move") and self.moment is None

    @abstractmethod
    def moves(self, moves: Sequence[JsonObject]) -> str:
        """The moves of a turn in words."""

    @abstractmethod
    def steps(self, steps: Sequence[EntryStep]) -> str:
        """The steps entered of a turn in words."""

    def reach(self, state: TableState[S], place: str) -> str:
        """What can be done with what lies on a place, the hint for which is shown."""
        return place

    def says(self, what: str, **values: Any) -> str:
        """What is said of the game in the game's own words, where it has some."""
        own = f"{self.game}.say.{what}"
        return self._t(own if self._t.has(own) else f"say.{what}", **values)

    def reason(self, reason: str | Reason) -> str:
        """A reason as a sentence."""
        return self._t.reason(reason)

    def _rule_title(self, rule: str | None) -> str:
        return self._t.rule_title(self.game, rule) if rule else ""

    def rule(self, rule_id: str) -> Rule:
        """A rule in the players' language."""
        return self._t.rule(self.game, rule_id)

    def winners(self, state: TableState[S]) -> tuple[str, ...]:
        """Return the winners, none in a draw."""
        return (state.winner,) if state.winner and state.winner != DRAWN else ()

    def scores(self, state: TableState[S]) -> tuple[str, ...]:
        """The points, where the title does not tell them."""
        return ()

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
        if state.verdict and in_doubt(state.verdict):
            return "warn"
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
            return t("head.hint") if state.suggestion else t("head.why") if self.asked else self._reached()
        if state.draft:
            return t("entered.title")
        return t("head.ended") if state.ended else self._judged_headline(state, verdict)

    def _judged_headline(self, state: TableState[S], verdict: Verdict) -> str:
        """The title where nothing is asked, entered or told."""
        t = self._t
        if state.phase == "move":
            return t("head.watch" if state.looked_on else "head.move")
        if verdict.verdict == "illegal" and verdict.rule:
            title = self._rule_title(verdict.rule)
            return f"{t('verdict.illegal')}: {title}" if title else t("verdict.illegal")
        return self._verdict(verdict)

    def _reached(self) -> str:
        """The title of where something may go."""
        return self._t("head.reach")

    def _verdict(self, verdict: Verdict) -> str:
        """What it is, in a word or two; a turn without a move is a pass."""
        if in_doubt(verdict):
            return self._t("setting.compare")
        return self._t(
            "verdict.pass" if verdict.verdict == "legal" and not verdict.moves else f"verdict.{verdict.verdict}"
        )

    def _words(self, state: TableState[S]) -> list[str]:
        t, trouble = self._t, state.notice or state.fault
        if trouble:
            return [self.reason(trouble)]
        if state.suggestion:
            return self._suggestion(state, state.suggestion)
        if state.hint:
            return self._refusal(self.asked, state) if self.asked else [self._reach(state)]
        if state.draft:
            return [t("say.entered", moves=self.steps(state.draft)), "" if state.legal else t("say.off")]
        if self._open_look(state) and not self._offering(state):
            return [t("say.none")]
        return self._told(state)

    def _suggestion(self, state: TableState[S], found: ShownSuggestion) -> list[str]:
        """A turn that was asked for, and why; of the computer's only what it is."""
        if not found.moves:
            return [self._t("say.hint.none"), self.reason(found.reason)]
        moves = "; ".join(f"{n}. {self.moves((move,))}" for n, move in enumerate(found.moves, 1))
        return [moves] if self.computers_turn(state) else [moves, self.reason(found.reason)]

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
            case "move" | "roll" if state.ended:
                said.append(t("say.ended"))
            case "roll" if not (state.verdict and state.verdict.verdict == "setup"):
                elsewhere = state.far is not None and state.side in state.far.sides
                own = not self.computers_turn(state) or (state.dice == "tower" and not elsewhere)
                said += [self._roll_words(state)] if own else []
            case "move" if self.computers_turn(state):
                said = before
            case "move" if state.looked_on:
                said = [t("say.practice.move", player=self.name(state.side))]
            case "move":
                do = self.says("move") if state.source == "touch" else t("say.watch")
                said = [do, *(t("say.before", words=words) for words in before)]
        return said

    def _refusal(self, cell: str, state: TableState[S]) -> list[str]:
        assert state.hint
        _, reason = state.hint.refused.get(cell, ("", self._t("say.noway")))
        again = self._t("say.again") if state.source == "touch" else ""
        return [f"{self._t.place(cell)}: {self.reason(reason)}", again]

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
        return [*words, *self.remarks(verdict.notes)]

    def remarks(self, notes: Sequence[Reason]) -> list[str]:
        """What is remarkable, a sentence each."""
        return [self.reason(note) for note in notes if note.key not in self.untold]

    def _roll_words(self, state: TableState[S]) -> str:
        if state.looked_on:
            return self._t("say.practice.roll", player=self.name(state.side))
        return self.says("roll", **dict(zip(("first", "second"), self.colours(state.side), strict=False)))

    def _open_turn(self, state: TableState[S]) -> bool:
        """Whether the last turn was legal whichever of several it was."""
        return state.phase == "roll" and state.verdict is not None and bool(state.verdict.readings)

    def blind(self, state: TableState[S]) -> bool:
        """Whether a camera watches that does not find the board any more."""
        verdict = state.verdict
        return state.source == "camera" and verdict is not None and lost(verdict)

    def _open_look(self, state: TableState[S]) -> bool:
        """Whether the players are asked what the last look showed."""
        return state.phase == "unsure" and state.verdict is not None

    def seems(self, state: TableState[S]) -> Mapping[str, str]:
        """What seems to lie on places that have looked otherwise again and again."""
        notes = state.verdict.notes if state.verdict and state.phase in ("roll", "move") and not state.draft else ()
        told = [note.to_json()["values"]["changes"] for note in notes if note.key == "referee.standing"]
        changes = [change.values for each in told for change in map(Reason.from_json, each)]
        return {str(change["cell"]): str(change["thing"]) for change in changes}

    def _offering(self, state: TableState[S]) -> bool:
        return self.choosing or (self._open_look(state) and state.verdict != self._declined)

    def occasion(self, state: TableState[S]) -> object:
        """What there is to be said aloud about, another object each time."""
        if state.fault:
            return state.fault
        return state.suggestion if self.computers_turn(state) and state.suggestion else state.verdict

    def heard(self, state: TableState[S]) -> tuple[str, str, Tone] | None:
        """What is heard and read across the table of a verdict that a camera has led to: a sound, a word, its tone.
        None where nothing new is to be said."""
        verdict = state.verdict
        if verdict is None or state.camera is None or verdict.trait.passes or verdict.trait.by_players:
            return None
        if verdict.verdict == "setup":
            return None
        tone = tone_of(verdict)
        sounds = {"good": "legal", "bad": "not_allowed", "warn": "asked"}
        word = self._t("head.blind") if lost(verdict) else self._verdict(verdict)
        return (sounds[tone], word, tone) if tone in sounds else None

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
        who = f"{self.name(verdict.side)}: " if verdict.side and verdict.trait.stands else ""
        return f"{who}{self._t(f'verdict.{verdict.verdict}')}. {self._rule_title(verdict.rule)}"

    def result(self, state: TableState[S]) -> tuple[str, ...]:
        """How the game has ended, for its picture: a title, who played, scores."""
        sides = dict.fromkeys(moment.verdict.side for moment in state.moments if moment.verdict.side)
        series = (series_words(self._t, state.series, self.winners(state), self.name),) if state.series else ()
        return (self._title(state), " – ".join(map(self.name, sides)), *self.scores(state), *series)


def in_doubt(verdict: Verdict) -> bool:
    """Whether players are to compare the set-up that was seen."""
    return verdict.verdict == "setup" and bool(verdict.notes) and verdict.confidence < priors.CERTAIN


def lost(verdict: Verdict) -> bool:
    """Whether a picture showed no board at all."""
    return verdict.verdict == "unsure" and not verdict.readings and verdict.confidence == 0.0


def series_words(t: Texts, before: Mapping[str, int], winners: Sequence[str], name: Callable[[str], str]) -> str:
    """How a series stands: the games won before, and the one just won."""
    told = ", ".join(f"{name(side)} {wins + (side in winners)}" for side, wins in before.items())
    return t("series", told=told)


def tone_of(verdict: Verdict) -> Tone:
    return "accent" if verdict.trait.by_players else TONES[verdict.trait.tone]
