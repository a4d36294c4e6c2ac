"""What the games have in common that are played by touch and judged by their engines alone."""

import time
from abc import abstractmethod
from collections.abc import Iterator

from companion.app.devices.game_dice import dice_of
from companion.app.games.engine_table import EngineTable, plays
from companion.app.games.game_ui import GameUi, Opened, ScreenPlayer, played
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.games.engine import Json, respond
from companion.games.registry import ENGINES
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.records import Record
from companion.referee.report.turns_page import TurnsPage
from companion.referee.report.words import ReportWords
from companion.referee.tables import open_table
from companion.texts import language as languages


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

    def opening(self, contents: Contents) -> str:
        made = plays(contents.records)
        return self.first_turn(made[0]["what"]) if made else ""

    def first_turn(self, what: JsonObject) -> str:
        """The first turn in a word or two that need no language."""
        return ""

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
        header, made = contents.header, plays(contents.records)
        words = ReportWords(languages.language(texts.language), self.game, header["players"])
        table = open_table(self.game, self.fed_from("camera").options(header["options"], header["more"]))
        page = TurnsPage(title, table, words, self.first_position(header))
        for play in made:
            page.add(play["side"], self.turn_words(texts, play["what"]), play["position"])
        over = bool(made) and bool(made[-1].get("over"))
        asked = {"game": self.game, "op": "outcome", "position": made[-1]["position"]} if over else None
        return page.html(respond(asked, ENGINES) if asked else {})
