"""Analyses in the process of the judge: one at a time, on a thread of its own, so that a game can be served beside it.

What the window asks for is a call of a function here, which answers at once (`Judge.ask`).
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.judge.in_passing import IN_PASSING
from companion.games.reason import Reason, because
from companion.referee.analysing.analysis import Analysis, analysed
from companion.referee.analysing.kept import load_analysis, save_analysis
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Contents
from companion.texts.names import tidy_names

Read = Callable[[Path], Contents]


@dataclass(frozen=True)
class AnalysisProgress:
    """Progress of an analysis: `done` of `all` turns, the `analysis` once it is there, `trouble` if there will be none.
    `players`: names by side."""

    done: int = 0
    all: int = 0
    analysis: Analysis | None = None
    trouble: Reason | None = None
    players: Mapping[str, str] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.analysis is not None or self.trouble is not None


STOPPED = AnalysisProgress(trouble=because("analysis.stopped"))


def in_folder(folder: Path) -> Contents:
    """Read the journal of a game. Raises RefereeError, OSError."""
    return journals.read(folder / JOURNAL_NAME)


class AnalysisDesk:
    """One analysis at a time: who begins another one stops the first."""

    def __init__(self, read: Read = in_folder) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._folder: Path | None = None
        self._progress = STOPPED
        self._stop = threading.Event()

    def begin(self, folder: Path) -> AnalysisProgress:
        """Begin with a game, or go on with the one that is under way. One that was analysed before is there at once,
        unless the game has gone on since."""
        with self._lock:
            if folder == self._folder and not self._progress.over:
                return self._progress
            self._stop.set()
            self._folder, self._stop, self._progress = folder, threading.Event(), AnalysisProgress()
            work = threading.Thread(target=self._work, args=(folder, self._stop), daemon=True, name="analysis")
        work.start()
        return self.progress(folder)

    def progress(self, folder: Path) -> AnalysisProgress:
        """Return the progress of a game's analysis."""
        with self._lock:
            return self._progress if folder == self._folder else STOPPED

    def stop(self, folder: Path) -> AnalysisProgress:
        """Stop it, if it is not done; it is begun anew when it is asked for again. Returns what came of it."""
        with self._lock:
            if folder != self._folder:
                return STOPPED
            if not self._progress.over:
                self._stop.set()
                self._folder, self._progress = None, STOPPED
            return self._progress

    def _work(self, folder: Path, stop: threading.Event) -> None:
        try:
            contents = self._read(folder)
            players = tidy_names(contents.header.get("players"))
            if there := load_analysis(folder, contents):
                self._tell(stop, AnalysisProgress(len(there.turns), len(there.turns), there, players=players))
                return
            for progress in analysed(contents):
                if stop.is_set():
                    return
                if progress.analysis:
                    save_analysis(folder, progress.analysis)
                self._tell(stop, AnalysisProgress(*progress, players=players))
        except Exception as error:
            self._tell(stop, AnalysisProgress(trouble=IN_PASSING.explained(error)))

    def _tell(self, stop: threading.Event, progress: AnalysisProgress) -> None:
        with self._lock:
            if not stop.is_set():
                self._progress = progress


DESK = AnalysisDesk()
"""The one analysis desk of this process."""


def begin(folder: Path) -> AnalysisProgress:
    """`AnalysisDesk.begin` of this process."""
    return DESK.begin(folder)


def progress(folder: Path) -> AnalysisProgress:
    """`AnalysisDesk.progress` of this process."""
    return DESK.progress(folder)


def stop(folder: Path) -> AnalysisProgress:
    """`AnalysisDesk.stop` of this process."""
    return DESK.stop(folder)
