"""One look of a game in a file for the developers: the pictures, the verdict, and what the players said of it. It names
nobody and no place.

It is a ZIP archive: ``look.json`` (the journal up to the look, without names, and the correction that followed), and
two pictures, ``setup``, from which this table was learnt, and ``look``.
"""

import hashlib
import json
import platform
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Protocol, Self, runtime_checkable

import cv2
import numpy as np

from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.game import Game, own_version, rejudge
from companion.referee.grid import Grid
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.keeping.recording import Event, Picture
from companion.referee.keeping.records import Record, look_at, look_at_header
from companion.referee.keeping.shapes import ShapeError, anything, fields, list_of, map_of, maybe, text, whole
from companion.referee.keeping.whole_file import write_whole
from companion.referee.table import AnyTable, Hints
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.sources.picture_files import picture_in, unmirrored
from vision.tracking.contract import Tracker

FORMAT: Final = 1
CONTENT, SETUP, LOOK = "look.json", "setup", "look"
# Limit of each part of a received file; a phone's picture has a tenth of it.
MOST_BYTES: Final = 64_000_000
# Width of the part left sharp, by the board's. With 1.35 the bundled game's first turn is judged unsure, with 1.6 as
# without blurring.
AROUND: Final = 1.6
# Width and height to which the picture is reduced, and enlarged again, around that part.
COARSE_PIXELS: Final = 24
JPEG_QUALITY: Final = 95
_KEPT: Final = ("game", "options", "a1", "mirror", "versions", "source", "known", "first", "more", "seed", "pace")
# Errors of the standard library for a spoilt archive, and those for spoilt contents.
_BY_ZIP: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, KeyError, ValueError, RuntimeError)
SPOILT: Final = (*_BY_ZIP, IndexError, JsonError, ShapeError)
_NUMBERED: Final = fields({"seq": whole(), "kind": text})
_LOOK: Final = fields({"frame": text, "evidence": map_of(anything), "verdict": map_of(anything)})
_CONTENT: Final = fields(
    {"look": whole(FORMAT, FORMAT), "header": map_of(anything), "records": list_of(map_of(anything))},
    {"correction": maybe(map_of(anything)), "versions": map_of(anything)},
)


@runtime_checkable
class Viewed(Protocol):
    """A look that knows where the board lies."""

    @property
    def view(self) -> BoardView: ...


@dataclass(frozen=True)
class LookJudged:
    """A look judged again. `table`: the game and its options. `truth`: what stood there by the players' correction, or
    by the verdict that they did not correct."""

    table: tuple[str, dict[str, Any]]
    then: Verdict
    now: Verdict
    truth: Grid
    corrected: bool

    @property
    def right(self) -> bool:
        """True if the table believed now is the true one."""
        return dict(self.now.grid) == dict(self.truth)


@dataclass(frozen=True)
class LookFile:
    """Contents of a look's file; the look is the last record."""

    header: Record
    records: tuple[Record, ...]
    correction: Record | None
    setup: bytes
    look: bytes

    @classmethod
    def of(cls, contents: Contents, folder: Path, name: str | None = None) -> Self:
        """Return the look at the picture `name`, or the last one, of a game with its pictures in `folder`. Raises
        RefereeError if there is none, OSError if a picture cannot be read."""
        judged = (record for record in contents.records if record["kind"] == "frame" and record["evidence"])
        frames = [record for record in judged if record["frame"]]
        wanted = [record for record in frames[1:] if name in (None, record["frame"])]
        if not wanted:
            raise RefereeError("look.none", name=name or "")
        at = contents.records.index(wanted[-1])
        setup, look = ((folder / record["frame"]).read_bytes() for record in (frames[0], wanted[-1]))
        after = contents.records[at + 1 :]
        correction = after[0] if after and after[0]["kind"] == "correct" else None
        before = [record for record in contents.records[:at] if record["kind"] in ("commit", "frame", "correct")]
        return cls(_nameless(contents.header), (*before, wanted[-1]), correction, setup, look)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a look's file. Raises RefereeError for any other file, OSError if it cannot be read."""
        if path.stat().st_size > 3 * MOST_BYTES:
            raise RefereeError("look.no_file", path=str(path), why=because("recording.large", most=3 * MOST_BYTES))
        data = BytesIO(path.read_bytes())
        try:
            with zipfile.ZipFile(data) as archive:
                content, setup, look = (_part(archive, name) for name in (CONTENT, SETUP, LOOK))
            told = parsed(content)
            _CONTENT(told)
            look_at_header(told["header"])
            if not told["records"]:
                raise ShapeError("look.no_records")
            before = -1
            for record in (*told["records"], *([told["correction"]] if told.get("correction") else ())):
                _NUMBERED(record)
                before = look_at(record, before)
            _LOOK(told["records"][-1])
        except SPOILT as error:
            why = error.reason if isinstance(error, JsonError | ShapeError) else because("look.no_zip")
            raise RefereeError("look.no_file", path=str(path), why=why) from error
        return cls(told["header"], tuple(told["records"]), told.get("correction"), setup, look)

    def write(self, path: Path) -> None:
        """Write the file. Raises KeepingError if that fails."""
        versions = {"companion": own_version(), "python": platform.python_version(), "opencv": cv2.__version__}
        told = {"look": FORMAT, "header": self.header, "records": self.records, "correction": self.correction}
        data = BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(CONTENT, json.dumps({**told, "versions": versions}))
            archive.writestr(SETUP, self.setup)
            archive.writestr(LOOK, self.look)
        write_whole(path, data.getvalue())

    def judge_again(self) -> LookJudged:
        """Judge the look again with this version. Raises VisionError if the board is not found, RefereeError if
        the file makes no sense."""
        game = self._played()
        last = self.records[-1]
        now, _ = game.frame(Event(last["event"], last["t"], "frame", LOOK), self._picture(self.look))
        then = Verdict.from_json(last["verdict"])
        kept = (self.correction or last)["verdict"]
        table = (self.header["game"], dict(self.header["options"]))
        return LookJudged(table, then, now, kept["grid"], self.correction is not None)

    def blurred(self) -> "LookFile":
        """Return the look with everything unrecognisable except the board and its close surroundings. Raises
        RefereeError if nothing tells where the board lies, VisionError if it is not found."""
        table = open_table(self.header["game"], self.header["options"])
        setup, look = (self._picture(data).image for data in (self.setup, self.look))
        tracker = self._opener(table)(setup)
        blurred = [_blurred(picture, _outline(tracker, picture)) for picture in (setup, look)]
        records = [dict(record) for record in self.records]
        for record, data in zip((_first_look(records), records[-1]), blurred, strict=True):
            record["sha256"] = hashlib.sha256(data).hexdigest()
        return LookFile({**self.header, "mirror": False}, tuple(records), self.correction, *blurred)

    def _played(self) -> Game:
        """Return the game up to the look, replayed with the set-up's picture alone."""
        table = open_table(self.header["game"], self.header["options"])
        game = Game(table, self._opener(table))
        first = _first_look(self.records)
        for record in self.records[:-1]:
            if record is first:
                game.recall(record, self._picture(self.setup))
            else:
                rejudge(game.session, record)
        return game

    def _opener(self, table: AnyTable) -> Any:
        known = self.header.get("known", {})
        camera = known.get("profile") or self.header.get("camera")
        a1, shares = self.header.get("a1"), known.get("corners")

        def opened(image: Image) -> Tracker:
            height, width = image.shape[:2]
            corners = [(x * width, y * height) for x, y in shares] if shares else None
            return table.open_tracker(image, Hints(tuple(a1) if a1 else None, corners, camera))

        return opened

    def _picture(self, data: bytes) -> Picture:
        image = picture_in(data, "")
        if self.header.get("mirror"):
            image = unmirrored(image)
        return Picture(image, hashlib.sha256(data).hexdigest())


def _nameless(header: Record) -> Record:
    """Return a header without players, addresses and folders."""
    kept: Record = {name: header[name] for name in _KEPT if name in header}
    camera = header.get("camera")
    return {**kept, "kind": "header", "camera": camera if isinstance(camera, Mapping) else None}


def _first_look(records: Any) -> Record:
    found: Record = next(record for record in records if record["kind"] == "frame" and record["evidence"])
    return found


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MOST_BYTES:
        raise ShapeError("recording.large", most=MOST_BYTES)
    return archive.read(name)


def _outline(tracker: Tracker, picture: Image) -> list[tuple[float, float]]:
    """Return the board's corners in a picture."""
    look = tracker.look(picture)
    if not isinstance(look, Viewed):
        raise RefereeError("look.no_blur")
    return list(look.view.corners.values())


def _blurred(picture: Image, corners: list[tuple[float, float]]) -> bytes:
    """Return a picture, sharp only at the board, as a JPEG file."""
    height, width = picture.shape[:2]
    points = np.array(corners, np.float32)
    middle = points.mean(axis=0)
    hull = cv2.convexHull(middle + (points - middle) * AROUND).astype(np.int32)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, hull, 255)
    coarse = cv2.resize(picture, (COARSE_PIXELS, COARSE_PIXELS), interpolation=cv2.INTER_AREA)
    around = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    shown = np.where(mask[:, :, None] > 0, picture, around)
    _, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()
