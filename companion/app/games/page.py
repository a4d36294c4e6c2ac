"""The page about a game, in the players' language."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.app.texts.texts import Texts
from companion.games.reason import Reason
from companion.referee.analysing.analysis import Analysis
from companion.referee.analysing.words import AnalysisWords
from companion.referee.game import JudgedEvent
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.recording import Event, read_picture
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import VisionError
from companion.referee.report.analysis import section
from companion.referee.report.page import Report
from companion.referee.report.words import ReportWords
from companion.referee.tables import open_table
from companion.referee.verdict import KINDS, Verdict
from companion.texts import language as languages

MOST_PICTURES = 12


def page(texts: Texts, contents: Contents, title: str, folder: Path, analysis: Analysis | None = None) -> str:
    """Return every verdict of the game as HTML, with a dozen of its pictures from `folder`; what its turns were worth,
    if that is known."""
    header = contents.header
    words = ReportWords(languages.language(texts.language).for_players, header["game"], header["players"])
    report = Report(title, open_table(header["game"], header["options"]), words)
    if analysis:
        spoken = AnalysisWords(languages.language(texts.language).for_players, analysis, header["players"])
        report.between = section(analysis, spoken)
    pictured = diary(contents, {turn.number for turn in analysis.deciding} if analysis else frozenset())
    for record in contents.records:
        if record["kind"] not in ("fault", "stage"):
            report.add(_step(record, folder if record.get("frame") in pictured else None))
    return report.html()


def diary(contents: Contents, deciding: Collection[int]) -> Collection[str]:
    """Return the pictures, by their files' names, that tell of a game: of the set-up, of the turns that decided it, of
    its end, and of others all over it."""
    turns, first, others = 0, list[str](), list[str]()
    for record in contents.records:
        if not (verdict := record.get("verdict")):
            continue
        kind, trait = verdict["verdict"], KINDS[verdict["verdict"]]
        turns += trait.turn
        if record.get("frame") and (trait.turn or trait.stands or kind == "setup"):
            telling = kind in ("setup", "won") or (trait.turn and turns in deciding)
            (first if telling else others).append(record["frame"])
    room = max(MOST_PICTURES - len(first), 0)
    spread = others if len(others) <= room else [others[n * len(others) // room] for n in range(room)]
    return {*first[:MOST_PICTURES], *spread}


def _step(record: Record, folder: Path | None) -> JudgedEvent:
    """Return an event with its verdict, and with its picture where that is in a folder."""
    picture = None
    if folder:
        with suppress(VisionError):
            picture = read_picture(folder / record["frame"])
    value: Any = record.get("commit") or record.get("correct") or record.get("frame")
    event = Event(record["event"], record["t"], record["kind"], value)
    verdict = Verdict.from_json(record["verdict"]) if record.get("verdict") else None
    return JudgedEvent(event, verdict, picture, None, tuple(map(Reason.from_json, record.get("remarks", ()))))
