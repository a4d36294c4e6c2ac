"""A kept game as a page of its own, in the players' language."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.games.reason import Reason
from companion.referee.analysing.analysis import Analysis
from companion.referee.analysing.kept import load_analysis
from companion.referee.analysing.words import AnalysisWords
from companion.referee.game import JudgedEvent
from companion.referee.grid import Json
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Contents
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.recording import Event, read_picture
from companion.referee.keeping.records import Record
from companion.referee.keeping.whole_file import write_whole
from companion.referee.live.cameras import VisionError
from companion.referee.report.analysis import section
from companion.referee.report.page import Report
from companion.referee.report.words import ReportWords
from companion.referee.tables import table_of
from companion.referee.verdict import KINDS, Verdict
from companion.sharing.feed.replay_code import replay_of
from companion.texts import language as languages
from companion.texts.names import tidy_names

PAGE_NAME = "game.html"
MOST_PICTURES = 12


def write_page(folder: Path, language: str = "en") -> Path:
    """Write a self-contained HTML page about a game beside its journal: every verdict, a dozen pictures, and what the
    turns were worth if the game was analysed. Returns its path. Raises RefereeError for a journal that cannot be read
    or makes no sense."""
    return _written(folder, language)[0]


def shared(folder: Path, language: str = "en") -> tuple[bytes, Json]:
    """Return the page about a game, and the game as it travels in an address. Raises RefereeError as `write_page`."""
    path, contents = _written(folder, language)
    with making_sense(folder / JOURNAL_NAME):
        return path.read_bytes(), replay_of(contents, language)


def _written(folder: Path, language: str) -> tuple[Path, Contents]:
    """Write the page, and return its path and the game it tells of."""
    journal = folder / JOURNAL_NAME
    contents = journals.read(journal)
    with making_sense(journal):
        page = _page(language, contents, folder, load_analysis(folder, contents))
    path = folder / PAGE_NAME
    write_whole(path, page.encode(errors="replace"))
    return path, contents


def _page(language: str, contents: Contents, folder: Path, analysis: Analysis | None) -> str:
    header = contents.header
    table = table_of(header)
    say = languages.language(language).for_players
    title = ", ".join([header["begun"].replace("T", " ")[:16], *tidy_names(header["players"]).values()])
    report = Report(title, table, ReportWords(say, header["game"], header["players"]))
    if analysis:
        report.between = section(analysis, AnalysisWords(say, analysis, header["players"]))
    pictured = chosen_pictures(contents, {turn.number for turn in analysis.deciding} if analysis else frozenset())
    for record in contents.records:
        if record["kind"] not in ("fault", "stage"):
            report.add(_step(record, folder if record.get("frame") in pictured else None))
    return report.html()


def chosen_pictures(contents: Contents, deciding: Collection[int]) -> Collection[str]:
    """Choose the pictures of a page, as file names: first those of the set-up, the deciding turns and the end, then
    others spread over the game."""
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
    """`folder`: where the picture is, if it goes on the page."""
    picture = None
    if folder:
        with suppress(VisionError):
            picture = read_picture(folder / record["frame"])
    value: Any = record.get("commit") or record.get("correct") or record.get("frame")
    event = Event(record["event"], record["t"], record["kind"], value)
    verdict = Verdict.from_json(record["verdict"]) if record.get("verdict") else None
    return JudgedEvent(event, verdict, picture, None, tuple(map(Reason.from_json, record.get("remarks", ()))))
