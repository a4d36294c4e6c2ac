"""What a game brings to the app, and what all games have in common. Nothing of Kivy is loaded before a screen is asked
for."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.app.devices.camera import CameraHelp, CameraSource
from companion.app.devices.feeds import GameSource, HandsSource, PracticeSource, ReplaySource, TouchSource
from companion.app.games.chess_clock import CHESS
from companion.app.games.companion import Companion
from companion.app.games.computers import Computers
from companion.app.games.deeds import SetUp
from companion.app.games.dice_beside import DiceBeside
from companion.app.games.far_table import FAR, FarGame
from companion.app.games.given_hints import GivenHints
from companion.app.games.head_start import NAME, HeadStart, ahead
from companion.app.games.looking_again import LookingAgain
from companion.app.games.opponents import Opponents
from companion.app.games.partner import Partner
from companion.app.games.presenter import GameScreen, TablePresenter
from companion.app.games.surroundings import Around, Choosable, NewTable, Opened, ScreenPlayer, played
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.games.turns_sat_out import TurnsSatOut
from companion.app.games.under_camera import UnderCamera
from companion.app.json_object import JsonObject
from companion.app.learning import Content, board_picture, learning
from companion.app.lesson.lesson import Lesson, LessonStep
from companion.app.rules.book import Book, Chapter, whole
from companion.app.texts.texts import Texts
from companion.games.engine import Json
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError
from companion.referee.game import rejudge
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.records import Record
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.table_parts import TableDrawing
from companion.referee.tables import open_table, table_of

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.screen import Parts, TableScreen
    from companion.app.puzzles.puzzles import Puzzles

# Where the corners of the board are by the players' word, in a game that was begun anew for that.
CORNERS = "corners"
# Which choice the players have made once more, in a game that was begun anew for that: it is not doubted.
AT_WORD = "said"
# What is chosen beside what a table that plays by itself needs.
OF_PEOPLE = ("computer", "series", "played", "points", "colours", CHESS, NAME, FAR)
# What of that concerns one table alone.
OF_ONE_TABLE = ("computer", "series", FAR)


def _hello(header: JsonObject) -> JsonObject:
    """Return what another table is told of a game."""
    more = {name: value for name, value in header["more"].items() if name not in OF_ONE_TABLE}
    known = {name: header[name] for name in ("game", "players", "first")}
    return {**known, "options": dict(header["options"]), "more": more}


class AppGame(ABC):
    """One game as the app plays it: by touch, under a camera, on a practice table, or as recorded."""

    game: ClassVar[str]
    """Its name in requests and journals."""
    sides: ClassVar[tuple[str, ...]]
    """The sides whose players may be given names."""
    sources: ClassVar[tuple[str, ...]] = ("touch", "practice", "camera")
    """What it can be fed from."""
    against: ClassVar[tuple[str, ...]] = ("touch", "practice", "camera")
    """The sources with which the computer can play some of the sides."""
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {}
    """Choices by name, with their values, the usual one first."""
    rules: tuple[str, ...] = ()
    """Ids of the rulings that are options."""
    only: ClassVar[Mapping[str, tuple[str, Choosable]]] = {}
    """The choice with which alone a ruling goes, by the ruling."""
    stood_in_for: ClassVar[str] = ""
    """Letters of the pieces that others may stand in for where nobody looks on."""
    stand_in: ClassVar[str] = ""
    """Letters of those others."""
    rolls: ClassVar[bool] = True
    """True if there are dice."""
    in_turn: ClassVar[bool] = True
    """True if players move in turn, so that a chess clock may run, and a computer plays when its turn has come."""
    head_start: ClassVar[HeadStart] = "turns"
    """What a weaker player may be given at the start."""
    recorded: ClassVar[Path | None] = None
    """The folder of a recorded game."""
    uses_corners: ClassVar[bool] = True
    """True if the corners that are tapped in the guide, those of a Volcano board, are this game's."""
    presented: ClassVar[GameScreen]
    """Words, buttons and pictures of its screen."""

    def fed_from(self, source: str) -> "AppGame":
        """Return this game as played from `source`, in games that have other rules there."""
        return self

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        """Return the options for the journal. `chosen`: the rulings. `more`: the other choices."""
        return chosen

    def going_on(self, header: JsonObject, position: Json) -> JsonObject:
        """Return the choices that change for the game after one that ended with `position`; points are by that game's
        sides."""
        return {}

    def owners(self, options: JsonObject) -> Mapping[str, str]:
        """Return, for each side, the side that names its player, in games in which players have several sides."""
        return {}

    @abstractmethod
    def entry(self, options: JsonObject) -> TurnEntry[Any, Any]:
        """Return the entry of turns under these options."""

    def presenter(self, texts: Texts) -> TablePresenter:
        """Return the game in these words, without its screen."""
        return TablePresenter(self.presented, texts)

    @property
    def drawing(self) -> TableDrawing:
        """Drawing of the board."""
        return self.presented.drawing

    def screen(self, around: Around) -> "TableScreen":
        """Return a screen that shows this game."""
        from companion.app.games.screen import TableScreen  # noqa: PLC0415 - opens the window

        presenter, name = self.presenter(around.texts), f"{self.game} screen"
        return TableScreen(presenter, self.parts(around.texts), around.send, around.leave, name=name)

    def parts(self, texts: Texts) -> "Parts":
        """Return what of the screen is this game's own."""
        from companion.app.games.screen import Parts  # noqa: PLC0415 - opens the window
        from companion.app.widgets.game_board import ThingButton  # noqa: PLC0415 - opens the window

        score = self.score_view(texts)
        return Parts(self.board_view, score, lambda thing, name: ThingButton(self.drawing, thing, name=name))

    def score_view(self, texts: Texts) -> "Widget":
        """Return a widget that shows how things stand, by its property `score`."""
        from companion.app.widgets.score_text import ScoreText  # noqa: PLC0415 - opens the window

        return ScoreText()

    def board_view(self, **shown: Any) -> "Widget":
        """Return a widget that shows the game's board. `shown`: its properties, such as the picture."""
        from companion.app.widgets.game_board import GameBoard  # noqa: PLC0415 - opens the window

        return GameBoard(self.drawing, **shown)

    def emblem(self) -> "Widget | None":
        """Return a picture of a game under way, to choose the game by."""
        return None

    def picture_view(self) -> "Widget":
        """Return a widget that shows the pictures of lesson and puzzles."""
        return self.board_view()

    def book_view(self) -> "Widget":
        """Return a widget that shows the pictures of the book."""
        return self.picture_view()

    def picture(self, content: Content) -> Any:
        """Return a picture of the game's `learning.json`."""
        return board_picture(content)

    def book(self) -> Book | None:
        """Return the rules to be read, with pictures."""
        _, chapters = self._learning()
        return Book(self.book_view, whole(chapters, ENGINES[self.game].rulebook.ids)) if chapters else None

    def lesson(self) -> Lesson | None:
        """Return how to play, in pictures to be tapped through."""
        steps, _ = self._learning()
        return Lesson(self.picture_view, steps) if steps else None

    def _learning(self) -> tuple[tuple[LessonStep, ...], tuple[Chapter, ...]]:
        return learning(type(self).__module__.rpartition(".")[0], self.picture)

    @property
    def has_puzzles(self) -> bool:
        """True if the game has puzzles."""
        return type(self).puzzles is not AppGame.puzzles

    def puzzles(self) -> "Puzzles | None":
        """Return positions with one best turn."""
        return None

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        """Play to each screen that is worth a picture; yields its name once it is shown."""
        driver.begin(self.game)
        yield self.game

    def _ahead(self, header: JsonObject) -> str:
        """Return the side that makes several turns in a row at the start; "" for none."""
        return ahead(header["more"]) if self.head_start == "turns" else ""

    def open(self, opened: Opened) -> PlayedTable[Any]:
        """Open the game where it was left. Raises RefereeError where it cannot be gone on with."""
        played(opened.contents)
        header, records = opened.contents.header, opened.contents.records
        by_touch, far = header["source"] == "touch", FarGame.of(header["more"])
        from companion.app.devices.game_dice import dice_of  # noqa: PLC0415 - no screen needs it

        board, entry = open_table(self.game, header["options"]), self.entry(header["options"])
        dice, trouble = dice_of(header, opened.folder, records, board.dice_a_throw)
        table = PlayedTable(
            opened.journal,
            board,
            entry,
            self.source(header, opened.folder, records, board),
            time.monotonic,
            seed=header["seed"],
            start=entry.start() if by_touch else None,
            first=header["first"] if header["first"] in board.sides else "",
            series=header["more"].get("series"),
        )
        beside = [DiceBeside(table, dice)] if dice else []
        table.companions = self._around(table, header, opened, far, beside)
        table.resume(records, opened.folder)
        if table.session.started:
            for each in beside:
                each.next_turn()
        elif by_touch and not (far and far.role == "guest"):
            table.do(SetUp())
        table.notice = trouble
        return table

    def _around(
        self,
        table: PlayedTable[Any],
        header: JsonObject,
        opened: Opened,
        far: FarGame | None,
        dice: Sequence[Companion],
    ) -> Sequence[Companion]:
        """Return the companions of a table, in the order in which they are asked."""
        new = NewTable(table, GivenHints(table, on=opened.hints), header, Opponents.of(header), far)
        sat_out = TurnsSatOut(table, self._ahead(header), far.sides[far.role] if far else None)
        found = [*self.companions(new), new.hints]
        if self.in_turn:
            found.append(Computers(table, new.opponents, header["pace"] / 2, alone=far is None))
        if isinstance(table.source, CameraSource):
            known, said = CORNERS in header["more"], AT_WORD in header["more"]
            found += [LookingAgain(table), UnderCamera(table, table.source, sides_known=known, at_word=said)]
        if far:
            found.append(Partner(table, far, opened.folder, _hello(header), sat_out))
        return (*found, sat_out, *dice)

    def companions(self, new: NewTable) -> Sequence[Companion]:
        """Return what a table of this game has of its own."""
        return ()

    def source(self, header: Json, folder: Path, records: tuple[Record, ...], board: AnyTable) -> GameSource:
        """Return the source of the game's events. Raises RefereeError for one that cannot be used."""
        match header["source"]:
            case "practice":
                seed, more = header["seed"] + len(records), header["more"]
                if more.get("computer") or more.get(FAR):
                    return HandsSource(board, seed, header["pace"])
                beside = (*OF_PEOPLE, *self.choices)
                chosen = {key: value for key, value in more.items() if key not in beside}
                return PracticeSource(board, seed, header["pace"], chosen)
            case "recording" if self.recorded:
                done = sum(record["kind"] in ("commit", "frame") for record in records)
                return ReplaySource(board, self.recorded, done, header["pace"])
            case "camera":
                return CameraSource(header["camera"], folder, board, self.prior_knowledge(header))
            case "touch":
                return TouchSource()
        raise RefereeError("table.no_source", folder=str(folder), source=header["source"])

    def prior_knowledge(self, header: JsonObject) -> CameraHelp:
        """Return the prior knowledge about the camera."""
        known = CameraHelp.from_json(header.get("known", {}))
        shown = header["more"].get(CORNERS)
        if shown is None:
            return known if self.uses_corners else replace(known, corners=None)
        return replace(known, corners=tuple((float(x), float(y)) for x, y in shown))

    def position(self, contents: Contents) -> Json | None:
        """Return a journal's last position as its engine writes it; None before the game has begun."""
        board = table_of(contents.header)
        session = Session(board)
        for record in contents.records:
            rejudge(session, record)
        return board.to_json(session.position) if session.started else None

    def position_text(self, position: Json) -> str:
        """Return a position in one line."""
        return json.dumps({"game": self.game, **position}, separators=(",", ":"))

    def deeds(self, verdict: JsonObject) -> Mapping[str, tuple[str, str]]:
        """Return what each side did in a turn, by its verdict: what it is called as a first turn, "" if it is none, and
        what is counted of all its turns; in a word or two that need no language."""
        return {}
