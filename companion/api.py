"""The programming interface (docs/building.md). What `__all__` names stays as it is until the next major version.

Pictures are files, or arrays H x W x 3 of 8 bits in the order blue, green, red, as OpenCV gives them. Whatever cannot
be used raises an `ApiError`, whose text is a sentence that says what to do.
"""

import difflib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.games import errors as games_errors
from companion.games.engine import respond
from companion.games.errors import printable
from companion.games.package import GamePackage
from companion.games.reason import Reason, because
from companion.games.registry import ENGINES
from companion.referee import still_tables
from companion.referee.errors import ERRORS, error_reason, reason_of
from companion.referee.game import Game, play
from companion.referee.keeping.recording import Event, Picture, load
from companion.referee.live.camera_dice import why_of
from companion.referee.live.settling import Settler
from companion.referee.still_tables import Place, SeeHints, SeenTable, TableReader, check_near
from companion.referee.table import AnyTable, Hints
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import Kind, Verdict
from companion.referee.which_table import board_in
from companion.texts.language import english
from hardware import errors as hardware_errors
from hardware.dice import DiceRoll, DiceSource, Notice, VoidRoll
from hardware.open_dice import await_dice, open_dice
from hardware.roll_store import RollStore
from vision import errors as vision_errors
from vision.dice.eye import DiceEye
from vision.enough_light import check_light_and_colours, is_dark
from vision.image import Image, size_checked
from vision.sources.picture_files import load_picture
from vision.sources.source import Shot

__all__ = [
    "ApiError",
    "Board",
    "DiceError",
    "DieFace",
    "Explanation",
    "GameVerdict",
    "PictureError",
    "Place",
    "Referee",
    "RequestError",
    "RolledDice",
    "ask",
    "boards",
    "examples",
    "read_board",
    "read_dice",
    "referee",
    "rolls",
]

POLL_SECONDS: Final = 0.05
# An array is checked when it is used: the types of OpenCV's functions promise no number of bits.
AnyPicture = str | os.PathLike[str] | NDArray[Any]
Corner = tuple[float, float]


class ApiError(ValueError):
    """Something that cannot be used or done. The text says why and what to do; `key` names it for programs."""

    def __init__(self, text: str, key: str = "") -> None:
        super().__init__(text)
        self.key = key

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (str(self), self.key)


class PictureError(ApiError):
    """A picture, or a board or dice in it, that cannot be read."""


class DiceError(ApiError):
    """Dice that cannot be had."""


class RequestError(ApiError):
    """A request, option, declaration, correction or recording that cannot be used."""


_OUTSIDE: Final[Mapping[type[Exception], type[ApiError]]] = {
    vision_errors.VisionError: PictureError,
    hardware_errors.DeviceError: DiceError,
}
# What reading a value of another shape than the one that is meant raises.
_ODD: Final = (AttributeError, KeyError, TypeError, ValueError)


def _error(kind: type[ApiError], reason: Reason) -> ApiError:
    return kind(english(reason), reason.key)


@contextmanager
def _sentences() -> Iterator[None]:
    """Raise the errors of what is inside as those of this module."""
    try:
        yield
    except ERRORS as error:
        reason = error_reason(error)
        outside = next((kind for inner, kind in _OUTSIDE.items() if isinstance(error, inner)), RequestError)
        raise _error(outside, reason) from error


@contextmanager
def _taking(what: str, value: object) -> Iterator[None]:
    """Raise RequestError for a value of another shape than the one that is meant, and the errors of this module."""
    try:
        with _sentences():
            yield
    except ApiError:
        raise
    except _ODD as error:
        raise _error(RequestError, because("engine.odd", what=printable(what), got=printable(value))) from error


def _fits(fits: bool, key: str, got: object) -> None:
    """Raise RequestError with the sentence `key` where an argument does not fit."""
    if not fits:
        raise _error(RequestError, because(f"api.{key}", got=printable(got)))


def _path(value: object) -> Path:
    """Return the path of a file or folder. Raises RequestError for what is none."""
    _fits(isinstance(value, str | os.PathLike), "path", value)
    return Path(value)  # type: ignore[arg-type]


def _are_numbers(value: Any, shape: tuple[int, ...]) -> bool:
    """Return True for finite numbers of that shape, in tuples, lists or an array."""
    try:
        numbers = np.asarray(value)
    except ValueError:  # rows of different lengths
        return False
    return numbers.shape == shape and numbers.dtype.kind in "iuf" and bool(np.isfinite(numbers).all())


@dataclass(frozen=True)
class Board:
    """The pieces on a board.

    `corners` are its outer corners in pixels by the place nearest to each, `confidence` (0..1) that of their position,
    `notes` sentences on what is remarkable about the picture.
    """

    kind: str
    places: Mapping[str, Place]
    corners: Mapping[str, tuple[float, float]]
    confidence: float
    notes: tuple[str, ...]
    _seen: SeenTable = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return all that was seen, as `companion see --json` prints it."""
        return {"kind": self.kind, **self._seen.report()}

    def overlay(self) -> Image:
        """Return the picture with what was seen drawn on it, H x W x 3."""
        return self._seen.overlay()


@dataclass(frozen=True)
class DieFace:
    """One die. `value` is None if it cannot be told, `confidence` (0..1) that of the value.

    `colour` is a word for a die in a picture (``yellow``), a capital for one of a device (``Y``) or None if unknown.
    `at` is the middle of the top face in pixels and `why` the reason for a missing value, both for pictures alone.
    """

    colour: str | None
    value: int | None
    confidence: float
    at: tuple[float, float] | None = None
    why: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return asdict(self)


@dataclass(frozen=True)
class RolledDice:
    """A roll of a device: `time` in seconds since 1970, `device` its name, `id` the same for a repeated message.

    A roll that does not count has no dice, and `void` says why.
    """

    dice: tuple[DieFace, ...]
    time: float
    device: str
    id: str
    void: str | None = None

    @property
    def certain(self) -> bool:
        """True if the roll counts and every die's colour and value are known."""
        return bool(self.dice) and all(die.colour and die.value for die in self.dice)

    def to_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return asdict(self)


@dataclass(frozen=True)
class Explanation:
    """One of the explanations of a picture that are too close to call. `table`: the table it sees, by place."""

    verdict: Kind
    probability: float
    said: str
    table: Mapping[str, str]


@dataclass(frozen=True)
class GameVerdict:
    """The referee's verdict on a picture or a correction (docs/formats.md has the kinds).

    `said` is the whole verdict as a sentence, `rule` and `reason` why something is illegal. `t` is in seconds. `table`
    is what is believed to stand on each place, `confidence` (0..1) the probability that the verdict is right. `moves`
    are as the game's engine has them. `number` names the verdict in a correction.
    """

    verdict: Kind
    said: str
    number: int
    t: float
    frame: str | None
    side: str | None
    roll: Any
    moves: tuple[Mapping[str, Any], ...]
    rule: str | None
    reason: str | None
    places: tuple[str, ...]
    table: Mapping[str, str]
    readings: tuple[Explanation, ...]
    notes: tuple[str, ...]
    confidence: float
    _json: Mapping[str, Any] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as `companion referee --json` prints it."""
        return dict(self._json)


class Referee:
    """A live game, judged picture by picture. Not to be shared between threads."""

    def __init__(
        self,
        game: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        a1: Corner | None = None,
    ) -> None:
        """`game`: None for the first one. `options` are rule options by the ruling's id, `a1` roughly where the outer
        corner of a1 is in the pictures, in pixels from the left and from the top. Raises RequestError for an unknown
        game or option."""
        corner = _corner(a1)
        with _taking("options", options):
            table = open_table(next(iter(ENGINES)) if game is None else game, options or {})
        self._game = Game(table, lambda image: table.open_tracker(image, Hints(corner=corner, camera=None)))
        self._settler = Settler()
        self._begun = time.monotonic()
        self._events = 0

    def watch(self, picture: AnyPicture, at: float | None = None) -> GameVerdict | None:
        """Judge the picture if the table has come to rest since the last verdict, else return None. Call it with every
        frame of a camera; of a film, say in `at` at how many seconds the frame was taken. Raises as `look`."""
        _fits(at is None or _are_numbers(at, ()), "at", at)
        image = _image(picture)
        with _sentences():
            size_checked(image)
        return self._judge(image) if self._settler.settled(Shot(self._now() if at is None else at, image)) else None

    def look(self, picture: AnyPicture) -> GameVerdict:
        """Judge the picture at once. Raises PictureError while no board has been found, RequestError for a first
        picture that shows no proper set-up."""
        return self._judge(_image(picture))

    def declare(self, kind: str, value: Any) -> tuple[str, ...]:
        """Say what a player has declared, such as ``"roll", {"B": 4, "G": 5}`` or ``"row", 3``. Returns sentences on
        what is remarkable about it. Raises RequestError."""
        known = tuple(self._game.table.commitments)
        if kind not in known:
            reason = (
                because("api.declare", got=printable(kind), known=known) if known else because("api.declare.nothing")
            )
            raise _error(RequestError, reason)
        with _taking(kind, value):
            return tuple(map(english, self._game.commit(self._event(kind, value))))

    def correct(self, correction: Mapping[str, Any]) -> GameVerdict:
        """Take the players' word, such as ``{"undo": True}`` or ``{"cells": {"b2": "G3G1"}}``. Raises RequestError."""
        with _taking("correct", correction):
            event = self._event("correct", dict(correction))
            return _verdict(self._game.correct(event), event.index, self._game.table)

    @property
    def table(self) -> dict[str, str]:
        """The pieces believed to stand on each place; empty before the set-up was seen."""
        return dict(self._game.session.grid) if self._game.session.started else {}

    @property
    def to_move(self) -> str | None:
        """The side whose turn it is; None before the set-up was seen and after the game."""
        session = self._game.session
        if not session.started or session.winner:
            return None
        if session.due is not None and session.due.mover:
            return session.due.mover
        return session.table.next_mover(session.side) if session.side else session.table.sides[0]

    @property
    def winner(self) -> str | None:
        """The side that has won, ``draw``, or None."""
        return self._game.session.winner

    def _judge(self, image: Image) -> GameVerdict:
        event = self._event("frame", f"{self._events:04d}")
        with _sentences():
            verdict, _ = self._game.frame(event, Picture(image, ""))
            return _verdict(verdict, event.index, self._game.table)

    def _event(self, kind: str, value: Any) -> Event:
        self._events += 1
        return Event(self._events - 1, round(self._now(), 2), kind, value)

    def _now(self) -> float:
        return time.monotonic() - self._begun


def boards() -> tuple[str, ...]:
    """Return the boards that `read_board` knows."""
    return tuple(still_tables.games_by_board())


def examples() -> Path:
    """Return the folder of the example files: ``demo_game``, a recording of a game of Looney Blockade, and
    ``dice.jpg``."""
    return Path(__file__).parent / "data"


def read_board(
    picture: AnyPicture,
    board: str | None = None,
    *,
    a1: Corner | None = None,
    corners: Sequence[Corner] | Mapping[str, Corner] | None = None,
    **options: str | int,
) -> Board:
    """Read the board in a picture. `board` is one of `boards()` or the name of its game; None: find out.

    `a1` is roughly the outer corner of the place named first, in pixels; `corners` are all four outer corners from
    there counter-clockwise, or by their places, as `Board.corners` has them. `options` say what is known of a
    ``blokus3d`` table: `structure` and `players`. Raises PictureError if no board can be read, RequestError for an
    unknown board or option.
    """
    a1 = _corner(a1)
    if isinstance(corners, Mapping):
        corners = _in_order(corners)
    _fits(corners is None or _are_numbers(corners, (4, 2)), "corners", corners)
    with _sentences():
        image = _image(picture)
        check_light_and_colours(image)
        hints = SeeHints(a1, corners, None, options)
        check_near(image, hints)
        kind, game = _board(board_in(image, corners) if board is None else board, options)
        reader: TableReader = game.part("still")
        reader.load()
        seen = reader.read([image], None, hints)
        where = seen.report()["board"]
        found = {name: (float(u), float(v)) for name, (u, v) in where["corners"].items()}
        return Board(kind, seen.places(), found, where["confidence"], tuple(map(english, seen.notes)), seen)


def read_dice(picture: AnyPicture, expected: int | None = None) -> list[DieFace]:
    """Read the dice in a picture, the far ones first. With `expected`, how many lie there, a missing die is searched
    for. Raises PictureError, also for a picture that is too dark, and RequestError."""
    _fits(expected is None or (type(expected) is int and expected > 0), "expected", expected)
    with _sentences():
        image = _image(picture)
        if is_dark(image):
            raise vision_errors.VisionError("vision.picture.dark")
        seen = DiceEye().read(image, expected)
    return [DieFace(die.colour, die.value, die.confidence, die.at, why_of(die)) for die in seen]


def rolls(
    device: str,
    kept: str | os.PathLike[str] | None = None,
    *,
    throw: bool = False,
    patience: float | None = 10.0,
    notice: Callable[[str], object] = lambda _sentence: None,
) -> Iterator[RolledDice]:
    """Yield the rolls of a device for ever: a port, ``auto``, ``simulated``, ``virtual`` or ``bluetooth``.

    Rolls are stored in the file `kept` before they are given. With `throw` a machine rolls whenever the next roll is
    asked for. `patience` is how many seconds to wait for the device at the beginning, None for ever; later the device
    may go and come back, and `notice` is called with a sentence on each such event. Raises DiceError where the device
    cannot be had, RequestError where the file cannot be written.
    """
    _fits(isinstance(device, str), "device", device)
    waits = isinstance(patience, int | float) and not isinstance(patience, bool)
    _fits(patience is None or waits, "patience", patience)
    _fits(callable(notice), "notice", notice)
    with _sentences(), _store(None if kept is None else _path(kept)) as store:
        source = open_dice(device, store)
        try:
            await_dice(source, device, patience)
            if source.can_throw and not throw:
                raise hardware_errors.DeviceError("hardware.dice.asked")
            while True:
                if throw:
                    source.throw()
                yield from _next_rolls(source, notice)
        finally:
            source.close()


def ask(game: str, op: str, **fields: Any) -> dict[str, Any]:
    """Ask a game's engine, as a line to `companion engine` does (docs/building.md has the fields). ``from``, a word of
    Python's own, may be written ``from_``. Raises RequestError for a request that makes no sense; an illegal turn is an
    answer: ``{"illegal": {"rule": ..., "reason": ...}}``."""
    fields = {name.removesuffix("_"): value for name, value in fields.items()}
    known = ENGINES[game].fields if isinstance(game, str) and game in ENGINES else frozenset()
    for name in sorted({*fields} - known) if known else ():
        like = difflib.get_close_matches(name, known) or sorted(known)
        raise _error(RequestError, because("api.field", got=name, game=game, known=tuple(like)))
    answer = respond({"game": game, "op": op, **fields}, ENGINES, time.monotonic)
    if isinstance(error := answer.get("error"), Reason):
        raise _error(RequestError, error)
    return {name: _in_english(value) for name, value in answer.items()}


def referee(recording: str | os.PathLike[str]) -> Iterator[GameVerdict]:
    """Yield the verdicts on a recording, a folder of pictures and rolls in order (docs/formats.md). Raises
    RequestError, PictureError where it cannot be judged."""
    with _sentences():
        read = load(_path(recording))
        table = open_table(read.game, read.options)
        hints = Hints(corner=read.a1, camera=None)
        game = Game(table, lambda image: table.open_tracker(image, hints))
        for step in play(game, read):
            if step.verdict:
                yield _verdict(step.verdict, step.event.index, table)


def _image(picture: AnyPicture) -> Image:
    """Return the picture as an array. Raises PictureError."""
    if isinstance(picture, str | os.PathLike):
        with _sentences():
            return load_picture(Path(picture))
    if not isinstance(picture, np.ndarray):
        raise _error(PictureError, because("api.picture", got=printable(picture)))
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
        size = " x ".join(map(str, picture.shape))
        raise _error(PictureError, because("api.picture.array", got=size, type=str(picture.dtype)))
    return np.ascontiguousarray(picture)


def _corner(a1: Corner | None) -> Corner | None:
    """Return a copy of a corner. Raises RequestError for what is none."""
    _fits(a1 is None or _are_numbers(a1, (2,)), "corner", a1)
    return None if a1 is None else (float(a1[0]), float(a1[1]))


def _in_order(corners: Mapping[str, Corner]) -> Sequence[Corner]:
    """Return the corners of a board, given by place, in its order; those of no board as they are."""
    rings = (game.part("still").grid.ring for game in still_tables.games_by_board().values())
    return [corners[place] for place in next((ring for ring in rings if {*ring} == {*corners}), corners)]


@contextmanager
def _store(path: Path | None) -> Iterator[RollStore]:
    try:
        store = RollStore(path)
    except OSError as error:
        reason = because("api.kept", path=str(path), error=error.strerror or str(error))
        raise _error(RequestError, reason) from error
    with store:
        yield store


def _board(name: str, options: Mapping[str, str | int]) -> tuple[str, GamePackage]:
    """Return the board and its game, by the name of either. Raises RequestError for an unknown name or option."""
    known = still_tables.games_by_board()
    kind = next((board for board, game in known.items() if name in (board, game.name)), None)
    if kind is None:
        raise games_errors.GameError("engine.board", got=repr(name), known=tuple(known))
    choices = {option.name: option.choices for option in known[kind].table_options}
    for option, value in options.items():
        if not choices:
            raise games_errors.GameError("engine.board.no_options", got=option, board=kind)
        if option not in choices:
            raise games_errors.GameError("engine.board.option", got=option, board=kind, known=tuple(choices))
        if value not in choices[option]:
            raise games_errors.GameError("engine.board.choice", option=option, got=repr(value), known=choices[option])
    return kind, known[kind]


def _next_rolls(source: DiceSource, notice: Callable[[str], object]) -> Iterator[RolledDice]:
    """Yield the next rolls, after waiting for at least one."""
    found: Sequence[RolledDice] = ()
    while not found:
        events = source.poll()
        for event in events:
            if isinstance(event, Notice):
                notice(english(reason_of(event.fact)))
        found = [_roll(event) for event in events if isinstance(event, DiceRoll | VoidRoll)]
        if not found:
            time.sleep(POLL_SECONDS)
    yield from found


def _roll(event: DiceRoll | VoidRoll) -> RolledDice:
    name = "/".join(map(str, event.key))
    if isinstance(event, VoidRoll):
        return RolledDice((), event.time, event.source.name, name, english(reason_of(event.fact)))
    dice = tuple(DieFace(die.colour, die.value, die.certainty) for die in event.dice)
    return RolledDice(dice, event.time, event.source.name, name)


def _verdict(judged: Verdict, number: int, table: AnyTable) -> GameVerdict:
    return GameVerdict(
        verdict=judged.verdict,
        said=english(sentence(judged, table.wording)),
        number=number,
        t=judged.t,
        frame=judged.frame,
        side=judged.side,
        roll=judged.roll,
        moves=judged.moves,
        rule=judged.rule,
        reason=english(judged.reason) if judged.reason else None,
        places=judged.cells,
        table=judged.grid,
        readings=tuple(Explanation(r.verdict, r.probability, english(r.words), r.grid) for r in judged.readings),
        notes=tuple(map(english, judged.notes)),
        confidence=judged.confidence,
        _json=judged.to_json(english, table.published),
    )


def _in_english(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _in_english(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_in_english(inner) for inner in value]
    return english(value) if isinstance(value, Reason) else value
