"""A kept game as a page of its own, in the players' language."""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from companion.app.games.engine_table import kept_reason
from companion.app.games.opening import JOURNAL_NAME
from companion.app.games.registry import BALL, BLOKUS
from companion.app.records.records import LOONEY, plays, steps
from companion.app.texts.texts import Texts
from companion.referee.keeping import journal as journals
from companion.referee.report.page import Report
from companion.referee.report.words import Wording

PAGE_NAME = "game.html"
STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}"


class PageWords(Wording):
    """The words of the page of a game of the app."""

    def __init__(self, texts: Texts, players: Mapping[str, str]) -> None:
        super().__init__(texts.language, players)
        self._t = texts

    def sentence(self, words: str) -> str:
        return self._t.reason(words)

    def reading(self, reading: Mapping[str, Any]) -> str:
        verdict = self.text(str(reading["verdict"]))
        more = self._t.moves(tuple(reading["moves"])) or self._t.reason(str(reading.get("reason") or ""))
        apart = f" [{reading['apart']}]" if reading.get("apart") else ""
        return (f"{verdict}: {more}" if more else verdict) + apart


def write_page(folder: Path, language: str = "en") -> Path:
    """A self-contained page about the game, beside its journal. Returns its path."""
    contents = journals.read(folder / JOURNAL_NAME)
    texts, path = Texts(language), folder / PAGE_NAME
    if contents.header["game"] == LOONEY:
        report = Report(_title(contents.header), PageWords(texts, contents.header["players"]))
        for step in steps(contents):
            report.add(step)
        report.write(path)
    else:
        path.write_text(_plain_page(texts, contents), encoding="utf-8")
    return path


def _title(header: Mapping[str, Any]) -> str:
    return ", ".join([header["begun"].replace("T", " ")[:16], *header["players"].values()])


def _plain_page(texts: Texts, contents: journals.Contents) -> str:
    header = contents.header
    lines = "".join(f"<li>{escape(line)}</li>" for line in _lines(texts, contents))
    game, title = texts(f"game.{header['game']}"), escape(_title(header))
    over = texts("records.over" if any(record.get("over") for record in contents.records) else "records.open")
    return (
        f'<!doctype html><html lang="{texts.language}"><meta charset="utf-8"><title>{game}: {title}</title>'
        f"<style>{STYLE}</style><h1>{game}</h1><p>{title}, {over}</p><ol>{lines}</ol></html>\n"
    )


def _lines(texts: Texts, contents: journals.Contents) -> Iterator[str]:
    """The turns that were made and not taken back."""
    say = {BALL: _ball, BLOKUS: _blokus}.get(contents.header["game"], _leistiko)
    players = contents.header["players"]
    for play in plays(contents):
        player = players.get(play["side"]) or texts(f"side.{play['side']}")
        yield f"{player}: {say(texts, play['what'])}"


def _ball(texts: Texts, what: Mapping[str, Any]) -> str:
    return " ".join(texts.reason(kept_reason(event["text"])) for event in what["events"]) or texts("page.still")


def _blokus(texts: Texts, what: Mapping[str, Any]) -> str:
    cells = " ".join(",".join(map(str, cell)) for cell in what["cells"])
    return texts("page.blokus", piece=what["piece"], cells=cells)


def _leistiko(texts: Texts, what: Mapping[str, Any]) -> str:
    roll, done = (
        what["roll"],
        [
            texts("page.leap", row=step["leap"], cost=step["cost"])
            if "leap" in step
            else texts("page.step", start=step["from"], end=step["to"])
            for step in what["steps"]
        ],
    )
    dice = roll if isinstance(roll, list) else [*roll["leap"], "–", *roll["opposed"]]
    said = ", ".join(done) or texts("page.nothing")
    return texts("page.leistiko", row=what["row"], dice=" ".join(map(str, dice)), steps=said)
