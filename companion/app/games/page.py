"""The page about a game, in the players' language."""

from collections.abc import Iterator
from typing import Any

from companion.app.texts.texts import Texts
from companion.games.reason import Reason
from companion.referee.analysing.analysis import Analysis
from companion.referee.analysing.words import AnalysisWords
from companion.referee.game import JudgedEvent
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record
from companion.referee.report.analysis import section
from companion.referee.report.page import Report
from companion.referee.report.words import ReportWords
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from companion.texts import language as languages


def page(texts: Texts, contents: Contents, title: str, analysis: Analysis | None = None) -> str:
    """Every verdict of the game with its picture, as HTML; what its turns were worth, if that is known."""
    header = contents.header
    words = ReportWords(languages.language(texts.language).for_players, header["game"], header["players"])
    report = Report(title, open_table(header["game"], header["options"]), words)
    if analysis:
        spoken = AnalysisWords(languages.language(texts.language).for_players, analysis, header["players"])
        report.between = section(analysis, spoken)
    for step in _steps(contents):
        report.add(step)
    return report.html()


def _steps(contents: Contents) -> Iterator[JudgedEvent]:
    """Return the events with their verdicts."""
    return (_step(record) for record in contents.records if record["kind"] not in ("fault", "stage"))


def _step(record: Record) -> JudgedEvent:
    value: Any = record.get("commit") or record.get("correct") or record.get("frame")
    event = Event(record["event"], record["t"], record["kind"], value)
    verdict = Verdict.from_json(record["verdict"]) if record.get("verdict") else None
    return JudgedEvent(event, verdict, None, None, tuple(map(Reason.from_json, record.get("remarks", ()))))
