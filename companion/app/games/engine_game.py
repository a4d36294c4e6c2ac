"""What the games have in common that are played by touch and judged by their engines alone."""

import time
from abc import abstractmethod
from collections.abc import Iterator
from html import escape

from companion.app.devices.game_dice import dice_of
from companion.app.games.engine_table import EngineTable, plays
from companion.app.games.game_ui import GameUi, Opened, ScreenPlayer, played
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.games.engine import Json
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.records import Record
from companion.referee.report.head import page_head
from companion.texts.names import tidy_names

STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}"


class Nowhere:
    """Keeps nothing."""

    def append(self, kind: str, fields: JsonObject) -> None:
        pass

    def close(self) -> None:
        pass


class EngineGame(GameUi):
    """`table` plays it."""

    table: type[EngineTable]

    def open(self, opened: Opened) -> EngineTable:
        played(opened.contents)
        table = self.table(opened.journal, opened.contents.header, time.monotonic)
        table.hints_on = opened.hints
        table.resume(opened.contents.records)
        records = opened.contents.records
        tower, table.notice = dice_of(opened.contents.header, opened.folder, records, table.dice_a_throw)
        table.roll_with(tower)
        return table

    def first_position(self, header: Json) -> Json:
        """Where a game with this header begins."""
        return dict(self.table(Nowhere(), header, time.monotonic).start)

    def judge_again(self, contents: Contents) -> Iterator[tuple[Record, bool | None]]:
        """Every turn of a journal, and whether it leads to the same position; None where nobody can know, see
        `EngineTable.again`. Raises RefereeError, GameError where the journal makes no sense."""
        played(contents)
        table = self.table(Nowhere(), contents.header, time.monotonic)
        return table.again(contents.records)

    @abstractmethod
    def turn_words(self, texts: Texts, what: JsonObject) -> str:
        """A turn that was made, for the page about the game."""

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(game=self.game, source="touch")
        yield self.game

    def position(self, contents: Contents) -> Json | None:
        made = plays(contents.records)
        return dict(made[-1]["position"]) if made else None

    def page(self, texts: Texts, contents: Contents, title: str) -> str:
        lines = "".join(f"<li>{escape(line)}</li>" for line in self._lines(texts, contents))
        game = texts(f"game.{self.game}")
        over = texts("records.over" if any(record.get("over") for record in contents.records) else "records.open")
        return (
            f"{page_head(texts.language, f'{game}: {title}', STYLE)}"
            f"<h1>{game}</h1><p>{escape(title)}, {over}</p><ol>{lines}</ol></html>\n"
        )

    def _lines(self, texts: Texts, contents: Contents) -> Iterator[str]:
        """The turns that were made and not taken back."""
        players = tidy_names(contents.header["players"])
        for play in plays(contents.records):
            player = players.get(play["side"]) or texts.side(play["side"])
            yield f"{player}: {self.turn_words(texts, play['what'])}"
