"""Phones answer what the tablet asks (docs/feed.md): which turn it was, what lies on a place, that a table counts.

Whatever the screen offers the players is told as a question with a name of its own. An answer counts if it was made
with the pairing code, names the question that is open when the game comes to it, and says what that question offers;
with any answer that is over.
"""

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

from companion.app.games.deeds import Correct
from companion.app.games.presenter import OfferedReading, TablePresenter, offered_readings
from companion.app.games.state import AnyState
from companion.app.games.table import PlayedTable
from companion.app.intents import Intent
from companion.app.judge.in_passing import IN_PASSING
from companion.games.errors import CompanionError
from companion.games.reason import Reason, because
from companion.referee.drawing.depicted import Depicted, depicted
from companion.referee.errors import RefereeError, error_reason
from companion.referee.grid import Json
from companion.referee.table import AnyTable
from companion.referee.telling import sentence
from companion.sharing.feed.boards import drawn
from companion.sharing.feed.pairing import PhoneAnswer, new_ask, opened, seen
from companion.sharing.feed.publishing import Publishing
from companion.sharing.feed.topics import ANSWERED, QUESTION, topic
from companion.texts.language import LANGUAGES, capital, english, language

LOG_NAME: Final = "answers.log"
"""In the folder of games and settings: what was answered from phones, and what was refused."""
# The log before that is given up for a new one.
MOST_BYTES: Final = 200_000
# Of what is refused so much is written down and answered, one each so many seconds.
REFUSAL_SECONDS: Final = 1.0
# What can be said from a phone.
MAY: Final = ("reading", "cells", "accept")

Presenters = Mapping[str, TablePresenter]


class AnswerLog:
    """Lines in a file that never grows large. A disk that takes them not is no trouble of the game's."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._lock = path, Lock()

    def write(self, words: str) -> None:
        if self._path is None:
            return
        try:
            with self._lock:
                if self._path.exists() and self._path.stat().st_size > MOST_BYTES:
                    self._path.replace(self._path.with_suffix(".old"))
                with self._path.open("a", encoding="utf-8") as log:
                    log.write(f"{datetime.now():%Y-%m-%d %H:%M:%S} {words}\n")
        except OSError:
            return


class PhoneAnswers:
    """Questions of the table `name` to phones that have the code. Nothing is published before `publishing` is set."""

    def __init__(self, name: str, code: str, log: AnswerLog) -> None:
        self.publishing: Publishing | None = None
        self._topic, self._name, self._code, self._log = topic(name, "answer"), name, code, log
        self._played: PlayedTable[Any] | None = None
        self._table: AnyTable | None = None
        self._presenters: Presenters = {}
        self._asked: object = None
        self._ask = ""
        self._state: AnyState | None = None
        self._refused_at, self._unwritten = -REFUSAL_SECONDS, 0
        self._complained = False

    def follow(self, played: PlayedTable[Any], table: AnyTable, presenters: Presenters) -> None:
        """Ask about this game from now on. `presenters`: by language."""
        self._played, self._table, self._presenters = played, table, presenters
        self._asked, self._complained = None, False

    def close(self) -> None:
        """Stop asking."""
        self._played, self._ask = None, ""
        self._say(QUESTION, lambda: None)

    def take_state(self, played: object, state: Any) -> None:
        """On the game's thread: the players have been told this state."""
        if self._played is None or played is not self._played:
            return
        verdict = state.verdict
        readings = verdict.readings if verdict else ()
        stands = verdict if verdict and verdict.trait.stands else None
        asked = (state.phase, state.side, dict(state.believed), readings, stands, self._ask == "")
        if asked != self._asked:
            self._asked = (*asked[:-1], False)
            self._put(state)

    def _put(self, state: AnyState) -> None:
        table, presenters, ask = self._table, self._presenters, new_ask()
        assert table
        self._ask, self._state = ask, state
        self._say(QUESTION, lambda: _question(ask, table, presenters, state))

    def hear(self, payload: bytes) -> None:
        """On any thread: something has come on the topic for answers."""
        try:
            answer = opened(self._code, self._topic, payload)
            if len(answer.correct) != 1 or next(iter(answer.correct)) not in MAY:
                raise RefereeError("answer.may_not")
        except RefereeError as error:
            self._refuse(error.reason)
            return
        if answer.ask == self._ask:
            IN_PASSING.ask(Intent(self._take, (answer,)))
        else:  # one that is said again and again keeps no game busy
            self._refuse(because("answer.late"), answer.ask)

    def _take(self, played: object, answer: PhoneAnswer) -> None:
        """On the game's thread. Raises KeepingError where the disk takes no correction."""
        table = self._played
        if table is None or played is not table or not self._ask or answer.ask != self._ask:
            self._refuse(because("answer.late"), answer.ask)
            return
        if not self._offers(answer):
            self._refuse(because("answer.other"), answer.ask)
            return
        self._ask, state = "", self._state
        assert state
        try:
            table.do(
                Correct({**answer.correct, "of": state.number} if "cells" not in answer.correct else answer.correct)
            )
        except CompanionError as error:
            self._refuse(error_reason(error), answer.ask)
            self.take_state(table, table.state())
            return
        self._log.write(f"{self._name}: {english(because('answer.taken'))}: {dict(answer.correct)!r}"[:500])
        self._reply(answer.ask, because("answer.taken"), taken=True)

    def _offers(self, answer: PhoneAnswer) -> bool:
        """Return True if the table's own question offers this answer; a forged one may show something else."""
        state, table = self._state, self._table
        assert state and table
        if "cells" in answer.correct:
            return True
        asked = _question("", table, self._presenters, state)
        if "accept" in answer.correct:
            return asked["accept"] and seen(asked["standing"]) == answer.saw
        number = answer.correct["reading"]
        return any(each["number"] == number and seen(each) == answer.saw for each in asked["readings"])

    def _refuse(self, why: Reason, ask: str = "") -> None:
        now = time.monotonic()
        if now - self._refused_at < REFUSAL_SECONDS:
            self._unwritten += 1
            return
        more = f" (+{self._unwritten})" if self._unwritten else ""
        self._refused_at, self._unwritten = now, 0
        self._log.write(f"{self._name}: {english(because('answer.refused', why=why))}{more}")
        self._reply(ask, why, taken=False)
        if not ask and not self._complained:
            self._complained = True
            IN_PASSING.tell_now(because("answer.refused", why=why))

    def _reply(self, ask: str, said: Reason, *, taken: bool) -> None:
        words = _in_all_languages(self._table.game if self._table else "", said)
        self._say(ANSWERED, lambda: {"ask": ask, "taken": taken, "say": words}, retained=False)

    def _say(self, name: str, make: Callable[[], Json | None], *, retained: bool = True) -> None:
        if self.publishing:
            self.publishing.say(name, make, retained=retained)


def _question(ask: str, table: AnyTable, presenters: Presenters, state: AnyState) -> Json:
    """Return what can be answered: which reading is right, that the table counts as it stands, what lies where."""
    found = {
        code: offered_readings(presenter.own, presenter.words(state), state) for code, presenter in presenters.items()
    }
    one = next(iter(presenters.values()))
    places = dict(state.believed) if state.phase != "setup" else {}
    standing = _standing(table, state)
    return {
        "ask": ask,
        "readings": [_reading(table, state, each) for each in zip(*found.values(), strict=True)],
        "accept": standing is not None,
        **({"standing": standing} if standing else {}),
        "open": state.phase == "unsure",
        "places": {place: [thing, *one.own.things(state, place)] for place, thing in places.items()},
    }


def _standing(table: AnyTable, state: AnyState) -> Json | None:
    """Return the picture and words of the table that may be let count; None where there is none."""
    if state.phase not in ("illegal", "incomplete") or state.verdict is None:
        return None
    said = sentence(state.verdict, table.wording)
    told = {code: {"words": words, "share": ""} for code, words in _in_all_languages(table.game, said).items()}
    return {"board": drawn(table, depicted(table, state.verdict)), "say": told}


def _in_all_languages(game: str, said: Reason) -> dict[str, str]:
    return {code: capital(language(code).for_players.of_game(game).say(said)) for code in LANGUAGES}


def _reading(table: AnyTable, state: AnyState, said: tuple[OfferedReading, ...]) -> Json:
    assert state.verdict
    reading = state.verdict.readings[said[0].number]
    board = drawn(table, Depicted(reading.grid, frozenset(said[0].board.frames), reading.moves))
    words = dict(zip(LANGUAGES, said, strict=True))
    told = {code: {"words": each.words, "share": each.share} for code, each in words.items()}
    return {"number": said[0].number, "board": board, "say": told}
