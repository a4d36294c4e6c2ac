"""The page about a refereed game, in the players' language."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.app.texts.texts import Texts
from companion.referee.game import Step
from companion.referee.keeping.journal import Contents, Record
from companion.referee.keeping.recording import Event
from companion.referee.report.page import Report
from companion.referee.report.words import Wording
from companion.referee.verdict import Verdict


class PageWords(Wording):
    """The words of the page of a game of the app; `players` are names by side."""

    def __init__(self, texts: Texts, game: str, players: Mapping[str, str]) -> None:
        super().__init__(texts.language, game, players)
        self._t = texts

    def sentence(self, words: str) -> str:
        return self._t.reason(words)

    def reading(self, reading: Mapping[str, Any]) -> str:
        verdict = self.text(str(reading["verdict"]))
        more = self._t.moves(tuple(reading["moves"])) or self._t.reason(str(reading.get("reason") or ""))
        apart = f" [{reading['apart']}]" if reading.get("apart") else ""
        return (f"{verdict}: {more}" if more else verdict) + apart


def page(texts: Texts, contents: Contents, title: str) -> str:
    """Every verdict of the game with its picture, as HTML."""
    report = Report(title, PageWords(texts, contents.header["game"], contents.header["players"]))
    for step in steps(contents):
        report.add(step)
    return report.html()


def steps(contents: Contents) -> Iterator[Step]:
    """What happened in a refereed game, with the verdicts on it."""
    return (_step(record) for record in contents.records if record["kind"] != "fault")


def _step(record: Record) -> Step:
    value: Any = record.get("roll") or record.get("correct") or record.get("frame")
    event = Event(record["event"], record["t"], record["kind"], value)
    verdict = Verdict.from_json(record["verdict"]) if record.get("verdict") else None
    return Step(event, verdict, None, None, tuple(record.get("remarks", ())))
