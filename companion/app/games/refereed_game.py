"""What the games have in common that are refereed."""

import random
import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from companion.app.devices.camera import CameraHelp, CameraSource
from companion.app.devices.feeds import GameSource, HandsSource, PracticeSource, ReplaySource, TouchSource
from companion.app.devices.game_dice import dice_of
from companion.app.games.chess_clock import CHESS
from companion.app.games.game_ui import GameUi, Opened, played
from companion.app.games.head_start import NAME, HeadStart, ahead
from companion.app.games.old_turns import refereed
from companion.app.games.opponents import Opponents
from companion.app.games.refereed_page import page
from companion.app.games.refereed_presenter import RefereedPresenter
from companion.app.games.refereed_table import RefereedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.games.engine import Json
from companion.referee.errors import RefereeError
from companion.referee.game import rejudge
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.records import Record
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.tables import open_table

# What is chosen beside what a table that plays by itself needs.
OF_PEOPLE = ("computer", "series", CHESS, NAME)


class RefereedGame(GameUi):
    """By touch, under a camera, on a practice table, or as recorded in the folder `recorded`.

    `uses_corners` tells whether the corners that were tapped in the guide, those of a Volcano board, are the game's.
    """

    recorded: ClassVar[Path | None] = None
    uses_corners: ClassVar[bool] = True
    head_start: ClassVar[HeadStart] = "turns"

    @abstractmethod
    def entry(self, options: JsonObject) -> TurnEntry[Any, Any]:
        """How turns are entered."""

    @abstractmethod
    def presenter(self, texts: Texts) -> RefereedPresenter[Any]:
        """The game in these words, without its screen."""

    def lived(self, contents: Contents) -> Contents:
        """What a journal of any version holds, as the table would write it now. Raises RefereeError where it makes no
        sense."""
        header = contents.header
        if "begun" not in header:
            return contents
        header = {**header, "options": dict(self.options(header["options"], header["more"]))}
        table, entry = open_table(self.game, header["options"]), self.entry(header["options"])
        return refereed(replace(contents, header=header), table, entry, self._ahead(header) or table.sides[0])

    def _ahead(self, header: JsonObject) -> str:
        """Who makes turns in a row at the start."""
        return ahead(header["more"]) if self.head_start == "turns" else ""

    def open(self, opened: Opened) -> RefereedTable[Any]:
        played(opened.contents)
        contents = self.lived(opened.contents)
        header, records = contents.header, contents.records
        options, by_touch = header["options"], header["source"] == "touch"
        board, entry = open_table(self.game, options), self.entry(options)
        tower, trouble = dice_of(header, opened.folder, records, board.dice_a_throw)
        table = self.table(header)(
            opened.journal,
            board,
            entry,
            self.source(header, opened.folder, records, board),
            time.monotonic,
            start=entry.start() if by_touch else None,
            first=header["first"],
            tower=tower,
            opponents=Opponents.of(header, random.SystemRandom()),
            pace=header["pace"] / 2,
            series=header["more"].get("series"),
            ahead=self._ahead(header),
        )
        table.hints_on = opened.hints
        table.resume(records, opened.folder)
        if by_touch and not table.session.started:
            table.set_up()
        table.notice = trouble
        return table

    def table(self, header: JsonObject) -> Callable[..., RefereedTable[Any]]:
        """What makes the table of a game from what `RefereedTable` takes."""
        return RefereedTable

    def source(self, header: Json, folder: Path, records: tuple[Record, ...], board: AnyTable) -> GameSource:
        """From what the game is fed. Raises RefereeError for what it cannot be fed from."""
        match header["source"]:
            case "practice":
                seed, more = header["seed"] + len(records), header["more"]
                if more.get("computer"):
                    return HandsSource(board, seed, header["pace"])
                beside = (*OF_PEOPLE, *self.choices)
                chosen = {key: value for key, value in more.items() if key not in beside}
                return PracticeSource(board, seed, header["pace"], chosen)
            case "recording" if self.recorded:
                done = sum(record["kind"] in ("commit", "frame") for record in records)
                return ReplaySource(board, self.recorded, done, header["pace"])
            case "camera":
                return CameraSource(header["camera"], folder, board, self.known(header))
            case "touch":
                return TouchSource()
        raise RefereeError("table.no_source", folder=str(folder), source=header["source"])

    def known(self, header: JsonObject) -> CameraHelp:
        """What is known of the camera."""
        known = CameraHelp.from_json(header.get("known", {}))
        return known if self.uses_corners else replace(known, corners=None)

    def position(self, contents: Contents) -> Json | None:
        contents = self.lived(contents)
        board = open_table(self.game, contents.header["options"])
        session = Session(board)
        for record in contents.records:
            rejudge(session, record)
        return board.to_json(session.position) if session.started else None

    def opening(self, contents: Contents) -> str:
        turns = (record["verdict"] for record in self.lived(contents).records if record.get("verdict"))
        first = next((verdict for verdict in turns if verdict["moves"]), None)
        return self.first_turn(first) if first else ""

    def first_turn(self, verdict: JsonObject) -> str:
        """The first turn that moved something, in a word or two that need no language, by the verdict on it."""
        return ""

    def page(self, texts: Texts, contents: Contents, title: str) -> str:
        return page(texts, self.lived(contents), title)
